//! What a script is: its format, a part for each program, and what each line does.

use crate::report::{Place, SourceText};
use crate::scenario::compile_like_python;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, found, next_word, quoted};
use ataxx_session::Dialect;
use fancy_regex::Regex;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// The end of the name of the first file of a Spring 2022 script.
const FIRST: &str = "-1.in";

/// The format of a script, and so the harness that it was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScriptFormat {
    /// `NAME-1.in`, perhaps with a `NAME-2.in`, and `NAME-1.std` beside it.
    Spring2022,
    /// `NAME.inp`.
    Fall2016,
}

impl ScriptFormat {
    /// The dialect that programs under such a test speak.
    pub const fn dialect(self) -> Dialect {
        match self {
            Self::Spring2022 => Dialect::SPRING_2022,
            Self::Fall2016 => Dialect::FALL_2016,
        }
    }

    /// The format of a file with this name; `None` if it is no script, or a further file of
    /// one.
    pub fn of(file: &str) -> Option<Self> {
        let name = base(file);
        let is_more_than = |end: &str| name.len() > end.len() && name.ends_with(end);
        if is_more_than(FIRST) {
            Some(Self::Spring2022)
        } else if is_more_than(".inp") {
            Some(Self::Fall2016)
        } else {
            None
        }
    }

    /// The tag of such scripts.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Spring2022 => "course-2022",
            Self::Fall2016 => "course-2016",
        }
    }

    /// The name of the test in a file.
    pub fn test_name(self, file: &str) -> &str {
        let name = base(file);
        match self {
            Self::Spring2022 => name.strip_suffix(FIRST),
            Self::Fall2016 => name.strip_suffix(".inp"),
        }
        .unwrap_or(name)
    }
}

/// The first file of the test that a further file of it belongs to: `NAME-1.in` for `NAME-2.in` and
/// for what is recorded; `None` for any other file.
pub fn first_file(file: &str) -> Option<String> {
    let further = ["-2.in", "-1.std", "-2.std"];
    let stem = further.iter().find_map(|end| file.strip_suffix(end))?;
    let first = format!("{stem}{FIRST}");
    ScriptFormat::of(&first).map(|_| first)
}

/// The name of another file of the same test, with this end.
pub(super) fn partner(file: &str, end: &str) -> String {
    let stem = file.strip_suffix(FIRST).unwrap_or(file);
    format!("{stem}{end}")
}

/// The last part of a path.
pub(super) fn base(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

/// What a line of a script does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Sends this line to the program.
    Send(String),
    /// Sets the time limits from here on.
    TimeLimit {
        /// For each answer.
        each: Option<Duration>,
        /// For a game (2022) or the whole test (2016).
        total: Option<Duration>,
    },
    /// Reads a line that equals this one but for the length of its blanks.
    Line(String),
    /// Reads a line that matches.
    Matches(Pattern),
    /// Reads the move of an AI, and hands it to the other program.
    AiMove,
    /// Reads a result, and records it.
    Result,
    /// Reads moves of AIs up to a result.
    Game { first: Option<Color>, end: GameEnd },
    /// Plays against the other program up to a result.
    Exchange {
        opening: Opening,
        first: Option<Color>,
        end: GameEnd,
    },
}

/// What is done with the result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    /// It may be any, and may be recorded.
    Any { record: bool },
    /// It must match.
    Matching(Pattern),
}

/// Which program makes the first move of a game between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// This one.
    Ours,
    /// The other.
    Theirs,
}

impl Action {
    /// Whether it waits for moves of an AI.
    pub const fn waits_for_ai(&self) -> bool {
        matches!(
            self,
            Self::AiMove | Self::Game { .. } | Self::Exchange { .. }
        )
    }

    /// Whether it sends a line that programs ignore: a comment or a blank line.
    pub fn is_idle(&self) -> bool {
        matches!(self, Self::Send(line) if is_idle_line(line))
    }
}

/// Whether programs ignore a line: a comment or a blank one.
pub(super) fn is_idle_line(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

/// A regular expression that must match at the start of a line.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// The regular expression.
    pub text: String,
    regex: Regex,
}

impl Pattern {
    /// A pattern with this regular expression.
    pub fn new(text: &str) -> Result<Self, String> {
        Ok(Self {
            text: text.to_owned(),
            regex: compile_like_python(&format!("^(?:{text})"))?,
        })
    }

    /// Whether the line matches at its start, which takes a limited number of steps.
    pub fn matches(&self, line: &str) -> bool {
        self.within_limit(line) == Some(true)
    }

    /// Whether the line matches at its start; `None` if that takes too many steps.
    pub fn within_limit(&self, line: &str) -> Option<bool> {
        self.regex.is_match(line).ok()
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

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
    pub format: ScriptFormat,
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

/// The error of an unknown directive, which the input is. It was meant as `near`, if that is known,
/// and `all` are the directives; each begins with the mark.
pub(super) fn unknown_directive<'a, T>(
    input: &'a str,
    mark: &str,
    near: Option<&str>,
    all: &str,
) -> Parsed<'a, T> {
    let name = input.trim_end();
    let found = if name.is_empty() {
        found(name)
    } else {
        quoted(name)
    };
    let help = near.map_or_else(
        || format!("the directives are {all}"),
        |near| format!("did you mean `{mark}{near}`?"),
    );
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

/// The errors of a part that plays against a second program where there is none: one for each line
/// in which it does.
pub(in crate::script) fn without_opponent(part: &Part, help: &str) -> Vec<Diagnostic> {
    let message = "this needs a second program, and there is none";
    let is_exchange = |line: &&ScriptLine| matches!(line.action, Action::Exchange { .. });
    let error = |line: &ScriptLine| {
        Diagnostic::error(ONE_PROGRAM, message)
            .with_help([help.to_owned()])
            .at(line.span.clone())
            .with_source(part.source.for_diagnostic())
    };
    part.lines.iter().filter(is_exchange).map(error).collect()
}

/// The longest time that a script can give, in seconds: a day.
pub(super) const MAX_SECONDS: u64 = 24 * 60 * 60;

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
    let limit = MAX_SECONDS as f64;
    match Duration::try_from_secs_f64(number) {
        Ok(time) if number <= limit => Ok((&input[word.len()..], time)),
        _ => {
            let message = format!("{} seconds are more than a day", quoted(word));
            Fault::word(input, message).miss()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_of_a_script_is_in_its_name() {
        for (file, format) in [
            ("tests/undo-1.in", Some(ScriptFormat::Spring2022)),
            ("undo.inp", Some(ScriptFormat::Fall2016)),
            ("undo-2.in", None),
            ("undo-1.std", None),
            ("undo.in", None),
            ("tests/-1.in", None),
            (".inp", None),
            ("undo.yaml", None),
            ("", None),
        ] {
            assert_eq!(ScriptFormat::of(file), format, "{file}");
        }
    }

    #[test]
    fn a_test_is_called_as_its_files() {
        assert_eq!(ScriptFormat::Spring2022.test_name("a/b-1.in"), "b");
        assert_eq!(ScriptFormat::Fall2016.test_name("a\\b.inp"), "b");
        assert_eq!(partner("a/b-1.in", "-2.std"), "a/b-2.std");
    }
}
