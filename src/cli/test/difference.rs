//! Coloured differences. The stream removes the colours where they are not wanted.

use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::text;
use std::fmt::Write as _;

/// A unified diff with removed lines in red and added lines in green.
pub fn colored(difference: &str) -> String {
    let mut colored = String::with_capacity(difference.len());
    for line in difference.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        let style = match bare.as_bytes() {
            [b'-', b'-', b'-', b' ', ..] | [b'+', b'+', b'+', b' ', ..] => Style::new().bold(),
            [b'@', b'@', ..] => AnsiColor::Cyan.on_default(),
            [b'-', ..] => AnsiColor::Red.on_default(),
            [b'+', ..] => AnsiColor::Green.on_default(),
            _ => Style::new(),
        };
        // Output of programs must not control the terminal.
        let readable = text::visible_with_tabs(bare);
        let _ = writeln!(colored, "{style}{readable}{style:#}");
    }
    colored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_color_of_what_becomes_of_them() {
        let shown = colored("--- a\n+++ a\n@@ -1 +1 @@\n-b\u{1b}[1m\n+c\r\n d\n");
        let plain = anstream::adapter::strip_str(&shown).to_string();
        assert_eq!(plain, "--- a\n+++ a\n@@ -1 +1 @@\n-b\u{fffd}[1m\n+c\n d\n");
        assert!(shown.contains("\u{1b}[31m-b"));
        assert!(shown.contains("\u{1b}[32m+c"));
        assert!(shown.ends_with(" d\n"));
    }
}
