//! Faults in reading lines.

use super::Fault;
use crate::session::{CommandName, Dialect, ParsedLine, parse};
use ataxx_core::diagnostic::Diagnostic;

/// The result of reading a line.
pub type Read = Result<Option<ParsedLine>, Diagnostic>;

/// A line that is invalid in every dialect.
const WRONG: &str = "?";

/// Reads a line with the fault.
pub fn read(fault: Fault, text: &str, dialect: Dialect) -> Read {
    let read = parse(text, dialect);
    let code = text.split('#').next().unwrap_or_default();
    let word = code.split_whitespace().next().unwrap_or_default();
    let is_refused = match fault {
        Fault::CommentsRead => return parse(&text.replace('#', WRONG), dialect),
        Fault::CapitalsRefused => code.contains(|letter: char| letter.is_ascii_uppercase()),
        Fault::BlanksRefused => code.starts_with([' ', '\t']) && !word.is_empty(),
        Fault::EmptyRefused => text.trim().is_empty(),
        Fault::PrefixRefused => matches!(&read, Ok(Some(line)) if is_shortened(word, line)),
        _ => false,
    };
    if is_refused {
        return parse(WRONG, dialect);
    }
    match (fault, read) {
        (Fault::UnknownIgnored, Err(error)) if error.code == "unknown-command" => Ok(None),
        (Fault::AmbiguousPrefix, Err(error)) if error.code == "ambiguous-command" => {
            let mut names = CommandName::of(dialect);
            let first = names.find(|name| name.word().starts_with(&word.to_lowercase()));
            let first = first.map_or(WRONG, CommandName::word);
            parse(&code.replacen(word, first, 1), dialect)
        }
        (Fault::SurplusIgnored, Err(error)) => {
            let words: Vec<&str> = code.split_whitespace().collect();
            let mut shorter = (1..words.len()).rev().map(|count| words[..count].join(" "));
            let taken = shorter.find_map(|line| parse(&line, dialect).ok());
            taken.ok_or(error)
        }
        (_, read) => read,
    }
}

fn is_shortened(word: &str, line: &ParsedLine) -> bool {
    let name = line.command.name();
    let is_move = matches!(name, CommandName::Move | CommandName::Pass);
    !is_move && !word.eq_ignore_ascii_case(name.word())
}
