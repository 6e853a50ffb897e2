//! `any-order: [MATCHER, …]`.

use super::kind::StepSyntax;
use super::text::{with_captures, written};
use crate::tester::performer::{Performer, Placed, Problem, Progress, Step, StepAt};
use crate::tester::syntax::matcher::{Matcher, matcher};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Texts;
use crate::tester::syntax::{Node, patterns};
use schemars::{Schema, SchemaGenerator};

/// Fits each matcher to an unread line of its own, wherever it is.
#[derive(Debug)]
pub struct AnyOrder(Vec<Placed<Matcher>>);

impl StepSyntax for AnyOrder {
    const KEY: &'static str = "any-order";
    const DESCRIPTION: &'static str =
        "These matchers fit lines that were written and not yet read, in any order.";
    const REFERENCE: (&'static str, &'static str) = (
        "`any-order: [MATCHER, …]`",
        "some of them, each fitted by one matcher",
    );

    type Written = Texts;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::any_order(generator)
    }

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.matchers(&written, node, matcher).map(Self)
    }
}

impl Step for AnyOrder {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let mut lines = performer.take_unread(&at.value())?;
        let inner = self.0.iter().map(|m| with_captures(&m.value, performer));
        let inner: Vec<Matcher> = inner.collect();
        let assigned = assign(&inner, &lines);
        let mut taken = Vec::new();
        for ((matcher, line), at) in inner.iter().zip(assigned).zip(&self.0) {
            let Some(line) = line else {
                let message = format!("no line {matcher} is left");
                return Err(Problem::mismatch(&at.place, message).with_help(written(&lines)));
            };
            performer
                .state
                .captures
                .extend(matcher.captures(&lines[line]));
            taken.push(line);
        }
        taken.sort_unstable();
        for line in taken.into_iter().rev() {
            lines.remove(line);
        }
        performer.state.unread = lines;
        Ok(Progress::Done)
    }
}

/// Assigns a different line to each matcher, by augmenting paths: a matcher that fits many
/// lines leaves those that another needs.
fn assign(matchers: &[Matcher], lines: &[String]) -> Vec<Option<usize>> {
    fn place_for(
        matcher: usize,
        fits: &dyn Fn(usize, usize) -> bool,
        owner: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for line in 0..owner.len() {
            if seen[line] || !fits(matcher, line) {
                continue;
            }
            seen[line] = true;
            if owner[line].is_none_or(|other| place_for(other, fits, owner, seen)) {
                owner[line] = Some(matcher);
                return true;
            }
        }
        false
    }
    let fits = |matcher: usize, line: usize| matchers[matcher].fits(&lines[line]);
    let mut owner = vec![None; lines.len()];
    for matcher in 0..matchers.len() {
        let mut seen = vec![false; lines.len()];
        place_for(matcher, &fits, &mut owner, &mut seen);
    }
    (0..matchers.len())
        .map(|matcher| owner.iter().position(|&other| other == Some(matcher)))
        .collect()
}
