//! Random choices, and games up to what hardly comes up at random: passes in a run of jumps up to
//! the limit, positions that leave the side to move no choice, and a move that wins at once.
//!
//! Walls leave little room. For passes one side fills its room with extends until it has no move,
//! and the other makes jumps that keep it so. A game that does not get there is dropped for
//! another.

use crate::divergence::winning_move;
use ataxx_core::board::{Bitboard, Color, Ending, Game, Move, Position, Rules, Square};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random choices: the same seed gives the same choices.
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `limit`; 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = u64::try_from(limit.max(1)).unwrap_or(1);
        usize::try_from(self.0.next_u64() % limit).unwrap_or(0)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        let index = self.below(all.len());
        all.get(index).copied()
    }

    /// Several of these, in a random order.
    pub fn several<T: Copy>(&mut self, all: &[T], count: usize) -> Vec<T> {
        let mut left = all.to_vec();
        let count = count.min(left.len());
        (0..count)
            .map(|_| {
                let index = self.below(left.len());
                left.swap_remove(index)
            })
            .collect()
    }
}

/// A game between walls.
pub struct WalledGame {
    pub walls: Vec<Square>,
    pub moves: Vec<Move>,
}

/// A position that leaves the side to move no choice, or hardly any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    Pass,
    OnlyMove,
    OnlyJumps,
    LastMove,
}

impl Forced {
    pub const ALL: [Self; 4] = [Self::Pass, Self::OnlyMove, Self::OnlyJumps, Self::LastMove];

    fn is_at(self, position: &Position, rules: &Rules) -> bool {
        let moves: Vec<Move> = position.legal_moves(rules).collect();
        match self {
            Self::Pass => moves == [Move::Pass],
            Self::OnlyMove => moves.len() == 1 && moves[0] != Move::Pass,
            Self::OnlyJumps => !moves.is_empty() && moves.iter().copied().all(is_jump),
            Self::LastMove => {
                let ends = |mv: &Move| position.after(*mv, rules).outcome(rules).is_some();
                !moves.is_empty() && moves.iter().all(ends)
            }
        }
    }
}

/// How many games are tried.
const MAX_TRIES: usize = 80;
/// How many walls, of 15 that are not each other's reflections.
const WALLS: std::ops::RangeInclusive<usize> = 9..=12;
/// How many passes the run has at least.
const PASSES: usize = 2;

/// A game by these rules, with walls among these squares: up to a forced move, or, without one, to
/// its end at the limit of jumps after passes in the run.
pub fn walled_game(
    dice: &mut Dice,
    rules: &Rules,
    squares: &[Square],
    forced: Option<Forced>,
) -> Option<WalledGame> {
    (0..MAX_TRIES).find_map(|_| {
        let count = WALLS.start() + dice.below(WALLS.count());
        let walls = dice.several(squares, count);
        let attempt = Attempt::new(dice, *rules, &walls)?;
        let moves = match forced {
            Some(forced) => attempt.up_to(forced)?,
            None => attempt.up_to_the_limit()?,
        };
        Some(WalledGame { walls, moves })
    })
}

/// A game that may get there.
struct Attempt<'d> {
    dice: &'d mut Dice,
    game: Game,
    /// The side that is to pass.
    shut_in: Color,
    moves: Vec<Move>,
}

impl<'d> Attempt<'d> {
    fn new(dice: &'d mut Dice, rules: Rules, walls: &[Square]) -> Option<Self> {
        let mut game = Game::new(rules);
        for wall in walls {
            game.place_block(*wall).ok()?;
        }
        let shut_in = Color::BOTH[dice.below(2)];
        Some(Self {
            dice,
            game,
            shut_in,
            moves: Vec::new(),
        })
    }

    /// The moves of the whole game, if there were passes and then the limit of jumps.
    fn up_to_the_limit(mut self) -> Option<Vec<Move>> {
        let limit = self.game.rules().jump_limit?.jumps.get();
        let most = 60 + 3 * usize::from(limit);
        let mut passes = 0;
        for _ in 0..most {
            if self.game.outcome().is_some() {
                break;
            }
            let mv = self.choice()?;
            passes = match mv {
                Move::Extend { .. } => 0,
                Move::Pass if self.game.position().jumps() > 0 => passes + 1,
                _ => passes,
            };
            self.play(mv)?;
        }
        let ending = self.game.outcome()?.ending;
        (ending == Ending::JumpLimit && passes >= PASSES).then_some(self.moves)
    }

    /// The moves up to the first position with such a forced move.
    fn up_to(mut self, forced: Forced) -> Option<Vec<Move>> {
        while self.game.outcome().is_none() {
            let rules = *self.game.rules();
            // Play begins after a move at the earliest.
            if !self.moves.is_empty() && forced.is_at(self.game.position(), &rules) {
                return Some(self.moves);
            }
            let mv = if forced == Forced::Pass {
                self.choice()?
            } else {
                let all: Vec<Move> = self.game.position().legal_moves(&rules).collect();
                self.dice.pick(&all)?
            };
            self.play(mv)?;
        }
        None
    }

    fn play(&mut self, mv: Move) -> Option<()> {
        self.game.play(mv).ok()?;
        self.moves.push(mv);
        Some(())
    }

    fn choice(&mut self) -> Option<Move> {
        let (position, rules) = (*self.game.position(), *self.game.rules());
        let all: Vec<Move> = position.legal_moves(&rules).collect();
        let jumps: Vec<Move> = all.iter().copied().filter(|mv| is_jump(*mv)).collect();
        if position.turn() == self.shut_in {
            let extends: Vec<Move> = all.iter().copied().filter(|mv| !is_jump(*mv)).collect();
            return self.dice.pick(&extends).or_else(|| self.dice.pick(&jumps));
        }
        let keeps_in = |mv: &Move| must_pass(&position.after(*mv, &rules), &rules);
        let good: Vec<Move> = jumps.iter().copied().filter(keeps_in).collect();
        if !good.is_empty() {
            return self.dice.pick(&good);
        }
        let wants_jump = position.jumps() > 0 || self.dice.chance(50);
        let among = if wants_jump && !jumps.is_empty() {
            jumps
        } else {
            all
        };
        self.dice.pick(&among)
    }
}

