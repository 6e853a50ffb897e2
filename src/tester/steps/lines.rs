//! `lines: [MATCHER, …]`.

use super::kind::StepSyntax;
use super::text::{with_captures, written};
use crate::tester::performer::{Performer, Placed, Problem, Progress, Step, StepAt};
use crate::tester::syntax::matcher::{LineMatcher, LinePlace, Matcher, line_matcher};
use crate::tester::syntax::parser::StepParser;
use crate::tester::syntax::value::Texts;
use crate::tester::syntax::{Node, patterns};
use schemars::{Schema, SchemaGenerator};

/// Fits matchers to unread lines in order, as far as they go: each to the first line that it
/// can.
#[derive(Debug)]
pub struct Lines(Vec<Placed<LineMatcher>>);

impl StepSyntax for Lines {
    const KEY: &'static str = "lines";
    const DESCRIPTION: &'static str = "These matchers fit lines that were written and not yet \
        read, in this order: `equals \"…\"`, `contains \"…\"`, `matches /…/`, each with `next` or \
        `not` before it.";
    const REFERENCE: (&'static str, &'static str) =
        ("`lines: [MATCHER, …]`", "some of them, in order");

    type Written = Texts;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::lines(generator)
    }

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.matchers(&written, node, line_matcher).map(Self)
    }
}

impl Step for Lines {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<Progress, Problem> {
        let lines = performer.take_unread(&at.value())?;
        let mut from = 0;
        let mut forbidden: Vec<&Placed<LineMatcher>> = Vec::new();
        for matcher in &self.0 {
            let LineMatcher {
                place: wanted,
                matcher: inner,
            } = &matcher.value;
            let inner = with_captures(inner, performer);
            let found = match wanted {
                LinePlace::Not => {
                    forbidden.push(matcher);
                    continue;
                }
                LinePlace::Next => lines
                    .get(from)
                    .filter(|line| inner.fits(line))
                    .map(|_| from),
                LinePlace::Later => (from..lines.len()).find(|&index| inner.fits(&lines[index])),
            };
            let Some(found) = found else {
                return Err(no_line(matcher, &inner, &lines[from..], *wanted));
            };
            refuse(&forbidden, &lines[from..found], performer)?;
            forbidden.clear();
            performer
                .state
                .captures
                .extend(inner.captures(&lines[found]));
            from = found + 1;
        }
        refuse(&forbidden, &lines[from..], performer)?;
        performer.state.unread = lines[from..].to_vec();
        Ok(Progress::Done)
    }
}

/// None of the lines may fit any of the matchers.
fn refuse(
    forbidden: &[&Placed<LineMatcher>],
    lines: &[String],
    performer: &Performer,
) -> Result<(), Problem> {
    for Placed { place, value } in forbidden {
        let matcher = with_captures(&value.matcher, performer);
        if let Some(line) = lines.iter().find(|line| matcher.fits(line)) {
            let message = format!("a line {matcher} was not to come, but did: {line}");
            return Err(Problem::mismatch(place, message));
        }
    }
    Ok(())
}

fn no_line(
    at: &Placed<LineMatcher>,
    matcher: &Matcher,
    rest: &[String],
    wanted: LinePlace,
) -> Problem {
    let message = match (wanted, rest.first()) {
        (LinePlace::Next, Some(line)) => format!("the next line does not fit {matcher}: {line}"),
        (_, None) => format!("no line is left that {matcher}"),
        _ => format!("no line {matcher}"),
    };
    Problem::mismatch(&at.place, message).with_help(written(rest))
}
