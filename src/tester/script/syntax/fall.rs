//! Scripts of Fall 2016: `NAME.inp`.

use super::part::{Content, Line, Part, Reading, lines, unknown_directive};
use super::seconds::{Seconds, seconds};
use crate::board::Color;
use crate::diagnostic::{Diagnostic, nearest};
use crate::notation::syntax::{Fault, Parsed, next_word, quoted, whole};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{space0, space1};
use nom::combinator::{cut, value};
use nom::sequence::{delimited, preceded, terminated};
use regex::Regex;
use std::fmt;

/// A script of Fall 2016.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FallScript {
    /// One or two parts, a program each.
    pub parts: Vec<Part<FallDirective>>,
}

/// A directive of Fall 2016.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FallDirective {
    /// `@time T`: how long an answer may take from now on.
    Time(Seconds),
    /// `@total-time T`: how long the whole test may take.
    TotalTime(Seconds),
    /// `@<TEXT`: the next line that the filter keeps, runs of blanks alike.
    Line(String),
    /// `@?REGEX`: the next line that the filter keeps matches from its start.
    Matches(Pattern),
    /// `@red...REGEX`: AIs announce moves in turn, up to a result that matches.
    Game {
        /// Who moves first.
        first: Color,
        /// What the result matches.
        result: Pattern,
    },
    /// `@send red...REGEX`: the same, with the moves of the other colour from the
    /// other program.
    Send {
        /// Who moves first: the AI of this program.
        first: Color,
        /// What the result matches.
        result: Pattern,
    },
    /// `@recv red...REGEX`: as `@send`, but the first move comes from the other
    /// program.
    Receive {
        /// Who moves first: the AI of the other program.
        first: Color,
        /// What the result matches.
        result: Pattern,
    },
}

/// A regular expression that is held against the start of a line.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    regex: Regex,
}

impl Pattern {
    /// A pattern with this regular expression.
    ///
    /// # Errors
    ///
    /// When it is none, or a big one: what is wrong with it.
    pub fn new(text: &str) -> Result<Self, String> {
        let regex = Regex::new(&format!("^(?:{text})")).map_err(|error| {
            let all = error.to_string();
            let last = all.lines().last().unwrap_or_default();
            last.trim_start_matches("error: ").to_owned()
        })?;
        Ok(Self {
            text: text.to_owned(),
            regex,
        })
    }

    /// The regular expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a beginning of the line matches.
    #[must_use]
    pub fn matches(&self, line: &str) -> bool {
        self.regex.is_match(line)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Pattern {}

impl fmt::Display for FallDirective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = |first: Color, result: &Pattern| {
            let first = first.to_string().to_lowercase();
            format!("{first}...{}", result.text)
        };
        match self {
            Self::Time(time) => write!(f, "@time {time}"),
            Self::TotalTime(time) => write!(f, "@total-time {time}"),
            Self::Line(text) => write!(f, "@<{text}"),
            Self::Matches(pattern) => write!(f, "@?{}", pattern.text),
            Self::Game { first, result } => write!(f, "@{}", game(*first, result)),
            Self::Send { first, result } => write!(f, "@send {}", game(*first, result)),
            Self::Receive { first, result } => write!(f, "@recv {}", game(*first, result)),
        }
    }
}

/// What a line of a directive begins with.
const MARK: char = '@';
/// A line of so many dashes, or more, separates two programs.
const DASHES: usize = 10;

/// Reads a script: a file `NAME.inp`. Labels count bytes of `text`.
#[must_use]
pub fn fall_script(text: &str) -> Reading<FallScript> {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut parts: Vec<Part<FallDirective>> = Vec::new();
    let mut begins = true;
    for line in lines(text) {
        if is_separator(line.text) {
            if begins {
                errors.push(missing_command(&line));
            }
            if parts.len() == 2 {
                errors.push(third_program(&line));
            }
            begins = true;
        } else if line.text.trim().is_empty() || line.text.starts_with('#') {
            // Ignored.
        } else if begins {
            begins = false;
            if line.text.starts_with(MARK) {
                errors.push(missing_command(&line));
            }
            parts.push(Part {
                command: line.command(0),
                entries: Vec::new(),
            });
        } else if let Some(part) = parts.last_mut() {
            match content(&line) {
                Ok((content, warning)) => {
                    warnings.extend(warning);
                    part.entries.push(line.entry(content));
                }
                Err(error) => errors.push(*error),
            }
        }
    }
    if begins && errors.is_empty() {
        let end = text.len();
        let message = "expected a command line, the program to start, found the end";
        errors.push(Diagnostic::error("no-command", message).at(end..end));
    }
    if parts.len() == 1 {
        errors.extend(lonely(&parts[0]));
    }
    let script = if errors.is_empty() {
        Ok(FallScript { parts })
    } else {
        Err(errors)
    };
    Reading { script, warnings }
}

/// What a line says that is neither empty nor a comment, and what is odd about it.
fn content(line: &Line) -> Result<(Content<FallDirective>, Option<Diagnostic>), Box<Diagnostic>> {
    let Some(body) = line.text.strip_prefix(MARK) else {
        return Ok((Content::Said(line.text.to_owned()), suspicion(line)));
    };
    let directive = whole(body, directive)
        .map_err(|error| Box::new(Diagnostic::from(error).shifted(line.start + MARK.len_utf8())))?;
    let warning = never_met(&directive).map(|why| {
        let message = format!("this is never met: {why}");
        Diagnostic::warning("never-met", message).at(line.span())
    });
    Ok((Content::Directive(directive), warning))
}

