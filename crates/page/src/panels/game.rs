//! The game: who is to move, the result, what is going on; its buttons and players, and the form for
//! the next one; the log.

use super::board::draft_controls;
use crate::analysis::AnalysisTask;
use crate::choices::MOVE_SECONDS;
use crate::choices::{OfferedStrength, Pattern};
use crate::exercises::{LessonAnswer, OpenPuzzle, PuzzleState, task_of};
use crate::html::select;
use crate::kept::milliseconds;
use crate::opened::Games;
use crate::snapshot::{Snapshot, View, sentence};
use ataxx_core::board::{Color, Move};
use ataxx_core::diagnostic::text::counted;
use ataxx_core::notation::picture::{self, PictureOptions};
use ataxx_core::notation::{BerkeleyMove, GameResult, Remark};
use ataxx_session::{Dialect, State, WaitingFor};
use maud::{Markup, PreEscaped, html};

/// The side to move, the pieces and the result.
pub fn status(snapshot: &Snapshot) -> Markup {
    let position = snapshot.shown();
    let session = &snapshot.session;
    let rules = session.game().rules();
    let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
    let over = over(snapshot).filter(|_| session.state() != State::SetUp);
    let goes_on = over.is_none();
    let (headline, detail) = match (snapshot.draft, &snapshot.puzzle, over) {
        (Some(_), ..) => ("Setting up a position".to_owned(), String::new()),
        (_, Some(open), _) => task(open),
        (.., Some(over)) => over,
        (.., None) => (format!("{} to move", position.turn()), now(snapshot)),
    };
    // Only where the limit comes near.
    let jumps = match &rules.jump_limit {
        Some(limit) if goes_on && 2 * position.jumps() >= limit.jumps.get() => {
            format!("{} of {} jumps in a row", position.jumps(), limit.jumps)
        }
        _ => String::new(),
    };
    let own = snapshot.own_color().filter(|_| snapshot.puzzle.is_none());
    html! {
        div class="side red" {
            span class="piece-icon red" {} b { (red) } (side_name(Color::Red, own))
        }
        div class="headline" {
            h2 { (headline) }
            p {
                (detail)
                @if let Some(thinking) = snapshot.thinking {
                    span class="clock" data-since=(milliseconds(thinking.since)) {}
                }
            }
            p { (jumps) }
        }
        div class="side blue" {
            (side_name(Color::Blue, own)) b { (blue) } span class="piece-icon blue" {}
        }
    }
}

/// The name of a side at its pieces: the only person is you.
fn side_name(color: Color, own: Option<Color>) -> Markup {
    html! {
        @if own == Some(color) {
            span class="you" { "You" span class="side-name" { " (" (color) ")" } }
        } @else {
            span class="side-name" { (color) }
        }
    }
}

/// The task of a puzzle, and which it is.
fn task(open: &OpenPuzzle) -> (String, String) {
    let (turn, puzzle) = (open.puzzle.position.turn(), &open.puzzle);
    let headline = match open.state {
        PuzzleState::Asking => format!("{turn}: {}", task_of(puzzle.kind)),
        PuzzleState::Refuted => "Not the move".to_owned(),
        PuzzleState::Shown => "The answer".to_owned(),
        PuzzleState::Solved => "Solved".to_owned(),
    };
    let which = format!("puzzle {}, {}", open.number, puzzle.difficulty);
    (headline, which)
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
        _ if snapshot.lesson.is_some() => "find a better move".to_owned(),
        _ if snapshot.exploring.is_some() => "exploring: move for both sides".to_owned(),
        (None, Some(color)) => format!("{color}’s AI waits"),
        (None, None) if must_pass => format!("{} has to pass", position.turn()),
        (None, None) if snapshot.session.state() == State::SetUp => "before the game".to_owned(),
        (None, None) if is_first(snapshot) => format!("click a {} piece", position.turn().name()),
        (None, None) => format!("turn {}", position.turn_number()),
    }
}

