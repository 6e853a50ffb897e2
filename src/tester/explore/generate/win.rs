//! Games up to a move that wins at once.

use super::dice::Dice;
use crate::tester::explore::winning::winning_move;
use ataxx_core::board::{Game, Move, Position, Rules};

/// How many games are tried.
const MOST_TRIES: usize = 60;
/// How long they are.
const MOST_PLIES: usize = 40;

/// The moves of a game after which the side to move can win at once.
pub fn up_to_a_win(dice: &mut Dice, rules: &Rules) -> Option<Vec<Move>> {
    (0..MOST_TRIES).find_map(|_| {
        let mut game = Game::new(*rules);
        for _ in 0..MOST_PLIES {
            if winning_move(game.position(), rules).is_some() {
                return Some(game.moves().map(|played| played.mv).collect());
            }
            game.play(choice(dice, game.position(), rules)?).ok()?;
        }
        None
    })
}

/// Mostly the move that takes the most pieces.
fn choice(dice: &mut Dice, position: &Position, rules: &Rules) -> Option<Move> {
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
    use crate::session::Dialect;

    #[test]
    fn such_games_are_found() {
        let rules = Dialect::SPRING_2022.rules();
        let found = (0..10).filter(|&seed| up_to_a_win(&mut Dice::new(seed), &rules).is_some());
        assert!(found.count() >= 8);
    }
}
