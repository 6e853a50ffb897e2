//! The messages between a framework of Ataxx Reloaded and its agents: moves `4:5:4:2:`, boards of
//! seven rows `1:0:0:0:0:0:2:`, and move requests.
//!
//! Squares are a column and a row, both counted from 0 at the top left. `1` is the
//! side to move, which always has Red's role (top left and bottom right at the
//! start, first to move); `2` is the other side, `0` an empty square.

use super::berkeley::BerkeleyMove;
use crate::board::ranks::{self, Rank, Ranks, Row, SIDE};
use crate::board::{Cell, Color, Game, IllegalMove, Move, PlayedMove, Position, Square};
use crate::diagnostic::syntax::{
    Fault, Parsed, SyntaxError, did_you_mean, expect, found, next_word, number, quoted, whole,
    whole_padded,
};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{char, multispace0, multispace1};
use nom::combinator::{eof, opt, peek, value, verify};
use nom::multi::fold_many0;
use nom::sequence::{preceded, terminated};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A move that is read and written as `4:5:4:2:`, or as `pass`. The last colon may
/// be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReloadedMove(pub BerkeleyMove);

/// A board of seven rows, without turn number: Red to move, nothing played.
///
/// Reading takes any blanks or line ends between rows; the last colon of a row may
/// be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReloadedRows(Position);

/// A request for a move: `move`, the number of the turn that is played, counted
/// from 1, the size `7` and the rows, a line each. The number 0 is read as 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveRequest(Position);

/// Why a position cannot be written in Reloaded's notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{square} is blocked, and Reloaded has no blocks")]
pub struct NoBlocksInReloaded {
    /// The first blocked square.
    pub square: Square,
}

impl ReloadedMove {
    /// A move of the side to move. An extend starts from the first
    /// neighbour in the order of squares.
    #[must_use]
    pub fn of(mv: Move, position: &Position) -> Self {
        Self(BerkeleyMove::of(mv, position))
    }

    /// Plays the move.
    ///
    /// # Errors
    ///
    /// When it is not legal; the game is then as it was.
    pub fn play(self, game: &mut Game) -> Result<PlayedMove, IllegalMove> {
        self.0.play(game)
    }
}

impl ReloadedRows {
    /// The board of a position as the side to move sees it: with Blue to move the
    /// colours are exchanged. The counts of jumps and plies are dropped.
    ///
    /// # Errors
    ///
    /// When a square is blocked.
    pub fn new(position: &Position) -> Result<Self, NoBlocksInReloaded> {
        Ok(Self(for_side_to_move(position)?.with_plies(0)))
    }

    /// The position, with Red to move.
    #[must_use]
    pub const fn position(self) -> Position {
        self.0
    }
}

impl MoveRequest {
    /// The request to make a move in a position, as the side to move sees it: with
    /// Blue to move the colours are exchanged. The count of jumps is dropped.
    ///
    /// # Errors
    ///
    /// When a square is blocked.
    pub fn new(position: &Position) -> Result<Self, NoBlocksInReloaded> {
        let plies = ranks::plies(position.turn_number(), Color::Red);
        Ok(Self(for_side_to_move(position)?.with_plies(plies)))
    }

    /// The position, with Red to move and two plies for every turn before.
    #[must_use]
    pub const fn position(self) -> Position {
        self.0
    }

    /// The number of the turn that is played, counted from 1.
    #[must_use]
    pub fn turn_number(self) -> u32 {
        self.0.turn_number()
    }
}

fn for_side_to_move(position: &Position) -> Result<Position, NoBlocksInReloaded> {
    if let Some(square) = position.blocks().first() {
        return Err(NoBlocksInReloaded { square });
    }
    Ok(match position.turn() {
        Color::Red => *position,
        Color::Blue => position.with_colors_swapped(),
    }
    .with_jumps(0))
}

/// A move in Reloaded notation.
pub(crate) fn reloaded_move(input: &str) -> Parsed<'_, BerkeleyMove> {
    if next_word(input).eq_ignore_ascii_case("pass") {
        return Ok((&input["pass".len()..], BerkeleyMove::Pass));
    }
    let (rest, from) = (square, colon).map(|(from, _)| from).parse(input)?;
    let (rest, to) = square(rest)?;
    let (rest, _) = opt(char(':')).parse(rest)?;
    Ok((rest, BerkeleyMove::Step { from, to }))
}

