//! The review of the game, the lesson about its mistakes, and puzzles.

use crate::display::analysis::{Analysis, AnalysisTask, in_words};
use crate::display::exercises::{Lesson, LessonAnswer, PuzzleChoice};
use crate::display::html::step;
use crate::display::snapshot::Snapshot;
use crate::display::tree::Node;
use crate::puzzles::{Difficulty, Kind};
use ataxx_core::board::{Color, Position};
use ataxx_core::diagnostic::text::percent;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::review::{Mistake, Review};
use maud::{Markup, html};

/// The review of the line over the current position; `None` if none was requested.
pub fn reviewed(snapshot: &Snapshot, analysis: &Analysis) -> Option<Review> {
    let rules = snapshot.session.game().rules();
    (snapshot.analysis_task == AnalysisTask::Review)
        .then(|| analysis.review(snapshot.tree.played_line(), rules))
}

/// The mark of a mistake, after the move.
pub const fn mark(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::Inaccuracy => "?!",
        Mistake::Mistake => "?",
        Mistake::Blunder | Mistake::MissedWin => "??",
    }
}

/// The panel: accuracy and mistakes, or the lesson.
pub fn review(snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    if let Some(lesson) = &snapshot.lesson {
        return self::lesson(lesson, snapshot, analysis);
    }
    let Some(review) = reviewed(snapshot, analysis) else {
        return html! {};
    };
    let line = snapshot.tree.line();
    let done = review.positions.len();
    if done < line.len() {
        return html! {
            p class="quiet" role="status" {
                span class="running" aria-hidden="true" {}
                "Reviewing: " (done) " of " (line.len()) " positions"
            }
        };
    }
    let mistakes: Vec<(usize, Mistake)> = (0..done)
        .filter_map(|index| Some((index, review.mistake(index)?)))
        .collect();
    html! {
        dl class="accuracy" {
            @for side in Color::BOTH {
                div {
                    dt { span class={ "piece-icon " (side.name()) } {} (side) }
                    dd { (review.accuracy(side).map_or_else(|| "–".to_owned(), |part| percent(part, 0))) }
                }
            }
        }
        @if mistakes.is_empty() {
            p class="quiet" { "No move lost 5 % of the chances." }
        } @else {
            ol class="mistakes" {
                @for (index, mistake) in &mistakes {
                    li { (self::mistake(*index, *mistake, &review, &line, snapshot)) }
                }
            }
            form method="post" action="do/learn" {
                button id="do-learn" class="main" { "Learn from the mistakes" }
            }
        }
    }
}

fn mistake(
    index: usize,
    mistake: Mistake,
    review: &Review,
    line: &[Node],
    snapshot: &Snapshot,
) -> Markup {
    let before = &review.positions[index];
    let after = &review.positions[index + 1];
    let played = before.played.map(BerkeleyMove::from);
    let best = before.best.first();
    let best = best.map(|&mv| BerkeleyMove::of(mv, &before.position));
    let current = line[index] == snapshot.tree.current();
    html! {
        form method="post" action="do/go" {
            button name="node" value=(line[index]) class={ "ply " (before.mover().name()) }
                aria-current=[current.then_some("step")]
            {
                (before.turn_number()) ". "
                @if let Some(played) = played { (played) " " }
                (mark(mistake))
            }
        }
        span { (mistake.name()) ": " (in_words(before.for_red)) " → " (in_words(after.for_red)) }
        @if let Some(best) = best {
            form method="post" action="do/better" {
                button name="node" value=(line[index]) class={ "ply " (before.mover().name()) }
                    title="Show what was better" { "better " (best) }
            }
        }
    }
}

fn lesson(lesson: &Lesson, snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    let (number, all) = lesson.progress();
    let tree = &snapshot.tree;
    let position = tree.position(lesson.place());
    let side = position.map_or(Color::Red, Position::turn);
    let played = tree
        .after(lesson.place())
        .and_then(|next| tree.played(next));
    let played = played.map(|played| BerkeleyMove::from(played).to_string());
    let known = position.and_then(|position| analysis.course.get(position));
    let best = known
        .and_then(|known| known.best.first())
        .zip(position)
        .map(|(&mv, position)| BerkeleyMove::of(mv, position).to_string())
        .unwrap_or_default();
    html! {
        div class="lesson" {
            p class="quiet" { "Mistake " (number) " of " (all) }
            @match lesson.answer {
                LessonAnswer::None => p {
                    (side) " played " b { (played.unwrap_or_default()) } ". Find a better move on the board."
                },
                LessonAnswer::Wrong(mv) => p class="refused" {
                    b { (mv) } " is no better. Try another move."
                },
                LessonAnswer::Right(mv) if mv.to_string() == best => p class="right" { b { (mv) } " is the best move." },
                LessonAnswer::Right(mv) => p class="right" {
                    b { (mv) } " is good. The best move is " b { (best) } "."
                },
                LessonAnswer::Shown => p { "The best move is " b { (best) } "." },
            }
        }
        div class="row" {
            @if lesson.is_asking() { (step("lesson", "show", "Show the move")) }
            (step("lesson", "next", if number < all { "Next" } else { "Finish" }))
            @if number < all { (step("lesson", "end", "End")) }
        }
    }
}

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
        @if snapshot.puzzle.is_some() && snapshot.analysis_task != AnalysisTask::Nothing {
            p class="quiet" { "Analysis is hidden until the puzzle is solved." }
        }
    }
}
