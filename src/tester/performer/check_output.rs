//! Checks of what was written.

use super::problem::Problem;
use super::stage::Stage;
use crate::opponents::subject::Trouble;
use crate::tester::report::Comparison;
use crate::tester::syntax::matcher::{LineMatcher, LinePlace, Matcher};
use crate::tester::syntax::put_captures;
use crate::tester::syntax::rewrite::{rewrite, rewrite_file};
use crate::tester::syntax::step::{ErrorCheck, Placed, Snapshot, StepAt, Stored};
use crate::tester::{Place, SourceText};

impl Stage<'_> {
    pub(super) fn check_error(&mut self, check: &ErrorCheck, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        self.gather_errors(&place)?;
        let errors = std::mem::take(&mut self.errors);
        let found = || {
            let list: Vec<String> = errors
                .iter()
                .map(|error| format!("there is: {error}"))
                .collect();
            list
        };
        match check {
            ErrorCheck::Any if errors.is_empty() => {
                Err(Problem::unmet(&place, "expected an error, found none"))
            }
            ErrorCheck::None if !errors.is_empty() => {
                let message = format!("expected no error, found: {}", errors[0]);
                Err(Problem::unmet(&place, message))
            }
            ErrorCheck::Any | ErrorCheck::None => Ok(()),
            ErrorCheck::Fits(matchers) => {
                let matchers = matchers.iter().map(|m| self.with_captures(&m.text));
                let matchers: Vec<Matcher> = matchers.collect();
                let fits = |error: &String| matchers.iter().all(|m| m.fits(error));
                if errors.iter().any(fits) {
                    return Ok(());
                }
                let wanted: Vec<String> = matchers.iter().map(Matcher::to_string).collect();
                let message = if errors.is_empty() {
                    "expected an error, found none".to_owned()
                } else {
                    format!("no error {}", wanted.join(" and "))
                };
                Err(Problem::unmet(&place, message).with_help(found()))
            }
        }
    }

    pub(super) fn check_all_output(&mut self, text: &str, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        self.gather_output(&place)?;
        let lines = std::mem::take(&mut self.unread);
        let actual = joined(lines.iter().map(String::as_str));
        let expected = put_captures(text, &self.captures);
        let expected = joined(expected.lines());
        if same_text(&expected, &actual) {
            return Ok(());
        }
        let patch = rewrite(at, None, &actual);
        Err(Problem::unmet(&place, "the output is not as expected")
            .with(Comparison::Texts { expected, actual })
            .with_patch(patch))
    }

    pub(super) fn check_snapshot(&mut self, stored: &Snapshot, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        self.gather_output(&place)?;
        let lines = std::mem::take(&mut self.unread);
        let mut actual = joined(lines.iter().map(String::as_str));
        for (regex, with) in &stored.filters {
            actual = regex.replace_all(&actual, with.as_str()).into_owned();
        }
        let (expected, patch) = match &stored.stored {
            Stored::Here(text) => (text.clone(), rewrite(at, Some("text"), &actual)),
            Stored::File(name, text) => {
                let expected = text.as_deref().unwrap_or_default();
                let stored = stored_in(&place, name, expected);
                (expected.to_owned(), Some(rewrite_file(stored, &actual)))
            }
        };
        let expected = joined(expected.lines());
        if same_text(&expected, &actual) {
            return Ok(());
        }
        let message = match &stored.stored {
            Stored::File(name, None) => format!("there is no file `{name}` to compare with"),
            _ => "the output is not as stored".to_owned(),
        };
        Err(Problem::unmet(&place, message)
            .with(Comparison::Texts { expected, actual })
            .with_patch(patch))
    }

    /// Fits matchers to lines in order, as far as they go: each to the first line that it can.
    pub(super) fn check_lines(
        &mut self,
        matchers: &[Placed<LineMatcher>],
        at: &StepAt,
    ) -> Result<(), Problem> {
        self.gather_output(&at.value())?;
        let lines = std::mem::take(&mut self.unread);
        let mut from = 0;
        let mut forbidden: Vec<&Placed<LineMatcher>> = Vec::new();
        for matcher in matchers {
            let LineMatcher {
                place: wanted,
                matcher: inner,
            } = &matcher.text;
            let inner = self.with_captures(inner);
            if *wanted == LinePlace::Not {
                forbidden.push(matcher);
                continue;
            }
            let found = match wanted {
                LinePlace::Next => lines
                    .get(from)
                    .filter(|line| inner.fits(line))
                    .map(|_| from),
                _ => (from..lines.len()).find(|&index| inner.fits(&lines[index])),
            };
            let Some(found) = found else {
                return Err(no_line(matcher, &inner, &lines[from..], *wanted));
            };
            self.refuse_between(&forbidden, &lines[from..found])?;
            forbidden.clear();
            self.captures.extend(inner.captures(&lines[found]));
            from = found + 1;
        }
        self.refuse_between(&forbidden, &lines[from..])?;
        self.unread = lines[from..].to_vec();
        Ok(())
    }

    /// Fits each matcher to a line of its own, wherever it is.
    pub(super) fn check_any_order(
        &mut self,
        matchers: &[Placed<Matcher>],
        at: &StepAt,
    ) -> Result<(), Problem> {
        self.gather_output(&at.value())?;
        let mut lines = std::mem::take(&mut self.unread);
        let inner = matchers.iter().map(|m| self.with_captures(&m.text));
        let inner: Vec<Matcher> = inner.collect();
        let assigned = assign(&inner, &lines);
        let mut taken = Vec::new();
        for ((matcher, line), at) in inner.iter().zip(assigned).zip(matchers) {
            let Some(line) = line else {
                let message = format!("no line {matcher} is left");
                return Err(Problem::unmet(&at.place, message).with_help(written(&lines)));
            };
            self.captures.extend(matcher.captures(&lines[line]));
            taken.push(line);
        }
        taken.sort_unstable();
        for line in taken.into_iter().rev() {
            lines.remove(line);
        }
        self.unread = lines;
        Ok(())
    }

    /// The matcher with captured texts for their names.
    fn with_captures(&self, matcher: &Matcher) -> Matcher {
        matcher.with_texts(|text| put_captures(text, &self.captures))
    }

    fn refuse_between(
        &self,
        forbidden: &[&Placed<LineMatcher>],
        lines: &[String],
    ) -> Result<(), Problem> {
        for at in forbidden {
            let matcher = self.with_captures(&at.text.matcher);
            if let Some(line) = lines.iter().find(|line| matcher.fits(line)) {
                let message = format!("a line {matcher} was not to come, but did: {line}");
                return Err(Problem::unmet(&at.place, message));
            }
        }
        Ok(())
    }

    pub(super) fn check_exit(&mut self, status: i32, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let deadline = self.deadline();
        let ended = self.subject.finish(deadline);
        let ended = ended.map_err(|trouble: Trouble| Problem::Trouble(trouble, place.clone()))?;
        if ended == crate::opponents::Ended::Status(status) {
            return Ok(());
        }
        Err(Problem::unmet(
            &place,
            format!("expected exit status {status}, found {ended}"),
        ))
    }
}

/// A line for each matcher, no two the same: by augmenting paths, so that a matcher that fits
/// many lines leaves the one that another needs.
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

/// All of a file beside that of a scenario, with what it holds.
pub(super) fn stored_in(place: &Place, name: &str, text: &str) -> Place {
    let folder = std::path::Path::new(&*place.source.name).parent();
    let stored = folder.map_or_else(|| name.into(), |folder| folder.join(name));
    let source = SourceText::new(stored.display().to_string(), text);
    Place::new(source, 0..text.len())
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
    Problem::unmet(&at.place, message).with_help(written(rest))
}

/// The first of the lines that were written, for help.
fn written(lines: &[String]) -> Vec<String> {
    const SHOWN: usize = 8;
    let mut shown: Vec<String> = lines.iter().take(SHOWN).cloned().collect();
    if lines.len() > SHOWN {
        shown.push(format!("… and {} lines more", lines.len() - SHOWN));
    }
    if shown.is_empty() {
        return Vec::new();
    }
    vec![format!("what was written:\n{}", shown.join("\n"))]
}

/// Lines with a line end after each; blanks at their ends do not count.
fn joined<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn same_text(expected: &str, actual: &str) -> bool {
    expected.trim_end() == actual.trim_end()
}
