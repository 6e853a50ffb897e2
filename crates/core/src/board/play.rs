//! The moves of a position, when the game is over, and how it ended.

use super::{Bitboard, Cell, Color, LimitResult, Move, Moves, Position, Rules, Square, Stuck};
use std::fmt;
use thiserror::Error;

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// No own piece is on the square that the move starts from.
    #[error("no own piece is on {square:?}")]
    NotOwnPiece {
        /// Where the move starts.
        square: Square,
        /// What is there instead.
        found: Cell,
    },
    /// The destination is not empty.
    #[error("{square:?} is not empty")]
    NotEmpty {
        /// The destination.
        square: Square,
        /// What is there.
        found: Cell,
    },
    /// The destination is neither next to the origin nor a jump away.
    #[error("{to:?} is out of reach from {from:?}")]
    OutOfReach {
        /// Where the move starts.
        from: Square,
        /// Where it should lead.
        to: Square,
    },
    /// No own piece is next to the destination of an extend.
    #[error("no own piece is next to {to:?}")]
    NothingToExtend {
        /// The destination.
        to: Square,
    },
    /// A pass while there is a move to make.
    #[error("a pass is legal only without another legal move")]
    CanMove,
}

impl Position {
    /// The legal moves: none when the game is over, else at least one.
    ///
    /// ```
    /// use ataxx_core::board::{Move, Rules};
    /// use ataxx_core::position;
    ///
    /// let stuck = position! {
    ///     r X - - - - b
    ///     X X X - - - -
    ///     X X X - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     red to move
    /// };
    /// // The jump to c7.
    /// assert_eq!(stuck.legal_moves(&Rules::UAI).count(), 1);
    /// let no_jumps: Rules = "uai,jumps=none".parse().expect("rules");
    /// assert_eq!(stuck.legal_moves(&no_jumps).collect::<Vec<_>>(), [Move::Pass]);
    /// ```
    #[must_use]
    pub fn legal_moves(&self, rules: &Rules) -> Moves {
        if self.ending(rules).is_some() {
            Moves::none(rules)
        } else {
            self.moves_in_play(rules)
        }
    }

    /// The legal moves of a game that is known not to be over.
    ///
    /// Faster than [`legal_moves`](Self::legal_moves), which first checks whether the game
    /// is over. In a game that is over it can return moves that are not legal.
    ///
    /// ```
    /// use ataxx_core::{board::Rules, position};
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     red to move
    /// };
    /// assert!(position.moves_in_play(&Rules::UAI).eq(position.legal_moves(&Rules::UAI)));
    /// // The game is over, which only `legal_moves` notices.
    /// let over = position.with_jumps(100);
    /// assert_eq!(over.moves_in_play(&Rules::UAI).count(), 8);
    /// assert_eq!(over.legal_moves(&Rules::UAI).count(), 0);
    /// ```
    #[must_use]
    #[inline]
    pub fn moves_in_play(&self, rules: &Rules) -> Moves {
        if self.can_move(self.turn, rules) {
            Moves::of(rules, self.pieces(self.turn), self.empty())
        } else {
            Moves::only_pass(rules)
        }
    }

    /// Whether a side has an extend or a jump.
    ///
    /// ```
    /// use ataxx_core::{board::{Color, Rules}, position};
    ///
    /// let position = position! {
    ///     r X X - - - -
    ///     X X X - - - -
    ///     X X X - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// };
    /// assert!(!position.can_move(Color::Red, &Rules::UAI));
    /// assert!(position.can_move(Color::Blue, &Rules::UAI));
    /// // A jump of Reloaded leads three squares along a rank.
    /// assert!(position.can_move(Color::Red, &Rules::RELOADED));
    /// ```
    #[must_use]
    #[inline]
    pub fn can_move(&self, color: Color, rules: &Rules) -> bool {
        let (own, empty) = (self.pieces(color), self.empty());
        own.grown().intersects(empty)
            || own
                .squares()
                .any(|from| rules.jump_targets(from).intersects(empty))
    }

