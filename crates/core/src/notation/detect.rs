//! Recognizes the notation of a position, and that of whole games.

use super::board::board_view;
use super::dump::{ReadPosition, dump_as_read};
use super::pgn::Pgn;
use super::record::GameRecord;
use super::reloaded::{MoveRequest, ReloadedRows, move_request, rows};
use crate::board::Position;
use crate::board::fen::fen;
use crate::diagnostic::syntax::{
    Fault, Parsed, SyntaxError, did_you_mean, next_word, quoted, whole_padded, without_comments,
};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag_no_case;
use nom::combinator::value;

/// A notation for whole positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// The word `start`, or UAI's `startpos`.
    Start,
    /// One line of the Universal Ataxx Interface, see [`Position`].
    Fen,
    /// The rows of a dump, framed or not, see [`Dump`](super::Dump).
    Dump,
    /// A board with labels, see [`BoardView`](super::BoardView).
    Board,
    /// Seven rows of Ataxx Reloaded, see [`ReloadedRows`](super::ReloadedRows).
    ReloadedRows,
    /// A request to an agent of Ataxx Reloaded, see
    /// [`MoveRequest`](super::MoveRequest).
    MoveRequest,
}

impl Notation {
    /// The notation that a text resembles most, even if it has errors; `None` if it resembles
    /// none. Comments are ignored.
    ///
    /// A text that could be a FEN as well as a dump (without a side to move, nothing but slashes and
    /// `-`, or slashes and `.`) is read as a dump.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        Self::of_bare(&without_comments(text))
    }

    fn of_bare(text: &str) -> Option<Self> {
        let text = text.trim();
        let first = next_word(text);
        let is_word = |word: &str| first.eq_ignore_ascii_case(word);
        if is_word("start") || is_word("startpos") {
            return Some(Self::Start);
        }
        if is_word("move") {
            return Some(Self::MoveRequest);
        }
        if text.starts_with("==") {
            return Some(Self::Dump);
        }
        if first == "7" {
            return Some(Self::Board);
        }
        if first.contains(':') && first.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Some(Self::ReloadedRows);
        }
        looks_like_squares(text).then(|| Self::of_squares(text))
    }

    /// A FEN or a dump, by the letters that only one of them has. Digits count only within the
    /// squares, because both have counters.
    fn of_squares(text: &str) -> Self {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let has_all_ranks = board.matches('/').count() == 6;
        if has_all_ranks && board.contains(|letter: char| letter.is_ascii_digit()) {
            return Self::Fen;
        }
        // After all ranks an `X` is the side to move of a FEN.
        let is_side = has_all_ranks && words.next() == Some("X");
        // All empty squares of a dump are written alike.
        let is_mixed = has_all_ranks && board.contains('-') && board.contains('.');
        let (mut for_fen, mut for_dump) = (usize::from(is_side || is_mixed), 0_usize);
        for word in text.split_whitespace() {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            for letter in word.chars() {
                match letter {
                    'x' | 'o' | 'O' | 'P' | 'p' | 'w' | 'W' => for_fen += 1,
                    '0'..='9' if !is_number => for_fen += 1,
                    'r' | 'R' | 'b' | 'B' => for_dump += 1,
                    _ => {}
                }
            }
        }
        if for_fen > for_dump {
            Self::Fen
        } else {
            Self::Dump
        }
    }
}

/// Whether a text can begin a FEN or a dump: most characters of its first word stand for
/// squares. The letters of other programs count if all ranks are there. File names have slashes as well, so a word with
/// slashes needs fewer. A number with a dot begins a game.
fn looks_like_squares(text: &str) -> bool {
    let first = next_word(text);
    let without_number = first.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if without_number.len() < first.len() && without_number.starts_with('.') {
        return false;
    }
    let has_all_ranks = first.matches('/').count() == 6;
    let known = first
        .chars()
        .filter(|&letter| {
            "xoXOrRbB-./".contains(letter)
                || letter.is_ascii_digit()
                || has_all_ranks && "PpwW*".contains(letter)
        })
        .count();
    let all = first.chars().count();
    let needed = if first.contains('/') { 2 } else { 3 };
    known > 0 && known * 4 >= all * needed
}

