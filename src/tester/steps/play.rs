//! `play: MOVES`.

use super::kind::StepSyntax;
use crate::tester::Outcome;
use crate::tester::performer::{
    Performer, Placed, Problem, Progress, Role, Step, StepAt, UnderTest,
};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Texts;
use crate::tester::syntax::{Node, patterns};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::{BerkeleyMove, Rows};
use schemars::{Schema, SchemaGenerator};

/// Makes moves by hand. By the rules each must be legal, and the program must take it.
#[derive(Debug)]
pub struct Play(Vec<Placed<BerkeleyMove>>);

impl StepSyntax for Play {
    const KEY: &'static str = "play";
    const DESCRIPTION: &'static str = "Makes these moves by hand; each must be legal.";
    const REFERENCE: (&'static str, &'static str) = ("`play: MOVES`", "makes legal moves by hand");

    type Written = Texts;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::moves(generator)
    }

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.placed_moves(&written, node).map(Self)
    }
}

impl Step for Play {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        performer.before_sending(&at.value())?;
        for Placed { place, value: mv } in &self.0 {
            let mut game = performer.subject.referee().clone();
            if let Err(error) = mv.play(&mut game) {
                let message = format!("{mv} is not legal: {error}");
                let diagnostic = place.blame(Diagnostic::error("illegal-move", message), "");
                let help = format!("in {}", Rows(*game.position()));
                let diagnostic = diagnostic.with_help([help]);
                return Err(Problem::new(Outcome::Error, diagnostic));
            }
            let deadline = performer.deadline();
            let sent = performer.subject.play(*mv, deadline);
            sent.map_err(Problem::of(place))?;
            // An engine gets the moves with the position, when it is asked for one.
            let refuses = !matches!(performer.subject, UnderTest::Engine(_));
            if refuses && performer.watches_errors() {
                performer.gather_errors(place)?;
                if !performer.state.errors.is_empty() && !performer.has_right_board(place) {
                    let error = performer.state.errors.swap_remove(0);
                    performer.state.errors.clear();
                    let message = format!("the legal move {mv} was refused: {error}");
                    return Err(Problem::mismatch(place, message));
                }
            }
        }
        Ok(Progress::Done)
    }

    fn role(&self) -> Role {
        Role::Action
    }
}
