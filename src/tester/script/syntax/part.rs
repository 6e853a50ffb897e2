//! What both formats share.

use crate::tester::script::Format;
use crate::tester::script::action::Action;
use crate::tester::{Place, SourceText};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, found, next_word, quoted};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// What was read of a script.
#[derive(Clone, Debug)]
pub struct Reading<T> {
    /// The script, or all errors in it, in the order of the text.
    pub script: Result<T, Vec<Diagnostic>>,
    /// What may not have been meant.
    pub warnings: Vec<Diagnostic>,
}

impl<T> Reading<T> {
    /// What was read of this text. Without a script there are errors.
    pub fn of(
        source: &SourceText,
        script: Option<T>,
        errors: Vec<Diagnostic>,
        warnings: Vec<Diagnostic>,
    ) -> Self {
        Self {
            script: match script {
                Some(script) if errors.is_empty() => Ok(script),
                _ => Err(placed(errors, source)),
            },
            warnings: placed(warnings, source),
        }
    }
}

/// A script of either format.
#[derive(Clone, Debug)]
pub struct Script {
    /// The format.
    pub format: Format,
    /// One part for each program: one or two.
    pub parts: Vec<Arc<Part>>,
}

/// The part of a script that is about one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The file that it stands in.
    pub source: SourceText,
    /// How the program is started: a command line for a shell.
    pub command: String,
    /// The bytes of the command line in the file.
    pub command_span: Range<usize>,
    /// The lines that follow, in order.
    pub lines: Vec<ScriptLine>,
    /// What must be recorded (2022).
    pub standard: Option<SourceText>,
}

/// A line after the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptLine {
    /// What it does.
    pub action: Action,
    /// Its bytes in the script, without the line end.
    pub span: Range<usize>,
}

impl Part {
    /// The place of a line.
    pub fn place(&self, line: &ScriptLine) -> Place {
        Place::new(self.source.clone(), line.span.clone())
    }

    /// The number of a line, counted from 1.
    pub fn number(&self, line: &ScriptLine) -> usize {
        self.source.line_of(line.span.start)
    }

    /// A line as it stands in the script.
    pub fn text(&self, line: &ScriptLine) -> &str {
        let text = self.source.text.get(line.span.clone());
        text.unwrap_or_default().trim()
    }

    /// The error, once for each line in which the program plays against another.
    pub fn blame_exchanges(&self, error: &Diagnostic) -> Vec<Diagnostic> {
        let is_exchange = |line: &&ScriptLine| matches!(line.action, Action::Exchange { .. });
        let exchanges = self.lines.iter().filter(is_exchange);
        exchanges
            .map(|line| {
                let error = error.clone().at(line.span.clone());
                error.with_source(self.source.for_diagnostic())
            })
            .collect()
    }

    /// The place of the command line.
    pub fn command_place(&self) -> Place {
        Place::new(self.source.clone(), self.command_span.clone())
    }

    /// The end of the script.
    pub fn end(&self) -> Place {
        let end = self.source.text.trim_end().len();
        Place::new(self.source.clone(), end..end)
    }
}

/// A line of a script, where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub start: usize,
}

impl Line<'_> {
    pub const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The line without the blanks around it.
    pub fn trimmed(self) -> Self {
        let text = self.text.trim_start();
        Self {
            text: text.trim_end(),
            start: self.start + self.text.len() - text.len(),
        }
    }

    /// The line of a script that does this.
    pub const fn does(&self, action: Action) -> ScriptLine {
        ScriptLine {
            action,
            span: self.span(),
        }
    }

    /// The part of a script that begins with the command line from this byte of the line on.
    pub fn begins_part(&self, from: usize, source: &SourceText) -> Part {
        let rest = &self.text[from..];
        let command = rest.trim();
        let start = self.start + from + rest.len() - rest.trim_start().len();
        Part {
            source: source.clone(),
            command: command.to_owned(),
            command_span: start..start + command.len(),
            lines: Vec::new(),
            standard: None,
        }
    }
}

/// The lines of a text without their ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |whole| {
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        let line = Line {
            text: line.strip_suffix('\r').unwrap_or(line),
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

fn placed(diagnostics: Vec<Diagnostic>, source: &SourceText) -> Vec<Diagnostic> {
    let place = |diagnostic: Diagnostic| diagnostic.with_source(source.for_diagnostic());
    diagnostics.into_iter().map(place).collect()
}

/// The code of the error that there is no second program.
pub const ONE_PROGRAM: &str = "one-program";

/// The errors of a part that plays against a second program where there is none.
pub(in crate::tester::script) fn without_opponent(part: &Part, help: &str) -> Vec<Diagnostic> {
    let error = Diagnostic::error(
        ONE_PROGRAM,
        "this needs a second program, and there is none",
    );
    part.blame_exchanges(&error.with_help([help.to_owned()]))
}

/// The longest time that a script can give, in seconds: a day.
pub(super) const LONGEST: u64 = 24 * 60 * 60;

/// A number of seconds (`10`, `0.5`) that fills the next word.
pub(super) fn seconds(input: &str) -> Parsed<'_, Duration> {
    let word = next_word(input);
    let plain = !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = plain.then(|| word.parse::<f64>().ok()).flatten();
    let Some(number) = number else {
        let message = format!("expected a number of seconds, found {}", found(input));
        return Fault::word(input, message).miss();
    };
    #[allow(clippy::cast_precision_loss)] // a day has few seconds
    let limit = LONGEST as f64;
    match Duration::try_from_secs_f64(number) {
        Ok(time) if number <= limit => Ok((&input[word.len()..], time)),
        _ => {
            let message = format!("{} seconds are more than a day", quoted(word));
            Fault::word(input, message).miss()
        }
    }
}
