//! The chart of the chances during the game.

use crate::display::analysis::{Analysis, Worth};
use crate::display::order::Wish;
use crate::display::snapshot::Snapshot;
use maud::{Markup, html};
use std::fmt::Write as _;

const HEIGHT: f64 = 60.0;
const WIDTH: f64 = 300.0;

/// The chances of Red after each move: above the middle Red is ahead.
pub fn course(snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    let tree = &snapshot.tree;
    let line = tree.line();
    let last = line.len().saturating_sub(1).max(1);
    let place = |index: usize| coordinate(index) / coordinate(last) * WIDTH;
    let mut curve = String::new();
    let mut ends = None;
    for (index, &node) in line.iter().enumerate() {
        let worth = tree
            .position(node)
            .and_then(|position| analysis.course.get(position));
        let Some(worth) = worth else { continue };
        let (x, y) = (place(index), (1.0 - worth.chance()) * HEIGHT);
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
        .map_or_else(|| "not known".to_owned(), |worth: &Worth| worth.words());
    let wanted = snapshot.wish == Wish::Lines;
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
                path class="now" d={ "M" (format!("{:.1}", place(current))) " 0V" (HEIGHT) } {}
            } @else {
                path class="level" d={ "M0 " (HEIGHT / 2.0) "H" (WIDTH) } {}
            }
        }
        p class="ends" aria-hidden="true" { span { "Red ahead" } span { "Blue ahead" } }
    }
}

#[allow(clippy::cast_precision_loss)] // no game is so long
const fn coordinate(index: usize) -> f64 {
    index as f64
}
