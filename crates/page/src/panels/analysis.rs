//! The analysis: lines, chances, and the chart of the chances during the game; the review of the
//! game, the lesson about its mistakes, and the choice of puzzles.

use crate::analysis::{Analysis, AnalysisTask, Found, FoundLine, in_words, own_moves};
use crate::exercises::{Lesson, LessonAnswer, PuzzleChoice, name_of, task_of};
use crate::html::select;
use crate::snapshot::{Snapshot, View};
use crate::tree::{Node, in_notation};
use ataxx_core::board::{Color, Position};
use ataxx_core::diagnostic::text::{percent, thousands};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::puzzles::{Difficulty, PuzzleKind};
use ataxx_core::review::{Mistake, Review, Reviewed};
use maud::{Markup, html};

/// The number of moves shown of a line.
const MAX_LINE_LENGTH: usize = 12;
const HEIGHT: f64 = 60.0;
const WIDTH: f64 = 300.0;
/// The limit on points of the curve.
const MAX_POINTS: usize = 150;

/// The chances of both sides, as a bar.
pub fn bar(view: View) -> Markup {
    if view.task.is_none() {
        return html! {};
    }
    let snapshot = view.snapshot;
    let found = view.found().and_then(|found| found.lines.first());
    let known = view.analysis.course.get(snapshot.session.position());
    let worth = found
        .map(|line| line.for_red)
        .or(known.map(|known| known.for_red));
    let worth = worth.filter(|_| !snapshot.hides_analysis());
    let red = worth.map_or(50.0, |worth| worth.chances * 100.0);
    let words = worth.map_or_else(|| "no analysis".to_owned(), in_words);
    html! {
        svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img"
            aria-label={ "Evaluation: " (words) }
        {
            rect class="blue" x="0" y="0" width="100" height="4" {}
            rect class="red" x="0" y="0" width=(format!("{red:.1}")) height="4" {}
            rect class="middle" x="49.9" y="0" width="0.2" height="4" {}
        }
    }
}

/// The buttons for analysis.
pub fn analyses(view: View) -> Markup {
    let engines = view.snapshot.engines.iter().enumerate();
    let button = |id: &str, task: AnalysisTask, label: &str, title: &str| {
        html! {
            button id=(id) data-analysis=(task) aria-pressed=(view.task == Some(task)) title=(title) { (label) }
        }
    };
    let proofs = [3, 5, 7, 9, 11, 15, 21].map(|plies| {
        let task = AnalysisTask::Solve(plies);
        let label = format!("in {}", own_moves(u32::from(plies)));
        (task.to_string(), label, view.task == Some(task))
    });
    let none = (String::new(), "Forced win?".to_owned(), false);
    let proofs = [none].into_iter().chain(proofs);
    html! {
        (button("do-lines", AnalysisTask::Lines, "Analyse", "Show the best lines"))
        @for (number, engine) in engines {
            (button(&format!("do-engine-{number}"), AnalysisTask::Engine(number), engine, "Analyse with this engine"))
        }
        (button("do-review", AnalysisTask::Review, "Review", "Find the mistakes of the game"))
        @match view.task {
            Some(AnalysisTask::Hint) => (button("do-hint", AnalysisTask::Hint, "Hint", "Hide the hint")),
            Some(AnalysisTask::HintPiece) => {
                button id="do-hint" class="main" data-analysis=(AnalysisTask::Hint) title="Show the whole move" { "Show the move" }
            }
            _ => (button("do-hint", AnalysisTask::HintPiece, "Hint", "Show a piece that has a good move, and then the move"))
        }
        label class="unseen" for="plies" { "Prove or refute a forced win" }
        (select("plies", "plies", proofs))
    }
}

/// The results of the analysis.
pub fn analysis(view: View) -> Markup {
    let position = view.snapshot.session.position();
    html! {
        @match (view.task, view.found()) {
            (None | Some(AnalysisTask::Review), _) => {}
            _ if view.snapshot.hides_analysis() => p class="quiet" { "Hidden until the move is found." },
            (_, None) => p class="quiet" { "Looking …" },
            (Some(AnalysisTask::HintPiece), Some(found)) => p class="summary" { (piece_of(found, position)) },
            (Some(_), Some(found)) => {
                p class="summary" {
                    @if found.done.is_none() { span class="running" aria-hidden="true" {} }
                    @if let Some(words) = &found.words {
                        (words)
                    } @else if let Some(best) = found.lines.first() {
                        b { (in_words(best.for_red)) }
                        " · depth " (found.depth) ", " (thousands(found.nodes)) " positions"
                    } @else if found.done.is_none() {
                        "Looking …"
                    }
                }
                ol class="lines" {
                    @for found in &found.lines { li { (line(found, position, view.snapshot)) } }
                }
            }
        }
    }
}

/// The first hint: the piece that a good move is made with.
fn piece_of(found: &Found, position: &Position) -> String {
    let Some(mv) = found.lines.first().and_then(|line| line.moves.first()) else {
        return if found.done.is_some() {
            "There is no move."
        } else {
            "Looking …"
        }
        .to_owned();
    };
    match position.origins(*mv).first() {
        Some(from) => format!("The piece on {from} has a good move."),
        None => "The only move is a pass.".to_owned(),
    }
}

