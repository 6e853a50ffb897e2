//! Positions in every notation.

use crate::errors::{assert_no_reserved_words, check_syntax_error, text};
use ataxx_core::board::{Color, Position};
use ataxx_core::notation::picture::{PictureOptions, svg};
use ataxx_core::notation::{
    BoardView, Dump, MoveRequest, Notation, ReloadedRows, Rows, Summary, SyntaxError, read_position,
};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Reads the bytes as a position, by looking and in each notation by name: what is
/// read is printed and read again as the same, and errors are in order.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    match read_position(&text) {
        Ok(position) => {
            assert!(Notation::of(&text).is_some());
            let commented = format!("# r-----b\n{text}\n# x5o");
            assert_eq!(read_position(&commented), Ok(position));
            check_printed(&position);
        }
        Err(error) => check_syntax_error(&text, &error),
    }
    by_name(&text, |position: Position| position, |position| position);
    by_name(&text, |rows: Rows| rows.0, |rows| rows);
    // A dump does not say who is to move, although it may follow one.
    by_name(&text, |dump: Dump| dump.0, |dump| Dump(bare(dump.0)));
    by_name(&text, ReloadedRows::position, |rows| rows);
    by_name(&text, MoveRequest::position, |request| request);
}

/// What one notation reads, `read_position` reads the same.
fn by_name<T>(text: &str, position: impl Fn(T) -> Position, printed: impl Fn(T) -> T)
where
    T: FromStr<Err = SyntaxError> + Display + Debug + PartialEq + Copy,
{
    match text.parse::<T>() {
        Ok(value) => {
            // The rows of a dump can be those of a FEN, all blocks.
            let is_dump = text
                .parse::<Dump>()
                .is_ok_and(|dump| read_position(text) == Ok(dump.0));
            assert!(is_dump || read_position(text) == Ok(position(value)));
            assert_eq!(value.to_string().parse(), Ok(printed(value)));
        }
        Err(error) => check_syntax_error(text, &error),
    }
}

/// The position as its rows alone describe it.
fn bare(position: Position) -> Position {
    position.with_turn(Color::Red).with_jumps(0).with_plies(0)
}

/// Every printer's output is read back, as far as the notation has words for it.
fn check_printed(position: &Position) {
    let read = |printed: &dyn Display| read_position(&printed.to_string());
    assert_eq!(read(position), Ok(*position));
    assert_eq!(read(&Dump(*position)), Ok(bare(*position)));
    let first_turn = position.with_plies((position.turn() == Color::Blue).into());
    assert_eq!(read(&Rows(*position)), Ok(first_turn));
    match MoveRequest::new(position) {
        Ok(request) => {
            assert!(position.blocks().is_empty());
            let seen = match position.turn() {
                Color::Red => *position,
                Color::Blue => position.with_colors_swapped(),
            }
            .with_jumps(0)
            .with_plies(position.plies() / 2 * 2);
            assert_eq!(read(&request), Ok(seen));
            assert_eq!(request.position(), seen);
            let rows = ReloadedRows::new(position).expect("no blocks");
            assert_eq!(read(&rows), Ok(seen.with_plies(0)));
        }
        Err(error) => assert!(position.blocks().contains(error.square)),
    }
    let view = BoardView::new(*position).to_string();
    assert_eq!(view.lines().count(), 8);
    assert_no_reserved_words(&format!("{view}\n{}", Summary(*position)));
    assert!(svg(position, &PictureOptions::default()).ends_with("</svg>"));
}
