//! The list of games, and a board for replay.

use crate::arena::PlayedGame;
use crate::arena::report::scoreboard::Scoreboard;
use crate::arena::report::words::{reason, shown};
use crate::opponents::End;
use crate::replay;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::text::counted;
use ataxx_core::notation::{GameRecord, GameResult};
use maud::{Markup, html};
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
            (replay::board())
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
    let is_forfeit = matches!(game.end, End::Forfeit(..));
    html! {
        tr data-number=(number) data-red=(game.red) data-blue=(game.blue)
            data-end=(if is_forfeit { "forfeit" } else { "other" })
            data-game=[record.as_ref().map(replay::encoded)]
        {
            th scope="row" { span class="number" { (number) } }
            td { (game.opening.saturating_add(1)) }
            td class={ "name" @if game.result == GameResult::Win(Color::Red) { " strong" } } { (name(game.red)) }
            td class={ "name" @if game.result == GameResult::Win(Color::Blue) { " strong" } } { (name(game.blue)) }
            td class="result" { (result(game.result)) }
            td { @if let Some(record) = &record { (record.game().moves().len()) } }
            td class={ "name" @if is_forfeit { " forfeit" } } {
                (reason(&game.end, record.as_ref()))
                @if !game.random_moves.is_empty() {
                    " (" (counted(game.random_moves.len(), "random move")) ")"
                }
            }
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
                    option value="forfeit" { "by forfeit" }
                }
            }
            output {}
        }
    }
}
