//! Positions in one line, as the Universal Ataxx Interface writes them:
//! `x5o/7/7/7/7/7/o5x x 0 1`.
//!
//! Rank 7 first; `x` is Red, `o` is Blue, `-` a block and a digit a run of empty
//! squares; then the side to move, the count of consecutive jumps and the number
//! of the turn, which is a ply of Red's and one of Blue's. The last two fields may
//! be missing and are then 0 and 1. If the side to move is missing, it is Red, as
//! other libraries read it. A `.` is an empty square.
//!
//! Letters of other programs are not read, because they have several meanings: in the dumps of
//! the course `b` is Blue, but in many UAI programs it is black, the first player. The error has
//! the FEN that is probably meant.

use super::ranks::{self, Rank, Ranks, Row, SIDE};
use super::{Cell, Color, Position};
use crate::diagnostic::syntax::{
    Fault, Parsed, SyntaxError, expect, found, next_word, number, quoted, whole_padded,
};
use nom::branch::alt;
use nom::character::complete::{char, one_of, space1};
use nom::combinator::{map, opt, value};
use nom::multi::fold_many0;
use nom::sequence::preceded;
use nom::{AsChar, Parser};
use std::fmt;
use std::str::FromStr;

/// A FEN, up to its last field, and whether it names the side to move.
pub(crate) fn fen(input: &str) -> Parsed<'_, (Position, bool)> {
    fields(input).map_err(|error| {
        error.map(|fault: Fault| match hint_for_other_letters(input) {
            Some(meant) => fault.with_help(Some(meant)),
            None => fault,
        })
    })
}

fn fields(input: &str) -> Parsed<'_, (Position, bool)> {
    let (rest, ranks) = placement(input)?;
    let (rest, named) = side_to_move(rest)?;
    let turn = named.unwrap_or(Color::Red);
    let jumps = number("the count of consecutive jumps", u16::MAX);
    let (rest, jumps) = opt(preceded(space1, jumps)).parse(rest)?;
    let turns = number("the turn number", ranks::LAST_TURN);
    let (rest, turn_number) = opt(preceded(space1, turns)).parse(rest)?;
    let position = ranks::position(&ranks, turn)
        .with_jumps(jumps.unwrap_or(0))
        .with_plies(ranks::plies(turn_number.unwrap_or(1), turn));
    Ok((rest, (position, named.is_some())))
}

/// The hint for a FEN in the letters of other programs: the same position in ours.
fn hint_for_other_letters(input: &str) -> Option<String> {
    let mut words = input.lines().next()?.split_whitespace();
    let board = words.next()?;
    let side = words.next().map(str::to_ascii_lowercase);
    let side = side.as_deref();
    let counters: Vec<_> = words.collect();
    let has = |letters: &[char]| board.contains(letters);
    let has_ours = has(&['x', 'X', 'o', 'O']);
    // The letters for `x`, `o` and a block, and the names of the sides.
    let (pieces, [first, second]): (_, [&[&str]; 2]) = if has(&['P', 'p']) {
        // Fairy-Stockfish: white has the upper case and goes first.
        (["P", "p", "*"], [&["w", "white", "p"], &["b", "black"]])
    } else if has(&['w', 'W']) {
        (["bB", "wW", "-"], [&["b", "black"], &["w", "white"]])
    } else if has(&['r', 'R', 'b', 'B']) {
        (["rR", "bB", "-"], [&["r", "red"], &["b", "blue"]])
    } else {
        let sides: [&[&str]; 2] = [&["b", "black", "r", "red"], &["w", "white", "blue"]];
        (["xX", "oO", "-"], sides)
    };
    let letter = |letter: char| match pieces.iter().position(|all| all.contains(letter)) {
        Some(piece) => ['x', 'o', '-'][piece],
        None => letter,
    };
    let board: String = board.chars().map(letter).collect();
    let meant = |turn: &str| {
        let text = [&[board.as_str(), turn], counters.as_slice()]
            .concat()
            .join(" ");
        let (_, (position, _)) = fields(&text).ok()?;
        Some(position.to_string())
    };
    if has_ours && pieces[0] != "xX" {
        return None;
    }
    let is_either = has_ours && side.is_some_and(|side| ["b", "w"].contains(&side));
    let turn = match side {
        None | Some("x") => "x",
        Some("o") => "o",
        Some(side) if first.contains(&side) => "x",
        Some(side) if second.contains(&side) => "o",
        Some(_) => return None,
    };
    let likeliest = format!("did you mean `{}`?", meant(turn)?);
    if is_either {
        let other = meant(if turn == "x" { "o" } else { "x" })?;
        let first = if turn == "x" { "first" } else { "second" };
        return Some(format!(
            "{likeliest} (the {first} player is to move; else `{other}`)"
        ));
    }
    Some(likeliest)
}