/// The order for the place after a number of moves of a line.
fn follow(node: Node, moves: &[BerkeleyMove], plies: usize) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    format!("follow?node={node}&plies={plies}&line={}", moves.join("+"))
}

/// A line that was found; each of its moves is a button that plays up to it.
fn line(found: &FoundLine, position: &Position, snapshot: &Snapshot) -> Markup {
    let sides = [position.turn(), !position.turn()].into_iter().cycle();
    let node = snapshot.tree.current();
    let rules = snapshot.session.game().rules();
    let moves = in_notation(position, &found.moves, rules);
    html! {
        span class="worth" { (in_words(found.for_red)) }
        @for ((plies, mv), side) in (1..).zip(&moves).zip(sides).take(MAX_LINE_LENGTH) {
            button data-do=(follow(node, &moves, plies)) class={ "ply " (side.name()) }
                aria-label={ (side) " " (mv) ": play up to here" } { (mv) }
        }
        @if moves.len() > MAX_LINE_LENGTH { span class="quiet" { "+" (moves.len() - MAX_LINE_LENGTH) } }
    }
}

/// The chances of Red after each move: above the middle Red is ahead.
pub fn course(view: View) -> Markup {
    let wanted = matches!(view.task, Some(AnalysisTask::Lines | AnalysisTask::Review));
    let (tree, analysis) = (&view.snapshot.tree, view.analysis);
    let line = tree.line();
    if !wanted || line.len() < 2 {
        return html! {};
    }
    let last = line.len() - 1;
    let x = |ply: f64| ply / coordinate(last) * WIDTH;
    let known = |node: Node| analysis.course.get(tree.position(node)?);
    let chances: Vec<Option<f64>> = line
        .iter()
        .map(|&node| Some(known(node)?.for_red.chances))
        .collect();
    let points = averaged(&chances).into_iter();
    let points: Vec<_> = points
        .map(|(ply, chance)| (x(ply), (1.0 - chance) * HEIGHT))
        .collect();
    let places: Vec<_> = points
        .iter()
        .map(|(x, y)| format!("{x:.1} {y:.1}"))
        .collect();
    let curve = format!("M{}", places.join("L"));
    let ends = points.first().zip(points.last());
    let area = ends.map(|((first, _), (last, _))| {
        let middle = HEIGHT / 2.0;
        format!("{curve}L{last:.1} {middle}L{first:.1} {middle}Z")
    });
    let current = line.iter().position(|&node| node == tree.current());
    let now = x(coordinate(current.unwrap_or_default()));
    let words = known(tree.current())
        .map_or_else(|| "not known".to_owned(), |known| in_words(known.for_red));
    html! {
        svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" role="img"
            data-plies=(last) aria-label={ "Course of the game, now: " (words) }
        {
            rect class="upper" x="0" y="0" width=(WIDTH) height=(HEIGHT / 2.0) {}
            rect class="lower" x="0" y=(HEIGHT / 2.0) width=(WIDTH) height=(HEIGHT / 2.0) {}
            @if let Some(area) = area {
                path class="area" d=(area) {}
                path class="curve" d=(curve) {}
            }
            path class="level" d={ "M0 " (HEIGHT / 2.0) "H" (WIDTH) } {}
            @if let Some(review) = view.review() { path class="fault" d=(faults(&review, x)) {} }
            path class="now" d=(format!("M{now:.1} 0V{HEIGHT}")) {}
        }
        p class="ends" aria-hidden="true" { span { "Red ahead" } span { "Blue ahead" } }
    }
}

/// A dot after each mistake.
fn faults(review: &Review, x: impl Fn(f64) -> f64) -> String {
    let dot = |(index, after): (usize, &Reviewed)| {
        review.mistake(index.checked_sub(1)?)?;
        let y = (1.0 - after.for_red.chances) * HEIGHT;
        Some(format!("M{:.1} {y:.1}h0", x(coordinate(index))))
    };
    let positions = review.positions.iter().enumerate();
    positions.filter_map(dot).collect()
}

