//! The commands that an engine is sent.

use super::go::{GoCommand, number, word};
use ataxx_core::board::{Move, Position};
use ataxx_core::diagnostic::syntax::{did_you_mean, found, quoted};
use ataxx_core::notation::{ReadPosition, SyntaxError, fen_as_read};
use std::fmt;

/// A command for an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uai`, `ugi`: identify yourself, and declare the options.
    Handshake(Handshake),
    /// `isready`: answer when all earlier commands are done.
    IsReady,
    /// `uainewgame`, `uginewgame`: the next position belongs to another game.
    NewGame,
    /// `position`: set up this position.
    Position(Setup),
    /// `moves` alone: play these in the current position.
    Moves(Vec<Move>),
    /// `go`: find a move.
    Go(Box<GoCommand>),
    /// `stop`: end the search.
    Stop,
    /// `setoption`.
    SetOption {
        /// The option's name, as it was written.
        name: String,
        /// What follows `value`; may be empty.
        value: String,
    },
    /// `perft`: count the leaves of the tree at this depth in plies.
    Perft(u8),
    /// `d`, `print`: show the board.
    Display,
    /// `query`: a question of UGI.
    Query(Query),
    /// `ponderhit`, `debug` and the like, which have no effect here.
    Nothing,
    /// `quit`.
    Quit,
}

/// The protocol of a handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handshake {
    /// The Universal Ataxx Interface.
    Uai,
    /// The Universal Game Interface.
    Ugi,
}

/// A question of UGI about the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Is it the turn of the side that moves first in a game?
    FirstToMove,
    /// Is the game over?
    GameOver,
    /// Who has won?
    Result,
}

/// A position, and moves from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position before the moves.
    pub start: Position,
    /// The moves, which need not be legal.
    pub moves: Vec<Move>,
    /// Whether the FEN does not name the side to move, and the first player was assumed.
    pub assumes_turn: bool,
}

impl Setup {
    /// This position and these moves.
    pub const fn new(start: Position, moves: Vec<Move>) -> Self {
        Self {
            start,
            moves,
            assumes_turn: false,
        }
    }
}

/// The names of all commands. Those without operands stand for a command; the first name of a
/// command is the one that is written.
static NAMES: [(&str, Option<Command>); 19] = [
    ("uai", Some(Command::Handshake(Handshake::Uai))),
    ("ugi", Some(Command::Handshake(Handshake::Ugi))),
    ("isready", Some(Command::IsReady)),
    ("uainewgame", Some(Command::NewGame)),
    ("uginewgame", Some(Command::NewGame)),
    ("position", None),
    ("moves", None),
    ("go", None),
    ("stop", Some(Command::Stop)),
    ("debug", Some(Command::Nothing)),
    ("ponderhit", Some(Command::Nothing)),
    ("setoption", None),
    ("perft", None),
    ("d", Some(Command::Display)),
    ("print", Some(Command::Display)),
    ("query", None),
    ("register", Some(Command::Nothing)),
    ("quit", Some(Command::Quit)),
    ("exit", Some(Command::Quit)),
];

impl Command {
    /// Reads a line; `None` if it is blank.
    ///
    /// Names are in either case, and blanks around them are free.
    pub fn read(line: &str) -> Result<Option<Self>, String> {
        let Ok((rest, name)) = word(line) else {
            return Ok(None);
        };
        let mut names = NAMES.iter();
        let Some((name, command)) = names.find(|(known, _)| known.eq_ignore_ascii_case(name))
        else {
            let help = did_you_mean(name, NAMES.iter().map(|(known, _)| *known));
            let help = help.map(|help| format!(": {help}")).unwrap_or_default();
            return Err(format!("unknown command {}{help}", quoted(name)));
        };
        Ok(Some(match (command, *name) {
            (Some(command), _) => command.clone(),
            (None, "position") => Self::Position(setup(rest)?),
            (None, "moves") => Self::Moves(moves(rest)?),
            (None, "setoption") => set_option(rest)?,
            (None, "perft") => Self::Perft(perft_depth(rest)?),
            (None, "query") => Self::Query(query(rest)?),
            (None, _) => Self::go(GoCommand::read(rest))?,
        }))
    }

    fn go(go: GoCommand) -> Result<Self, String> {
        match go.perft {
            Some(depth) => plies(depth).map(Self::Perft),
            None => Ok(Self::Go(Box::new(go))),
        }
    }

    /// Whether it has to wait for the end of the search.
    pub const fn needs_rest(&self) -> bool {
        matches!(
            self,
            Self::NewGame | Self::Position(_) | Self::Moves(_) | Self::Go(_) | Self::Perft(_)
        )
    }
}

