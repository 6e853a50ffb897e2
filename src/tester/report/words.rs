//! Texts from elsewhere, made safe to show.

use ataxx_core::diagnostic::text;
use std::borrow::Cow;

/// A line from elsewhere, shortened and without characters that a terminal or page obeys.
pub fn readable(line: &str) -> Cow<'_, str> {
    text::excerpt(line, 240)
}

/// The same for a text of several lines.
pub(super) fn readable_lines(text: &str) -> String {
    let lines: Vec<_> = text.trim_end().lines().map(readable).collect();
    lines.join("\n")
}

/// The line of stderr that says most: the last one that does not continue another, as those of
/// stack traces do.
pub(super) fn telling_line(stderr: &str) -> Option<&str> {
    let is_continued = |line: &str| line.starts_with([' ', '\t']) || line.starts_with("Caused by");
    let all = || stderr.lines().filter(|line| !line.trim().is_empty());
    let line = all().rfind(|line| !is_continued(line));
    line.or_else(|| all().next_back()).map(str::trim)
}

/// A word, quoted for a shell where needed.
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