/// The places and values of the points to draw: each known value, or in a long game the averages
/// of as many parts as can be told apart.
fn averaged(chances: &[Option<f64>]) -> Vec<(f64, f64)> {
    // Even, so that what the side to move sees in its own favour evens out.
    let part = match chances.len().div_ceil(MAX_POINTS) {
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

/// The mark of a mistake, after the move.
pub const fn mark(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::Inaccuracy => "?!",
        Mistake::Mistake => "?",
        Mistake::Blunder | Mistake::MissedWin => "??",
    }
}

/// The panel: accuracy and mistakes, or the lesson.
pub fn review(view: View) -> Markup {
    let snapshot = view.snapshot;
    if let Some(lesson) = &snapshot.lesson {
        return self::lesson(lesson, snapshot, view.analysis);
    }
    let Some(review) = view.review() else {
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
            button id="do-learn" class="main" data-do="lesson?step=begin" { "Learn from the mistakes" }
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
    let rules = snapshot.session.game().rules();
    let better = in_notation(&before.position, &before.best, rules);
    let current = line[index] == snapshot.tree.current();
    html! {
        button data-do={ "go?node=" (line[index]) } class={ "ply " (before.mover().name()) }
            aria-current=[current.then_some("step")]
        {
            (before.turn_number()) ". "
            @if let Some(played) = played { (played) " " }
            (mark(mistake))
        }
        span { (mistake.name()) ": " (in_words(before.for_red)) " → " (in_words(after.for_red)) }
        @if let Some(best) = better.first() {
            button data-do=(follow(line[index], &better, 1)) class={ "ply " (before.mover().name()) }
                title="Show what was better" { "better " (best) }
        }
    }
}

fn lesson(lesson: &Lesson, snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    let (number, all) = lesson.progress();
    let tree = &snapshot.tree;
    let best_at = |node: Node| {
        let position = tree.position(node)?;
        let known = analysis.course.get(position)?;
        let best = known.best.first().map(|&mv| BerkeleyMove::of(mv, position));
        Some((known, best.map(|mv| mv.to_string())))
    };
    let place = lesson.place();
    let side = tree.position(place).map_or(Color::Red, Position::turn);
    let next = tree.after(place);
    let played = next.and_then(|next| tree.played(next));
    let bad = played.map_or_else(String::new, |played| BerkeleyMove::from(played).to_string());
    let answer = next.and_then(best_at).map(|(known, answer)| {
        let worth = in_words(known.for_red);
        match answer {
            Some(answer) => format!("{} then has {answer}: {worth}.", !side),
            None => format!("{worth}."),
        }
    });
    let best = best_at(place).and_then(|(_, best)| best);
    let best = best.unwrap_or_default();
    html! {
        div class="lesson" {
            p class="quiet" { "Mistake " (number) " of " (all) }
            @match lesson.answer {
                LessonAnswer::None => p {
                    (side) " played " b { (bad) } ". " (answer.unwrap_or_default()) " Find a better move on the board."
                },
                LessonAnswer::Wrong(mv, reply) => p class="refused" {
                    b { (mv) } " is no better"
                    @if let Some((reply, worth)) = reply {
                        ": " (!side) " answers " b { (reply) } ", " (in_words(worth))
                    }
                    ". Try another move."
                },
                LessonAnswer::Right(mv) if mv.to_string() == best => p class="right" { b { (mv) } " is the best move." },
                LessonAnswer::Right(mv) => p class="right" {
                    b { (mv) } " is good. The best move is " b { (best) } "."
                },
                LessonAnswer::Shown => p { "The best move is " b { (best) } "." },
            }
        }
        div class="row" {
            @if lesson.is_asking() {
                button id="lesson-show" data-do="lesson?step=show" { "Show the move" }
            }
            button id="lesson-next" data-do="lesson?step=next" {
                @if number < all { "Next" } @else { "Finish" }
            }
            @if number < all { button id="lesson-end" data-do="lesson?step=end" { "End" } }
        }
    }
}

/// The choice of the next puzzle.
pub fn puzzle(snapshot: &Snapshot) -> Markup {
    let rules = snapshot.session.dialect().rules();
    let choice = snapshot.puzzle.as_ref().map(|open| open.choice);
    let choice = choice.unwrap_or_default();
    let (mut all, mut solved) = (0, 0);
    for (_, puzzle) in PuzzleChoice::default().all(rules) {
        all += 1;
        solved += usize::from(snapshot.solved.contains(&name_of(&puzzle)));
    }
    if all == 0 {
        return html! { p class="quiet" { "There are no puzzles for these rules." } };
    }
    let kinds = PuzzleKind::ALL.map(|kind| (kind.name(), task_of(kind), choice.kind == Some(kind)));
    let levels = Difficulty::ALL.map(|level| {
        let name = level.name();
        (name, name, choice.difficulty == Some(level))
    });
    html! {
        form id="puzzle-choice" action="do/puzzle" class="row" {
            input type="hidden" name="step" value="next";
            label class="unseen" for="puzzle-kind" { "Kind" }
            (select("puzzle-kind", "kind", [("", "All kinds".to_owned(), false)].into_iter().chain(kinds)))
            label class="unseen" for="puzzle-difficulty" { "Difficulty" }
            (select("puzzle-difficulty", "difficulty", [("", "Any level", false)].into_iter().chain(levels)))
            button id="puzzle-next" {
                @if snapshot.puzzle.is_some() { "Next puzzle" } @else { "Solve a puzzle" }
            }
        }
        p class="quiet" { (solved) " of " (all) " solved" }
    }
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
        assert!(points.len() <= MAX_POINTS, "{}", points.len());
        let inner = &points[..points.len() - 1];
        assert!(inner.iter().all(|(_, chance)| (chance - 0.5).abs() < 1e-9));
        assert!(averaged(&[]).is_empty());
    }
}
