//! The lines of a text, and what each of them is.

use super::levels::Begins;
use super::parts::{Block, Parts};
use std::ops::Range;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// There is nothing on it.
    Blank,
    /// Nothing but a comment.
    Comment,
    /// A `---` or the like: what comes next stands in no list or mapping.
    Mark,
    /// Something begins on it.
    Begins,
    /// It belongs to the block of this number.
    OfBlock(usize),
    /// A value goes on that began on a line before.
    OfValue,
    /// It is between brackets or braces that were opened on a line before: the number of those
    /// that it does not close first.
    OfFlow(usize),
}

/// A line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its bytes without its end.
    pub span: Range<usize>,
    /// How many blanks it begins with.
    pub indent: usize,
    pub what: What,
    /// Its last value goes on in the next line, so that blanks at its end are no matter of
    /// form.
    pub goes_on: bool,
}

/// All lines of a text.
pub fn lines(text: &str, parts: &Parts) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for written in text.split_inclusive('\n') {
        let bare = written.trim_end_matches('\n');
        let bare = bare.strip_suffix('\r').unwrap_or(bare);
        let span = start..start + bare.len();
        start += written.len();
        let indent = bare.len() - bare.trim_start_matches([' ', '\t']).len();
        let continues = parts
            .folded
            .iter()
            .any(|fold| fold.span.start < span.start && span.start < fold.span.end);
        let goes_on = parts
            .folded
            .iter()
            .any(|fold| fold.is_quoted && fold.span.start <= span.end && span.end < fold.span.end);
        let what = if let Some(block) = of_block(&parts.blocks, &span, text) {
            What::OfBlock(block)
        } else if continues {
            What::OfValue
        } else if bare.trim().is_empty() {
            What::Blank
        } else if is_mark(bare) {
            What::Mark
        } else if let Some(depth) = depth(parts, &span, indent, text) {
            What::OfFlow(depth)
        } else if bare[indent..].starts_with('#') {
            What::Comment
        } else {
            What::Begins
        };
        lines.push(Line {
            span,
            indent,
            what,
            goes_on,
        });
    }
    lines
}

/// The block that a line belongs to.
fn of_block(blocks: &[Block], line: &Range<usize>, text: &str) -> Option<usize> {
    let last = blocks.partition_point(|block| block.indicators.end <= line.start);
    let number = last.checked_sub(1)?;
    let block = &blocks[number];
    if line.start < block.end && block.first.is_some() {
        return Some(number);
    }
    // Blank lines after it, up to the next line that is not.
    let between = &text[block.end.min(line.start)..line.end];
    (block.keeps_end && between.trim().is_empty()).then_some(number)
}

/// How many brackets and braces are open where a line begins; `None` if none are.
fn depth(parts: &Parts, line: &Range<usize>, indent: usize, text: &str) -> Option<usize> {
    let written = &text[line.clone()][indent..];
    let closing = written.len() - written.trim_start_matches([']', '}', ' ', ',']).len();
    let first = line.start + indent;
    let open = parts
        .flows
        .iter()
        .filter(|flow| flow.start < line.start && line.start < flow.end);
    let mut depth = None;
    for flow in open {
        let closes = flow.end <= first + closing;
        depth = Some(depth.unwrap_or(0) + usize::from(!closes));
    }
    depth
}

/// Whether a line stands above or below a document.
fn is_mark(line: &str) -> bool {
    let marks = ["---", "..."];
    let rest = marks.iter().find_map(|mark| line.strip_prefix(mark));
    line.starts_with('%')
        || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// The signs at the beginning of what begins on a line, like `-`, with their columns.
pub fn signs(text: &str, line: &Line, parts: &Parts) -> (Vec<(usize, char)>, usize) {
    let written = &text[line.span.clone()];
    let mut at = line.indent;
    let mut signs = Vec::new();
    while let Some(sign) = written[at..]
        .chars()
        .next()
        .filter(|sign| "-?:".contains(*sign))
    {
        let rest = &written[at + 1..];
        let is_key = parts.keys.contains(&(line.span.start + at));
        if is_key || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
            break;
        }
        signs.push((at, sign));
        at += 1 + rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }
    (signs, at)
}

/// What begins first on a line.
pub fn first(text: &str, line: &Line, parts: &Parts) -> Begins {
    match signs(text, line, parts).0.first() {
        Some((_, '-')) => Begins::Item,
        Some(_) => Begins::Key,
        None if parts.keys.contains(&(line.span.start + line.indent)) => Begins::Key,
        None => Begins::Value,
    }
}
