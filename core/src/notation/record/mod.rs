//! Records of whole games, a plain text of our own:
//!
//! ```text
//! # everything from a `#` to the end of its line is a comment
//! rules: 2022
//! start: x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1
//!
//! 1. a7-b7 a1-a2
//! 2. a7-a6 a2-a3
//! *
//! ```
//!
//! All header lines may be missing (rules 2022, the usual start), and so may the
//! turn numbers; `1...` stands before a turn of which only Blue's half is there.
//! Blanks and line ends are free between moves, which are in Berkeley notation; `-` is a
//! pass, and under the rules `reloaded` also a move that was forfeited.
//! The result comes last: `1-0` for Red, `0-1` for Blue, `1/2-1/2` for neither,
//! `*` for a game that is not finished; if it is missing, the board decides.
//!
//! Games of a match have more header lines, in any order: `game:` and `opening:` with a
//! number, `red:` and `blue:` with the names of the players, `time:` and `end:` with a
//! text ([`Particulars`]). A file can hold many games, one after the other; then each
//! has its result.
//!
//! Variations are comments of a fixed form, see [`Variation`]. So is what the players report
//! about their moves ([`SearchSummary`]), after the line of the turn, in the order of the moves;
//! `1...` stands before what is about Blue's move alone:
//!
//! ```text
//! 1. a7-b7 a1-a2
//! # 1. {+0.35/12 0.210s n=15023} {-0.20/11 0.198s n=14120}
//! ```

mod read;
mod result;
mod searches;
mod variation;

pub use result::GameResult;
pub use variation::Variation;

use super::berkeley::BerkeleyMove;
use super::particulars::Particulars;
use super::search_summary::SearchSummary;
use crate::board::ranks;
use crate::board::{Color, Game, Position, Rules};
use crate::diagnostic::syntax::{SyntaxError, whole, without_comments};
pub(super) use read::replay;
use read::{record, records};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// A game with the name of its rules and its result.
///
/// ```
/// use ataxx_core::notation::{GameRecord, GameResult};
///
/// let record: GameRecord = "1. a7-b7 a1-a2 2. a7-a6 0-1".parse().expect("a record");
/// assert_eq!(record.game().moves().len(), 3);
/// assert_eq!(record.to_string(), "rules: 2022\n\n1. a7-b7 a1-a2\n2. a7-a6\n0-1");
/// let error = "1. a7-b7 a1-d1".parse::<GameRecord>().expect_err("too far");
/// assert_eq!(error.message, "`a1-d1` cannot be played: d1 is out of reach from a1");
/// assert_eq!(error.span, 9..14);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    game: Game,
    result: GameResult,
    particulars: Particulars,
    variations: Vec<Variation>,
    /// What is known of the search for a move, by the number of moves before it.
    searches: BTreeMap<usize, SearchSummary>,
}

/// Why a game cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotRecordable {
    /// The game is played by other rules.
    #[error("the game is not played by the rules {0}")]
    OtherRules(Rules),
    /// The moves do not lead from the game's first position to its last one,
    /// because blocks were placed between them.
    #[error("blocks were placed after the first move")]
    BlocksAfterMoves,
    /// The result is not the one on the board.
    #[error("the board says {0}")]
    OtherResult(GameResult),
    /// A variation leaves a line that is not there, or has a move that is not legal.
    #[error("a variation cannot be played")]
    Variation,
}

impl GameRecord {
    /// The record of a game, with the result on its board.
    ///
    /// Plies are counted as a FEN counts them: from the turn number and the side to
    /// move of the first position.
    ///
    /// # Errors
    ///
    /// When the game is not played by these rules, or blocks were placed after the
    /// first move.
    pub fn new(rules: Rules, game: &Game) -> Result<Self, NotRecordable> {
        if *game.rules() != rules {
            return Err(NotRecordable::OtherRules(rules));
        }
        let start = *game.start();
        let plies = ranks::plies(start.turn_number(), start.turn());
        let mut copy = Game::from_position(rules, start.with_plies(plies));
        for played in game.moves() {
            replay(played.into(), &mut copy).map_err(|_| NotRecordable::BlocksAfterMoves)?;
        }
        let plies = copy.position().plies();
        if *copy.position() != game.position().with_plies(plies) {
            return Err(NotRecordable::BlocksAfterMoves);
        }
        let result = copy.outcome().into();
        Ok(Self {
            game: copy,
            result,
            particulars: Particulars::default(),
            variations: Vec::new(),
            searches: BTreeMap::new(),
        })
    }

