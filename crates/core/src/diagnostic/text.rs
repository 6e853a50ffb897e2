//! Formatting of numbers, lists and times, and sanitizing of text from other programs.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;
use std::time::Duration;

/// A number of things: `1 file`, `2,000 files`.
#[must_use]
pub fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    format!("{} {noun}{}", thousands(number), plural(number))
}

/// The ending of a regular noun after this number: empty for 1, else `s`.
#[must_use]
pub const fn plural(number: u64) -> &'static str {
    if number == 1 { "" } else { "s" }
}

/// A list in a sentence: `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list<T: Display>(items: &[T]) -> String {
    let Some((last, others)) = items.split_last() else {
        return String::new();
    };
    if others.is_empty() {
        return last.to_string();
    }
    let others: Vec<String> = others.iter().map(ToString::to_string).collect();
    format!("{} and {last}", others.join(", "))
}

/// Why the system refuses something, in words.
#[must_use]
pub fn io_error(error: &io::Error) -> String {
    match error.kind().to_string() {
        // The kinds of the standard library do not cover all errors.
        kind if kind == "uncategorized error" || kind == "other error" => error.to_string(),
        kind => kind,
    }
}

/// A number with its thousands apart: `1,234,567`.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number rounded to this many decimals; never `-0.0`.
#[must_use]
pub fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    // Adding zero turns -0.0 into 0.0.
    (number * scale).round() / scale + 0.0
}

/// A fraction in percent with this many decimals: `72.5 %`.
#[must_use]
pub fn percent(fraction: f64, digits: usize) -> String {
    format!("{:.digits$} %", 100.0 * fraction)
}

/// A number of plies: `1 ply`, `3 plies`.
#[must_use]
pub fn plies(number: usize) -> String {
    match number {
        1 => "1 ply".to_owned(),
        number => format!("{number} plies"),
    }
}

/// A time in seconds for JSON and reports, in steps of 10 µs. More digits could be written
/// with an exponent, which not every script can read.
#[must_use]
pub fn seconds(time: Duration) -> f64 {
    #[allow(clippy::cast_precision_loss)] // exact for some thousand years
    let units = (time.as_micros() / 10) as f64;
    units / 1e5
}

/// A number per second.
#[must_use]
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)] // a rate is approximate, and not negative
pub fn per_second(number: u64, time: Duration) -> u64 {
    (number as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The first characters of a text, with `…` for the rest.
#[must_use]
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// The beginning of a line from another program, made safe to show like
/// [`visible_with_tabs`].
#[must_use]
pub fn excerpt(line: &str, most: usize) -> Cow<'_, str> {
    match shortened(line, most) {
        Cow::Borrowed(line) => visible_with_tabs(line),
        Cow::Owned(line) => Cow::Owned(visible_with_tabs(&line).into_owned()),
    }
}

/// The text with lines of at most this width, which end between words where they can. What does not
/// fit is continued further right: below the second of two columns, if there are two. Escape
/// sequences that set colours take no place.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        if width_of(bare) <= width {
            wrapped.push_str(bare);
        } else {
            wrap_line(bare, width, &mut wrapped);
        }
        wrapped.push_str(&line[bare.len()..]);
    }
    wrapped
}

fn wrap_line(line: &str, width: usize, wrapped: &mut String) {
    let blanks = line.len() - line.trim_start_matches(' ').len();
    let second = line[blanks..].find("  ").map(|at| {
        let gap = &line[blanks + at..];
        line.len() - gap.trim_start_matches(' ').len()
    });
    let indent = second.filter(|&at| at <= width / 2).unwrap_or(blanks + 2);
    let indent = indent.min(width / 2);
    let mut column = 0;
    let mut is_begun = false;
    for piece in line.split_inclusive(' ') {
        let word = width_of(piece.trim_end_matches(' '));
        // A word that fits on no line, such as an address, stays where it is.
        if is_begun && word > 0 && column + word > width && indent + word <= width {
            wrapped.truncate(wrapped.trim_end_matches(' ').len());
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            column = indent;
        }
        is_begun |= word > 0;
        wrapped.push_str(piece);
        column += width_of(piece);
    }
}

