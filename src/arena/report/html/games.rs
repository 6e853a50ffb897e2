//! The list of games, and a board for replay.

use super::replay::encoded;
use crate::arena::PlayedGame;
use crate::arena::report::scoreboard::Scoreboard;
use crate::arena::report::words::{reason, shown};
use crate::board::{Bitboard, Color, Game, Move, PlayedMove, Position, Rules, Square};
use crate::notation::picture::{PictureOptions, svg};
use crate::notation::{GameRecord, GameResult};
use crate::opponents::End;
use maud::{Markup, PreEscaped, html};
use std::borrow::Cow;

pub fn markup(scoreboard: &Scoreboard, games: &[PlayedGame]) -> Markup {
    if games.is_empty() {
        return html! {};
    }
    let name = |player| scoreboard.name(player).unwrap_or_else(|| "?".into());
    let mut order: Vec<&PlayedGame> = games.iter().collect();
    order.sort_by_key(|game| game.number);
    html! {
        section {
            h2 id="games" { "Games" }
            noscript { p class="soft" { "To look at a game move by move, allow this page its script." } }
            (replay())
            (choice(scoreboard))
            div class="table" {
                table class="games" {
                    thead {
                        tr {
                            th scope="col" { "Game" }
                            th scope="col" { "Opening" }
                            th scope="col" class="name" { "Red" }
                            th scope="col" class="name" { "Blue" }
                            th scope="col" { "Result" }
                            th scope="col" { "Plies" }
                            th scope="col" class="name" { "End" }
                        }
                    }
                    tbody { @for game in order { (row(game, &name)) } }
                }
            }
        }
    }
}

fn row<'a>(game: &PlayedGame, name: &dyn Fn(usize) -> Cow<'a, str>) -> Markup {
    let record: Option<GameRecord> = game.record.parse().ok();
    let number = game.number.saturating_add(1);
    let given_away = matches!(game.end, End::Forfeit(..));
    html! {
        tr data-number=(number) data-red=(game.red) data-blue=(game.blue)
            data-end=(if given_away { "forfeit" } else { "other" })
            data-game=[record.as_ref().map(encoded)]
        {
            th scope="row" { span class="number" { (number) } }
            td { (game.opening.saturating_add(1)) }
            td class={ "name" @if game.result == GameResult::Win(Color::Red) { " strong" } } { (name(game.red)) }
            td class={ "name" @if game.result == GameResult::Win(Color::Blue) { " strong" } } { (name(game.blue)) }
            td class="result" { (result(game.result)) }
            td { @if let Some(record) = &record { (record.game().moves().len()) } }
            td class={ "name" @if given_away { " forfeit" } } { (reason(&game.end, record.as_ref())) }
        }
    }
}

fn result(result: GameResult) -> String {
    match result {
        GameResult::Draw => "½-½".to_owned(),
        other => other.to_string(),
    }
}

/// The filter of the list; the script shows it.
fn choice(scoreboard: &Scoreboard) -> Markup {
    html! {
        form class="choice" hidden {
            label {
                "Games of "
                select name="player" {
                    option value="" { "everybody" }
                    @for standing in &scoreboard.standings {
                        option value=(standing.player) { (shown(&standing.name)) }
                    }
                }
            }
            label {
                "that ended "
                select name="end" {
                    option value="" { "in any way" }
                    option value="forfeit" { "by being given away" }
                }
            }
            output {}
        }
    }
}

/// The board; the script shows it and puts the pieces on it.
fn replay() -> Markup {
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
