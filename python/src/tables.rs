//! Tables of small boards.

use crate::arguments::{PositionArgument, read_rules};
use crate::moves::Move;
use ataxx_tables::TableError;
use pyo3::PyErr;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// The tables in a folder, which `ataxx tables build` makes. A smaller board is the part of the large
/// one that is not blocked off.
///
/// >>> tables = Tables(folder)  # ataxx tables build 3x3 --rules uai --folder FOLDER
/// >>> tables.names
/// ['3x3, rules uai']
/// >>> position = Position("-------/-------/-------/-------/x1o----/3----/o1x---- x 0 1")
/// >>> tables.probe(position)
/// 'win'
/// >>> tables.moves(position)[0]
/// (Move('b1'), 'loss')
/// >>> tables.probe(Position()) is None
/// True
#[pyclass(frozen, module = "ataxx_toolkit")]
pub struct Tables(ataxx_tables::Tables);

#[pymethods]
impl Tables {
    #[new]
    fn new(py: Python, folder: PathBuf) -> PyResult<Self> {
        let tables = py.detach(|| ataxx_tables::Tables::open(&folder));
        let tables = tables.map_err(|error| damaged(&error))?;
        match tables.refused().first() {
            Some(error) => Err(damaged(error)),
            None => Ok(Self(tables)),
        }
    }

    /// The board and the rules of each table.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.0.tables().map(|table| table.name.as_str()).collect()
    }

    /// "win", "loss" or "draw" for the side to move; `None` where no table has the position.
    #[pyo3(signature = (position, rules = "uai"))]
    fn probe(&self, position: PositionArgument, rules: &str) -> PyResult<Option<&'static str>> {
        let value = self.0.probe(&position.read()?, &read_rules(rules)?);
        let value = value.map_err(|error| damaged(&error))?;
        Ok(value.map(ataxx_core::solver::Verdict::name))
    }

    /// Every legal move with what the side that makes it can force then; `None` where no table has
    /// one of them.
    #[pyo3(signature = (position, rules = "uai"))]
    fn moves(
        &self,
        position: PositionArgument,
        rules: &str,
    ) -> PyResult<Option<Vec<(Move, &'static str)>>> {
        let values = self.0.moves(&position.read()?, &read_rules(rules)?);
        let values = values.map_err(|error| damaged(&error))?;
        let named = |(mv, verdict): (_, ataxx_core::solver::Verdict)| (Move(mv), verdict.name());
        Ok(values.map(|values| values.into_iter().map(named).collect()))
    }
}

fn damaged(error: &TableError) -> PyErr {
    PyOSError::new_err(error.to_string())
}
