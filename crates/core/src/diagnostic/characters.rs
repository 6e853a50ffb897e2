//! Characters that are easily taken for others: invisible ones, blanks that are no blanks, and
//! letters of other scripts that look like those of ASCII.

use super::text::is_unsafe;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A character in words: `U+00A0 (no-break space)`.
#[must_use]
pub fn describe(letter: char) -> String {
    let name = match letter {
        ' ' => "space".to_owned(),
        '\0' => "NUL".to_owned(),
        '\t' => "tab".to_owned(),
        '\n' => "line feed".to_owned(),
        '\r' => "carriage return".to_owned(),
        '\u{1b}' => "escape".to_owned(),
        '\u{a0}' => "no-break space".to_owned(),
        '\u{ad}' => "soft hyphen".to_owned(),
        '\u{200b}' => "zero-width space".to_owned(),
        '\u{200c}' => "zero-width non-joiner".to_owned(),
        '\u{200d}' => "zero-width joiner".to_owned(),
        '\u{2060}' => "word joiner".to_owned(),
        '\u{202f}' => "narrow no-break space".to_owned(),
        '\u{3000}' => "ideographic space".to_owned(),
        '\u{feff}' => "byte order mark".to_owned(),
        char::REPLACEMENT_CHARACTER => "in place of bytes that are no UTF-8".to_owned(),
        letter if letter.is_control() => "a control character".to_owned(),
        letter if is_unsafe(letter) => "an invisible character".to_owned(),
        letter if letter.is_whitespace() => "another kind of blank".to_owned(),
        letter => match look_alike(letter) {
            Some(ascii) => format!("`{letter}`, not `{ascii}`"),
            None => format!("`{letter}`"),
        },
    };
    format!("U+{:04X} ({name})", u32::from(letter))
}

/// The ASCII character for which a character of another script is easily taken.
fn look_alike(letter: char) -> Option<char> {
    const SAME: [(&str, &str); 8] = [
        // Cyrillic.
        (
            "\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{455}\u{456}\u{458}\u{501}\u{51b}\u{51d}",
            "aeopcyxsijdqw",
        ),
        (
            "\u{410}\u{412}\u{415}\u{41a}\u{41c}\u{41d}\u{41e}\u{420}\u{421}\u{422}\u{423}\u{425}\u{405}\u{406}\u{408}",
            "ABEKMHOPCTYXSIJ",
        ),
        ("\u{432}\u{433}\u{437}\u{42c}\u{44c}\u{4bb}", "br3bbh"),
        // Greek.
        (
            "\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39a}\u{39c}\u{39d}\u{39f}\u{3a1}\u{3a4}\u{3a5}\u{3a7}",
            "ABEZHIKMNOPTYX",
        ),
        ("\u{3b1}\u{3bf}\u{3bd}\u{3c1}\u{3c7}", "aovpx"),
        // Hyphens, dashes and the minus sign.
        (
            "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}",
            "-------",
        ),
        // Quotes.
        (
            "\u{201c}\u{201d}\u{201e}\u{ab}\u{bb}\u{2018}\u{2019}\u{201a}",
            "\"\"\"\"\"'''",
        ),
        // Other punctuation and signs.
        (
            "\u{d7}\u{2715}\u{2717}\u{2044}\u{2215}\u{2024}\u{b7}\u{2236}\u{37e}",
            "xxx//..:;",
        ),
    ];
    if let Some(ascii) = u32::from(letter).checked_sub(0xfee0) {
        // The full-width forms.
        return char::from_u32(ascii).filter(char::is_ascii_graphic);
    }
    SAME.iter().find_map(|(letters, ascii)| {
        let place = letters.chars().position(|other| other == letter)?;
        ascii.chars().nth(place)
    })
}

/// Whether a character cannot be seen, or is a blank that is none of ASCII.
fn is_invisible(letter: char) -> bool {
    let is_blank = letter.is_whitespace() && !letter.is_ascii();
    is_blank || is_unsafe(letter) && !matches!(letter, '\t' | '\n' | '\r')
}

