//! The panels around the board.

mod course;
mod end;
mod moves;
mod puzzle;
mod review;
mod set_up;
mod texts;
mod variation;

pub use course::course;
pub use end::{end, new_game};
pub use moves::moves;
pub use puzzle::puzzle;
pub use review::review;
pub use set_up::set_up;
pub use texts::{log, opened, texts};
pub use variation::variation;

use super::analysis::{Analysis, Found, in_words};
use super::board_view::all_moves;
use super::lesson::LessonAnswer;
use super::mode::Mode;
use super::order::Wish;
use super::snapshot::Snapshot;
use super::strength::OfferedStrength;
use crate::session::State;
use crate::session::WaitingFor;
use ataxx_core::board::{Color, Move, Outcome, Position};
use ataxx_core::diagnostic::text::thousands;
use ataxx_core::notation::BerkeleyMove;
use maud::{Markup, html};

/// The number of moves shown of a line.
const LONGEST_LINE: usize = 12;

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
            WaitingFor::Guest => "waiting for somebody to join".to_owned(),
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

fn must_pass(snapshot: &Snapshot) -> bool {
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
fn over(snapshot: &Snapshot) -> Option<(String, String)> {
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

/// A button that is a form of its own.
fn act(what: &str, label: &str, title: &str, enabled: bool) -> Markup {
    html! {
        form method="post" action={ "do/" (what) } {
            button id={ "do-" (what) } title=(title) disabled[!enabled] { (label) }
        }
    }
}

/// A button that goes on with a lesson or a puzzle.
fn step(task: &str, what: &str, label: &str) -> Markup {
    html! {
        form method="post" action={ "do/" (task) } {
            button id={ (task) "-" (what) } name="step" value=(what) { (label) }
        }
    }
}

/// The buttons for the game.
pub fn controls(snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    let session = &snapshot.session;
    let playing = snapshot.mode == Mode::Play;
    let tree = &snapshot.tree;
    let has_before = tree.before(tree.current()).is_some();
    let has_after =
        tree.after(tree.current()).is_some() || analysis.forced_win(snapshot.board).is_some();
    let thinking = snapshot.thinking.is_some() || snapshot.awaited.is_some();
    let pass = must_pass(snapshot) && snapshot.is_by_hand();
    html! {
        (act("undo", "Undo", "Take the last move back (Ctrl+Z)", playing && (has_before || snapshot.resigned().is_some())))
        (act("redo", "Redo", "Make it again (Ctrl+Y)", playing && has_after && !thinking))
        @if pass {
            form method="post" action="do/move" {
                input type="hidden" name="board" value=(snapshot.board);
                button id="do-pass" class="main" name="move" value="-" { "Pass" }
            }
        } @else if session.state() == State::SetUp {
            (act("start", "Start", "End the set-up", playing))
        } @else if thinking {
            (act("stop", "Stop", "Let it play what it has found (Escape)", true))
        } @else {
            (act("go-on", "Go on", "Let the AI move", playing && (snapshot.paused().is_some() || session.waiting_for().is_some())))
        }
        (act("resign", "Resign", "Give the game up; Undo takes it back", snapshot.can_resign().is_some()))
        (act("turn", "Turn", "Turn the board round (F)", true))
        @if snapshot.previous.is_some() {
            (act("bring-back", "Bring back", "Put the game before this one back on the board", true))
        }
        (act("new", "Clear", "An empty game with the same players", true))
        button type="button" id="do-new-game" class="with-script" data-dialog="new-game-dialog" { "New game …" }
    }
}

/// The notice on the last order.
pub fn notice(snapshot: &Snapshot) -> Markup {
    html! {
        @if let Some(notice) = &snapshot.notice {
            p class={ @if notice.refused { "refused" } } { (notice.text) }
        }
    }
}

/// Every legal move, as a plain form.
pub fn choice(snapshot: &Snapshot) -> Markup {
    let moves = if snapshot.is_by_hand() {
        all_moves(snapshot.session.position(), snapshot.session.game().rules())
    } else {
        Vec::new()
    };
    html! {
        form method="post" action="do/move" class="choice" {
            input type="hidden" name="board" value=(snapshot.board);
            label for="any-move" { "Legal moves (" (moves.len()) ")" }
            select id="any-move" name="move" disabled[moves.is_empty()] {
                @for mv in &moves { option value=(mv) { (mv) } }
                @if moves.is_empty() { option value="" { "none by hand" } }
            }
            button id="do-any-move" disabled[moves.is_empty()] { "Play" }
        }
    }
}

/// The players.
pub fn players(snapshot: &Snapshot) -> Markup {
    html! {
        @for color in Color::BOTH {
            form method="post" action="do/player" class={ "player " (color.name()) } data-auto="change" {
                input type="hidden" name="color" value=(color.name());
                span class={ "piece-icon " (color.name()) } {}
                label for={ "who-" (color.name()) } { (color) }
                select id={ "who-" (color.name()) } name="who" { (player_choices(color, snapshot)) }
                button class="without-script" { "Set" }
            }
        }
    }
}

/// The options of a list of players, with the present one selected.
fn player_choices(color: Color, snapshot: &Snapshot) -> Markup {
    let is_ai = snapshot.session.player(color).is_ai();
    let strength = OfferedStrength::of_player(&snapshot.session, color);
    let seat = snapshot.seats[color.index()];
    html! {
        option value="person" selected[!is_ai] { "You" }
        @for offered in OfferedStrength::ALL {
            option value=(offered.name) selected[is_ai && seat.is_none() && offered == strength] {
                (offered.label)
            }
        }
        @for (number, engine) in snapshot.engines.iter().enumerate() {
            option value={ "engine-" (number) } selected[is_ai && seat == Some(number)] {
                "Engine " (engine)
            }
        }
    }
}

/// The chances of both sides, as a bar.
pub fn bar(snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    let worth = analysis
        .lines
        .first()
        .filter(|_| analysis.board == snapshot.board && snapshot.wish != Wish::Nothing)
        .map(|line| line.for_red)
        .or_else(|| Some(analysis.course.get(snapshot.session.position())?.for_red))
        .filter(|_| snapshot.wish != Wish::Nothing && !snapshot.hides_analysis());
    let red = worth.map_or(50.0, |worth| worth.chances * 100.0);
    let words = worth.map_or_else(|| "no analysis".to_owned(), in_words);
    html! {
        svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img"
            aria-label={ "Evaluation: " (words) } class=[worth.is_none().then_some("off")]
        {
            rect class="blue" x="0" y="0" width="100" height="4" {}
            rect class="red" x="0" y="0" width=(format!("{red:.1}")) height="4" {}
            rect class="middle" x="49.9" y="0" width="0.2" height="4" {}
        }
    }
}

/// The buttons for analysis.
pub fn wishes(snapshot: &Snapshot) -> Markup {
    let (solves, plies) = match snapshot.wish {
        Wish::Solve(plies) => (true, plies),
        _ => (false, 7),
    };
    let lines = snapshot.wish == Wish::Lines;
    let reviews = snapshot.wish == Wish::Review;
    html! {
        form method="post" action="do/analyse" {
            button id="do-lines" name="wish" value=(if lines { "nothing" } else { "lines" })
                aria-pressed=(lines) { "Analyse" }
        }
        form method="post" action="do/analyse" {
            button id="do-review" name="wish" value=(if reviews { "nothing" } else { "review" })
                aria-pressed=(reviews) title="Find the mistakes of the game" { "Review" }
        }
        form method="post" action="do/analyse" {
            button id="do-hint" name="wish" value="hint" title="Show one good move" { "Hint" }
        }
        form method="post" action="do/analyse" class="solve" {
            button id="do-solve" name="wish" value=(if solves { "nothing" } else { "solve" })
                aria-pressed=(solves)
                title="Prove or refute a forced win" { "Forced win?" }
            label class="unseen" for="plies" { "within plies" }
            select id="plies" name="plies" {
                @for offered in [3, 5, 7, 9, 11, 15, 21] {
                    option value=(offered) selected[offered == plies] { "≤ " (offered) " plies" }
                }
            }
        }
    }
}

/// The results of the analysis.
pub fn analysis(snapshot: &Snapshot, analysis: &Analysis) -> Markup {
    let fresh = analysis.board == snapshot.board;
    let position = snapshot.session.position();
    html! {
        @if snapshot.wish == Wish::Nothing {
            p class="quiet" { "Off. Analysis looks at the position on the board while you play." }
        } @else if snapshot.hides_analysis() {
            p class="quiet" { "Hidden until the move is found." }
        } @else if !fresh {
            p class="quiet" { "Looking …" }
        } @else {
            p class="summary" {
                @if analysis.running { span class="running" aria-hidden="true" {} }
                @if let Some(solved) = &analysis.solved {
                    (solved)
                } @else if let Some(best) = analysis.lines.first() {
                    b { (in_words(best.for_red)) }
                    " · depth " (analysis.depth) ", " (thousands(analysis.nodes)) " positions"
                } @else if analysis.running {
                    "Looking …"
                }
            }
            ol class="lines" {
                @for found in &analysis.lines {
                    li { (line(found, position, snapshot)) }
                }
            }
        }
    }
}

/// A line; each of its moves is a button that plays up to it.
fn line(found: &Found, position: &Position, snapshot: &Snapshot) -> Markup {
    let rules = snapshot.session.game().rules();
    let mut at = *position;
    let mut moves = Vec::new();
    for &mv in &found.moves {
        let word = BerkeleyMove::of(mv, &at).to_string();
        moves.push((at.turn(), word));
        at = at.after(mv, rules);
    }
    let all: Vec<&str> = moves.iter().map(|(_, word)| word.as_str()).collect();
    html! {
        form method="post" action="do/follow" {
            input type="hidden" name="board" value=(snapshot.board);
            input type="hidden" name="moves" value=(all.join(" "));
            span class="worth" { (in_words(found.for_red)) }
            @for (index, (color, word)) in moves.iter().take(LONGEST_LINE).enumerate() {
                button name="plies" value=(index + 1) class={ "ply " (color.name()) }
                    aria-label={ (color) " " (word) ": play up to here" } { (word) }
            }
            @if moves.len() > LONGEST_LINE { span class="quiet" { "+" (moves.len() - LONGEST_LINE) } }
        }
    }
}