    /// The move from one square to another.
    ///
    /// ```
    /// use ataxx_core::board::{IllegalMove, Move, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// let (from, to) = (Square::A7, Square::C6);
    /// assert_eq!(position.move_between(from, to, &Rules::UAI), Ok(Move::Jump { from, to }));
    /// let error = IllegalMove::OutOfReach { from, to: Square::D7 };
    /// assert_eq!(position.move_between(from, Square::D7, &Rules::UAI), Err(error));
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no such legal move, with the reason.
    pub fn move_between(
        &self,
        from: Square,
        to: Square,
        rules: &Rules,
    ) -> Result<Move, IllegalMove> {
        if self.ending(rules).is_some() {
            return Err(IllegalMove::GameOver);
        }
        let found = self.cell(from);
        if found != Cell::Piece(self.turn) {
            return Err(IllegalMove::NotOwnPiece {
                square: from,
                found,
            });
        }
        let found = self.cell(to);
        if found != Cell::Empty {
            return Err(IllegalMove::NotEmpty { square: to, found });
        }
        if from.distance(to) == 1 {
            Ok(Move::Extend { to })
        } else if rules.jump_targets(from).contains(to) {
            Ok(Move::Jump { from, to })
        } else {
            Err(IllegalMove::OutOfReach { from, to })
        }
    }

    /// Whether a move is legal, and if not, why.
    ///
    /// ```
    /// use ataxx_core::board::{IllegalMove, Move, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let position = position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// };
    /// assert!(position.check(Move::Extend { to: Square::B7 }, &Rules::UAI).is_ok());
    /// assert_eq!(position.check(Move::Pass, &Rules::UAI), Err(IllegalMove::CanMove));
    /// let far = IllegalMove::NothingToExtend { to: Square::D4 };
    /// assert_eq!(position.check(Move::Extend { to: Square::D4 }, &Rules::UAI), Err(far));
    /// ```
    ///
    /// # Errors
    ///
    /// The reason why it is not.
    pub fn check(&self, mv: Move, rules: &Rules) -> Result<(), IllegalMove> {
        match mv {
            Move::Jump { from, to } => match self.move_between(from, to, rules)? {
                Move::Jump { .. } => Ok(()),
                // A jump of length 1 is no jump.
                _ => Err(IllegalMove::OutOfReach { from, to }),
            },
            Move::Extend { to } => {
                if self.ending(rules).is_some() {
                    return Err(IllegalMove::GameOver);
                }
                let found = self.cell(to);
                if found != Cell::Empty {
                    return Err(IllegalMove::NotEmpty { square: to, found });
                }
                if self.origins(mv).is_empty() {
                    return Err(IllegalMove::NothingToExtend { to });
                }
                Ok(())
            }
            Move::Pass if self.ending(rules).is_some() => Err(IllegalMove::GameOver),
            Move::Pass if self.can_move(self.turn, rules) => Err(IllegalMove::CanMove),
            Move::Pass => Ok(()),
        }
    }

    /// The own squares that a move can start from: every neighbour
    /// for an extend, the one origin of a jump, none for a pass.
    ///
    /// ```
    /// use ataxx_core::{bitboard, board::{Move, Square}, position};
    ///
    /// let position = position! {
    ///     r r - r - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - -
    ///     red to move
    /// };
    /// assert_eq!(position.origins(Move::Extend { to: Square::B6 }), bitboard! {
    ///     X X . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    /// });
    /// ```
    #[must_use]
    pub fn origins(&self, mv: Move) -> Bitboard {
        match mv {
            Move::Extend { to } => Bitboard::of(to).grown() & self.pieces(self.turn),
            Move::Jump { from, .. } => from.into(),
            Move::Pass => Bitboard::EMPTY,
        }
    }

