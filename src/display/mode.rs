//! What a click on the board does.

use crate::board::{Bitboard, Cell, Color, Position, Square};

/// What a click on a square does, the same on all pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// It makes a move.
    #[default]
    Play,
    /// It places a block with its reflections.
    Blocks,
    /// It changes a position that is being set up.
    SetUp(Draft),
}

/// A position that is being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The position so far.
    pub position: Position,
    /// What a click puts on a square.
    pub tool: Tool,
}

/// What a click puts on a square of a position that is being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tool {
    /// A piece.
    Piece(Color),
    /// A block, on this square alone.
    Block,
    /// Nothing.
    Empty,
}

impl Tool {
    /// All tools, in the order of the page.
    pub const ALL: [Self; 4] = [
        Self::Piece(Color::Red),
        Self::Piece(Color::Blue),
        Self::Block,
        Self::Empty,
    ];

    /// The name in forms and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Piece(color) => color.name(),
            Self::Block => "block",
            Self::Empty => "empty",
        }
    }

    /// The tool with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    const fn cell(self) -> Cell {
        match self {
            Self::Piece(color) => Cell::Piece(color),
            Self::Block => Cell::Block,
            Self::Empty => Cell::Empty,
        }
    }
}

impl Draft {
    /// A draft that begins with this position, and with red pieces as the tool.
    pub const fn of(position: Position) -> Self {
        Self {
            position,
            tool: Tool::Piece(Color::Red),
        }
    }

    /// Puts the content of the tool on a square, or clears a square with that content.
    pub fn paint(&mut self, square: Square) {
        let old = self.position;
        let cell = if old.cell(square) == self.tool.cell() {
            Cell::Empty
        } else {
            self.tool.cell()
        };
        let others = Bitboard::from_bits(!Bitboard::of(square).bits());
        let here = |wanted: Cell| {
            if cell == wanted {
                Bitboard::of(square)
            } else {
                Bitboard::EMPTY
            }
        };
        let [red, blue] =
            Color::BOTH.map(|color| old.pieces(color) & others | here(Cell::Piece(color)));
        let blocks = old.blocks() & others | here(Cell::Block);
        if let Ok(new) = Position::new(red, blue, blocks, old.turn()) {
            self.position = new.with_jumps(old.jumps()).with_plies(old.plies());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_painted_and_cleared() {
        let mut draft = Draft::of(Position::start().with_jumps(3));
        let d4 = "d4".parse().expect("a square");
        for (tool, fen) in [
            (Tool::Block, "x5o/7/7/3-3/7/7/o5x x 3 1"),
            (Tool::Piece(Color::Blue), "x5o/7/7/3o3/7/7/o5x x 3 1"),
            (Tool::Piece(Color::Blue), "x5o/7/7/7/7/7/o5x x 3 1"),
            (Tool::Piece(Color::Red), "x5o/7/7/3x3/7/7/o5x x 3 1"),
            (Tool::Empty, "x5o/7/7/7/7/7/o5x x 3 1"),
        ] {
            draft.tool = tool;
            draft.paint(d4);
            assert_eq!(draft.position.to_string(), fen);
        }
    }

    #[test]
    fn tools_have_names() {
        for tool in Tool::ALL {
            assert_eq!(Tool::named(tool.name()), Some(tool));
        }
        assert_eq!(Tool::named("green"), None);
    }
}
