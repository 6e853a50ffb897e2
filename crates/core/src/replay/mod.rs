//! Games to look at move by move, as HTML pages without external files.
//!
//! [`page`] is the page of one game. The page of a match shows many games on one board.

use crate::board::{Bitboard, Cell, Color, Game, Move, PlayedMove, Position, Rules, Square};
use crate::diagnostic::text;
use crate::notation::picture::{PictureOptions, svg};
use crate::notation::{GameRecord, GameResult};
use crate::presentation::Page;
use maud::{Markup, PreEscaped, html};

/// The rules of the board for a page.
#[doc(hidden)]
pub const STYLE: &str = include_str!("replay.css");
/// The script that shows the games of a page.
#[doc(hidden)]
pub const SCRIPT: &str = include_str!("replay.js");

/// The page of a game. Needs a browser with scripts allowed, and nothing else.
#[must_use]
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
#[doc(hidden)]
#[must_use]
pub fn board() -> Markup {
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

/// A game as the page's script reads it.
///
/// ```text
/// r 1 r-----b…b-----r GAB,-CQD,,
/// ```
///
/// Four words: who moves first (`r` or `b`), the number of the first turn, the 49 squares
/// from a1 to g7 rank by rank (`r`, `b`, `x` for a block, `-`), and the plies with a comma after
/// each. A ply is nothing (a pass), or a `-` if the piece leaves its square (a jump), where
/// it comes from, where it goes, and every piece that changes sides. A square is a letter:
/// `A` to `Z` are the first 26, `a` to `w` the others. So the script needs to know no rules.
#[doc(hidden)]
#[must_use]
pub fn encoded(record: &GameRecord) -> String {
    let start = record.start();
    let rules = record.game().rules();
    let mut text = format!(
        "{} {} {} ",
        side(start.turn()),
        start.turn_number(),
        Square::all()
            .map(|square| cell(&start, square))
            .collect::<String>()
    );
    let mut position = start;
    for played in record.game().moves() {
        ply(&mut text, &position, played, rules);
        text.push(',');
        position = position.after(played.mv, rules);
    }
    text
}

fn ply(text: &mut String, before: &Position, played: PlayedMove, rules: &Rules) {
    let (Some(from), Some(to)) = (played.from, played.to()) else {
        return;
    };
    let mover = before.turn();
    let after = before.after(played.mv, rules);
    if after.cell(from) == Cell::Empty {
        text.push('-');
    }
    let flipped = after.pieces(mover) & before.pieces(!mover);
    text.extend([from, to].into_iter().chain(flipped.squares()).map(letter));
}

const fn side(color: Color) -> char {
    match color {
        Color::Red => 'r',
        Color::Blue => 'b',
    }
}

fn cell(position: &Position, square: Square) -> char {
    match position.cell(square) {
        Cell::Empty => '-',
        Cell::Piece(color) => side(color),
        Cell::Block => 'x',
    }
}

fn letter(square: Square) -> char {
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvw";
    char::from(letters[square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extend_a_jump_and_a_flip() {
        let record: GameRecord = "a7-b7 a1-a3 g1-e1 a3-a5 b7-b6".parse().expect("a record");
        insta::assert_snapshot!(encoded(&record), @"r 1 b-----r-----------------------------------r-----b qr,-AO,-GE,-Oc,rkc,");
    }

    #[test]
    fn blocks_and_a_pass() {
        let record: GameRecord =
            "rules: uai\nstart: o------/-------/-------/7/7/7/x6 o 0 12\n\n12... - 13. a1-b1"
                .parse()
                .expect("a record");
        insta::assert_snapshot!(encoded(&record), @"b 12 r---------------------------xxxxxxxxxxxxxxbxxxxxx ,AB,");
    }

    /// What the script does.
    fn decoded(text: &str) -> Vec<String> {
        let words: Vec<&str> = text.split(' ').collect();
        let index = |letter: u8| {
            usize::from(if letter >= b'a' {
                letter - b'a' + 26
            } else {
                letter - b'A'
            })
        };
        let mut cells: Vec<u8> = words[2].bytes().collect();
        let mut boards = vec![words[2].to_owned()];
        let mut mover = words[0].as_bytes()[0];
        for ply in words[3].split_terminator(',') {
            let squares = ply.trim_start_matches('-').as_bytes();
            for &square in squares.iter().skip(1) {
                cells[index(square)] = mover;
            }
            if ply.starts_with('-') {
                cells[index(squares[0])] = b'-';
            }
            mover = if mover == b'r' { b'b' } else { b'r' };
            boards.push(String::from_utf8_lossy(&cells).into_owned());
        }
        boards
    }

    #[test]
    fn every_position_comes_back() {
        for (seed, rules) in (0_usize..).zip(Rules::NAMED) {
            let mut game = Game::new(rules);
            for ply in 0..200 {
                let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[(ply * 7919 + seed) % moves.len()])
                    .expect("legal");
            }
            let record = GameRecord::new(rules, &game).expect("a record");
            let boards = decoded(&encoded(&record));
            assert_eq!(boards.len(), game.moves().len() + 1, "{rules}");
            for board in boards.iter().rev() {
                let shown = |square| cell(game.position(), square);
                let expected: String = Square::all().map(shown).collect();
                assert_eq!(*board, expected, "{rules}");
                game.undo();
            }
        }
    }
}
