//! How hard a puzzle is.

use super::kind::Kind;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::diagnostic::syntax::{SyntaxError, named};
use std::fmt;
use std::str::FromStr;

/// The difficulty of a puzzle, from its points:
///
/// | points | for |
/// |---|---|
/// | 1 | three moves instead of two |
/// | 1 | at least 30 legal moves |
/// | 1 | an answer that takes no piece |
/// | 1 | another move that gains more pieces than the answer |
/// | 1 | another move that gains more pieces after the opponent's most gaining reply |
///
/// Up to 1 point it is easy, with 2 medium, with more hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// At most 1 point.
    Easy,
    /// 2 points.
    Medium,
    /// 3 points or more.
    Hard,
}

/// The number of legal moves that counts as many.
const MANY: usize = 30;
/// What the end of the game is worth to a search of two plies, in pieces.
const GAME: i32 = 1000;

impl Difficulty {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The difficulty of finding an answer.
    pub fn of(position: &Position, rules: &Rules, kind: Kind, answer: Move) -> Self {
        let others = || position.legal_moves(rules).filter(|&mv| mv != answer);
        let gained = position.gain(answer);
        let kept = gain_after_reply(position, rules, answer);
        let takes = gained > i32::from(!answer.is_jump());
        let reasons = [
            kind.moves() == 3,
            others().count() + 1 >= MANY,
            !takes,
            others().any(|mv| position.gain(mv) > gained),
            others().any(|mv| gain_after_reply(position, rules, mv) > kept),
        ];
        match reasons.into_iter().filter(|&reason| reason).count() {
            0 | 1 => Self::Easy,
            2 => Self::Medium,
            _ => Self::Hard,
        }
    }
}

/// The same less the greatest gain of a reply.
fn gain_after_reply(position: &Position, rules: &Rules, mv: Move) -> i32 {
    let after = position.after(mv, rules);
    if let Some(outcome) = after.outcome(rules) {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => GAME,
            Some(_) => -GAME,
        };
    }
    let replies = after.moves_in_play(rules);
    let best = replies.map(|reply| after.gain(reply)).max();
    position.gain(mv) - best.unwrap_or(0)
}

impl fmt::Display for Difficulty {
    /// The [name](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let names = Self::ALL.map(|difficulty| (difficulty.name(), difficulty));
        named("a difficulty", text, names.into_iter())
    }
}
