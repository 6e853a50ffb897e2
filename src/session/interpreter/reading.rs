//! The files whose lines are being carried out.

use super::LineOfText;
use crate::session::TextFile;
use std::ops::Range;
use std::sync::Arc;

/// A file whose lines are being carried out.
pub(super) struct Reading {
    file: Arc<TextFile>,
    /// Where the next line begins.
    next: usize,
    /// The number of lines before it.
    lines: usize,
    loader: Option<Loader>,
}

/// A line that has loaded a file, and ends after it.
pub(super) struct Loader {
    source: Option<String>,
    number: usize,
    text: String,
    /// Whether somebody else was to move before it.
    pub was_waiting: bool,
}

impl Reading {
    /// A file from its first line on; `loader` is the line that has loaded it, if one has.
    pub fn new(file: TextFile, loader: Option<Loader>) -> Self {
        Self {
            file: Arc::new(file),
            next: 0,
            lines: 0,
            loader,
        }
    }

    pub const fn file(&self) -> &Arc<TextFile> {
        &self.file
    }

    /// The number of the next line, and where its text is.
    pub fn next(&mut self) -> Option<(usize, Range<usize>)> {
        let begin = self.next;
        let line = self.file.text[begin..].split_inclusive('\n').next()?;
        let text = line.lines().next().unwrap_or_default();
        self.next += line.len();
        self.lines += 1;
        Some((self.lines, begin..begin + text.len()))
    }

    /// Whether a line that is neither blank nor a comment follows.
    pub fn has_commands(&self) -> bool {
        let mut lines = self.file.text[self.next..].lines();
        lines.any(|line| !line.trim_start().is_empty() && !line.trim_start().starts_with('#'))
    }

    pub fn into_loader(self) -> Option<Loader> {
        self.loader
    }
}

impl Loader {
    pub fn new(line: LineOfText, was_waiting: bool) -> Self {
        Self {
            source: line.source.map(str::to_owned),
            number: line.number,
            text: line.text.to_owned(),
            was_waiting,
        }
    }

    pub fn line(&self) -> LineOfText<'_> {
        LineOfText {
            source: self.source.as_deref(),
            number: self.number,
            text: &self.text,
        }
    }
}