    /// The same game with a result that the board does not show.
    ///
    /// # Errors
    ///
    /// When the board shows another one.
    pub fn with_result(self, result: GameResult) -> Result<Self, NotRecordable> {
        match self.game.outcome() {
            Some(outcome) if GameResult::from(Some(outcome)) != result => {
                Err(NotRecordable::OtherResult(Some(outcome).into()))
            }
            _ => Ok(Self { result, ..self }),
        }
    }

    /// The same game with these headers.
    #[must_use]
    pub fn with_particulars(self, particulars: Particulars) -> Self {
        Self {
            particulars,
            ..self
        }
    }

    /// Reads all records of a text.
    ///
    /// # Errors
    ///
    /// When one cannot be read.
    pub fn read_all(text: &str) -> Result<Vec<Self>, SyntaxError> {
        Self::read_each(text).into_iter().collect()
    }

    /// Reads each record of a text, or finds out why it cannot be read.
    #[must_use]
    pub fn read_each(text: &str) -> Vec<Result<Self, SyntaxError>> {
        let mut start = 0;
        let records = records(&without_comments(text)).into_iter();
        let each = records.map(|(record, end)| {
            let part = std::mem::replace(&mut start, end)..end;
            let mut record = record?;
            record.read_comments(text, part)?;
            Ok(record)
        });
        each.collect()
    }

    /// The headers.
    #[must_use]
    pub const fn particulars(&self) -> &Particulars {
        &self.particulars
    }

    /// The variations, each after the one that it leaves.
    #[must_use]
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// What is known of the searches for its moves, by the number of moves before each.
    #[must_use]
    pub const fn searches(&self) -> &BTreeMap<usize, SearchSummary> {
        &self.searches
    }

    /// Reads what stands in the comments of this part of a text.
    fn read_comments(&mut self, text: &str, part: Range<usize>) -> Result<(), SyntaxError> {
        self.read_searches(&text[part.clone()]);
        self.read_variations(text, part)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        *self.game.rules()
    }

    /// The game, after its last move.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game, after its last move.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> Position {
        *self.game.start()
    }

    /// The result.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }
}

impl fmt::Display for GameRecord {
    /// The canonical record: the particulars, the rules, the start if it is not the usual
    /// one, an empty line, a line for each turn, its searches and each variation, the result; no
    /// line end after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.particulars)?;
        writeln!(f, "rules: {}", self.game.rules())?;
        if self.start() != Position::start() {
            writeln!(f, "start: {}", self.start())?;
        }
        turns(&self.game, '\n', f, |moves, f| {
            self.print_searches(moves, f)
        })?;
        for (index, variation) in self.variations.iter().enumerate() {
            variation.print(index + 1, f)?;
        }
        write!(f, "\n{}", self.result)
    }
}

/// Prints the moves of a game, with a character before each turn. `after` prints what follows
/// the moves of a turn, which are these of the game.
fn turns(
    game: &Game,
    before: char,
    f: &mut fmt::Formatter<'_>,
    after: impl Fn(Range<usize>, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let mut first = 0;
    for (index, (position, played)) in game.positions().zip(game.moves()).enumerate() {
        let number = position.turn_number();
        match position.turn() {
            Color::Red => {
                after(first..index, f)?;
                first = index;
                write!(f, "{before}{number}.")?;
            }
            Color::Blue if index == 0 => write!(f, "{before}{number}...")?,
            Color::Blue => {}
        }
        write!(f, " {}", BerkeleyMove::from(played))?;
    }
    after(first..game.moves().len(), f)
}

/// The number of the turn before the move in this position: `12.`, or `12...` for Blue.
fn turn_name(position: &Position) -> String {
    let dots = match position.turn() {
        Color::Red => ".",
        Color::Blue => "...",
    };
    format!("{}{dots}", position.turn_number())
}

impl FromStr for GameRecord {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut record = whole(&without_comments(text), record)?;
        record.read_comments(text, 0..text.len())?;
        Ok(record)
    }
}

#[cfg(test)]
mod tests;
