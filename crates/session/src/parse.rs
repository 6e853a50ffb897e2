//! A line of text as a command.

use super::{Command, CommandName, Dialect};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::syntax::{did_you_mean, next_word, quoted, whole};
use ataxx_core::notation::parsers::berkeley_move;
use std::ops::Range;

/// A line, and where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOfText<'a> {
    /// The name of the source for people; `None` for what is typed at a prompt.
    pub source: Option<&'a str>,
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The line without its end.
    pub text: &'a str,
}

/// A command with the places of its parts in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedLine {
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

impl ParsedLine {
    /// The line that a command is written as.
    pub fn new(command: Command) -> Self {
        let text = command.to_string();
        let name = 0..text.find(' ').unwrap_or(text.len());
        let operand = match command.as_move() {
            Some(_) => name.clone(),
            None => text.len().min(name.end + 1)..text.len(),
        };
        Self {
            command,
            spans: Spans { name, operand },
        }
    }
}

/// The code of errors that a word names no command.
pub(crate) const UNKNOWN_COMMAND: &str = "unknown-command";
/// The code of errors that a word may name several commands.
pub(crate) const AMBIGUOUS_COMMAND: &str = "ambiguous-command";

/// Reads one line; `None` when there is nothing on it but blanks and a comment.
pub fn parse(text: &str, dialect: Dialect) -> Result<Option<ParsedLine>, Diagnostic> {
    let code = text.split('#').next().unwrap_or_default();
    let start = code.len() - code.trim_start().len();
    let code = code.trim();
    if code.is_empty() {
        return Ok(None);
    }
    if asks_for_rules(code) {
        let name = start..start + code.len();
        let operand = name.end..name.end;
        return Ok(Some(ParsedLine {
            command: Command::Rules,
            spans: Spans { name, operand },
        }));
    }
    let word = next_word(code);
    let after = &code[word.len()..];
    let operand = after.trim_start();
    let operand_start = start + code.len() - operand.len();
    let name = start..start + word.len();
    let operand_span = operand_start..operand_start + operand.len();

    if looks_like_move(word) {
        let mv = whole(code, berkeley_move).map_err(|error| at(error, start))?;
        return Ok(Some(ParsedLine {
            command: mv.into(),
            spans: Spans {
                name: name.clone(),
                operand: name,
            },
        }));
    }
    let found = find_command(word, dialect).map_err(|error| error.at(name.clone()))?;
    let command = found.parse(operand, dialect).map_err(|error| {
        at(error, operand_start).with_help([format!("usage: {}", found.usage(dialect))])
    })?;
    let operand = if found == CommandName::Pass {
        name.clone()
    } else {
        operand_span
    };
    Ok(Some(ParsedLine {
        command,
        spans: Spans { name, operand },
    }))
}

/// Whether a line asks how the game is played.
fn asks_for_rules(code: &str) -> bool {
    let words: Vec<String> = code.split_whitespace().map(str::to_lowercase).collect();
    words == ["how", "to", "play"] || words == ["how", "to", "play?"]
}

fn at(error: SyntaxError, start: usize) -> Diagnostic {
    Diagnostic::from(error).shifted(start)
}

/// Further names of commands in every dialect.
const ALIASES: &[(&str, CommandName)] = &[("exit", CommandName::Quit)];
/// Command words of other programs, and the commands that correspond to them here.
const OF_OTHER_PROGRAMS: &[(&str, CommandName)] = &[
    ("?", CommandName::Help),
    ("moves", CommandName::Legal),
    ("legalmoves", CommandName::Legal),
];

/// The command that a word names in a dialect, in either case: a whole name, or a beginning of the
/// name of a command that only shows something. Other beginnings are errors, so that a misspelt
/// line changes nothing. The whole name of a command of another dialect does not count as a
/// beginning: `block d4` would be read as `blocks d4`, which blocks other squares.
pub fn find_command(word: &str, dialect: Dialect) -> Result<CommandName, Diagnostic> {
    find(word, dialect, |name| name.spec().only_shows)
}

/// The command whose name begins with a word, whatever it does.
pub(super) fn command_begun(word: &str, dialect: Dialect) -> Result<CommandName, Diagnostic> {
    find(word, dialect, |_| true)
}

