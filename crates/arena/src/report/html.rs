//! The scoreboard as one HTML page without external files.
//!
//! Only the replay of games and the choice of games need the script.

use super::scoreboard::{
    Duel, DuelTest, Meeting, Scoreboard, Standing, StandingRating, percent, reason, shown, signed,
};
use crate::PlayedGame;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::text::counted;
use ataxx_core::notation::{GameRecord, GameResult};
use ataxx_core::presentation::Page;
use ataxx_core::replay;
use ataxx_opponents::End;
use maud::{Markup, html};
use std::borrow::Cow;

const STYLE: &str = include_str!("html/style.css");

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
        (standings(scoreboard))
        @if let Some(duel) = &scoreboard.duel { (duel_section(duel, scoreboard)) }
        (chart_section(scoreboard))
        @if scoreboard.standings.len() > 2 { (cross(scoreboard)) }
        (games_section(scoreboard, games))
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

/// The name of a player, in which addresses of pages are links.
fn linked(name: &str) -> Markup {
    let Some((before, address, after)) = split_at_address(name) else {
        return html! { (name) };
    };
    html! {
        (before)
        a href=(address) rel="nofollow noopener noreferrer" { (address) }
        (linked(after))
    }
}

/// The first address of a page in a text, with what is before and after it.
fn split_at_address(text: &str) -> Option<(&str, &str, &str)> {
    let is_outside = |letter: char| !letter.is_ascii_graphic() || "\"'<>`".contains(letter);
    // Places stay the same.
    let lower = text.to_ascii_lowercase();
    let starts = ["https://", "http://"].map(|scheme| Some((lower.find(scheme)?, scheme)));
    let (start, scheme) = starts.into_iter().flatten().min()?;
    let rest = &text[start..];
    let length = rest.find(is_outside).unwrap_or(rest.len());
    // At the end of an address these belong to the sentence.
    let address = rest[..length].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']']);
    let after = &rest[address.len()..];
    (address.len() > scheme.len()).then(|| (&text[..start], address, after))
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

fn games_section(scoreboard: &Scoreboard, games: &[PlayedGame]) -> Markup {
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
                    tbody { @for game in order { (game_row(game, &name)) } }
                }
            }
        }
    }
}

