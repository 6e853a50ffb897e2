//! What holds for every error and for all that people are shown.

use ataxx_core::diagnostic::{Diagnostic, Look, render};
use ataxx_core::notation::SyntaxError;
use ataxx_session::without_reserved_words;
use std::borrow::Cow;

/// The bytes as the text that a parser gets.
pub fn text(data: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(data)
}

/// An error of a parser blames a part of its text, in words for people.
pub fn check_syntax_error(text: &str, error: &SyntaxError) {
    check_diagnostic(text, &Diagnostic::from(error.clone()));
}

/// A diagnostic of this program about a text: places that are in it, the first of
/// them to blame, and words for one line.
pub fn check_diagnostic(text: &str, diagnostic: &Diagnostic) {
    assert!(!diagnostic.labels.is_empty());
    for label in &diagnostic.labels {
        assert!(text.get(label.span.clone()).is_some(), "{label:?}");
        assert_no_controls(&label.text);
    }
    assert!(!diagnostic.message.is_empty());
    assert_no_controls(&diagnostic.message);
    for help in &diagnostic.help {
        assert_no_controls(help);
    }
}

/// However a diagnostic came about, its output has no control characters but line
/// ends, and colours add nothing but colours.
pub fn check_rendered(diagnostic: &Diagnostic) {
    let plain = render(diagnostic, Look::Plain);
    assert!(plain.ends_with('\n'));
    for line in plain.split('\n') {
        assert_no_controls(line);
    }
    let colored = render(diagnostic, Look::Colored);
    assert_eq!(without_colors(&colored), plain);
    check_masked(&plain);
    // Words are masked while the colours are in, and colours may go after that.
    let masked = without_reserved_words(&colored);
    assert_no_reserved_words(&without_colors(&masked));
}

/// No reserved word is left, and every character stays in its place.
fn check_masked(text: &str) {
    let masked = without_reserved_words(text);
    assert_no_reserved_words(&masked);
    assert_eq!(masked.chars().count(), text.chars().count());
    for (masked, original) in masked.chars().zip(text.chars()) {
        assert!(masked == original || masked == '·', "{text:?}");
    }
    assert_eq!(without_reserved_words(&masked), masked);
}

/// What no line may hold but the announcements.
pub fn assert_no_reserved_words(text: &str) {
    let lower = text.to_ascii_lowercase();
    for word in ["passes", "wins", "draw", "moves", "==="] {
        assert!(!lower.contains(word), "`{word}` in {text:?}");
    }
}

/// A line for people holds nothing that a terminal would obey.
pub fn assert_no_controls(line: &str) {
    assert!(!line.contains(char::is_control), "{line:?}");
}

/// The text without the escape sequences of colours.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        let (codes, rest) = part.split_once('m').expect("a sequence of colours");
        assert!(codes.bytes().all(|b| b.is_ascii_digit() || b == b';'));
        all + rest
    })
}
