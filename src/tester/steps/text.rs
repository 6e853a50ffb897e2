//! Comparisons and texts that several steps share.

use crate::tester::performer::{Performer, Problem, Progress, StepAt};
use crate::tester::syntax::matcher::Matcher;
use crate::tester::syntax::put_captures;
use crate::tester::syntax::rewrite::rewrite;
use std::fmt::Display;

/// Compares the value of the step, or of a key in it, with the actual value.
pub fn compare_values(
    at: &StepAt,
    key: Option<&str>,
    what: &str,
    expected: &dyn Display,
    actual: &dyn Display,
) -> Result<Progress, Problem> {
    let (expected, actual) = (expected.to_string(), actual.to_string());
    if expected == actual {
        return Ok(Progress::Done);
    }
    let patch = rewrite(at, key, &actual);
    let place = key.map_or_else(|| at.value(), |key| at.field(key));
    Err(Problem::values(&place, what, expected, actual).with_patch(patch))
}

/// The matcher with captured texts for their names.
pub fn with_captures(matcher: &Matcher, performer: &Performer) -> Matcher {
    matcher.with_texts(|text| put_captures(text, &performer.state.captures))
}

/// Help that shows the first of these lines.
pub fn written(lines: &[String]) -> Vec<String> {
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

/// Joins lines, each without blanks at its end and with a line end.
pub fn joined<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Whether two texts are the same but for blanks at their ends.
pub fn is_same_text(expected: &str, actual: &str) -> bool {
    expected.trim_end() == actual.trim_end()
}
