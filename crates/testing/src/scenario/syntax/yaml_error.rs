//! What is wrong with a text that is no YAML, in words for people who write scenarios.

use super::tree::{Unreadable, line_start};
use super::written::{Quotes, on_one_line};
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::diagnostic::characters::describe;
use std::ops::Range;

/// The error about a text that is not a tree.
pub fn syntax_error(unreadable: Unreadable, text: &str) -> SyntaxError {
    match unreadable {
        Unreadable::Unsupported(error) => error,
        Unreadable::Refused {
            message,
            at,
            open,
            has_bare_variable,
        } => {
            let refused = explain(&message, text, at, open);
            let quotes = || "quote `${…}` between braces or brackets".to_owned();
            SyntaxError {
                help: has_bare_variable.then(quotes).or(refused.help),
                ..refused
            }
        }
    }
}

/// The error for a message of the parser about this byte of a text. `open` is the last bracket or
/// brace that is still open.
fn explain(message: &str, text: &str, at: usize, open: Option<usize>) -> SyntaxError {
    let place = Place {
        text,
        at,
        in_flow: open.is_some(),
    };
    let has = |part: &str| message.contains(part);
    if has("tab")
        && !has("table")
        && let Some(tab) = place.indenting_tab()
    {
        let message = format!("{} cannot indent a line: use blanks", describe('\t'));
        return SyntaxError::new(tab..tab + 1, message);
    }
    if has("quoted scalar, found unexpected") || has("in quoted scalar") {
        return SyntaxError::new(at..place.next(), "unclosed quote");
    }
    if has("block sequence entries")
        || has("cannot start with '-'")
        || has("only valid inside a block")
    {
        return place.unquoted_dash();
    }
    if has("mapping values") {
        return place.second_colon();
    }
    if has("simple key") {
        return place.no_key();
    }
    if has("scanning a block scalar, did not find") {
        return place.unquoted("the text after `|` or `>` begins on the next line", at);
    }
    let begins_specially = [
        "anchor",
        " tag",
        "directive",
        "unexpected character",
        "mapping keys",
    ];
    if begins_specially.into_iter().any(has) {
        let begins = place.value_start();
        return place.unquoted(
            "a text that begins with this character needs quotes",
            begins,
        );
    }
    if has("trailing content after") {
        return SyntaxError::new(
            at..place.line().end,
            "did not expect anything after the closing quote",
        );
    }
    if has("unknown escape") {
        return SyntaxError {
            help: Some("between single quotes, `\\` has no meaning".to_owned()),
            ..SyntaxError::new(
                at..place.next(),
                "unknown escape after `\\` between double quotes",
            )
        };
    }
    if has("expected key") || has("expected '-'") || has("invalid indentation") {
        let line = place.line();
        let message = "this line is indented differently from those above it that it belongs to";
        return SyntaxError::new(line.start..line.start.max(line.end), message);
    }
    match open {
        Some(open) if has("flow") || has("bracket") || has("':'") => place.unclosed(open),
        None if has("bracket") => {
            place.unquoted("a text that begins with this character needs quotes", at)
        }
        _ => place.in_the_words_of_the_parser(message),
    }
}

/// A byte in a text.
#[derive(Clone, Copy)]
struct Place<'t> {
    text: &'t str,
    at: usize,
    /// Whether a bracket or brace is open.
    in_flow: bool,
}

impl<'t> Place<'t> {
    /// The end of the character here.
    fn next(self) -> usize {
        let letter = self.text[self.at..].chars().next();
        self.at + letter.map_or(0, char::len_utf8)
    }

    /// The bytes of the line, without blanks around it.
    fn line(self) -> Range<usize> {
        let start = line_start(self.text, self.at);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let end = start + line.trim_end().len();
        (start + line.len() - line.trim_start().len()).min(end)..end
    }

