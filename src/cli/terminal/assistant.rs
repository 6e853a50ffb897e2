//! Help while a line is typed: completion, hints in grey, colours.

use super::{files, view};
use crate::session::{Hint, Session, completions, hint};
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::{Context, Helper, Validator};
use std::borrow::Cow;

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
            return Ok((found.start, files::completions(&line[found.start..])));
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
