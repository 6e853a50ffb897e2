//! Texts from programs and people, made fit to be shown.

use crate::diagnostic::text;
use std::borrow::Cow;

/// What can be shown of a line from elsewhere.
#[must_use]
pub fn readable(line: &str) -> Cow<'_, str> {
    text::excerpt(line, 240)
}

/// A word as a shell reads it back.
pub(super) fn shell_quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| {
        letter.is_ascii_alphanumeric()
            || matches!(
                letter,
                '_' | '-' | '.' | '/' | ':' | '=' | ',' | '+' | '@' | '%'
            )
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_words_back() {
        assert_eq!(shell_quoted("a/b-1.in"), "a/b-1.in");
        assert_eq!(shell_quoted(""), "''");
        assert_eq!(shell_quoted("a side's end"), r"'a side'\''s end'");
        assert_eq!(shell_quoted("$(x)"), "'$(x)'");
        assert_eq!(shell_quoted("~x"), "'~x'");
    }
}