/// Reads a position that is written as `start`, a FEN, a dump (framed, or its
/// rows), a labelled board, the rows of Ataxx Reloaded, or one of its move requests. Everything from
/// a `#` to the end of its line is a comment; blank lines are ignored.
///
/// ```
/// use ataxx_core::board::Position;
/// use ataxx_core::notation::read_position;
///
/// assert_eq!(read_position("x5o/7/7/7/7/7/o5x x 0 1"), Ok(Position::start()));
/// let rows = "r-----b ------- ------- ------- ------- ------- b-----r";
/// assert_eq!(read_position(rows), Ok(Position::start()));
/// let error = read_position("x5o/7/7/6/7/7/o5x x 0 1").expect_err("a short rank");
/// assert_eq!(error.message, "rank 4 has 6 squares instead of 7");
/// ```
///
/// # Errors
///
/// If the text has errors in the notation that it resembles most, or resembles none.
pub fn read_position(text: &str) -> Result<Position, SyntaxError> {
    position_as_read(text).map(|read| read.position)
}

/// Like [`read_position`], and also returns whether the text names the side to move.
///
/// # Errors
///
/// As [`read_position`].
pub fn position_as_read(text: &str) -> Result<ReadPosition, SyntaxError> {
    let bare = without_comments(text);
    let position = match Notation::of_bare(&bare) {
        Some(Notation::Dump) => return whole_padded(&bare, dump_as_read),
        Some(Notation::Board) => return whole_padded(&bare, board_view),
        Some(Notation::Start) => whole_padded(&bare, start),
        Some(Notation::Fen) => return fen_as_read(&bare),
        Some(Notation::ReloadedRows) => whole_padded(&bare, rows).map(ReloadedRows::position),
        Some(Notation::MoveRequest) => whole_padded(&bare, move_request).map(MoveRequest::position),
        None => whole_padded(&bare, no_position),
    };
    position.map(ReadPosition::from)
}

/// Reads a FEN as [`Position`] does, and also returns whether it names the side to move.
///
/// # Errors
///
/// If the text is no FEN.
pub fn fen_as_read(text: &str) -> Result<ReadPosition, SyntaxError> {
    let (position, names_turn) = whole_padded(text, fen)?;
    Ok(ReadPosition {
        position,
        names_turn,
    })
}

fn start(input: &str) -> Parsed<'_, Position> {
    let word = alt((tag_no_case("startpos"), tag_no_case("start")));
    value(Position::start(), word).parse(input)
}

/// The error for a text that resembles no notation.
fn no_position(rest: &str) -> Parsed<'_, Position> {
    let expected = "expected a position: a FEN, a dump, Reloaded rows or `start`";
    let word = next_word(rest);
    if word.is_empty() {
        return Fault::word(rest, expected).fail();
    }
    let help = did_you_mean(word, ["start"]);
    let message = format!("{expected}; found {}", quoted(word));
    Fault::word(rest, message).with_help(help).fail()
}

/// Reads each game of a text, or its error: game records, or a game file of cuteataxx.
#[must_use]
pub fn read_games(text: &str) -> Vec<Result<GameRecord, SyntaxError>> {
    if Pgn::is_pgn(text) {
        Pgn::read_each(text)
    } else {
        GameRecord::read_each(text)
    }
}