/// The number of characters of a line that are seen.
fn width_of(line: &str) -> usize {
    let mut rest = line;
    let mut width = 0;
    while let Some(letter) = rest.chars().next() {
        if sets_style(rest) {
            rest = rest.split_once('m').map_or("", |(_, rest)| rest);
        } else {
            width += 1;
            rest = &rest[letter.len_utf8()..];
        }
    }
    width
}

/// A text made safe to show: every character that a terminal might act on, line ends included, and
/// every invisible one becomes `�`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, is_unsafe)
}

/// Like [`visible`], but keeps tabs.
#[must_use]
pub fn visible_with_tabs(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| letter != '\t' && is_unsafe(letter))
}

/// A text for a terminal: like [`visible`], but keeps line ends, tabs and the escape sequences
/// that set colours, which this program writes itself. Text from elsewhere goes through
/// [`visible`] first.
#[must_use]
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    let is_unwanted = |at: usize, letter: char| match letter {
        '\n' | '\t' => false,
        '\r' => !text[at..].starts_with("\r\n"),
        '\u{1b}' => !sets_style(&text[at..]),
        letter => is_unsafe(letter),
    };
    if !text.char_indices().any(|(at, c)| is_unwanted(at, c)) {
        return Cow::Borrowed(text);
    }
    let letters = text.char_indices().map(|(at, letter)| {
        if is_unwanted(at, letter) {
            char::REPLACEMENT_CHARACTER
        } else {
            letter
        }
    });
    Cow::Owned(letters.collect())
}

