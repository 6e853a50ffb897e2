//! Formatting of scenario files.
//!
//! The values stay, and so do comments, the order of keys and the kind of quotes. What changes
//! is indentation, blanks at the ends of lines and around the signs of YAML, and blank lines.
//! Two passes: one changes blanks within a line, the other moves whole lines.
//!
//! No crate does this. The emitters of `serde_yaml` and `saphyr` drop comments. `pretty_yaml` 0.6
//! keeps them, but has no setting that keeps quotes, and takes out the blank line after
//! `scenarios:`: it would change 9 of our scenario files.

mod layout;
mod parts;

use crate::scenario::syntax::{Node, NodeKind, NotYaml, Style, line_end};
use ataxx_core::diagnostic::Diagnostic;
use parts::{Parts, is_flow};
use std::ops::Range;

/// Formats a file of scenarios or of steps: two blanks for each level, also for the
/// items of lists; one blank line between scenarios and at most one elsewhere; no blanks at
/// the ends of lines; one line end at the end of the file.
pub fn format_text(text: &str) -> Result<String, Diagnostic> {
    let text = text.trim_start_matches('\u{feff}');
    let ended;
    // The last line is treated like the others.
    let text = if text.is_empty() || text.ends_with('\n') {
        text
    } else {
        ended = format!("{text}{}", line_end(text, 0));
        &ended
    };
    let before = read(text)?;
    match stable(text, &before.0) {
        Some(formatted) if is_same(text, &before, &formatted) => Ok(formatted),
        _ => {
            let message = "this file cannot be formatted without changing its meaning";
            let help = "the file is left unchanged: a part of it has an unusual form";
            Err(Diagnostic::error("tidy", message).with_help([help.to_owned()]))
        }
    }
}

/// The formatted text, unless formatting it again would change it.
fn stable(text: &str, root: &Node) -> Option<String> {
    let once = passed(text, root)?;
    let again = passed(&once, &Node::parse(&once).ok()?)?;
    (once == again).then_some(once)
}

fn passed(text: &str, root: &Node) -> Option<String> {
    let spaced = spaced(text, root);
    let root = Node::parse(&spaced).ok()?;
    Some(layout::laid_out(&spaced, &root))
}

/// A text by two readers: where its values stand, and what they are.
type Read = (Node, serde_yaml::Value);

/// A text is formatted only if a second reader takes it for YAML, too, with the same values
/// before and after.
fn read(text: &str) -> Result<Read, Diagnostic> {
    let wrong = |error: NotYaml| Diagnostic::error("yaml", error.message).at(error.span);
    let root = Node::parse(text).map_err(wrong)?;
    let value = serde_yaml::from_str(text).map_err(|error| {
        let at = error.location().map_or(0, |location| location.index());
        Diagnostic::error("yaml", error.to_string()).at(at..at)
    })?;
    Ok((root, value))
}

/// Whether another text has the same values, in the same style, and the same comments.
fn is_same(text: &str, (root, value): &Read, other: &str) -> bool {
    read(other).is_ok_and(|(other_root, other_value)| {
        *value == other_value
            && is_same_node(root, &other_root)
            && Parts::of(text, root).comments() == Parts::of(other, &other_root).comments()
    })
}

fn is_same_node(one: &Node, other: &Node) -> bool {
    match (&one.kind, &other.kind) {
        (NodeKind::Sequence(items), NodeKind::Sequence(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(a, b)| is_same_node(a, b))
        }
        (NodeKind::Mapping(entries), NodeKind::Mapping(others)) => {
            entries.len() == others.len()
                && entries
                    .iter()
                    .zip(others)
                    .all(|((key, value), (other_key, other))| {
                        is_same_node(key, other_key) && is_same_node(value, other)
                    })
        }
        (one, other) => one == other,
    }
}

