//! The state of the game: who is to move, the result, what is going on, the log.

use crate::display::exercises::LessonAnswer;
use crate::display::opened;
use crate::display::snapshot::{Mode, Snapshot};
use crate::session::{State, WaitingFor};
use ataxx_core::board::{Color, Move, Outcome};
use ataxx_core::notation::BerkeleyMove;
use maud::{Markup, html};

/// The side to move, the pieces and the result.
pub fn status(snapshot: &Snapshot) -> Markup {
    let position = snapshot.shown();
    let session = &snapshot.session;
    let rules = session.game().rules();
    let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
    let over = over(snapshot).filter(|_| session.state() != State::SetUp);
    let (headline, detail) = match (snapshot.mode, over) {
        (Mode::SetUp(_), _) => ("Setting up a position".to_owned(), String::new()),
        (_, Some(over)) => over,
        (_, None) => (format!("{} to move", position.turn()), now(snapshot)),
    };
    let jumps = match &rules.jump_limit {
        Some(limit) => format!("{} of {} jumps in a row", position.jumps(), limit.jumps),
        None => String::new(),
    };
    html! {
        div class="side red" {
            span class="piece-icon red" {} b { (red) } span class="side-name" { "Red" }
        }
        div class="headline" {
            h2 { (headline) }
            p {
                (detail)
                @if let Some(thinking) = snapshot.thinking {
                    span class="clock" data-since=(thinking.since_1970()) {}
                }
            }
            p { (jumps) }
        }
        div class="side blue" {
            span class="side-name" { "Blue" } b { (blue) } span class="piece-icon blue" {}
        }
    }
}

/// The current activity, in words.
fn now(snapshot: &Snapshot) -> String {
    let position = snapshot.session.position();
    let must_pass = must_pass(snapshot);
    if let Some(awaited) = snapshot.awaited {
        return match awaited {
            WaitingFor::Guest => "waiting for an opponent to join".to_owned(),
            WaitingFor::Answer => "waiting for an answer".to_owned(),
            WaitingFor::SetUp => "the host sets the game up".to_owned(),
            WaitingFor::Move(color) => format!("{color} plays elsewhere …"),
            WaitingFor::Stop => "waiting for the opponent’s word".to_owned(),
        };
    }
    match (snapshot.thinking, snapshot.paused()) {
        (Some(thinking), _) => format!("{} is thinking …", thinking.color),
        (None, Some(color)) => format!("{color}’s AI waits"),
        (None, None) if must_pass => format!("{} has to pass", position.turn()),
        (None, None) if snapshot.session.state() == State::SetUp => "before the game".to_owned(),
        (None, None) => format!("turn {}", position.turn_number()),
    }
}

pub fn must_pass(snapshot: &Snapshot) -> bool {
    let session = &snapshot.session;
    let mut moves = session.position().legal_moves(session.game().rules());
    moves.next() == Some(Move::Pass)
}

fn ended(outcome: Outcome, red: u32, blue: u32) -> (String, String) {
    let result = match outcome.winner {
        Some(Color::Red) => format!("Red wins, {red} to {blue}"),
        Some(Color::Blue) => format!("Blue wins, {blue} to {red}"),
        None => format!("A draw, {red} to {blue}"),
    };
    (result, outcome.ending.to_string())
}

/// The result and how it came about, if the game is over.
pub fn over(snapshot: &Snapshot) -> Option<(String, String)> {
    let position = snapshot.session.position();
    let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
    let outcome = position.outcome(snapshot.session.game().rules());
    outcome
        .map(|outcome| ended(outcome, red, blue))
        .or_else(|| snapshot.resigned().map(resigned))
}

fn resigned(loser: Color) -> (String, String) {
    (format!("{} wins", !loser), format!("{loser} has resigned"))
}

/// What became of a puzzle or a lesson, and the last move and its effect, for screen readers:
/// they announce changes of a text that was there before, and miss one that appears.
pub fn spoken(snapshot: &Snapshot) -> Markup {
    let puzzle = snapshot.puzzle.as_ref().map(|open| open.message.clone());
    let lesson = snapshot.lesson.as_ref().map(|lesson| match lesson.answer {
        LessonAnswer::Wrong(mv) => format!("{mv} is no better. "),
        LessonAnswer::Right(mv) => format!("{mv} is good. "),
        _ => String::new(),
    });
    let result = puzzle.or(lesson).unwrap_or_default();
    let tree = &snapshot.tree;
    let position = snapshot.session.position();
    let last = tree.played(tree.current()).and_then(|played| {
        let before = tree.position(tree.before(tree.current())?)?;
        let mover = before.turn();
        let mv = BerkeleyMove::from(played);
        let taken = before.pieces(!mover).count() - position.pieces(!mover).count();
        Some(match played.mv {
            Move::Pass => format!("{mover} passes."),
            Move::Extend { .. } => format!("{mover} extends {mv}, takes {taken}."),
            Move::Jump { .. } => format!("{mover} jumps {mv}, takes {taken}."),
        })
    });
    let state = match over(snapshot) {
        Some((headline, detail)) => format!("{headline}: {detail}."),
        None => format!("{} to move.", position.turn()),
    };
    html! { (result) " " (last.unwrap_or_default()) " " (state) }
}

/// The notice on the last order.
pub fn notice(snapshot: &Snapshot) -> Markup {
    html! {
        @if let Some(notice) = &snapshot.notice {
            p class={ @if notice.refused { "refused" } } { (notice.text) }
        }
    }
}

/// The panel of an opened certificate or scenario.
pub fn opened(snapshot: &Snapshot) -> Markup {
    match &snapshot.opened {
        None => html! {},
        Some(opened) => opened::panel(opened, snapshot.session.position()),
    }
}

/// The log of the session.
pub fn log(snapshot: &Snapshot) -> Markup {
    html! {
        @for line in snapshot.log.iter() {
            pre class=(line.kind.name()) { (line.text) }
        }
    }
}