    /// The position after a legal move.
    ///
    /// ```
    /// use ataxx_core::{board::{Move, Rules, Square}, position};
    ///
    /// let position = position! {
    ///     r - - - - - -
    ///     - - b - - - -
    ///     - - b - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// };
    /// let extend = Move::Extend { to: Square::B6 };
    /// assert_eq!(position.play(extend, &Rules::UAI), Ok(position! {
    ///     r - - - - - -
    ///     - r r - - - -
    ///     - - r - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     blue to move
    /// }.with_plies(1)));
    /// assert!(position.play(Move::Pass, &Rules::UAI).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// When the move is not legal, with the reason.
    pub fn play(&self, mv: Move, rules: &Rules) -> Result<Self, IllegalMove> {
        self.check(mv, rules).map(|()| self.after(mv, rules))
    }

    /// The position after a move that is known to be legal.
    ///
    /// After an illegal move the position is unspecified.
    ///
    /// ```
    /// use ataxx_core::{board::{Move, Rules, Square}, position};
    ///
    /// let position = position! {
    ///     r - - - - - -
    ///     - - b - - - -
    ///     - - b - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// };
    /// let jump = Move::Jump { from: Square::A7, to: Square::B5 };
    /// assert_eq!(position.after(jump, &Rules::UAI), position! {
    ///     - - - - - - -
    ///     - - r - - - -
    ///     - r r - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     blue to move
    /// }.with_jumps(1).with_plies(1));
    /// ```
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move, rules: &Rules) -> Self {
        let mut next = *self;
        next.turn = !self.turn;
        next.plies = self.plies.saturating_add(1);
        let to = match mv {
            Move::Pass => {
                next.jumps = self.jumps.saturating_add(rules.pass_adds_to_count.into());
                return next;
            }
            Move::Extend { to } => {
                next.jumps = 0;
                to
            }
            Move::Jump { from, to } => {
                next.jumps = self.jumps.saturating_add(1);
                next.pieces[self.turn.index()] ^= from.into();
                to
            }
        };
        let around = Bitboard::of(to).grown();
        let flipped = around & self.pieces(!self.turn);
        next.pieces[self.turn.index()] |= flipped | to.into();
        next.pieces[next.turn.index()] ^= flipped;
        next
    }

    /// By how much a legal move improves the piece difference of the side to move.
    #[must_use]
    #[inline]
    pub fn gain(&self, mv: Move) -> i32 {
        let Some(to) = mv.to() else { return 0 };
        let flipped = Bitboard::neighbors(to) & self.pieces(!self.turn);
        2 * flipped.count().cast_signed() + i32::from(!mv.is_jump())
    }

    /// The result; `None` while the game goes on.
    ///
    /// ```
    /// use ataxx_core::board::{Color, Ending, Outcome, Rules};
    /// use ataxx_core::position;
    ///
    /// let lost = position! {
    ///     r r - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     blue to move
    /// };
    /// let outcome = Outcome { winner: Some(Color::Red), ending: Ending::NoPieces };
    /// assert_eq!(lost.outcome(&Rules::UAI), Some(outcome));
    /// ```
    #[must_use]
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let ending = self.ending(rules)?;
        let mut counts = [self.pieces[0].count(), self.pieces[1].count()];
        match ending {
            // No pieces against some is the smaller number as well.
            Ending::NoPieces | Ending::NoMoves | Ending::PlyLimit => {}
            Ending::JumpLimit => {
                if rules
                    .jump_limit
                    .is_some_and(|limit| limit.result == LimitResult::Draw)
                {
                    counts = [0, 0];
                }
            }
            Ending::Stuck => counts[(!self.turn).index()] += self.empty().count(),
        }
        let winner = match counts[0].cmp(&counts[1]) {
            std::cmp::Ordering::Less => Some(Color::Blue),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Color::Red),
        };
        Some(Outcome { winner, ending })
    }

    /// Why the game is over; `None` while it goes on.
    ///
    /// If several reasons hold, it is the first of: no pieces, no moves, stuck, jump limit,
    /// ply limit.
    ///
    /// ```
    /// use ataxx_core::{board::{Ending, Rules}, position};
    ///
    /// let full = position! {
    ///     r r r r b b b
    ///     r r r r b b b
    ///     r r r r b b b
    ///     r r r r b b b
    ///     r r r r b b b
    ///     r r r r b b b
    ///     r r r r b b b
    ///     blue to move
    /// }.with_jumps(100);
    /// // The full board comes before the limit.
    /// assert_eq!(full.ending(&Rules::UAI), Some(Ending::NoMoves));
    /// ```
    #[must_use]
    #[inline]
    pub fn ending(&self, rules: &Rules) -> Option<Ending> {
        if self.pieces[0].is_empty() || self.pieces[1].is_empty() {
            return Some(Ending::NoPieces);
        }
        if !self.can_move(self.turn, rules) {
            if !self.can_move(!self.turn, rules) {
                return Some(Ending::NoMoves);
            }
            if rules.stuck == Stuck::StopAndAward {
                return Some(Ending::Stuck);
            }
        }
        if rules.jump_limit_reached(self.jumps) {
            return Some(Ending::JumpLimit);
        }
        rules
            .ply_limit_reached(self.plies)
            .then_some(Ending::PlyLimit)
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game is over.
    pub ending: Ending,
}