/// A column and a row with a colon between.
fn square(input: &str) -> Parsed<'_, Square> {
    let (rest, file) = coordinate(input, "a column")?;
    let (rest, _) = colon(rest)?;
    let (rest, from_top) = coordinate(rest, "a row")?;
    match Square::new(file, Square::SIDE - 1 - from_top) {
        Some(square) => Ok((rest, square)),
        None => Fault::between(input, rest, "expected a square of the board").miss(),
    }
}

fn coordinate<'a>(input: &'a str, what: &str) -> Parsed<'a, u8> {
    let (rest, digits) =
        take_till(|letter: char| letter == ':' || letter.is_whitespace()).parse(input)?;
    if let [digit @ b'0'..=b'6'] = digits.as_bytes() {
        return Ok((rest, digit - b'0'));
    }
    let shown = if digits.is_empty() {
        found(input)
    } else {
        quoted(digits)
    };
    let message = format!("expected {what} from 0 to 6, found {shown}");
    Fault::between(input, rest, message)
        .with_help(did_you_mean(digits, ["pass"]))
        .miss()
}

fn colon(input: &str) -> Parsed<'_, char> {
    expect("`:`", char(':')).parse(input)
}

/// Seven rows.
pub(crate) fn rows(input: &str) -> Parsed<'_, ReloadedRows> {
    let mut rest = input;
    let mut ranks: Ranks = [[Cell::Empty; SIDE]; SIDE];
    for (y, rank) in ranks.iter_mut().enumerate() {
        (rest, _) = multispace0(rest)?;
        (rest, *rank) = row(rest, y)?;
    }
    Ok((rest, ReloadedRows(ranks::position(&ranks, Color::Red))))
}

fn row(input: &str, y: usize) -> Parsed<'_, Rank> {
    let name = format!("row {y}");
    let (rest, row) = fold_many0(cell, Row::new, |row, cell| row.with(cell, 1)).parse(input)?;
    match rest.chars().next() {
        None if row.len() == 0 => {
            let help = "a board has seven rows, 0 to 6".to_owned();
            Fault::word(rest, format!("expected {name}, found the end"))
                .with_help(Some(help))
                .fail()
        }
        Some(letter) if !letter.is_whitespace() => {
            let help = match letter {
                'X' | 'x' => Some("Reloaded has no blocks"),
                '0'..='2' => Some("every square is followed by `:`"),
                _ => None,
            };
            let message = format!(
                "expected `0:`, `1:` or `2:`, found {}",
                quoted(rest.split_inclusive(':').next().map_or(rest, next_word))
            );
            Fault::letter(rest, message)
                .with_help(help.map(str::to_owned))
                .fail()
        }
        _ => Ok((rest, row.finish(&name, input, rest)?)),
    }
}

fn cell(input: &str) -> Parsed<'_, Cell> {
    let kind = alt((
        value(Cell::Empty, char('0')),
        value(Cell::Piece(Color::Red), char('1')),
        value(Cell::Piece(Color::Blue), char('2')),
    ));
    let end = alt((tag(":"), peek(alt((eof, multispace1)))));
    terminated(kind, end).parse(input)
}

/// A whole move request.
pub(crate) fn move_request(input: &str) -> Parsed<'_, MoveRequest> {
    let word = verify(take_till(char::is_whitespace), |word: &str| {
        word.eq_ignore_ascii_case("move")
    });
    let (rest, _) = expect("the word `move`", word).parse(input)?;
    let (rest, turn_number) = field("the turn number", ranks::LAST_TURN).parse(rest)?;
    let size = "the size of the board";
    let (after, size_number) = field(size, u32::MAX).parse(rest)?;
    if size_number != u32::from(Square::SIDE) {
        let blamed = rest.trim_start();
        return Fault::word(blamed, format!("{size} is 7, found {}", found(blamed))).fail();
    }
    let (rest, rows) = preceded(multispace1, rows)
        .or(|rest| Fault::word(rest, "expected row 0, found the end").fail())
        .parse(after)?;
    let plies = ranks::plies(turn_number, Color::Red);
    Ok((rest, MoveRequest(rows.0.with_plies(plies))))
}

