//! Games in which one side must pass while the other jumps on up to the limit.
//!
//! Such runs hardly come up at random. Here walls leave little room, one side fills its room
//! with extends until it has no move, and the other makes jumps that keep it so. A game that
//! does not get there is dropped for another.

use super::dice::Dice;
use crate::board::{Color, Ending, Game, Move, Position, Rules, Square};

/// A game up to the limit of jumps, with passes in the run.
pub struct Prison {
    pub walls: Vec<Square>,
    pub moves: Vec<Move>,
}

/// How many games are tried.
const MOST_TRIES: usize = 80;
/// How many walls, of 15 that are not each other's reflections.
const WALLS: std::ops::RangeInclusive<usize> = 9..=12;
/// How many passes the run has at least.
const PASSES: usize = 2;

/// A game by these rules whose walls are among these squares.
pub fn prison(dice: &mut Dice, rules: &Rules, squares: &[Square]) -> Option<Prison> {
    (0..MOST_TRIES).find_map(|_| {
        let count = WALLS.start() + dice.below(WALLS.count());
        let walls = dice.several(squares, count);
        let moves = Attempt::new(dice, *rules, &walls)?.played()?;
        Some(Prison { walls, moves })
    })
}

/// A game that may get there.
struct Attempt<'d> {
    dice: &'d mut Dice,
    game: Game,
    /// The side that is to pass.
    prisoner: Color,
    moves: Vec<Move>,
}

impl<'d> Attempt<'d> {
    fn new(dice: &'d mut Dice, rules: Rules, walls: &[Square]) -> Option<Self> {
        let mut game = Game::new(rules);
        for wall in walls {
            game.place_block(*wall).ok()?;
        }
        let prisoner = Color::BOTH[dice.below(2)];
        Some(Self {
            dice,
            game,
            prisoner,
            moves: Vec::new(),
        })
    }

    /// The moves of the whole game, if there were passes and then the limit of jumps.
    fn played(mut self) -> Option<Vec<Move>> {
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
            self.game.play(mv).ok()?;
            self.moves.push(mv);
        }
        let ending = self.game.outcome()?.ending;
        (ending == Ending::JumpLimit && passes >= PASSES).then_some(self.moves)
    }

    fn choice(&mut self) -> Option<Move> {
        let (position, rules) = (*self.game.position(), *self.game.rules());
        let all: Vec<Move> = position.legal_moves(&rules).collect();
        let is_jump = |mv: &Move| matches!(mv, Move::Jump { .. });
        let jumps: Vec<Move> = all.iter().copied().filter(is_jump).collect();
        if position.turn() == self.prisoner {
            let extends: Vec<Move> = all.iter().copied().filter(|mv| !is_jump(mv)).collect();
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

/// Whether the game goes on, and the side to move can only pass or has just reached the limit.
fn must_pass(position: &Position, rules: &Rules) -> bool {
    let mut moves = position.legal_moves(rules);
    if let Some(mv) = moves.next() {
        return mv == Move::Pass;
    }
    let outcome = position.outcome(rules);
    outcome.is_some_and(|outcome| outcome.ending == Ending::JumpLimit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Dialect;

    #[test]
    fn every_dialect_has_such_games() {
        let quarter: Vec<Square> = (0..49)
            .filter_map(Square::from_index)
            .filter(|square| square.file() <= 3 && square.rank() <= 3 && square.index() > 0)
            .collect();
        for dialect in Dialect::ALL {
            let rules = dialect.rules();
            let found = (0..10).filter(|&seed| {
                let prison = prison(&mut Dice::new(seed), &rules, &quarter);
                prison.is_some_and(|prison| prison.moves.contains(&Move::Pass))
            });
            assert!(found.count() >= 8, "{}", dialect.name());
        }
    }
}