    fn line_text(self) -> &'t str {
        &self.text[self.line()]
    }

    /// The nearest line above with something on it that is no comment.
    fn line_above(self) -> Option<Self> {
        let mut start = line_start(self.text, self.at);
        while start > 0 {
            start = line_start(self.text, start - 1);
            let above = Self { at: start, ..self };
            if !above.line_text().is_empty() && !above.line_text().starts_with('#') {
                return Some(Self {
                    at: above.line().start,
                    ..self
                });
            }
        }
        None
    }

    /// The first tab among the blanks that begin this line or the next.
    fn indenting_tab(self) -> Option<usize> {
        let start = line_start(self.text, self.at);
        let mut lines = self.text[start..].split_inclusive('\n');
        let mut line_start = start;
        for line in lines.by_ref().take(2) {
            let blanks = line.len() - line.trim_start().len();
            if let Some(tab) = line[..blanks].find('\t') {
                return Some(line_start + tab);
            }
            line_start += line.len();
        }
        None
    }

    /// Where the value of the last key before this place begins, or the item.
    fn value_start(self) -> usize {
        let line = self.line();
        let before = &self.text[line.start.min(self.at)..self.at];
        let marks = [": ", "- ", "[", "{", ", "];
        let ends = marks
            .iter()
            .filter_map(|mark| Some(before.rfind(mark)? + mark.len()));
        let start = ends.max().map_or(line.start, |end| line.start + end);
        start.min(self.at)
    }

    /// The error that the text from here to the end of the line needs quotes.
    fn unquoted(self, message: &str, start: usize) -> SyntaxError {
        let end = self.line().end.max(start);
        let value = self.text[start..end].split(" #").next().unwrap_or_default();
        let value = if self.in_flow {
            value.split([',', ']', '}']).next().unwrap_or_default()
        } else {
            value
        };
        let value = value.trim_end();
        let span = start..start + value.len();
        let quotes = if value.contains(['"', '\\']) {
            Quotes::Single
        } else {
            Quotes::Double
        };
        let written = on_one_line(value, quotes, false);
        SyntaxError {
            help: Some(format!("to make it a text, quote it: {written}")),
            ..SyntaxError::new(span, message)
        }
    }

    fn unquoted_dash(self) -> SyntaxError {
        let message = "an unquoted `-` begins an item of a list";
        if self.in_flow {
            let dash = self.text[..self.at].rfind('-').unwrap_or(self.at);
            let at = if self.text[self.at..].starts_with('-') {
                self.at
            } else {
                dash
            };
            return SyntaxError {
                help: Some("to make it a text, quote it: \"-\"".to_owned()),
                ..SyntaxError::new(at..at + 1, message)
            };
        }
        let error = self.unquoted(message, self.at);
        let is_alone = error.span.len() <= 1;
        let help = error.help.map(|help| {
            if is_alone {
                help
            } else {
                format!("{help}; a list begins on a line of its own")
            }
        });
        SyntaxError { help, ..error }
    }

    /// A `: ` where no key can be.
    fn second_colon(self) -> SyntaxError {
        let line = self.line();
        let before = &self.text[line.start..self.at.max(line.start)];
        if before.contains(": ") {
            let first = line.start + before.find(": ").unwrap_or(0) + 2;
            return self.unquoted("a text with `: ` in it needs quotes", first);
        }
        let above = self.line_above().map(Self::line_text);
        if above.is_some_and(|above| !above.ends_with(':')) {
            let message = "this line is indented further than the key above it, which has a value";
            return SyntaxError::new(line, message);
        }
        SyntaxError::new(line, "did not expect a key here")
    }

    /// A line without a key, before this place.
    fn no_key(self) -> SyntaxError {
        let Some(bare) = self.line_above() else {
            return SyntaxError::new(self.at..self.at, "expected a key, `:` and a value");
        };
        // Above it are more lines like it, or the key whose text they should be.
        let lines = std::iter::successors(bare.line_above(), |line| line.line_above());
        let is_key =
            |line: &Self| line.line_text().contains(": ") || line.line_text().ends_with(':');
        let mut lines = lines.take(MAX_LINES);
        let key = lines.find(is_key).map(Self::line_text);
        let code = key.map(|key| key.split(" #").next().unwrap_or_default().trim_end());
        let value = code
            .and_then(|code| code.rsplit_once(':'))
            .map(|(_, value)| value.trim());
        let (message, help) = match value {
            Some(value) if value.starts_with(['|', '>']) => (
                format!(
                    "this line is not part of the text after `{value}`: it is not indented further than the key"
                ),
                None,
            ),
            Some("") => (
                "expected a key, `:` and a value".to_owned(),
                Some("a text of several lines begins with `|` after the colon".to_owned()),
            ),
            _ => ("expected a key, `:` and a value".to_owned(), None),
        };
        SyntaxError {
            help,
            ..SyntaxError::new(bare.line(), message)
        }
    }

    /// A bracket or brace that is not closed where it should be.
    fn unclosed(self, open: usize) -> SyntaxError {
        let bracket = &self.text[open..=open];
        let end = if bracket == "[" { ']' } else { '}' };
        if line_start(self.text, open) == line_start(self.text, self.at) {
            let message = format!("expected `,` or `{end}` after a value");
            return SyntaxError::new(self.at..self.next(), message);
        }
        SyntaxError::new(
            open..open + 1,
            format!("this `{bracket}` is not closed by `{end}`"),
        )
    }

    fn in_the_words_of_the_parser(self, message: &str) -> SyntaxError {
        SyntaxError::new(self.at..self.at, message)
    }
}

/// The number of lines above an error in which its key is looked for.
const MAX_LINES: usize = 20;

#[cfg(test)]
mod tests {
    use super::syntax_error;
    use crate::scenario::syntax::Node;

    /// The error in a scenario with these lines, with what is blamed.
    fn refused(lines: &str) -> String {
        let text = format!("scenarios:\n- name: a\n  steps:\n{lines}\n");
        let error = syntax_error(Node::parse(&text).expect_err(lines), &text);
        let place = &text[error.span];
        let help = error
            .help
            .map_or_else(String::new, |help| format!("\n  help: {help}"));
        format!("{}: {place:?}{help}", error.message)
    }

