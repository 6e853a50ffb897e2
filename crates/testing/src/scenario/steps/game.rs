//! `game: { result, within, total, plies, against, color }`.

use super::ai_move::{check_move, next_ai_move};
use super::common::StepSyntax;
use super::result::{self, Ending, check_result, other_result};
use crate::report::Outcome;
use crate::scenario::performer::{Performer, Problem, Step, StepAt, open_another};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::{Text, Time};
use crate::scenario::syntax::{Node, patterns};
use ataxx_core::board::{Color, Position};
use ataxx_opponents::Failure;
use ataxx_opponents::subject::{Subject, SubjectChoice};
use ataxx_session::Dialect;
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::{Duration, Instant};

/// Lets AIs play a game to its end.
#[derive(Debug)]
pub struct Game {
    ending: Ending,
    within: Option<Duration>,
    total: Option<Duration>,
    plies: Option<u32>,
    against: Option<String>,
    /// Which side the program's AI plays against another.
    color: Color,
}

/// A game between AIs.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "PlayedGame")]
pub struct Written {
    /// Its result: red, blue, draw, or any (the default).
    #[schemars(schema_with = "result::of_a_game")]
    result: Option<Text>,
    /// The time limit of a move.
    within: Option<Time>,
    /// The time limit of the game.
    total: Option<Time>,
    /// The limit on plies.
    plies: Option<u32>,
    /// The command line of another program, which plays the other side.
    against: Option<Text>,
    /// The side of the subject's AI then: red (the default) or blue.
    #[schemars(schema_with = "patterns::side")]
    color: Option<Text>,
}

impl StepSyntax for Game {
    const KEY: &'static str = "game";
    const FORM: &'static str = "`game: { result, within, total, plies, against, color }`";
    const DESCRIPTION: &'static str = "Lets AIs play the game to its end, by the rules.";

    type Written = Option<Written>;

    fn parse(written: Option<Written>, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let written = written.unwrap_or_default();
        let at = |key| node.get(key).unwrap_or(node);
        let results = &Ending::OF_A_GAME;
        let ending = written
            .result
            .and_then(|text| (parser.decoder).named(&text, at("result"), "a result", results));
        let color = (written.color).and_then(|text| parser.color(&text, at("color")));
        Some(Self {
            ending: ending.unwrap_or(Ending::Any),
            within: written.within.map(|time| time.0),
            total: written.total.map(|time| time.0),
            plies: written.plies,
            against: written.against.map(|Text(text)| text),
            color: color.unwrap_or(Color::Red),
        })
    }
}

impl Step for Game {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        if let Some(command) = &self.against {
            return play_against(command, self, performer, at);
        }
        let end = self.end(performer);
        let mut plies = 0;
        while performer.subject().referee().outcome().is_none() {
            let limit = self.time_for_move(performer, plies, end, at)?;
            next_ai_move(performer, limit, &at.value())?;
            plies += 1;
        }
        self.check_ending(performer, at)
    }

    fn waits_for_ai(&self) -> bool {
        true
    }

    fn starts_program(&self) -> bool {
        self.against.is_some()
    }
}

impl Game {
    /// The deadline of the game.
    fn end(&self, performer: &Performer) -> Instant {
        performer.deadline_in(self.total.unwrap_or(performer.scenario.limit))
    }

    /// The time limit of the next move.
    fn time_for_move(
        &self,
        performer: &Performer,
        plies: u32,
        end: Instant,
        at: &StepAt,
    ) -> Result<Duration, Problem> {
        if self.plies.is_some_and(|most| plies >= most) {
            let message = format!("the game is not over after {plies} plies");
            return Err(Problem::mismatch(&at.field("plies"), message));
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let total = self.total.unwrap_or(performer.scenario.limit);
            let seconds = total.as_secs_f64();
            let message = format!("the game is not over after {seconds:.1} s and {plies} plies");
            return Err(Problem::late(&at.value(), message));
        }
        let limit = self.within.unwrap_or(performer.scenario.step_limit);
        Ok(limit.min(left))
    }

