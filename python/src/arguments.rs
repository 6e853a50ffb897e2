//! What callers pass, and what they did wrong.

use crate::board::Position;
use crate::moves::Move;
use ataxx_core::board::{self, IllegalMove, Rules};
use ataxx_core::diagnostic::SyntaxError;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A position, or its FEN.
#[derive(FromPyObject)]
pub enum PositionArgument<'py> {
    Position(PyRef<'py, Position>),
    Fen(String),
}

impl PositionArgument<'_> {
    pub fn read(self) -> PyResult<board::Position> {
        match self {
            Self::Position(position) => Ok(position.0),
            Self::Fen(text) => read(&text),
        }
    }
}

/// A move, or its text.
#[derive(FromPyObject)]
pub enum MoveArgument<'py> {
    Move(PyRef<'py, Move>),
    Text(String),
}

impl MoveArgument<'_> {
    pub fn read(self) -> PyResult<board::Move> {
        match self {
            Self::Move(mv) => Ok(mv.0),
            Self::Text(text) => read(&text),
        }
    }
}

/// Reads a position, a move or rules.
pub fn read<T: std::str::FromStr<Err = SyntaxError>>(text: &str) -> PyResult<T> {
    text.parse().map_err(|error| syntax_error(text, error))
}

pub fn read_rules(text: &str) -> PyResult<Rules> {
    read(text)
}

fn syntax_error(text: &str, error: SyntaxError) -> PyErr {
    let SyntaxError { message, help, .. } = error;
    let help = help.map_or(String::new(), |help| format!(" ({help})"));
    PyValueError::new_err(format!("'{text}': {message}{help}"))
}

pub fn illegal(mv: board::Move, error: IllegalMove) -> PyErr {
    PyValueError::new_err(format!("{mv}: {error}"))
}
