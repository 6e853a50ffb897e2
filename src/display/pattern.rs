//! Patterns of blocks for new games.

use ataxx_core::board::{Game, Position, Rules, Square};

/// A pattern of blocks, symmetrical as all blocks of the course are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The name in forms and on the page.
    pub name: &'static str,
    /// Squares that stand for their reflections, too.
    squares: &'static [&'static str],
}

impl Pattern {
    /// All of them; the first has no blocks.
    pub const ALL: [Self; 8] = [
        Self {
            name: "none",
            squares: &[],
        },
        Self {
            name: "centre",
            squares: &["d4"],
        },
        Self {
            name: "posts",
            squares: &["c3"],
        },
        Self {
            name: "cross",
            squares: &["d4", "d3", "c4"],
        },
        Self {
            name: "diamond",
            squares: &["d2", "b4"],
        },
        Self {
            name: "walls",
            squares: &["c2", "c3"],
        },
        Self {
            name: "gates",
            squares: &["d1", "d2", "d6"],
        },
        Self {
            name: "ring",
            squares: &["c3", "d3", "c4"],
        },
    ];

    /// The pattern with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.name == name)
    }

    /// The start of a game with it; `None` if the rules have no blocks.
    pub fn start(self, rules: &Rules) -> Option<Position> {
        let mut game = Game::new(*rules);
        for square in self.squares {
            let square: Square = square.parse().ok()?;
            game.place_block(square).ok()?;
        }
        Some(*game.position())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_can_be_played_on() {
        for pattern in Pattern::ALL {
            assert_eq!(Pattern::named(pattern.name), Some(pattern));
            let start = pattern.start(&Rules::BERKELEY_2022).expect(pattern.name);
            assert_eq!(start.blocks().is_empty(), pattern.name == "none");
            assert_eq!(start.outcome(&Rules::BERKELEY_2022), None);
        }
    }
}