    /// Checks that the result by the rules was announced, and that it is the expected one.
    fn check_ending(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        // The announced result must be that of the rules, whatever the scenario expects.
        if let Some(outcome) = performer.subject().referee().outcome() {
            match other_result(Ending::With(outcome.winner), &at.value(), performer) {
                Ok(None) => {}
                // A program that announces nothing can still play a game to its end.
                Err(problem)
                    if problem.outcome() == Outcome::Unsupported && self.ending == Ending::Any => {}
                Ok(Some((problem, _))) | Err(problem) => return Err(problem),
            }
        }
        match self.ending {
            Ending::Any | Ending::None => Ok(()),
            Ending::With(_) => check_result(self.ending, Some("result"), performer, at),
        }
    }
}

/// Continues the game against the program of this command line.
pub fn play_against(
    command: &str,
    game: &Game,
    performer: &mut Performer,
    at: &StepAt,
) -> Result<(), Problem> {
    let choice = SubjectChoice::Program(command.to_owned());
    let opened = open_another(&performer.scenario, &choice, &performer.context);
    let mut other = opened.map_err(Problem::at(&at.field("against")))?;
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
) -> Result<(), Problem> {
    let place = at.value();
    let to_problem = Problem::at(&place);
    let end = game.end(performer);
    let own = game.color;
    // An AI in this process answers a move at once, so that its referee is ahead.
    let mut so_far = performer.subject().referee().clone();
    let dialect = performer.scenario.dialect;
    if *so_far.position() != Position::start() || so_far.last_move().is_some() {
        if dialect.has_states() {
            let reason =
                "in a dialect with states a game against another program begins at the start";
            return Err(Problem::unsupported(&place, reason));
        }
        let set = other.set_game(&so_far, performer.deadline());
        set.map_err(&to_problem)?;
    }
    let deadline = performer.deadline();
    prepare(other, dialect, !own, deadline).map_err(&to_problem)?;
    prepare(performer.subject_mut(), dialect, own, deadline).map_err(&to_problem)?;
    let mut plies = 0;
    while so_far.outcome().is_none() {
        let limit = game.time_for_move(performer, plies, end, at)?;
        let deadline = performer.deadline();
        let made = if so_far.position().turn() == own {
            let made = next_ai_move(performer, limit, &place)?;
            let sent = other.send(&made.mv.to_string(), deadline);
            sent.map_err(&to_problem)?;
            made
        } else {
            let made = other.ai_move(performer.deadline_in(limit));
            let made = made.map_err(&to_problem)?;
            check_move(&made, limit, &place)?;
            let sent = performer.subject_mut().send(&made.mv.to_string(), deadline);
            sent.map_err(&to_problem)?;
            made
        };
        if made.mv.play(&mut so_far).is_err() {
            let message = format!("{} made the move {} out of turn", made.color, made.mv);
            return Err(Problem::mismatch(&place, message));
        }
        plies += 1;
    }
    game.check_ending(performer, at)?;
    let announced = other.announced(performer.deadline()).map_err(&to_problem)?;
    let ending = |winner| Ending::With(winner);
    let expected = so_far.outcome().map(|outcome| outcome.winner);
    let expected = expected.map_or(Ending::None, ending);
    let announced = announced.map(|announced| announced.winner);
    let announced = announced.map_or(Ending::None, ending);
    if announced == expected {
        return Ok(());
    }
    let what = "result that the other program announced";
    let (expected, actual) = (expected.name(), announced.name());
    Err(Problem::values(
        &at.field("against"),
        what,
        expected,
        actual,
    ))
}

/// Sets up a program: its AI plays one side, the other is played by hand.
fn prepare(
    subject: &mut dyn Subject,
    dialect: Dialect,
    own: Color,
    deadline: Instant,
) -> Result<(), Failure> {
    if !dialect.orders_by_color() {
        let name = dialect.name();
        let reason = format!("the document of {name} lets an AI play with a remote opponent alone");
        return Err(Failure::unsupported(reason));
    }
    subject.send(&format!("manual {}", (!own).name()), deadline)?;
    subject.send(&format!("auto {}", own.name()), deadline)?;
    if dialect.has_states() {
        subject.send("start", deadline)?;
    }
    Ok(())
}
