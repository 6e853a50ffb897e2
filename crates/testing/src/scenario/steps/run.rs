//! Checks of a whole run: `exit: STATUS`, `same-again: N`.

use super::common::StepSyntax;
use crate::report::Comparison;
use crate::scenario::performer::{Performer, Problem, Step, StepAt, start};
use crate::scenario::syntax::Node;
use crate::scenario::syntax::parser::StepParser;
use ataxx_opponents::Ended;
use ataxx_opponents::subject::Subject;
use std::sync::Arc;

/// Checks the exit status of the program.
#[derive(Debug)]
pub struct Exit(i32);

impl StepSyntax for Exit {
    const KEY: &'static str = "exit";
    const FORM: &'static str = "`exit: STATUS`";
    const DESCRIPTION: &'static str = "Closes the input of the program, and checks its exit \
        status. After `quit` the input stays open until the program ends.";

    type Written = i32;

    fn parse(written: i32, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(Self(written))
    }
}

impl Step for Exit {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let ended = performer.ask(&place, Subject::finish)?;
        if ended == Ended::Status(self.0) {
            return Ok(());
        }
        let message = format!("expected exit status {}, found {ended}", self.0);
        Err(Problem::mismatch(&place, message))
    }
}

/// Repeats the scenario up to here, and compares the output.
#[derive(Debug)]
pub struct SameAgain(u32);

impl StepSyntax for SameAgain {
    const KEY: &'static str = "same-again";
    const FORM: &'static str = "`same-again: N`";
    const DESCRIPTION: &'static str = "Repeats the scenario so far N times, and checks that the \
        output is the same; of another program, its moves, results and dumps.";

    type Written = u32;

    fn parse(written: u32, parser: &mut StepParser, node: &Node) -> Option<Self> {
        if written == 0 {
            parser.empty_check(node, "at least one repetition");
            return None;
        }
        Some(Self(written))
    }
}

impl Step for SameAgain {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        if performer.is_repetition {
            return Ok(());
        }
        let place = at.value();
        performer.gather_output(&place)?;
        let steps: Arc<[StepAt]> = performer.past().into();
        for time in 1..=self.0 {
            let mut other = start(&performer.scenario, &performer.context)?;
            other.is_repetition = true;
            if let Some(problem) = other.perform(&steps) {
                return Err(problem);
            }
            other.gather_output(&place)?;
            let [expected, actual] =
                [&*performer, &other].map(|one| one.subject().repeatable(&one.state.written));
            if expected != actual {
                let message = format!("repetition {time} gave other output");
                let text = |lines: &[String]| lines.join("\n") + "\n";
                return Err(Problem::mismatch(&place, message).with(Comparison::Texts {
                    expected: text(&expected),
                    actual: text(&actual),
                }));
            }
        }
        Ok(())
    }
}
