//! One form for every error that users see, and one renderer for it.
//!
//! A [`Diagnostic`] is made without its [`Source`], which the caller that read the text adds.
//! [`render`] prints it with carets.

pub mod characters;
#[cfg(feature = "render")]
mod render;
pub mod syntax;
pub mod text;

#[cfg(feature = "render")]
pub use render::{Look, render};
pub use syntax::{SyntaxError, nearest};

use std::ops::Range;

/// A message to the user about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A short fixed name of the error, for programs: `syntax`,
    /// `unknown-command`, ….
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// What is wrong and what was expected: a fragment in lower case without a
    /// full stop.
    pub message: String,
    /// The text and its origin; without it no text is shown.
    pub source: Option<Box<Source>>,
    /// Places in the text, the wrong one first.
    pub labels: Vec<Label>,
    /// Hints.
    pub help: Vec<String>,
    /// Where the file of the source was included from: files and their lines, the nearest first.
    pub included_from: Box<[(String, usize)]>,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The operation failed.
    Error,
    /// The operation was carried out, and may not be what the user meant.
    Warning,
}

/// A text and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Source {
    /// The file, or a name in angle brackets like `<stdin>`; `None` for what was
    /// typed at a prompt.
    pub name: Option<String>,
    /// The number of the text's first line in that file, counted from 1.
    pub first_line: usize,
    /// The text.
    pub text: String,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes of the source's text; empty where something is missing.
    pub span: Range<usize>,
    /// The text of the label; may be empty.
    pub text: String,
}

/// A place as line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<'a> {
    /// The file, as in [`Source`].
    pub name: Option<&'a str>,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

impl Diagnostic {
    /// The place of the first label.
    #[must_use]
    pub fn place(&self) -> Option<Location<'_>> {
        let source = self.source.as_ref()?;
        let start = self.labels.first()?.span.start;
        let before = source.text.get(..start)?;
        let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
        Some(Location {
            name: source.name.as_deref(),
            line: source.first_line + before.matches('\n').count(),
            column: before[line_start..].chars().count() + 1,
        })
    }

    /// The line of this file on which it is, or on which that includes the file where it is.
    #[must_use]
    pub fn line_in(&self, file: &str) -> Option<usize> {
        let place = self.place()?;
        if place.name == Some(file) {
            return Some(place.line);
        }
        let mut outer = self.included_from.iter();
        outer.find_map(|(name, line)| (name == file).then_some(*line))
    }

    /// An error with a code and a message.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            source: None,
            labels: Vec::new(),
            help: Vec::new(),
            included_from: Box::default(),
        }
    }

    /// A warning with a code and a message.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message)
        }
    }

    /// Adds a label without a text.
    #[must_use]
    pub fn at(self, span: Range<usize>) -> Self {
        self.label(span, "")
    }

    /// Adds a label.
    #[must_use]
    pub fn label(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds hints.
    #[must_use]
    pub fn with_help(mut self, help: impl IntoIterator<Item = String>) -> Self {
        self.help.extend(help);
        self
    }

    /// Sets the text that the labels refer to, and adds a hint where characters at the first of
    /// them are easily mistaken.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        if let Some(label) = self.labels.first()
            && let Some(hint) = characters::in_lines(&source.text, source.first_line, &label.span)
            && !self.help.contains(&hint)
        {
            self.help.push(hint);
        }
        Self {
            source: Some(Box::new(source)),
            ..self
        }
    }

    /// Moves all labels by this many bytes.
    #[must_use]
    pub fn shifted(mut self, bytes: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.start + bytes..label.span.end + bytes;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_is_that_of_the_first_label() {
        let source = Source {
            name: Some("one.yaml".to_owned()),
            text: "a: 1\nü: wrong\n".to_owned(),
            first_line: 7,
        };
        let found = |span: std::ops::Range<usize>| {
            let error = Diagnostic::error("code", "message")
                .at(span)
                .label(0..1, "another");
            let error = error.with_source(source.clone());
            let place = error.place()?;
            Some((place.name.map(str::to_owned), place.line, place.column))
        };
        let at = |line, column| Some((Some("one.yaml".to_owned()), line, column));
        assert_eq!(found(0..1), at(7, 1));
        assert_eq!(found(3..4), at(7, 4));
        assert_eq!(found(5..7), at(8, 1));
        assert_eq!(found(9..14), at(8, 4));
        assert_eq!(found(99..100), None);
        assert_eq!(Diagnostic::error("code", "message").at(0..1).place(), None);

        let error = Diagnostic::error("code", "message").at(0..1);
        let labels = error.label(2..3, "").shifted(5).labels;
        let spans: Vec<_> = labels.into_iter().map(|label| label.span).collect();
        assert_eq!(spans, [5..6, 7..8]);
    }

    #[test]
    fn the_line_in_a_file_is_its_own_or_that_of_the_include() {
        let source = Source {
            name: Some("inner".to_owned()),
            text: "text".to_owned(),
            first_line: 3,
        };
        let mut error = Diagnostic::error("code", "message")
            .at(0..1)
            .with_source(source);
        error.included_from = [("middle".to_owned(), 4), ("outer".to_owned(), 5)].into();
        for (file, line) in [
            ("inner", Some(3)),
            ("middle", Some(4)),
            ("outer", Some(5)),
            ("else", None),
        ] {
            assert_eq!(error.line_in(file), line, "{file}");
        }
    }
}
