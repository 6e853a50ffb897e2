//! `exit: STATUS`.

use super::kind::StepSyntax;
use crate::opponents::Ended;
use crate::tester::performer::{Performer, Problem, Progress, Step, StepAt};
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;

/// Checks the exit status of the program.
#[derive(Debug)]
pub struct Exit(i32);

impl StepSyntax for Exit {
    const KEY: &'static str = "exit";
    const DESCRIPTION: &'static str =
        "The program ends with this exit status once nothing more is said.";
    const REFERENCE: (&'static str, &'static str) = (
        "`exit: STATUS`",
        "that the program ends with this status once nothing more is said; after `quit` its input stays open until it ends",
    );

    type Written = i32;

    fn parse(written: i32, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(Self(written))
    }
}

impl Step for Exit {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let place = at.value();
        let deadline = performer.deadline();
        let ended = performer.subject.finish(deadline);
        let ended = ended.map_err(Problem::of(&place))?;
        if ended == Ended::Status(self.0) {
            return Ok(Progress::Done);
        }
        let message = format!("expected exit status {}, found {ended}", self.0);
        Err(Problem::mismatch(&place, message))
    }
}
