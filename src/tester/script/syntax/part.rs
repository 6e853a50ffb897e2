//! What the formats share.

use crate::diagnostic::Diagnostic;
use crate::notation::syntax::{Fault, Parsed, found, quoted};
use std::fmt;
use std::ops::Range;

/// What became of reading a script.
#[derive(Clone, Debug)]
pub struct Reading<T> {
    /// The script, or all that is wrong with it, in the order of the text.
    pub script: Result<T, Vec<Diagnostic>>,
    /// What may not have been meant.
    pub warnings: Vec<Diagnostic>,
}

/// What one program is told, and what is expected of it. `D` are the directives of
/// the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<D> {
    /// How the program is started.
    pub command: CommandLine,
    /// What follows, in order.
    pub entries: Vec<Entry<D>>,
}

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// For a shell.
    pub text: String,
    /// The number of its line, counted from 1.
    pub number: usize,
    /// The bytes of the script.
    pub span: Range<usize>,
}

/// A line after the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<D> {
    /// What it says.
    pub content: Content<D>,
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The bytes of the script, without the end of the line.
    pub span: Range<usize>,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content<D> {
    /// It is said to the program as it is.
    Said(String),
    /// It is for the runner.
    Directive(D),
}

impl<D: fmt::Display> fmt::Display for Content<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(line) => f.write_str(line),
            Self::Directive(directive) => directive.fmt(f),
        }
    }
}

/// A line of a script, where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub number: usize,
    pub start: usize,
}

impl Line<'_> {
    pub const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// An entry that says this.
    pub const fn entry<D>(&self, content: Content<D>) -> Entry<D> {
        Entry {
            content,
            number: self.number,
            span: self.span(),
        }
    }

    /// The command line that stands from this byte of the line on.
    pub fn command(&self, from: usize) -> CommandLine {
        let text = self.text[from..].trim();
        let before = self.text[from..].len() - self.text[from..].trim_start().len();
        let start = self.start + from + before;
        CommandLine {
            text: text.to_owned(),
            number: self.number,
            span: start..start + text.len(),
        }
    }
}

/// The lines of a text without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n')
        .enumerate()
        .map(move |(index, whole)| {
            let line = whole.strip_suffix('\n').unwrap_or(whole);
            let line = Line {
                text: line.strip_suffix('\r').unwrap_or(line),
                number: index + 1,
                start,
            };
            start += whole.len();
            line
        })
}

/// The error of a directive that nobody knows, `name`, at the beginning of the input.
pub(super) fn unknown_directive<'a, T>(input: &'a str, name: &str, help: String) -> Parsed<'a, T> {
    let found = if name.is_empty() {
        found(name)
    } else {
        quoted(name)
    };
    let message = format!("expected a directive, found {found}");
    Fault::new(input, name.len(), message)
        .with_help(Some(help))
        .fail()
}
