//! A game against another program, with moves sent to and fro.

use super::super::ai_move::{judge, next_ai_move};
use super::super::result::Ending;
use super::Game;
use crate::opponents::subject::{Subject, SubjectChoice, SubjectError};
use crate::session::Dialect;
use crate::tester::performer::{Performer, Problem, Progress, StepAt, open_another};
use ataxx_core::board::{Color, Position};
use std::time::Instant;

/// Continues the game against the program of this command line.
pub fn play_against(
    command: &str,
    game: &Game,
    performer: &mut Performer,
    at: &StepAt,
) -> Result<Progress, Problem> {
    let choice = SubjectChoice::Program(command.to_owned());
    let opened = open_another(&performer.scenario, &choice, &performer.context);
    let mut other = opened.map_err(Problem::of(&at.field("against")))?;
    let played = play_out(other.as_mut(), game, performer, at);
    let stderr_lines = other.stderr_lines();
    if !stderr_lines.is_empty() {
        performer.others.push(stderr_lines);
    }
    performer.dialogues.push(other.take_dialogue());
    played
}

fn play_out(
    other: &mut dyn Subject,
    game: &Game,
    performer: &mut Performer,
    at: &StepAt,
) -> Result<Progress, Problem> {
    let place = at.value();
    let trouble = Problem::of(&place);
    let end = game.end(performer);
    let own = game.color;
    // An AI in this process answers a move at once, so that its referee is ahead.
    let mut so_far = performer.subject.referee().clone();
    let dialect = performer.scenario.dialect;
    if *so_far.position() != Position::start() || so_far.last_move().is_some() {
        if dialect.has_states() {
            let reason = "in a dialect with states such a game begins at the start";
            return Err(Problem::unsupported(&place, reason));
        }
        let set = other.set_game(&so_far, performer.deadline());
        set.map_err(&trouble)?;
    }
    let deadline = performer.deadline();
    prepare(other, dialect, !own, deadline).map_err(&trouble)?;
    prepare(&mut *performer.subject, dialect, own, deadline).map_err(&trouble)?;
    let mut plies = 0;
    while so_far.outcome().is_none() {
        let limit = game.time_for_move(performer, plies, end, at)?;
        let deadline = performer.deadline();
        let made = if so_far.position().turn() == own {
            let made = next_ai_move(performer, limit, &place)?;
            let sent = other.send(&made.mv.to_string(), deadline);
            sent.map_err(&trouble)?;
            made
        } else {
            let made = other.ai_move(performer.deadline_in(limit));
            let made = made.map_err(&trouble)?;
            judge(&made, limit, &place)?;
            let sent = performer.subject.send(&made.mv.to_string(), deadline);
            sent.map_err(&trouble)?;
            made
        };
        if made.mv.play(&mut so_far).is_err() {
            let message = format!("{} made the move {} out of turn", made.color, made.mv);
            return Err(Problem::mismatch(&place, message));
        }
        plies += 1;
    }
    game.check_ending(performer, at)?;
    let announced = other.announced(performer.deadline()).map_err(&trouble)?;
    let ending = |winner| Ending::With(winner);
    let expected = so_far.outcome().map(|outcome| outcome.winner);
    let expected = expected.map_or(Ending::None, ending);
    let announced = announced.map(|announced| announced.winner);
    let announced = announced.map_or(Ending::None, ending);
    if announced == expected {
        return Ok(Progress::Done);
    }
    let what = "result that the other program announced";
    let place = at.field("against");
    Err(Problem::values(
        &place,
        what,
        expected.name(),
        announced.name(),
    ))
}

/// Sets up a program: its AI plays one side, the other is played by hand.
fn prepare(
    subject: &mut dyn Subject,
    dialect: Dialect,
    own: Color,
    deadline: Instant,
) -> Result<(), SubjectError> {
    if !dialect.orders_by_color() {
        let name = dialect.name();
        let reason = format!("the document of {name} lets an AI play with a remote opponent alone");
        return Err(SubjectError::Unsupported(reason));
    }
    subject.send(&format!("manual {}", (!own).name()), deadline)?;
    subject.send(&format!("auto {}", own.name()), deadline)?;
    if dialect.has_states() {
        subject.send("start", deadline)?;
    }
    Ok(())
}