impl fmt::Display for Command {
    /// As a client sends it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(Setup { start, moves, .. }) => {
                write!(f, "position fen {start}")?;
                if !moves.is_empty() {
                    write!(f, " {}", Self::Moves(moves.clone()))?;
                }
                Ok(())
            }
            Self::Moves(moves) => {
                f.write_str("moves")?;
                moves.iter().try_for_each(|&mv| write!(f, " {mv}"))
            }
            Self::Go(go) => go.fmt(f),
            Self::SetOption { name, value } if value.is_empty() => {
                write!(f, "setoption name {name}")
            }
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Query(Query::FirstToMove) => f.write_str("query p1turn"),
            Self::Query(Query::GameOver) => f.write_str("query gameover"),
            Self::Query(Query::Result) => f.write_str("query result"),
            plain => {
                let mut names = NAMES.iter();
                let name = names.find(|(_, command)| command.as_ref() == Some(plain));
                f.write_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}

/// The text before the next word of this name, and the text after it if there is one.
fn up_to<'a>(name: &str, text: &'a str) -> (&'a str, Option<&'a str>) {
    let mut rest = text;
    while let Ok((after, next)) = word(rest) {
        if next.eq_ignore_ascii_case(name) {
            let before = text.len() - after.len() - next.len();
            return (text[..before].trim(), Some(after));
        }
        rest = after;
    }
    (text.trim(), None)
}

fn setup(text: &str) -> Result<Setup, String> {
    const EXPECTED: &str = "position: expected `startpos` or `fen` and a FEN";
    let (described, moves_text) = up_to("moves", text);
    let read = match word(described) {
        Err(_) => return Err(EXPECTED.to_owned()),
        Ok((rest, name)) if name.eq_ignore_ascii_case("startpos") => {
            if let Ok((_, surplus)) = word(rest) {
                return Err(format!(
                    "position: expected `moves` after `startpos`, found {}",
                    quoted(surplus)
                ));
            }
            Position::start().into()
        }
        Ok((rest, name)) if name.eq_ignore_ascii_case("fen") => fen(rest)?,
        // A FEN without `fen` before it.
        Ok((_, name)) if name.contains('/') => fen(described)?,
        Ok((_, name)) => return Err(format!("{EXPECTED}, found {}", quoted(name))),
    };
    let moves = moves_text.map_or(Ok(Vec::new()), moves)?;
    Ok(Setup {
        start: read.position,
        moves,
        assumes_turn: !read.names_turn,
    })
}

fn fen(text: &str) -> Result<ReadPosition, String> {
    fen_as_read(text).map_err(|SyntaxError { message, help, .. }| {
        let help = help.map(|help| format!(" ({help})")).unwrap_or_default();
        format!("position: {message}{help}")
    })
}

fn moves(text: &str) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    let mut rest = text;
    while let Ok((after, name)) = word(rest) {
        let mv = Move::read_leniently(name).map_err(|error| {
            let number = moves.len() + 1;
            format!("move {number}, {}: {}", quoted(name), error.message)
        })?;
        moves.push(mv);
        rest = after;
    }
    Ok(moves)
}

fn set_option(text: &str) -> Result<Command, String> {
    let text = match word(text) {
        Ok((rest, name)) if name.eq_ignore_ascii_case("name") => rest,
        _ => return Err("setoption: expected `name`, an option, `value` and its value".to_owned()),
    };
    let (name, value) = up_to("value", text);
    let words: Vec<&str> = name.split_whitespace().collect();
    if words.is_empty() {
        return Err("setoption: expected the name of an option after `name`".to_owned());
    }
    Ok(Command::SetOption {
        name: words.join(" "),
        value: value.unwrap_or_default().trim().to_owned(),
    })
}

fn perft_depth(text: &str) -> Result<u8, String> {
    let (_, depth) = number(text)
        .map_err(|_| format!("perft: expected a number of plies, found {}", found(text)))?;
    plies(depth)
}

fn plies(depth: u64) -> Result<u8, String> {
    u8::try_from(depth).map_err(|_| format!("perft: at most {} plies, found {depth}", u8::MAX))
}