/// Whether no move was made and none is known.
fn is_first(snapshot: &Snapshot) -> bool {
    snapshot.tree.line().len() == 1
}

fn must_pass(snapshot: &Snapshot) -> bool {
    let session = &snapshot.session;
    let mut moves = session.position().legal_moves(session.game().rules());
    moves.next() == Some(Move::Pass)
}

/// The result and how it came about, if the game is over: on the board, otherwise, or as a record
/// that was opened says.
fn over(snapshot: &Snapshot) -> Option<(String, String)> {
    let (position, tree) = (snapshot.session.position(), &snapshot.tree);
    let result = |winner: Option<Color>| {
        winner.map_or_else(|| "A draw".to_owned(), |winner| format!("{winner} wins"))
    };
    if let Some(outcome) = position.outcome(snapshot.session.game().rules()) {
        let first = outcome.winner.unwrap_or(Color::Red);
        let [more, less] = [first, !first].map(|color| position.pieces(color).count());
        let headline = format!("{}, {more} to {less}", result(outcome.winner));
        return Some((headline, outcome.ending.to_string()));
    }
    if let Some(loser) = snapshot.lost() {
        return Some((result(Some(!loser)), format!("{loser} has resigned")));
    }
    let (recorded, end) = tree.recorded_end(tree.current())?;
    let winner = match recorded {
        GameResult::Win(color) => Some(color),
        GameResult::Draw => None,
        GameResult::Unfinished => return None,
    };
    let end = end.map_or("by the record", Remark::as_str);
    Some((result(winner), end.to_owned()))
}

/// What became of a puzzle or a lesson, and the last move and its effect, for screen readers:
/// they announce changes of a text that was there before, and miss one that appears.
pub fn spoken(snapshot: &Snapshot) -> Markup {
    let puzzle = snapshot.puzzle.as_ref().map(|open| open.message.clone());
    let lesson = snapshot.lesson.as_ref().map(|lesson| match lesson.answer {
        LessonAnswer::Wrong(mv, _) => format!("{mv} is no better. "),
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
        } @else if let Some(open) = &snapshot.puzzle {
            p { (sentence(&open.message)) }
        } @else if snapshot.lesson.is_none() && snapshot.left_behind() > 0 {
            p { "Play from here takes " (counted(snapshot.left_behind(), "move")) " out of the game; they stay as a variation." }
        }
    }
}

/// The panel of what is open.
pub fn opened(snapshot: &Snapshot) -> Markup {
    snapshot
        .opened
        .as_ref()
        .map_or_else(|| html! {}, Games::panel)
}

/// The log of the session.
pub fn log(snapshot: &Snapshot) -> Markup {
    html! {
        @for line in snapshot.log.iter() {
            pre class=(line.kind.name()) { (line.text) }
        }
    }
}

/// The label of a button, and a shorter one where there is little room.
fn label(long: &str, short: &str) -> Markup {
    html! { span class="long" { (long) } span class="short" { (short) } }
}

/// The buttons for the game, or for the puzzle on the board.
pub fn controls(view: View) -> Markup {
    let snapshot = view.snapshot;
    html! {
        @match &snapshot.puzzle {
            Some(open) => (puzzle_controls(open, view)),
            None => @match &snapshot.draft {
                Some(draft) => (draft_controls(draft, snapshot)),
                None => (game_controls(view)),
            }
        }
        button id="do-flip" aria-label="Flip" title="Turn the board round (F)" { (label("Flip", "⇅")) }
    }
}

