//! The colours of a report, and foreign texts made safe to show.

use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::{Look, text};
use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

/// The kind of a piece of text, which gives its colour at a terminal and its class on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Success.
    Good,
    /// Failure.
    Bad,
    /// A warning.
    Odd,
    /// Emphasized.
    Strong,
    /// Subdued.
    Faint,
}

impl Tone {
    /// The class of HTML elements in this tone.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Odd => "odd",
            Self::Strong => "strong",
            Self::Faint => "plain",
        }
    }

    /// The text in this tone, for a terminal.
    pub fn paint(self, look: Look, text: &str) -> String {
        let style = match (look, self) {
            (Look::Plain, _) => return text.to_owned(),
            (_, Self::Good) => AnsiColor::Green.on_default().bold(),
            (_, Self::Bad) => AnsiColor::Red.on_default().bold(),
            (_, Self::Odd) => AnsiColor::Yellow.on_default().bold(),
            (_, Self::Strong) => Style::new().bold(),
            (_, Self::Faint) => Style::new().dimmed(),
        };
        format!("{style}{text}{style:#}")
    }
}

/// A line of foreign text, shortened and without control characters.
pub fn readable(line: &str) -> Cow<'_, str> {
    text::excerpt(line, 240)
}

/// The same for a text of several lines.
pub fn readable_lines(text: &str) -> String {
    let lines: Vec<_> = text.trim_end().lines().map(readable).collect();
    lines.join("\n")
}

/// The most informative line of stderr: the last one that does not continue another, as the lines
/// of stack traces do.
pub fn informative_line(stderr: &str) -> Option<&str> {
    let is_continued = |line: &str| line.starts_with([' ', '\t']) || line.starts_with("Caused by");
    let all = || stderr.lines().filter(|line| !line.trim().is_empty());
    let line = all().rfind(|line| !is_continued(line));
    line.or_else(|| all().next_back()).map(str::trim)
}

/// Whether a text that is shown can be copied from a terminal as it is: it has no invisible
/// characters.
pub fn is_copied(text: &str) -> bool {
    let is_seen = |letter: char| {
        letter == ' ' || !letter.is_whitespace() && letter.width().is_some_and(|width| width > 0)
    };
    text.chars().all(is_seen) && text::visible(text) == text
}

/// A word, quoted for a shell where needed. What is invisible is written as bash and zsh read it.
pub fn shell_quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| {
        letter.is_ascii_alphanumeric()
            || matches!(
                letter,
                '_' | '-' | '.' | '/' | ':' | '=' | ',' | '+' | '@' | '%'
            )
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        Cow::Borrowed(word)
    } else if is_copied(word) {
        Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
    } else {
        Cow::Owned(format!(
            "$'{}'",
            word.chars().map(escaped).collect::<String>()
        ))
    }
}

/// A character as it stands between `$'` and `'`.
fn escaped(letter: char) -> String {
    let text = letter.to_string();
    match letter {
        '\'' | '\\' => format!("\\{letter}"),
        _ if is_copied(&text) => text,
        // Of a longer form, digits that follow would be a part.
        _ => text.bytes().fold(String::new(), |written, byte| {
            written + &format!("\\{byte:03o}")
        }),
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
        assert_eq!(shell_quoted("a\t1's\u{200b}"), r"$'a\0111\'s\342\200\213'");
    }
}
