//! Positions and the results of games.

use crate::arguments::{MoveArgument, illegal, read, read_rules};
use crate::moves::{self, Move};
use crate::think::think;
use ataxx_core::board::perft::{Counter, CounterOptions, Hooks};
use ataxx_core::board::{self, Color, Rules};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A position: the pieces, the blocks, the side to move and both counts of a FEN. It never changes.
///
/// >>> position = Position("x5o/7/7/7/7/7/o5x x 0 1")
/// >>> position == Position()
/// True
/// >>> position.turn, position.plies, position.jumps
/// ('red', 0, 0)
/// >>> position.play("a7c5").fen
/// '6o/7/2x4/7/7/7/o5x o 1 1'
/// >>> position.play("d4")
/// Traceback (most recent call last):
///     ...
/// ValueError: d4: no own piece is next to d4
/// >>> Position("x5z")
/// Traceback (most recent call last):
///     ...
/// ValueError: 'x5z': expected `x`, `o`, `-` or a digit from 1 to 7, found `z`
#[pyclass(frozen, eq, hash, module = "ataxx_toolkit")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position(pub board::Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen = "x5o/7/7/7/7/7/o5x x 0 1"))]
    fn new(fen: &str) -> PyResult<Self> {
        read(fen).map(Self)
    }

    /// The position as a FEN.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_string()
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        name(self.0.turn())
    }

    /// The count of consecutive jumps.
    #[getter]
    fn jumps(&self) -> u16 {
        self.0.jumps()
    }

    /// The number of plies played.
    #[getter]
    fn plies(&self) -> u32 {
        self.0.plies()
    }

    /// Red's pieces as bits: a1 is the lowest, then b1, ... g1, a2, ... g7.
    ///
    /// >>> hex(Position().red), Position().red.bit_count()
    /// ('0x40000000040', 2)
    #[getter]
    fn red(&self) -> u64 {
        self.0.pieces(Color::Red).bits()
    }

    /// Blue's pieces as bits.
    #[getter]
    fn blue(&self) -> u64 {
        self.0.pieces(Color::Blue).bits()
    }

    /// The blocks as bits.
    #[getter]
    fn blocks(&self) -> u64 {
        self.0.blocks().bits()
    }

    /// The legal moves; none if the game is over.
    ///
    /// >>> len(Position().legal_moves())
    /// 16
    #[pyo3(signature = (rules = "uai"))]
    fn legal_moves(&self, rules: &str) -> PyResult<Vec<Move>> {
        Ok(moves::list(self.0.legal_moves(&read_rules(rules)?)))
    }

    /// Whether a move is legal.
    ///
    /// >>> Position().is_legal("g2"), Position().is_legal("d4")
    /// (True, False)
    #[pyo3(signature = (r#move, rules = "uai"))]
    fn is_legal(&self, r#move: MoveArgument, rules: &str) -> PyResult<bool> {
        let rules = read_rules(rules)?;
        Ok(self.0.check(r#move.read()?, &rules).is_ok())
    }

    /// The position after a move.
    #[pyo3(signature = (r#move, rules = "uai"))]
    fn play(&self, r#move: MoveArgument, rules: &str) -> PyResult<Self> {
        let mv = r#move.read()?;
        let played = self.0.play(mv, &read_rules(rules)?);
        played.map(Self).map_err(|error| illegal(mv, error))
    }

    /// The result, `None` if the game goes on.
    ///
    /// >>> Position().outcome() is None
    /// True
    /// >>> Position("7/7/7/7/7/7/x6 o").outcome()
    /// Outcome(winner='red', reason='a side has no pieces left')
    #[pyo3(signature = (rules = "uai"))]
    fn outcome(&self, rules: &str) -> PyResult<Option<Outcome>> {
        Ok(self.0.outcome(&read_rules(rules)?).map(Outcome))
    }

    /// The number of games of `depth` plies from here.
    ///
    /// >>> [Position().perft(depth) for depth in range(5)]
    /// [1, 16, 256, 6460, 155888]
    #[pyo3(signature = (depth, rules = "uai"))]
    fn perft(&self, py: Python, depth: u8, rules: &str) -> PyResult<u64> {
        let rules = read_rules(rules)?;
        let counter = Counter::new(&rules, &CounterOptions::default());
        let mut counter = counter.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let count = think(py, |cancel| {
            let hooks = Hooks {
                cancel,
                ..Hooks::none()
            };
            counter.count_with(&self.0, depth, &hooks)
        })?;
        count.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.fen(),)
    }
}

/// The result of a game.
///
/// >>> outcome = Position("xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo/ooooooo/ooooooo x").outcome()
/// >>> outcome.winner, outcome.reason
/// ('red', 'neither side can move')
#[pyclass(frozen, eq, hash, module = "ataxx_toolkit")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome(pub board::Outcome);

#[pymethods]
impl Outcome {
    /// The winner, `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.winner.map(name)
    }

    /// Why the game is over.
    #[getter]
    fn reason(&self) -> String {
        self.0.ending.to_string()
    }

    fn __repr__(&self) -> String {
        let winner = self.winner();
        let winner = winner.map_or("None".to_owned(), |winner| format!("'{winner}'"));
        format!("Outcome(winner={winner}, reason='{}')", self.reason())
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Blue => "blue",
    }
}

/// The result of a position as a score: "1-0" if Red has won, "*" if the game goes on.
pub fn result(position: &board::Position, rules: &Rules) -> &'static str {
    match position.outcome(rules).map(|outcome| outcome.winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Color::Red)) => "1-0",
        Some(Some(Color::Blue)) => "0-1",
    }
}