/// The command that a word names, or begins if it is one of those that `may_be_shortened`.
fn find(
    word: &str,
    dialect: Dialect,
    may_be_shortened: impl Fn(CommandName) -> bool,
) -> Result<CommandName, Diagnostic> {
    let lower = word.to_lowercase();
    let mut all = CommandName::ALL
        .iter()
        .copied()
        .filter(|&name| is_typed(name));
    if let Some(other) = all.find(|name| name.word() == lower && !name.is_in(dialect)) {
        return Err(unknown_command(word, Some(other), dialect));
    }
    let begun: Vec<(&str, CommandName)> = words(dialect)
        .filter(|(name, _)| name.starts_with(&lower))
        .collect();
    if let Some((_, name)) = begun.iter().find(|(name, _)| *name == lower) {
        return Ok(*name);
    }
    let mut meant = begun.clone();
    if meant.iter().any(|(_, name)| !name.spec().loses_prefix_ties) {
        meant.retain(|(_, name)| !name.spec().loses_prefix_ties);
    }
    match (&meant[..], &begun[..]) {
        ([(_, name)], _) if may_be_shortened(*name) => Ok(*name),
        (_, []) => Err(unknown_command(word, None, dialect)),
        (_, [(whole, _)]) => Err(Diagnostic::error(
            UNKNOWN_COMMAND,
            format!("expected a command, found {}", quoted(word)),
        )
        .with_help([format!(
            "did you mean `{whole}`? a command that changes something is not shortened"
        )])),
        _ => {
            let words: Vec<&str> = begun.iter().map(|(word, _)| *word).collect();
            Err(Diagnostic::error(
                AMBIGUOUS_COMMAND,
                format!("{} could be {}", quoted(word), words.join(" or ")),
            ))
        }
    }
}

/// The words that name the commands of a dialect.
fn words(dialect: Dialect) -> impl Iterator<Item = (&'static str, CommandName)> {
    let names = CommandName::of(dialect).filter(|&name| is_typed(name));
    let aliases = dialect.profile().aliases.iter().chain(ALIASES).copied();
    names.map(|name| (name.word(), name)).chain(aliases)
}

/// Whether the word of a command is typed; a move is written without one.
fn is_typed(name: CommandName) -> bool {
    name != CommandName::Move
}

/// The error for a word that names no command of a dialect, or one of other
/// dialects.
fn unknown_command(
    word: &str,
    of_other_dialect: Option<CommandName>,
    dialect: Dialect,
) -> Diagnostic {
    let names = CommandName::of(dialect).filter(|&name| is_typed(name));
    let foreign = OF_OTHER_PROGRAMS
        .iter()
        .find(|(foreign, _)| word.eq_ignore_ascii_case(foreign));
    let near = match foreign {
        Some((_, name)) => Some(format!("did you mean `{name}`?")),
        None => did_you_mean(word, names.map(CommandName::word)),
    };
    let home = of_other_dialect.map(|name| {
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
        UNKNOWN_COMMAND,
        format!("expected a command, found {}", quoted(word)),
    )
    .with_help([near, home, list].into_iter().flatten())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Neither a word in its place nor one that is cut off changes anything unless it is whole.
    #[test]
    fn only_commands_that_show_something_are_shortened() {
        for &dialect in Dialect::ALL {
            for (whole, name) in words(dialect) {
                assert_eq!(find_command(whole, dialect).ok(), Some(name));
                for length in 1..whole.len() {
                    let begun = &whole[..length];
                    let is_whole = words(dialect).any(|(word, _)| word == begun);
                    match find_command(begun, dialect) {
                        Ok(found) => assert!(is_whole || found.spec().only_shows, "{begun}"),
                        Err(error) => {
                            let said = error.message + &error.help.join(" ");
                            assert!(said.contains(whole) || is_foreign(begun), "{said}");
                        }
                    }
                }
            }
        }
    }

    fn is_foreign(word: &str) -> bool {
        CommandName::ALL.iter().any(|name| name.word() == word)
    }

    #[test]
    fn a_command_is_written_as_it_is_parsed() {
        for (line, dialect) in [
            ("a7-b7", "2022"),
            ("-", "2022"),
            ("undo", "2022"),
            ("new", "2022"),
            ("clear", "2016"),
            ("start", "2016"),
            ("quit", "2008"),
            ("color blue", "2008"),
            ("auto", "2008"),
            ("auto red", "2022"),
            ("manual blue", "2022"),
            ("block d4", "2022"),
            ("blocks 3gh", "2008"),
            ("seed -3", "2016"),
            ("skill 7", "2022"),
            ("host tea", "2008"),
            ("join tea@localhost:20080", "2008"),
            ("load one game.txt", "2022"),
            ("save game.txt", "2022"),
            ("position x5o/7/2-1-2/7/2-1-2/7/o5x o 3 7", "2022"),
            ("position @file", "2022"),
            ("help", "2022"),
            ("help -", "2022"),
            ("help undo", "2022"),
            ("help move", "2022"),
            ("dump", "2022"),
            ("fen", "2022"),
            ("board", "2022"),
            ("legal", "2022"),
            ("hint", "2022"),
            ("eval", "2022"),
            ("solve 5", "2022"),
            ("analyze", "2022"),
            ("verbose", "2022"),
            ("quiet", "2022"),
        ] {
            let dialect = Dialect::named(dialect).expect("a dialect");
            let parsed = parse(line, dialect).expect(line).expect(line);
            assert_eq!(parsed.command.to_string(), line);
            assert_eq!(ParsedLine::new(parsed.command.clone()), parsed, "{line}");
        }
    }
}
