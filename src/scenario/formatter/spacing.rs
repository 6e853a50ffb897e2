//! The first pass: blanks around the signs of YAML within a line.

use super::parts::is_flow;
use crate::scenario::syntax::{Kind, Node, Style};
use std::ops::Range;

/// A text with one blank after `:` and `,`, none before them, one inside of braces and none
/// inside of brackets. What goes over several lines stays as it is.
pub fn spaced(text: &str, root: &Node) -> String {
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
            Kind::Scalar { .. } => {}
            Kind::Sequence(items) => {
                for item in items {
                    self.visit(item);
                }
                if is_flow(self.text, node) {
                    self.between(items.iter().map(|item| (item, item)));
                    let ends = items.first().zip(items.last());
                    self.inside(node, ends, ["[", "]", "[]"]);
                }
            }
            Kind::Mapping(entries) => {
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
            Kind::Scalar {
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
    matches!(&node.kind, Kind::Scalar { value, style: Style::Plain } if value.is_empty())
}
