//! The scoreboard as one HTML page without external files.
//!
//! Only the replay of games and the choice of games need the script.

mod chart;
mod duel;
mod games;
mod tables;

use super::scoreboard::Scoreboard;
use super::words::shown;
use crate::arena::PlayedGame;
use crate::presentation::Page;
use crate::replay;
use maud::{Markup, html};

const STYLE: &str = include_str!("style.css");

/// The page: standings, a chart of the ratings, the cross table, and a replay of all games.
///
/// The games must be those that the scoreboard was made from.
pub fn page(scoreboard: &Scoreboard, games: &[PlayedGame]) -> String {
    let title = match shown(&scoreboard.title) {
        title if title.trim().is_empty() => "Match".into(),
        title => title,
    };
    let body = html! {
        header {
            h1 { (title) }
            p class="soft" { (games_in_words(scoreboard)) }
            (settings(scoreboard))
        }
        (tables::standings(scoreboard))
        @if let Some(duel) = &scoreboard.duel { (duel::markup(duel, scoreboard)) }
        (chart::markup(scoreboard))
        @if scoreboard.standings.len() > 2 { (tables::cross(scoreboard)) }
        (games::markup(scoreboard, games))
    };
    Page {
        title: &title,
        command: "ataxx match",
        styles: &[replay::STYLE, STYLE],
        body,
        script: Some(replay::SCRIPT),
    }
    .html()
}

fn games_in_words(scoreboard: &Scoreboard) -> String {
    let one = scoreboard.games == 1 && scoreboard.planned.is_none_or(|planned| planned == 1);
    let progress = scoreboard.progress();
    match progress.split_once(", ") {
        Some((count, rest)) => format!("{count} games, {rest}"),
        None => format!("{progress} {}", if one { "game" } else { "games" }),
    }
}

fn settings(scoreboard: &Scoreboard) -> Markup {
    html! {
        @if !scoreboard.settings.is_empty() {
            dl class="settings" {
                @for (what, value) in &scoreboard.settings {
                    div { dt { (shown(what)) } dd { (shown(value)) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
