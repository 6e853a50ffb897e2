//! The value of the positions and moves of a game, according to the engine.
//!
//! An [`Assessment`] is the result of a search in terms that a person compares: a score and
//! chances of winning. A [`Review`] collects the assessments of a game's positions, and computes
//! what each move lost and how accurately each side played.
//!
//! ```
//! use ataxx_core::Cancellation;
//! use ataxx_core::board::{Color, Game, Rules, Square};
//! use ataxx_core::engine::{Limits, Player, PlayerOptions, SearchTask};
//! use ataxx_core::review::{Review, Reviewed};
//! use std::num::NonZeroUsize;
//!
//! let mut game = Game::new(Rules::UAI);
//! game.play_between(Square::A7, Square::C5)?;
//! game.play_between(Square::G7, Square::F6)?;
//!
//! let mut player = Player::new(&PlayerOptions::default());
//! let mut review = Review::default();
//! let played = game.moves().map(Some).chain([None]);
//! for (position, played) in game.positions().zip(played) {
//!     let task = SearchTask {
//!         position,
//!         rules: game.rules(),
//!         limits: Limits::of_nodes(2_000),
//!         seed: None,
//!         threads: NonZeroUsize::MIN,
//!     };
//!     let found = player.analyze(&task, 1, Cancellation::never(), &mut |_| {});
//!     let report = found.as_ref().map(|(report, _)| report);
//!     review.positions.extend(Reviewed::new(position, game.rules(), report, played));
//! }
//! // What the first move lost of the chances of its side.
//! assert!(review.loss(0).is_some_and(|loss| (0.0..=1.0).contains(&loss)));
//! assert!(review.accuracy(Color::Blue).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assessment;

pub use assessment::{
    Assessment, assessment_in_words, outcome_in_words, solution_in_words, table_of_lines,
};

use crate::board::{Color, Move, PlayedMove, Position, Rules};
use crate::diagnostic::text;
use crate::engine::{Score, SearchReport};

/// A position of a game, with the result of its search.
#[derive(Clone, Debug)]
pub struct Reviewed {
    /// The position.
    pub position: Position,
    /// What it is worth to Red.
    pub for_red: Assessment,
    /// The best line for the side to move, if the game goes on.
    pub best: Vec<Move>,
    /// Whether the side to move has no choice.
    pub is_forced: bool,
    /// The move that was played.
    pub played: Option<PlayedMove>,
}

/// How bad a move was. Greater is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mistake {
    /// It lost at least 5 % of the chances of winning.
    Inaccuracy,
    /// It lost at least 10 %.
    Mistake,
    /// It lost at least 20 %.
    Blunder,
    /// There was a forced win, and there is none after it.
    MissedWin,
}

impl Mistake {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedWin => "missed win",
        }
    }

    /// The least fraction of the winning chances that a move of this kind loses; 0 for a missed
    /// win, which does not depend on it.
    #[must_use]
    pub const fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.1,
            Self::Blunder => 0.2,
            Self::MissedWin => 0.0,
        }
    }
}

/// The positions of a game, as far as they have been searched.
#[derive(Clone, Debug, Default)]
pub struct Review {
    /// The positions, from the first.
    pub positions: Vec<Reviewed>,
}

/// A loss of a tenth of the chances makes a move this accurate.
const ACCURACY_AT_A_TENTH: f64 = 0.65;

impl Reviewed {
    /// A position from the report of its search, or from its outcome. `None` if the search found
    /// no line in time.
    #[must_use]
    pub fn new(
        position: &Position,
        rules: &Rules,
        report: Option<&SearchReport>,
        played: Option<PlayedMove>,
    ) -> Option<Self> {
        let best = report.and_then(|report| report.lines.first());
        let assessment = match position.outcome(rules) {
            Some(outcome) => Assessment::of_result(position, outcome),
            None => Assessment::of(best?),
        };
        Some(Self {
            position: *position,
            for_red: assessment.for_red(position.turn()),
            best: best.map(|line| line.moves.clone()).unwrap_or_default(),
            is_forced: position.legal_moves(rules).nth(1).is_none(),
            played,
        })
    }

    /// The side to move; in a finished game, the side that would be.
    #[must_use]
    pub const fn mover(&self) -> Color {
        self.position.turn()
    }

