//! The openings of a match.

use super::entrant::Entrant;
use ataxx_core::board::{Game, Position, Rules, Square};
use ataxx_core::internal::fnv1a;
use ataxx_core::notation::GameRecord;
use ataxx_opponents::{RandomOpening, shuffle};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::fmt;
use thiserror::Error;

/// The openings of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Random plies from the start position.
    Random {
        seed: u64,
        /// How they are chosen.
        choice: RandomOpening,
    },
    /// Balanced openings of the program in this order, and then from the first again; at least one.
    Balanced {
        /// The seed of the order.
        seed: u64,
        /// Whether some of them have blocks.
        blocks: bool,
        games: Vec<Game>,
    },
    /// These positions in order, and then from the first again; at least one.
    Listed(Vec<Position>),
}

/// The balanced openings of the program: six to eight plies from the start, after which a search
/// sees at most 55 % for either side. `ataxx-train openings` makes the file.
const BALANCED: &str = include_str!("openings.txt");
/// The same with blocks, half as many.
const BALANCED_WITH_BLOCKS: &str = include_str!("openings_blocks.txt");

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoOpening {
    /// Openings with blocks are wanted.
    #[error("the rules `{0}` have no blocks")]
    NoBlocks(Rules),
    /// No random opening suits all players.
    #[error("no opening was found that all players can be given")]
    NotFound,
    /// The game is over before it begins.
    #[error("in `{0}` the game is over")]
    Over(Position),
    /// A player cannot start from this opening.
    #[error("`{player}` cannot be given the opening `{opening}`: {reason}")]
    Refused {
        player: String,
        opening: Position,
        reason: String,
    },
}

impl Openings {
    /// The balanced openings that all players can start from, in a random order; `None` if these
    /// rules have other moves or an end before, or if no opening suits the players.
    pub fn balanced(seed: u64, blocks: bool, rules: Rules, entrants: &[Entrant]) -> Option<Self> {
        let mut games = openings_of(BALANCED, rules)?;
        if blocks && rules.blocks {
            games.extend(openings_of(BALANCED_WITH_BLOCKS, rules)?);
        }
        games.retain(|game| entrants.iter().all(|entrant| entrant.accepts(game).is_ok()));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        shuffle(&mut games, &mut random);
        (!games.is_empty()).then_some(Self::Balanced {
            seed,
            blocks: games
                .iter()
                .any(|game| !game.position().blocks().is_empty()),
            games,
        })
    }

    /// Checks that these rules have blocks, and that all players can start from a position with
    /// some.
    pub fn check_blocks(rules: Rules, entrants: &[Entrant]) -> Result<(), NoOpening> {
        let mut game = Game::new(rules);
        if game.place_block(Square::C3).is_err() {
            return Err(NoOpening::NoBlocks(rules));
        }
        accepted(&game, entrants)
    }

    /// The most plies that an opening has.
    pub fn most_plies(&self) -> usize {
        match self {
            Self::Random { choice, .. } => *choice.plies.end() as usize,
            Self::Balanced { games, .. } => {
                let plies = games.iter().map(|game| game.moves().len());
                plies.max().unwrap_or_default()
            }
            Self::Listed(_) => 0,
        }
    }

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
            Self::Balanced { games, .. } => Ok(games[place(number, games.len())].clone()),
            Self::Listed(positions) => {
                let position = positions[place(number, positions.len())];
                let game = Game::from_position(rules, position);
                if game.outcome().is_some() {
                    return Err(NoOpening::Over(position));
                }
                accepted(&game, entrants)?;
                Ok(game)
            }
        }
    }

    /// Checks that all players can start from every opening, as far as that is known in
    /// advance.
    pub fn check(&self, rules: Rules, entrants: &[Entrant]) -> Result<(), NoOpening> {
        let count = match self {
            // Those of the program were checked.
            Self::Random { .. } | Self::Balanced { .. } => 1,
            Self::Listed(positions) => positions.len() as u64,
        };
        (0..count).try_for_each(|number| self.game(number, rules, entrants).map(drop))
    }
}

