//! The file of programs to grade.

use ataxx_core::diagnostic::{Diagnostic, Source};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A program to grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedProgram {
    /// Its name.
    pub name: String,
    /// The command line that starts it.
    pub command: String,
}

/// Reads the text of a file of programs: a line each, `NAME = COMMAND` or a command line that is
/// also the name. A `#` at the start of a line or after a blank begins a comment.
pub fn programs(name: &str, text: &str) -> Result<Vec<NamedProgram>, Diagnostic> {
    parse(text).map_err(|(span, message)| {
        let source = Source {
            name: Some(name.to_owned()),
            first_line: 1,
            text: text.to_owned(),
        };
        let diagnostic = Diagnostic::error("programs", message);
        diagnostic.at(span).with_source(source)
    })
}

/// An error: its place and message.
type Fault = (Range<usize>, String);

fn parse(text: &str) -> Result<Vec<NamedProgram>, Fault> {
    let mut entries: Vec<NamedProgram> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = start..start + line.trim_end().len();
        start += line.len();
        let line = without_comment(line).trim();
        if line.is_empty() {
            continue;
        }
        let entry = entry(line).map_err(|message| (span.clone(), message.to_owned()))?;
        if entries.iter().any(|other| other.name == entry.name) {
            let message = "there is a program of this name already; call it `NAME = COMMAND`";
            return Err((span, message.to_owned()));
        }
        entries.push(entry);
    }
    if entries.is_empty() {
        return Err((0..0, "there is no program in it".to_owned()));
    }
    Ok(entries)
}

fn without_comment(line: &str) -> &str {
    let begins = |&(place, _): &(usize, &str)| {
        let before = line[..place].chars().next_back();
        before.is_none_or(char::is_whitespace)
    };
    let comment = line.match_indices('#').find(begins);
    comment.map_or(line, |(place, _)| &line[..place])
}

/// A line that is not empty. A `=` with blanks around it ends the name; any other is part of
/// the command.
fn entry(line: &str) -> Result<NamedProgram, &'static str> {
    let padded = format!("{line} ");
    let (name, command) = match padded.split_once(" = ") {
        Some((name, command)) => (name.trim(), command.trim()),
        None if line.starts_with('=') => ("", line),
        None => (line, line),
    };
    if name.is_empty() {
        return Err("the name before `=` is missing");
    }
    if command.is_empty() {
        return Err("the command after `=` is missing");
    }
    Ok(NamedProgram {
        name: name.to_owned(),
        command: command.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, String)> {
        let entries = parse(text).expect(text);
        let pair = |entry: NamedProgram| (entry.name, entry.command);
        entries.into_iter().map(pair).collect()
    }

    #[test]
    fn a_line_each() {
        let text = "# a class\nanna = java -Dx=y Main # hers\r\n\n  ./bert.sh a#b\nA=1 ./c\n";
        let expected = [
            ("anna", "java -Dx=y Main"),
            ("./bert.sh a#b", "./bert.sh a#b"),
            ("A=1 ./c", "A=1 ./c"),
        ];
        let expected = expected.map(|(name, command)| (name.to_owned(), command.to_owned()));
        assert_eq!(parsed(text), expected);
    }

    #[test]
    fn errors_have_a_place() {
        for (text, span, words) in [
            ("", 0..0, "no program"),
            ("# nobody\n", 0..0, "no program"),
            ("a = b\n = c\n", 6..10, "name"),
            ("a =\n", 0..3, "command"),
            ("a = b\na = c", 6..11, "already"),
        ] {
            let (at, message) = parse(text).expect_err(text);
            assert_eq!(at, span, "{text:?}");
            assert!(message.contains(words), "{message}");
        }
    }
}