/// Whether a text begins with an escape sequence that sets colours: `ESC [ 1 ; 31 m`.
fn sets_style(text: &str) -> bool {
    let parameters = text.strip_prefix("\u{1b}[");
    let rest =
        parameters.map(|text| text.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
    rest.is_some_and(|rest| rest.starts_with('m'))
}

/// The text without the characters that XML 1.0 cannot hold, not even escaped.
#[must_use]
pub fn for_xml(text: &str) -> Cow<'_, str> {
    replaced(text, |letter| {
        matches!(letter, '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
            && !matches!(letter, '\t' | '\n' | '\r')
    })
}

/// Whether a terminal might act on a character (a control character, one that changes the
/// direction of writing, a line separator), or it is invisible.
pub(crate) fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'
                | '\u{ffff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text with `�` for the unwanted characters.
pub(super) fn replaced(text: &str, is_unwanted: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.contains(&is_unwanted) {
        Cow::Owned(text.replace(is_unwanted, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of a file or stream: UTF-8, and lines that are not in Latin-1, the encoding of PGN.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            // The characters of Latin-1 are the first ones of Unicode.
            Err(_) => text.extend(line.iter().copied().map(char::from)),
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_in_words() {
        assert_eq!(counted(1_usize, "file"), "1 file");
        assert_eq!(counted(0_u64, "file"), "0 files");
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(thousands),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!(percent(0.725, 1), "72.5 %");
        assert_eq!(percent(0.725, 0), "72 %");
        assert_eq!(rounded(-0.04, 1).to_string(), "0");
    }

    #[test]
    fn errors_of_the_system_are_named_by_their_kind_if_it_says_anything() {
        let missing = io::Error::from_raw_os_error(2);
        assert_eq!(io_error(&missing), "entity not found");
        assert_eq!(io_error(&io::Error::other("no more")), "no more");
        // No kind of the standard library.
        let other = io_error(&io::Error::from_raw_os_error(9));
        assert!(other.ends_with("(os error 9)"), "{other}");
    }

    #[test]
    fn lists_in_sentences() {
        assert_eq!(list::<u8>(&[]), "");
        assert_eq!(list(&[3]), "3");
        assert_eq!(list(&[3, 5]), "3 and 5");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn times_and_rates() {
        assert!((seconds(Duration::from_millis(1500)) - 1.5).abs() < 1e-9);
        assert!((seconds(Duration::from_secs(100_000)) - 1e5).abs() < 1e-6);
        assert_eq!(per_second(10, Duration::from_secs(2)), 5);
    }

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("ä", 1), "ä");
        assert_eq!(shortened(&"ä".repeat(100), 80), "ä".repeat(80) + "…");
        assert_eq!(shortened(&"ä".repeat(80), 80), "ä".repeat(80));
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrapped("ab cd ef\n", 8), "ab cd ef\n");
        assert_eq!(wrapped("ab cd ef\ngh", 7), "ab cd\n  ef\ngh");
        assert_eq!(wrapped("  a  bc de fg\n", 10), "  a  bc de\n     fg\n");
        assert_eq!(
            wrapped("    long-word-of-its-own x", 8),
            "    long-word-of-its-own\n    x"
        );
        let painted = "\u{1b}[1;31mab cd\u{1b}[0m ef";
        assert_eq!(wrapped(painted, 8), painted);
        assert_eq!(wrapped(painted, 5), "\u{1b}[1;31mab cd\u{1b}[0m\n  ef");
        assert_eq!(wrapped("ab long-word c", 6), "ab long-word\n  c");
        assert_eq!(wrapped("", 0), "");
    }

    #[test]
    fn unsafe_characters_are_replaced() {
        assert_eq!(visible("a\u{1b}[31m\n\u{202e}b\u{ffff}\t"), "a�[31m��b��");
        assert_eq!(visible_with_tabs("ä\tb\u{9b}"), "ä\tb�");
        assert_eq!(for_xml("a\n\u{1}b"), "a\n�b");
        assert_eq!(excerpt("a\u{1b}b", 2), "a�…");
        let ours = "\u{1b}[1;31merror\u{1b}[0m:\tx\r\n";
        assert_eq!(for_terminal(ours), ours);
        let theirs = "\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}m\u{1b}[31\r";
        assert_eq!(for_terminal(theirs), "�]0;x��[2J�m�[31�");
    }

    /// Text in which the characters that matter are frequent.
    fn foreign() -> impl Strategy<Value = String> {
        "([\u{0}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{180e}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]|\u{1b}\\[[0-9;]{0,3}[mJ]|[a-z ä]|.){0,30}"
    }

    /// The control (Cc) and format (Cf) characters, line (Zl) and paragraph (Zp) separators of
    /// Unicode that a terminal may act on, listed independently of the code.
    fn acts(letter: char) -> bool {
        matches!(
            u32::from(letter),
            0..=0x1f | 0x7f..=0x9f | 0x061c | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x2069 | 0xfeff
        )
    }

    proptest! {
        #[test]
        fn escaped_text_has_no_control_sequences(text in foreign()) {
            prop_assert!(!visible(&text).contains(acts));
            prop_assert!(!visible_with_tabs(&text).replace('\t', "").contains(acts));
            prop_assert!(!excerpt(&text, 10).replace('\t', "").contains(acts));
            prop_assert_eq!(visible(&text).chars().count(), text.chars().count());
            // Only line ends and the sequences that set colours are left.
            let written = for_terminal(&text).replace("\r\n", "").replace(['\n', '\t'], "");
            for (at, letter) in written.char_indices().filter(|&(_, letter)| acts(letter)) {
                prop_assert_eq!(letter, '\u{1b}');
                let end = written[at + 2..].find(|c: char| !c.is_ascii_digit() && c != ';');
                prop_assert_eq!(&written[at + 1..at + 2], "[");
                prop_assert!(end.is_some_and(|end| written[at + 2 + end..].starts_with('m')));
            }
            let escaped = for_terminal(&visible(&text)).into_owned();
            prop_assert!(!escaped.contains(acts));
        }
    }

    #[test]
    fn lines_that_are_not_utf_8_are_latin_1() {
        for (bytes, text) in [
            (&b"plain"[..], "plain"),
            ("J\u{e9}r\u{f4}me\n".as_bytes(), "J\u{e9}r\u{f4}me\n"),
            (b"J\xe9r\xf4me", "J\u{e9}r\u{f4}me"),
            (b"\xc3\xa9\n\xe9\r\n\xc3\xa9", "\u{e9}\n\u{e9}\r\n\u{e9}"),
        ] {
            assert_eq!(decoded(bytes), text);
        }
    }
}
