//! The board: the picture of reports, with a button on every square; setting up
//! positions on it.

use crate::analysis::AnalysisTask;
use crate::snapshot::{CONTENTS, Snapshot, View, content_name, problems};
use ataxx_core::board::{Bitboard, Cell, Color, Move, PlayedMove, Position, Rules, Square};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::notation::picture::{self, Arrow, PictureOptions};
use maud::{Markup, PreEscaped, html};
use std::fmt::Write as _;

/// The board.
pub fn board(snapshot: &Snapshot) -> Markup {
    let position = snapshot.shown();
    let options = options(snapshot);
    let moves = playable(snapshot);
    let mode = snapshot.draft.map_or("play", |_| "set-up");
    html! {
        div id="squares" {
            div class="picture" { (PreEscaped(picture::plain(position, &options))) }
            div class="grid" role="grid" aria-label="board"
                data-board=(snapshot.board) data-mode=(mode)
                data-turn=(position.turn().name()) data-moves=(moves.join(" "))
            {
                @for rank in (0..Square::SIDE).rev() {
                    div role="row" {
                        @for square in (0..Square::SIDE).filter_map(|file| Square::new(file, rank)) {
                            div role="gridcell" { (button(square, snapshot, options.last_move)) }
                        }
                    }
                }
            }
        }
    }
}

fn button(square: Square, snapshot: &Snapshot, last_move: Option<PlayedMove>) -> Markup {
    let position = snapshot.shown();
    let content = content_name(position.cell(square));
    let mut label = format!("{square}, {content}");
    let rules = snapshot.session.game().rules();
    if snapshot.draft.is_none()
        && let Some(taken) = taken(square, position, rules)
    {
        let _ = write!(label, ", takes {taken}");
    }
    if last_move.and_then(PlayedMove::to) == Some(square) {
        label.push_str(", last move");
    }
    html! {
        button type="button" id={ "square-" (square) } value=(square) class={ "square-button " (content) }
            aria-label=(label) {}
    }
}

/// How many pieces the side to move takes by a move to a square; `None` where it has none.
fn taken(square: Square, position: &Position, rules: &Rules) -> Option<u32> {
    if position.outcome(rules).is_some() || position.cell(square) != Cell::Empty {
        return None;
    }
    let own = position.pieces(position.turn());
    let next = Bitboard::neighbors(square);
    let near = next.intersects(own) || rules.jump_targets(square).intersects(own);
    near.then(|| (next & position.pieces(!position.turn())).count())
}

/// The moves that can be made by hand now, but a pass; extends from each of their origins.
fn playable(snapshot: &Snapshot) -> Vec<String> {
    if !snapshot.is_by_hand() {
        return Vec::new();
    }
    let (position, rules) = (snapshot.session.position(), snapshot.session.game().rules());
    let moves = BerkeleyMove::every(position, rules).into_iter();
    let moves = moves.filter(|&mv| mv != BerkeleyMove::Pass);
    moves.map(|mv| mv.to_string()).collect()
}

/// Arrows over the board: the best moves of the analysis or of a lesson.
pub fn arrows(view: View) -> Markup {
    let snapshot = view.snapshot;
    let position = snapshot.session.position();
    let is_free = !snapshot.has_exercise() && snapshot.draft.is_none();
    let is_hint = view.task == Some(AnalysisTask::HintPiece);
    let moves: Vec<Move> = if let Some(found) = view.found().filter(|_| is_free) {
        let best = found.lines.iter().map(|line| line.moves.first().copied());
        best.flatten().collect()
    } else if let Some(lesson) = &snapshot.lesson {
        let known = view.analysis.course.get(position);
        let best = known.and_then(|known| known.best.first().copied());
        best.filter(|_| !lesson.is_asking()).into_iter().collect()
    } else {
        Vec::new()
    };
    let mut options = options(snapshot);
    let arrows = moves.into_iter().filter_map(|mv| arrow(mv, position));
    // The first hint is the piece alone.
    let arrows = arrows.map(|arrow| Arrow {
        to: if is_hint { arrow.from } else { arrow.to },
        ..arrow
    });
    options.arrows = arrows.collect();
    // The best one is drawn last and lies above.
    options.arrows.dedup();
    options.arrows.reverse();
    html! { (PreEscaped(picture::arrows(&options))) }
}

