//! Indentation and blank lines.

use super::parts::{Block, Parts, is_flow};
use crate::scenario::syntax::{Node, line_end, line_start};
use std::collections::BTreeSet;
use std::ops::Range;

/// The text with its lines indented, and blank lines where they belong.
pub fn laid_out(text: &str, root: &Node) -> String {
    let parts = Parts::of(text, root);
    let lines = lines(text, &parts);
    let mut layout = Layout {
        text,
        parents: vec![0; parts.blocks.len()],
        apart: apart(text, root, &lines),
        parts,
        levels: Levels::default(),
        written: Vec::new(),
        keeps_blank_lines: false,
    };
    for (index, line) in lines.iter().enumerate() {
        layout.line(line, index, &lines[index + 1..]);
    }
    layout.finish()
}

/// The lines that a blank line goes before: those on which scenarios begin, or the comments
/// above them. The first scenario has none.
fn apart(text: &str, root: &Node, lines: &[Line]) -> BTreeSet<usize> {
    let Some(list) = root.get("scenarios").filter(|list| !is_flow(text, list)) else {
        return BTreeSet::new();
    };
    let number = |byte: usize| lines.partition_point(|line| line.span.end < byte);
    let begin = |item: &Node| {
        let mut at = number(item.span.start);
        // Its `-` may stand alone, on a line before.
        while at > 0 && !text[lines[at].span.clone()].trim_start().starts_with('-') {
            at -= 1;
        }
        let dash = lines[at].indent;
        while at > 0 && lines[at - 1].kind == LineKind::Comment && lines[at - 1].indent <= dash {
            at -= 1;
        }
        at
    };
    list.items().iter().skip(1).map(begin).collect()
}

struct Layout<'t> {
    text: &'t str,
    parts: Parts<'t>,
    /// The lines before which there is a blank line.
    apart: BTreeSet<usize>,
    levels: Levels,
    /// By block, the column of its text.
    parents: Vec<usize>,
    written: Vec<String>,
    /// Blank lines here would belong to the block before them.
    keeps_blank_lines: bool,
}

impl Layout<'_> {
    fn line(&mut self, line: &Line, index: usize, next: &[Line]) {
        let written = &self.text[line.span.clone()];
        if self.apart.contains(&index) {
            self.blank();
        }
        if line.kind != LineKind::Blank {
            self.keeps_blank_lines = false;
        }
        let bare = &written[line.indent..];
        let new = match line.kind {
            LineKind::Blank => return self.blank(),
            LineKind::OfBlock(number) => {
                let new = self.of_block(number, written, line);
                self.keeps_blank_lines = self.parts.blocks[number].keeps_end;
                self.written.push(new);
                return;
            }
            LineKind::Begins => self.begins(line, written),
            LineKind::Mark => {
                self.levels.0.clear();
                written.to_owned()
            }
            LineKind::Comment => {
                let next = next.iter().find(|line| line.kind == LineKind::Begins);
                let next = next.map(|line| (line.indent, first(self.text, line, &self.parts)));
                indented(self.levels.comment(line.indent, next), bare)
            }
            LineKind::OfValue | LineKind::OfFlow(_) if self.levels.0.is_empty() => {
                written.to_owned()
            }
            LineKind::OfValue => indented(self.levels.below(), bare),
            LineKind::OfFlow(depth) => {
                let deeper = depth.saturating_sub(1) * STEP;
                indented(self.levels.below() + deeper, bare)
            }
        };
        self.written.push(new.trim_end().to_owned());
    }

    /// A blank line, if there is something before it and that is no blank line.
    fn blank(&mut self) {
        let is_wanted = self.written.last().is_some_and(|line| !line.is_empty());
        if is_wanted && !self.keeps_blank_lines {
            self.written.push(String::new());
        }
    }

    fn begins(&mut self, line: &Line, written: &str) -> String {
        let (dashes, at) = dashes(self.text, line, &self.parts);
        let rest = &written[at..];
        let is_key = self.parts.keys.contains(&(line.span.start + at));
        let begins = if is_key { Begins::Key } else { Begins::Value };
        let has_more = !rest.is_empty() && !rest.starts_with('#');
        let items = dashes.iter().map(|&column| (column, Begins::Item));
        let mut new = String::new();
        for (column, begins) in items.chain(has_more.then_some((at, begins))) {
            if column == line.indent {
                new = " ".repeat(self.levels.at_start_of_line(column, begins));
            } else {
                self.levels.inside(column, begins);
            }
            if begins == Begins::Item {
                new.push_str("- ");
            }
        }
        let blocks = &self.parts.blocks;
        let number = blocks.partition_point(|block| block.indicators.start < line.span.start);
        match blocks.get(number) {
            Some(block) if block.indicators.start < line.span.end => {
                self.parents[number] = self.levels.below();
                self.keeps_blank_lines = block.keeps_end;
                new + &with_step(rest, block, line.span.start + at)
            }
            _ => new + rest,
        }
    }

    /// A line of a block.
    fn of_block(&self, number: usize, written: &str, line: &Line) -> String {
        let block = &self.parts.blocks[number];
        let Some(first) = block.first else {
            return String::new();
        };
        let old = first - line_start(self.text, first);
        if line.span.end - line.span.start <= old {
            return String::new();
        }
        match written.split_at_checked(old) {
            Some((blanks, rest)) if blanks.trim().is_empty() => {
                indented(self.parents[number], rest)
            }
            _ => written.to_owned(),
        }
    }

    fn finish(mut self) -> String {
        let keeps_end = self.parts.blocks.last().is_some_and(|block| {
            let after = &self.text[block.end.min(self.text.len())..];
            block.keeps_end && after.trim().is_empty()
        });
        while !keeps_end && self.written.last().is_some_and(String::is_empty) {
            self.written.pop();
        }
        let end = line_end(self.text, 0);
        self.written.iter().map(|line| line.clone() + end).collect()
    }
}

