//! A diagnostic as text, with carets.

use super::text::{self, replaced};
use super::{Diagnostic, Severity, Source};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::borrow::Cow;
use std::ops::Range;

/// The style of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// Without colours.
    #[default]
    Plain,
    /// With the escape sequences of a terminal.
    Colored,
}

/// A diagnostic as text, ending in a line feed.
#[must_use]
pub fn render(diagnostic: &Diagnostic, look: Look) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = replaced(&diagnostic.message, is_unsafe_non_ascii);
    let mut group = Group::with_title(level.primary_title(title));
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
            let text = (!label.text.is_empty()).then(|| replaced(&label.text, is_unsafe));
            kind.span(excerpt.place(&label.span)).label(text)
        });
        let mut snippet = Snippet::source(&excerpt.text)
            .line_start(excerpt.first_line)
            .line_numbering(excerpt.name.is_some())
            .annotations(labels);
        if excerpt.cut
            && let Some(name) = &excerpt.name
        {
            // The snippet would count columns from the start of the excerpt.
            let origin = Origin::path(name.as_ref())
                .line(excerpt.line)
                .char_column(excerpt.column);
            group = group.element(origin);
        } else {
            snippet = snippet.path(excerpt.name.as_deref());
        }
        group = group.element(snippet);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(replaced(help, is_unsafe)));
    }
    let renderer = match look {
        Look::Plain => Renderer::plain(),
        Look::Colored => Renderer::styled(),
    };
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

/// The part of a source that is shown: the lines with labels; of very long lines the
/// surroundings of the first label.
struct Excerpt<'a> {
    name: Option<Cow<'a, str>>,
    /// The line and column of the first label, counted from 1, and the line that
    /// the excerpt starts with.
    line: usize,
    column: usize,
    first_line: usize,
    /// The excerpt as it is shown, between two `CUT` where it is not whole lines.
    text: String,
    /// The excerpt in the source, and the number of bytes before it.
    part: &'a str,
    skipped: usize,
    cut: bool,
}

/// The mark for omitted text.
const CUT: &str = "…";

/// The maximum length of an excerpt that is shown whole, in bytes.
const READABLE: usize = 2000;
/// The bytes of a longer text that are shown on each side of the first label.
const AROUND: usize = 60;

impl<'a> Excerpt<'a> {
    fn of(source: &'a Source, labels: &[super::Label]) -> Self {
        let text = source.text.as_str();
        let spans = labels.iter().map(|label| within(text, &label.span));
        let start = spans.clone().map(|span| span.start).min().unwrap_or(0);
        let end = spans.map(|span| span.end).max().unwrap_or(text.len());
        let line_start = |byte: usize| text[..byte].rfind('\n').map_or(0, |feed| feed + 1);
        let line_number = |byte: usize| source.first_line + text[..byte].matches('\n').count();
        let blamed = labels
            .first()
            .map_or(start, |label| within(text, &label.span).start);
        let mut skipped = line_start(start);
        let mut end = text[end..].find('\n').map_or(text.len(), |feed| end + feed);
        let cut = end - skipped > READABLE;
        if cut {
            skipped = skipped.max(floor(text, blamed.saturating_sub(AROUND)));
            end = end.min(floor(text, blamed + AROUND));
        }
        let part = &text[skipped..end];
        let (before, after) = if cut { (CUT, CUT) } else { ("", "") };
        let name = source.name.as_deref();
        Self {
            name: name.map(|name| replaced(name, |c| is_unsafe(c) || c == '\n')),
            line: line_number(blamed),
            column: text[line_start(blamed)..blamed].chars().count() + 1,
            first_line: line_number(skipped),
            text: [before, &replaced(part, is_unsafe_non_ascii), after].concat(),
            part,
            skipped,
            cut,
        }
    }

    /// The place of a span of the source in the excerpt as it is shown.
    fn place(&self, span: &Range<usize>) -> Range<usize> {
        let before = if self.cut { CUT.len() } else { 0 };
        let inside = |byte: usize| byte.saturating_sub(self.skipped);
        let span = within(self.part, &(inside(span.start)..inside(span.end)));
        let place = |byte: usize| before + replaced(&self.part[..byte], is_unsafe_non_ascii).len();
        place(span.start)..place(span.end)
    }
}

/// The unsafe characters that the renderer leaves in titles and sources: it replaces only the ASCII
/// control characters.
fn is_unsafe_non_ascii(letter: char) -> bool {
    !letter.is_ascii() && text::is_unsafe(letter)
}

/// The unsafe characters that the renderer leaves in labels, help and names.
fn is_unsafe(letter: char) -> bool {
    letter != '\n' && text::is_unsafe(letter)
}