/// Checks that all players can start from an opening.
fn accepted(opening: &Game, entrants: &[Entrant]) -> Result<(), NoOpening> {
    for entrant in entrants {
        entrant
            .accepts(opening)
            .map_err(|reason| NoOpening::Refused {
                player: entrant.name.to_string(),
                opening: *opening.position(),
                reason,
            })?;
    }
    Ok(())
}

/// The place of an opening in a list that is repeated.
fn place(number: u64, count: usize) -> usize {
    usize::try_from(number % count as u64).unwrap_or_default()
}

/// The openings of a file of the program; `None` if one cannot be played by these rules.
fn openings_of(file: &str, rules: Rules) -> Option<Vec<Game>> {
    let records = GameRecord::read_each(file).into_iter();
    let games = records.map(|record| {
        let record = record.ok()?;
        let mut game = Game::from_position(rules, record.start());
        for played in record.game().moves() {
            game.play(played.mv).ok()?;
        }
        game.outcome().is_none().then_some(game)
    });
    games.collect()
}

/// In the description of a match.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some_with_blocks = |blocks| if blocks { ", some with blocks" } else { "" };
        match self {
            Self::Random { seed, choice } => {
                let plies = choice.plies.start();
                let blocks = some_with_blocks(choice.blocks);
                write!(f, "{plies} random plies by seed {seed}{blocks}")
            }
            Self::Balanced {
                seed,
                blocks,
                games,
            } => {
                let blocks = some_with_blocks(*blocks);
                let hash = hash(games.iter().map(Game::position));
                write!(f, "balanced, by seed {seed}{blocks} ({hash:016x})")
            }
            Self::Listed(positions) => {
                let hash = hash(positions);
                write!(f, "a list of {} ({hash:016x})", positions.len())
            }
        }
    }
}

