//! The parts of a YAML text: keys, blocks, values of several lines.

use crate::scenario::syntax::{Node, NodeKind, Style, block_header, is_indicator, line_start};
use std::collections::BTreeSet;
use std::ops::Range;

/// The places of the parts of a text, in its order.
#[derive(Debug, Default)]
pub struct Parts<'t> {
    text: &'t str,
    /// Where keys begin, those between braces not counted.
    pub keys: BTreeSet<usize>,
    /// Texts below a `|` or `>`.
    pub blocks: Vec<Block>,
    /// Single values of several lines that are no blocks.
    pub folded: Vec<Range<usize>>,
    /// What stands between brackets or braces on several lines, with them.
    pub flows: Vec<Range<usize>>,
}

/// A text below a `|` or `>`.
#[derive(Debug)]
pub struct Block {
    /// The `|` or `>` with its indentation and chomping indicators.
    pub indicators: Range<usize>,
    /// Where the first line begins that is not blank, after its indentation; `None` if there
    /// is none.
    pub first: Option<usize>,
    /// The end of the text, without insignificant blank lines.
    pub end: usize,
    /// Blank lines at its end are part of the text.
    pub keeps_end: bool,
}

impl<'t> Parts<'t> {
    /// The parts of a text, of which this is the root.
    pub fn of(text: &'t str, root: &Node) -> Self {
        let mut parts = Self {
            text,
            ..Self::default()
        };
        parts.add(root, 0);
        parts
    }

    /// Adds a value that comes after this byte; where it ends.
    fn add(&mut self, node: &Node, after: usize) -> usize {
        let is_flow = is_flow(self.text, node);
        if is_flow && self.text[node.span.clone()].contains('\n') {
            self.flows.push(node.span.clone());
        }
        let mut last = after.max(node.span.start);
        match &node.kind {
            NodeKind::Scalar { style, .. } => match style {
                Style::Literal | Style::Folded => return self.add_block(node, after),
                Style::Plain | Style::Quoted => return self.add_scalar(node, *style, after),
            },
            NodeKind::Sequence(items) => {
                for item in items {
                    last = self.add(item, last);
                }
            }
            NodeKind::Mapping(entries) => {
                for (key, value) in entries {
                    if !key.in_flow {
                        self.keys.insert(key.span.start);
                    }
                    last = self.add(key, last);
                    last = self.add(value, last);
                }
            }
        }
        last.max(if is_flow { node.span.end } else { 0 })
    }

    fn add_scalar(&mut self, node: &Node, style: Style, after: usize) -> usize {
        let span = node.span.clone();
        // Where nothing is written, the parser points at whatever comes next.
        if node.scalar() == Some("") && style == Style::Plain {
            return after;
        }
        if self.text[span.clone()].contains('\n') {
            self.folded.push(span.clone());
        }
        span.end
    }

    fn add_block(&mut self, node: &Node, after: usize) -> usize {
        let Some(start) = block_header(self.text, after) else {
            return node.span.end.max(after);
        };
        let signs = self.text[start..].find(|letter| !is_indicator(letter));
        let indicators = start..signs.map_or(self.text.len(), |length| start + length);
        let line = self.text[start..].find('\n');
        let line_end = line.map_or(self.text.len(), |length| start + length + 1);
        let span = node.span.start.max(line_end)..node.span.end.max(line_end);
        let written = self.text[span.clone()].trim_end();
        let first = (!written.is_empty()).then_some(span.start);
        let keeps_end = self.text[indicators.clone()].contains('+');
        let end = match first {
            Some(first) => self.end_of_block(first, span.end),
            None => line_end,
        };
        self.blocks.push(Block {
            indicators,
            first,
            end,
            keeps_end,
        });
        end
    }

    /// Where the last line of a block ends that has more in it than indentation.
    fn end_of_block(&self, first: usize, end: usize) -> usize {
        let start = line_start(self.text, first);
        let indent = first - start;
        let mut at = start;
        let mut last = first;
        for line in self.text[start..end].split_inclusive('\n') {
            at += line.len();
            let bare = line.trim_end_matches(['\n', '\r']);
            if bare.len() > indent || !bare.trim().is_empty() {
                last = at;
            }
        }
        last
    }
}

/// Whether a list or a mapping stands between brackets or braces of its own.
pub fn is_flow(text: &str, node: &Node) -> bool {
    let (sign, first) = match &node.kind {
        NodeKind::Scalar { .. } => return false,
        NodeKind::Sequence(items) => ('[', items.first()),
        NodeKind::Mapping(entries) => ('{', entries.first().map(|(key, _)| key)),
    };
    first.is_none_or(|first| first.in_flow) && text[node.span.start..].starts_with(sign)
}
