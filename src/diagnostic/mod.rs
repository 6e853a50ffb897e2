//! One form for every error a person sees, and one renderer for it.
//!
//! Rooms make a [`Diagnostic`] without knowing where the text came from; whoever
//! read the text adds the [`Source`]; [`render`] writes it out with carets.

#[cfg(feature = "render")]
mod render;
mod suggest;
pub(crate) mod syntax;
pub mod text;

#[cfg(feature = "render")]
pub use render::{Look, render};
pub use suggest::nearest;
pub use syntax::SyntaxError;

use std::ops::Range;

/// Something to tell a person about a text of theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A short fixed name of what is wrong, for programs: `syntax`,
    /// `unknown-command`, ….
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong and what was expected: a fragment in lower case without a
    /// full stop.
    pub message: String,
    /// The text and where it is from; without it no text is shown.
    pub source: Option<Box<Source>>,
    /// Places in the text, the one to blame first.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Vec<String>,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Nothing was done.
    Error,
    /// Something was done that may not have been meant.
    Warning,
}

/// A text, and where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What to say there; may be empty.
    pub text: String,
}

/// A place as people count.
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
    /// The place to blame, where there is one.
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

    /// An error with a code and a message, and nothing else yet.
    #[must_use]
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            source: None,
            labels: Vec::new(),
            help: Vec::new(),
        }
    }

    /// A warning with a code and a message, and nothing else yet.
    #[must_use]
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message)
        }
    }

    /// With a place to blame.
    #[must_use]
    pub fn at(self, span: Range<usize>) -> Self {
        self.label(span, "")
    }

    /// With a place and what to say there.
    #[must_use]
    pub fn label(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// With one more thing to do about it, if there is one.
    #[must_use]
    pub fn with_help(mut self, help: impl IntoIterator<Item = String>) -> Self {
        self.help.extend(help);
        self
    }

    /// With the text that the labels speak of.
    #[must_use]
    pub fn with_source(self, source: Source) -> Self {
        Self {
            source: Some(Box::new(source)),
            ..self
        }
    }

    /// The same for a text that has `bytes` more before it.
    #[must_use]
    pub fn shifted(mut self, bytes: usize) -> Self {
        for label in &mut self.labels {
            label.span = label.span.start + bytes..label.span.end + bytes;
        }
        self
    }
}
