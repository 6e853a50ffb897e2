//! Patches that replace values in a file.
//!
//! Only the bytes of a value change, and its style stays (plain, quoted, block) if the new
//! value can be written so. If a block replaces a value on a line, a comment behind the value
//! stays behind the `|`.

use super::tree::{Node, NodeKind, Style, block_header, is_indicator, line_end, line_start};
use super::written::{Quotes, begins_with_blank, block_lines, fits_block, on_one_line};
use crate::report::{Patch, Place};
use crate::scenario::performer::StepAt;
use std::ops::Range;

/// A patch that replaces a single value: that of the step, or of a key in it. Blanks at its end
/// are ignored. `None` if it cannot be replaced alone: a list, or a text with a variable.
pub fn rewrite(step: &StepAt, key: Option<&str>, value: &str) -> Option<Patch> {
    let spot = Spot::of(step, key)?;
    let (span, replacement) = spot.with(&escaped(value.trim_end()))?;
    Some(step.place.with_span(span).patch(replacement))
}

/// A patch that replaces a list of words: a list in YAML, or words on a line. `None` if there
/// are comments between them, or a variable.
pub fn rewrite_list(step: &StepAt, key: &str, items: &[String]) -> Option<Patch> {
    let spot = Spot::of(step, Some(key))?;
    let (span, replacement) = match &spot.node.kind {
        NodeKind::Scalar { .. } => spot.with(&escaped(&items.join(" ")))?,
        NodeKind::Sequence(old) => spot.with_items(old, items)?,
        NodeKind::Mapping(_) => return None,
    };
    Some(step.place.with_span(span).patch(replacement))
}

/// A patch that replaces a whole file. The line ends stay.
pub fn rewrite_file(place: &Place, value: &str) -> Patch {
    let replacement = match line_end(&place.source.text, 0) {
        "\n" => value.to_owned(),
        other => value.replace('\n', other),
    };
    place.patch(replacement)
}

/// A text with variables escaped.
fn escaped(text: &str) -> String {
    text.replace("${", "$${")
}

/// Whether a text has a variable.
fn has_variable(text: &str) -> bool {
    text.replace("$${", "").contains("${")
}

/// A value in a file.
struct Spot<'a> {
    text: &'a str,
    /// The place of its key.
    key: Range<usize>,
    node: &'a Node,
}

impl<'a> Spot<'a> {
    fn of(step: &'a StepAt, key: Option<&str>) -> Option<Self> {
        let (key, node) = match key {
            Some(key) => {
                let (key, node) = step.node.entry(key)?;
                (&key.span, node)
            }
            None => (&step.place.span, &*step.node),
        };
        let text = &*step.place.source.text;
        let old = text.get(node.span.clone())?;
        (!has_variable(old)).then(|| Spot {
            text,
            key: key.clone(),
            node,
        })
    }

    /// The bytes to replace and the replacement, for a single value.
    fn with(&self, value: &str) -> Option<(Range<usize>, String)> {
        let NodeKind::Scalar { style, .. } = self.node.kind else {
            return None;
        };
        match style {
            Style::Literal | Style::Folded => self.with_in_block(value, style),
            Style::Plain | Style::Quoted if self.node.span.is_empty() => None,
            Style::Plain | Style::Quoted => Some(self.with_on_line(value)),
        }
    }

    fn with_on_line(&self, value: &str) -> (Range<usize>, String) {
        let span = self.node.span.clone();
        if value.contains('\n')
            && let Some(indent) = self.block_indent()
            && let Some(rest) = self.comment_after(span.end)
            && let Some(block) = self.block(value, ("", rest), indent, indent + INDENT)
        {
            return (span.start..span.end + rest.len(), block);
        }
        let quotes = match self.text[span.clone()].chars().next() {
            Some('\'') => Quotes::Single,
            Some('"') => Quotes::Double,
            _ => Quotes::None,
        };
        (span, on_one_line(value, quotes, self.node.in_flow))
    }

