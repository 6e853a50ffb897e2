//! The rules of Ataxx a second time, word for word, on an array of cells.
//!
//! [`board`](crate::board) works on sets of squares in machine words. This module follows the text
//! of the rules: square by square, vector by vector, each rule beside its sentence. Nothing is
//! optimised, so that a reader can compare each function with its sentence. The tests play both in
//! step, and the checker of certificates uses this module alone.
//!
//! It shares only the vocabulary of [`board`](crate::board): [`Square`], [`Color`], [`Move`],
//! [`PlayedMove`], [`Rules`] with the types of its settings, [`Outcome`], [`Ending`] and
//! [`BlockError`]. Steps over the board, reach, flips, ends and blocks are its own.
//!
//! ```
//! use ataxx_core::board::{Rules, Square};
//! use ataxx_core::reference::LiteralPosition;
//!
//! let rules = Rules::BERKELEY_2016;
//! let start = LiteralPosition::start();
//! let moves = start.legal_moves(&rules);
//! assert_eq!(moves.len(), 16);
//! let next = start.play(moves[0], &rules).expect("a move of the list");
//! assert_eq!(next.cell(Square::A7), start.cell(Square::A7));
//! assert_eq!(next.outcome(&rules), None);
//! ```
//!
//! [`BlockError`]: crate::board::BlockError
//! [`Square`]: crate::board::Square
//! [`Color`]: crate::board::Color
//! [`Move`]: crate::board::Move
//! [`PlayedMove`]: crate::board::PlayedMove
//! [`Rules`]: crate::board::Rules
//! [`Outcome`]: crate::board::Outcome
//! [`Ending`]: crate::board::Ending

#[cfg(test)]
mod tests;

use crate::board::{
    BlockError, Color, Ending, LimitResult, Move, Outcome, PlayedMove, Rules, Square, Stuck,
};
use std::cmp::Ordering;
use thiserror::Error;

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A red piece.
    Red,
    /// A blue piece.
    Blue,
    /// A block: nothing enters it, flips it or moves it.
    Block,
}

impl Cell {
    /// A piece of this side.
    #[must_use]
    pub const fn piece(color: Color) -> Self {
        match color {
            Color::Red => Self::Red,
            Color::Blue => Self::Blue,
        }
    }
}

/// A position on an array of cells, with everything that the rules depend on.
///
/// The fields are public: any position can be set up. Two positions are equal if all
/// fields are equal, both counts included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiteralPosition {
    /// What is on each square, in the order of squares: a1, b1, …, g1, a2, …, g7.
    pub cells: [Cell; 49],
    /// The side to move.
    pub turn: Color,
    /// The count of consecutive jumps, of both sides together. It does not saturate:
    /// without a limit it grows as long as the game does.
    pub jumps: u32,
    /// How many plies (single moves, passes included) have been played.
    pub plies: u32,
}

impl LiteralPosition {
    /// The start: Red on a7 and g1, Blue on a1 and g7, Red goes first.
    #[must_use]
    pub fn start() -> Self {
        Self::from_cells(Color::Red, |square| match (square.file(), square.rank()) {
            (0, 6) | (6, 0) => Cell::Red,
            (0, 0) | (6, 6) => Cell::Blue,
            _ => Cell::Empty,
        })
    }

    /// The position with these cells and this side to move, both counts at 0.
    #[must_use]
    pub fn from_cells(turn: Color, cell: impl Fn(Square) -> Cell) -> Self {
        let mut position = Self {
            cells: [Cell::Empty; 49],
            turn,
            jumps: 0,
            plies: 0,
        };
        for square in Square::all() {
            position.set(square, cell(square));
        }
        position
    }

    /// What is on a square.
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// Puts something on a square, whatever was there.
    pub fn set(&mut self, square: Square, cell: Cell) {
        self.cells[square.index()] = cell;
    }

    /// The number of squares with this content, 0 to 49.
    #[must_use]
    pub fn count(&self, cell: Cell) -> u32 {
        let mut count = 0;
        for found in self.cells {
            if found == cell {
                count += 1;
            }
        }
        count
    }
}