fn arrow(mv: Move, position: &Position) -> Option<Arrow> {
    let to = mv.to()?;
    let from = position.origins(mv).first()?;
    Some(Arrow { from, to })
}

fn options(snapshot: &Snapshot) -> PictureOptions {
    let last_move = snapshot.session.game().last_move();
    PictureOptions {
        last_move: last_move.filter(|_| snapshot.draft.is_none()),
        ..PictureOptions::default()
    }
}

/// The choice of what a click on the board does, and the tools for it.
pub fn set_up(snapshot: &Snapshot) -> Markup {
    html! {
        @match &snapshot.draft {
            None => {
                p class="quiet" { "Put pieces and blocks anywhere, and play from there." }
                button id="mode-set-up" data-do="set-up?step=begin" { "Set up a position" }
            }
            Some(draft) => (draft_form(draft, snapshot.session.game().rules())),
        }
    }
}

/// The buttons that end a set-up, under the board.
pub fn draft_controls(draft: &Position, snapshot: &Snapshot) -> Markup {
    let is_changed = draft != snapshot.session.position();
    html! {
        button id="draft-done" class="main" data-do="set-up?step=done" { "Use this position" }
        button id="mode-play" data-do="set-up?step=discard"
            data-ask=[is_changed.then_some("Discard the position that you have set up?")]
            title="Go back to the game" { "Discard" }
    }
}

fn choice(id: &str, order: &str, label: &str, is_pressed: bool) -> Markup {
    html! { button id=(id) data-do=(order) aria-pressed=(is_pressed) { (label) } }
}

fn draft_form(draft: &Position, rules: &Rules) -> Markup {
    let [red, blue] = Color::BOTH.map(|color| draft.pieces(color).count());
    html! {
        p class="quiet" {
            "Red " (red) " · Blue " (blue) " · blocks " (draft.blocks().count()) " · rules " (rules)
        }
        @for problem in problems(draft, rules) { p class="why" { (problem) } }
        div class="row" role="group" aria-label="What a click puts down" {
            @for (number, name) in CONTENTS.map(content_name).into_iter().enumerate() {
                label {
                    input id={ "tool-" (name) } type="radio" name="tool" value=(name) checked[number == 0];
                    " " (name)
                }
            }
        }
        div class="row" role="group" aria-label="Side to move" {
            @for color in Color::BOTH {
                (choice(&format!("turn-{}", color.name()), &format!("set-up?step=turn&turn={}", color.name()),
                    &format!("{color} to move"), color == draft.turn()))
            }
        }
        form action="do/set-up" class="row" data-auto {
            input type="hidden" name="step" value="jumps";
            label for="jumps" { "Jumps in a row" }
            input id="jumps" name="jumps" type="number" min="0" max="65535" value=(draft.jumps());
        }
        div class="row" {
            button id="draft-start" data-do="set-up?step=start" { "Start position" }
            button id="draft-empty" data-do="set-up?step=empty" { "Empty board" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_session::Dialect;
    use ataxx_session::{Session, SessionSettings};

    fn snapshot() -> Snapshot {
        Snapshot::first(Session::new(
            Dialect::SPRING_2022,
            SessionSettings::default(),
        ))
    }

    #[test]
    fn every_square_is_a_button_with_a_name() {
        let html = board(&snapshot()).into_string();
        assert_eq!(html.matches("<button").count(), 49);
        for label in ["a7, red", "g7, blue", "d4, empty", "b6, empty, takes 0"] {
            assert!(html.contains(&format!("aria-label=\"{label}\"")), "{label}");
        }
        assert!(html.contains("data-moves=\"a7-a5 a7-a6 a7-b5 "));
    }
}
