//! A chart of the ratings with their intervals.

use crate::arena::report::scoreboard::{Scoreboard, Standing, StandingRating};
use crate::arena::report::words::{shown, signed};
use maud::{Markup, html};

/// The part of the axis that is shown, in Elo.
#[derive(Clone, Copy)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

/// A line for each player: a dot for the rating, and a bar for its interval.
pub fn markup(scoreboard: &Scoreboard) -> Markup {
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
