//! What a click on the board does.

use ataxx_core::board::{Bitboard, Cell, Color, Position, Rules, Square};

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

    /// Why a game cannot go on from the position, in sentences.
    pub fn problems(&self, rules: &Rules) -> Vec<String> {
        let position = &self.position;
        let mut problems = Vec::new();
        if !rules.blocks && !position.blocks().is_empty() {
            problems.push("These rules have no blocks.".to_owned());
        }
        if let Some(outcome) = position.outcome(rules) {
            problems.push(format!("The game is over here: {}.", outcome.ending));
        }
        problems
    }

    /// Puts the content of the tool on a square, or clears a square with that content.
    pub fn paint(&mut self, square: Square) {
        let is_there = self.position.cell(square) == self.tool.cell();
        self.put(square, if is_there { Tool::Empty } else { self.tool });
    }

    /// Puts a content on a square.
    pub fn put(&mut self, square: Square, content: Tool) {
        let (old, cell) = (self.position, content.cell());
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
    fn what_cannot_be_played_is_said() {
        let problems = |fen: &str, rules: &Rules| {
            let position = fen.parse().expect("a position");
            Draft::of(position).problems(rules).join(" ")
        };
        let no_blocks: Rules = "2022,blocks=no".parse().expect("rules");
        for (fen, expected) in [
            ("x5o/7/7/7/7/7/o5x x 0 1", ""),
            ("x5o/7/7/3-3/7/7/o5x x 0 1", "These rules have no blocks."),
            (
                "x5x/7/7/7/7/7/x5x x 0 1",
                "The game is over here: a side has no pieces left.",
            ),
            (
                "x5o/7/7/7/7/7/o5x x 25 1",
                "The game is over here: the limit on consecutive jumps is reached.",
            ),
        ] {
            assert_eq!(problems(fen, &no_blocks), expected, "{fen}");
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
