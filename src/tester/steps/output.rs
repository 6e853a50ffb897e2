//! `output: TEXT`.

use super::kind::StepSyntax;
use super::text::{is_same_text, joined};
use crate::tester::performer::{Performer, Problem, Progress, Step, StepAt};
use crate::tester::report::Comparison;
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::rewrite::rewrite;
use crate::tester::syntax::value::Text;
use crate::tester::syntax::{Node, put_captures};

/// Checks all lines that were not read yet.
#[derive(Debug)]
pub struct Output(String);

impl StepSyntax for Output {
    const KEY: &'static str = "output";
    const DESCRIPTION: &'static str = "All lines that were written and not yet read are these.";
    const REFERENCE: (&'static str, &'static str) =
        ("`output: TEXT`", "all lines that were not read yet");

    type Written = Text;

    fn parse(Text(text): Text, _: &mut StepParser, _: &Node) -> Option<Self> {
        Some(Self(text))
    }
}

impl Step for Output {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let place = at.value();
        let lines = performer.take_unread(&place)?;
        let actual = joined(lines.iter().map(String::as_str));
        let expected = put_captures(&self.0, &performer.state.captures);
        let expected = joined(expected.lines());
        if is_same_text(&expected, &actual) {
            return Ok(Progress::Done);
        }
        let patch = rewrite(at, None, &actual);
        Err(Problem::mismatch(&place, "the output is not as expected")
            .with(Comparison::Texts { expected, actual })
            .with_patch(patch))
    }
}
