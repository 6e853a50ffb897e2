//! Other values in the place of those that stand in a file.

use super::step::StepAt;
use super::tree::{Kind, Node, Style};
use crate::scenario::Place;
use crate::scenario::report::Patch;
use std::ops::Range;

/// What would make a single value of a step another one: the value itself, or that of a key in
/// it. `None` where it cannot be replaced alone: a list of several lines, or a text with a
/// variable in it.
#[must_use]
pub fn rewrite(step: &StepAt, key: Option<&str>, value: &str) -> Option<Patch> {
    let node = match key {
        Some(key) => step.node.get(key)?,
        None => &step.node,
    };
    let text = &*step.place.source.text;
    let span = bare(text, node);
    let old = text.get(span.clone())?;
    if old.contains("${") {
        return None;
    }
    let replacement = match &node.kind {
        Kind::Scalar {
            style: Style::Literal,
            ..
        } => indented(value, &" ".repeat(column(text, span.start))),
        Kind::Scalar { .. } if value.trim_end().contains('\n') => {
            // A block begins on the next line, deeper than its key.
            let line = line_start(text, span.start);
            let is_flow = text[line..span.start].contains(['{', '[']);
            if is_flow {
                in_quotes(value)?
            } else {
                let key_column = column(text, line + leading(text, line));
                let indent = " ".repeat(key_column + 2);
                format!("|\n{indent}{}", indented(value, &indent))
            }
        }
        Kind::Scalar { .. } => plain_or_quoted(value)?,
        Kind::Sequence(_) if old.starts_with('[') => value.to_owned(),
        _ => return None,
    };
    Some(Patch {
        source: step.place.source.clone(),
        span,
        replacement,
    })
}

/// The bytes of a value without the blank lines after a block.
fn bare(text: &str, node: &Node) -> Range<usize> {
    let span = node.span.clone();
    let kept = text.get(span.clone()).unwrap_or_default().trim_end().len();
    span.start..span.start + kept
}

/// The lines of a text, those after the first with this before them.
fn indented(value: &str, indent: &str) -> String {
    let lines: Vec<&str> = value.trim_end().lines().collect();
    lines.join(&format!("\n{indent}"))
}

/// A single value in YAML, in quotes where it would not be read as the same text otherwise.
fn plain_or_quoted(value: &str) -> Option<String> {
    // A number stays one.
    if value.parse::<u64>().is_ok() {
        return Some(value.to_owned());
    }
    let written = serde_yaml::to_string(value).ok()?;
    Some(written.trim_end().to_owned())
}

/// A text of several lines on one.
fn in_quotes(value: &str) -> Option<String> {
    serde_json::to_string(value.trim_end()).ok()
}

fn line_start(text: &str, byte: usize) -> usize {
    text[..byte].rfind('\n').map_or(0, |feed| feed + 1)
}

/// How many bytes of a line stand before its key: blanks and the `-` of lists.
fn leading(text: &str, line: usize) -> usize {
    let rest = &text[line..];
    rest.len() - rest.trim_start_matches([' ', '-']).len()
}

fn column(text: &str, byte: usize) -> usize {
    text[line_start(text, byte)..byte].chars().count()
}

/// What would make a whole file another.
#[must_use]
pub fn rewrite_file(place: Place, value: &str) -> Patch {
    Patch {
        source: place.source,
        span: place.span,
        replacement: value.to_owned(),
    }
}