    #[test]
    fn what_needs_quotes_is_named() {
        insta::assert_snapshot!([
            "  - play: -",
            "  - play: - a7-b7",
            "  - play: [a7-b7, -]",
            "  - lines: * Red wins.",
            "  - lines: [* Red wins.]",
            "  - send: @x # c",
            "  - send: `x`",
            "  - send: %x",
            "  - send: ? x",
            "  - send: | x",
            "  - send: a: \"b\"",
            "  - send: }",
            "  - send: &x",
        ].map(refused).join("\n"), @r#"
        an unquoted `-` begins an item of a list: "-"
          help: to make it a text, quote it: "-"
        an unquoted `-` begins an item of a list: "- a7-b7"
          help: to make it a text, quote it: "- a7-b7"; a list begins on a line of its own
        an unquoted `-` begins an item of a list: "-"
          help: to make it a text, quote it: "-"
        a text that begins with this character needs quotes: "* Red wins."
          help: to make it a text, quote it: "* Red wins."
        a text that begins with this character needs quotes: "* Red wins."
          help: to make it a text, quote it: "* Red wins."
        a text that begins with this character needs quotes: "@x"
          help: to make it a text, quote it: "@x"
        a text that begins with this character needs quotes: "`x`"
          help: to make it a text, quote it: "`x`"
        a text that begins with this character needs quotes: "%x"
          help: to make it a text, quote it: "%x"
        a text that begins with this character needs quotes: "? x"
          help: to make it a text, quote it: "? x"
        the text after `|` or `>` begins on the next line: "| x"
          help: to make it a text, quote it: "| x"
        a text with `: ` in it needs quotes: "a: \"b\""
          help: to make it a text, quote it: 'a: "b"'
        a text that begins with this character needs quotes: "}"
          help: to make it a text, quote it: "}"
        anchors, aliases and tags are not supported: use `vars` and `include`: "&x"
          help: a text that begins with `&`, `*` or `!` needs quotes
        "#);
    }

    #[test]
    fn what_is_not_closed_is_blamed_where_it_begins() {
        insta::assert_snapshot!([
            "  - send: [x\n  - turn: red",
            "  - send: {x: [y\n  - turn: red",
            "  - send: [x: y z: w]",
            "  - send: \"x\n  - turn: red",
            "  - send: 'x",
            "  - send: \"x\" y",
            "  - send: \"\\q\"",
        ].map(refused).join("\n"), @r#"
        this `[` is not closed by `]`: "["
        this `[` is not closed by `]`: "["
        expected `,` or `]` after a value: ":"
        unclosed quote: "\""
        unclosed quote: "'"
        did not expect anything after the closing quote: "y"
        unknown escape after `\` between double quotes: "\""
          help: between single quotes, `\` has no meaning
        "#);
    }

    #[test]
    fn lines_at_the_wrong_place_are_blamed_themselves() {
        insta::assert_snapshot!([
            "  - board: |\n  r - - - - - b\n  - - - - - - -",
            "  - board: |\nr - - - - - b\n- - - - - - -",
            "  - board: |\n    r - - - - - b\n  - - - - - - -",
            "  - output: >-\n  Red wins.\n  - turn: red",
            "  - board:\n      - - - - - - b\n      b - - - - - r",
            "  - send: dump\n    turn",
            "  - send: dump\n - turn: red",
            "  - send: dump\n   - turn: red",
            "  - send: dump\n      turn: red",
            "\t- send: dump",
            "  - send: dump\n\t- turn: red",
            "  - board: |\n      r - - - - - b\n\t- - - - - - -",
        ].map(refused).join("\n"), @r#"
        this line is not part of the text after `|`: it is not indented further than the key: "r - - - - - b"
        this line is not part of the text after `|`: it is not indented further than the key: "r - - - - - b"
        this line is not part of the text after `|`: it is not indented further than the key: "r - - - - - b"
        this line is not part of the text after `>-`: it is not indented further than the key: "Red wins."
        expected a key, `:` and a value: "b - - - - - r"
          help: a text of several lines begins with `|` after the colon
        expected a key, `:` and a value: "turn"
        this line is indented differently from those above it that it belongs to: "- turn: red"
        this line is indented differently from those above it that it belongs to: "- turn: red"
        this line is indented further than the key above it, which has a value: "turn: red"
        U+0009 (tab) cannot indent a line: use blanks: "\t"
        U+0009 (tab) cannot indent a line: use blanks: "\t"
        U+0009 (tab) cannot indent a line: use blanks: "\t"
        "#);
    }

    #[test]
    fn a_tab_after_a_colon_is_a_blank() {
        let text = "a:\tb\nc: \"d:\te\"\nf: |\n  g:\th\ni: {j:\tk, l:\t-1}\n";
        let root = Node::parse(text).expect("YAML");
        let of = |key| root.get(key).and_then(Node::scalar).expect(key);
        assert_eq!([of("a"), of("c"), of("f")], ["b", "d:\te", "g:\th\n"]);
        let inner = root
            .get("i")
            .and_then(|map| map.get("l"))
            .and_then(Node::scalar);
        assert_eq!(inner, Some("-1"));
    }
}
