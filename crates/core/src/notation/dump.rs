//! Positions as the `dump` command of the Berkeley documents prints them, and the
//! same rows on one line: `rr-bbbr/rrrbbbr/…/rrbbbbb r 0`.
//!
//! `r` is Red, `b` is Blue, `-` an empty square and `X` a block. (In a FEN `-` is
//! the block.) Other programs write `.` for empty squares, which is read as well.
//! A dump has neither the side to move nor the count of jumps; both may follow it.

use crate::board::ranks::{self, Rank, Ranks, Row, SIDE};
use crate::board::{Cell, Color, Position};
use crate::diagnostic::syntax::{
    Fault, Parsed, SyntaxError, found, next_word, number, quoted, whole_padded,
};
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, multispace0, multispace1, one_of, space0};
use nom::combinator::{opt, recognize, value};
use nom::multi::{fold_many_m_n, fold_many0};
use nom::sequence::{delimited, preceded};
use nom::{AsChar, Parser};
use std::fmt;
use std::str::FromStr;

/// A position that is written as the exact output of `dump`: between two lines
/// `===`, two blanks before each row and one between squares, no line end after
/// the last line.
///
/// Reading takes rows with or without the frame and the blanks: one a line, or
/// all in one line with `/` between them (or blanks, if there are none inside the
/// rows). The side to move (`r`, `b`, `red`, `blue`; Red if missing) and the count
/// of consecutive jumps (0 if missing) may follow. Letters are read in either
/// case, but a block is always `X`: `x` is Red in a FEN. The position is in its
/// first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dump(pub Position);

impl Dump {
    /// The first and the last line.
    pub const FRAME: &'static str = "===";
}

/// A position that is written as the rows of a dump in one line, with side to
/// move and count of consecutive jumps: `rr-bbbr/…/rrbbbbb r 0`. Reading takes
/// what [`Dump`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rows(pub Position);

/// A dump, up to its last field.
fn dump(input: &str) -> Parsed<'_, Position> {
    dump_as_read
        .map(|read: ReadPosition| read.position)
        .parse(input)
}

/// A dump, and whether it names the side to move.
pub(crate) fn dump_as_read(input: &str) -> Parsed<'_, ReadPosition> {
    let (rest, frame) = opt(preceded(tag(Dump::FRAME), multispace0)).parse(input)?;
    let (mut rest, ranks) = seven_rows(rest)?;
    if frame.is_some() {
        (rest, _) = preceded(multispace0, closing_frame).parse(rest)?;
    }
    let (rest, turn) = opt(preceded(multispace1, side_to_move)).parse(rest)?;
    let jumps = number("the count of consecutive jumps", u16::MAX);
    let (rest, jumps) = opt(preceded(multispace1, jumps)).parse(rest)?;
    let position = ranks::position(&ranks, turn.unwrap_or(Color::Red));
    let read = ReadPosition {
        position: position.with_jumps(jumps.unwrap_or(0)),
        names_turn: turn.is_some(),
    };
    Ok((rest, read))
}

fn closing_frame(input: &str) -> Parsed<'_, &str> {
    tag(Dump::FRAME).parse(input).map_err(|_: nom::Err<Fault>| {
        let message = format!("expected the frame's last line, found {}", found(input));
        nom::Err::Failure(Fault::word(input, message))
    })
}

fn seven_rows(input: &str) -> Parsed<'_, Ranks> {
    let mut rest = input;
    let mut ranks = [[Cell::Empty; SIDE]; SIDE];
    // The text before the row. If it is a `/`, the last row need not end with the line.
    let mut separator = "";
    for (from_top, rank) in ranks.iter_mut().enumerate() {
        if from_top > 0 {
            let slash = recognize(delimited(space0, char('/'), space0));
            (rest, separator) = alt((slash, multispace0)).parse(rest)?;
        }
        let one_line = separator.contains('/');
        (rest, *rank) = preceded(space0, |row| one_row(row, from_top, one_line)).parse(rest)?;
    }
    one_letter_for_empty(input, rest)?;
    Ok((rest, ranks))
}

/// Checks that the squares between two places do not use both letters for an empty square: one of
/// them could be meant as a block.
pub(crate) fn one_letter_for_empty<'a>(input: &'a str, rest: &str) -> Parsed<'a, ()> {
    let squares = &input[..input.len() - rest.len()];
    match squares.find('-') {
        Some(dash) if squares.contains('.') => {
            let message = "expected all empty squares as `.`, found `-`; a block is `X`";
            Fault::letter(&input[dash..], message).fail()
        }
        _ => Ok((input, ())),
    }
}