/// Whether the characters of a word can be mistaken: beside ASCII letters or digits, or where all
/// of them look like ASCII. A word in another script is neither.
fn is_mixed(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_alphanumeric())
        || word
            .chars()
            .all(|letter| letter.is_ascii() || look_alike(letter).is_some())
}

/// The word around a byte of a text.
fn word_at(text: &str, at: usize) -> &str {
    let start = text[..at].char_indices().rev();
    let start = start
        .take_while(|(_, letter)| !letter.is_whitespace())
        .last();
    let start = start.map_or(at, |(start, _)| start);
    let end = text[at..].find(char::is_whitespace);
    &text[start..end.map_or(text.len(), |end| at + end)]
}

/// The characters in the lines of this part of a text that are easily mistaken, each with its place,
/// for a hint: invisible ones anywhere, and look-alikes in the part itself.
pub(super) fn in_lines(text: &str, first_line: usize, part: &Range<usize>) -> Option<String> {
    text.get(part.clone())?;
    let start = text[..part.start].rfind('\n').map_or(0, |feed| feed + 1);
    let end = text[part.end..].find('\n');
    let end = end.map_or(text.len(), |feed| part.end + feed);
    let first_line = first_line + text[..start].matches('\n').count();
    // An error about what is missing has the place of the character that is there instead.
    let blamed = part.start..part.end.max(part.start + 1);
    let is_one_line = !text[start..end].contains('\n');
    let mut found = Vec::new();
    let mut line_start = start;
    for (index, line) in text[start..end].split_inclusive('\n').enumerate() {
        for (column, (at, letter)) in line.char_indices().enumerate() {
            let is_alike = blamed.contains(&(line_start + at)) && look_alike(letter).is_some();
            if is_invisible(letter) || is_alike && is_mixed(word_at(line, at)) {
                let column = column + 1;
                let place = if is_one_line {
                    format!("column {column}")
                } else {
                    format!("line {}, column {column}", first_line + index)
                };
                found.push(format!("{place}: {}", describe(letter)));
            }
        }
        line_start += line.len();
    }
    let more = found.len().saturating_sub(MAX_NAMED);
    found.truncate(MAX_NAMED);
    if more > 0 {
        found.push(format!("{more} more"));
    }
    (!found.is_empty()).then(|| found.join("; "))
}

/// The first differences between lines of two texts that look the same, for a hint.
#[must_use]
pub fn unseen_differences(expected: &str, actual: &str) -> Vec<String> {
    let missing = lines_in_disguise(expected, actual);
    let pairs = if missing.is_empty() {
        let surplus = lines_in_disguise(actual, expected).into_iter();
        surplus
            .map(|(number, one, other)| (number, other, one))
            .collect()
    } else {
        missing
    };
    let is_one_line = !expected.contains('\n');
    let differences = pairs.into_iter().filter_map(|(number, wanted, there)| {
        let difference = first_difference(wanted, there)?;
        Some(if is_one_line {
            difference
        } else {
            format!("line {number}, {difference}")
        })
    });
    differences.take(MAX_NAMED).collect()
}

/// The lines of a text that another does not have, with their numbers, each beside a line of that
/// text that looks the same.
fn lines_in_disguise<'t>(text: &'t str, other: &'t str) -> Vec<(usize, &'t str, &'t str)> {
    let there: HashSet<&str> = other.split('\n').collect();
    let by_look: HashMap<String, &str> = there.iter().map(|line| (look(line), *line)).collect();
    let lines = (1..).zip(text.split('\n'));
    lines
        .filter(|(_, line)| !there.contains(line))
        .filter_map(|(number, line)| Some((number, line, *by_look.get(&look(line))?)))
        .collect()
}

