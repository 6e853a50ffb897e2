//! `turn: SIDE`.

use super::kind::StepSyntax;
use super::text::compare_values;
use crate::tester::performer::{Performer, Problem, Progress, Role, Step, StepAt};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Text;
use crate::tester::syntax::{Node, patterns};
use ataxx_core::board::Color;
use schemars::{Schema, SchemaGenerator};

/// Checks whose turn it is.
#[derive(Debug)]
pub struct Turn(Color);

impl StepSyntax for Turn {
    const KEY: &'static str = "turn";
    const DESCRIPTION: &'static str = "It is this side's turn: red or blue.";
    const REFERENCE: (&'static str, &'static str) = ("`turn: SIDE`", "whose turn it is");

    type Written = Text;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::side(generator)
    }

    fn parse(written: Text, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.color(&written, node).map(Self)
    }
}

impl Step for Turn {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let position = performer.look_closely(&at.value(), "the side to move")?;
        let actual = position.turn().name();
        compare_values(at, None, "side to move", &self.0.name(), &actual)
    }

    fn role(&self) -> Role {
        Role::Observation
    }
}
