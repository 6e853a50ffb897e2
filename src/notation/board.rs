//! A labelled board: ranks at the left, files below, the last move marked.
//!
//! ```text
//! 7 (-)- - - - - b
//! 6  - -[r]- - - -
//! ```
//!
//! Printing only. Text that can be read back is a [`Dump`](super::Dump) or the
//! FEN of a [`Position`].

use super::dump::letter;
use crate::board::{Cell, Color, PlayedMove, Position, Square};
use crate::diagnostic::text::counted;
use std::fmt;

/// A labelled board. Its text is seven ranks and a line of files, without a line end after the
/// last: `r`, `b`, `-` and `X` as in a dump, the piece that moved last between
/// `[` and `]`, and the square it jumped from between `(` and `)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardView {
    position: Position,
    last_move: Option<PlayedMove>,
}

/// One square of a [`BoardView`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ViewedSquare {
    /// Which square it is.
    pub square: Square,
    /// What is on it.
    pub cell: Cell,
    /// Its role in the last move.
    pub mark: Option<Mark>,
}

/// The role of a square in the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The origin of the move.
    From,
    /// The destination of the move.
    To,
}

impl BoardView {
    /// A position without a mark.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        Self {
            position,
            last_move: None,
        }
    }

    /// The same board with the move marked that led to the position.
    #[must_use]
    pub const fn with_last_move(self, last_move: Option<PlayedMove>) -> Self {
        Self { last_move, ..self }
    }

    /// The squares by rank from 7 down to 1, each rank from file a to g.
    #[must_use]
    pub fn ranks(&self) -> [[ViewedSquare; 7]; 7] {
        let view = |square| ViewedSquare {
            square,
            cell: self.position.cell(square),
            mark: self.mark(square),
        };
        let mut ranks = [[view(Square::A1); 7]; 7];
        for square in Square::all() {
            let from_top = 6 - usize::from(square.rank());
            ranks[from_top][usize::from(square.file())] = view(square);
        }
        ranks
    }

    fn mark(&self, square: Square) -> Option<Mark> {
        let last_move = self.last_move?;
        if last_move.to() == Some(square) {
            Some(Mark::To)
        } else if last_move.from == Some(square) {
            Some(Mark::From)
        } else {
            None
        }
    }

    /// The text, with the letter of each square as `paint` returns it, to add colours.
    #[must_use]
    pub fn text_with(&self, mut paint: impl FnMut(ViewedSquare, char) -> String) -> String {
        let mut text = String::new();
        for (rank, squares) in (1..=7).rev().zip(self.ranks()) {
            text += &rank.to_string();
            text.push(' ');
            // Neighbours share the character between them: marked squares with brackets
            // are never next to each other in a rank.
            let mut gap = "";
            for viewed in squares {
                let (before, after) = self.brackets(viewed);
                text += if gap.is_empty() { before } else { gap };
                text += &paint(viewed, letter(viewed.cell));
                gap = after.trim();
            }
            text += gap;
            text.push('\n');
        }
        text + "   a b c d e f g"
    }

    /// The characters before and after a square.
    fn brackets(&self, viewed: ViewedSquare) -> (&'static str, &'static str) {
        match viewed.mark {
            Some(Mark::To) => ("[", "]"),
            Some(Mark::From) if self.last_move.is_some_and(|last| last.mv.is_jump()) => ("(", ")"),
            _ => (" ", " "),
        }
    }
}

impl fmt::Display for BoardView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text_with(|_, letter| letter.to_string()))
    }
}

/// A summary of a position in one line: the pieces of each side, the side to move and the
/// count of consecutive jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary(pub Position);

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, blue] = Color::BOTH.map(|color| self.0.pieces(color).count());
        let turn = self.0.turn();
        let jumps = match self.0.jumps() {
            0 => "no jumps".to_owned(),
            jumps => counted(jumps, "jump"),
        };
        f.pad(&format!(
            "red {red}, blue {blue}; {turn} to move; {jumps} in a row"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Rules};
    use crate::notation::BerkeleyMove;

    fn view(moves: &str) -> String {
        let blocks = "x5o/7/2-1-2/7/2-1-2/7/o5x x"
            .parse::<Position>()
            .expect("a FEN");
        let mut game = Game::from_position(Rules::BERKELEY_2016, blocks);
        for mv in moves.split_whitespace() {
            let mv: BerkeleyMove = mv.parse().expect(mv);
            mv.play(&mut game).expect("a legal move");
        }
        let board = BoardView::new(*game.position()).with_last_move(game.last_move());
        format!("{board}\n{}", Summary(*game.position()))
    }

    #[test]
    fn nothing_is_marked_at_the_start() {
        insta::assert_snapshot!(view(""), @"
        7  r - - - - - b
        6  - - - - - - -
        5  - - X - X - -
        4  - - - - - - -
        3  - - X - X - -
        2  - - - - - - -
        1  b - - - - - r
           a b c d e f g
        red 2, blue 2; Red to move; no jumps in a row
        ");
    }

    #[test]
    fn a_jump_is_marked_at_both_ends() {
        insta::assert_snapshot!(view("a7-c6"), @"
        7 (-)- - - - - b
        6  - -[r]- - - -
        5  - - X - X - -
        4  - - - - - - -
        3  - - X - X - -
        2  - - - - - - -
        1  b - - - - - r
           a b c d e f g
        red 2, blue 2; Blue to move; 1 jump in a row
        ");
    }

    #[test]
    fn an_extend_is_marked_at_its_end() {
        insta::assert_snapshot!(view("a7-a5 g7-g6"), @"
        7  - - - - - - b
        6  - - - - - -[b]
        5  r - X - X - -
        4  - - - - - - -
        3  - - X - X - -
        2  - - - - - - -
        1  b - - - - - r
           a b c d e f g
        red 2, blue 3; Red to move; no jumps in a row
        ");
    }

    #[test]
    fn a_face_can_paint_squares() {
        let board = BoardView::new(Position::start());
        let painted = board.text_with(|viewed, letter| match viewed.cell {
            Cell::Piece(Color::Red) => "R".to_owned(),
            _ => letter.to_string(),
        });
        assert_eq!(painted, board.to_string().replace('r', "R"));
    }
}
