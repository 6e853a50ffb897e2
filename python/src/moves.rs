//! Moves, and the numbers that they have in a mask.

use crate::arguments::read;
use crate::masks;
use ataxx_core::board::{self, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A move: "b7" places a piece next to an own one, "a7c5" jumps, "0000" is a pass.
///
/// >>> move = Move("a7c5")
/// >>> move.origin, move.to, move.is_jump
/// ('a7', 'c5', True)
/// >>> Move("a7b7") == Move("b7")
/// True
#[pyclass(frozen, eq, hash, module = "ataxx_toolkit")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(pub board::Move);

#[pymethods]
impl Move {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        read(text).map(Self)
    }

    /// The move with this number.
    ///
    /// >>> Move.from_index(0)
    /// Move('0000')
    /// >>> Move.from_index(1 + 49 + 16)
    /// Move('a1c3')
    #[staticmethod]
    fn from_index(index: usize) -> PyResult<Self> {
        let mv = masks::of_index(index)
            .ok_or_else(|| PyValueError::new_err(format!("no move has the number {index}")))?;
        Ok(Self(mv))
    }

    /// Its number in a mask: 0 is a pass, `1 + to` places a piece, and the jump `JUMPS[k]` is
    /// `1 + 49 * (1 + k) + to`. `to` counts a1, b1, ... g7 from 0.
    ///
    /// >>> Move("0000").index, Move("a1").index, Move("g7").index
    /// (0, 1, 49)
    /// >>> JUMPS[0], Move("c3a1").index
    /// ((-2, -2), 50)
    #[getter]
    fn index(&self) -> PyResult<usize> {
        let no_number = || PyValueError::new_err(format!("{} is no possible jump", self.0));
        masks::index(self.0).ok_or_else(no_number)
    }

    /// The square that gets a piece; `None` for a pass.
    #[getter]
    fn to(&self) -> Option<String> {
        self.0.to().map(|to| to.to_string())
    }

    /// The square that a jump leaves; `None` for other moves.
    #[getter]
    fn origin(&self) -> Option<String> {
        self.jump_origin().map(|from| from.to_string())
    }

    /// Whether this is a jump.
    #[getter]
    fn is_jump(&self) -> bool {
        self.0.is_jump()
    }

    /// Whether this is a pass.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0 == board::Move::Pass
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

impl Move {
    fn jump_origin(&self) -> Option<Square> {
        match self.0 {
            board::Move::Jump { from, .. } => Some(from),
            _ => None,
        }
    }
}

pub fn list(moves: impl IntoIterator<Item = board::Move>) -> Vec<Move> {
    moves.into_iter().map(Move).collect()
}