fn one_row(input: &str, from_top: usize, one_line: bool) -> Parsed<'_, Rank> {
    let (mut rest, mut row) =
        fold_many0(square, Row::new, |row, cell| row.with(cell, 1)).parse(input)?;
    if row.len() == 1 && rest.starts_with([' ', '\t']) {
        let most = if one_line && from_top + 1 == SIDE {
            SIDE - 1
        } else {
            usize::MAX
        };
        let start = row;
        (rest, row) = fold_many_m_n(
            0,
            most,
            preceded(space0, square),
            || start,
            |row, cell| row.with(cell, 1),
        )
        .parse(rest)?;
        // Blanks belong to the row, up to an unexpected letter that the error points at.
        let (after, _) = space0(rest)?;
        let ends = after.is_empty() || after.starts_with(['\r', '\n', '/']);
        if !ends && row.len() < SIDE {
            rest = after;
        }
    }
    match rest.chars().next() {
        None | Some('=') if row.len() == 0 => {
            let message = format!(
                "expected {}, found {}",
                ranks::rank_name(from_top),
                found(rest)
            );
            let help = "a board has seven ranks, 7 to 1".to_owned();
            Fault::word(rest, message).with_help(Some(help)).fail()
        }
        Some(letter) if letter != '/' && !letter.is_whitespace() => not_a_square(rest, letter),
        _ => Ok((rest, row.finish(&ranks::rank_name(from_top), input, rest)?)),
    }
}

/// The letter of a square.
pub(crate) fn square(input: &str) -> Parsed<'_, Cell> {
    alt((
        value(Cell::Empty, one_of("-.")),
        value(Cell::Piece(Color::Red), one_of("rR")),
        value(Cell::Piece(Color::Blue), one_of("bB")),
        value(Cell::Block, char('X')),
    ))
    .parse(input)
}

/// The fault for a letter that stands for no square.
pub(crate) fn not_a_square<T>(rest: &str, letter: char) -> Parsed<'_, T> {
    let help = match letter {
        'x' | 'o' | 'O' => Some("in a dump Red is `r`, Blue is `b` and a block is `X`"),
        '_' | '*' => Some("an empty square is `-`"),
        _ if letter.is_dec_digit() => Some("a dump has one `-` for every empty square"),
        _ => None,
    };
    let message = format!(
        "expected `r`, `b`, `-` or `X`, found {}",
        quoted(letter.encode_utf8(&mut [0; 4]))
    );
    Fault::letter(rest, message)
        .with_help(help.map(str::to_owned))
        .fail()
}

/// The side to move by its letter or name. A miss at the end of the text.
fn side_to_move(input: &str) -> Parsed<'_, Color> {
    let word = next_word(input);
    let turn = match word.to_ascii_lowercase().as_str() {
        "" => return Fault::word(input, "").miss(),
        "r" | "red" => Color::Red,
        "b" | "blue" => Color::Blue,
        _ if word.chars().all(|letter| "rRbB-.X".contains(letter)) => {
            return Fault::word(input, "a board has seven ranks, found an eighth").fail();
        }
        _ => {
            let message = format!(
                "expected the side to move, `r` or `b`, found {}",
                found(word)
            );
            return Fault::word(input, message).fail();
        }
    };
    Ok((&input[word.len()..], turn))
}

/// The letter of a square in a dump.
#[must_use]
pub const fn dump_letter(cell: Cell) -> char {
    match cell {
        Cell::Empty => '-',
        Cell::Piece(Color::Red) => 'r',
        Cell::Piece(Color::Blue) => 'b',
        Cell::Block => 'X',
    }
}

impl fmt::Display for Dump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Self::FRAME)?;
        for rank in ranks::of(&self.0) {
            let squares = rank.map(|cell| dump_letter(cell).to_string()).join(" ");
            writeln!(f, "  {squares}")?;
        }
        f.write_str(Self::FRAME)
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = ranks::of(&self.0).map(|rank| String::from_iter(rank.map(dump_letter)));
        let turn = dump_letter(Cell::Piece(self.0.turn()));
        f.pad(&format!("{} {turn} {}", rows.join("/"), self.0.jumps()))
    }
}

impl FromStr for Dump {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole_padded(text, dump).map(Self)
    }
}

impl FromStr for Rows {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole_padded(text, dump).map(Self)
    }
}

/// A position that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReadPosition {
    /// The position.
    pub position: Position,
    /// Whether its text names the side to move. Otherwise Red is assumed.
    pub names_turn: bool,
}

impl ReadPosition {
    /// The warning for a text that does not name the side to move, as one line.
    pub const ASSUMED_TURN: &'static str = "the text does not say which side is to move: Red is assumed (`x` or \
         `o` after the squares of a FEN says it, `r` or `b` after the rows of a dump, or the line \
         that `board` prints below a board)";
}

