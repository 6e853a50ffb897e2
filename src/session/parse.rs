//! A line of text as a command.

use super::{Command, CommandName, Dialect};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{did_you_mean, next_word, quoted, whole};
use crate::notation::parsers::berkeley_move;
use std::ops::Range;

/// A command with the places of its parts in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The command.
    pub command: Command,
    /// Where its parts are.
    pub spans: Spans,
}

/// Where the parts of a command are, in bytes of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    /// The name; of a move, all of it.
    pub name: Range<usize>,
    /// The operand; empty where there is none; of a move, all of it.
    pub operand: Range<usize>,
}

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

    if looks_like_move(word) {
        let mv = whole(code, berkeley_move).map_err(|error| at(error, start))?;
        return Ok(Some(Line {
            command: mv.into(),
            spans: Spans {
                name: name.clone(),
                operand: name,
            },
        }));
    }
    let found = find_command(word, dialect).map_err(|error| error.at(name.clone()))?;
    let command = (found.spec().parse)(operand, dialect).map_err(|error| {
        at(error, operand_start).with_help([format!("usage: {}", found.usage(dialect))])
    })?;
    let operand = if found == CommandName::Pass {
        name.clone()
    } else {
        operand_span
    };
    Ok(Some(Line {
        command,
        spans: Spans { name, operand },
    }))
}

fn at(error: SyntaxError, start: usize) -> Diagnostic {
    Diagnostic::from(error).shifted(start)
}

/// Whether a word looks like a move, valid or not: `-`, a word with a hyphen, or one that begins
/// with a letter and a digit.
pub(super) fn looks_like_move(word: &str) -> bool {
    let mut letters = word.chars();
    let (first, second) = (letters.next(), letters.next());
    let square_like = first.is_some_and(|c| c.is_ascii_alphabetic())
        && second.is_some_and(|c| c.is_ascii_digit());
    square_like || first == Some('-') || word.contains('-') && !word.contains('@')
}

/// Further names of commands in every dialect.
const ALIASES: &[(&str, CommandName)] = &[("exit", CommandName::Quit)];
/// Words of other programs that the documents make an error, and the commands they stand for
/// there.
const ELSEWHERE: &[(&str, CommandName)] = &[
    ("?", CommandName::Help),
    ("moves", CommandName::Legal),
    ("legalmoves", CommandName::Legal),
];

/// The command that a word names in a dialect: its whole name or a beginning that
/// only one name has, in either case. The whole name of a command of another
/// dialect does not count as a beginning: `block d4` would be read as `blocks d4`, which
/// blocks other squares.
///
/// # Errors
///
/// When there is none, or more than one. The diagnostic has no label yet.
pub fn find_command(word: &str, dialect: Dialect) -> Result<CommandName, Diagnostic> {
    let lower = word.to_lowercase();
    let mut aliases = dialect.profile().aliases.iter().chain(ALIASES);
    if let Some((_, name)) = aliases.find(|(alias, _)| *alias == lower) {
        return Ok(*name);
    }
    let mut all = CommandName::ALL
        .iter()
        .copied()
        .filter(|&name| is_typed(name));
    match all.find(|name| name.word() == lower) {
        Some(name) if name.is_in(dialect) => return Ok(name),
        Some(elsewhere) => return Err(unknown_command(word, Some(elsewhere), dialect)),
        None => {}
    }
    let mut begun: Vec<CommandName> = CommandName::of(dialect)
        .filter(|&name| is_typed(name) && name.word().starts_with(&lower))
        .collect();
    if begun.iter().any(|name| !name.spec().yields) {
        begun.retain(|name| !name.spec().yields);
    }
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

/// Whether the word of a command is typed; a move is written without one.
fn is_typed(name: CommandName) -> bool {
    name != CommandName::Move
}

/// The error for a word that names no command of a dialect, or one of other
/// dialects.
fn unknown_command(word: &str, elsewhere: Option<CommandName>, dialect: Dialect) -> Diagnostic {
    let names = CommandName::of(dialect).filter(|&name| is_typed(name));
    let foreign = ELSEWHERE
        .iter()
        .find(|(foreign, _)| word.eq_ignore_ascii_case(foreign));
    let near = match foreign {
        Some((_, name)) => Some(format!("did you mean `{name}`?")),
        None => did_you_mean(word, names.map(CommandName::word)),
    };
    let home = elsewhere.map(|name| {
        let homes: Vec<&str> = Dialect::ALL
            .iter()
            .filter(|&&dialect| name.is_in(dialect))
            .map(|dialect| dialect.name())
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
