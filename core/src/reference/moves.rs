//! Which moves there are, what a move does, when the game is over, and who has won.

use super::position::{neighbours, step};
use super::{Cell, LiteralPosition};
use crate::board::{Color, Ending, LimitResult, Move, Outcome, PlayedMove, Rules, Square, Stuck};
use std::cmp::Ordering;
use thiserror::Error;

/// The move is not among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{mv:?} is not legal here")]
pub struct NotLegal {
    /// The move that was refused.
    pub mv: Move,
}

impl LiteralPosition {
    /// The legal moves, each once: an extend is known by its destination, a jump
    /// by both squares. None when the game is over.
    #[must_use]
    pub fn legal_moves(&self, rules: &Rules) -> Vec<Move> {
        let mut reached = [false; 49];
        let mut moves = Vec::new();
        for PlayedMove { mv, .. } in self.named_moves(rules) {
            if let Move::Extend { to } = mv {
                if reached[to.index()] {
                    continue;
                }
                reached[to.index()] = true;
            }
            moves.push(mv);
        }
        moves
    }

    /// The legal moves with every piece that can make them: an extend stands here
    /// once for each neighbour it can come from. None when the game is over.
    #[must_use]
    pub fn named_moves(&self, rules: &Rules) -> Vec<PlayedMove> {
        // When the game has ended, there are no moves.
        if self.outcome(rules).is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        self.each_move(self.turn, rules, |played| {
            moves.push(played);
            false
        });
        // A pass is for a side that has a piece and no other legal move. (A side
        // without a piece has lost by now.)
        if moves.is_empty() {
            moves.push(PlayedMove {
                from: None,
                mv: Move::Pass,
            });
        }
        moves
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move, rules: &Rules) -> bool {
        self.legal_moves(rules).contains(&mv)
    }

    /// The position after a move; this one stays as it is.
    ///
    /// # Errors
    ///
    /// When the move is not legal.
    pub fn play(&self, mv: Move, rules: &Rules) -> Result<Self, NotLegal> {
        if !self.is_legal(mv, rules) {
            return Err(NotLegal { mv });
        }
        let mut next = *self;
        match mv {
            // An extend lays a new piece; the piece it comes from stays. It sets
            // the count of consecutive jumps to 0.
            Move::Extend { to } => {
                next.land(to);
                next.jumps = 0;
            }
            // A jump moves a piece; its square is vacated. It adds 1 to the count.
            Move::Jump { from, to } => {
                next.set(from, Cell::Empty);
                next.land(to);
                next.jumps = self.jumps + 1;
            }
            // A pass changes the side to move and leaves the board and the count
            // alone; there are rules by which it adds 1 to the count.
            Move::Pass => {
                if rules.pass_adds_to_count {
                    next.jumps = self.jumps + 1;
                }
            }
        }
        // Every move, a pass too, counts as a move made, and the other side is next.
        next.plies = self.plies + 1;
        next.turn = match self.turn {
            Color::Red => Color::Blue,
            Color::Blue => Color::Red,
        };
        Ok(next)
    }

    /// A piece of the side to move comes to a square: all opposing pieces next to
    /// it are replaced by own ones. Blocks are never flipped.
    fn land(&mut self, to: Square) {
        let (own, other) = match self.turn {
            Color::Red => (Cell::Red, Cell::Blue),
            Color::Blue => (Cell::Blue, Cell::Red),
        };
        self.set(to, own);
        for neighbour in neighbours(to) {
            if self.cell(neighbour) == other {
                self.set(neighbour, own);
            }
        }
    }

    /// Whether a side could extend or jump if it were its turn.
    pub(super) fn has_a_move(&self, color: Color, rules: &Rules) -> bool {
        let mut found = false;
        self.each_move(color, rules, |_| {
            found = true;
            found
        });
        found
    }

    /// Shows every extend and every jump of a side, piece by piece, until `stop`
    /// says that it has seen enough.
    fn each_move(&self, color: Color, rules: &Rules, mut stop: impl FnMut(PlayedMove) -> bool) {
        let mut show = |from, mv| {
            stop(PlayedMove {
                from: Some(from),
                mv,
            })
        };
        for from in Square::all() {
            if self.cell(from) != Cell::piece(color) {
                continue;
            }
            // An extend leads from an own piece to an empty square next to it.
            for to in neighbours(from) {
                if self.cell(to) == Cell::Empty && show(from, Move::Extend { to }) {
                    return;
                }
            }
            // A jump leads to an empty square as far off as the rules' jumps are;
            // nothing that lies between is in its way.
            for vector in rules.jump_vectors().iter() {
                if let Some(to) = step(from, vector)
                    && self.cell(to) == Cell::Empty
                    && show(from, Move::Jump { from, to })
                {
                    return;
                }
            }
        }
    }
}

impl LiteralPosition {
    /// The result; `None` while the game goes on.
    ///
    /// Where several ends hold at once, 'no pieces' decides before all others,
    /// and an end of the game by itself (neither side can move, or one cannot and
    /// the rules stop there) before a limit. Of the two limits the one on jumps
    /// is named.
    #[must_use]
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let red = self.count(Cell::Red);
        let blue = self.count(Cell::Blue);
        let over = |winner, ending| Some(Outcome { winner, ending });

        // A side that has no pieces loses. (A board without any piece has no winner.)
        match (red, blue) {
            (0, 0) => return over(None, Ending::NoPieces),
            (0, _) => return over(Some(Color::Blue), Ending::NoPieces),
            (_, 0) => return over(Some(Color::Red), Ending::NoPieces),
            _ => {}
        }

        // When neither side can move, more pieces win and equal pieces draw. No
        // closing passes are played.
        let red_moves = self.has_a_move(Color::Red, rules);
        let blue_moves = self.has_a_move(Color::Blue, rules);
        if !red_moves && !blue_moves {
            return over(more(red, blue), Ending::NoMoves);
        }

        // There are rules that stop when the side to move cannot, and give all
        // empty squares to the other side.
        if rules.stuck == Stuck::StopAndAward {
            let empty = self.count(Cell::Empty);
            if self.turn == Color::Red && !red_moves {
                return over(more(red, blue + empty), Ending::Stuck);
            }
            if self.turn == Color::Blue && !blue_moves {
                return over(more(red + empty, blue), Ending::Stuck);
            }
        }

        // When the count of consecutive jumps reaches its limit, more pieces win
        // and equal pieces draw; there are rules by which it is a draw anyway.
        if let Some(limit) = rules.jump_limit
            && self.jumps >= u32::from(limit.jumps.get())
        {
            let winner = match limit.result {
                LimitResult::MorePieces => more(red, blue),
                LimitResult::Draw => None,
            };
            return over(winner, Ending::JumpLimit);
        }

        // Some rules limit the number of plies of a game; at the limit
        // more pieces win and equal pieces draw.
        if let Some(limit) = rules.ply_limit
            && self.plies >= limit.get()
        {
            return over(more(red, blue), Ending::PlyLimit);
        }

        None
    }
}

/// The side with more; `None` when they have the same number.
fn more(red: u32, blue: u32) -> Option<Color> {
    match red.cmp(&blue) {
        Ordering::Greater => Some(Color::Red),
        Ordering::Less => Some(Color::Blue),
        Ordering::Equal => None,
    }
}
