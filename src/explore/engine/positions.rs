//! Generated games for engines and agents.

use crate::explore::generate::{Dice, described};
use ataxx_core::board::{Bitboard, Color, Game, Move, Position, Rules, Square, Stuck};

described! {
    /// What is special about a position.
    pub enum Kind {
        /// a position with the moves that lead to it
        Moves,
        /// a position without its moves
        Fen,
        /// gaps
        Gaps,
        /// a side that must pass
        Pass,
        /// a single legal move
        OnlyMove,
        /// a move that can end the game
        NearEnd,
        /// a limit on the game near
        NearLimit,
    }
}

impl Kind {
    /// Whether it comes up under these rules.
    pub fn is_in(self, rules: &Rules) -> bool {
        match self {
            Self::Gaps => rules.blocks,
            // The document of Reloaded has no word for a pass.
            Self::Pass => rules.stuck == Stuck::Pass && *rules != Rules::RELOADED,
            _ => true,
        }
    }
}

/// How far from a limit a position is near it.
const NEAR: u16 = 3;

/// A game that is not over, and what is special about its position.
pub fn game(rules: Rules, dice: &mut Dice) -> (Game, Vec<Kind>) {
    let mut game = played(rules, dice);
    if dice.chance(25) {
        let tries = (0..60).filter_map(|_| filled(rules, dice));
        let mut forced = tries.filter(has_one_move);
        game = forced.next().unwrap_or(game);
    } else if dice.chance(50) {
        let position = near_a_limit(*game.position(), &rules, dice);
        game = Game::from_position(rules, position);
    }
    if !is_asked(game.position(), &rules) {
        game = Game::new(rules);
    }
    let kinds = kinds(&game);
    (game, kinds)
}

/// Whether a side can be asked for a move: the document of Reloaded has no word for a pass.
fn is_asked(position: &Position, rules: &Rules) -> bool {
    *rules != Rules::RELOADED || !position.legal_moves(rules).eq([Move::Pass])
}

/// A nearly full board, on which the side to move has few pieces; `None` if the game is over.
fn filled(rules: Rules, dice: &mut Dice) -> Option<Game> {
    let turn = Color::BOTH[dice.below(2)];
    let (mut own, mut other) = (Bitboard::EMPTY, Bitboard::EMPTY);
    let empty = 1 + dice.below(4);
    let all: Vec<Square> = Bitboard::FULL.squares().collect();
    let mut shuffled = dice.several(&all, all.len());
    shuffled.truncate(all.len() - empty);
    let few = 1 + dice.below(4);
    for (index, square) in shuffled.into_iter().enumerate() {
        if index < few {
            own |= square.into();
        } else {
            other |= square.into();
        }
    }
    let (red, blue) = match turn {
        Color::Red => (own, other),
        Color::Blue => (other, own),
    };
    let position = Position::new(red, blue, Bitboard::EMPTY, turn).ok()?;
    // Under the rules of Reloaded the side to move follows from the number of plies.
    let position = position.with_plies(u32::from(turn == Color::Blue));
    let is_over = position.outcome(&rules).is_some();
    (!is_over).then(|| Game::from_position(rules, position))
}

/// Random play from a random start, stopped before the end.
fn played(rules: Rules, dice: &mut Dice) -> Game {
    let mut game = Game::new(rules);
    let gaps = if rules.blocks {
        dice.below(2) * dice.below(6)
    } else {
        0
    };
    for _ in 0..gaps {
        let mut blocked = game.clone();
        let square = Square::from_index(dice.below(Square::COUNT));
        let is_placed = square.is_some_and(|square| blocked.place_block(square).is_ok());
        if is_placed && blocked.outcome().is_none() {
            game = blocked;
        }
    }
    for _ in 0..dice.below(90) {
        let moves: Vec<Move> = game.position().legal_moves(&rules).collect();
        let mut next = game.clone();
        let is_played = dice.pick(&moves).is_some_and(|mv| next.play(mv).is_ok());
        if !is_played || next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// Whether there is one legal move, which may be a pass.
fn has_one_move(game: &Game) -> bool {
    game.position().legal_moves(game.rules()).count() == 1
}

/// The position near the limit of jumps or plies, now and then.
fn near_a_limit(position: Position, rules: &Rules, dice: &mut Dice) -> Position {
    if !dice.chance(30) {
        return position;
    }
    let back = 1 + u16::try_from(dice.below(usize::from(NEAR))).unwrap_or(0);
    let other = match (rules.jump_limit, rules.ply_limit) {
        (Some(limit), _) => position.with_jumps(limit.jumps.get().saturating_sub(back)),
        (None, Some(limit)) => {
            let plies = limit.get().saturating_sub(u32::from(back));
            // The side to move follows from the number of plies.
            let turn = if plies % 2 == 0 {
                Color::Red
            } else {
                Color::Blue
            };
            position.with_plies(plies).with_turn(turn)
        }
        (None, None) => position,
    };
    if other.outcome(rules).is_some() {
        position
    } else {
        other
    }
}

fn kinds(game: &Game) -> Vec<Kind> {
    let (position, rules) = (game.position(), game.rules());
    let moves: Vec<Move> = position.legal_moves(rules).collect();
    let ends = |mv: &Move| position.after(*mv, rules).outcome(rules).is_some();
    let is_near_limit = rules
        .jump_limit
        .is_some_and(|limit| position.jumps() + NEAR >= limit.jumps.get())
        || rules
            .ply_limit
            .is_some_and(|limit| position.plies() + u32::from(NEAR) >= limit.get());
    let all = [
        (Kind::Moves, game.moves().len() > 0),
        (Kind::Fen, game.moves().len() == 0),
        (Kind::Gaps, !position.blocks().is_empty()),
        (Kind::Pass, moves == [Move::Pass]),
        (Kind::OnlyMove, moves.len() == 1 && moves[0] != Move::Pass),
        (Kind::NearEnd, moves.iter().any(ends)),
        (Kind::NearLimit, is_near_limit),
    ];
    let holds = all.into_iter().filter(|(_, holds)| *holds);
    holds.map(|(kind, _)| kind).collect()
}

/// Simpler positions: without counts, without gaps, without one of the squares that are taken.
/// None of them is over.
pub fn simpler(position: &Position, rules: &Rules) -> Vec<Position> {
    let [red, blue] = Color::BOTH.map(|color| position.pieces(color));
    let blocks = position.blocks();
    let mut all = vec![position.with_jumps(0), position.with_plies(0)];
    let other = |red, blue, blocks| {
        let other = Position::new(red, blue, blocks, position.turn()).ok()?;
        Some(
            other
                .with_jumps(position.jumps())
                .with_plies(position.plies()),
        )
    };
    all.extend(other(red, blue, Bitboard::EMPTY));
    for square in (red | blue | blocks).squares() {
        let rest = !Bitboard::of(square);
        all.extend(other(red & rest, blue & rest, blocks & rest));
    }
    let is_simpler = |other: &Position| other != position && other.outcome(rules).is_none();
    all.retain(|other| is_simpler(other) && is_asked(other, rules));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_comes_up() {
        for rules in [Rules::UAI, Rules::RELOADED] {
            let kinds: BTreeSet<Kind> = (0..300)
                .flat_map(|seed| {
                    let (game, kinds) = game(rules, &mut Dice::new(seed));
                    assert_eq!(game.outcome(), None);
                    kinds
                })
                .collect();
            let possible = Kind::ALL.iter().copied().filter(|kind| kind.is_in(&rules));
            assert_eq!(kinds, possible.collect());
        }
    }
}
