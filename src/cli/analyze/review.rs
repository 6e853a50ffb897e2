//! The positions of a game with what each is worth, and the mistakes between them.

use super::assessment::Assessment;
use super::result::Analysis;
use ataxx_toolkit::board::{Color, Move, PlayedMove};
use ataxx_toolkit::diagnostic::text;

/// A position of the game and its analysis.
pub struct Judged {
    pub analysis: Analysis,
    /// What the position is worth to Red.
    pub for_red: Assessment,
    pub played: Option<PlayedMove>,
    /// The move played, in the notation of the output.
    pub played_text: Option<String>,
}

impl Judged {
    /// The side to move; in a finished game, the side that would be.
    pub const fn mover(&self) -> Color {
        self.analysis.position.turn()
    }

    /// The number of the turn, which is a ply of Red's and one of Blue's.
    pub const fn turn_number(&self) -> u32 {
        self.analysis.position.plies() / 2 + 1
    }

    fn best(&self) -> Option<Move> {
        let report = self.analysis.report.as_ref()?;
        report.lines.first()?.moves.first().copied()
    }
}

/// At most this many mistakes are listed.
const MOST_LISTED: usize = 5;
/// A smaller loss is not listed as a mistake.
pub const LEAST_LISTED: f64 = 0.05;

/// The positions of a game, as far as they have been analysed.
pub struct Review {
    pub judged: Vec<Judged>,
}

impl Review {
    /// How much of its chances the side to move lost in this position; `None` where
    /// nothing was played or the next position is not known.
    pub fn loss(&self, index: usize) -> Option<f64> {
        let [before, after] = self.judged.get(index..index + 2)? else {
            return None;
        };
        if before.played.map(|played| played.mv) == before.best() {
            // The two searches may differ, but there is nothing better.
            return Some(0.0);
        }
        let lost = before.for_red.chances - after.for_red.chances;
        Some(match before.mover() {
            Color::Red => lost.max(0.0),
            Color::Blue => (-lost).max(0.0),
        })
    }

    /// The indexes of the positions in which the worst mistakes were made, the worst first.
    pub fn mistakes(&self) -> Vec<usize> {
        let losses = (0..self.judged.len()).filter_map(|index| Some((index, self.loss(index)?)));
        let mut mistakes: Vec<_> = losses.filter(|&(_, loss)| loss >= LEAST_LISTED).collect();
        // Of equals the first comes first.
        let thousandths = |loss| text::rounded(loss, 3);
        mistakes.sort_by(|&(_, one), &(_, other)| thousandths(other).total_cmp(&thousandths(one)));
        mistakes.truncate(MOST_LISTED);
        mistakes.into_iter().map(|(index, _)| index).collect()
    }
}
