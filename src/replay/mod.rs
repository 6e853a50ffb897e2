//! Games to look at move by move, as HTML pages without external files.
//!
//! [`page`] is the page of one game. The page of a match shows many games on one board.

mod encoded;

pub(crate) use encoded::encoded;

use crate::presentation::Page;
use ataxx_core::board::{Bitboard, Color, Game, Move, PlayedMove, Position, Rules, Square};
use ataxx_core::diagnostic::text;
use ataxx_core::notation::picture::{PictureOptions, svg};
use ataxx_core::notation::{GameRecord, GameResult};
use maud::{Markup, PreEscaped, html};

/// The rules of the board for a page.
pub(crate) const STYLE: &str = include_str!("replay.css");
/// The script that shows the games of a page.
pub(crate) const SCRIPT: &str = include_str!("replay.js");

/// The page of a game. Needs a browser with scripts allowed, and nothing else.
pub fn page(record: &GameRecord) -> String {
    let title = title(record);
    let text = record.to_string();
    let body = html! {
        h1 { (title) }
        p class="soft" { (summary(record)) }
        noscript { p class="soft" { "To look at the game move by move, allow this page its script." } }
        (board())
        div class="game" data-game=(encoded(record)) {}
        details {
            summary { "The record" }
            pre class="record" tabindex="0" { (text) }
        }
    };
    Page {
        title: &title,
        command: "ataxx",
        styles: &[STYLE],
        body,
        script: Some(SCRIPT),
    }
    .html()
}

/// The players, if they have names.
fn title(record: &GameRecord) -> String {
    let named = record.particulars();
    match (&named.red, &named.blue) {
        (None, None) => "A game of Ataxx".to_owned(),
        (red, blue) => {
            let name = |name: &Option<_>, color: Color| {
                name.as_ref()
                    .map_or_else(|| color.to_string(), ToString::to_string)
            };
            format!("{} – {}", name(red, Color::Red), name(blue, Color::Blue))
        }
    }
}

/// The result, the pieces at the end, the length and the rules.
fn summary(record: &GameRecord) -> String {
    let position = record.game().position();
    let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
    let result = match record.result() {
        GameResult::Win(winner) => format!("{winner} won"),
        GameResult::Draw => "A draw".to_owned(),
        GameResult::Unfinished => "Not finished".to_owned(),
    };
    let plies = text::plies(record.game().moves().len());
    format!(
        "{result}: Red {red}, Blue {blue}, after {plies}; rules {}",
        record.rules()
    )
}

/// The board of a game; the script shows it and puts the pieces on it.
pub(crate) fn board() -> Markup {
    html! {
        section id="replay" hidden tabindex="-1" aria-label="A game, move by move" {
            div class="board" { (PreEscaped(empty_board())) }
            div class="beside" {
                h3 {}
                p class="soft how" {}
                div class="controls" {
                    button type="button" data-go="first" aria-label="First position" title="First position (Home)" { "|◀" }
                    button type="button" data-go="previous" aria-label="Back" title="Back (left arrow)" { "◀" }
                    button type="button" data-go="next" aria-label="Forward" title="Forward (right arrow)" { "▶" }
                    button type="button" data-go="last" aria-label="Last position" title="Last position (End)" { "▶|" }
                    button type="button" data-go="close" { "Close" }
                }
                input type="range" min="0" max="0" value="0" aria-label="Ply";
                p class="status" aria-live="polite" {}
                ol class="plies" {}
            }
        }
        template id="pieces" { (PreEscaped(sample())) }
    }
}

/// A board with nothing on it.
fn empty_board() -> String {
    let none = Bitboard::EMPTY;
    let position = Position::new(none, none, none, Color::Red).unwrap_or_default();
    let title = Some("The board of the game".to_owned());
    svg(
        &position,
        &PictureOptions {
            title,
            ..PictureOptions::default()
        },
    )
}

/// A board with one of everything, which the script makes copies of: a red piece on a1, a
/// blue one on a7, a block on g1, and the marks of a jump from a1 to c1.
fn sample() -> String {
    let mut game = Game::new(Rules::UAI);
    let [a1, a7, g1, c1] = ["a1", "a7", "g1", "c1"].map(|name| name.parse::<Square>().ok());
    let set = |square: Option<Square>| square.map_or(Bitboard::EMPTY, Bitboard::from);
    let position = Position::new(set(a1), set(a7), set(g1), Color::Red).unwrap_or(*game.position());
    game = Game::from_position(Rules::UAI, position);
    let last_move = a1.zip(c1).and_then(|(from, to)| {
        let mv: Move = game.position().move_between(from, to, game.rules()).ok()?;
        Some(PlayedMove {
            mv,
            from: Some(from),
        })
    });
    svg(
        &position,
        &PictureOptions {
            last_move,
            ..PictureOptions::default()
        },
    )
}