fn placement(input: &str) -> Parsed<'_, Ranks> {
    let mut rest = input;
    let mut ranks = [[Cell::Empty; SIDE]; SIDE];
    for (from_top, rank) in ranks.iter_mut().enumerate() {
        if from_top > 0 {
            rest = slash(rest, from_top)?.0;
        }
        (rest, *rank) = rank_of_squares(rest, from_top)?;
    }
    if rest.starts_with('/') {
        return Fault::word(rest, "a FEN has seven ranks, found an eighth").fail();
    }
    Ok((rest, ranks))
}

fn slash(input: &str, from_top: usize) -> Parsed<'_, char> {
    let help = "a FEN has seven ranks, 7 to 1, with `/` between them";
    char('/').parse(input).map_err(|_: nom::Err<Fault>| {
        let message = format!(
            "expected `/` and {}, found {}",
            ranks::rank_name(from_top),
            found(input)
        );
        nom::Err::Failure(Fault::word(input, message).with_help(Some(help.to_owned())))
    })
}

fn rank_of_squares(input: &str, from_top: usize) -> Parsed<'_, Rank> {
    let (rest, row) = fold_many0(squares, Row::new, |row, (cell, times)| {
        row.with(cell, times)
    })
    .parse(input)?;
    match rest.chars().next() {
        Some(letter) if letter != '/' && !letter.is_whitespace() => not_a_square(rest, letter),
        _ => Ok((rest, row.finish(&ranks::rank_name(from_top), input, rest)?)),
    }
}

fn squares(input: &str) -> Parsed<'_, (Cell, usize)> {
    let run = map(one_of("1234567"), |digit| digit as usize - '0' as usize);
    alt((
        map(run, |times| (Cell::Empty, times)),
        value((Cell::Piece(Color::Red), 1), one_of("xX")),
        value((Cell::Piece(Color::Blue), 1), one_of("oO")),
        value((Cell::Block, 1), char('-')),
        value((Cell::Empty, 1), char('.')),
    ))
    .parse(input)
}

fn not_a_square<T>(rest: &str, letter: char) -> Parsed<'_, T> {
    let help = match letter {
        'r' | 'R' | 'b' | 'B' => Some("in a FEN Red is `x` and Blue is `o`".to_owned()),
        '_' | '*' => Some("empty squares are written as their number".to_owned()),
        _ if letter.is_dec_digit() => Some("a run of empty squares is 1 to 7 long".to_owned()),
        _ => None,
    };
    let message = format!(
        "expected `x`, `o`, `-` or a digit from 1 to 7, found {}",
        quoted(letter.encode_utf8(&mut [0; 4]))
    );
    Fault::letter(rest, message).with_help(help).fail()
}

/// The side to move; `None` if the FEN ends before it, or its counters come next.
fn side_to_move(input: &str) -> Parsed<'_, Option<Color>> {
    let what = "the side to move, `x` or `o`";
    let next = next_word(input.trim_start_matches([' ', '\t']));
    if next.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok((input, None));
    }
    let side = alt((
        value(Color::Red, one_of("xX")),
        value(Color::Blue, one_of("oO")),
    ));
    let (word, _) = expect(what, space1).parse(input)?;
    let (rest, turn) = expect(what, side).parse(word)?;
    if rest.starts_with(|letter: char| !letter.is_whitespace()) {
        return Fault::word(word, format!("expected {what}, found {}", found(word))).fail();
    }
    Ok((rest, Some(turn)))
}

impl fmt::Display for Position {
    /// The canonical FEN: lower case, all fields, runs of empty squares as one digit.
    ///
    /// The parity of the plies is not written: it follows from the side to move, as in every
    /// game from the start.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranks = ranks::of(self).map(rank_text).join("/");
        let turn = match self.turn() {
            Color::Red => 'x',
            Color::Blue => 'o',
        };
        let (jumps, turn_number) = (self.jumps(), self.turn_number());
        f.pad(&format!("{ranks} {turn} {jumps} {turn_number}"))
    }
}