fn game_row<'a>(game: &PlayedGame, name: &dyn Fn(usize) -> Cow<'a, str>) -> Markup {
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
            td class={ "name" @if game.result == GameResult::Win(Color::Red) { " strong" } } { (linked(&name(game.red))) }
            td class={ "name" @if game.result == GameResult::Win(Color::Blue) { " strong" } } { (linked(&name(game.blue))) }
            td class="result" { (result(game.result)) }
            td { @if let Some(record) = &record { (record.game().moves().len()) } }
            td class={ "name" @if is_forfeit { " forfeit" } } {
                (reason(&game.end, record.as_ref()))
                @if !game.lost_moves.is_empty() {
                    " (" (counted(game.lost_moves.len(), "lost move")) ")"
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
                    option value="" { "all players" }
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

/// The standings.
fn standings(scoreboard: &Scoreboard) -> Markup {
    let forfeits = scoreboard
        .standings
        .iter()
        .any(|standing| !standing.forfeits.is_empty());
    let lost = scoreboard.has_lost_moves();
    html! {
        section {
            h2 { "Standings" }
            div class="table" tabindex="0" role="region" aria-label="Standings" {
                table class="standings" {
                    thead {
                        tr {
                            th scope="col" { "#" }
                            th scope="col" class="name" { "Player" }
                            @for heading in ["Elo", "± 95 %", "Points", "Games", "Score", "Won", "Drawn", "Lost"] {
                                th scope="col" { (heading) }
                            }
                            @if forfeits { th scope="col" class="name" { "Forfeits" } }
                            @if lost { th scope="col" class="name" { "Lost moves" } }
                        }
                    }
                    tbody {
                        @for standing in &scoreboard.standings { (standing_row(standing, forfeits, lost)) }
                    }
                }
            }
            @if scoreboard.is_held() {
                p class="soft note" {
                    "Some players scored nothing against the others, or never met them. So that "
                    "there are ratings at all, each player is taken to have two draws more "
                    "against an average one."
                }
            }
        }
    }
}

fn standing_row(standing: &Standing, forfeits: bool, lost: bool) -> Markup {
    html! {
        tr {
            td { (standing.rank) }
            th scope="row" class="name" { (linked(&shown(&standing.name))) }
            @match standing.rating {
                Some(rating) => {
                    td { (signed(rating.elo)) }
                    td { (format!("{:.1}", rating.error)) }
                }
                None => { td {} td {} }
            }
            td class="strong" { (standing.points) }
            td { (standing.games) }
            td { @if let Some(score) = standing.score() { (percent(score)) } }
            td { (standing.won) }
            td { (standing.drawn) }
            td { (standing.lost) }
            @if forfeits { td class="name" { (standing.forfeits.in_words()) } }
            @if lost { td class="name" { (standing.lost_moves.in_words()) } }
        }
    }
}

/// The cross table.
fn cross(scoreboard: &Scoreboard) -> Markup {
    html! {
        section {
            h2 { "Against each other" }
            p class="soft" { "Points of the player of the row in its games against the player of the column." }
            div class="table" tabindex="0" role="region" aria-label="Against each other" {
                table class="cross" {
                    thead {
                        tr {
                            th scope="col" { "#" }
                            th scope="col" class="name" { "Player" }
                            @for other in &scoreboard.standings {
                                th scope="col" title=(shown(&other.name)) {
                                    (other.rank)
                                    span class="unseen" { " " (shown(&other.name)) }
                                }
                            }
                        }
                    }
                    tbody {
                        @for (standing, meetings) in scoreboard.standings.iter().zip(&scoreboard.cross) {
                            tr {
                                td { (standing.rank) }
                                th scope="row" class="name" { (linked(&shown(&standing.name))) }
                                @for (other, meeting) in meetings.iter().enumerate() {
                                    @if other + 1 == standing.rank {
                                        td class="self" { span class="unseen" { "itself" } }
                                    } @else {
                                        (cell(meeting.as_ref()))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(meeting: Option<&Meeting>) -> Markup {
    html! {
        @match meeting {
            Some(meeting) => {
                td class=(tone(meeting)) {
                    (meeting.points) span class="soft" { "/" (meeting.games) }
                }
            }
            None => td {},
        }
    }
}

/// The colour of a score.
fn tone(meeting: &Meeting) -> &'static str {
    let half = f64::from(meeting.games) / 2.0;
    if meeting.points > half {
        "ahead"
    } else if meeting.points < half {
        "behind"
    } else {
        "even"
    }
}

fn duel_section(duel: &Duel, scoreboard: &Scoreboard) -> Markup {
    let name = |player| scoreboard.name(player).unwrap_or_default();
    html! {
        section class="duel" {
            h2 { (linked(&name(0))) " against " (linked(&name(1))) }
            dl class="settings" {
                div { dt { "Won, drawn, lost" } dd { (duel.won) ", " (duel.drawn) ", " (duel.lost) } }
                div { dt { "Elo" } dd { (duel.elo.in_words()) } }
                div { dt { "Normalised Elo" } dd { (duel.normalised.in_words()) } }
                div { dt { "Likelihood of superiority" } dd { (percent(duel.superiority)) } }
            }
            (pairs(duel))
            @if let Some(test) = &duel.sprt { (sprt(test)) }
        }
    }
}

/// The pairs of games by points.
fn pairs(duel: &Duel) -> Markup {
    let most = duel.pairs.iter().copied().max().unwrap_or(0).max(1);
    html! {
        table class="pairs" {
            caption { "Pairs of games with colours changed, by points" }
            tbody {
                @for (points, count) in ["0", "½", "1", "1½", "2"].iter().zip(duel.pairs) {
                    tr {
                        th scope="row" { (points) }
                        td { (count) }
                        td class="bar" aria-hidden="true" {
                            svg width="100%" height="12" {
                                rect height="12" rx="2"
                                    width=(format!("{:.2}%", 100.0 * f64::from(count) / f64::from(most))) {}
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The progress of the test: a line from one bound to the other with a dot on it.
fn sprt(test: &DuelTest) -> Markup {
    let part = ((test.ratio - test.lower) / (test.upper - test.lower)).clamp(0.0, 1.0);
    let at = |part: f64| format!("{:.2}%", 4.0 + 92.0 * part);
    let (here, middle) = (at(part), at(-test.lower / (test.upper - test.lower)));
    let words = test.in_words();
    html! {
        h3 { "Sequential test" }
        p {
            (test.elo0) " " (test.unit) " against " (test.elo1) " " (test.unit) ", with errors of at most "
            (test.alpha) " and " (test.beta) ". Logarithm of the likelihood ratio: " (words) "."
        }
        div class="test" {
            span { (test.elo0) }
            svg role="img" aria-label=(words) width="100%" height="26" {
                line class="range" x1=(at(0.0)) x2=(at(1.0)) y1="13" y2="13" {}
                line class="range" x1=(at(0.0)) x2=(at(0.0)) y1="5" y2="21" {}
                line class="range" x1=(at(1.0)) x2=(at(1.0)) y1="5" y2="21" {}
                line class="zero" x1=(middle) x2=(middle) y1="5" y2="21" {}
                circle class="rating" cx=(here) cy="13" r="5.5" {}
            }
            span { (test.elo1) }
        }
    }
}

/// The part of the axis that is shown, in Elo.
#[derive(Clone, Copy)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

/// A line for each player: a dot for the rating, and a bar for its interval.
fn chart_section(scoreboard: &Scoreboard) -> Markup {
    let rated: Vec<(&Standing, StandingRating)> = scoreboard
        .standings
        .iter()
        .filter_map(|standing| Some((standing, standing.rating?)))
        .collect();
    if rated.is_empty() {
        return html! {};
    }
    let axis = Axis::of(rated.iter().map(|(_, rating)| rating));
    html! {
        section {
            h2 { "Ratings" }
            p class="soft" { "Elo above the mean of all players, with where it is in 95 of 100 cases." }
            div class="chart" {
                @for (standing, rating) in &rated {
                    div class="line" {
                        span class="name" { (shown(&standing.name)) }
                        (bar(axis, standing, rating))
                        span class="value" { (signed(rating.elo)) }
                    }
                }
                div class="line axis" aria-hidden="true" {
                    span class="name" {}
                    (numbers(axis))
                    span class="value" {}
                }
            }
        }
    }
}

fn bar(axis: Axis, standing: &Standing, rating: &StandingRating) -> Markup {
    let at = |elo: f64| axis.at(elo);
    let (low, high) = (at(rating.elo - rating.error), at(rating.elo + rating.error));
    let name = shown(&standing.name);
    let words = format!("{name}: {} Elo, {}", signed(rating.elo), rating.interval());
    html! {
        svg role="img" aria-label=(words) width="100%" height="26" {
            @for tick in axis.ticks() {
                line class=(if tick == 0.0 { "zero" } else { "tick" })
                    x1=(at(tick)) x2=(at(tick)) y1="0" y2="26" {}
            }
            line class="range" x1=(low) x2=(high) y1="13" y2="13" {}
            line class="range" x1=(low) x2=(low) y1="7" y2="19" {}
            line class="range" x1=(high) x2=(high) y1="7" y2="19" {}
            circle class="rating" cx=(at(rating.elo)) cy="13" r="5.5" {}
        }
    }
}

/// The labels of the ticks.
fn numbers(axis: Axis) -> Markup {
    html! {
        svg width="100%" height="20" {
            @for tick in axis.ticks() {
                text x=(axis.at(tick)) y="14" text-anchor="middle" { (tick) }
            }
        }
    }
}

impl Axis {
    fn of<'a>(ratings: impl Iterator<Item = &'a StandingRating>) -> Self {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for rating in ratings {
            low = low.min(rating.elo - rating.error);
            high = high.max(rating.elo + rating.error);
        }
        // Steps of 1, 2 or 5 times a power of ten, about five of them.
        let wanted = ((high - low) / 5.0).max(1.0);
        let power = 10_f64.powf(wanted.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let fits = |factor: &&f64| **factor * power >= wanted * 0.999;
        let step = power * factors.iter().find(fits).unwrap_or(&10.0);
        Self { low, high, step }
    }

    /// The place of an Elo value as a percentage of the width, with a margin at both ends.
    fn at(self, elo: f64) -> String {
        let part = (elo - self.low) / (self.high - self.low).max(1.0);
        format!("{:.2}%", 4.0 + 92.0 * part.clamp(0.0, 1.0))
    }

    fn ticks(self) -> impl Iterator<Item = f64> {
        let first = (self.low / self.step).ceil();
        (0..32)
            .map(move |number| (first + f64::from(number)) * self.step)
            .take_while(move |tick| *tick <= self.high)
            // Turns -0 into 0.
            .map(|tick| if tick == 0.0 { 0.0 } else { tick })
    }
}

#[cfg(test)]
mod tests;
