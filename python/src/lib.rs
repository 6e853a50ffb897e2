//! The module `ataxx_toolkit` of Python: the board, games, the engine, the solver, tables and masks
//! of legal moves. `ataxx_toolkit.pyi` beside `Cargo.toml` has the types.

// Arguments and receivers have the form in which pyo3 passes them; the documentation is Python's.
#![allow(
    clippy::doc_link_with_quotes,
    clippy::doc_markdown,
    clippy::needless_pass_by_value,
    clippy::trivially_copy_pass_by_ref
)]

mod arguments;
mod board;
mod engine;
mod game;
mod masks;
mod moves;
mod solver;
mod tables;
mod think;

use masks::JUMPS;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Ataxx: positions, games, an engine, an exact solver, tables of small boards and masks of legal
/// moves for training.
///
/// Squares and moves are written as in the Universal Ataxx Interface, colours are "red" (x in a FEN,
/// the first to move) and "blue" (o). `rules` is "uai", "2008", "2016", "2022" or "reloaded", with any
/// settings: "2022,jump-limit=40".
///
/// >>> import ataxx_toolkit as ataxx
/// >>> game = ataxx.Game()
/// >>> game.play("g2")
/// Move('g2')
/// >>> game.position.fen
/// 'x5o/7/7/7/7/6x/o5x o 0 1'
/// >>> len(game.legal_moves())
/// 16
/// >>> ataxx.Engine().choose(game.position, depth=4).move in game.legal_moves()
/// True
#[pymodule]
mod ataxx_toolkit {
    #[pymodule_export]
    use super::board::{Outcome, Position};
    #[pymodule_export]
    use super::engine::{Choice, Engine};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::masks::{legal_masks, mask_len, pack, unpack};
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::solver::{Solution, solve};
    #[pymodule_export]
    use super::tables::Tables;
    use super::{Bound, JUMPS, PyModule, PyModuleMethods, PyResult, PyTuple};

    #[pymodule_init]
    fn init(module: &Bound<PyModule>) -> PyResult<()> {
        module.add("JUMPS", PyTuple::new(module.py(), JUMPS)?)
    }
}
