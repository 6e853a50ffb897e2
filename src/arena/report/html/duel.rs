//! A match between two players.

use crate::arena::report::duel::{Duel, DuelTest};
use crate::arena::report::scoreboard::Scoreboard;
use crate::arena::report::words::percent;
use maud::{Markup, html};

pub fn markup(duel: &Duel, scoreboard: &Scoreboard) -> Markup {
    let name = |player| scoreboard.name(player).unwrap_or_default();
    html! {
        section class="duel" {
            h2 { (name(0)) " against " (name(1)) }
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
            (test.elo0) " Elo against " (test.elo1) " Elo, with errors of at most "
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