impl From<Position> for ReadPosition {
    /// A position whose text names the side to move.
    fn from(position: Position) -> Self {
        Self {
            position,
            names_turn: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCKS: &str = "
===
  r - - - - - b
  - - - - - - -
  - - X - X - -
  - - - - - - -
  - - X - X - -
  - - - - - - -
  b - - - - - r
===
";

    fn read(text: &str) -> Position {
        text.parse::<Dump>().expect(text).0
    }

    fn rows(text: &str) -> String {
        Rows(read(text)).to_string()
    }

    /// The text that the error points at, and its message.
    fn error(text: &str) -> (&str, String) {
        let error = text.parse::<Dump>().expect_err(text);
        (&text[error.span], error.message)
    }

    #[test]
    fn the_exact_frame() {
        let dump = Dump(read(BLOCKS));
        assert_eq!(dump.to_string(), BLOCKS.trim());
        assert_eq!(
            Rows(dump.0).to_string(),
            "r-----b/-------/--X-X--/-------/--X-X--/-------/b-----r r 0"
        );
    }

    #[test]
    fn rows_in_every_layout() {
        let expected = "rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbX b 12";
        let compact = "rr-bbbr rrrbbbr rrbbbbr rrbbbbr rrrbbbr rrbbbbb rrbbbbX";
        let spread = |between: &str| -> String {
            compact
                .split(' ')
                .map(|row| {
                    let squares: Vec<_> = row.chars().map(String::from).collect();
                    squares.join(" ")
                })
                .collect::<Vec<_>>()
                .join(between)
        };
        for text in [
            format!("{compact} b 12"),
            format!("{}\nb 12", compact.replace(' ', "\n")),
            format!("{} Blue 12", compact.replace(' ', "/")),
            format!("{}  blue\n12 ", compact.replace(' ', " / ")),
            format!("{}\n b 12", spread("\r\n")),
            format!("{} B 12", spread(" / ")),
            format!("{}\tb 12", spread("/")),
            format!("===\n{}\n===\nb 12", spread("\n\n  ")),
            expected.replace(" b", " BLUE"),
        ] {
            assert_eq!(rows(&text), expected, "{text}");
        }
        assert_eq!(read(expected).plies(), 1);
        assert_eq!(rows(compact), expected.replace("b 12", "r 0"));
    }

    #[test]
    fn rows_of_a_wrong_length() {
        let text = BLOCKS.replace("  - - X - X - -", "  - - X - X -");
        assert_eq!(
            error(&text),
            (
                "- - X - X -",
                "rank 5 has 6 squares instead of 7".to_owned()
            )
        );
        let text = BLOCKS.replace("  b - - - - - r", "  b - - - - - r r");
        assert_eq!(
            error(&text),
            (
                "b - - - - - r r",
                "rank 1 has 8 squares instead of 7".to_owned()
            )
        );
        assert_eq!(
            error("rr-bbbr rrrbbbrr rrbbbbr"),
            ("rrrbbbrr", "rank 6 has 8 squares instead of 7".to_owned())
        );
        for text in ["r - -  ", "r - -  \n", "r - -  /"] {
            let message = "rank 7 has 3 squares instead of 7".to_owned();
            assert_eq!(error(text), ("r - -", message), "{text:?}");
        }
        assert_eq!(
            error("rr-bbbr//rrrbbbrr"),
            ("", "rank 6 has 0 squares instead of 7".to_owned())
        );
    }

    #[test]
    fn too_few_and_too_many_ranks() {
        let text = BLOCKS.replace("  b - - - - - r\n", "");
        assert_eq!(
            error(&text),
            ("===", "expected rank 1, found `===`".to_owned())
        );
        assert_eq!(
            error("rr-bbbr rrrbbbr"),
            ("", "expected rank 5, found the end".to_owned())
        );
        let text = BLOCKS.replace("  b - - - - - r\n", "  b - - - - - r\n  b - - - - - r\n");
        assert_eq!(
            error(&text),
            ("b", "expected the frame's last line, found `b`".to_owned())
        );
        let text = ["r-----b"; 8].join("\n");
        assert_eq!(
            error(&text),
            (
                "r-----b",
                "a board has seven ranks, found an eighth".to_owned()
            )
        );
    }

    #[test]
    fn invalid_letters() {
        let expected = "expected `r`, `b`, `-` or `X`, found ";
        for (letter, has_help) in [
            ("x", true),
            ("o", true),
            ("7", true),
            ("_", true),
            ("ä", false),
        ] {
            let compact = format!("r-----b r--{letter}--b");
            assert_eq!(error(&compact), (letter, format!("{expected}`{letter}`")));
            let spaced = format!("r - - {letter} - - b");
            assert_eq!(error(&spaced), (letter, format!("{expected}`{letter}`")));
            let help = spaced.parse::<Dump>().expect_err(&spaced).help;
            assert_eq!(help.is_some(), has_help, "{letter}");
        }
    }

    #[test]
    fn invalid_fields() {
        let board = ["r-----b"; 7].join("/");
        // It would be the end of a row before the first.
        assert_eq!(error(&format!("/{board}")).0, "");
        let fields = [
            (
                " x",
                "x",
                "expected the side to move, `r` or `b`, found `x`",
            ),
            (
                " r -1",
                "-1",
                "expected the count of consecutive jumps, found `-1`",
            ),
            (
                " r 70000",
                "70000",
                "the count of consecutive jumps is at most 65535, found `70000`",
            ),
            (" r 0 1", "1", "expected nothing more, found `1`"),
            (
                "/r-----b",
                "/r-----b",
                "expected nothing more, found `/r-----b`",
            ),
        ];
        for (fields, blamed, message) in fields {
            let text = format!("{board}{fields}");
            assert_eq!(error(&text), (blamed, message.to_owned()), "{text}");
        }
    }
}
