//! `error: any`, `none` or matchers.

use super::kind::StepSyntax;
use super::text::with_captures;
use crate::tester::performer::{Need, Performer, Placed, Problem, Progress, Step, StepAt};
use crate::tester::syntax::matcher::{Matcher, matcher};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Texts;
use crate::tester::syntax::{Node, patterns};
use schemars::{Schema, SchemaGenerator};

/// Checks what was refused since the last line was sent.
#[derive(Debug)]
pub enum Error {
    /// There is an error, whatever it says.
    Any,
    /// There is none.
    None,
    /// There is one that fits all of these.
    Fits(Vec<Placed<Matcher>>),
}

impl StepSyntax for Error {
    const KEY: &'static str = "error";
    const DESCRIPTION: &'static str =
        "The last `send` was refused: `any` error, one that a matcher fits, or `none`.";
    const REFERENCE: (&'static str, &'static str) = (
        "`error: any`, `none`, MATCHER or a list",
        "what was refused since the last `send`",
    );

    type Written = Texts;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::error(generator)
    }

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        if let [text] = &written.0[..] {
            match text.trim() {
                "any" => return Some(Self::Any),
                "none" => return Some(Self::None),
                _ => {}
            }
        }
        parser.matchers(&written, node, matcher).map(Self::Fits)
    }
}

impl Step for Error {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let place = at.value();
        performer.gather_errors(&place)?;
        let errors = std::mem::take(&mut performer.state.errors);
        match (self, errors.first()) {
            (Self::Any | Self::Fits(_), None) => {
                Err(Problem::mismatch(&place, "expected an error, found none"))
            }
            (Self::None, Some(error)) => {
                let message = format!("expected no error, found: {error}");
                Err(Problem::mismatch(&place, message))
            }
            (Self::Any, Some(_)) | (Self::None, None) => Ok(Progress::Done),
            (Self::Fits(matchers), Some(_)) => {
                let matchers = matchers.iter().map(|m| with_captures(&m.value, performer));
                let matchers: Vec<Matcher> = matchers.collect();
                let fits = |error: &String| matchers.iter().all(|m| m.fits(error));
                if errors.iter().any(fits) {
                    return Ok(Progress::Done);
                }
                let wanted: Vec<String> = matchers.iter().map(Matcher::to_string).collect();
                let message = format!("no error {}", wanted.join(" and "));
                let found = errors.iter().map(|error| format!("there is: {error}"));
                Err(Problem::mismatch(&place, message).with_help(found))
            }
        }
    }

    fn needs(&self) -> Option<Need> {
        Some(Need::Errors)
    }
}