fn hash<'a>(positions: impl IntoIterator<Item = &'a Position>) -> u64 {
    let lines: Vec<String> = positions.into_iter().map(Position::to_string).collect();
    fnv1a(lines.join("\n").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::{Bitboard, Color, Symmetry};
    use ataxx_core::reference::{Cell, LiteralPosition};
    use std::collections::{BTreeSet, HashSet};

    fn entrants(specs: &[&str]) -> Vec<Entrant> {
        specs.iter().map(|text| text.parse().expect(text)).collect()
    }

    fn random_plies(plies: u32, blocks: bool) -> Openings {
        Openings::Random {
            seed: 5,
            choice: RandomOpening {
                plies: plies..=plies,
                blocks,
            },
        }
    }

    #[test]
    fn random_openings_are_different_and_always_the_same() {
        let (openings, no_entrants) = (random_plies(6, true), entrants(&[]));
        let all = |_| -> Vec<String> {
            (0..20)
                .map(|number| {
                    let game = openings
                        .game(number, Rules::UAI, &no_entrants)
                        .expect("one");
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
            let game = random_plies(4, true).game(number, Rules::BERKELEY_2008, &players);
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

    #[test]
    fn the_files_hold_openings_that_are_legal_and_different() {
        let rules = Rules::UAI;
        let mut seen: HashSet<Position> = HashSet::new();
        for (file, least, has_blocks) in [
            (BALANCED, 2_000, false),
            (BALANCED_WITH_BLOCKS, 1_000, true),
        ] {
            let games = openings_of(file, rules).expect("all can be played");
            assert!(games.len() >= least, "{}", games.len());
            for game in &games {
                assert!((6..=8).contains(&game.moves().len()), "{game:?}");
                assert_eq!(game.start().blocks().is_empty(), !has_blocks, "{game:?}");
                // The reference rules agree with every move and its result.
                let blocks = game.start().blocks();
                let mut literal = LiteralPosition::from_cells(Color::Red, |square| {
                    if blocks.contains(square) {
                        Cell::Block
                    } else {
                        LiteralPosition::start().cell(square)
                    }
                });
                for played in game.moves() {
                    literal = literal.play(played.mv, &rules).expect("a legal move");
                }
                assert_eq!(literal.outcome(&rules), None);
                for color in Color::BOTH {
                    let is_piece = |&square: &Square| literal.cell(square) == Cell::piece(color);
                    let pieces: Bitboard = Square::all().filter(is_piece).collect();
                    assert_eq!(pieces, game.position().pieces(color));
                }

                let position = game.position().with_plies(0).with_jumps(0);
                let swapped = position.with_colors_swapped();
                let images = Symmetry::all()
                    .flat_map(|symmetry| [&position, &swapped].map(|one| symmetry.position(one)));
                for image in images.collect::<HashSet<_>>() {
                    assert!(seen.insert(image), "again: {position}");
                }
            }
        }
    }

    #[test]
    fn balanced_openings_are_for_rules_with_their_moves_and_players_that_accept_them() {
        let balanced = |blocks, rules: &str, players: &[&str]| {
            let rules = rules.parse().expect(rules);
            let openings = Openings::balanced(3, blocks, rules, &entrants(players))?;
            let Openings::Balanced { games, .. } = openings else {
                return None;
            };
            let with_blocks = games
                .iter()
                .filter(|game| !game.position().blocks().is_empty());
            Some((games.len(), with_blocks.count()))
        };
        let all = Some((2_048, 0));
        assert_eq!(balanced(false, "uai", &["ai"]), all);
        assert_eq!(balanced(false, "2008", &["2008:x"]), all);
        assert_eq!(balanced(true, "2022,stuck=award,blocks=no", &["ai"]), all);
        assert_eq!(balanced(true, "uai", &["ai"]), Some((3_072, 1_024)));
        assert_eq!(balanced(true, "uai", &["ai", "agent:x"]), all);
        assert_eq!(balanced(false, "reloaded", &["ai"]), None);
        assert_eq!(balanced(false, "uai,jumps=none", &["ai"]), None);
        assert_eq!(balanced(false, "2022,jump-limit=2", &["ai"]), None);
    }

    #[test]
    fn blocks_are_for_rules_and_players_that_have_them() {
        let check = |rules: &str, players: &[&str]| {
            let rules = rules.parse().expect(rules);
            let checked = Openings::check_blocks(rules, &entrants(players));
            checked.map_or_else(|error| error.to_string(), |()| "fine".to_owned())
        };
        assert_eq!(check("uai", &["ai", "uai:x"]), "fine");
        assert_eq!(check("2008", &["2008:x"]), "fine");
        assert_eq!(check("2022", &["2022:x"]), "fine");
        insta::assert_snapshot!(check("2022,blocks=no", &["ai"]), @"the rules `2022,blocks=no` have no blocks");
        insta::assert_snapshot!(check("uai", &["ai", "agent:x"]), @"`agent:x` cannot be given the opening `x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1`: c3 is blocked, and Reloaded has no blocks");
        let described = |blocks| {
            let rules = "2022,blocks=no".parse().expect("rules");
            let openings = Openings::balanced(1, blocks, rules, &[]).expect("some");
            openings.to_string()
        };
        assert_eq!(described(true), described(false));
        assert!(!described(true).contains("blocks"));
    }

    #[test]
    fn balanced_openings_come_in_an_order_by_seed_and_from_the_first_again() {
        let openings = |seed| Openings::balanced(seed, false, Rules::UAI, &[]).expect("some");
        let (one, other) = (openings(1), openings(2));
        let game =
            |openings: &Openings, number| openings.game(number, Rules::UAI, &[]).expect("one");
        assert_eq!(one, openings(1));
        assert_ne!(game(&one, 0), game(&other, 0));
        assert_ne!(game(&one, 0), game(&one, 1));
        assert_eq!(game(&one, 5), game(&one, 5 + 2_048));
        assert_eq!(one.most_plies(), 8);
        let hash = |openings: &Openings| {
            openings
                .to_string()
                .split('(')
                .next_back()
                .map(str::to_owned)
        };
        assert_ne!(hash(&one), hash(&other));
    }
}
