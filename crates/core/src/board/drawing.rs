//! Macros that draw a board, for tests and examples.

use super::{Bitboard, Color, Position};

/// A set of squares, drawn from rank 7 down to rank 1: `X` is in the set, `.` is not.
///
/// The set is made at compile time. A drawing without exactly 49 squares does not compile.
///
/// ```
/// use ataxx_core::bitboard;
/// use ataxx_core::board::{Bitboard, Square};
///
/// let corners = bitboard! {
///     X . . . . . X
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     X . . . . . X
/// };
/// assert_eq!(corners, Bitboard::from_iter([Square::A1, Square::G1, Square::A7, Square::G7]));
/// ```
#[macro_export]
macro_rules! bitboard {
    (@square X) => { true };
    (@square .) => { false };
    ($($square:tt)*) => {{
        const SET: $crate::board::Bitboard =
            $crate::board::Bitboard::drawn([$($crate::bitboard!(@square $square)),*]);
        SET
    }};
}

/// A position, drawn from rank 7 down to rank 1 in the letters of a dump, with the side to move
/// below: `r` is a red piece, `b` a blue one, `X` a block, `-` an empty square. Both counters are
/// 0.
///
/// The position is made at compile time. A drawing without exactly 49 squares does not compile.
///
/// ```
/// use ataxx_core::board::Position;
/// use ataxx_core::position;
///
/// let start = position! {
///     r - - - - - b
///     - - - - - - -
///     - - - - - - -
///     - - - - - - -
///     - - - - - - -
///     - - - - - - -
///     b - - - - - r
///     red to move
/// };
/// assert_eq!(start, Position::start());
/// ```
#[macro_export]
macro_rules! position {
    (@square r) => { b'r' };
    (@square b) => { b'b' };
    (@square X) => { b'X' };
    (@square -) => { b'-' };
    (@read [$($square:tt)*] red to move) => {{
        const POSITION: $crate::board::Position = $crate::board::Position::drawn(
            [$($crate::position!(@square $square)),*],
            $crate::board::Color::Red,
        );
        POSITION
    }};
    (@read [$($square:tt)*] blue to move) => {{
        const POSITION: $crate::board::Position = $crate::board::Position::drawn(
            [$($crate::position!(@square $square)),*],
            $crate::board::Color::Blue,
        );
        POSITION
    }};
    (@read [$($square:tt)*] $next:tt $($rest:tt)*) => {
        $crate::position!(@read [$($square)* $next] $($rest)*)
    };
    ($($drawing:tt)*) => { $crate::position!(@read [] $($drawing)*) };
}

impl Bitboard {
    /// For [`bitboard!`](crate::bitboard): whether each square is in the set, rank 7 first.
    #[doc(hidden)]
    #[must_use]
    pub const fn drawn(squares: [bool; 49]) -> Self {
        let mut letters = [b'.'; 49];
        let mut index = 0;
        while index < squares.len() {
            if squares[index] {
                letters[index] = b'X';
            }
            index += 1;
        }
        squares_with(&letters, b'X')
    }
}

impl Position {
    /// For [`position!`](crate::position): the letter of each square, rank 7 first.
    #[doc(hidden)]
    #[must_use]
    pub const fn drawn(letters: [u8; 49], turn: Color) -> Self {
        Self {
            pieces: [squares_with(&letters, b'r'), squares_with(&letters, b'b')],
            blocks: squares_with(&letters, b'X'),
            plies: 0,
            jumps: 0,
            turn,
        }
    }
}

/// The squares of a drawing with this letter.
const fn squares_with(letters: &[u8; 49], letter: u8) -> Bitboard {
    let mut bits = 0;
    let mut index = 0;
    while index < letters.len() {
        if letters[index] == letter {
            let (from_top, file) = (index / 7, index % 7);
            bits |= 1 << ((6 - from_top) * 7 + file);
        }
        index += 1;
    }
    Bitboard::from_bits(bits)
}