impl Outcome {
    /// Why the game is over, in words; with the count of consecutive jumps and the side to move at
    /// its end.
    #[must_use]
    pub fn reason(self, jumps: u16, turn: Color) -> String {
        match self.ending {
            Ending::NoPieces => match self.winner {
                Some(winner) => format!("{} has no pieces", !winner),
                None => "neither side has pieces".to_owned(),
            },
            Ending::JumpLimit => format!("{jumps} jumps in a row"),
            Ending::Stuck => format!("{turn} cannot move"),
            Ending::NoMoves | Ending::PlyLimit => self.ending.to_string(),
        }
    }
}

/// Why a game is over. Displayed as a clause: `neither side can move`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Ending {
    /// A side has no pieces left.
    NoPieces,
    /// Neither side can move.
    NoMoves,
    /// The count of consecutive jumps has reached its limit.
    JumpLimit,
    /// The limit on the length of the game has been reached.
    PlyLimit,
    /// The side to move cannot move, and the rules end the game there and give
    /// the empty squares to the other side.
    Stuck,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPieces => "a side has no pieces left",
            Self::NoMoves => "neither side can move",
            Self::JumpLimit => "the limit on consecutive jumps is reached",
            Self::PlyLimit => "the limit on the length of the game is reached",
            Self::Stuck => "the side to move cannot move",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gain_is_the_change_of_the_piece_difference() {
        let rules = Rules::UAI;
        let mut position = Position::start();
        for ply in 0..300 {
            let moves: Vec<Move> = position.legal_moves(&rules).collect();
            if position.outcome(&rules).is_some() {
                position = Position::start();
                continue;
            }
            let lead = |after: &Position| {
                let count = |color| after.pieces(color).count().cast_signed();
                count(position.turn()) - count(!position.turn())
            };
            for &mv in &moves {
                let changed = lead(&position.after(mv, &rules)) - lead(&position);
                assert_eq!(position.gain(mv), changed, "{position} {mv}");
            }
            position = position.after(moves[ply * 7919 % moves.len()], &rules);
        }
    }

    #[test]
    fn endings_in_words() {
        let reason = |winner, ending| Outcome { winner, ending }.reason(50, Color::Blue);
        let winner = Some(Color::Red);
        let words = [
            reason(winner, Ending::NoPieces),
            reason(None, Ending::NoPieces),
            reason(winner, Ending::JumpLimit),
            reason(winner, Ending::Stuck),
            reason(winner, Ending::NoMoves),
            reason(winner, Ending::PlyLimit),
        ];
        let expected = [
            "Blue has no pieces",
            "neither side has pieces",
            "50 jumps in a row",
            "Blue cannot move",
            "neither side can move",
            "the limit on the length of the game is reached",
        ];
        assert_eq!(words, expected);
    }
}
