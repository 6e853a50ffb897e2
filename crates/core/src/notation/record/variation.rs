//! Variations of a recorded game, in comments of a fixed form, so that programs that do not know them
//! read the game alone:
//!
//! ```text
//! 1. a7-b7 a1-a2
//! 2. a7-a6 a2-a3
//! # variation 1: 1... a1-b2 2. b7-b6 a1-a2 "the other side"
//! # variation 2 of 1: 2. b7-c6
//! *
//! ```
//!
//! The variations of a game are numbered from 1. Here the first branches off the game, the second
//! off the first, each at the number of its first turn. A name comes last. Comments of any other
//! form are ignored.

use super::headers::Remark;
use super::moves::{moves, place, replay, turns, without_second_comment};
use crate::board::{Game, PlayedMove};
use crate::diagnostic::syntax::{Fault, SyntaxError, whole};
use nom::character::complete::multispace0;
use std::fmt;

/// A line of moves that branches off a recorded game, or off another variation of it.
///
/// ```
/// use ataxx_core::notation::GameRecord;
///
/// let text = "1. a7-b7 a1-a2\n# variation 1: 1... a1-b2 \"quiet\"\n*";
/// let record: GameRecord = text.parse().expect("a record");
/// let variation = &record.variations()[0];
/// assert_eq!((variation.parent(), variation.after()), (None, 1));
/// assert_eq!(variation.game().moves().len(), 1);
/// assert_eq!(variation.name().map(|name| name.as_str()), Some("quiet"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    parent: Option<usize>,
    after: usize,
    game: Game,
    name: Option<Remark>,
}

impl Variation {
    /// The limit on the characters of a name.
    pub const MAX_NAME_LENGTH: usize = 60;

    /// Whether a name is short enough.
    #[must_use]
    pub fn allows(name: &Remark) -> bool {
        name.as_str().chars().count() <= Self::MAX_NAME_LENGTH
    }

    /// The index of the variation that it branches off, which is less than its own; `None` for
    /// the game.
    #[must_use]
    pub const fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// The number of moves before it in the line that it branches off.
    #[must_use]
    pub const fn after(&self) -> usize {
        self.after
    }

    /// Its moves, from the position in which it branches off.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> Option<&Remark> {
        self.name.as_ref()
    }

    /// Prints a line end and the variation.
    pub(super) fn print(&self, number: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n# variation {number}")?;
        if let Some(index) = self.parent {
            write!(f, " of {}", index + 1)?;
        }
        f.write_str(":")?;
        turns(&self.game, ' ', f, |_, _| Ok(()))?;
        match &self.name {
            Some(name) => write!(f, " \"{name}\""),
            None => Ok(()),
        }
    }

    /// A variation that branches off a line after this many moves; `None` when there is no such place
    /// or no move, a move is not legal, or the name is too long.
    pub(super) fn new(
        parent: Option<usize>,
        line: &Game,
        after: usize,
        moves: impl IntoIterator<Item = PlayedMove>,
        name: Option<Remark>,
    ) -> Option<Self> {
        let position = *line.positions().nth(after)?;
        let mut game = Game::from_position(*line.rules(), position);
        for played in moves {
            replay(played.into(), &mut game).ok()?;
        }
        let has_moves = game.last_move().is_some();
        (has_moves && name.as_ref().is_none_or(Self::allows)).then_some(Self {
            parent,
            after,
            game,
            name,
        })
    }

    /// Reads the variation in a line of a text; `None` if the line has none. `expected` is its
    /// number, `line` gives the moves of the game or of an earlier variation.
    pub(super) fn read<'a>(
        text: &str,
        expected: usize,
        line: impl FnOnce(Option<usize>) -> Option<&'a Game>,
    ) -> Option<Result<Self, SyntaxError>> {
        let (head, body) = Head::split(text)?;
        let at = text.len() - body.len();
        let read = Self::read_body(&head, without_second_comment(body), expected, line);
        Some(read.map_err(|error| error.shifted(at)))
    }

    fn read_body<'a>(
        head: &Head,
        body: &str,
        expected: usize,
        line: impl FnOnce(Option<usize>) -> Option<&'a Game>,
    ) -> Result<Self, SyntaxError> {
        let wrong =
            |message: String| whole(body, |input| Fault::new(input, 0, message.as_str()).fail());
        if head.number != expected {
            return wrong(format!(
                "expected variation {expected}, found {}",
                head.number
            ));
        }
        let parent = head.of.map(|number| number.wrapping_sub(1));
        let Some(line) = line(parent) else {
            let number = head.of.unwrap_or_default();
            return wrong(format!("there is no variation {number} before this one"));
        };
        let (moves_text, name) = body.split_once('"').unwrap_or((body, ""));
        let (after, position) = whole(body, |input| Ok(("", place(input, line)?.1)))?;
        let game = Game::from_position(*line.rules(), position);
        let game = whole(moves_text, |input| {
            moves(multispace0(input)?.0, game.clone())
        })?;
        Ok(Self {
            parent,
            after,
            game,
            name: name_of(name, body)?,
        })
    }
}

