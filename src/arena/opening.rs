//! The openings of a match.

use super::entrant::Entrant;
use crate::opponents::RandomOpening;
use ataxx_core::board::{Game, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use thiserror::Error;

/// The openings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Random plies from the start position.
    Random {
        /// The seed.
        seed: u64,
        /// How they are chosen.
        choice: RandomOpening,
    },
    /// These positions in order, and then from the first again; at least one.
    Listed(Vec<Position>),
}

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoOpening {
    /// No random opening suits all players.
    #[error("no opening was found that all players can be given")]
    NotFound,
    /// The game is over before it begins.
    #[error("in `{0}` the game is over")]
    Over(Position),
    /// A player cannot start from this opening.
    #[error("`{player}` cannot be given the opening `{opening}`: {reason}")]
    Refused {
        /// The player.
        player: String,
        /// The opening.
        opening: Position,
        /// The reason.
        reason: String,
    },
}

impl Openings {
    /// The opening of this number, which all players can start from.
    pub fn game(&self, number: u64, rules: Rules, entrants: &[Entrant]) -> Result<Game, NoOpening> {
        /// The number of attempts.
        const TRIES: u32 = 1000;
        match self {
            Self::Random { seed, choice } => {
                let mut random = ChaCha8Rng::seed_from_u64(*seed);
                random.set_stream(number);
                (0..TRIES)
                    .filter_map(|_| choice.game(&rules, &mut random))
                    .find(|game| entrants.iter().all(|entrant| entrant.accepts(game).is_ok()))
                    .ok_or(NoOpening::NotFound)
            }
            Self::Listed(positions) => {
                let count = positions.len().max(1) as u64;
                let place = usize::try_from(number % count).unwrap_or_default();
                let position = positions.get(place).copied().unwrap_or_default();
                let game = Game::from_position(rules, position);
                if game.outcome().is_some() {
                    return Err(NoOpening::Over(position));
                }
                for entrant in entrants {
                    entrant
                        .accepts(&game)
                        .map_err(|reason| NoOpening::Refused {
                            player: entrant.name.to_string(),
                            opening: position,
                            reason,
                        })?;
                }
                Ok(game)
            }
        }
    }

    /// Checks that all players can start from every opening, as far as that is known in
    /// advance.
    pub fn check(&self, rules: Rules, entrants: &[Entrant]) -> Result<(), NoOpening> {
        let count = match self {
            Self::Random { .. } => 1,
            Self::Listed(positions) => positions.len() as u64,
        };
        (0..count).try_for_each(|number| self.game(number, rules, entrants).map(drop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn entrants(specs: &[&str]) -> Vec<Entrant> {
        specs.iter().map(|text| text.parse().expect(text)).collect()
    }

    fn by_chance(plies: u32, blocks: bool) -> Openings {
        Openings::Random {
            seed: 5,
            choice: RandomOpening {
                plies: plies..=plies,
                blocks,
            },
        }
    }

    #[test]
    fn openings_by_chance_are_different_and_always_the_same() {
        let (openings, nobody) = (by_chance(6, true), entrants(&[]));
        let all = |_| -> Vec<String> {
            (0..20)
                .map(|number| {
                    let game = openings.game(number, Rules::UAI, &nobody).expect("one");
                    assert_eq!(game.moves().len(), 6);
                    game.position().to_string()
                })
                .collect()
        };
        assert_eq!(all(0), all(1));
        let different: BTreeSet<_> = all(0).into_iter().collect();
        assert_eq!(different.len(), 20);
        assert!(different.iter().any(|fen| fen.contains('-')));
    }

    #[test]
    fn only_what_all_can_be_given() {
        // There the square in the middle has no letter.
        let players = entrants(&["ai", "2008:x"]);
        for number in 0..100 {
            let game = by_chance(4, true).game(number, Rules::BERKELEY_2008, &players);
            assert!(players[1].accepts(&game.expect("one")).is_ok());
        }
        let listed = |fen: &str| {
            let position: Position = fen.parse().expect(fen);
            Openings::Listed(vec![Position::start(), position])
        };
        let check = |fen, rules, players: &[&str]| {
            let checked = listed(fen).check(rules, &entrants(players));
            checked.map_or_else(|error| error.to_string(), |()| "fine".to_owned())
        };
        let blocks = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1";
        let middle = "x5o/7/2x1x2/7/2o1o2/7/o5x x 0 1";
        assert_eq!(
            check(blocks, Rules::BERKELEY_2022, &["ai", "2022:x"]),
            "fine"
        );
        assert_eq!(check(middle, Rules::UAI, &["ai"]), "fine");
        insta::assert_snapshot!(check(middle, Rules::BERKELEY_2022, &["2022:x"]), @"`2022:x` cannot be given the opening `x5o/7/2x1x2/7/2o1o2/7/o5x x 0 1`: no game begins with `r-----b/-------/--r-r--/-------/--b-b--/-------/b-----r r 0`");
        insta::assert_snapshot!(check(blocks, Rules::RELOADED, &["agent:x"]), @"`agent:x` cannot be given the opening `x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1`: c3 is blocked, and Reloaded has no blocks");
        insta::assert_snapshot!(check("x6/7/7/7/7/7/7 x 0 1", Rules::UAI, &["ai"]), @"in `x6/7/7/7/7/7/7 x 0 1` the game is over");
    }
}
