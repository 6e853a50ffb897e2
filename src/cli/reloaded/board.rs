//! A board of Reloaded for people.

use crate::cli::terminal::view;
use ataxx_core::board::{Cell, Color, Position, Square};
use std::fmt::Write as _;

/// The name of a side in Reloaded.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "black",
        Color::Blue => "white",
    }
}

/// The board with the columns and rows of Reloaded at the top and the left, and the files
/// and ranks of other notations at the bottom and the right.
pub fn board(position: &Position) -> String {
    let columns = |first: char| {
        let labels = (first..).take(Square::SIDE.into());
        labels.map(String::from).collect::<Vec<_>>().join(" ")
    };
    let mut text = format!("    {}\n", columns('0'));
    for row in 0..Square::SIDE {
        let rank = Square::SIDE - 1 - row;
        let _ = write!(text, "  {row}");
        for file in 0..Square::SIDE {
            let cell = Square::new(file, rank).map_or(Cell::Empty, |square| position.cell(square));
            let (style, letter) = match cell {
                Cell::Empty | Cell::Block => (view::REMARK, '-'),
                Cell::Piece(color) => (view::of(color), letter(color)),
            };
            let _ = write!(text, " {}", view::painted(style, &letter.to_string()));
        }
        let _ = writeln!(text, "  {}", rank + 1);
    }
    let _ = writeln!(text, "    {}", columns('a'));
    let count = |color| position.pieces(color).count();
    let [black, white] = Color::BOTH.map(count);
    let legend = format!("  r black {black}, b white {white}");
    let _ = writeln!(text, "{}", view::painted(view::REMARK, &legend));
    text
}

/// The letter of a side's pieces. Black has the role of Red.
const fn letter(color: Color) -> char {
    match color {
        Color::Red => 'r',
        Color::Blue => 'b',
    }
}
