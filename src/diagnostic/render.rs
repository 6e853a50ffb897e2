//! A diagnostic as text, with carets.

use super::{Diagnostic, Severity, Source};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// What the text is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// Without colours.
    #[default]
    Plain,
    /// With the escape sequences of a terminal.
    Colored,
}

/// Writes a diagnostic out, ending in a line feed.
#[must_use]
pub fn render(diagnostic: &Diagnostic, look: Look) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message));
    let excerpt = diagnostic
        .source
        .as_ref()
        .map(|source| Excerpt::of(source, &diagnostic.labels));
    if let Some(excerpt) = &excerpt {
        let labels = diagnostic.labels.iter().enumerate().map(|(index, label)| {
            let kind = if index == 0 {
                AnnotationKind::Primary
            } else {
                AnnotationKind::Context
            };
            let text = (!label.text.is_empty()).then_some(label.text.as_str());
            kind.span(excerpt.place(&label.span)).label(text)
        });
        let snippet = Snippet::source(&excerpt.text)
            .line_start(excerpt.first_line)
            .line_numbering(excerpt.name.is_some())
            .path(excerpt.name.as_deref())
            .annotations(labels);
        group = group.element(snippet);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = match look {
        Look::Plain => Renderer::plain(),
        Look::Colored => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// The part of a source that is worth showing: the lines with labels, and of very
/// long lines the neighbourhood of the first label.
struct Excerpt {
    name: Option<String>,
    first_line: usize,
    text: String,
    /// Bytes of the source before the excerpt.
    skipped: usize,
}

/// More than this many bytes are not shown whole.
const READABLE: usize = 2000;
/// How much of a longer text is shown on each side of the place to blame.
const AROUND: usize = 60;

impl Excerpt {
    fn of(source: &Source, labels: &[super::Label]) -> Self {
        let text = source.text.as_str();
        let spans = labels.iter().map(|label| within(text, &label.span));
        let start = spans.clone().map(|span| span.start).min().unwrap_or(0);
        let end = spans.map(|span| span.end).max().unwrap_or(text.len());
        let mut skipped = text[..start]
            .rfind('\n')
            .map_or(0, |line_feed| line_feed + 1);
        let mut end = text[end..]
            .find('\n')
            .map_or(text.len(), |line_feed| end + line_feed);
        let first_line = source.first_line + text[..skipped].matches('\n').count();
        if end - skipped > READABLE {
            let blamed = labels.first().map_or(start, |label| label.span.start);
            skipped = skipped.max(floor(text, blamed.saturating_sub(AROUND)));
            end = end.min(floor(text, blamed + AROUND)).max(skipped);
        }
        Self {
            name: source.name.clone(),
            first_line,
            text: text[skipped..end].to_owned(),
            skipped,
        }
    }

    /// Where a span of the source lies in the excerpt.
    fn place(&self, span: &Range<usize>) -> Range<usize> {
        let place = |byte: usize| byte.saturating_sub(self.skipped);
        within(&self.text, &(place(span.start)..place(span.end)))
    }
}

/// The span, brought inside the text and onto the borders of characters.
fn within(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = floor(text, span.start);
    start..floor(text, span.end).max(start)
}

/// The last border of a character at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source {
            name: Some("game.txt".to_owned()),
            first_line: 3,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_place_in_a_file() {
        let diagnostic = Diagnostic::error("syntax", "`h3` is not a square: files run from a to g")
            .at(3..5)
            .with_help(["try `g3`".to_owned()])
            .with_source(source("a7-h3"));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @r"");
    }

    #[test]
    fn a_place_in_a_typed_line() {
        let typed = Source {
            name: None,
            first_line: 1,
            text: "a7-h3".to_owned(),
        };
        let diagnostic = Diagnostic::warning("syntax", "no such square")
            .label(3..5, "here")
            .with_source(typed);
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @r"");
    }

    #[test]
    fn the_end_of_an_empty_line() {
        let diagnostic = Diagnostic::error("syntax", "something is missing")
            .at(0..0)
            .with_source(source(""));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @r"");
    }

    #[test]
    fn a_very_long_line_is_cut_around_the_place() {
        let text = format!("{}h3{}", "ä".repeat(500_000), "b".repeat(500_000));
        let diagnostic = Diagnostic::error("syntax", "no such square")
            .at(1_000_000..1_000_002)
            .with_source(source(&text));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @r"");
    }

    #[test]
    fn a_later_line_of_a_text() {
        let diagnostic = Diagnostic::error("syntax", "no such square")
            .at(8..10)
            .label(16..17, "and here")
            .with_source(source("first\na7-h3\nthird\nfourth"));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @r"");
    }

    #[test]
    fn spans_off_the_text_and_off_characters_are_brought_in() {
        let text = source("ä\u{0}\u{1b}[31m");
        for start in 0..20 {
            for end in 0..20 {
                let label = super::super::Label {
                    span: start..end,
                    text: "x".to_owned(),
                };
                let diagnostic = Diagnostic {
                    labels: vec![label],
                    ..Diagnostic::error("syntax", "m").with_source(text.clone())
                };
                let rendered = render(&diagnostic, Look::Plain);
                assert!(!rendered.contains(['\u{0}', '\u{1b}']), "{rendered:?}");
            }
        }
    }
}
