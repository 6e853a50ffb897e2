//! The second pass: indentation and blank lines.

use super::levels::{Begins, Levels, STEP};
use super::line::{Line, What, first, lines, signs};
use super::parts::{Block, Parts, is_flow};
use crate::tester::syntax::{Node, line_start};
use std::collections::BTreeSet;

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
        dashes: None,
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
        while at > 0 && lines[at - 1].what == What::Comment && lines[at - 1].indent <= dash {
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
    /// By block, the column of what is inside of what it belongs to.
    parents: Vec<usize>,
    written: Vec<String>,
    /// Blank lines here would belong to the block before them.
    keeps_blank_lines: bool,
    /// A `-` that nothing has come after yet, with what is before it.
    dashes: Option<String>,
}

impl Layout<'_> {
    fn line(&mut self, line: &Line, index: usize, next: &[Line]) {
        let written = &self.text[line.span.clone()];
        if self.apart.contains(&index) {
            self.blank();
        }
        if line.what != What::Blank {
            self.keeps_blank_lines = false;
        }
        let bare = &written[line.indent..];
        let new = match line.what {
            What::Blank => return self.blank(),
            What::OfBlock(number) => {
                let new = self.of_block(number, written, line);
                self.keeps_blank_lines = self.parts.blocks[number].keeps_end;
                self.written.push(new);
                return;
            }
            What::Begins => {
                let new = self.begins(line, written);
                if self.stands_alone(line, next.first()) {
                    self.dashes = Some(new);
                    return;
                }
                new
            }
            What::Mark => {
                self.levels.clear();
                written.to_owned()
            }
            What::Comment => {
                let next = next.iter().find(|line| line.what == What::Begins);
                let next = next.map(|line| (line.indent, first(self.text, line, &self.parts)));
                indented(self.levels.comment(line.indent, next), bare)
            }
            What::OfValue | What::OfFlow(_) if self.levels.is_empty() => written.to_owned(),
            What::OfValue => indented(self.levels.below(), bare),
            What::OfFlow(depth) => {
                let deeper = depth.saturating_sub(1) * STEP;
                indented(self.levels.below() + deeper, bare)
            }
        };
        let new = if line.goes_on { &new } else { new.trim_end() };
        self.written.push(new.to_owned());
    }

    /// A blank line, if there is something before it and that is no blank line.
    fn blank(&mut self) {
        let is_wanted = self.written.last().is_some_and(|line| !line.is_empty());
        if is_wanted && !self.keeps_blank_lines {
            self.written.push(String::new());
        }
    }

    /// Whether there is nothing but a `-` on a line, and what it is of begins on the next.
    fn stands_alone(&self, line: &Line, next: Option<&Line>) -> bool {
        let (signs, at) = signs(self.text, line, &self.parts);
        let is_dash = signs.iter().all(|(_, sign)| *sign == '-');
        let last = signs.last().map(|(column, _)| *column);
        at == line.span.len()
            && is_dash
            && next
                .zip(last)
                .is_some_and(|(next, last)| next.what == What::Begins && next.indent > last)
    }

    fn begins(&mut self, line: &Line, written: &str) -> String {
        let (signs, at) = signs(self.text, line, &self.parts);
        let rest = &written[at..];
        let is_key = self.parts.keys.contains(&(line.span.start + at));
        let mut new = String::new();
        let mut is_first = true;
        let tokens = signs.iter().map(|&(column, sign)| {
            let begins = if sign == '-' {
                Begins::Item
            } else {
                Begins::Key
            };
            (column, begins, Some(sign))
        });
        let begins = if is_key { Begins::Key } else { Begins::Value };
        let has_more = !rest.is_empty() && !rest.starts_with('#');
        let last = has_more.then_some((at, begins, None));
        for (column, begins, sign) in tokens.chain(last) {
            let column = if is_first {
                self.levels.at_start_of_line(column, begins)
            } else {
                self.levels.inside(column, begins)
            };
            if is_first {
                // What a `-` on the line before is of begins here.
                let dashes = self.dashes.take();
                new = dashes.unwrap_or_else(|| " ".repeat(column));
            }
            is_first = false;
            if let Some(sign) = sign {
                new.push(sign);
                new.push(' ');
            }
        }
        let blocks = &self.parts.blocks;
        let number = blocks.partition_point(|block| block.indicators.start < line.span.start);
        match blocks.get(number) {
            Some(block) if block.indicators.start < line.span.end => {
                self.parents[number] = self.levels.below();
                self.keeps_blank_lines = block.keeps_end;
                new + &told_again(rest, block, line.span.start + at)
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
        let end = line_end(self.text);
        self.written.iter().map(|line| line.clone() + end).collect()
    }
}

/// The line end of a text, by its first line.
pub fn line_end(text: &str) -> &'static str {
    match text.find('\n') {
        Some(feed) if text[..feed].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

fn indented(column: usize, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    " ".repeat(column) + text
}

/// What stands behind a key or a `-` with the sign of a block in it. Where the sign tells how
/// far the block is indented, it tells it anew.
fn told_again(rest: &str, block: &Block, start: usize) -> String {
    let signs = block.indicators.start - start..block.indicators.end - start;
    let told = rest[signs.clone()].replace(|c: char| c.is_ascii_digit(), &STEP.to_string());
    format!("{}{told}{}", &rest[..signs.start], &rest[signs.end..])
}
