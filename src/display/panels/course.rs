//! The chart of the chances during the game.

use super::review::reviewed;
use crate::display::analysis::{Analysis, Known, in_words};
use crate::display::order::Wish;
use crate::display::snapshot::Snapshot;
use ataxx_core::review::Review;
use maud::{Markup, html};
use std::fmt::Write as _;

const HEIGHT: f64 = 60.0;
const WIDTH: f64 = 300.0;
/// The limit on points of the curve.
const MOST_POINTS: usize = 150;

/// The chances of Red after each move: above the middle Red is ahead.
pub fn course(snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    let review = reviewed(snapshot, analysis);
    let tree = &snapshot.tree;
    let line = tree.line();
    let last = line.len().saturating_sub(1).max(1);
    let place = |index: usize| coordinate(index) / coordinate(last) * WIDTH;
    let chances: Vec<Option<f64>> = line
        .iter()
        .map(|&node| Some(analysis.course.get(tree.position(node)?)?.for_red.chances))
        .collect();
    let mut curve = String::new();
    let mut ends = None;
    for (middle, chance) in averaged(&chances) {
        let (x, y) = (middle / coordinate(last) * WIDTH, (1.0 - chance) * HEIGHT);
        let first = *ends.get_or_insert((x, x));
        ends = Some((first.0, x));
        let _ = write!(
            curve,
            "{}{x:.1} {y:.1}",
            if curve.is_empty() { "M" } else { "L" }
        );
    }
    let area = ends.map(|(first, last)| {
        let middle = HEIGHT / 2.0;
        format!("{curve}L{last:.1} {middle}L{first:.1} {middle}Z")
    });
    let current = line
        .iter()
        .position(|&node| node == tree.current())
        .unwrap_or_default();
    let now = tree
        .position(tree.current())
        .and_then(|position| analysis.course.get(position))
        .map_or_else(
            || "not known".to_owned(),
            |known: &Known| in_words(known.for_red),
        );
    let wanted = matches!(snapshot.wish, Wish::Lines | Wish::Review);
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" role="img"
            data-plies=(last) aria-label={ "Course of the game, now: " (now) }
        {
            rect class="upper" x="0" y="0" width=(WIDTH) height=(HEIGHT / 2.0) {}
            rect class="lower" x="0" y=(HEIGHT / 2.0) width=(WIDTH) height=(HEIGHT / 2.0) {}
            @if wanted {
                @if let Some(area) = &area { path class="area" d=(area) {} }
                path class="level" d={ "M0 " (HEIGHT / 2.0) "H" (WIDTH) } {}
                @if !curve.is_empty() { path class="curve" d=(curve) {} }
                @if let Some(review) = &review { path class="fault" d=(faults(review, &place)) {} }
                path class="now" d={ "M" (format!("{:.1}", place(current))) " 0V" (HEIGHT) } {}
            } @else {
                path class="level" d={ "M0 " (HEIGHT / 2.0) "H" (WIDTH) } {}
            }
        }
        p class="ends" aria-hidden="true" { span { "Red ahead" } span { "Blue ahead" } }
    }
}

/// A dot after each mistake.
fn faults(review: &Review, place: &impl Fn(usize) -> f64) -> String {
    let mut dots = String::new();
    for (index, after) in review.positions.iter().enumerate().skip(1) {
        if review.mistake(index - 1).is_some() {
            let y = (1.0 - after.for_red.chances) * HEIGHT;
            let _ = write!(dots, "M{:.1} {y:.1}h0", place(index));
        }
    }
    dots
}

/// The places and values of the points to draw: each known value, or in a long game the averages
/// of as many parts as can be told apart.
fn averaged(chances: &[Option<f64>]) -> Vec<(f64, f64)> {
    // Even, so that what the side to move sees in its own favour evens out.
    let part = match chances.len().div_ceil(MOST_POINTS) {
        0 | 1 => 1,
        more => more.next_multiple_of(2),
    };
    let parts = chances.chunks(part).enumerate();
    let points = parts.filter_map(|(number, chunk)| {
        let known: Vec<f64> = chunk.iter().copied().flatten().collect();
        let middle = coordinate(number * part) + coordinate(chunk.len() - 1) / 2.0;
        let average = known.iter().sum::<f64>() / coordinate(known.len());
        (!known.is_empty()).then_some((middle, average))
    });
    points.collect()
}

#[allow(clippy::cast_precision_loss)] // no game is so long
const fn coordinate(index: usize) -> f64 {
    index as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_game_is_drawn_with_few_points() {
        let short = [Some(0.5), None, Some(0.7)];
        assert_eq!(averaged(&short), [(0.0, 0.5), (2.0, 0.7)]);
        // To and fro at every ply.
        let long: Vec<Option<f64>> = (0..1001)
            .map(|ply| Some(if ply % 2 == 0 { 0.2 } else { 0.8 }))
            .collect();
        let points = averaged(&long);
        assert!(points.len() <= MOST_POINTS, "{}", points.len());
        let inner = &points[..points.len() - 1];
        assert!(inner.iter().all(|(_, chance)| (chance - 0.5).abs() < 1e-9));
        assert!(averaged(&[]).is_empty());
    }
}
