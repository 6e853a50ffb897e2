//! Expected boards: the rows of a dump, with `.` for open squares.

use crate::report::Boards;
use ataxx_core::board::{Bitboard, Cell, Color, Position, Square};
use ataxx_core::diagnostic::SyntaxError;
use ataxx_core::notation::dump_letter;
use std::fmt;

/// An expected board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Open squares are empty in it.
    expected: Position,
    /// The squares that may hold anything.
    open: Bitboard,
}

impl Grid {
    /// Reads seven rows, the one of rank 7 first, with or without the frame of a dump; blanks
    /// are free.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        let mut cells = [None; 49];
        let mut rows = 0;
        let mut end = 0;
        for line in text.split_inclusive(['\n', '/']) {
            let start = end;
            end += line.len();
            let row = line.trim_end_matches(['\n', '/', '\r']);
            if row.trim().is_empty() || row.trim() == "===" {
                continue;
            }
            let span = start + (row.len() - row.trim_start().len())..start + row.trim_end().len();
            if rows == 7 {
                let message = "a board has seven rows, found an eighth";
                return Err(SyntaxError::new(span, message));
            }
            let rank = 6 - rows;
            let mut squares = 0;
            let letters = row.char_indices();
            for (index, letter) in letters.filter(|(_, letter)| !letter.is_whitespace()) {
                if letter != OPEN {
                    let cell = cell(letter).ok_or_else(|| not_a_square(start + index, letter))?;
                    if let Some(square) = Square::new(squares, rank) {
                        cells[square.index()] = Some(cell);
                    }
                }
                squares = squares.saturating_add(1);
            }
            if squares == 49 {
                let message = "expected seven rows, found one with all the squares";
                return Err(SyntaxError::new(span, message));
            }
            if squares != 7 {
                let message = format!("rank {} has {squares} squares instead of 7", rank + 1);
                return Err(SyntaxError::new(span, message));
            }
            rows += 1;
        }
        if rows != 7 {
            return Err(SyntaxError {
                span: 0..text.trim_end().len(),
                message: format!("expected seven rows, found {rows}"),
                help: (rows == 0).then(|| {
                    "rows are like those of `dump`, with `.` for a square that does not matter"
                        .to_owned()
                }),
            });
        }
        Ok(Self::of(|square| cells[square.index()]))
    }

    /// A board with these cells; `None` for open squares.
    fn of(cell: impl Fn(Square) -> Option<Cell>) -> Self {
        let squares = |wanted| -> Bitboard {
            let squares = Square::all().filter(|&square| cell(square) == wanted);
            squares.collect()
        };
        let [red, blue] = Color::BOTH.map(|color| squares(Some(Cell::Piece(color))));
        let expected = Position::new(red, blue, squares(Some(Cell::Block)), Color::Red);
        Self {
            // No square has two cells, so that no two of these share one.
            expected: expected.unwrap_or_else(|_| Position::start()),
            open: squares(None),
        }
    }

    /// Exactly the board of a position.
    pub fn exactly(position: &Position) -> Self {
        Self::of(|square| Some(position.cell(square)))
    }

    /// The text of a board, changed where a position differs: open squares, blanks and frames
    /// stay. `None` if the text is no board.
    pub fn rewritten(text: &str, position: &Position) -> Option<String> {
        let differing = Self::parse(text).ok()?.differing(position);
        let mut squares = (0..7)
            .rev()
            .flat_map(|rank| (0..7).filter_map(move |file| Square::new(file, rank)));
        let mut written = String::with_capacity(text.len());
        for letter in text.chars() {
            let is_square = letter == OPEN || cell(letter).is_some();
            let square = if is_square { squares.next() } else { None };
            match square.filter(|&square| differing.contains(square)) {
                Some(square) => written.push(dump_letter(position.cell(square))),
                None => written.push(letter),
            }
        }
        Some(written)
    }

    /// The squares that are not open.
    pub fn constrained(&self) -> Bitboard {
        !self.open
    }

    /// The squares on which a position differs.
    pub fn differing(&self, position: &Position) -> Bitboard {
        let differs = |&square: &Square| self.expected.cell(square) != position.cell(square);
        self.constrained().squares().filter(differs).collect()
    }

    /// The two boards side by side, if they differ.
    pub fn compare(&self, actual: &Position) -> Option<Boards> {
        let differing = self.differing(actual);
        (!differing.is_empty()).then_some(Boards {
            expected: self.expected,
            actual: *actual,
            open: self.open,
            differing,
        })
    }
}

