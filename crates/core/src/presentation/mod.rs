//! Output formats that several rooms share: HTML pages without external files, aligned tables, CSV.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// The style sheet of all pages.
const STYLE: &str = include_str!("page.css");

/// A page.
#[derive(Debug)]
pub struct Page<'a> {
    /// The title, to which the name of the command is added.
    pub title: &'a str,
    /// The command that writes it: `ataxx test`.
    pub command: &'a str,
    /// Style sheets beside the common one.
    pub styles: &'a [&'a str],
    /// The content.
    pub body: Markup,
    /// A script, if it needs one.
    pub script: Option<&'a str>,
}

impl Page<'_> {
    /// The whole page.
    #[must_use]
    pub fn html(&self) -> String {
        let head = html! {
            title { (self.title) " – " (self.command) }
            style {
                (PreEscaped(STYLE))
                @for style in self.styles { (PreEscaped(style)) }
            }
        };
        let body = html! {
            main {
                (self.body)
                footer { "Written by ataxx " (env!("CARGO_PKG_VERSION")) }
            }
            @if let Some(script) = self.script { script { (PreEscaped(script)) } }
        };
        document(&head, &body).into_string()
    }
}

/// The outermost elements of a page.
#[must_use]
pub fn document(head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (head)
            }
            body { (body) }
        }
    }
}

/// The side of a column that its cells are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// Rows with aligned columns, by the width of characters on a terminal. Columns beyond `sides`
/// are aligned like the last one in it.
pub fn aligned(rows: &[Vec<String>], sides: &[Side]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let blanks = " ".repeat(widths[column] - cell.width());
            if column > 0 {
                line += "  ";
            }
            match sides.get(column).or(sides.last()) {
                Some(Side::Right) => line.extend([blanks.as_str(), cell]),
                _ => line.extend([cell, blanks.as_str()]),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A text as a field of CSV, quoted if necessary.
#[must_use]
pub fn field(text: &str) -> Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}

/// A text from elsewhere as a field that a spreadsheet does not read as a formula.
#[must_use]
pub fn inert_field(text: &str) -> String {
    let text = text.replace('\0', "\u{fffd}");
    if text.starts_with(['=', '+', '-', '@']) {
        field(&format!("'{text}")).into_owned()
    } else {
        field(&text).into_owned()
    }
}

/// CSV of a row of headings and rows of fields.
pub fn rows<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut text = head.join(",");
    text.push('\n');
    for row in rows {
        text += &row.join(",");
        text.push('\n');
    }
    text
}