    /// The number of the turn, which is a ply of Red's and one of Blue's.
    #[must_use]
    pub const fn turn_number(&self) -> u32 {
        self.position.turn_number()
    }

    fn is_best(&self) -> bool {
        self.played.map(|played| played.mv) == self.best.first().copied()
    }

    fn is_won(&self, side: Color) -> bool {
        matches!(self.for_red.for_red(side).score, Score::Win(_))
    }
}

impl Review {
    /// How much of its chances the side to move lost in this position, in whole hundredths;
    /// `None` where nothing was played or the next position is not known.
    #[must_use]
    pub fn loss(&self, index: usize) -> Option<f64> {
        self.exact_loss(index).map(|loss| text::rounded(loss, 2))
    }

    fn exact_loss(&self, index: usize) -> Option<f64> {
        let (before, after) = self.pair(index)?;
        if before.is_best() {
            // The two searches may differ, but no move is better.
            return Some(0.0);
        }
        let chances = |reviewed: &Reviewed| reviewed.for_red.for_red(before.mover()).chances;
        Some((chances(before) - chances(after)).max(0.0))
    }

    fn pair(&self, index: usize) -> Option<(&Reviewed, &Reviewed)> {
        match self.positions.get(index..index + 2)? {
            [before, after] => Some((before, after)),
            _ => None,
        }
    }

    /// How bad the move in this position was; `None` if it was good, or nothing is known.
    #[must_use]
    pub fn mistake(&self, index: usize) -> Option<Mistake> {
        use Mistake::{Blunder, Inaccuracy, MissedWin};
        let loss = self.loss(index)?;
        let (before, after) = self.pair(index)?;
        let side = before.mover();
        if before.is_won(side) && !after.is_won(side) && !before.is_best() {
            return Some(MissedWin);
        }
        [Blunder, Mistake::Mistake, Inaccuracy]
            .into_iter()
            .find(|mistake| loss >= mistake.least_loss())
    }

    /// The indexes of the positions in which the worst mistakes were made, the worst first.
    #[must_use]
    pub fn mistakes(&self) -> Vec<usize> {
        let losses = (0..self.positions.len()).filter_map(|index| {
            let kind = self.mistake(index)?;
            // Of equals the first comes first.
            Some((kind, self.loss(index)?, index))
        });
        let mut mistakes: Vec<_> = losses.collect();
        mistakes.sort_by(|(one, lost, _), (other, lost_there, _)| {
            other.cmp(one).then(lost_there.total_cmp(lost))
        });
        mistakes.into_iter().map(|(_, _, index)| index).collect()
    }