fn query(text: &str) -> Result<Query, String> {
    let name = word(text).map_or("", |(_, name)| name);
    match name.to_ascii_lowercase().as_str() {
        "p1turn" => Ok(Query::FirstToMove),
        "gameover" => Ok(Query::GameOver),
        "result" => Ok(Query::Result),
        _ => Err(format!(
            "query: expected `p1turn`, `gameover` or `result`, found {}",
            found(text)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn position(line: &str) -> String {
        match Command::read(line) {
            Ok(Some(Command::Position(setup))) => {
                format!("{}, {} moves", setup.start, setup.moves.len())
            }
            Ok(other) => format!("{other:?}"),
            Err(error) => error,
        }
    }

    #[test]
    fn names_in_either_case_with_blanks() {
        for (line, expected) in [
            ("uai", Command::Handshake(Handshake::Uai)),
            (" \tUGI\r", Command::Handshake(Handshake::Ugi)),
            ("isready", Command::IsReady),
            ("UaiNewGame", Command::NewGame),
            ("uginewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("quit now", Command::Quit),
            ("perft 5", Command::Perft(5)),
            ("go perft 5", Command::Perft(5)),
            ("d", Command::Display),
            ("query GameOver", Command::Query(Query::GameOver)),
            ("debug on", Command::Nothing),
        ] {
            assert_eq!(Command::read(line), Ok(Some(expected)), "{line}");
        }
        for line in ["", "   ", "\r", "\u{a0}"] {
            assert_eq!(Command::read(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn positions() {
        insta::assert_snapshot!(
            [
                "position startpos",
                "position STARTPOS moves b7 P@A2",
                "position fen x5o/7/7/7/7/7/o5x o",
                "position fen X5O/7/7/7/7/7/O5X X 3",
                "position fen x5o/7/7/7/7/7/o5x x 0 9 moves",
                "position x5o/7/7/7/7/7/o5x x 0 9 MOVES pass",
                "position",
                "position moves b7",
                "position fen",
                "position fen x5o/7/7/7/7/7/o5x",
                "position fen x5o/7/7/7/7/7/o5x x 0 1 2",
                "position fen r5b/7/7/7/7/7/b5r r 0 1",
                "position startpos b7",
                "position somewhere",
                "position startpos moves b7 z9 b6",
            ]
            .map(position)
            .join("\n"),
            @"
        x5o/7/7/7/7/7/o5x x 0 1, 0 moves
        x5o/7/7/7/7/7/o5x x 0 1, 2 moves
        x5o/7/7/7/7/7/o5x o 0 1, 0 moves
        x5o/7/7/7/7/7/o5x x 3 1, 0 moves
        x5o/7/7/7/7/7/o5x x 0 9, 0 moves
        x5o/7/7/7/7/7/o5x x 0 9, 1 moves
        position: expected `startpos` or `fen` and a FEN
        position: expected `startpos` or `fen` and a FEN
        position: rank 7 has 0 squares instead of 7
        x5o/7/7/7/7/7/o5x x 0 1, 0 moves
        position: expected nothing more, found `2`
        position: expected `x`, `o`, `-` or a digit from 1 to 7, found `r` (did you mean `x5o/7/7/7/7/7/o5x x 0 1`?)
        position: expected `moves` after `startpos`, found `b7`
        position: expected `startpos` or `fen` and a FEN, found `somewhere`
        move 2, `z9`: `z9` is not a square: files run from a to g
        "
        );
    }

    #[test]
    fn options() {
        let option = |line: &str| match Command::read(line) {
            Ok(Some(Command::SetOption { name, value })) => format!("[{name}] [{value}]"),
            other => format!("{other:?}"),
        };
        insta::assert_snapshot!(
            [
                "setoption name Hash value 16",
                "SETOPTION NAME  move   overhead  VALUE  20 ",
                "setoption name Clear Hash",
                "setoption name Seed value ",
                "setoption Hash 16",
                "setoption name",
                "setoption name value 3",
            ]
            .map(option)
            .join("\n"),
            @r#"
        [Hash] [16]
        [move overhead] [20]
        [Clear Hash] []
        [Seed] []
        Err("setoption: expected `name`, an option, `value` and its value")
        Err("setoption: expected the name of an option after `name`")
        Err("setoption: expected the name of an option after `name`")
        "#
        );
    }

    #[test]
    fn what_is_no_command() {
        let error = |line: &str| Command::read(line).expect_err(line);
        insta::assert_snapshot!(
            [
                "isredy",
                "hello world",
                "perft",
                "perft x",
                "perft 256",
                "go perft 99999999999999999999",
                "query",
                "query moon",
                "moves a8",
                "\u{1b}[31mred",
            ]
            .map(error)
            .join("\n"),
            @"
        unknown command `isredy`: did you mean `isready`?
        unknown command `hello`
        perft: expected a number of plies, found the end
        perft: expected a number of plies, found `x`
        perft: at most 255 plies, found 256
        perft: at most 255 plies, found 18446744073709551615
        query: expected `p1turn`, `gameover` or `result`, found the end
        query: expected `p1turn`, `gameover` or `result`, found `moon`
        move 1, `a8`: `a8` is not a square: ranks run from 1 to 7
        unknown command `�[31mred`
        "
        );
    }

    #[test]
    fn what_is_written_is_read_back() {
        for line in [
            "uai",
            "ugi",
            "isready",
            "uainewgame",
            "position fen x5o/7/7/7/7/7/o5x x 0 1",
            "position fen x5o/7/7/7/7/7/o5x x 0 1 moves b7 a1a3 0000",
            "moves b7",
            "go infinite",
            "go depth 3 searchmoves b7",
            "stop",
            "setoption name Hash value 16",
            "setoption name Clear Hash",
            "perft 5",
            "d",
            "query p1turn",
            "query gameover",
            "query result",
            "debug",
            "quit",
        ] {
            let command = Command::read(line).expect(line).expect(line);
            assert_eq!(command.to_string(), line);
        }
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(line in "(position|moves|go|setoption|perft|query)?([a-z0-9/ @-]|\\PC){0,80}") {
            let _ = Command::read(&line);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            let _ = Command::read(&String::from_utf8_lossy(&bytes));
        }
    }
}