    /// Replaces a block. Its header stays if possible.
    fn with_in_block(&self, value: &str, style: Style) -> Option<(Range<usize>, String)> {
        let start = block_header(self.text, self.key.end)?;
        let line = line_rest(self.text, start);
        let header = line.trim_end();
        let indicators = header.len() - header.trim_start_matches(is_indicator).len();
        let (indicators, rest) = line.split_at(indicators);
        let has_indicator = indicators.contains(|c: char| c.is_ascii_digit());
        let kept = self.text.get(self.node.span.clone())?.trim_end();
        let header_end = start + line.len();
        // A block without a line in it has no place of its own.
        let is_empty = kept.is_empty() || self.node.span.start < header_end;
        let end = if is_empty {
            header_end
        } else {
            self.node.span.start + kept.len()
        };
        let old_indent = column(self.text, self.node.span.start);
        let begins_below = self.text[header_end..self.node.span.start.max(header_end)]
            .matches('\n')
            .count()
            == 1;
        let fits = fits_block(value) && (has_indicator || !begins_with_blank(value));
        if fits && style == Style::Literal && !is_empty && begins_below && !value.starts_with('\n')
        {
            let indent = " ".repeat(old_indent);
            let lines = block_lines(value, &indent, line_end(self.text, start));
            return Some((self.node.span.start..end, lines));
        }
        let chomping = match indicators {
            _ if indicators.contains('-') => "-",
            _ if indicators.contains('+') => "+",
            _ => "",
        };
        let block = self.block_indent().and_then(|indent| {
            let column = if is_empty {
                indent + INDENT
            } else {
                old_indent
            };
            self.block(value, (chomping, rest), indent, column)
        });
        let written =
            block.unwrap_or_else(|| on_one_line(value, Quotes::None, self.node.in_flow) + rest);
        Some((start..end, written))
    }

    /// A text as a block in this column, below a key with this indentation; `None` if no block can
    /// hold it. In the line of its `|` follow the chomping indicator, and blanks and a comment.
    fn block(
        &self,
        value: &str,
        (chomping, rest): (&str, &str),
        indent: usize,
        column: usize,
    ) -> Option<String> {
        if !fits_block(value) {
            return None;
        }
        let mut column = column;
        let mut indicator = String::new();
        if begins_with_blank(value) {
            // The indentation indicator is one digit.
            if !(1..=9).contains(&column.saturating_sub(indent)) {
                column = indent + INDENT;
            }
            indicator = (column - indent).to_string();
        }
        let indent = " ".repeat(column);
        let end = line_end(self.text, self.key.start);
        let lines = block_lines(value, &indent, end);
        let before_first = if lines.starts_with(end) { "" } else { &*indent };
        Some(format!(
            "|{indicator}{chomping}{rest}{end}{before_first}{lines}"
        ))
    }

    /// How far the key is indented that the value belongs to; `None` where no block can stand.
    fn block_indent(&self) -> Option<usize> {
        let line = line_start(self.text, self.key.start);
        let before = &self.text[line..self.key.start];
        let is_first = before.chars().all(|c| matches!(c, ' ' | '-'));
        (is_first && !self.node.in_flow).then_some(before.len())
    }

    /// The rest of a line, if it is nothing but blanks and a comment.
    fn comment_after(&self, byte: usize) -> Option<&'a str> {
        let rest = line_rest(self.text, byte);
        let is_comment = rest.trim_start().starts_with('#') && rest.starts_with([' ', '\t']);
        (is_comment || rest.trim().is_empty()).then_some(rest)
    }

    /// The bytes to replace and the replacement, for the items of a list.
    fn with_items(&self, old: &[Node], items: &[String]) -> Option<(Range<usize>, String)> {
        let start = self.node.span.start;
        let end = start + self.text.get(self.node.span.clone())?.trim_end().len();
        let is_flow = self.text[start..end].starts_with('[') && self.text[..end].ends_with(']');
        let written = |in_flow| -> Vec<String> {
            let one = |item: &String| on_one_line(&escaped(item), Quotes::None, in_flow);
            items.iter().map(one).collect()
        };
        if old.iter().any(|item| item.scalar().is_none()) {
            return None;
        }
        let start = if is_flow {
            start
        } else {
            self.first_dash(old)?
        };
        // What stands between the items and is not part of the list is a comment.
        let mut from = start;
        for item in old {
            if self.text.get(from..item.span.start)?.contains('#') {
                return None;
            }
            from = item.span.end;
        }
        if self.text.get(from..end)?.contains('#') {
            return None;
        }
        if is_flow || items.is_empty() {
            return Some((start..end, format!("[{}]", written(true).join(", "))));
        }
        let between = format!(
            "{}{}- ",
            line_end(self.text, start),
            " ".repeat(column(self.text, start))
        );
        Some((start..end, format!("- {}", written(false).join(&between))))
    }

    /// Where the first `-` of a list of lines stands.
    fn first_dash(&self, items: &[Node]) -> Option<usize> {
        let before = self.text.get(self.key.end..items.first()?.span.start)?;
        let dash = self.key.end + before.rfind('-')?;
        let indent = &self.text[line_start(self.text, dash)..dash];
        indent.trim().is_empty().then_some(dash)
    }
}

/// The indentation of a block relative to its key.
const INDENT: usize = 2;

/// What is left of a line, without its end.
fn line_rest(text: &str, byte: usize) -> &str {
    let rest = &text[byte..];
    let line = rest.split('\n').next().unwrap_or(rest);
    line.strip_suffix('\r').unwrap_or(line)
}

fn column(text: &str, byte: usize) -> usize {
    text[line_start(text, byte)..byte].chars().count()
}
