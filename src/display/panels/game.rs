//! The game: its buttons and players, its end, and the form for the next one.

use super::board::all_moves;
use super::status::{must_pass, over};
use crate::display::analysis::Analysis;
use crate::display::html::act;
use crate::display::offers::{OfferedStrength, Pattern};
use crate::display::snapshot::{Mode, Snapshot};
use crate::session::{Dialect, State};
use ataxx_core::board::Color;
use ataxx_core::notation::picture::{self, PictureOptions};
use maud::{Markup, PreEscaped, html};

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
                button type="button" class="with-script" data-dialog="new-game-dialog" { "New game …" }
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
                button type="button" class="with-script" data-close="new-game-dialog" { "Cancel" }
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