/// What stands after the mark.
fn directive(input: &str) -> Parsed<'_, FallDirective> {
    alt((
        preceded(tag("<"), line),
        preceded(tag("?"), pattern).map(FallDirective::Matches),
        timed("time").map(FallDirective::Time),
        timed("total-time").map(FallDirective::TotalTime),
        preceded((word("send"), space1), game)
            .map(|(first, result)| FallDirective::Send { first, result }),
        preceded((word("recv"), space1), game)
            .map(|(first, result)| FallDirective::Receive { first, result }),
        game.map(|(first, result)| FallDirective::Game { first, result }),
        unknown,
    ))
    .parse(input)
}

/// A directive of this name, with a time.
fn timed<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, Seconds> {
    move |input| {
        let (rest, ()) = word(name)(input)?;
        let time = delimited(space0, cut(seconds), space0).parse(rest);
        time.map_err(|error| {
            error.map(|fault| fault.with_help(Some(format!("usage: @{name} SECONDS"))))
        })
    }
}

/// This word, whole.
fn word<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, ()> {
    move |input| {
        if next_word(input) == name {
            Ok((&input[name.len()..], ()))
        } else {
            Fault::word(input, "").miss()
        }
    }
}

/// The rest of the line, which is not empty.
fn line(input: &str) -> Parsed<'_, FallDirective> {
    if input.trim().is_empty() {
        return Fault::new(
            input,
            0,
            "expected a line of output after `@<`, found the end",
        )
        .fail();
    }
    Ok(("", FallDirective::Line(input.to_owned())))
}

/// The rest of the line as a regular expression.
fn pattern(input: &str) -> Parsed<'_, Pattern> {
    match Pattern::new(input) {
        Ok(pattern) => Ok(("", pattern)),
        Err(error) => Fault::new(
            input,
            input.len(),
            format!("{} is not a regular expression: {error}", quoted(input)),
        )
        .fail(),
    }
}

fn game(input: &str) -> Parsed<'_, (Color, Pattern)> {
    let color = alt((
        value(Color::Red, tag("red")),
        value(Color::Blue, tag("blue")),
    ));
    (terminated(color, tag("...")), pattern).parse(input)
}

const NAMES: [&str; 8] = [
    "time",
    "total-time",
    "red...",
    "blue...",
    "send red...",
    "send blue...",
    "recv red...",
    "recv blue...",
];

fn unknown(input: &str) -> Parsed<'_, FallDirective> {
    let name = input.trim_end();
    let help = near(name).map_or_else(
        || format!("the directives are @<TEXT, @?REGEX, @{}", NAMES.join(", @")),
        |near| format!("did you mean `@{near}`?"),
    );
    unknown_directive(input, name, help)
}

/// The directive that a text is a slip for, or begins.
fn near(text: &str) -> Option<&'static str> {
    let first = text.split_whitespace().next()?;
    nearest(text, NAMES)
        .or_else(|| nearest(first, NAMES))
        .or_else(|| NAMES.into_iter().find(|name| name.starts_with(text)))
}

fn is_separator(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= DASHES && line.bytes().all(|byte| byte == b'-')
}

fn missing_command(line: &Line) -> Diagnostic {
    Diagnostic::error(
        "no-command",
        format!(
            "expected a command line, the program to start, found {}",
            quoted(line.text.trim())
        ),
    )
    .at(line.span())
}

fn third_program(line: &Line) -> Diagnostic {
    Diagnostic::error(
        "too-many-programs",
        "at most two programs play each other; this line begins a third",
    )
    .at(line.span())
}

/// Directives that need a second program, where there is none.
fn lonely(part: &Part<FallDirective>) -> Vec<Diagnostic> {
    let entries = part.entries.iter();
    let lonely = entries.filter(|entry| {
        matches!(
            entry.content,
            Content::Directive(FallDirective::Send { .. } | FallDirective::Receive { .. })
        )
    });
    let error = |span| {
        Diagnostic::error(
            "one-program",
            "this needs a second program, and there is none",
        )
        .at(span)
        .with_help(["a line of ten dashes separates two programs".to_owned()])
    };
    lonely.map(|entry| error(entry.span.clone())).collect()
}

/// Why no line of output is ever like this, if none is.
fn never_met(directive: &FallDirective) -> Option<&'static str> {
    let FallDirective::Line(text) = directive else {
        return None;
    };
    if text.contains(':') {
        return Some("the filter drops everything up to the last `:` of a line");
    }
    let of_dump = |c: char| c.is_whitespace() || matches!(c, '=' | '-' | 'r' | 'b' | 'X');
    let kept = is_kept(text) || text.chars().all(of_dump);
    (!kept).then_some(
        "the filter keeps only dumps, and lines with `wins`, `passes`, `moves` or `draw`",
    )
}

/// Whether the filter keeps a line of output that is not in a dump.
#[must_use]
pub fn is_kept(line: &str) -> bool {
    let line = line.to_lowercase();
    let words = ["wins", "passes", "moves", "draw"];
    words.into_iter().any(|word| line.contains(word))
}

/// A line that is said to the program, and was meant as a directive.
fn suspicion(line: &Line) -> Option<Diagnostic> {
    let text = line.text.trim();
    let indented = text.starts_with(MARK);
    let begins = |marks: [&str; 2]| marks.into_iter().any(|mark| text.starts_with(mark));
    let meant = indented
        || begins(["<", "?"])
        || begins(["red...", "blue..."])
        || ["time", "total-time", "send", "recv"].contains(&next_word(text));
    let why = if indented {
        "a directive begins at the beginning of its line"
    } else {
        "a directive begins with `@`"
    };
    let start = line.start + line.text.len() - line.text.trim_start().len();
    meant.then(|| {
        let written = text.trim_start_matches(MARK);
        Diagnostic::warning(
            "not-a-directive",
            format!("{why}: {} is said to the program", quoted(text)),
        )
        .at(start..start + text.len())
        .with_help([format!("write `@{written}`")])
    })
}