fn game_controls(view: View) -> Markup {
    let snapshot = view.snapshot;
    let is_over = snapshot.session.state() != State::SetUp
        && !snapshot.has_exercise()
        && over(snapshot).is_some();
    html! {
        @if is_over {
            button id="do-rematch" class="main" data-do="rematch" title="Sides exchanged" { "Rematch" }
            button id="end-review" data-analysis="review" data-tab="analysis" { "Review" }
        }
        button id="do-new-game" class=[is_first(snapshot).then_some("main")]
            data-dialog="new-game-dialog" aria-label="New game …" { (label("New game …", "New …")) }
        @if let Some(game) = snapshot.previous.filter(|_| is_first(snapshot) || snapshot.is_exercise) {
            button id="do-kept" data-do={ "kept?game=" (game) }
                title="Put the game before this one back on the board" { "Last game" }
        }
        (steps(view))
        (next_step(snapshot))
        @if snapshot.can_resign().is_some() {
            button id="do-resign" data-do="resign" data-ask="Give the game up?"
                aria-label="Resign" title="Give the game up; Undo takes it back" { (label("Resign", "⚑")) }
        }
    }
}

/// Back and forward, where there is anything.
fn steps(view: View) -> Markup {
    let snapshot = view.snapshot;
    let tree = &snapshot.tree;
    let has_before = tree.before(tree.current()).is_some() || snapshot.lost().is_some();
    let has_proof = matches!(view.task, Some(AnalysisTask::Solve(_)))
        && view.analysis.forced_win(snapshot.board).is_some();
    let has_after = tree.after(tree.current()).is_some() || has_proof;
    let thinks = snapshot.thinking.is_some() || snapshot.awaited.is_some();
    html! {
        @if has_before || has_after {
            button id="do-undo" data-do="undo" aria-label="Undo" title="Take the last move back (Ctrl+Z)" disabled[!has_before] { (label("Undo", "↶")) }
            button id="do-redo" data-do="redo" aria-label="Redo" title="Make it again (Ctrl+Y)" disabled[!has_after || thinks] { (label("Redo", "↷")) }
        }
    }
}

/// The button for what has to be done before the game goes on.
fn next_step(snapshot: &Snapshot) -> Markup {
    let session = &snapshot.session;
    let waits = snapshot.paused().is_some() || session.waiting_for().is_some();
    html! {
        @if must_pass(snapshot) && snapshot.is_by_hand() {
            button id="do-pass" class="main" data-do={ "move?move=-&board=" (snapshot.board) } { "Pass" }
        } @else if session.state() == State::SetUp {
            button id="do-start" data-do="start" title="End the set-up" { "Start" }
        } @else if snapshot.thinking.is_some() || snapshot.awaited.is_some() {
            button id="do-stop" data-do="stop" title="Let it play what it has found (Escape)" { "Stop" }
        } @else if snapshot.lesson.is_some() {
        } @else if snapshot.exploring.is_some() {
            @if let Some(live) = snapshot.exploring {
                button id="do-return" data-do={ "go?node=" (live) } aria-label="Back to the game" title="End exploring where the game stands" { (label("Back to the game", "To game")) }
            }
            button id="do-go-on" data-do="go-on" aria-label="Play from here" title="End exploring: the AI plays again" { (label("Play from here", "Play on")) }
        } @else if waits {
            button id="do-go-on" data-do="go-on" title="Let the AI move" { "Go on" }
        }
    }
}

/// The steps through a line that was played out.
fn line_steps(snapshot: &Snapshot) -> Markup {
    let tree = &snapshot.tree;
    let (before, after) = (tree.before(tree.current()), tree.after(tree.current()));
    html! {
        button id="do-undo" data-do="undo" aria-label="One move back" title="One move back (←)" disabled[before.is_none()] { (label("← Back", "←")) }
        button id="do-redo" data-do="redo" aria-label="Next move" title="The next move of the line (→)" disabled[after.is_none()] { (label("Next move →", "Next →")) }
    }
}

fn puzzle_controls(open: &OpenPuzzle, view: View) -> Markup {
    html! {
        @match open.state {
            PuzzleState::Asking => button id="puzzle-hint" data-do="puzzle?step=hint" { "Hint" },
            PuzzleState::Refuted => button id="puzzle-retry" data-do="puzzle?step=retry" { "Try again" },
            PuzzleState::Shown | PuzzleState::Solved => {
                button id="puzzle-on" class="main" form="puzzle-choice" { "Next puzzle" }
            }
        }
        @if open.is_open() {
            button id="puzzle-answer" data-do="puzzle?step=answer" { "Show the answer" }
        }
        @if open.state != PuzzleState::Asking { (line_steps(view.snapshot)) }
        button id="puzzle-end" data-do="puzzle?step=end" { "Leave" }
    }
}

