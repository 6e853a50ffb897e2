//! Scripts of Fall 2016: `NAME.inp`.

use crate::report::SourceText;
use crate::script::output::is_kept;
use crate::script::part::{
    Action, GameEnd, Line, Opening, Part, Pattern, Reading, lines, seconds, unknown_directive,
    without_opponent,
};
use crate::script::warnings::NOT_A_DIRECTIVE;
use ataxx_core::board::Color;
use ataxx_core::diagnostic::syntax::{Fault, Parsed, next_word, quoted, whole};
use ataxx_core::diagnostic::{Diagnostic, nearest};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{space0, space1};
use nom::combinator::{cut, value};
use nom::sequence::{delimited, preceded, terminated};
use std::time::Duration;

/// What a line of a directive begins with.
const MARK: char = '@';
/// The least number of dashes in a line that separates two programs.
const DASHES: usize = 10;

/// Reads a script: a file `NAME.inp`.
pub fn script_2016(source: &SourceText) -> Reading<Vec<Part>> {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut parts: Vec<Part> = Vec::new();
    let mut begins = true;
    // The harness strips every line before it reads it.
    for line in lines(&source.text).map(Line::trimmed) {
        if is_separator(line.text) {
            if begins {
                errors.push(missing_command(&line));
            }
            if parts.len() == 2 {
                errors.push(third_program(&line));
            }
            begins = true;
        } else if line.text.is_empty() || line.text.starts_with('#') {
            // Ignored.
        } else if begins {
            begins = false;
            if line.text.starts_with(MARK) {
                errors.push(missing_command(&line));
            }
            parts.push(line.begins_part(0, source));
        } else if let Some(part) = parts.last_mut() {
            match action(&line) {
                Ok((action, warning)) => {
                    warnings.extend(warning);
                    part.lines.push(line.does(action));
                }
                Err(error) => errors.push(*error),
            }
        }
    }
    if begins && errors.is_empty() {
        let end = source.text.len();
        let message = "expected a command line, the program to start, found the end";
        errors.push(Diagnostic::error("no-command", message).at(end..end));
    }
    if parts.len() == 1 {
        let help = "a line of ten dashes separates two programs";
        errors.extend(without_opponent(&parts[0], help));
    }
    Reading::of(source, Some(parts), errors, warnings)
}

/// The action of a line that is neither blank nor a comment, and a warning about it.
fn action(line: &Line) -> Result<(Action, Option<Diagnostic>), Box<Diagnostic>> {
    let Some(body) = line.text.strip_prefix(MARK) else {
        return Ok((Action::Send(line.text.to_owned()), suspicion(line)));
    };
    let directive = whole(body, directive)
        .map_err(|error| Box::new(Diagnostic::from(error).shifted(line.start + MARK.len_utf8())))?;
    let warning = never_met(&directive).map(|why| {
        let message = format!("this is never met: {why}");
        Diagnostic::warning("never-met", message).at(line.span())
    });
    Ok((directive, warning))
}

/// What stands after the mark.
fn directive(input: &str) -> Parsed<'_, Action> {
    let exchange = |opening| {
        move |(first, end)| Action::Exchange {
            opening,
            first: Some(first),
            end,
        }
    };
    alt((
        preceded(tag("<"), line),
        preceded(tag("?"), pattern).map(Action::Matches),
        timed("time").map(|time| Action::TimeLimit {
            each: Some(time),
            total: None,
        }),
        timed("total-time").map(|time| Action::TimeLimit {
            each: None,
            total: Some(time),
        }),
        preceded((word("send"), space1), game).map(exchange(Opening::Ours)),
        preceded((word("recv"), space1), game).map(exchange(Opening::Theirs)),
        game.map(|(first, end)| Action::Game {
            first: Some(first),
            end,
        }),
        unknown,
    ))
    .parse(input)
}

/// A directive of this name, with a time.
fn timed<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, Duration> {
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
fn line(input: &str) -> Parsed<'_, Action> {
    if input.trim().is_empty() {
        let message = "expected a line of output after `@<`, found the end";
        return Fault::new(input, 0, message).fail();
    }
    Ok(("", Action::Line(input.to_owned())))
}

/// The rest of the line as a regular expression.
fn pattern(input: &str) -> Parsed<'_, Pattern> {
    match Pattern::new(input) {
        Ok(pattern) => Ok(("", pattern)),
        Err(error) => {
            let message = format!("{} is not a regular expression: {error}", quoted(input));
            Fault::new(input, input.len(), message).fail()
        }
    }
}

fn game(input: &str) -> Parsed<'_, (Color, GameEnd)> {
    let color = alt((
        value(Color::Red, tag("red")),
        value(Color::Blue, tag("blue")),
    ));
    let result = pattern.map(GameEnd::Matching);
    (terminated(color, tag("...")), result).parse(input)
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

fn unknown(input: &str) -> Parsed<'_, Action> {
    let all = format!("@<TEXT, @?REGEX, @{}", NAMES.join(", @"));
    unknown_directive(input, "@", near(input.trim_end()), &all)
}

/// The directive that a text is a slip for, or begins.
fn near(text: &str) -> Option<&'static str> {
    let first = text.split_whitespace().next()?;
    nearest(text, NAMES)
        .or_else(|| nearest(first, NAMES))
        .or_else(|| NAMES.into_iter().find(|name| name.starts_with(text)))
}

fn is_separator(line: &str) -> bool {
    line.len() >= DASHES && line.bytes().all(|byte| byte == b'-')
}

fn missing_command(line: &Line) -> Diagnostic {
    let found = quoted(line.text);
    let message = format!("expected a command line, the program to start, found {found}");
    Diagnostic::error("no-command", message).at(line.span())
}

fn third_program(line: &Line) -> Diagnostic {
    let message = "at most two programs play each other; this line begins a third";
    Diagnostic::error("too-many-programs", message).at(line.span())
}

/// Why no line of output is ever like this, if none is.
fn never_met(action: &Action) -> Option<&'static str> {
    let Action::Line(text) = action else {
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

/// A line that is sent to the program, and was meant as a directive.
fn suspicion(line: &Line) -> Option<Diagnostic> {
    let text = line.text;
    let begins = |marks: [&str; 2]| marks.into_iter().any(|mark| text.starts_with(mark));
    let meant = begins(["<", "?"])
        || begins(["red...", "blue..."])
        || ["time", "total-time", "send", "recv"].contains(&next_word(text));
    meant.then(|| {
        let message = format!(
            "a directive begins with `@`: {} is sent to the program",
            quoted(text)
        );
        Diagnostic::warning(NOT_A_DIRECTIVE, message)
            .at(line.span())
            .with_help([format!("write `@{text}`")])
    })
}