    /// How accurately a side played, from 0 to 1: the mean over its moves. A move that lost
    /// none of its chances counts 1; the worth of others falls exponentially with the loss, to
    /// 0.65 at a tenth. Forced moves do not count; `None` if there are no others.
    #[must_use]
    pub fn accuracy(&self, side: Color) -> Option<f64> {
        let moves = self.positions.iter().enumerate();
        let own = moves.filter(|(_, reviewed)| reviewed.mover() == side && !reviewed.is_forced);
        let accuracies: Vec<f64> = own
            .filter_map(|(index, _)| Some(ACCURACY_AT_A_TENTH.powf(10.0 * self.exact_loss(index)?)))
            .collect();
        #[allow(clippy::cast_precision_loss)]
        let count = accuracies.len() as f64;
        (count > 0.0).then(|| accuracies.iter().sum::<f64>() / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;
    use crate::engine::{UNITS, Variation};

    /// The start of a game: the chances of the side to move in each position, and whether it
    /// plays the best move.
    fn review(positions: &[(f64, bool)]) -> Review {
        let mut game = Game::new(Rules::UAI);
        let mut review = Review::default();
        for &(chances, plays_best) in positions {
            let position = *game.position();
            let mut moves = position.legal_moves(game.rules());
            let best = moves.next().expect("a move");
            let mv = if plays_best { Some(best) } else { moves.next() };
            let played = game.play(mv.expect("another move")).expect("a legal move");
            let score = match chances {
                1.0 => Score::Win(9),
                0.0 => Score::Loss(8),
                _ => Score::Stones(0.0),
            };
            review.positions.push(Reviewed {
                position,
                for_red: Assessment { score, chances }.for_red(position.turn()),
                best: vec![best],
                is_forced: false,
                played: Some(played),
            });
        }
        review
    }

    #[test]
    fn a_position_has_the_best_line_of_its_search_or_its_outcome() {
        let position = |fen: &str| fen.parse::<Position>().expect(fen);
        let best: Move = "a2".parse().expect("a move");
        let report = SearchReport {
            lines: vec![Variation {
                score: Score::Stones(3.0),
                value: 3 * UNITS,
                moves: vec![best],
            }],
            depth: 1,
            deepest: 1,
            nodes: 1,
            fullness: 0,
        };
        let open = position("x5o/7/7/7/7/7/o5x o 0 4");
        let reviewed = Reviewed::new(&open, &Rules::UAI, Some(&report), None).expect("a line");
        assert_eq!(reviewed.for_red.score, Score::Stones(-3.0));
        assert_eq!(
            (reviewed.best.as_slice(), reviewed.is_forced),
            (&[best][..], false)
        );
        assert_eq!((reviewed.mover(), reviewed.turn_number()), (Color::Blue, 4));
        assert!(Reviewed::new(&open, &Rules::UAI, None, None).is_none());

        let won = position("x6/7/7/7/7/7/7 o 0 9");
        let reviewed = Reviewed::new(&won, &Rules::UAI, None, None).expect("an outcome");
        assert_eq!(reviewed.for_red.score, Score::Win(0));
        assert!(reviewed.best.is_empty() && reviewed.is_forced);
    }

    #[test]
    fn the_loss_of_a_move() {
        let review = review(&[(0.6, false), (0.5, false), (0.5, true), (0.7, false)]);
        let losses: Vec<_> = (0..4).map(|index| review.loss(index)).collect();
        let near = |index: usize, expected: f64| {
            assert!(
                (losses[index].expect("a loss") - expected).abs() < 1e-9,
                "{losses:?}"
            );
        };
        near(0, 0.1);
        near(1, 0.0);
        // The best move loses nothing, whatever the search of the next position finds.
        near(2, 0.0);
        assert_eq!(losses[3], None);
    }

    #[test]
    fn mistakes_by_their_loss() {
        let of = |after: f64| review(&[(0.6, false), (1.0 - after, true)]).mistake(0);
        let named = |after| of(after).map(Mistake::name);
        assert_eq!(named(0.6), None);
        assert_eq!(named(0.556), None);
        // Rounded as it is shown: 5 %.
        assert_eq!(named(0.554), Some("inaccuracy"));
        assert_eq!(named(0.49), Some("mistake"));
        assert_eq!(named(0.3), Some("blunder"));
        assert_eq!(named(0.0), Some("blunder"));
    }

    #[test]
    fn a_forced_win_that_is_missed() {
        let of = |best, after: f64| review(&[(1.0, best), (1.0 - after, true)]).mistake(0);
        assert_eq!(of(false, 0.99), Some(Mistake::MissedWin));
        assert_eq!(Mistake::MissedWin.name(), "missed win");
        assert_eq!(of(false, 1.0), None);
        assert_eq!(of(true, 0.99), None);
    }

    #[test]
    fn the_worst_mistake_comes_first() {
        let review = review(&[(0.6, false), (0.5, false), (0.8, false), (0.9, true)]);
        assert_eq!(review.mistakes(), [2, 1, 0]);
    }

    #[test]
    fn a_missed_win_is_the_worst_mistake() {
        let review = review(&[(0.6, false), (0.9, false), (1.0, false), (0.02, true)]);
        assert_eq!(review.mistake(2), Some(Mistake::MissedWin));
        assert!(review.loss(2) < review.loss(1), "{review:?}");
        assert_eq!(review.mistakes()[0], 2);
    }

    #[test]
    fn accuracy_is_the_mean_over_moves_with_a_choice() {
        let mut review = review(&[(0.6, false), (0.5, true), (0.5, true), (0.5, true)]);
        let near = |found: Option<f64>, expected: f64| {
            assert!((found.expect("moves") - expected).abs() < 1e-9, "{found:?}");
        };
        near(review.accuracy(Color::Red), 0.825);
        near(review.accuracy(Color::Blue), 1.0);
        review.positions[0].is_forced = true;
        near(review.accuracy(Color::Red), 1.0);
        review.positions[1].is_forced = true;
        assert_eq!(review.accuracy(Color::Blue), None);
    }
}
