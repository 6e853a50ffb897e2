//! Texts from programs and people, made fit to be shown.

use std::borrow::Cow;
use std::time::Duration;

/// A line of text with `�` for what is to be seen rather than obeyed, and `…` for the end
/// of a line that nobody would read.
#[must_use]
pub fn readable(line: &str) -> Cow<'_, str> {
    const LONGEST: usize = 240;
    let is_unwanted = |letter: char| {
        letter.is_control() && letter != '\t'
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let too_long = line.len() > LONGEST && line.chars().nth(LONGEST).is_some();
    if !too_long && !line.contains(is_unwanted) {
        return Cow::Borrowed(line);
    }
    let mut shown: String = line
        .chars()
        .take(LONGEST)
        .map(|letter| {
            if is_unwanted(letter) {
                char::REPLACEMENT_CHARACTER
            } else {
                letter
            }
        })
        .collect();
    if too_long {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// The text without what XML 1.0 has no way to write, not even escaped.
pub(super) fn xml_text(text: &str) -> Cow<'_, str> {
    let is_unwanted = |letter: char| {
        matches!(letter, '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
            && !matches!(letter, '\t' | '\n' | '\r')
    };
    if text.contains(is_unwanted) {
        Cow::Owned(text.replace(is_unwanted, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
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

/// A time in seconds, to the hundredth of a millisecond: more is noise.
pub(super) fn in_seconds(time: Duration) -> f64 {
    let units = u32::try_from(time.as_micros() / 10).unwrap_or(u32::MAX);
    f64::from(units) / 1e5
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

    #[test]
    fn nothing_shown_is_obeyed() {
        assert_eq!(readable("a\u{1b}[31mb\u{9b}"), "a\u{fffd}[31mb\u{fffd}");
        assert_eq!(readable("ä\tb"), "ä\tb");
        assert_eq!(readable(&"ä".repeat(500)).chars().count(), 241);
        assert_eq!(readable(&"ä".repeat(240)), "ä".repeat(240));
    }

    #[test]
    fn long_times_are_numbers_too() {
        assert!((in_seconds(Duration::from_millis(1500)) - 1.5).abs() < 1e-9);
        assert!(in_seconds(Duration::MAX) > 0.0);
    }
}
