//! What a new game can be begun with: patterns of blocks, strengths of AIs.

use crate::session::{Session, Strength};
use ataxx_core::board::{Color, Game, Position, Rules, Square};
use ataxx_core::engine::Level;
use std::time::Duration;

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
        Self::new("none", &[]),
        Self::new("centre", &["d4"]),
        Self::new("posts", &["c3"]),
        Self::new("cross", &["d4", "d3", "c4"]),
        Self::new("diamond", &["d2", "b4"]),
        Self::new("walls", &["c2", "c3"]),
        Self::new("gates", &["d1", "d2", "d6"]),
        Self::new("ring", &["c3", "d3", "c4"]),
    ];

    const fn new(name: &'static str, squares: &'static [&'static str]) -> Self {
        Self { name, squares }
    }

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

/// A strength of AIs that the page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedStrength {
    /// The name in forms.
    pub name: &'static str,
    /// The label on the page.
    pub label: &'static str,
    /// The strength; `None` for that of the command line.
    pub strength: Option<Strength>,
}

const fn level(name: &'static str, label: &'static str, number: u8) -> OfferedStrength {
    OfferedStrength {
        name,
        label,
        strength: Some(Strength::Level(
            Level::new(number).expect("a level from 1 to 10"),
        )),
    }
}

const fn seconds(name: &'static str, label: &'static str, seconds: u64) -> OfferedStrength {
    OfferedStrength {
        name,
        label,
        strength: Some(Strength::MoveTime(Duration::from_secs(seconds))),
    }
}

impl OfferedStrength {
    /// All of them.
    pub const ALL: [Self; 15] = [
        level("level-1", "Level 1, beginner", 1),
        level("level-2", "Level 2", 2),
        level("level-3", "Level 3, easy", 3),
        level("level-4", "Level 4, casual", 4),
        level("level-5", "Level 5", 5),
        level("level-6", "Level 6", 6),
        level("level-7", "Level 7, club", 7),
        level("level-8", "Level 8", 8),
        level("level-9", "Level 9", 9),
        level("level-10", "Level 10, best", 10),
        seconds("seconds-1", "Best, 1 s", 1),
        seconds("seconds-3", "Best, 3 s", 3),
        seconds("seconds-5", "Best, 5 s", 5),
        seconds("seconds-9", "Best, 9 s", 9),
        Self::USUAL,
    ];

    /// That of a first game.
    pub const FIRST: Self = Self::ALL[2];

    /// The strength of the command line.
    const USUAL: Self = Self {
        name: "usual",
        label: "AI as started",
        strength: None,
    };

    /// Those that a page offers: that of the command line only where it plays.
    pub fn offered(session: &Session) -> impl Iterator<Item = Self> {
        let plays = Color::BOTH.map(|color| session.strength_of(color).is_none());
        Self::ALL
            .into_iter()
            .filter(move |one| *one != Self::USUAL || plays.contains(&true))
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|offered| offered.name == name)
    }

    /// The one of a colour's player; that of the command line where the page does not offer it.
    pub fn of_player(session: &Session, color: Color) -> Self {
        Self::of(session.strength_of(color)).unwrap_or(Self::USUAL)
    }

    /// The one for a strength.
    pub fn of(strength: Option<Strength>) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|offered| offered.strength == strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Dialect, SessionSettings};

    #[test]
    fn games_can_be_played_on_each_pattern() {
        for pattern in Pattern::ALL {
            assert_eq!(Pattern::named(pattern.name), Some(pattern));
            let start = pattern.start(&Rules::BERKELEY_2022).expect(pattern.name);
            assert_eq!(start.blocks().is_empty(), pattern.name == "none");
            assert_eq!(start.outcome(&Rules::BERKELEY_2022), None);
        }
    }

    #[test]
    fn each_strength_is_found_again_in_a_session() {
        let mut session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        for offered in OfferedStrength::ALL {
            assert_eq!(OfferedStrength::named(offered.name), Some(offered));
            session.set_strength(Color::Blue, offered.strength);
            let found = OfferedStrength::of(session.strength_of(Color::Blue));
            assert_eq!(found, Some(offered));
        }
        assert_eq!(OfferedStrength::named(""), None);
    }
}
