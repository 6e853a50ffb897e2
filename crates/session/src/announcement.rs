//! Announcements, the output for other programs: moves of AIs, results, and answers to commands.
//! Moves and results are printed and read back here; no other file has these words.

use super::dialect::{Dialect, Wording};
use super::{Event, RemoteEvent};
use ataxx_core::board::Color;
use ataxx_core::notation::{BerkeleyMove, BoardView, Dump, Summary};
use std::borrow::Cow;

/// The announcement of a move of an AI or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Announcement {
    /// An AI or a remote program has made a move.
    Move {
        /// Whose move it is.
        color: Color,
        /// The move.
        mv: BerkeleyMove,
    },
    /// The game is over.
    Result {
        /// The winner; `None` for a draw.
        winner: Option<Color>,
    },
}

impl Announcement {
    /// The announcement of an event, if it is a move of an AI or a result.
    pub fn of(event: &Event) -> Option<Self> {
        match *event {
            Event::AiPlayed { color, played, .. }
            | Event::Remote(RemoteEvent::Played { color, played }) => Some(Self::Move {
                color,
                mv: played.into(),
            }),
            Event::Over(outcome) => Some(Self::Result {
                winner: outcome.winner,
            }),
            _ => None,
        }
    }

    /// The line in which a dialect announces it, without its end.
    pub fn line(self, dialect: Dialect) -> String {
        let Wording { mark, pass } = dialect.profile().announcements;
        match self {
            Self::Move { color, mv } => match pass.filter(|_| mv == BerkeleyMove::Pass) {
                Some(verb) => format!("{mark}{color} {verb}."),
                None => format!("{mark}{color} moves {mv}."),
            },
            Self::Result {
                winner: Some(color),
            } => format!("{mark}{color} wins."),
            Self::Result { winner: None } => format!("{mark}Draw."),
        }
    }

    /// Reads a line; `None` unless it is exactly what [`line`](Self::line) writes.
    pub fn read(line: &str, dialect: Dialect) -> Option<Self> {
        let Wording { mark, pass } = dialect.profile().announcements;
        let words = line.strip_prefix(mark)?.strip_suffix('.')?;
        let read = if words == "Draw" {
            Self::Result { winner: None }
        } else {
            let (name, what) = words.split_once(' ')?;
            let color = Color::BOTH
                .into_iter()
                .find(|color| color.to_string() == name)?;
            if what == "wins" {
                Self::Result {
                    winner: Some(color),
                }
            } else if Some(what) == pass {
                let mv = BerkeleyMove::Pass;
                Self::Move { color, mv }
            } else {
                let mv = what.strip_prefix("moves ")?.parse().ok()?;
                Self::Move { color, mv }
            }
        };
        (read.line(dialect) == line).then_some(read)
    }

    /// Whether a line begins like an announcement of a dialect that marks them.
    pub fn is_marked(line: &str, dialect: Dialect) -> bool {
        let mark = dialect.profile().announcements.mark.trim_end();
        !mark.is_empty() && line.starts_with(mark)
    }
}

impl Event {
    /// The output for other programs, in whole lines; `None` for none.
    pub fn announcement(&self, dialect: Dialect) -> Option<String> {
        if let Some(announcement) = Announcement::of(self) {
            return Some(announcement.line(dialect) + "\n");
        }
        match self {
            Self::Remote(RemoteEvent::Forfeit { loser, .. }) => {
                Some(format!("{loser} forfeits. {} has won.\n", !*loser))
            }
            Self::Remote(RemoteEvent::BrokenOff { .. }) => {
                Some("The game is broken off.\n".to_owned())
            }
            Self::Dump(position) => Some(format!("{}\n", Dump(*position))),
            Self::Board(position, last_move) => {
                let board = BoardView::new(*position).with_last_move(*last_move);
                Some(format!("{board}\n{}\n", Summary(*position)))
            }
            Self::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

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
/// Messages of this program have no such words, but may quote them from a user's input.
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

    fn spring(line: &str) -> Option<Announcement> {
        Announcement::read(line, Dialect::SPRING_2022)
    }

    fn fall(line: &str) -> Option<Announcement> {
        Announcement::read(line, Dialect::FALL_2016)
    }

    #[test]
    fn announcements() {
        let step = "a7-b7".parse().expect("a move");
        let mv = |color, mv| Some(Announcement::Move { color, mv });
        let result = |winner| Some(Announcement::Result { winner });
        let (red, blue) = (Color::Red, Color::Blue);
        assert_eq!(spring("* Red moves a7-b7."), mv(red, step));
        assert_eq!(spring("* Blue moves -."), mv(blue, BerkeleyMove::Pass));
        assert_eq!(spring("* Red wins."), result(Some(red)));
        assert_eq!(spring("* Draw."), result(None));
        assert_eq!(fall("Red moves a7-b7."), mv(red, step));
        assert_eq!(fall("Blue passes."), mv(blue, BerkeleyMove::Pass));
        assert_eq!(fall("Blue wins."), result(Some(blue)));
        assert_eq!(fall("Draw."), result(None));
        for line in [
            "",
            "*",
            "* ",
            "* Red wins",
            "* red wins.",
            "* Red wins. ",
            " * Red wins.",
            "*Red wins.",
            "* Red moves A7-b7.",
            "* Red moves a7-h7.",
            "* Red moves a7b7.",
            "* Red passes.",
            "* draw.",
            "* Draw",
            "* Red  wins.",
            "Red wins.",
            "* Green wins.",
            "* Red moves .",
        ] {
            assert_eq!(spring(line), None, "{line}");
        }
        for line in [
            "",
            "Red wins",
            "red wins.",
            "Red wins. ",
            "* Red wins.",
            "Red moves -.",
            "Red moves a7-b7",
            "Red  passes.",
            "DRAW.",
            "Red moves g8-g7.",
        ] {
            assert_eq!(fall(line), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_a_reader_panic(line in "(\\* |Red|Blue| moves |a7-b7|-| wins| passes|Draw|\\.|.){0,8}") {
            let _ = (spring(&line), fall(&line));
        }
    }

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