fn rank_text(rank: Rank) -> String {
    rank.chunk_by(|left, right| left == right)
        .map(|run| match run[0] {
            Cell::Empty => run.len().to_string(),
            Cell::Piece(Color::Red) => "x".repeat(run.len()),
            Cell::Piece(Color::Blue) => "o".repeat(run.len()),
            Cell::Block => "-".repeat(run.len()),
        })
        .collect()
}

impl FromStr for Position {
    type Err = SyntaxError;

    /// Reads letters in either case, with blanks around. If the side to move is missing, it is Red.
    /// Turn number 0, which some programs write before the first move, is read as 1. Plies are
    /// counted from the turn number and the side to move.
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        whole_padded(text, fen).map(|(position, _)| position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Position {
        text.parse().expect(text)
    }

    fn written(text: &str) -> String {
        read(text).to_string()
    }

    /// The text that the error points at, and its message.
    fn error(text: &str) -> (&str, String) {
        let error = text.parse::<Position>().expect_err(text);
        (&text[error.span], error.message)
    }

    fn help(text: &str) -> Option<String> {
        text.parse::<Position>().expect_err(text).help
    }

    #[test]
    fn the_start_position() {
        assert_eq!(read("x5o/7/7/7/7/7/o5x x 0 1"), Position::start());
        assert_eq!(Position::start().to_string(), "x5o/7/7/7/7/7/o5x x 0 1");
    }

    #[test]
    fn writing_is_canonical() {
        assert_eq!(
            written(" X1112O/1-11-11/7/7/34/7/O5X o\t7 12 \n"),
            "x5o/1-2-2/7/7/7/7/o5x o 7 12"
        );
        assert_eq!(
            written("7/7/7/7/7/7/------- x"),
            "7/7/7/7/7/7/------- x 0 1"
        );
    }

    #[test]
    fn without_a_side_to_move_it_is_red() {
        let board = "x5o/7/7/7/7/7/o5x";
        for text in [board, "x5o/7/7/7/7/7/o5x \n"] {
            assert_eq!(read(text), Position::start());
        }
        assert_eq!(written("x5o/7/7/7/7/7/o5x 3 7"), "x5o/7/7/7/7/7/o5x x 3 7");
        let names_turn = |text| fen(text).map(|(rest, (_, named))| (rest, named)).ok();
        assert_eq!(names_turn(board), Some(("", false)));
        assert_eq!(names_turn("x5o/7/7/7/7/7/o5x x"), Some(("", true)));
        let next_line = names_turn("x5o/7/7/7/7/7/o5x \n1. a7-b7");
        assert_eq!(next_line, Some((" \n1. a7-b7", false)));
    }

    #[test]
    fn a_dot_is_an_empty_square() {
        let text = "x.....o/......./.2-.../7/......./......./o.....x o 1 2";
        assert_eq!(written(text), "x5o/7/3-3/7/7/7/o5x o 1 2");
    }

    #[test]
    fn letters_of_other_programs_get_a_hint() {
        let start = "did you mean `x5o/7/7/7/7/7/o5x x 0 1`?";
        let second = "did you mean `x5o/7/7/7/7/7/o5x o 3 7`?";
        for (text, expected) in [
            ("P5p/7/7/7/7/7/p5P w 0 1", start),
            ("P5p/7/7/7/7/7/p5P b 3 7", second),
            ("P5p/7/7/7/7/7/p5P", start),
            (
                "P2*2p/7/7/7/7/7/p5P w 0 1",
                "did you mean `x2-2o/7/7/7/7/7/o5x x 0 1`?",
            ),
            ("r5b/7/7/7/7/7/b5r r 0 1", start),
            ("R5B/7/7/7/7/7/B5R blue 3 7", second),
            ("b5w/7/7/7/7/7/w5b b 0 1", start),
            ("b5w/7/7/7/7/7/w5b w 3 7", second),
            ("x5o/7/7/7/7/7/o5x red 0 1", start),
        ] {
            assert_eq!(help(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(
            help("x5o/7/7/7/7/7/o5x b 0 1").as_deref(),
            Some(
                "did you mean `x5o/7/7/7/7/7/o5x x 0 1`? (the first player is to move; else \
                 `x5o/7/7/7/7/7/o5x o 0 1`)"
            )
        );
        assert_eq!(
            help("x5o/7/7/7/7/7/o5x w 0 1").as_deref(),
            Some(
                "did you mean `x5o/7/7/7/7/7/o5x o 0 1`? (the second player is to move; else \
                 `x5o/7/7/7/7/7/o5x x 0 1`)"
            )
        );
        // No hint if the text is not a FEN in any letters.
        assert_eq!(help("x5o/7/7/7/7/7/o5x y 0 1"), None);
        assert_eq!(help("P5p/7/7/7/7/7/p6P w 0 1"), None);
    }

    #[test]
    fn counters_may_be_missing() {
        assert_eq!(written("x5o/7/7/7/7/7/o5x o"), "x5o/7/7/7/7/7/o5x o 0 1");
        assert_eq!(written("x5o/7/7/7/7/7/o5x x 9 "), "x5o/7/7/7/7/7/o5x x 9 1");
        assert_eq!(read("x5o/7/7/7/7/7/o5x x 0 0").plies(), 0);
    }

    #[test]
    fn plies_come_from_turn_and_side() {
        assert_eq!(read("x5o/7/7/7/7/7/o5x x 0 3").plies(), 4);
        assert_eq!(read("x5o/7/7/7/7/7/o5x o 0 3").plies(), 5);
        let last = format!("x5o/7/7/7/7/7/o5x o 65535 {}", 1_u32 << 31);
        assert_eq!(read(&last).plies(), u32::MAX);
        assert_eq!(written(&last), last);
    }

    #[test]
    fn ranks_of_a_wrong_length() {
        assert_eq!(
            error("x5o/7/7/6/7/7/o5x x 0 1"),
            ("6", "rank 4 has 6 squares instead of 7".to_owned())
        );
        assert_eq!(
            error("x5oo/7/7/7/7/7/o5x x 0 1"),
            ("x5oo", "rank 7 has 8 squares instead of 7".to_owned())
        );
        assert_eq!(
            error("x5o/7/7/7/7/7/x x 0 1"),
            ("x", "rank 1 has 1 square instead of 7".to_owned())
        );
        assert_eq!(
            error("x5o//7/7/7/7/x x 0 1"),
            ("", "rank 6 has 0 squares instead of 7".to_owned())
        );
    }

    #[test]
    fn too_few_and_too_many_ranks() {
        assert_eq!(
            error("x5o/7/7/7/7/7 x 0 1"),
            ("", "expected `/` and rank 1, found `x`".to_owned())
        );
        assert_eq!(
            error("x5o/7"),
            ("", "expected `/` and rank 5, found the end".to_owned())
        );
        assert_eq!(
            error("x5o/7/7/7/7/7/7/o5x x 0 1"),
            ("/o5x", "a FEN has seven ranks, found an eighth".to_owned())
        );
    }

    #[test]
    fn invalid_letters() {
        let expected = "expected `x`, `o`, `-` or a digit from 1 to 7, found ";
        for (letter, has_help) in [
            ("r", true),
            ("8", true),
            ("0", true),
            ("_", true),
            ("ä", false),
        ] {
            let text = format!("x5o/7/7{letter}/7/7/7/o5x x 0 1");
            assert_eq!(error(&text), (letter, format!("{expected}`{letter}`")));
            assert_eq!(help(&text).is_some(), has_help, "{text}");
        }
    }

    #[test]
    fn invalid_fields() {
        let board = "x5o/7/7/7/7/7/o5x";
        let fields = [
            (
                " r 0 1",
                "r",
                "expected the side to move, `x` or `o`, found `r`",
            ),
            (
                " xx 0 1",
                "xx",
                "expected the side to move, `x` or `o`, found `xx`",
            ),
            (
                " x -1 1",
                "-1",
                "expected the count of consecutive jumps, found `-1`",
            ),
            (
                " x 65536 1",
                "65536",
                "the count of consecutive jumps is at most 65535, found `65536`",
            ),
            (" x 0 one", "one", "expected the turn number, found `one`"),
            (
                " x 0 2147483649",
                "2147483649",
                "the turn number is at most 2147483648, found `2147483649`",
            ),
            (
                " x 0 1 moves",
                "moves",
                "expected nothing more, found `moves`",
            ),
        ];
        for (fields, blamed, message) in fields {
            let text = format!("{board}{fields}");
            assert_eq!(error(&text), (blamed, message.to_owned()), "{text}");
        }
    }
}
