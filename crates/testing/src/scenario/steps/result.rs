//! `result: red`, `blue`, `draw`, `any` or `none`.

use super::common::StepSyntax;
use crate::report::Place;
use crate::scenario::performer::{Performer, Problem, Scenario, Step, StepAt};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::rewrite::rewrite;
use crate::scenario::syntax::value::Text;
use crate::scenario::syntax::{Node, patterns};
use ataxx_core::board::{Color, Outcome};
use ataxx_opponents::subject::SubjectChoice;
use schemars::{Schema, SchemaGenerator};

/// Checks the announced result.
#[derive(Debug)]
pub struct GameResult(Ending);

/// The end of a game that a step expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The victory of a side, or a draw (`None`).
    With(Option<Color>),
    /// Any end.
    Any,
    /// No end yet.
    None,
}

impl Ending {
    /// The ends of a game that is over, with their names.
    pub const OF_A_GAME: [(&'static str, Self); 4] = [
        ("red", Self::With(Some(Color::Red))),
        ("blue", Self::With(Some(Color::Blue))),
        ("draw", Self::With(None)),
        ("any", Self::Any),
    ];

    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 5] = {
        let [red, blue, draw, any] = Self::OF_A_GAME;
        [red, blue, draw, any, ("none", Self::None)]
    };

    /// Its name in scenario files.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, other)| *other == self)
            .map_or("", |(name, _)| name)
    }
}

impl StepSyntax for GameResult {
    const KEY: &'static str = "result";
    const FORM: &'static str = "`result: red`, `blue`, `draw`, `any`, `none`";
    const DESCRIPTION: &'static str = "Checks the announced result; `none` if the game goes on.";

    type Written = Text;

    fn schema(_: &mut SchemaGenerator) -> Schema {
        patterns::words(Ending::ALL.map(|(name, _)| name))
    }

    fn parse(written: Text, parser: &mut StepParser, node: &Node) -> Option<Self> {
        let ending = parser
            .decoder
            .named(&written, node, "a result", &Ending::ALL)?;
        Some(Self(ending))
    }
}

impl Step for GameResult {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        check_result(self.0, None, performer, at)
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        subject.why_no_result()
    }
}

/// The JSON Schema of the result of a game that is over.
pub fn of_a_game(_: &mut SchemaGenerator) -> Schema {
    patterns::words(Ending::OF_A_GAME.map(|(name, _)| name))
}

/// Checks the announced result against the expected one, which stands in the step or a key.
pub fn check_result(
    expected: Ending,
    key: Option<&str>,
    performer: &mut Performer,
    at: &StepAt,
) -> Result<(), Problem> {
    let place = key.map_or_else(|| at.value(), |key| at.field(key));
    match other_result(expected, &place, performer)? {
        None => Ok(()),
        Some((problem, actual)) => Err(problem.with_patch(rewrite(at, key, actual.name()))),
    }
}

/// Compares the announced result with the expected one. Returns the problem and the actual
/// result if they differ.
pub fn other_result(
    expected: Ending,
    place: &Place,
    performer: &mut Performer,
) -> Result<Option<(Problem, Ending)>, Problem> {
    let announced = performer.announced(place)?;
    let by_the_rules = performer.subject().referee().outcome();
    let position = performer.subject().referee().position();
    let reason = |outcome: Outcome| outcome.reason(position.jumps(), position.turn());
    let actual = announced.map_or(Ending::None, |announced| Ending::With(announced.winner));
    let fits = match expected {
        Ending::Any => actual != Ending::None,
        other => other == actual,
    };
    if fits {
        return Ok(None);
    }
    let help = match (by_the_rules, actual) {
        (None, Ending::None) => "by the rules the game goes on".to_owned(),
        (None, _) => "by the rules the game is not over".to_owned(),
        (Some(outcome), _) => {
            let (result, reason) = (Ending::With(outcome.winner).name(), reason(outcome));
            let is_missing = actual == Ending::None;
            let missing = if is_missing {
                "; it was not announced"
            } else {
                ""
            };
            format!("by the rules the game is over, {result}: {reason}{missing}")
        }
    };
    let problem = Problem::values(place, "result", expected.name(), actual.name());
    let remarks = performer.subject().remarks();
    Ok(Some((problem.with_help([help]).with_help(remarks), actual)))
}