/// The span clamped to the text and to character boundaries.
fn within(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = floor(text, span.start);
    start..floor(text, span.end).max(start)
}

/// The last character boundary at or before a byte.
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
    use proptest::prelude::*;

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
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @"
        error: `h3` is not a square: files run from a to g
         --> game.txt:3:4
          |
        3 | a7-h3
          |    ^^
          |
          = help: try `g3`
        ");
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
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @"
        warning: no such square
         |
         | a7-h3
         |    ^^ here
        ");
    }

    #[test]
    fn the_end_of_an_empty_line() {
        let diagnostic = Diagnostic::error("syntax", "something is missing")
            .at(0..0)
            .with_source(source(""));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @"
        error: something is missing
         --> game.txt:3:1
          |
        3 |
          | ^
        ");
    }

    #[test]
    fn a_very_long_line_is_cut_around_the_place() {
        let text = format!("a7\n{}h3{}", "ä".repeat(500_000), "b".repeat(500_000));
        let diagnostic = Diagnostic::error("syntax", "no such square")
            .at(1_000_003..1_000_005)
            .with_source(source(&text));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @"
        error: no such square
         --> game.txt:4:500001
          |
         ::: 
        4 | …ääääääääääääääääääääääääääääääh3bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…
          |                                ^^
        ");
    }

    #[test]
    fn lines_of_at_most_2000_bytes_are_shown_whole() {
        for length in [2000, 2001] {
            // The lines before do not count.
            let text = format!("{}\n{}", "a".repeat(3000), "b".repeat(length));
            let labels = Diagnostic::error("syntax", "m").at(3001..3002).labels;
            let is_whole = !Excerpt::of(&source(&text), &labels).cut;
            assert_eq!(is_whole, length <= 2000);
        }
    }

    #[test]
    fn a_later_line_of_a_text() {
        let diagnostic = Diagnostic::error("syntax", "no such square")
            .at(8..10)
            .label(14..15, "and here")
            .with_source(source("first\na7-h3\nthird\nfourth"));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @"
        error: no such square
         --> game.txt:4:3
          |
        4 | a7-h3
          |   ^^
        5 | third
          |   - and here
        ");
    }

    #[test]
    fn spans_are_clamped_to_the_text_and_to_characters() {
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
        assert_eq!(within("aäb", &(2..9)), 1..4);
        assert_eq!(within("aäb", &(0..2)), 0..1);
    }

    #[test]
    fn non_ascii_control_characters_are_replaced_and_carets_keep_their_places() {
        let diagnostic = Diagnostic::error("syntax", "\u{9b}31m")
            .at(4..6)
            .with_source(source("\u{9b}\u{85}h3"));
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @"
        error: �31m
         --> game.txt:3:3
          |
        3 | ��h3
          |   ^^
          |
          = help: column 1: U+009B (a control character); column 2: U+0085 (a control character)
        ");
    }

    #[test]
    fn control_characters_in_labels_help_and_names_are_replaced() {
        let named = Source {
            name: Some("a\u{1b}[2J\nb\u{9b}".to_owned()),
            ..source("a7-h3")
        };
        let diagnostic = Diagnostic::error("syntax", "no such square")
            .label(3..5, "\u{1b}[1m here")
            .with_help(["\u{7}\u{9b}try `g3`\u{202e}".to_owned()])
            .with_source(named);
        insta::assert_snapshot!(render(&diagnostic, Look::Plain), @"
        error: no such square
         --> a�[2J�b�:3:4
          |
        3 | a7-h3
          |    ^^ �[1m here
          |
          = help: ��try `g3`�
        ");
    }

    #[test]
    fn the_greatest_span_is_clamped_to_a_cut_excerpt() {
        let text = "a7-b7 ".repeat(1000);
        let diagnostic = Diagnostic::error("syntax", "m")
            .at(0..usize::MAX)
            .label(usize::MAX..usize::MAX, "the end")
            .with_source(source(&text));
        assert!(render(&diagnostic, Look::Plain).contains("…"));
    }

    proptest! {
        #[test]
        fn quoted_text_has_no_unsafe_characters(
            parts in prop::array::uniform5(
                "([\u{0}-\u{1f}\u{7f}-\u{9f}\u{61c}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]|[a-z ä]){0,12}"
            ),
            start in 0..10_usize,
        ) {
            let [message, name, text, label, help] = parts;
            let source = Source { name: Some(name), first_line: 1, text };
            let diagnostic = Diagnostic::error("syntax", message)
                .label(start..start + 2, label)
                .with_help([help])
                .with_source(source);
            let rendered = render(&diagnostic, Look::Plain);
            let is_left = |letter: char| letter != '\n' && text::is_unsafe(letter);
            prop_assert!(!rendered.contains(is_left), "{:?}", rendered);
        }
    }
}
