//! Checks by matchers: `lines: [MATCHER, …]`, `any-order: [MATCHER, …]`, and `error: any`,
//! `none` or matchers.

use super::common::StepSyntax;
use crate::scenario::performer::{Need, Performer, Placed, Problem, Step, StepAt};
use crate::scenario::syntax::matcher::{LineMatcher, LinePlace, Matcher, line_matcher, matcher};
use crate::scenario::syntax::parser::StepParser;
use crate::scenario::syntax::value::Texts;
use crate::scenario::syntax::{Node, patterns, put_captures};
use ataxx_core::diagnostic::text::counted;
use ataxx_opponents::subject::Subject;
use schemars::{Schema, SchemaGenerator};

/// Fits matchers to unread lines in order, as far as they go: each to the first line that it
/// can.
#[derive(Debug)]
pub struct Lines(Vec<Placed<LineMatcher>>);

impl StepSyntax for Lines {
    const KEY: &'static str = "lines";
    const FORM: &'static str = "`lines: [MATCHER, …]`";
    const DESCRIPTION: &'static str = "Checks that the matchers fit unread lines in this order: \
        `equals \"…\"`, `contains \"…\"`, `matches /…/`, each perhaps with `next` or `not` before \
        it.";

    type Written = Texts;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::lines(generator)
    }

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.matchers(&written, node, line_matcher).map(Self)
    }
}

impl Step for Lines {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
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
        Ok(())
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
            let message = format!("a line that {matcher} is forbidden, found: {line}");
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

/// Fits each matcher to an unread line of its own, wherever it is.
#[derive(Debug)]
pub struct AnyOrder(Vec<Placed<Matcher>>);

impl StepSyntax for AnyOrder {
    const KEY: &'static str = "any-order";
    const FORM: &'static str = "`any-order: [MATCHER, …]`";
    const DESCRIPTION: &'static str =
        "Checks that each matcher fits an unread line of its own, in any order.";

    type Written = Texts;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        patterns::any_order(generator)
    }

    fn parse(written: Texts, parser: &mut StepParser, node: &Node) -> Option<Self> {
        parser.matchers(&written, node, matcher).map(Self)
    }
}

impl Step for AnyOrder {
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
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
        Ok(())
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

/// Checks the errors since the last line was sent.
#[derive(Debug)]
pub enum Error {
    /// Any error.
    Any,
    /// No error.
    None,
    /// One that fits all of these.
    Fits(Vec<Placed<Matcher>>),
}

impl StepSyntax for Error {
    const KEY: &'static str = "error";
    const FORM: &'static str = "`error: any`, `none`, MATCHER or a list";
    const DESCRIPTION: &'static str = "Checks the errors since the last `send`: `any` error, \
        `none`, or one that fits all matchers.";

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
    fn perform(&self, performer: &mut Performer, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        performer.gather_errors(&place)?;
        if performer.state.errors.is_empty() && !matches!(self, Self::None) {
            performer.state.errors = performer.ask(&place, Subject::await_errors)?;
        }
        let errors = std::mem::take(&mut performer.state.errors);
        match (self, errors.first()) {
            (Self::Any | Self::Fits(_), None) => {
                Err(Problem::mismatch(&place, "expected an error, found none"))
            }
            (Self::None, Some(error)) => {
                let message = format!("expected no error, found: {error}");
                Err(Problem::mismatch(&place, message))
            }
            (Self::Any, Some(_)) | (Self::None, None) => Ok(()),
            (Self::Fits(matchers), Some(_)) => {
                let matchers = matchers.iter().map(|m| with_captures(&m.value, performer));
                let matchers: Vec<Matcher> = matchers.collect();
                let fits = |error: &String| matchers.iter().all(|m| m.fits(error));
                if errors.iter().any(fits) {
                    return Ok(());
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

/// The matcher with captured texts for their names.
fn with_captures(matcher: &Matcher, performer: &Performer) -> Matcher {
    matcher.with_texts(|text| put_captures(text, &performer.state.captures))
}

/// Help that shows the first of these lines.
fn written(lines: &[String]) -> Vec<String> {
    const SHOWN: usize = 8;
    let mut shown: Vec<String> = lines.iter().take(SHOWN).cloned().collect();
    if lines.len() > SHOWN {
        shown.push(format!(
            "… and {}",
            counted(lines.len() - SHOWN, "more line")
        ));
    }
    if shown.is_empty() {
        return Vec::new();
    }
    vec![format!("what was written:\n{}", shown.join("\n"))]
}
