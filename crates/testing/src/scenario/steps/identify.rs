//! `identify: TIME`.

use super::common::StepSyntax;
use crate::scenario::performer::{Performer, Problem, Scenario, Step, StepAt};
use crate::scenario::syntax::Node;
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::Time;
use ataxx_opponents::subject::SubjectChoice;
use std::time::Duration;

/// Checks the name of an agent.
#[derive(Debug)]
pub struct Identify(Duration);

impl StepSyntax for Identify {
    const KEY: &'static str = "identify";
    const FORM: &'static str = "`identify: TIME`";
    const DESCRIPTION: &'static str = "Asks an agent of Ataxx Reloaded for its name, which must \
        come within this time: one line of 1 to 80 printable ASCII characters.";

    type Written = Time;

    fn parse(written: Time, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(Self(written.0))
    }
}

impl Step for Identify {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let deadline = performer.deadline_in(self.0);
        let identified = performer.subject_mut().identify(deadline);
        identified.map_err(Problem::at(&at.value()))
    }

    fn unsupported(&self, _: &Scenario, subject: &SubjectChoice) -> Option<String> {
        let is_agent = matches!(subject, SubjectChoice::Agent(_));
        (!is_agent).then(|| "only an agent of Ataxx Reloaded is asked for its name".to_owned())
    }
}
