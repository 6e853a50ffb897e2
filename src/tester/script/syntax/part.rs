//! What both formats share.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::syntax::{Fault, Parsed, found, quoted};
use crate::tester::script::action::Action;
use std::ops::Range;

/// The outcome of reading a script.
#[derive(Clone, Debug)]
pub struct Reading<T> {
    /// The script, or all errors in it, in the order of the text.
    pub script: Result<T, Vec<Diagnostic>>,
    /// What may not have been meant.
    pub warnings: Vec<Diagnostic>,
}

/// The part of a script that is about one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How the program is started.
    pub command: CommandLine,
    /// The lines that follow, in order.
    pub lines: Vec<ScriptLine>,
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
pub struct ScriptLine {
    /// What it does.
    pub action: Action,
    /// Its number, counted from 1.
    pub number: usize,
    /// Its bytes in the script, without the line end.
    pub span: Range<usize>,
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

    /// The line of a script that does this.
    pub const fn does(&self, action: Action) -> ScriptLine {
        ScriptLine {
            action,
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

/// The errors of a part that plays against a second program where there is none.
pub(in crate::tester::script) fn without_opponent(part: &Part, help: &str) -> Vec<Diagnostic> {
    let is_exchange = |line: &&ScriptLine| matches!(line.action, Action::Exchange { .. });
    let error = |line: &ScriptLine| {
        let message = "this needs a second program, and there is none";
        Diagnostic::error("one-program", message)
            .at(line.span.clone())
            .with_help([help.to_owned()])
    };
    part.lines.iter().filter(is_exchange).map(error).collect()
}