/// A number on a line of its own.
fn field<'a>(
    what: &'static str,
    max: u32,
) -> impl Parser<&'a str, Output = u32, Error = Fault<'a>> {
    preceded(expect(what, multispace1), number(what, max))
}

impl fmt::Display for ReloadedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |square: Square| {
            let y = Square::SIDE - 1 - square.rank();
            format!("{}:{y}:", square.file())
        };
        match self.0 {
            BerkeleyMove::Step { from, to } => f.pad(&(pair(from) + &pair(to))),
            BerkeleyMove::Pass => f.pad("pass"),
        }
    }
}

impl fmt::Display for ReloadedRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = ranks::of(&self.0).map(|rank| {
            let squares = rank.map(|cell| match cell {
                Cell::Empty | Cell::Block => "0:",
                Cell::Piece(Color::Red) => "1:",
                Cell::Piece(Color::Blue) => "2:",
            });
            squares.concat()
        });
        f.write_str(&rows.join("\n"))
    }
}

impl fmt::Display for MoveRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn_number, side) = (self.turn_number(), Square::SIDE);
        write!(f, "move\n{turn_number}\n{side}\n{}", ReloadedRows(self.0))
    }
}

impl From<PlayedMove> for ReloadedMove {
    fn from(played: PlayedMove) -> Self {
        Self(played.into())
    }
}

impl FromStr for ReloadedMove {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole(text, reloaded_move).map(Self)
    }
}

impl FromStr for ReloadedRows {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole_padded(text, rows)
    }
}

