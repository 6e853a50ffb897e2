//! The puzzles.

use super::step;
use crate::display::order::Wish;
use crate::display::puzzle::PuzzleChoice;
use crate::display::snapshot::Snapshot;
use crate::puzzles::{Difficulty, Kind};
use maud::{Markup, html};

/// The puzzle on the board, and the choice of the next.
pub fn puzzle(snapshot: &Snapshot) -> Markup {
    let rules = snapshot.session.dialect().rules();
    if PuzzleChoice::default().next(&rules, 0).is_none() {
        return html! { p class="quiet" { "There are no puzzles for these rules." } };
    }
    let choice = snapshot.puzzle.as_ref().map(|open| open.choice);
    let choice = choice.unwrap_or_default();
    html! {
        @if let Some(open) = &snapshot.puzzle {
            div class="lesson" {
                p class="quiet" { "Puzzle " (open.number) ", " (open.puzzle.difficulty) }
                p { (open.puzzle.position.turn()) " to move: " b { (open.puzzle.kind.title()) } }
                @if !open.message.is_empty() {
                    p class=(if open.is_solved { "right" } else { "said" }) { (open.message) }
                }
            }
            @if !open.is_solved {
                div class="row" {
                    (step("puzzle", "hint", "Hint"))
                    (step("puzzle", "answer", "Show the answer"))
                    (step("puzzle", "end", "End"))
                }
            }
        }
        form method="post" action="do/puzzle" class="row" {
            input type="hidden" name="step" value="next";
            label class="unseen" for="puzzle-kind" { "Kind" }
            select id="puzzle-kind" name="kind" {
                option value="" { "All kinds" }
                @for kind in Kind::ALL {
                    option value=(kind.name()) selected[choice.kind == Some(kind)] { (kind.title()) }
                }
            }
            label class="unseen" for="puzzle-difficulty" { "Difficulty" }
            select id="puzzle-difficulty" name="difficulty" {
                option value="" { "Easy to hard" }
                @for difficulty in Difficulty::ALL {
                    option value=(difficulty.name()) selected[choice.difficulty == Some(difficulty)] {
                        (difficulty.name())
                    }
                }
            }
            button id="puzzle-next" class=[snapshot.puzzle.as_ref().is_none_or(|open| open.is_solved).then_some("main")] {
                @if snapshot.puzzle.is_some() { "Next puzzle" } @else { "Begin" }
            }
        }
        @if snapshot.puzzle.is_some() && snapshot.wish != Wish::Nothing {
            p class="quiet" { "Analysis is hidden until the puzzle is solved." }
        }
    }
}
