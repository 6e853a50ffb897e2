//! A line of text as a command.

use super::{Command, CommandName, Dialect, Line, Spans};
use crate::board::Color;
use crate::board::square::square;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::syntax::{
    Fault, Parsed, did_you_mean, expect, found, next_word, quoted, whole,
};
use crate::notation::berkeley::berkeley_move;
use crate::notation::letters::block_letters;
use crate::notation::{BerkeleyMove, SyntaxError};
use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::combinator::{opt, success};
use nom::sequence::separated_pair;

/// Reads one line; `None` when there is nothing on it but blanks and a comment.
///
/// # Errors
///
/// When it is not a command of the dialect: the diagnostic's labels count bytes of
/// `text`.
pub fn parse(text: &str, dialect: Dialect) -> Result<Option<Line>, Diagnostic> {
    let code = text.split('#').next().unwrap_or_default();
    let start = code.len() - code.trim_start().len();
    let code = code.trim();
    if code.is_empty() {
        return Ok(None);
    }
    let word = next_word(code);
    let after = &code[word.len()..];
    let operand = after.trim_start();
    let operand_start = start + code.len() - operand.len();
    let name = start..start + word.len();
    let operand_span = operand_start..operand_start + operand.len();

    let line = if looks_like_move(word) {
        let mv = whole(code, berkeley_move).map_err(|error| at(error, start))?;
        Line {
            command: Command::Move(mv),
            spans: Spans {
                name: name.clone(),
                operand: name,
            },
        }
    } else {
        let found = find_command(word, dialect).map_err(|error| error.at(name.clone()))?;
        let command = operands(found, operand, dialect).map_err(|error| {
            at(error, operand_start).with_help([format!("usage: {}", found.usage(dialect))])
        })?;
        let operand = if found == CommandName::Pass {
            name.clone()
        } else {
            operand_span
        };
        Line {
            command,
            spans: Spans { name, operand },
        }
    };
    Ok(Some(line))
}

fn at(error: SyntaxError, start: usize) -> Diagnostic {
    Diagnostic::from(error).shifted(start)
}

/// Whether a word is meant as a move, rightly or wrongly written: `-`, something
/// with a hyphen, or a letter and a digit at the front.
fn looks_like_move(word: &str) -> bool {
    let mut letters = word.chars();
    let (first, second) = (letters.next(), letters.next());
    let square_like = first.is_some_and(|c| c.is_ascii_alphabetic())
        && second.is_some_and(|c| c.is_ascii_digit());
    square_like || first == Some('-') || word.contains('-') && !word.contains('@')
}

/// The command that a word names in a dialect: its whole name or a beginning that
/// only one name has, in either case. The whole name of a command of another
/// dialect is no beginning: `block d4` would be read as `blocks d4`, which blocks
/// other squares.
///
/// # Errors
///
/// When there is none, or more than one. The diagnostic has no label yet.
pub fn find_command(word: &str, dialect: Dialect) -> Result<CommandName, Diagnostic> {
    let lower = word.to_lowercase();
    let names = || CommandName::of(dialect).filter(|&name| name != CommandName::Move);
    if lower == "q" && dialect == Dialect::Spring2022 {
        return Ok(CommandName::Quit);
    }
    let whole = CommandName::ALL
        .into_iter()
        .find(|name| name.word() == lower && *name != CommandName::Move);
    match whole {
        Some(name) if name.in_dialect(dialect).is_some() => return Ok(name),
        Some(elsewhere) => return Err(unknown_command(word, Some(elsewhere), dialect)),
        None => {}
    }
    let begun: Vec<CommandName> = names()
        .filter(|name| name.word().starts_with(&lower))
        .collect();
    match begun[..] {
        [name] => Ok(name),
        [] => Err(unknown_command(word, None, dialect)),
        _ => {
            let words: Vec<&str> = begun.iter().map(|name| name.word()).collect();
            Err(Diagnostic::error(
                "ambiguous-command",
                format!("{} could be {}", quoted(word), words.join(" or ")),
            ))
        }
    }
}

/// The error for a word that names no command of a dialect, or one of other
/// dialects.
fn unknown_command(word: &str, elsewhere: Option<CommandName>, dialect: Dialect) -> Diagnostic {
    let names = CommandName::of(dialect).filter(|&name| name != CommandName::Move);
    let near = did_you_mean(word, names.map(CommandName::word));
    let home = elsewhere.map(|name| {
        let homes: Vec<&str> = Dialect::ALL
            .into_iter()
            .filter(|&dialect| name.in_dialect(dialect).is_some())
            .map(Dialect::name)
            .collect();
        format!(
            "`{name}` is a command of dialect {}; this is {}",
            homes.join(" and "),
            dialect.name()
        )
    });
    let list = (near.is_none() && home.is_none()).then(|| "`help` lists the commands".to_owned());
    Diagnostic::error(
        "unknown-command",
        format!("expected a command, found {}", quoted(word)),
    )
    .with_help([near, home, list].into_iter().flatten())
}

