//! The game: who is to move, the result, what is going on; its buttons and players, its end, and the
//! form for the next one; the log.

use crate::display::analysis::Analysis;
use crate::display::exercises::LessonAnswer;
use crate::display::html::act;
use crate::display::opened;
use crate::display::order::{OfferedStrength, Pattern};
use crate::display::snapshot::{Mode, Snapshot};
use crate::session::{Dialect, State, WaitingFor};
use ataxx_core::board::{Color, Move, Outcome};
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::notation::picture::{self, PictureOptions};
use maud::{Markup, PreEscaped, html};

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
        button type="button" id="do-new-game" data-dialog="new-game-dialog" { "New game …" }
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

/// What can be done at the end of a game; nothing before.
pub fn end(snapshot: &Snapshot) -> Markup {
    let is_shown = snapshot.mode == Mode::Play
        && !snapshot.has_exercise()
        && snapshot.session.state() != State::SetUp;
    let Some((result, reason)) = over(snapshot).filter(|_| is_shown) else {
        return html! {};
    };
    html! {
        section class="end" aria-label="The game is over" {
            p { b { (result) } ": " (reason) "." }
            div class="row" {
                form method="post" action="do/rematch" {
                    button id="do-rematch" class="main" title="Sides exchanged" { "Rematch" }
                }
                form method="post" action="do/analyse" data-shows="analysis" {
                    button id="end-review" name="wish" value="review" { "Review the game" }
                }
                button type="button" data-dialog="new-game-dialog" { "New game …" }
            }
        }
    }
}

/// The form for a new game.
pub fn new_game(snapshot: &Snapshot) -> Markup {
    let dialect = snapshot.session.dialect();
    let rules = &dialect.rules();
    html! {
        form method="post" action="do/begin" class="new-game" data-close="new-game-dialog" {
            h2 id="new-game-title" { "New game" }
            @for color in Color::BOTH {
                div class={ "player " (color.name()) } {
                    span class={ "piece-icon " (color.name()) } {}
                    label for={ "new-" (color.name()) } { (color) }
                    select id={ "new-" (color.name()) } name=(color.name()) {
                        (player_choices(color, snapshot))
                    }
                }
            }
            div class="player" {
                label for="new-rules" { "Rules" }
                select id="new-rules" name="rules" {
                    @for &offered in Dialect::ALL {
                        option value=(offered.name()) selected[offered == dialect] { (offered.name()) }
                    }
                }
            }
            @if rules.blocks {
                fieldset {
                    legend { "Blocks" }
                    div class="patterns" {
                        @for (number, pattern) in Pattern::ALL.iter().enumerate() {
                            @if let Some(start) = pattern.start(rules) {
                                label {
                                    input type="radio" name="blocks" value=(pattern.name) checked[number == 0];
                                    (PreEscaped(picture::plain(&start, &small())))
                                    (pattern.name)
                                }
                            }
                        }
                    }
                }
            }
            p class="quiet" { "The game on the board can be brought back." }
            div class="row" {
                button id="do-begin" class="main" { "Begin" }
                button type="button" data-close="new-game-dialog" { "Cancel" }
            }
        }
    }
}

fn small() -> PictureOptions {
    PictureOptions {
        coordinates: false,
        ..PictureOptions::default()
    }
}
