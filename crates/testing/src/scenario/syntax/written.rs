//! Writing texts as YAML that every reader reads as the same text.

use super::tree::Node;
use std::fmt::Write as _;

/// How a text on one line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quotes {
    /// Without any, where that is possible.
    None,
    /// `'…'`, where that is possible.
    Single,
    /// `"…"`.
    Double,
}

/// A text on one line, with these quotes if they can hold it.
pub fn on_one_line(text: &str, quotes: Quotes, in_flow: bool) -> String {
    match quotes {
        Quotes::None if is_plain(text, in_flow) => text.to_owned(),
        // Quotes for a text that has none of its own are the ones that people know best.
        Quotes::None if !text.contains(['"', '\\']) => double_quoted(text),
        Quotes::None | Quotes::Single if !text.contains(needs_escape) => {
            format!("'{}'", text.replace('\'', "''"))
        }
        _ => double_quoted(text),
    }
}

/// Words that readers of older YAML take for true and false.
const TRUTHS: [&str; 6] = ["y", "n", "yes", "no", "on", "off"];

/// Whether a text can be written as it is, without quotes, and be a text or a whole number.
///
/// The readers of this program are tried, and others are considered.
fn is_plain(text: &str, in_flow: bool) -> bool {
    if let Ok(number) = text.parse::<i64>() {
        return number.to_string() == text;
    }
    let is_truth = TRUTHS.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_truth || text.is_empty() || text.contains(needs_escape) {
        return false;
    }
    let document = if in_flow {
        format!("k: [{{k: {text}, l: 1}}, {text}] # c\n")
    } else {
        format!("k: {text} # c\n")
    };
    let is_same = |value: &serde_yaml::Value| value.as_str() == Some(text);
    let read = serde_yaml::from_str::<serde_yaml::Value>(&document);
    let read = read.ok().and_then(|value| value.get("k").cloned());
    let placed = Node::parse(&document).ok();
    let placed = placed.as_ref().and_then(|root| root.get("k"));
    if in_flow {
        let read_same = read.is_some_and(|list| {
            list.get(1).is_some_and(is_same)
                && list[0].get("k").is_some_and(is_same)
                && list[0].as_mapping().is_some_and(|map| map.len() == 2)
                && list.as_sequence().is_some_and(|items| items.len() == 2)
        });
        let items = placed.map_or(&[][..], Node::items);
        let inner = items.first().and_then(|map| map.get("k"));
        let inner = inner.and_then(Node::scalar);
        return read_same && inner == Some(text) && items[1].scalar() == Some(text);
    }
    read.is_some_and(|value| is_same(&value)) && placed.and_then(Node::scalar) == Some(text)
}

/// A text between double quotes, with escapes for what cannot stand there.
fn double_quoted(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for letter in text.chars() {
        match letter {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            letter if needs_escape(letter) => {
                let number = u32::from(letter);
                let _ = match number {
                    0..=0xff => write!(written, "\\x{number:02X}"),
                    0x100..=0xffff => write!(written, "\\u{number:04X}"),
                    _ => write!(written, "\\U{number:08X}"),
                };
            }
            letter => written.push(letter),
        }
    }
    written.push('"');
    written
}

