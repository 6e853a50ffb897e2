//! Scripts of Spring 2022: `NAME-1.in`.

use crate::report::SourceText;
use crate::script::output::one_blank;
use crate::script::part::{
    Action, GameEnd, Line, Opening, Part, Reading, is_idle_line, lines, seconds, unknown_directive,
};
use crate::script::warnings::NOT_A_DIRECTIVE;
use ataxx_core::diagnostic::syntax::{Parsed, next_word, quoted, whole};
use ataxx_core::diagnostic::{Diagnostic, nearest};
use nom::Parser;
use nom::character::complete::space0;
use nom::combinator::cut;
use nom::sequence::{delimited, preceded, separated_pair};

const NAMES: [&str; 7] = [
    "time",
    "move",
    "move/win",
    "move/win+",
    "win+",
    "remote move/win",
    "remote move/win+",
];

/// What a line of a directive begins with.
const MARK: &str = "#*";

/// Reads a script: a file `NAME-1.in` or `NAME-2.in`.
pub fn script_2022(source: &SourceText) -> Reading<Part> {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut part: Option<Part> = None;
    for line in lines(&source.text) {
        let directive_line = line.trimmed();
        let Some(after_mark) = directive_line.text.strip_prefix(MARK) else {
            if let Some(part) = &mut part {
                warnings.extend(suspicion(&line));
                let action = Action::Send(line.text.to_owned());
                part.lines.push(line.does(action));
            } else if !is_idle_line(line.text) && errors.is_empty() {
                errors.push(not_started(&line));
            }
            continue;
        };
        let line = directive_line;
        let directive = whole(after_mark, delimited(space0, directive, space0));
        match (&mut part, directive) {
            (None, Ok(_)) => errors.push(no_command(&line)),
            (None, Err(_)) if after_mark.trim().is_empty() => errors.push(empty_command(&line)),
            (None, Err(_)) => part = Some(line.begins_part(MARK.len(), source)),
            (Some(part), Ok(action)) => part.lines.push(line.does(action)),
            (Some(_), Err(error)) => {
                errors.push(Diagnostic::from(error).shifted(line.start + MARK.len()));
            }
        }
    }
    if part.is_none() && errors.is_empty() {
        let end = source.text.len();
        let message = "expected `#* COMMAND LINE`, the program to start, found the end";
        errors.push(Diagnostic::error("no-command", message).at(end..end));
    }
    Reading::of(source, part, errors, warnings)
}

/// What stands after the mark.
fn directive(input: &str) -> Parsed<'_, Action> {
    let word = next_word(input);
    let rest = &input[word.len()..];
    let simple = match word {
        "time" => {
            let times = preceded(space0, separated_pair(seconds, space0, seconds));
            let time = times.map(|(each, game)| Action::TimeLimit {
                each: Some(each),
                total: Some(game),
            });
            return cut(time).parse(rest).map_err(|error| {
                error.map(|fault| {
                    fault.with_help(Some("usage: #*time MOVE GAME, in seconds".to_owned()))
                })
            });
        }
        "move" => Action::AiMove,
        "move/win" => game(false),
        "move/win+" => game(true),
        "win+" => Action::Result,
        "remote" => {
            let operand = rest.trim_start();
            let word = next_word(operand);
            let record = match word {
                "move/win" => false,
                "move/win+" => true,
                _ => return unknown(input),
            };
            let exchange = Action::Exchange {
                opening: Opening::Theirs,
                first: None,
                end: GameEnd::Any { record },
            };
            return Ok((&operand[word.len()..], exchange));
        }
        _ => return unknown(input),
    };
    Ok((rest, simple))
}

/// A game between the program's own AIs, whose result may be recorded.
const fn game(record: bool) -> Action {
    Action::Game {
        first: None,
        end: GameEnd::Any { record },
    }
}

fn unknown(input: &str) -> Parsed<'_, Action> {
    let all = NAMES.map(|name| format!("{MARK}{name}")).join(", ");
    unknown_directive(input, MARK, near(input.trim_end()), &all)
}

/// The directive that a text is a slip for, or begins.
fn near(text: &str) -> Option<&'static str> {
    let text = one_blank(text);
    let begun = |name: &&str| !text.is_empty() && name.starts_with(&text);
    nearest(&text, NAMES).or_else(|| NAMES.into_iter().find(begun))
}

fn not_started(line: &Line) -> Diagnostic {
    let found = quoted(line.text.trim());
    let message = format!("expected `#* COMMAND LINE` before the lines to send, found {found}");
    Diagnostic::error("no-command", message).at(line.span())
}

fn no_command(line: &Line) -> Diagnostic {
    let message = "expected `#* COMMAND LINE`, the program to start, found a directive";
    Diagnostic::error("no-command", message)
        .at(line.span())
        .with_help(["the first line with `#*` is the command line".to_owned()])
}

fn empty_command(line: &Line) -> Diagnostic {
    let end = line.span().end;
    Diagnostic::error("no-command", "expected a command line after `#*`").at(end..end)
}

/// A line that is sent to the program, or is a comment, and was meant as a directive.
fn suspicion(line: &Line) -> Option<Diagnostic> {
    let text = line.text.trim_start();
    let bare = text.trim_start_matches(['#', ' ', '\t']);
    let starred = bare.strip_prefix('*').map(str::trim);
    let name = starred.unwrap_or(bare).trim_end();
    let is_comment = text.starts_with('#');
    let is_directive = |text: &str| whole(text, directive).is_ok();
    let meant = match starred {
        // No command begins with a star.
        Some(_) if !is_comment => true,
        Some(_) => is_directive(name),
        None => is_comment && is_directive(name),
    };
    if !meant {
        return None;
    }
    let fate = if is_comment {
        "is a comment"
    } else {
        "is sent to the program"
    };
    let what = format!("a directive begins with `#*`: {} {fate}", quoted(text));
    let start = line.span().start + line.text.len() - text.len();
    let written = if is_directive(name) {
        format!("write `#*{name}`")
    } else {
        near(name).map_or_else(
            || "a directive is written `#*NAME`".to_owned(),
            |near| format!("did you mean `#*{near}`?"),
        )
    };
    let warning = Diagnostic::warning(NOT_A_DIRECTIVE, what).at(start..line.span().end);
    Some(warning.with_help([written]))
}