impl FromStr for MoveRequest {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole_padded(text, move_request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str = "move\n1\n7\n\
        1:0:0:0:0:0:2:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n\
        0:0:0:0:0:0:0:\n0:0:0:0:0:0:0:\n2:0:0:0:0:0:1:";

    /// The text that the error points at, and its message.
    fn error<T: FromStr<Err = SyntaxError> + fmt::Debug>(text: &str) -> (&str, String) {
        let error = text.parse::<T>().expect_err(text);
        (&text[error.span], error.message)
    }

    #[test]
    fn the_first_request() {
        let request: MoveRequest = REQUEST.parse().expect("the example of the task");
        assert_eq!(request.position(), Position::start());
        assert_eq!(request.to_string(), REQUEST);
    }

    #[test]
    fn turns_are_two_plies() {
        let text = REQUEST
            .replace("move\n1", " MOVE\r\n12")
            .replace(":\n", "\n\n ");
        let request: MoveRequest = text.parse().expect("blanks are free");
        assert_eq!(request.position().plies(), 22);
        assert_eq!(request.turn_number(), 12);
    }

    #[test]
    fn turns_may_be_counted_from_0() {
        let text = REQUEST.replace("move\n1", "move\n0");
        let request: MoveRequest = text.parse().expect("the number 0");
        assert_eq!(request.position(), Position::start());
    }

    #[test]
    fn the_mover_is_always_red() {
        let before = Position::start().with_plies(6).with_jumps(3);
        let blue = before.with_turn(Color::Blue).with_plies(7);
        let request = MoveRequest::new(&blue).expect("no blocks");
        assert_eq!(request.turn_number(), 4);
        assert_eq!(
            request.position(),
            blue.with_colors_swapped().with_plies(6).with_jumps(0)
        );
        let rows = ReloadedRows::new(&blue).expect("no blocks");
        assert_eq!(
            rows.position(),
            blue.with_colors_swapped().with_plies(0).with_jumps(0)
        );
    }

    #[test]
    fn blocks_cannot_be_written() {
        let d4 = Square::new(3, 3).expect("d4");
        let blocked = Position::start()
            .with_block(d4, &crate::board::Rules::UAI)
            .expect("an empty square");
        let error = NoBlocksInReloaded { square: d4 };
        assert_eq!(ReloadedRows::new(&blocked), Err(error));
        assert_eq!(MoveRequest::new(&blocked), Err(error));
        assert_eq!(
            error.to_string(),
            "d4 is blocked, and Reloaded has no blocks"
        );
    }

    #[test]
    fn moves_are_column_then_row_from_the_top_left() {
        let mv: ReloadedMove = "4:5:4:2:".parse().expect("the example of the task");
        assert_eq!(mv.0.to_string(), "e2-e5");
        assert_eq!("4:5:4:2".parse(), Ok(mv));
        assert_eq!(mv.to_string(), "4:5:4:2:");
        assert_eq!("pass".parse(), Ok(ReloadedMove(BerkeleyMove::Pass)));
    }

    #[test]
    fn invalid_moves() {
        let cases = [
            ("4:7:4:2:", "7", "expected a row from 0 to 6, found `7`"),
            ("x:5:4:2:", "x", "expected a column from 0 to 6, found `x`"),
            (
                "4:5:10:2:",
                "10",
                "expected a column from 0 to 6, found `10`",
            ),
            ("4:5:", "", "expected a column from 0 to 6, found the end"),
            ("4:5", "", "expected `:`, found the end"),
            ("4:5:4:2:1", "1", "expected nothing more, found `1`"),
            ("", "", "expected a column from 0 to 6, found the end"),
        ];
        for (text, blamed, message) in cases {
            assert_eq!(error::<ReloadedMove>(text), (blamed, message.to_owned()));
        }
        let slip = "pas".parse::<ReloadedMove>().expect_err("misspelt");
        assert_eq!(slip.help.as_deref(), Some("did you mean `pass`?"));
    }

    #[test]
    fn invalid_requests() {
        let cases = [
            ("mov\n1", "mov", "expected the word `move`, found `mov`"),
            (
                "moved\n1",
                "moved",
                "expected the word `move`, found `moved`",
            ),
            ("move", "", "expected the turn number, found the end"),
            ("move one", "one", "expected the turn number, found `one`"),
            (
                "move 1",
                "",
                "expected the size of the board, found the end",
            ),
            ("move 1 8 1:", "8", "the size of the board is 7, found `8`"),
            ("move 1 7", "", "expected row 0, found the end"),
            ("move 1 7\n1:0:", "1:0:", "row 0 has 2 squares instead of 7"),
        ];
        for (text, blamed, message) in cases {
            assert_eq!(
                error::<MoveRequest>(text),
                (blamed, message.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn invalid_rows() {
        let row = "1:0:0:0:0:0:2:";
        let cases = [
            (
                "1:0:0:3:0:0:2:",
                "3",
                "expected `0:`, `1:` or `2:`, found `3:`",
            ),
            (
                "1:0:0:X:0:0:2:",
                "X",
                "expected `0:`, `1:` or `2:`, found `X:`",
            ),
            (
                "1:0:00:0:0:2:",
                "0",
                "expected `0:`, `1:` or `2:`, found `00:`",
            ),
            (
                "1:0:0::0:0:2:",
                ":",
                "expected `0:`, `1:` or `2:`, found `:`",
            ),
            (
                "1:0:0:0:0:0:2:0:",
                "1:0:0:0:0:0:2:0:",
                "row 1 has 8 squares instead of 7",
            ),
            ("", "", "expected row 1, found the end"),
        ];
        for (second, blamed, message) in cases {
            let text = format!("{row}\n{second}");
            assert_eq!(
                error::<ReloadedRows>(&text),
                (blamed, message.to_owned()),
                "{text}"
            );
        }
        let eight = [row; 8].join("\n");
        assert_eq!(
            error::<ReloadedRows>(&eight),
            (row, format!("expected nothing more, found `{row}`"))
        );
        for (second, help) in [
            ("1:0:0:X:0:0:2:", Some("Reloaded has no blocks")),
            ("1:0:00:0:0:0:2:", Some("every square is followed by `:`")),
            ("1:0:0:3:0:0:2:", None),
        ] {
            let text = format!("{row}\n{second}");
            let error = text.parse::<ReloadedRows>().expect_err(second);
            assert_eq!(error.help.as_deref(), help, "{second}");
        }
    }
}