/// The command with this name and these operands.
fn operands(name: CommandName, text: &str, dialect: Dialect) -> Result<Command, SyntaxError> {
    let none = |command: Command| whole(text, success(command));
    match name {
        CommandName::Clear => none(Command::Clear),
        CommandName::New => none(Command::New),
        CommandName::Start => none(Command::Start),
        CommandName::Quit => none(Command::Quit),
        CommandName::Undo => none(Command::Undo),
        CommandName::Dump => none(Command::Dump),
        CommandName::Board => none(Command::Board),
        CommandName::Verbose => none(Command::Verbose),
        CommandName::Quiet => none(Command::Quiet),
        CommandName::Move | CommandName::Pass => none(Command::Move(BerkeleyMove::Pass)),
        CommandName::Auto if !dialect.auto_takes_color() => none(Command::AutoPlayer),
        CommandName::Auto => whole(text, color.map(Command::Auto)),
        CommandName::Manual => whole(text, color.map(Command::Manual)),
        CommandName::Color => whole(text, color.map(Command::Color)),
        CommandName::Blocks => whole(text, block_letters.map(Command::Blocks)),
        CommandName::Block => whole(text, square.map(Command::Block)),
        CommandName::Seed => whole(text, number.map(Command::Seed)),
        CommandName::Load => whole(text, file_name.map(Command::Load)),
        CommandName::Host => whole(
            text,
            expect(
                "a name of letters, digits and `_`",
                identifier.map(|id| Command::Host { id }),
            ),
        ),
        CommandName::Join => whole(text, join),
        CommandName::Help => whole(text, help(dialect)),
    }
}

fn color(input: &str) -> Parsed<'_, Color> {
    let word = next_word(input);
    let color = match word.to_ascii_lowercase().as_str() {
        "red" => Color::Red,
        "blue" => Color::Blue,
        _ => {
            return Fault::word(
                input,
                format!("expected red or blue, found {}", found(input)),
            )
            .with_help(did_you_mean(word, ["red", "blue"]))
            .miss();
        }
    };
    Ok((&input[word.len()..], color))
}

/// A signed number of 64 bits.
fn number(input: &str) -> Parsed<'_, i64> {
    let word = next_word(input);
    if let Ok(number) = word.parse() {
        return Ok((&input[word.len()..], number));
    }
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let too_big = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let message = if too_big {
        format!("{} is too big: a seed has 64 bits and a sign", quoted(word))
    } else {
        format!("expected a whole number, found {}", found(input))
    };
    Fault::word(input, message).miss()
}

fn file_name(input: &str) -> Parsed<'_, String> {
    if input.is_empty() {
        return Fault::new(input, 0, "expected the name of a file, found the end").miss();
    }
    Ok(("", input.to_owned()))
}

/// A sequence of letters, underscores and digits.
fn identifier(input: &str) -> Parsed<'_, String> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_')
        .map(str::to_owned)
        .parse(input)
}

fn join(input: &str) -> Parsed<'_, Command> {
    let host = take_while1(|c: char| c.is_ascii_graphic() && c != '@').map(str::to_owned);
    let pair =
        separated_pair(identifier, tag("@"), host).map(|(id, host)| Command::Join { id, host });
    expect("a game and a host, like `tea@localhost`", pair)(input)
}

fn help<'a>(dialect: Dialect) -> impl Parser<&'a str, Output = Command, Error = Fault<'a>> {
    opt(move |input: &'a str| {
        let word = next_word(input);
        if word.is_empty() {
            return Fault::new(input, 0, "").miss();
        }
        let rest = &input[word.len()..];
        if looks_like_move(word) {
            return Ok((
                rest,
                if word == "-" {
                    CommandName::Pass
                } else {
                    CommandName::Move
                },
            ));
        }
        if word.eq_ignore_ascii_case(CommandName::Move.word()) {
            return Ok((rest, CommandName::Move));
        }
        match find_command(word, dialect) {
            Ok(name) => Ok((rest, name)),
            Err(error) => Fault::word(input, error.message)
                .with_help(error.help.into_iter().next())
                .fail(),
        }
    })
    .map(Command::Help)
}
