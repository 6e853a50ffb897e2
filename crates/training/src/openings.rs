//! Balanced openings for matches.

use ataxx_core::Cancellation;
use ataxx_core::board::{Bitboard, Color, Game, Position, Rules, Symmetry};
use ataxx_core::engine::{Limits, Player, PlayerOptions, RandomOpening, SearchTask};
use ataxx_core::review::Assessment;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::num::NonZeroUsize;

/// Random openings, by their numbers, and the search that selects the balanced ones.
#[derive(Clone, Copy, Debug)]
pub struct OpeningSearch {
    /// The seed of the random plies and blocks.
    pub seed: u64,
    /// Whether each opening has blocks.
    pub blocks: bool,
    /// The node limit of the search.
    pub nodes: u64,
}

/// The node limit with which the openings of `ataxx match` were made.
pub const OPENING_NODES: u64 = 200_000;

/// The greatest chances of the better side in a balanced opening.
const MAX_CHANCES: f64 = 0.55;

/// A search of this fraction of the nodes rejects the openings whose better side has more chances
/// than [`MAX_CHANCES_AT_FIRST`], which are most.
const FIRST_SHARE: u64 = 50;
const MAX_CHANCES_AT_FIRST: f64 = 0.65;

impl OpeningSearch {
    /// The opening with this number, six to eight random plies from the start; `None` if the game
    /// ends in it, or if it has no blocks and needs them.
    #[must_use]
    pub fn candidate(&self, number: u64) -> Option<Game> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let choice = RandomOpening {
            plies: 6..=8,
            blocks: self.blocks,
        };
        let game = choice.game(&Rules::UAI, &mut random)?;
        let has_blocks = !game.position().blocks().is_empty();
        (has_blocks == self.blocks).then_some(game)
    }

    /// A player for [`is_balanced`](Self::is_balanced).
    #[must_use]
    pub fn player(&self) -> Player<'static> {
        Player::new(&PlayerOptions {
            table_bytes: Limits::of_nodes(self.nodes).table_bytes(),
            solver: false,
            ..PlayerOptions::default()
        })
    }

    /// Whether neither side has more than 55 % of the chances; not if the search is cancelled.
    /// The answer does not depend on earlier ones of the player.
    pub fn is_balanced(
        &self,
        position: &Position,
        player: &mut Player,
        cancel: &Cancellation,
    ) -> bool {
        let mut chances = |nodes| {
            player.clear();
            let task = SearchTask {
                position,
                rules: &Rules::UAI,
                limits: Limits::of_nodes(nodes),
                seed: None,
                threads: NonZeroUsize::MIN,
            };
            let choice = player.choose(&task, cancel)?;
            let chances = Assessment::new(choice.score, choice.value).chances;
            (!cancel.is_requested()).then_some(chances.max(1.0 - chances))
        };
        chances(self.nodes / FIRST_SHARE).is_some_and(|chances| chances <= MAX_CHANCES_AT_FIRST)
            && chances(self.nodes).is_some_and(|chances| chances <= MAX_CHANCES)
    }
}

/// The same position for all that are equal up to symmetry and an exchange of the colours: Red is
/// to move. Counts of plies and jumps are dropped.
#[must_use]
pub fn canonical(position: &Position) -> Position {
    let position = match position.turn() {
        Color::Red => *position,
        Color::Blue => position.with_colors_swapped(),
    };
    let key = |position: &Position| {
        let pieces = Color::BOTH.map(|color| position.pieces(color));
        [pieces[0], pieces[1], position.blocks()].map(Bitboard::bits)
    };
    let images = Symmetry::all().map(|symmetry| symmetry.position(&position));
    let least = images.min_by_key(key).unwrap_or(position);
    least.with_plies(0).with_jumps(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Move;
    use ataxx_core::notation::GameRecord;

    fn is_balanced(search: &OpeningSearch, game: &Game) -> bool {
        let mut player = search.player();
        search.is_balanced(game.position(), &mut player, Cancellation::never())
    }

    /// Each opening is the next candidate that is balanced, so the command makes the same files.
    #[test]
    fn the_files_of_the_program_are_found_by_the_search() {
        let files = [
            (false, include_str!("../../arena/src/openings.txt")),
            (true, include_str!("../../arena/src/openings_blocks.txt")),
        ];
        for (blocks, file) in files {
            let search = OpeningSearch {
                seed: 1,
                blocks,
                nodes: OPENING_NODES,
            };
            let moves = |game: &Game| game.moves().map(|played| played.mv).collect::<Vec<Move>>();
            let mut candidates = (0..20_000).filter_map(|number| search.candidate(number));
            let records = GameRecord::read_all(file).expect("records");
            let mut passed_over = Vec::new();
            for (index, record) in records.iter().enumerate() {
                let game = record.game();
                let is_same = |candidate: &Game| {
                    let blocks = candidate.start().blocks() == game.start().blocks();
                    blocks && moves(candidate) == moves(game)
                };
                let others = candidates.by_ref().take_while(|other| !is_same(other));
                let others: Vec<Game> = others.collect();
                if index < 4 {
                    assert!(is_balanced(&search, game), "{}", game.position());
                    passed_over.extend(others);
                }
            }
            assert!(candidates.next().is_some(), "an opening is no candidate");
            for game in passed_over {
                assert!(!is_balanced(&search, &game), "{}", game.position());
            }
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_canonical_one() {
        let search = OpeningSearch {
            seed: 2,
            blocks: true,
            nodes: 1,
        };
        let games = (0..100).filter_map(|number| search.candidate(number));
        for game in games {
            let position = *game.position();
            let one = canonical(&position);
            for symmetry in Symmetry::all() {
                let image = symmetry.position(&position);
                assert_eq!(canonical(&image), one);
                assert_eq!(canonical(&image.with_colors_swapped()), one);
            }
            assert_ne!(canonical(&position.with_turn(!position.turn())), one);
        }
    }
}
