//! Levels of play, from beginner to full strength.

use super::limits::Limits;
use super::score::{Evaluation, Material, Value};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A level of play, from 1 for a beginner to 10 for full strength.
///
/// Weak levels look a few plies ahead, count pieces only, and choose among more moves that
/// seem about equal. `docs/PLAYERS.md` rates the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// The limits and parameters of a level.
struct Style {
    /// The maximum depth, in plies.
    depth: u32,
    /// The maximum of searched positions.
    nodes: u64,
    /// The greatest random bonus of a move.
    spread: Value,
    /// Whether positions are evaluated by counting pieces, instead of by the network.
    counts_pieces: bool,
    /// Whether the solver looks for forced wins.
    solver: bool,
}

const fn piece_counter(depth: u32, spread: Value) -> Style {
    Style {
        depth,
        nodes: 20_000,
        spread,
        counts_pieces: true,
        solver: false,
    }
}

const fn network(depth: u32, nodes: u64, spread: Value) -> Style {
    Style {
        depth,
        nodes,
        spread,
        counts_pieces: false,
        solver: false,
    }
}

/// The levels below full strength.
const STYLES: [Style; 9] = [
    piece_counter(1, 250),
    piece_counter(1, 90),
    piece_counter(1, 25),
    piece_counter(2, 25),
    piece_counter(3, 25),
    network(2, 20_000, 40),
    network(4, 20_000, 20),
    network(20, 2_500, 20),
    Style {
        solver: true,
        ..network(40, 12_000, 20)
    },
];

/// The greatest random bonus at full strength, with a seed: 2 % winning probability in an even
/// position.
const SPREAD: Value = 20;

impl Level {
    /// Full strength.
    #[allow(clippy::cast_possible_truncation)] // ten levels
    pub const FULL: Self = Self(STYLES.len() as u8 + 1);

    /// The level with this number; `None` if there is none.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number == 0 || number > Self::FULL.0 {
            return None;
        }
        Some(Self(number))
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// The number of the level, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The style; `None` for full strength.
    fn style(self) -> Option<&'static Style> {
        STYLES.get(usize::from(self.0) - 1)
    }

    /// The limits of a search at this level, within the limits of a task.
    pub(super) fn limits(self, limits: Limits) -> Limits {
        let Some(style) = self.style() else {
            return limits;
        };
        Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(style.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(style.nodes)),
            time: limits.time,
            proof_time: None,
        }
    }

    /// Whether it evaluates positions by counting pieces, instead of by the network.
    #[must_use]
    pub fn counts_pieces(self) -> bool {
        self.style().is_some_and(|style| style.counts_pieces)
    }

    pub(super) fn evaluation(self, evaluation: &dyn Evaluation) -> &dyn Evaluation {
        if self.counts_pieces() {
            &Material
        } else {
            evaluation
        }
    }

    pub(super) fn has_solver(self) -> bool {
        self.style().is_none_or(|style| style.solver)
    }

    /// The greatest random bonus of a move, to choose among similar moves.
    pub(super) fn spread(self) -> Value {
        self.style().map_or(SPREAD, |style| style.spread)
    }
}

/// The text is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a skill level from 1 to {}", Level::FULL)]
pub struct InvalidLevel;

impl FromStr for Level {
    type Err = InvalidLevel;

    fn from_str(text: &str) -> Result<Self, InvalidLevel> {
        let number = text.parse().map_err(|_| InvalidLevel)?;
        Self::new(number).ok_or(InvalidLevel)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::engine::evaluation::Network;

    #[test]
    fn levels_are_written_and_read() {
        assert_eq!(Level::all().count(), 10);
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for wrong in ["0", "11", "-1", "", "1.5", "1e1"] {
            assert_eq!(wrong.parse::<Level>(), Err(InvalidLevel), "{wrong}");
        }
        assert_eq!(
            InvalidLevel.to_string(),
            "expected a skill level from 1 to 10"
        );
    }

    #[test]
    fn a_level_stays_within_the_limits_of_its_task() {
        let limits = Limits {
            nodes: Some(7),
            depth: Some(1),
            ..Limits::default()
        };
        for level in Level::all() {
            assert_eq!(level.limits(limits), limits);
        }
        assert_eq!(Level::FULL.limits(Limits::default()), Limits::default());
        assert_eq!(Level(1).limits(Limits::default()).depth, Some(1));
    }

    #[test]
    fn weak_levels_count_pieces_and_have_no_solver() {
        let start = Position::start();
        let network = Network::embedded();
        assert_ne!(network.value(&start), Material.value(&start));
        for level in Level::all() {
            let counted = level.evaluation(network).value(&start) == Material.value(&start);
            assert_eq!(counted, level.number() <= 5, "{level}");
            assert_eq!(level.has_solver(), level.number() >= 9, "{level}");
        }
    }
}
