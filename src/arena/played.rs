//! A game of a match that was played.

use crate::notation::GameResult;

/// A game of a match that was played.
///
/// Two games between the same two players with the same opening and colours changed are a
/// pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Which game of the schedule, counted from 0.
    pub number: u64,
    /// Which opening of the match, counted from 0.
    pub opening: u64,
    /// Who has Red, as an index into the list of players.
    pub red: usize,
    /// Who has Blue.
    pub blue: usize,
    /// The result, as it counts; [`GameResult::Unfinished`] counts nothing.
    pub result: GameResult,
    /// Why it ended.
    pub end: End,
    /// The game itself, in the words of [`GameRecord`](crate::notation::GameRecord).
    pub record: String,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules.
    Rules,
    /// It was judged before its end, for this reason.
    Adjudicated(String),
    /// The loser gave it away.
    Forfeit(Forfeit, String),
}

/// How a player gives a game away. What it did in particular is said beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// A move that is not legal, or is no move at all.
    IllegalMove,
    /// Its time was over, but it did answer.
    Time,
    /// It ended, or closed its output.
    Crash,
    /// It does not answer at all.
    Stall,
}