/// The players.
pub fn players(snapshot: &Snapshot) -> Markup {
    let time = snapshot.engine_time.as_secs();
    let times = MOVE_SECONDS.map(|seconds| (seconds, format!("{seconds} s"), seconds == time));
    html! {
        @for color in Color::BOTH {
            form action="do/player" class={ "player " (color.name()) } data-auto {
                input type="hidden" name="color" value=(color.name());
                span class={ "piece-icon " (color.name()) } {}
                label class="unseen" for={ "who-" (color.name()) } { (color) }
                (select(&format!("who-{}", color.name()), "who", player_choices(color, snapshot)))
            }
        }
        @if !snapshot.engines.is_empty() {
            form action="do/engine-time" class="player" data-auto {
                label for="engine-time" { "Engines think" }
                (select("engine-time", "seconds", times))
            }
        }
    }
}

/// The options of a list of players.
fn player_choices(color: Color, snapshot: &Snapshot) -> Vec<(String, String, bool)> {
    let is_ai = snapshot.session.player(color).is_ai();
    let strength = OfferedStrength::of_player(&snapshot.session, color);
    let seat = snapshot.seats[color.index()];
    let person = ("person".to_owned(), "You".to_owned(), !is_ai);
    let ais = OfferedStrength::offered(&snapshot.session).map(|offered| {
        let is_present = is_ai && seat.is_none() && offered == strength;
        (offered.name(), offered.label(), is_present)
    });
    let engines = snapshot.engines.iter().enumerate().map(|(number, engine)| {
        let is_present = is_ai && seat == Some(number);
        (format!("engine-{number}"), engine.clone(), is_present)
    });
    [person].into_iter().chain(ais).chain(engines).collect()
}

/// The form for a new game.
pub fn new_game(snapshot: &Snapshot) -> Markup {
    let dialect = snapshot.session.dialect();
    let rules = &dialect.rules();
    let dialects = Dialect::ALL.iter();
    let dialects = dialects.map(|&one| (one.name(), one.name(), one == dialect));
    html! {
        form action="do/begin" class="new-game" {
            h2 id="new-game-title" { "New game" }
            @for color in Color::BOTH {
                div class={ "player " (color.name()) } {
                    span class={ "piece-icon " (color.name()) } {}
                    label for={ "new-" (color.name()) } { (color) }
                    (select(&format!("new-{}", color.name()), color.name(), player_choices(color, snapshot)))
                }
            }
            div class="player" {
                label for="new-rules" { "Rules of" }
                (select("new-rules", "rules", dialects))
            }
            @for &dialect in Dialect::ALL {
                p class="rule-set" { b { (dialect.name()) } ": " (in_a_sentence(dialect)) }
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
            div class="row" {
                button id="do-begin" class="main" { "Begin" }
                button type="button" data-close { "Cancel" }
            }
        }
    }
}

/// What sets the rules of a dialect apart.
fn in_a_sentence(dialect: Dialect) -> String {
    let limit = dialect.rules().jump_limit;
    let mut sentence = limit.map_or_else(
        || "the game has no limit on jumps".to_owned(),
        |limit| format!("the game ends after {} jumps in a row", limit.jumps),
    );
    if !dialect.orders_by_color() {
        sentence.push_str(", and one side is always an AI");
    }
    let last = Dialect::SPRING_2022;
    if dialect != last && dialect.rules() == last.rules() {
        sentence = format!("as {}, with other commands", last.name());
    }
    sentence.push('.');
    sentence
}

fn small() -> PictureOptions {
    PictureOptions {
        coordinates: false,
        ..PictureOptions::default()
    }
}
