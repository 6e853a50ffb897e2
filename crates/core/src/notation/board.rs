//! A labelled board: ranks at the left, files below, the last move marked.
//!
//! ```text
//! 7 (-)- - - - - b
//! 6  - -[r]- - - -
//! ```
//!
//! [`read_position`](super::read_position) reads it back, with the [`Summary`] below it or
//! without; the marks are ignored.

use super::dump::{ReadPosition, dump_letter, not_a_square, one_letter_for_empty, square};
use crate::board::ranks::{self, Rank, Row, SIDE};
use crate::board::{Cell, Color, PlayedMove, Position, Square};
use crate::diagnostic::syntax::{Fault, Parsed, expect, found};
use crate::diagnostic::text::counted;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, multispace0, one_of, space0, u16, u32};
use nom::combinator::{opt, value};
use nom::multi::fold_many0;
use nom::sequence::{delimited, preceded};
use std::fmt;

/// The files below the board.
const FILES: &str = "a b c d e f g";

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
                text += &paint(viewed, dump_letter(viewed.cell));
                gap = after.trim();
            }
            text += gap;
            text.push('\n');
        }
        text + "   " + FILES
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

/// A labelled board, up to its files or to the summary below them.
pub(crate) fn board_view(input: &str) -> Parsed<'_, ReadPosition> {
    let mut rest = input;
    let mut ranks = [[Cell::Empty; SIDE]; SIDE];
    for (from_top, rank) in ranks.iter_mut().enumerate() {
        (rest, *rank) = labelled_rank(rest, from_top)?;
    }
    one_letter_for_empty(input, rest)?;
    let files = expect("the files `a b c d e f g`", tag(FILES));
    let (rest, _) = preceded(multispace0, files).parse(rest)?;
    let (after, below) = opt(preceded(multispace0, summary)).parse(rest)?;
    let turn = below.map_or(Color::Red, |summary| summary.turn);
    let position = ranks::position(&ranks, turn);
    let Some(summary) = below else {
        let names_turn = false;
        return Ok((
            after,
            ReadPosition {
                position,
                names_turn,
            },
        ));
    };
    if summary.pieces != Color::BOTH.map(|color| position.pieces(color).count()) {
        let message = "the board has other numbers of pieces than this line says";
        let line = rest.trim_start();
        return Fault::between(line, after, message).fail();
    }
    Ok((after, position.with_jumps(summary.jumps).into()))
}

/// A rank with its number: blanks and the brackets of marks are between its squares.
fn labelled_rank(input: &str, from_top: usize) -> Parsed<'_, Rank> {
    let name = ranks::rank_name(from_top);
    let (rest, _) = multispace0(input)?;
    let number = (SIDE - from_top).to_string();
    let Some(squares) = rest.strip_prefix(number.as_str()) else {
        let message = format!("expected `{number}` and {name}, found {}", found(rest));
        return Fault::word(rest, message).fail();
    };
    let between = |input| fold_many0(one_of(" \t[]()"), || (), |(), _| ()).parse(input);
    let (rest, ()) = between(squares)?;
    let one = |input| {
        let (rest, cell) = square(input)?;
        let (rest, ()) = between(rest)?;
        Ok((rest, cell))
    };
    let (after, row) = fold_many0(one, Row::new, |row, cell| row.with(cell, 1)).parse(rest)?;
    match after.chars().next() {
        Some(letter) if letter != '\n' && letter != '\r' => not_a_square(after, letter),
        _ => {
            let squares = squares.trim_start_matches([' ', '\t']);
            Ok((after, row.finish(&name, squares, after)?))
        }
    }
}

/// The fields of a summary.
#[derive(Clone, Copy)]
struct ReadSummary {
    pieces: [u32; 2],
    turn: Color,
    jumps: u16,
}

/// The line that [`Summary`] writes.
fn summary(input: &str) -> Parsed<'_, ReadSummary> {
    let turn = alt((
        value(Color::Red, tag("Red")),
        value(Color::Blue, tag("Blue")),
    ));
    let some = (u16, tag(" jump"), opt(char('s'))).map(|(jumps, _, _)| jumps);
    let jumps = alt((value(0, tag("no jumps")), some));
    (
        preceded(tag("red "), u32),
        preceded(tag(", blue "), u32),
        delimited(tag("; "), turn, tag(" to move; ")),
        delimited(space0, jumps, tag(" in a row")),
    )
        .map(|(red, blue, turn, jumps)| ReadSummary {
            pieces: [red, blue],
            turn,
            jumps,
        })
        .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, Rules};
    use crate::notation::{BerkeleyMove, position_as_read};

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
    fn it_is_read_back_with_the_side_to_move() {
        for moves in ["", "a7-c6", "a7-a5 g7-g6", "a7-c7 g7-e7"] {
            let text = view(moves);
            let read = position_as_read(&text).expect("a board");
            let line = text.lines().last().expect("a summary");
            assert!(read.names_turn);
            assert_eq!(Summary(read.position).to_string(), line);
            let bare = text.replace(['[', ']', '(', ')'], " ");
            let again = BoardView::new(read.position).to_string();
            let lines = bare.lines().map(str::trim_end).collect::<Vec<_>>();
            assert_eq!(format!("{again}\n{line}"), lines.join("\n"));
        }
        let board = BoardView::new(Position::start()).to_string();
        let read = position_as_read(&board).expect("a board");
        assert_eq!((read.position, read.names_turn), (Position::start(), false));
    }

    #[test]
    fn mistakes_are_refused() {
        let text = view("a7-c6");
        let error = |old: &str, new: &str| {
            let text = text.replacen(old, new, 1);
            let error = position_as_read(&text).expect_err(&text);
            format!("{}: {}", &text[error.span], error.message)
        };
        insta::assert_snapshot!([
            error("6  -", "6  - -"),
            error("7 (-)- - - - - b", "7 "),
            error("5  -", "9  -"),
            error("- b", "- o"),
            error("a b c", "x y z"),
            error("red 2", "red 3"),
            error("Blue to", "Green to"),
            error("in a row", "in a row, twice"),
        ].join("\n"), @"
        - - -[r]- - - -: rank 6 has 8 squares instead of 7
        : rank 7 has 0 squares instead of 7
        9: expected `5` and rank 5, found `9`
        o: expected `r`, `b`, `-` or `X`, found `o`
        x: expected the files `a b c d e f g`, found `x`
        red 3, blue 2; Blue to move; 1 jump in a row: the board has other numbers of pieces than this line says
        red: expected nothing more, found `red`
        ,: expected nothing more, found `,`
        ");
    }

    #[test]
    fn squares_can_be_painted() {
        let board = BoardView::new(Position::start());
        let painted = board.text_with(|viewed, letter| match viewed.cell {
            Cell::Piece(Color::Red) => "R".to_owned(),
            _ => letter.to_string(),
        });
        assert_eq!(painted, board.to_string().replace('r', "R"));
    }
}
