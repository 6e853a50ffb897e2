//! `no-forced-win: { within }`.

use super::forced_win::winner;
use super::kind::StepSyntax;
use super::moves::in_position;
use super::proof::{solve, trusted_position};
use crate::tester::performer::{Performer, Problem, Progress, Step, StepAt};
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;
use ataxx_core::solver::Plies;
use schemars::JsonSchema;
use serde::Deserialize;

/// No win that can be forced.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "NoForced")]
pub struct NoForcedWin {
    /// The number of plies.
    within: u16,
}

impl StepSyntax for NoForcedWin {
    const KEY: &'static str = "no-forced-win";
    const DESCRIPTION: &'static str =
        "Neither side can force a victory within this number of plies.";
    const REFERENCE: (&'static str, &'static str) = (
        "`no-forced-win: { within }`",
        "that neither side can force a victory within this number of plies",
    );

    type Written = Self;

    fn parse(written: Self, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(written)
    }
}

impl Step for NoForcedWin {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let place = at.value();
        let position = trusted_position(performer, &place)?;
        let solution = solve(performer, &position, self.within, false, &place)?;
        let Some((winner, distance)) = winner(solution.verdict, position.turn()) else {
            return Ok(Progress::Done);
        };
        let plies = Plies(distance.unwrap_or(self.within));
        let message = format!("{winner} can force it in {plies}");
        Err(Problem::mismatch(&place, message).with_help([in_position(&position)]))
    }
}
