//! The text of a scenario file, places in it, and changes to it.

use ataxx_core::diagnostic::{Diagnostic, Source};
use std::ops::Range;
use std::sync::Arc;

/// The text of a scenario file. Clones share the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceText {
    /// The name of the file as it was given.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The byte offsets of the starts of lines.
    lines: Arc<[usize]>,
}

impl SourceText {
    /// A text with its name.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let feeds = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let lines = std::iter::once(0)
            .chain(feeds.map(|(at, _)| at + 1))
            .collect();
        Self {
            name: name.into(),
            text,
            lines,
        }
    }

    /// The number of the line on which a byte stands, counted from 1.
    pub fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|&start| start <= byte)
    }

    /// The bytes of the lines on which a span stands, without the last one's end.
    fn lines_of(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.lines[self.line_of(span.start) - 1];
        let last = self.lines.get(self.line_of(span.end));
        start..last.map_or(self.text.len(), |next| next - 1)
    }

    /// The text as the source of a diagnostic.
    pub fn for_diagnostic(&self) -> Source {
        Source {
            name: Some(self.name.to_string()),
            first_line: 1,
            text: self.text.to_string(),
        }
    }
}

/// A place in a file, for messages.
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
    /// A place in a file that was not included from another.
    pub const fn new(source: SourceText, span: Range<usize>) -> Self {
        Self {
            source,
            span,
            included_from: Vec::new(),
        }
    }

    /// The number of its line, counted from 1.
    pub fn line(&self) -> usize {
        self.source.line_of(self.span.start)
    }

    /// Another place in the same file, included the same way.
    pub fn with_span(&self, span: Range<usize>) -> Self {
        Self {
            span,
            ..self.clone()
        }
    }

    /// The change of what stands here into this text.
    pub fn patch(&self, replacement: String) -> Patch {
        Patch {
            source: self.source.clone(),
            span: self.span.clone(),
            replacement,
        }
    }

    /// The diagnostic with this place, which is labelled `label`. It keeps the lines of the
    /// place only: a big file with many mistakes would otherwise be kept many times.
    pub fn blame(&self, diagnostic: Diagnostic, label: &str) -> Diagnostic {
        let outer = self.included_from.iter();
        let outer = outer.map(|(file, span)| (file.name.to_string(), file.line_of(span.start)));
        let included_from: Box<[(String, usize)]> = outer.collect();
        let outer = included_from.iter();
        let help: Vec<String> = outer
            .map(|(file, line)| format!("included from {file}:{line}"))
            .collect();
        let shown = self.source.lines_of(&self.span);
        let inside = |byte: usize| byte.clamp(shown.start, shown.end) - shown.start;
        let text = self.source.text.get(shown.clone());
        let source = Source {
            name: Some(self.source.name.to_string()),
            first_line: self.source.line_of(shown.start),
            text: text.unwrap_or_default().to_owned(),
        };
        let diagnostic = diagnostic
            .label(inside(self.span.start)..inside(self.span.end), label)
            .with_help(help)
            .with_source(source);
        Diagnostic {
            included_from,
            ..diagnostic
        }
    }
}

/// A change to a file after which an expectation is met: the bytes of the span become the
/// replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// The file to change, as it was when it was read.
    pub source: SourceText,
    /// The bytes of the expectation.
    pub span: Range<usize>,
    /// What they become.
    pub replacement: String,
}
