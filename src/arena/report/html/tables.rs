//! The standings and the cross table.

use crate::arena::report::scoreboard::{Meeting, Scoreboard, Standing};
use crate::arena::report::words::{percent, shown, signed};
use maud::{Markup, html};

/// The standings.
pub fn standings(scoreboard: &Scoreboard) -> Markup {
    let forfeits = scoreboard
        .standings
        .iter()
        .any(|standing| !standing.forfeits.is_empty());
    let random = scoreboard.has_random_moves();
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
                            @if random { th scope="col" class="name" { "Random moves" } }
                        }
                    }
                    tbody {
                        @for standing in &scoreboard.standings { (row(standing, forfeits, random)) }
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

fn row(standing: &Standing, forfeits: bool, random: bool) -> Markup {
    html! {
        tr {
            td { (standing.rank) }
            th scope="row" class="name" { (shown(&standing.name)) }
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
            @if random { td class="name" { (standing.random_moves.in_words()) } }
        }
    }
}

/// The cross table.
pub fn cross(scoreboard: &Scoreboard) -> Markup {
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
                                th scope="row" class="name" { (shown(&standing.name)) }
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
