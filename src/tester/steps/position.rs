//! `position: POSITION`.

use super::kind::StepSyntax;
use crate::tester::performer::{Performer, Problem, Progress, Role, Step, StepAt};
use crate::tester::syntax::Node;
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Text;
use ataxx_core::board;

/// Begins anew with a position.
#[derive(Debug)]
pub struct Position(Box<board::Game>);

impl StepSyntax for Position {
    const KEY: &'static str = "position";
    const DESCRIPTION: &'static str = "Begins anew with this position on the board.";
    const REFERENCE: (&'static str, &'static str) =
        ("`position: POSITION`", "begins anew with this position");

    type Written = Text;

    fn parse(written: Text, parser: &mut StepParser, node: &Node) -> Option<Self> {
        Some(Self(Box::new(parser.game(&written, node)?)))
    }
}

impl Step for Position {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let deadline = performer.deadline();
        let set = performer.subject.set_game(&self.0, deadline);
        set.map_err(Problem::of(&at.value()))?;
        Ok(Progress::Done)
    }

    fn role(&self) -> Role {
        Role::Action
    }
}