/// A line as it looks to a reader.
fn look(line: &str) -> String {
    let seen = line
        .chars()
        .filter(|&letter| letter.is_whitespace() || !is_invisible(letter));
    let seen: String = seen
        .map(|letter| look_alike(letter).unwrap_or(letter))
        .collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first difference of two lines, if one of the characters there is easily mistaken.
fn first_difference(expected: &str, actual: &str) -> Option<String> {
    let (mut wanted, mut there) = (expected.chars(), actual.chars());
    let mut column = 1;
    loop {
        let pair = [wanted.next(), there.next()];
        match pair {
            [None, None] => return None,
            [one, other] if one == other => column += 1,
            _ => {
                let is_meant = |letter: &char| {
                    *letter == '\t' || is_invisible(*letter) || look_alike(*letter).is_some()
                };
                pair.iter().flatten().find(|letter| is_meant(letter))?;
                let [one, other] = pair.map(|letter| {
                    letter.map_or_else(|| "the end of the line".to_owned(), describe)
                });
                return Some(format!("column {column}: expected {one}, found {other}"));
            }
        }
    }
}

/// The number of characters that one hint names.
const MAX_NAMED: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Diagnostic, Source};

    /// The hints of an error at the first place of a part in a text.
    fn hints(text: &str, part: &str) -> Vec<String> {
        let start = text.find(part).expect("there");
        let source = Source {
            name: None,
            first_line: 4,
            text: text.to_owned(),
        };
        let error = Diagnostic::error("code", "message").at(start..start + part.len());
        error.with_source(source).help
    }

    #[test]
    fn characters_that_are_easily_mistaken_are_named_with_their_places() {
        let dash = ["column 3: U+2013 (`\u{2013}`, not `-`)"];
        assert_eq!(hints("a7\u{2013}b7", "a7\u{2013}b7"), dash);
        assert_eq!(
            hints("s\u{435}nd: x\u{a0}", "s\u{435}nd"),
            ["column 2: U+0435 (`\u{435}`, not `e`); column 8: U+00A0 (no-break space)"]
        );
        // The place of something that is missing is that of the next character.
        assert_eq!(hints("r - \u{432}", ""), [""; 0]);
        assert_eq!(
            hints("\u{432} -", ""),
            ["column 1: U+0432 (`\u{432}`, not `b`)"]
        );
        let lines = "first\u{feff}\nr\u{200b}\nb \0\nlast\u{feff}";
        assert_eq!(
            hints(lines, "r\u{200b}\nb"),
            ["line 5, column 2: U+200B (zero-width space); line 6, column 3: U+0000 (NUL)"]
        );
        assert_eq!(
            hints(&"\u{7}".repeat(9), "\u{7}"),
            [
                "column 1: U+0007 (a control character); column 2: U+0007 (a control character); \
             column 3: U+0007 (a control character); 6 more"
            ]
        );
    }

    #[test]
    fn other_scripts_and_blanks_of_ascii_are_no_mistakes() {
        for text in ["dump\t\r", "\u{445}\u{43e}\u{434}", "\u{e9} \u{2192}"] {
            assert_eq!(hints(text, text), [""; 0], "{text}");
        }
    }

    #[test]
    fn differences_that_cannot_be_seen_are_described() {
        let found = unseen_differences("a\nb\u{a0}c\nd\n", "a\nb c\ne\n");
        assert_eq!(
            found,
            ["line 2, column 2: expected U+00A0 (no-break space), found U+0020 (space)"]
        );
        assert_eq!(
            unseen_differences("ab", "ab\u{200b}"),
            ["column 3: expected the end of the line, found U+200B (zero-width space)"]
        );
        assert_eq!(
            unseen_differences("a\tb", "a  b"),
            ["column 2: expected U+0009 (tab), found U+0020 (space)"]
        );
        assert_eq!(
            unseen_differences("\u{410}7", "A7"),
            ["column 1: expected U+0410 (`\u{410}`, not `A`), found U+0041 (`A`)"]
        );
        // A line that looks the same is there, too.
        assert_eq!(
            unseen_differences("a b\na\u{a0}b", "a b\na b"),
            ["line 2, column 2: expected U+00A0 (no-break space), found U+0020 (space)"]
        );
        assert_eq!(
            unseen_differences("a b\na b", "a\u{a0}b\na b"),
            ["line 1, column 2: expected U+0020 (space), found U+00A0 (no-break space)"]
        );
        assert_eq!(unseen_differences("ab\nc", "ac\nc"), [""; 0]);
        // Blanks of ASCII are shown.
        assert_eq!(unseen_differences("ab", "ab "), [""; 0]);
    }
}