/// Whether a letter can only be written as an escape: those that YAML forbids, those that
/// some reader takes for the end of a line, and invisible ones.
fn needs_escape(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// Whether the lines of a text can stand in a block, below a `|`.
pub fn fits_block(text: &str) -> bool {
    let is_breaking = |letter: char| needs_escape(letter) && letter != '\n' && letter != '\t';
    !text.trim_end().is_empty() && !text.contains(is_breaking)
}

/// Whether a block needs an indentation indicator, as its first line begins with a blank.
pub fn begins_with_blank(text: &str) -> bool {
    let first = text.lines().find(|line| !line.is_empty());
    first.is_some_and(|line| line.starts_with([' ', '\t']))
}

/// The lines of a text as those of a block, each after this indentation; without one before
/// the first and without a line end after the last.
pub fn block_lines(text: &str, indent: &str, line_end: &str) -> String {
    let mut written = String::new();
    for (index, line) in text.trim_end().lines().enumerate() {
        if index > 0 {
            written.push_str(line_end);
            if !line.is_empty() {
                written.push_str(indent);
            }
        }
        written.push_str(line);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What both readers make of a value.
    fn read(document: &str) -> (Option<String>, Option<String>) {
        let value: serde_yaml::Value = serde_yaml::from_str(document).expect(document);
        let node = Node::parse(document).expect(document);
        let node = node.get("k").and_then(Node::scalar).map(str::to_owned);
        let text = match &value["k"] {
            serde_yaml::Value::Number(number) => Some(number.to_string()),
            other => other.as_str().map(str::to_owned),
        };
        (text, node)
    }

    #[test]
    fn quotes_are_written_where_they_are_needed() {
        let of = |text| on_one_line(text, Quotes::None, false);
        let flow = |text| on_one_line(text, Quotes::None, true);
        insta::assert_snapshot!([
            of("red"), of("7"), of("-7"), of("07"), of("1e3"), of("true"), of("Yes"), of("null"),
            of("~"), of(""), of("-"), of("-------/r"), of("a: b"), of("a #b"), of("a#b"), of("* Red wins."),
            of(" a"), of("a "), of("it's"), of("say \"a\""), of("a\\b: "), of("a\tb"), of("a, b"), flow("a, b"),
            flow("a]"), flow("a7-b7"), of("a:"), of("[a]"), of("\u{1b}[1m"), of("a\u{2028}b"), of("é"),
            of("? x"), of(">"), of("---"), of("2024-01-01"), of("0x1F"), of(".5"), of("a\u{10ffff}"),
        ].join("\n"), @r#"
        red
        7
        -7
        "07"
        "1e3"
        "true"
        "Yes"
        "null"
        "~"
        ""
        "-"
        -------/r
        "a: b"
        "a #b"
        a#b
        "* Red wins."
        " a"
        "a "
        it's
        say "a"
        'a\b: '
        "a\tb"
        a, b
        "a, b"
        "a]"
        a7-b7
        "a:"
        "[a]"
        "\x1B[1m"
        "a\u2028b"
        é
        "? x"
        ">"
        ---
        2024-01-01
        "0x1F"
        ".5"
        a􏿿
        "#);
    }

    proptest! {
        #[test]
        fn every_reader_takes_it_for_the_same(
            text in r#"([ -~]|\PC|[\t\r\n\x00-\x1f\u{85}\u{a0}\u{2028}\u{feff}'":#{}\[\],&*!|>%@`-]){0,12}"#,
            quotes in prop::sample::select(vec![Quotes::None, Quotes::Single, Quotes::Double]),
        ) {
            let document = format!("k: {} # c\n", on_one_line(&text, quotes, false));
            prop_assert_eq!(read(&document), (Some(text.clone()), Some(text.clone())));
            let document = format!("{{k: {},l: 1}}", on_one_line(&text, quotes, true));
            prop_assert_eq!(read(&document), (Some(text.clone()), Some(text)));
        }

        #[test]
        fn blocks_are_read_as_they_were(text in "([ -~]|é|\t|\n){0,40}") {
            prop_assume!(fits_block(&text));
            let indicator = if begins_with_blank(&text) { "2" } else { "" };
            for line_end in ["\n", "\r\n"] {
                let lines = block_lines(&text, "  ", line_end);
                let lead = if lines.starts_with(line_end) { "" } else { "  " };
                let document = format!("k: |{indicator}{line_end}{lead}{lines}{line_end}l: 1{line_end}");
                let (text, node) = (Some(text.trim_end().to_owned()), read(&document));
                let trimmed = |read: Option<String>| read.map(|text| text.trim_end().to_owned());
                prop_assert_eq!(trimmed(node.0), text.clone());
                prop_assert_eq!(trimmed(node.1), text);
            }
        }
    }
}
