//! `jumps: N`.

use super::kind::StepSyntax;
use super::text::compare_values;
use crate::tester::performer::{Performer, Problem, Progress, Role, Step, StepAt};
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;

/// Checks how many consecutive jumps were made.
#[derive(Debug)]
pub struct Jumps(u16);

impl StepSyntax for Jumps {
    const KEY: &'static str = "jumps";
    const DESCRIPTION: &'static str = "So many consecutive jumps have been made.";
    const REFERENCE: (&'static str, &'static str) = ("`jumps: N`", "how many jumps in a row");

    type Written = u16;

    fn parse(written: u16, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(Self(written))
    }
}

impl Step for Jumps {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let position = performer.look_closely(&at.value(), "the count of jumps")?;
        compare_values(at, None, "jumps", &self.0, &position.jumps())
    }

    fn role(&self) -> Role {
        Role::Observation
    }
}