/// Reads the only game of a text: a game record, or a game file of cuteataxx.
///
/// # Errors
///
/// When it cannot be read, or there are several.
pub fn read_game(text: &str) -> Result<GameRecord, SyntaxError> {
    // A text without a move is a record.
    if !Pgn::is_pgn(text)
        && let Ok(game) = text.parse()
    {
        return Ok(game);
    }
    let mut games = read_games(text);
    let several = format!("expected one game, found {}", games.len());
    let is_alone = games.len() == 1;
    if let Some(bad) = games.iter().position(Result::is_err) {
        return games.swap_remove(bad).map_err(|error| SyntaxError {
            help: error.help.or((!is_alone).then_some(several)),
            ..error
        });
    }
    match games.pop() {
        Some(game) if is_alone => game,
        _ => Err(SyntaxError::new(0..0, several)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Dump, Rows};

    /// The text that the error points at, and its message.
    fn error(text: &str) -> (&str, String) {
        let error = read_position(text).expect_err(text);
        (&text[error.span], error.message)
    }

    #[test]
    fn one_game_or_several() {
        let pgn = "[Red \"one\"]\n\n1. g2 *\n\n";
        let record = "a7-a6 a1-a2\n";
        for (text, plies) in [(pgn, 1), (record, 2), ("", 0)] {
            let game = read_game(text).expect(text);
            assert_eq!(game.game().moves().len(), plies, "{text}");
            assert_eq!(read_games(text), vec![Ok(game)][..usize::from(plies > 0)]);
        }
        let error = read_game(&pgn.repeat(2)).expect_err("two games");
        assert_eq!(error.message, "expected one game, found 2");
        let mut helps = 0;
        for (good, wrong) in [("g2", "g9"), ("g2", "d4"), ("1.", "("), ("*", "{")] {
            let broken = pgn.replace(good, wrong);
            let help = |text: &str| read_game(text).expect_err(text).help;
            let several = "expected one game, found 2".to_owned();
            assert_ne!(help(&broken), Some("expected one game, found 1".to_owned()));
            let expected = help(&broken).or(Some(several));
            helps += usize::from(help(&broken).is_none());
            assert_eq!(help(&format!("{broken}{pgn}")), expected, "{broken}");
        }
        assert!(helps > 0);
    }

    #[test]
    fn the_start_position_in_every_notation() {
        let start = Position::start();
        let texts = [
            (Notation::Start, " start\n".to_owned()),
            (Notation::Start, "StartPos".to_owned()),
            (Notation::Fen, start.to_string()),
            (Notation::Fen, start.to_string().to_uppercase()),
            (Notation::Dump, Dump(start).to_string()),
            (Notation::Dump, Rows(start).to_string()),
            (Notation::Dump, Rows(start).to_string().replace('/', " ")),
            (Notation::Dump, Rows(start).to_string().replace('/', "\n")),
            (
                Notation::ReloadedRows,
                ReloadedRows::new(&start).expect("no blocks").to_string(),
            ),
            (
                Notation::MoveRequest,
                MoveRequest::new(&start).expect("no blocks").to_string(),
            ),
        ];
        for (notation, text) in texts {
            assert_eq!(Notation::of(&text), Some(notation), "{text}");
            assert_eq!(read_position(&text), Ok(start), "{text}");
            let commented = format!("# x5o and r - -\n\n{text} # ä\r\n\n#");
            assert_eq!(Notation::of(&commented), Some(notation), "{commented}");
            assert_eq!(read_position(&commented), Ok(start), "{commented}");
        }
    }

    #[test]
    fn the_side_to_move_is_named_or_assumed() {
        let rows = ["r-----b"; 7].join("/");
        let named = |text: &str| position_as_read(text).map(|read| read.names_turn);
        assert_eq!(named(&rows), Ok(false));
        assert_eq!(named(&Dump(Position::start()).to_string()), Ok(false));
        assert_eq!(named(&format!("{rows} b")), Ok(true));
        assert_eq!(named("x5o/7/7/7/7/7/o5x x"), Ok(true));
        assert_eq!(named("x5o/7/7/7/7/7/o5x"), Ok(false));
        assert_eq!(named("start"), Ok(true));
    }

    #[test]
    fn a_dot_is_an_empty_square() {
        let start = Position::start();
        let framed = Dump(start).to_string().replace('-', ".");
        let rows = Rows(start).to_string().replace('-', ".");
        let blank = "....... ....... ....... ....... ....... ....... .......";
        for text in [
            framed.as_str(),
            &rows,
            &rows.replace('/', " "),
            &rows.replace('/', "\n"),
            "x.....o/......./......./......./......./......./o.....x x 0 1",
        ] {
            assert_eq!(read_position(text), Ok(start), "{text}");
        }
        assert_eq!(Notation::of(blank), Some(Notation::Dump));
        assert_eq!(Notation::of("1. a7-b7 a1-a2"), None);
        // A `-` beside dots could be a block.
        assert_eq!(
            error(&rows.replacen('.', "-", 1)),
            (
                "-",
                "expected all empty squares as `.`, found `-`; a block is `X`".to_owned()
            )
        );
    }

    #[test]
    fn letters_of_other_programs_are_read_as_a_fen() {
        for text in [
            "P5p/7/7/7/7/7/p5P w 0 1",
            "PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/ppppppp/ppppppp w 0 1",
            "rrrbbb1/rrrrrrr/bbbbbbb/bbbbbbb/bbbbbbb/rrrrrrr/rrrrrrr r 0 1",
            "wwwbbbb/bbbbbbb/wwwwwww/wwwwwww/bbbbbbb/wwwwwww/wwwwww1 b 0 1",
        ] {
            let error = read_position(text).expect_err(text);
            let help = error.help.expect(text);
            assert!(help.starts_with("did you mean `"), "{help}");
        }
    }

    #[test]
    fn a_dash_is_a_block_in_a_fen_and_nothing_in_a_dump() {
        let fen = read_position("x-----o/7/7/7/7/7/o5x x").expect("a FEN");
        assert_eq!(fen.blocks().count(), 5);
        let dump = read_position(&["-------"; 7].join("/")).expect("a dump");
        assert_eq!(dump.blocks().count(), 0);
        let fen = read_position(&format!("{} x 0 1", ["-------"; 7].join("/"))).expect("a FEN");
        assert_eq!(fen.blocks().count(), 49);
        let fen = read_position(&["--.----"; 7].join("/")).expect("a FEN");
        assert_eq!(fen.blocks().count(), 42);
    }

    #[test]
    fn errors_are_those_of_the_likeliest_notation() {
        let cases = [
            ("x5o/7/7 x 0 1", "", "expected `/` and rank 4, found `x`"),
            (
                "# c\nx5o/7/r6/7/7/7/o5x x",
                "r",
                "expected `x`, `o`, `-` or a digit from 1 to 7, found `r`",
            ),
            (
                "r - - x - - b",
                "x",
                "expected `r`, `b`, `-` or `X`, found `x`",
            ),
            (
                "===\nr - - x - - b",
                "x",
                "expected `r`, `b`, `-` or `X`, found `x`",
            ),
            (
                "1:0:0:3:0:0:2:",
                "3",
                "expected `0:`, `1:` or `2:`, found `3:`",
            ),
            ("move\n1\n8\n", "8", "the size of the board is 7, found `8`"),
            ("start 1", "1", "expected nothing more, found `1`"),
            ("7/7/7", "", "expected `/` and rank 4, found the end"),
            ("r--ä", "ä", "expected `r`, `b`, `-` or `X`, found `ä`"),
        ];
        for (text, blamed, message) in cases {
            assert_eq!(error(text), (blamed, message.to_owned()), "{text}");
        }
    }

    #[test]
    fn dashes_alone_are_a_dump_unless_a_side_to_move_follows() {
        let walls = ["-------"; 7].join("/");
        assert_eq!(Notation::of(&walls), Some(Notation::Dump));
        assert_eq!(Notation::of(&format!("{walls} X 0")), Some(Notation::Fen));
        let mixed = format!("{}/- - X - X - -", ["-------"; 6].join("/"));
        assert_eq!(Notation::of(&mixed), Some(Notation::Dump));
        let counted = format!("{walls} r 100 200");
        assert_eq!(Notation::of(&counted), Some(Notation::Dump));
    }

    #[test]
    fn texts_that_resemble_no_notation() {
        let expected = "expected a position: a FEN, a dump, Reloaded rows or `start`";
        assert_eq!(error(" # only a comment\n"), ("", expected.to_owned()));
        assert_eq!(
            error("strat"),
            ("strat", format!("{expected}; found `strat`"))
        );
        for other in ["rules:", "games/final.txt", "a7-", "💥", "moves", "www"] {
            let message = format!("{expected}; found `{other}`");
            assert_eq!(error(other), (other, message));
        }
        let help = read_position("strat").expect_err("misspelt").help;
        assert_eq!(help.as_deref(), Some("did you mean `start`?"));
    }
}