fn indented(column: usize, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    " ".repeat(column) + text
}

/// The rest of a line with the header of a block. An explicit indentation in it becomes the new one.
fn with_step(rest: &str, block: &Block, start: usize) -> String {
    let signs = block.indicators.start - start..block.indicators.end - start;
    let header = rest[signs.clone()].replace(|c: char| c.is_ascii_digit(), &STEP.to_string());
    format!("{}{header}{}", &rest[..signs.start], &rest[signs.end..])
}

/// The kind of node that begins in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    /// An item of a list, with its `-`.
    Item,
    /// A key.
    Key,
    /// A value that is neither.
    Value,
}

/// A list or a mapping that goes on in the lines to come.
#[derive(Clone, Copy, Debug)]
struct Level {
    begins: Begins,
    /// The column of its items or keys as it was.
    old: usize,
    /// The column as it is to be.
    new: usize,
}

/// The lists and mappings that a line is in, the outermost first.
#[derive(Clone, Debug, Default)]
struct Levels(Vec<Level>);

/// How much deeper a level is than the one it is in.
const STEP: usize = 2;

impl Levels {
    /// Something begins in this column, after only blanks on its line; the column where it is
    /// to begin.
    pub fn at_start_of_line(&mut self, old: usize, begins: Begins) -> usize {
        while self.0.last().is_some_and(|top| {
            let is_after_list =
                top.old == old && top.begins == Begins::Item && begins == Begins::Key;
            top.old > old || is_after_list || (begins == Begins::Value && top.old == old)
        }) {
            self.0.pop();
        }
        match self.0.last() {
            Some(top) if top.old == old && top.begins == begins => top.new,
            _ => self.inside(old, begins),
        }
    }

    /// Something begins in this column inside of what the innermost level has begun; the
    /// column where it is to begin.
    pub fn inside(&mut self, old: usize, begins: Begins) -> usize {
        let new = self.below();
        if begins != Begins::Value {
            self.0.push(Level { begins, old, new });
        }
        new
    }

    /// The column of what is inside of the innermost level.
    pub fn below(&self) -> usize {
        self.0.last().map_or(0, |top| top.new + STEP)
    }

    /// The column of a comment that stood in this one; `next` is what begins after it.
    pub fn comment(&self, old: usize, next: Option<(usize, Begins)>) -> usize {
        if let Some((column, begins)) = next {
            let is_child = self.0.last().is_none_or(|top| {
                let is_list_of_key =
                    top.old == column && top.begins == Begins::Key && begins == Begins::Item;
                top.old < column || is_list_of_key
            });
            if is_child || old <= column {
                return self.clone().at_start_of_line(column, begins);
            }
        }
        let level = self.0.iter().rev().find(|level| level.old <= old);
        level.map_or(0, |level| level.new)
    }
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    /// Blank.
    Blank,
    /// A comment alone.
    Comment,
    /// A `---` or the like, which ends all lists and mappings.
    Mark,
    /// A node begins on it.
    Begins,
    /// It belongs to the block of this number.
    OfBlock(usize),
    /// It continues a value from a line before.
    OfValue,
    /// It is between brackets or braces that were opened on a line before: the number of those
    /// that it does not close first.
    OfFlow(usize),
}

/// A line.
#[derive(Clone, Debug)]
struct Line {
    /// Its bytes without its end.
    pub span: Range<usize>,
    /// How many blanks it begins with.
    pub indent: usize,
    pub kind: LineKind,
}

/// All lines of a text.
fn lines(text: &str, parts: &Parts) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for written in text.split_inclusive('\n') {
        let bare = written.trim_end_matches('\n');
        let bare = bare.strip_suffix('\r').unwrap_or(bare);
        let span = start..start + bare.len();
        start += written.len();
        let indent = bare.len() - bare.trim_start_matches([' ', '\t']).len();
        let mut folded = parts.folded.iter();
        let continues = folded.any(|fold| fold.start < span.start && span.start < fold.end);
        let kind = if let Some(block) = of_block(&parts.blocks, &span, text) {
            LineKind::OfBlock(block)
        } else if continues {
            LineKind::OfValue
        } else if bare.trim().is_empty() {
            LineKind::Blank
        } else if is_mark(bare) {
            LineKind::Mark
        } else if let Some(depth) = depth(parts, &span, indent, text) {
            LineKind::OfFlow(depth)
        } else if bare[indent..].starts_with('#') {
            LineKind::Comment
        } else {
            LineKind::Begins
        };
        lines.push(Line { span, indent, kind });
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

/// The columns of the `-` at the beginning of a line, and that of what follows them.
fn dashes(text: &str, line: &Line, parts: &Parts) -> (Vec<usize>, usize) {
    let written = &text[line.span.clone()];
    let mut at = line.indent;
    let mut dashes = Vec::new();
    while let Some(rest) = written[at..].strip_prefix('-') {
        let is_key = parts.keys.contains(&(line.span.start + at));
        if is_key || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
            break;
        }
        dashes.push(at);
        at += 1 + rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }
    (dashes, at)
}

/// What begins first on a line.
fn first(text: &str, line: &Line, parts: &Parts) -> Begins {
    if !dashes(text, line, parts).0.is_empty() {
        Begins::Item
    } else if parts.keys.contains(&(line.span.start + line.indent)) {
        Begins::Key
    } else {
        Begins::Value
    }
}
