//! Completion of a line that is being typed, and hints.

use super::command::Candidates;
use super::parse::command_begun;
use super::{CommandName, Session};
use ataxx_core::notation::BerkeleyMove;

/// The completions of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// The byte offset of the word to complete.
    pub start: usize,
    /// The candidates: whole commands and operands; for moves first the origin, then the
    /// destination.
    pub words: Vec<String>,
    /// Whether the name of a file is expected.
    pub file: bool,
}

/// The completions of a line in a session.
pub fn completions(session: &Session, line: &str) -> Completions {
    let indent = line.len() - line.trim_start().len();
    let code = &line[indent..];
    if code.contains('#') {
        return Completions {
            start: line.len(),
            ..Completions::default()
        };
    }
    let Some((name, rest)) = code.split_once(char::is_whitespace) else {
        return Completions {
            start: indent,
            words: first_words(session, code),
            file: false,
        };
    };
    let operand = rest.trim_start();
    let start = line.len() - operand.len();
    let Ok(name) = command_begun(name, session.dialect()) else {
        return Completions {
            start: line.len(),
            ..Completions::default()
        };
    };
    let (words, file) = match name.spec().candidates {
        Candidates::Words(words) => (words(session), false),
        Candidates::Files => (Vec::new(), true),
    };
    let operand = operand.to_lowercase();
    Completions {
        start,
        words: words
            .into_iter()
            .filter(|word| word.starts_with(&operand))
            .collect(),
        file,
    }
}

/// Commands that the state allows, and moves.
fn first_words(session: &Session, begun: &str) -> Vec<String> {
    let begun = begun.to_lowercase();
    let (dialect, state) = (session.dialect(), session.state());
    let commands = CommandName::of(dialect)
        // A pass is written `-`: `pass` is offered only when it has been begun.
        .filter(|name| match name {
            CommandName::Move => false,
            CommandName::Pass => !begun.is_empty(),
            _ => true,
        })
        .filter(|name| name.allowed_in(state, dialect))
        .map(|name| name.to_string());
    let mut moves: Vec<String> = Vec::new();
    if !begun.is_empty() && session.ai_turn().is_none() && session.remote_turn().is_none() {
        moves = BerkeleyMove::every(session.position(), session.game().rules())
            .into_iter()
            .map(|mv| mv.to_string())
            // Only the origin and the hyphen, until the hyphen is typed.
            .map(|mv| {
                if begun.contains('-') {
                    mv
                } else {
                    mv.chars().take(3).collect()
                }
            })
            .collect();
        moves.dedup();
    }
    commands
        .chain(moves)
        .filter(|word| word.starts_with(&begun))
        .collect()
}

/// A hint, shown in grey behind the line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InlineHint {
    /// The rest of the only candidate.
    Rest(String),
    /// A placeholder for the missing operand.
    Operand(String),
}

impl InlineHint {
    /// The text to show.
    pub fn text(&self) -> &str {
        let (Self::Rest(text) | Self::Operand(text)) = self;
        text
    }
}

/// The hint for a line that is being typed, if there is one.
pub fn hint(session: &Session, line: &str) -> Option<InlineHint> {
    if line.trim().is_empty() {
        return None;
    }
    let found = completions(session, line);
    let begun = &line[found.start..];
    match &found.words[..] {
        [word] if word.len() > begun.len() => {
            return word
                .get(begun.len()..)
                .map(|rest| InlineHint::Rest(rest.to_owned()));
        }
        _ => {}
    }
    // A whole command that still needs an operand.
    let name = command_begun(line.trim(), session.dialect()).ok()?;
    let usage = name.usage(session.dialect());
    let operand = usage.strip_prefix(name.word())?.trim_start();
    if operand.is_empty() || !line.trim().eq_ignore_ascii_case(name.word()) {
        return None;
    }
    let blank = if line.ends_with(char::is_whitespace) {
        ""
    } else {
        " "
    };
    Some(InlineHint::Operand(format!("{blank}{operand}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, SessionSettings};

    fn words(line: &str) -> Vec<String> {
        completions(
            &Session::new(Dialect::SPRING_2022, SessionSettings::default()),
            line,
        )
        .words
    }

    #[test]
    fn commands_and_moves_are_completed() {
        assert_eq!(words("bl"), ["block"]);
        assert_eq!(words("BL"), ["block"]);
        assert_eq!(words("a"), ["auto", "analyze", "a7-"]);
        assert_eq!(
            words(" a7-"),
            [
                "a7-a5", "a7-a6", "a7-b5", "a7-b6", "a7-b7", "a7-c5", "a7-c6", "a7-c7"
            ]
        );
        assert_eq!(words("a7-b"), ["a7-b5", "a7-b6", "a7-b7"]);
        assert_eq!(words("a7-b # c"), [""; 0]);
        assert_eq!(words("a6"), [""; 0]);
        assert!(!words("").iter().any(|word| word.contains('-')));
        assert_eq!(words("p"), ["pass", "position"]);
    }

    #[test]
    fn operands_are_completed() {
        assert_eq!(words("auto "), ["red", "blue"]);
        assert_eq!(words("man b"), ["blue"]);
        assert_eq!(words("help bl"), ["block"]);
        assert_eq!(words("block d"), ["d1", "d2", "d3", "d4", "d5", "d6", "d7"]);
        assert_eq!(words("block a1"), [""; 0]);
        assert_eq!(words("clear x"), [""; 0]);
    }

    #[test]
    fn hints_complete_what_is_certain() {
        let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        let rest = |text: &str| Some(InlineHint::Rest(text.to_owned()));
        let operand = |text: &str| Some(InlineHint::Operand(text.to_owned()));
        assert_eq!(hint(&session, "und"), rest("o"));
        assert_eq!(hint(&session, "block"), operand(" SQUARE"));
        assert_eq!(hint(&session, "block "), operand("SQUARE"));
        assert_eq!(hint(&session, "a7-c7"), None);
        assert_eq!(hint(&session, ""), None);
        assert_eq!(hint(&session, "l"), None);
        assert_eq!(hint(&session, "p"), None);
        assert_eq!(hint(&session, "ä"), None);
    }
}