const fn is_jump(mv: Move) -> bool {
    matches!(mv, Move::Jump { .. })
}

/// Whether the game goes on, and the side to move can only pass or has just reached the limit.
fn must_pass(position: &Position, rules: &Rules) -> bool {
    let mut moves = position.legal_moves(rules);
    if let Some(mv) = moves.next() {
        return mv == Move::Pass;
    }
    let outcome = position.outcome(rules);
    outcome.is_some_and(|outcome| outcome.ending == Ending::JumpLimit)
}

/// A position that hardly comes up at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rare {
    /// The side to move can win at once.
    Win,
    /// It can jump to a square whose eight neighbours are all pieces of the other side.
    Surrounded,
    /// Hardly a square is empty.
    NearlyFull,
}

impl Rare {
    pub const ALL: [Self; 3] = [Self::Win, Self::Surrounded, Self::NearlyFull];

    fn is_at(self, position: &Position, rules: &Rules) -> bool {
        match self {
            Self::Win => winning_move(position, rules).is_some(),
            Self::Surrounded => surrounded_move(position, rules).is_some(),
            Self::NearlyFull => position.empty().count() <= 3,
        }
    }
}

/// A move to a square whose eight neighbours are all pieces of the other side.
pub fn surrounded_move(position: &Position, rules: &Rules) -> Option<Move> {
    const ALL_AROUND: u32 = 8;
    let others = position.pieces(!position.turn());
    let flips = |to: Square| (Bitboard::neighbors(to) & others).count();
    let mut targets = position.empty().squares();
    targets.find(|&to| flips(to) == ALL_AROUND).and_then(|_| {
        let mut moves = position.legal_moves(rules);
        moves.find(|mv| mv.to().is_some_and(|to| flips(to) == ALL_AROUND))
    })
}

/// The moves of a game up to such a position.
pub fn up_to_rare(dice: &mut Dice, rules: &Rules, rare: Rare) -> Option<Vec<Move>> {
    /// How many games are tried.
    const MAX_TRIES: usize = 150;
    /// How long they are.
    const MAX_PLIES: usize = 80;
    (0..MAX_TRIES).find_map(|_| {
        let mut game = Game::new(*rules);
        for _ in 0..MAX_PLIES {
            if game.outcome().is_some() {
                return None;
            }
            if rare.is_at(game.position(), rules) {
                return Some(game.moves().map(|played| played.mv).collect());
            }
            let choice = match rare {
                Rare::Win | Rare::Surrounded => greedy_choice(dice, game.position(), rules),
                Rare::NearlyFull => filling_choice(dice, game.position(), rules),
            };
            game.play(choice?).ok()?;
        }
        None
    })
}

/// An extend if there is one.
fn filling_choice(dice: &mut Dice, position: &Position, rules: &Rules) -> Option<Move> {
    let moves: Vec<Move> = position.legal_moves(rules).collect();
    let is_extend = |mv: &&Move| matches!(mv, Move::Extend { .. });
    let extends: Vec<Move> = moves.iter().filter(is_extend).copied().collect();
    dice.pick(if extends.is_empty() { &moves } else { &extends })
}

/// Mostly the move that takes the most pieces.
fn greedy_choice(dice: &mut Dice, position: &Position, rules: &Rules) -> Option<Move> {
    let moves: Vec<Move> = position.legal_moves(rules).collect();
    if dice.chance(40) {
        return dice.pick(&moves);
    }
    let left = |mv: &Move| {
        let after = position.after(*mv, rules);
        after.pieces(!position.turn()).count()
    };
    let least = moves.iter().map(left).min()?;
    let best: Vec<Move> = moves.into_iter().filter(|mv| left(mv) == least).collect();
    dice.pick(&best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_session::Dialect;

    /// The squares of a quarter that can be blocked.
    fn quarter() -> Vec<Square> {
        let all = (0..49).filter_map(Square::from_index);
        all.filter(|square| square.file() <= 3 && square.rank() <= 3 && square.index() > 0)
            .collect()
    }

    #[test]
    fn every_dialect_has_games_with_passes_up_to_the_limit() {
        for dialect in Dialect::ALL {
            let rules = dialect.rules();
            let found = (0..10).filter(|&seed| {
                let game = walled_game(&mut Dice::new(seed), &rules, &quarter(), None);
                game.is_some_and(|game| game.moves.contains(&Move::Pass))
            });
            assert!(found.count() >= 8, "{}", dialect.name());
        }
    }

    #[test]
    fn every_dialect_has_games_up_to_each_forced_move() {
        for dialect in Dialect::ALL {
            let rules = dialect.rules();
            for forced in Forced::ALL {
                let found = (0..10).filter(|&seed| {
                    walled_game(&mut Dice::new(seed), &rules, &quarter(), Some(forced)).is_some()
                });
                assert!(found.count() >= 8, "{}: {forced:?}", dialect.name());
            }
        }
    }

    #[test]
    fn games_up_to_rare_positions_are_found() {
        let rules = Dialect::SPRING_2022.rules();
        for rare in Rare::ALL {
            let found =
                (0..10).filter(|&seed| up_to_rare(&mut Dice::new(seed), &rules, rare).is_some());
            assert!(found.count() >= 8, "{rare:?}");
        }
    }
}
