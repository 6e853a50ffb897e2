//! Help while a line is typed: completion, hints in grey, colours.

use super::view;
use crate::session::{Hint, Session, completions, hint};
use ataxx_core::diagnostic::text::visible;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::{Context, Helper, Validator};
use std::borrow::Cow;
use std::fs;
use std::path;

/// Completes and hints for one state of the session.
#[derive(Helper, Validator)]
pub struct Assistant {
    session: Session,
    /// Whether hints can be distinguished from typed text.
    colors: bool,
}

impl Assistant {
    /// For a line of this session, with or without colours.
    pub const fn new(session: Session, colors: bool) -> Self {
        Self { session, colors }
    }
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let line = &line[..position];
        let found = completions(&self.session, line);
        if found.file {
            return Ok((found.start, file_completions(&line[found.start..])));
        }
        let pairs = found.words.into_iter().map(|word| Pair {
            display: word.clone(),
            replacement: word,
        });
        Ok((found.start, pairs.collect()))
    }
}

/// A hint in the form that the editor takes.
pub struct Grey(Hint);

impl rustyline::hint::Hint for Grey {
    fn display(&self) -> &str {
        self.0.text()
    }

    /// The text that the right arrow types.
    fn completion(&self) -> Option<&str> {
        match &self.0 {
            Hint::Rest(text) => Some(text),
            Hint::Operand(_) => None,
        }
    }
}

impl Hinter for Assistant {
    type Hint = Grey;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<Grey> {
        if position < line.len() || !self.colors {
            return None;
        }
        hint(&self.session, line).map(Grey)
    }
}

impl Highlighter for Assistant {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(view::painted(view::REMARK, hint))
    }
}

/// The files and folders that a name can become, from the working directory.
/// Hidden ones are left out until their dot is typed.
///
/// The name is the rest of the line, with blanks and without quotes: rustyline's own completion
/// quotes names as for a shell.
fn file_completions(typed: &str) -> Vec<Pair> {
    let (folder, begun) = typed.split_at(typed.rfind(path::is_separator).map_or(0, |at| at + 1));
    let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let mut name = entry.file_name().into_string().ok()?;
            // Such a name can neither be shown nor typed.
            if visible(&name) != name {
                return None;
            }
            // Links are followed.
            if fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir()) {
                name.push(path::MAIN_SEPARATOR);
            }
            let hidden = name.starts_with('.') && !begun.starts_with('.');
            (name.starts_with(begun) && !hidden).then_some(name)
        })
        .collect();
    names.sort_unstable();
    let pair = |name: String| Pair {
        replacement: format!("{folder}{name}"),
        display: name,
    };
    names.into_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn names_are_completed_as_they_are() {
        let folder = TempDir::new().expect("a temporary folder");
        for name in [
            "one game.txt",
            "one.txt",
            ".old",
            "two.txt",
            "one\u{1b}[2J",
            "one\u{202e}",
        ] {
            fs::write(folder.path().join(name), "").expect("can be written");
        }
        fs::create_dir(folder.path().join("one more")).expect("can be made");
        let path = folder.path().to_str().expect("a name");
        let slash = path::MAIN_SEPARATOR;
        let found = |begun: &str| -> Vec<String> {
            let typed = format!("{path}{slash}{begun}");
            let pairs = file_completions(&typed);
            for pair in &pairs {
                assert_eq!(pair.replacement, format!("{path}{slash}{}", pair.display));
            }
            pairs.into_iter().map(|pair| pair.display).collect()
        };
        let more = format!("one more{slash}");
        assert_eq!(found("one"), ["one game.txt", &*more, "one.txt"]);
        assert_eq!(found("one g"), ["one game.txt"]);
        assert_eq!(found("").len(), 4);
        assert_eq!(found("."), [".old"]);
        assert_eq!(found("nothing/x"), [""; 0]);
    }
}
