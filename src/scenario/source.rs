//! The text of a file of scenarios, and places in it.

use crate::diagnostic::{Diagnostic, Source};
use std::ops::Range;
use std::sync::Arc;

/// A file of scenarios as it was read; a copy shares the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceText {
    /// The name for people, as the file was asked for.
    pub name: Arc<str>,
    /// All that is in it.
    pub text: Arc<str>,
    /// Where its lines end: every step asks for its line, and there may be many.
    feeds: Arc<[usize]>,
}

impl SourceText {
    /// A text with its name.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let feeds = text.match_indices('\n').map(|(at, _)| at).collect();
        Self {
            name: name.into(),
            text,
            feeds,
        }
    }

    /// The number of the line on which a byte stands, counted from 1.
    #[must_use]
    pub fn line_of(&self, byte: usize) -> usize {
        self.feeds.partition_point(|&feed| feed < byte) + 1
    }

    /// The text as a diagnostic wants it.
    #[must_use]
    pub fn for_diagnostic(&self) -> Source {
        Source {
            name: Some(self.name.to_string()),
            first_line: 1,
            text: self.text.to_string(),
        }
    }
}

/// A place in a file: what a message points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub source: SourceText,
    /// The bytes of its text.
    pub span: Range<usize>,
    /// Where the file was included from, the nearest first.
    pub included_from: Vec<(SourceText, Range<usize>)>,
}

impl Place {
    /// A place in a file that nobody included.
    #[must_use]
    pub const fn new(source: SourceText, span: Range<usize>) -> Self {
        Self {
            source,
            span,
            included_from: Vec::new(),
        }
    }

    /// The number of its line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.source.line_of(self.span.start)
    }

    /// Another place in the same file, included the same way.
    #[must_use]
    pub fn with_span(&self, span: Range<usize>) -> Self {
        Self {
            span,
            ..self.clone()
        }
    }

    /// A diagnostic that blames this place: `label` is said there.
    #[must_use]
    pub fn blame(&self, diagnostic: Diagnostic, label: &str) -> Diagnostic {
        let chain = self.included_from.iter().map(|(source, span)| {
            format!(
                "included from {}:{}",
                source.name,
                source.line_of(span.start)
            )
        });
        let chain: Vec<String> = chain.collect();
        diagnostic
            .label(self.span.clone(), label)
            .with_help(chain)
            .with_source(self.source.for_diagnostic())
    }
}