/// A text with one blank after `:` and `,`, none before them, one inside of braces and none
/// inside of brackets. What goes over several lines stays as it is.
fn spaced(text: &str, root: &Node) -> String {
    let mut spacing = Spacing {
        text,
        gaps: Vec::new(),
    };
    spacing.visit(root);
    let mut gaps = spacing.gaps;
    gaps.sort_by_key(|(span, _)| span.start);
    let mut spaced = String::with_capacity(text.len());
    let mut from = 0;
    for (span, between) in gaps {
        // Where nothing is written the parser's places can be odd.
        if span.start >= from {
            spaced.push_str(&text[from..span.start]);
            spaced.push_str(between);
            from = span.end;
        }
    }
    spaced.push_str(&text[from..]);
    spaced
}

struct Spacing<'t> {
    text: &'t str,
    gaps: Vec<(Range<usize>, &'static str)>,
}

impl Spacing<'_> {
    /// What is between two values becomes this, if there is nothing but blanks and this sign
    /// now, and perhaps not even the sign.
    fn gap(&mut self, span: Range<usize>, sign: &str, between: &'static str) {
        let Some(gap) = self.text.get(span.clone()) else {
            return;
        };
        if gap != between && gap.trim_matches([' ', '\t']) == sign {
            self.gaps.push((span, between));
        }
    }

    fn visit(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Scalar { .. } => {}
            NodeKind::Sequence(items) => {
                for item in items {
                    self.visit(item);
                }
                if is_flow(self.text, node) {
                    self.between(items.iter().map(|item| (item, item)));
                    let ends = items.first().zip(items.last());
                    self.inside(node, ends, ["[", "]", "[]"]);
                }
            }
            NodeKind::Mapping(entries) => {
                for (key, value) in entries {
                    self.visit(key);
                    self.visit(value);
                    self.after_key(key, value);
                }
                if is_flow(self.text, node) {
                    self.between(entries.iter().map(|(key, value)| (key, value)));
                    let ends = entries.first().zip(entries.last());
                    let ends = ends.map(|((first, _), (_, last))| (first, last));
                    self.inside(node, ends, ["{ ", " }", "{}"]);
                }
            }
        }
    }

    fn after_key(&mut self, key: &Node, value: &Node) {
        if is_missing(key) || is_missing(value) {
            return;
        }
        let is_block = matches!(
            value.kind,
            NodeKind::Scalar {
                style: Style::Literal | Style::Folded,
                ..
            }
        );
        if !is_block {
            self.gap(key.span.end..value.span.start, ":", ": ");
            return;
        }
        // The sign of a block stands where a value would.
        let rest = &self.text[key.span.end..];
        let length = rest.find(|c: char| !matches!(c, ' ' | '\t' | ':'));
        if let Some(length) = length.filter(|&length| rest[length..].starts_with(['|', '>'])) {
            self.gap(key.span.end..key.span.end + length, ":", ": ");
        }
    }

    /// The commas between parts, each with its first and its last value.
    fn between<'n>(&mut self, parts: impl Iterator<Item = (&'n Node, &'n Node)>) {
        let mut before: Option<&Node> = None;
        for (first, last) in parts {
            if let Some(before) = before.filter(|before| !is_missing(before)) {
                self.gap(before.span.end..first.span.start, ",", ", ");
            }
            before = Some(last);
        }
    }

    /// What is inside of brackets or braces before the first and after the last value.
    fn inside(
        &mut self,
        node: &Node,
        ends: Option<(&Node, &Node)>,
        [open, close, empty]: [&'static str; 3],
    ) {
        let span = node.span.clone();
        let Some((first, last)) = ends else {
            let is_empty = self.text[span.clone()].trim_matches(['[', ']', '{', '}', ' ', '\t']);
            if is_empty.is_empty() && self.text[span.clone()] != *empty {
                self.gaps.push((span, empty));
            }
            return;
        };
        if !is_missing(first) {
            self.gap(span.start..first.span.start, open.trim_end(), open);
        }
        if !is_missing(last) {
            self.gap(last.span.end..span.end, close.trim_start(), close);
        }
    }
}

/// Whether nothing is written where this value would be.
fn is_missing(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Scalar { value, style: Style::Plain } if value.is_empty())
}