/// The part before the colon.
struct Head {
    number: usize,
    of: Option<usize>,
}

impl Head {
    /// The head of a variation, and what follows it; `None` for any other line.
    fn split(line: &str) -> Option<(Self, &str)> {
        let comment = line.trim_start().strip_prefix('#')?.trim_start();
        let (head, body) = comment.strip_prefix("variation ")?.split_once(':')?;
        let (number, of) = match head.split_once(" of ") {
            Some((number, of)) => (number, Some(of.trim().parse().ok()?)),
            None => (head, None),
        };
        let number = number.trim().parse().ok()?;
        Some((Self { number, of }, body))
    }
}

/// The name in what follows the first quotation mark of a body.
fn name_of(text: &str, body: &str) -> Result<Option<Remark>, SyntaxError> {
    let name = Remark::new(text.strip_suffix('"').unwrap_or(text));
    if name.as_ref().is_none_or(Variation::allows) {
        return Ok(name);
    }
    let most = Variation::MAX_NAME_LENGTH;
    let message = format!("a name has at most {most} characters");
    Err(SyntaxError::new(
        body.len() - text.len()..body.len(),
        message,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::notation::{GameRecord, NotRecordable};
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    const TEXT: &str = "rules: 2022\n\n1. a7-b7 a1-a2\n2. a7-a6\n\
        # variation 1: 1... a1-b2 2. b7-b6 g7-g6 \"the \"other\" side\"\n\
        # variation 2 of 1: 2. b7-c6\n\
        # variation 3: 2. b7-d7\n*";

    fn read(text: &str) -> GameRecord {
        text.parse().expect(text)
    }

    #[test]
    fn variations_are_read_as_they_are_written() {
        let record = read(TEXT);
        assert_eq!(record.to_string(), TEXT);
        let places: Vec<_> = record
            .variations()
            .iter()
            .map(|variation| (variation.parent(), variation.after()))
            .collect();
        assert_eq!(places, [(None, 1), (Some(0), 1), (None, 2)]);
        let name = record.variations()[0].name().map(Remark::as_str);
        assert_eq!(name, Some("the \"other\" side"));
    }

    #[test]
    fn programs_that_do_not_know_variations_read_the_game() {
        let comments = |line: &&str| !line.starts_with('#');
        let without: Vec<_> = TEXT.lines().filter(comments).collect();
        let bare = read(&without.join("\n"));
        assert_eq!(bare.game(), read(TEXT).game());
        assert_eq!(bare.variations(), []);
        // Comments of an older form, and of people.
        for comment in [
            "# variation: 1... a1-b2",
            "# variation two: no",
            "# variation 3",
        ] {
            assert_eq!(read(&format!("{comment}\n{}", without.join("\n"))), bare);
        }
    }

    #[test]
    fn each_game_of_a_file_has_its_variations() {
        let text = format!("{TEXT}\n\ngame: 2\n{TEXT}\n# variation 4: 1. a7-a6 \"ä\"\n\na7-b7\n");
        let games = GameRecord::read_all(&text).expect("three games");
        let counts = games.iter().map(|game| game.variations().len());
        assert_eq!(counts.collect::<Vec<_>>(), [3, 4, 0]);
    }

    #[test]
    fn invalid_variations() {
        let long = "ä".repeat(Variation::MAX_NAME_LENGTH + 1);
        let too_long = format!("# variation 1: 1. a7-a6 \"{long}\"");
        let cases = [
            (
                "# variation 2: 1. a7-a6",
                "",
                "expected variation 1, found 2",
            ),
            (
                "# variation 1 of 1: 1. a7-a6",
                "",
                "there is no variation 1 before this one",
            ),
            (
                "# variation 1 of 0: 1. a7-a6",
                "",
                "there is no variation 0 before this one",
            ),
            (
                "# variation 1:",
                "",
                "expected the number of a turn, like `2.`, found the end",
            ),
            (
                "# variation 1: 9. a7-a6",
                "9.",
                "its parent line has no such turn",
            ),
            (
                "# variation 1: 1. a7-a6 # a comment\n# variation 2: 1. a7-a4",
                "a7-a4",
                "`a7-a4` cannot be played: a4 is out of reach from a7",
            ),
            (
                "# variation 1: 1. a7-a6 1-0",
                "1-0",
                "expected nothing more, found `1-0`",
            ),
            (
                &too_long,
                &format!("{long}\""),
                "a name has at most 60 characters",
            ),
        ];
        for (line, blamed, message) in cases {
            let text = format!("1. a7-b7 # ä\n{line}\n*");
            let error = text.parse::<GameRecord>().expect_err(line);
            assert_eq!(
                (&text[error.span], &*error.message),
                (blamed, message),
                "{text}"
            );
        }
        let none = read(TEXT).with_variation(None, 0, [], None);
        assert_eq!(none, Err(NotRecordable::Variation));
        let nowhere = read(TEXT).with_variation(Some(3), 0, [], None);
        assert_eq!(nowhere, Err(NotRecordable::Variation));
        let longest = "ä".repeat(Variation::MAX_NAME_LENGTH);
        let text = format!("1. a7-b7\n# variation 1: 1. a7-a6 \"{longest}\"\n*");
        assert_eq!(read(&text).variations().len(), 1);
    }

    /// Plays moves by number, as far as there are any.
    fn played(mut game: Game, choices: &[u16]) -> Game {
        for &choice in choices {
            let moves: Vec<_> = game.position().legal_moves(game.rules()).collect();
            if let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) {
                game.play(mv).expect("a legal move");
            }
        }
        game
    }

    proptest! {
        #[test]
        fn random_variations_are_read_as_they_are_written(
            main in vec(any::<u16>(), 0..12),
            others in vec((any::<u16>(), any::<u16>(), vec(any::<u16>(), 1..6), option::of(".*")), 0..8),
        ) {
            let game = played(Game::new(Rules::BERKELEY_2022), &main);
            let mut record = GameRecord::new(Rules::BERKELEY_2022, &game).expect("a record");
            for (of, after, choices, name) in others {
                let of = usize::from(of) % (record.variations().len() + 1);
                let parent = of.checked_sub(1);
                let line = record.line(parent).expect("a line").clone();
                let after = usize::from(after) % line.positions().count();
                let start = line.positions().nth(after).expect("a position");
                let more = played(Game::from_position(record.rules(), *start), &choices);
                let name = name.and_then(|name| Remark::new(&name)).filter(Variation::allows);
                if more.last_move().is_some() {
                    let added = record.with_variation(parent, after, more.moves(), name);
                    record = added.expect("legal moves");
                }
            }
            let text = record.to_string();
            prop_assert_eq!(&read(&text), &record);
            let commented = text.replace('\n', " # 1. a7-b7\r\n");
            prop_assert_eq!(read(&commented), record);
        }

        #[test]
        fn the_reader_never_panics(
            text in "(\n# variation |1|2| of |:| 1\\.|\\.\\.\\.| a7-b7| a7-a6|\"|#|é|\\*|99999999999|.){0,24}"
        ) {
            let _ = GameRecord::read_all(&text);
            let _ = text.parse::<GameRecord>();
        }
    }
}