/// The letter of an open square.
const OPEN: char = '.';

fn cell(letter: char) -> Option<Cell> {
    Some(match letter {
        '-' => Cell::Empty,
        'r' | 'R' => Cell::Piece(Color::Red),
        'b' | 'B' => Cell::Piece(Color::Blue),
        'X' => Cell::Block,
        _ => return None,
    })
}

fn not_a_square(at: usize, letter: char) -> SyntaxError {
    SyntaxError {
        span: at..at + letter.len_utf8(),
        message: format!("expected `r`, `b`, `-`, `X` or `.`, found `{letter}`"),
        help: match letter {
            'x' | 'o' | 'O' => Some("Red is `r`, Blue is `b`, a block is `X`".to_owned()),
            _ => None,
        },
    }
}

/// As it is written in a file: seven lines, without a line end after the last.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..7).rev() {
            let row: Vec<String> = (0..7)
                .filter_map(|file| Square::new(file, rank))
                .map(|square| {
                    if self.open.contains(square) {
                        OPEN
                    } else {
                        dump_letter(self.expected.cell(square))
                    }
                })
                .map(String::from)
                .collect();
            f.write_str(&row.join(" "))?;
            if rank > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const START: &str = "r - - - - - b\n- - - - - - -\n- - - - - - -\n- - - - - - -\n- - - - - - -\n- - - - - - -\nb - - - - - r";

    #[test]
    fn the_start_is_the_start() {
        let grid = Grid::parse(START).expect("a board");
        assert!(grid.differing(&Position::start()).is_empty());
        assert_eq!(grid.to_string(), START);
        assert_eq!(grid, Grid::exactly(&Position::start()));
    }

    #[test]
    fn what_does_not_matter_does_not_differ() {
        let grid = Grid::parse(&START.replace('r', ".")).expect("a board");
        assert!(grid.differing(&Position::start()).is_empty());
        assert_eq!(grid.constrained().count(), 47);
        let grid = Grid::parse(&START.replace('r', "b")).expect("a board");
        assert_eq!(grid.differing(&Position::start()).count(), 2);
    }

    #[test]
    fn a_board_that_is_none_is_refused() {
        let short = START.replacen("- - - - - - -", "- - - - -", 1);
        let error = Grid::parse(&short).expect_err("short");
        assert_eq!(error.message, "rank 6 has 5 squares instead of 7");
        assert_eq!(&short[error.span], "- - - - -");
        let strange = START.replacen('b', "x", 1);
        let error = Grid::parse(&strange).expect_err("strange");
        assert_eq!(&strange[error.span], "x");
        assert!(Grid::parse("r").is_err());
        assert!(Grid::parse("").is_err());
        assert!(Grid::parse(&[START, "\n- - - - - - -"].concat()).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(letters in prop::collection::vec(prop::sample::select(vec!["r", "b", "-", "X", "."]), 49)) {
            let rows: Vec<String> = letters.chunks(7).map(<[&str]>::concat).collect();
            let grid = Grid::parse(&rows.join("\n")).expect("a board");
            prop_assert_eq!(&Grid::parse(&grid.to_string()).expect("again"), &grid);
            prop_assert!(grid.differing(&grid.expected).is_empty());
            let rewritten = Grid::rewritten(&rows.join(" / "), &Position::start()).expect("a board");
            let again = Grid::parse(&rewritten).expect("a board");
            prop_assert!(again.differing(&Position::start()).is_empty());
            prop_assert_eq!(again.constrained(), grid.constrained());
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[rbX.\\-\n/ =é]{0,120}") {
            if let Err(error) = Grid::parse(&text) {
                prop_assert!(text.get(error.span).is_some());
            }
        }
    }
}
