//! The results of the analyst.

use ataxx_core::board::{Color, Move, PlayedMove, Position, Rules};
use ataxx_core::engine::Score;
use ataxx_core::review::{Assessment, Review, Reviewed};
use std::collections::HashMap;
use std::sync::Arc;

/// The analysis of the position on the board and of those before it.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// The number of the analysed board.
    pub board: u64,
    /// The best lines, best first.
    pub lines: Vec<Found>,
    /// The search depth in plies.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Whether the analysis goes on.
    pub running: bool,
    /// The result of the search for a forced win.
    pub solved: Option<String>,
    /// What is known of positions of the game.
    pub course: Arc<HashMap<Position, Known>>,
}

/// The nodes of a search of each position for a review.
pub const REVIEW_NODES: u64 = 60_000;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// What it is worth to Red.
    pub for_red: Assessment,
    /// The best line, unless the game is over.
    pub best: Vec<Move>,
    /// The nodes that its search was given.
    pub nodes: u64,
}

impl Analysis {
    /// The moves of a forced win that the solver has found on this board.
    pub fn forced_win(&self, board: u64) -> Option<&[Move]> {
        self.solved.as_ref().filter(|_| self.board == board)?;
        let found = self.lines.first()?;
        (!matches!(found.for_red.score, Score::Stones(_))).then_some(&found.moves)
    }

    /// The review of a line of positions with the moves played in them, as far as it was made.
    pub fn review(
        &self,
        line: impl Iterator<Item = (Position, Option<PlayedMove>)>,
        rules: &Rules,
    ) -> Review {
        let reviewed = line.map_while(|(position, played)| {
            let known = self.course.get(&position)?;
            (known.nodes >= REVIEW_NODES).then(|| Reviewed {
                position,
                for_red: known.for_red,
                best: known.best.clone(),
                is_forced: position.legal_moves(rules).nth(1).is_none(),
                played,
            })
        });
        Review {
            positions: reviewed.collect(),
        }
    }
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What it is worth to Red.
    pub for_red: Assessment,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
}

/// What a position is worth to Red, in few words: `Red +2.4`, `Red wins in 5`.
pub fn in_words(for_red: Assessment) -> String {
    let forced = |winner: Color, plies: u32| match plies {
        0 => format!("{winner} has won"),
        plies => format!("{winner} wins in {plies}"),
    };
    match for_red.score {
        Score::Win(plies) => forced(Color::Red, plies),
        Score::Loss(plies) => forced(Color::Blue, plies),
        Score::Stones(stones) if stones.abs() < 0.05 => "level".to_owned(),
        Score::Stones(stones) if stones < 0.0 => format!("Blue +{:.1}", -stones),
        Score::Stones(stones) => format!("Red +{stones:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worth_is_said_of_red() {
        let words = |score, value, turn| in_words(Assessment::new(score, value).for_red(turn));
        assert_eq!(words(Score::Win(5), 31_995, Color::Red), "Red wins in 5");
        assert_eq!(words(Score::Loss(4), -31_996, Color::Red), "Blue wins in 4");
        assert_eq!(words(Score::Loss(0), -32_000, Color::Red), "Blue has won");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Red), "Red +2.4");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Blue), "Blue +2.4");
        assert_eq!(words(Score::Stones(0.0), 0, Color::Blue), "level");
    }
}
