//! Words that other programs look for in the output.

use std::borrow::Cow;

/// The words that only announcements may hold, in any case, and the mark around a dump.
const RESERVED: [&str; 5] = ["passes", "wins", "draw", "moves", "==="];

/// Whether a line has a word that the documents of 2016 and 2022 keep for announcements: as they
/// write it, and as a word of its own.
pub fn has_reserved_word(line: &str) -> bool {
    let mut words = line.split(|one: char| !(one.is_alphanumeric() || one == '_'));
    words.any(|word| matches!(word, "passes" | "wins" | "Draw" | "moves"))
}

/// The text with reserved words made unrecognisable to programs and still
/// readable for people: a dot takes the place of their second letter, so that the
/// text keeps its width and carets their places.
///
/// Messages of this program hold no such words; what they quote of a user's input
/// may.
pub fn without_reserved_words(text: &str) -> Cow<'_, str> {
    // The words are ASCII, so that lower case keeps all places.
    let lower = text.to_ascii_lowercase();
    let starts_word = |place: usize| {
        RESERVED
            .iter()
            .any(|word| lower.as_bytes()[place..].starts_with(word.as_bytes()))
    };
    let mut masked = String::new();
    let mut copied = 0;
    let mut place = 0;
    while place < text.len() {
        if starts_word(place) {
            masked.push_str(&text[copied..=place]);
            masked.push('·');
            place += 1;
            copied = place + 1;
        }
        place += 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    masked.push_str(&text[copied..]);
    Cow::Owned(masked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_keep_their_width() {
        assert_eq!(
            without_reserved_words("load removes.txt"),
            "load rem·ves.txt"
        );
        assert_eq!(without_reserved_words("a WINS b Draw"), "a W·NS b D·aw");
        assert_eq!(without_reserved_words("======="), "=·=·=·=");
        assert_eq!(without_reserved_words("a7-b7"), "a7-b7");
    }

    #[test]
    fn words_of_the_documents() {
        for line in ["he wins", "* Draw!", "one of your moves:", "x passes"] {
            assert!(has_reserved_word(line), "{line}");
        }
        for line in ["draw", "removes", "MOVES", "a move", "no_moves", ""] {
            assert!(!has_reserved_word(line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn none_is_left(text in "([=pPaswWinsdrDmoves ]|wins|draw|moves|passes|===|ä){0,40}") {
            let masked = without_reserved_words(&text);
            let lower = masked.to_ascii_lowercase();
            for word in RESERVED {
                prop_assert!(!lower.contains(word));
            }
            prop_assert_eq!(masked.chars().count(), text.chars().count());
        }
    }
}
