//! What a new game can be begun with: patterns of blocks, strengths of AIs.

use ataxx_core::board::{Color, Game, Position, Rules, Square};
use ataxx_core::engine::Level;
use ataxx_session::{Session, Strength};
use std::time::Duration;

/// The times of an engine for a move that a page offers, in seconds.
pub const MOVE_SECONDS: [u64; 5] = [1, 3, 10, 30, 120];

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

/// How strong an AI plays that a page offers; `None` as the command line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedStrength(pub Option<Strength>);

impl OfferedStrength {
    /// That of a first game, so that whoever opens a page can win.
    pub const FIRST: Strength = Strength::Proposed(Level::new(3).expect("a level from 1 to 10"));

    /// The strength of the command line.
    const USUAL: Self = Self(None);

    /// All of them.
    fn all() -> impl Iterator<Item = Self> {
        let levels = (1..=10).filter_map(Level::new).map(Strength::Level);
        let times = [1, 3, 5, 9].map(|seconds| Strength::MoveTime(Duration::from_secs(seconds)));
        let strengths = levels.chain(times).map(|strength| Self(Some(strength)));
        strengths.chain([Self::USUAL])
    }

    /// The name in forms.
    pub fn name(self) -> String {
        match self.0 {
            Some(Strength::Level(level) | Strength::Proposed(level)) => {
                format!("level-{}", level.number())
            }
            Some(Strength::MoveTime(time)) => format!("seconds-{}", time.as_secs()),
            None => "usual".to_owned(),
        }
    }

    /// The label on the page.
    pub fn label(self) -> String {
        match self.0 {
            Some(Strength::Level(level) | Strength::Proposed(level)) => {
                let word = match level.number() {
                    1 => ", beginner",
                    3 => ", easy",
                    4 => ", casual",
                    7 => ", club",
                    10 => ", best",
                    _ => "",
                };
                format!("Level {}{word}", level.number())
            }
            Some(Strength::MoveTime(time)) => format!("Best, {} s", time.as_secs()),
            None => "AI as started".to_owned(),
        }
    }

    /// Those that a page offers: that of the command line only where it plays.
    pub fn offered(session: &Session) -> impl Iterator<Item = Self> {
        let plays = Color::BOTH.map(|color| session.strength_of(color).is_none());
        Self::all().filter(move |one| *one != Self::USUAL || plays.contains(&true))
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|offered| offered.name() == name)
    }

    /// The one of a colour's player; that of the command line where the page does not offer it.
    pub fn of_player(session: &Session, color: Color) -> Self {
        let strength = Self(session.strength_of(color));
        Self::named(&strength.name()).unwrap_or(Self::USUAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_session::{Dialect, SessionSettings};

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
        for offered in OfferedStrength::all() {
            assert_eq!(OfferedStrength::named(&offered.name()), Some(offered));
            session.set_strength(Color::Blue, offered.0);
            let found = OfferedStrength::of_player(&session, Color::Blue);
            assert_eq!(found, offered);
        }
        assert_eq!(OfferedStrength::named(""), None);
    }
}