/// The square this number of files to the right and ranks up; `None` off the board.
///
/// Written out here so that it shares no step with `board`.
fn step(from: Square, (right, up): (i8, i8)) -> Option<Square> {
    let file = u8::try_from(i16::from(from.file()) + i16::from(right)).ok()?;
    let rank = u8::try_from(i16::from(from.rank()) + i16::from(up)).ok()?;
    Square::new(file, rank)
}

/// The squares next to a square: one step horizontally, vertically or
/// diagonally, eight of them in the middle and three in a corner.
fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    const STEPS: [(i8, i8); 8] = [
        (-1, 1),
        (0, 1),
        (1, 1),
        (-1, 0),
        (1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ];
    STEPS.into_iter().filter_map(move |by| step(square, by))
}

impl LiteralPosition {
    /// Places a block on a square and on its reflections in the middle file, in
    /// the middle rank, and in both.
    ///
    /// Blocks are placed before the first move. A position does not know whether a
    /// move was made, for instance after moves were undone: the caller checks this.
    ///
    /// # Errors
    ///
    /// When the rules have no blocks, on a corner, when a square of the set holds
    /// a piece, and on a square that is blocked already. Nothing has changed then.
    pub fn place_block(&mut self, square: Square, rules: &Rules) -> Result<(), BlockError> {
        if !rules.blocks {
            return Err(BlockError::NotInTheseRules);
        }
        if corners().contains(&square) {
            return Err(BlockError::Corner);
        }
        if self.cell(square) == Cell::Block {
            return Err(BlockError::AlreadyBlocked { square });
        }
        let set = reflections(square);
        for square in Square::all() {
            let piece = matches!(self.cell(square), Cell::Red | Cell::Blue);
            if set.contains(&square) && piece {
                return Err(BlockError::OnPiece { square });
            }
        }
        for square in set {
            self.set(square, Cell::Block);
        }
        Ok(())
    }
}

fn corners() -> [Square; 4] {
    [Square::A1, Square::G1, Square::A7, Square::G7]
}

/// The square and its reflections; a square on an axis is its own reflection.
fn reflections(square: Square) -> [Square; 4] {
    // Files and ranks are counted from 0 to 6, so the middle one is 3, and 3 - n is
    // reflected to 3 + n.
    let mirrored = |n: u8| 6 - n;
    let at = |file, rank| Square::new(file, rank).expect("a reflection stays on the board");
    let (file, rank) = (square.file(), square.rank());
    [
        square,
        at(mirrored(file), rank),
        at(file, mirrored(rank)),
        at(mirrored(file), mirrored(rank)),
    ]
}

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

    /// The legal moves with every piece that can make them: an extend once for each
    /// neighbour it can come from. None when the game is over.
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
                next.place_and_flip(to);
                next.jumps = 0;
            }
            // A jump moves a piece; its square is vacated. It adds 1 to the count.
            Move::Jump { from, to } => {
                next.set(from, Cell::Empty);
                next.place_and_flip(to);
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

    /// Puts a piece of the side to move on a square: all opposing pieces next to
    /// it are replaced by own ones. Blocks are never flipped.
    fn place_and_flip(&mut self, to: Square) {
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
    fn can_move(&self, color: Color, rules: &Rules) -> bool {
        let mut found = false;
        self.each_move(color, rules, |_| {
            found = true;
            found
        });
        found
    }

    /// Calls `visit` with every extend and every jump of a side, piece by piece, until
    /// it returns `true`.
    fn each_move(&self, color: Color, rules: &Rules, mut visit: impl FnMut(PlayedMove) -> bool) {
        let mut found = |from, mv| {
            visit(PlayedMove {
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
                if self.cell(to) == Cell::Empty && found(from, Move::Extend { to }) {
                    return;
                }
            }
            // A jump leads to an empty square at a distance that the rules allow,
            // whatever lies between.
            for vector in rules.jump_vectors().iter() {
                if let Some(to) = step(from, vector)
                    && self.cell(to) == Cell::Empty
                    && found(from, Move::Jump { from, to })
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
        let red_moves = self.can_move(Color::Red, rules);
        let blue_moves = self.can_move(Color::Blue, rules);
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

/// The side with more; `None` if both have the same number.
fn more(red: u32, blue: u32) -> Option<Color> {
    match red.cmp(&blue) {
        Ordering::Greater => Some(Color::Red),
        Ordering::Less => Some(Color::Blue),
        Ordering::Equal => None,
    }
}
