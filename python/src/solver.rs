//! The exact solver.

use crate::arguments::{PositionArgument, read_rules};
use crate::engine::{read_threads, table_bytes};
use crate::moves::{self, Move};
use crate::think::think;
use ataxx_core::solver::{self, Budget, Plies, Question, Solver, SolverOptions, Verdict};
use pyo3::prelude::*;

/// Finds a forced win or loss within a number of plies; without one, the value of the position, which
/// can take very long. `nodes` limits the search, `all_moves` asks for every move that keeps the
/// verdict and the distance.
///
/// >>> solution = solve("xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1", plies=5)
/// >>> solution.verdict, solution.distance, solution.line
/// ('win', 3, [Move('a5c7'), Move('c4a5'), Move('c4')])
/// >>> solve(Position(), plies=3)
/// Solution(verdict='none', distance=None)
/// >>> solve(Position(), nodes=1000).verdict
/// 'unknown'
#[pyfunction]
#[pyo3(signature = (position, *, plies = None, nodes = None, all_moves = false, rules = "uai", hash_mb = 64, threads = 1))]
#[allow(clippy::too_many_arguments)] // most are keywords
pub fn solve(
    py: Python,
    position: PositionArgument,
    plies: Option<u32>,
    nodes: Option<u64>,
    all_moves: bool,
    rules: &str,
    hash_mb: usize,
    threads: usize,
) -> PyResult<Solution> {
    let position = position.read()?;
    let options = SolverOptions {
        table_bytes: table_bytes(hash_mb)?,
        threads: read_threads(threads)?,
        ..SolverOptions::default()
    };
    let mut solver = Solver::new(&read_rules(rules)?, &options);
    let question = Question {
        within: plies.map(Plies::saturating),
        all_moves,
    };
    think(py, |cancel| {
        let budget = Budget {
            nodes,
            may_continue: &|| !cancel.is_requested(),
        };
        Solution(solver.answer_in_full(&position, question, &budget, &|| ()))
    })
}

/// What the solver found.
#[pyclass(frozen, module = "ataxx_toolkit")]
pub struct Solution(solver::Solution);

#[pymethods]
impl Solution {
    /// "win" or "loss" for the side to move, "draw", "none" (neither side forces a win within the
    /// plies), or "unknown" (the limit on nodes was reached).
    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.verdict.name()
    }

    /// The plies to the end of the game with best play, where they are known.
    #[getter]
    fn distance(&self) -> Option<u32> {
        match self.0.verdict {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies.map(|plies| plies.0.into()),
            Verdict::None | Verdict::Draw | Verdict::Unknown => None,
        }
    }

    /// Moves that keep the verdict and the distance: one, or all of them.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        moves::list(self.0.moves.iter().copied())
    }

    /// Best play to the end of a win or loss.
    #[getter]
    fn line(&self) -> Vec<Move> {
        moves::list(self.0.line.iter().copied())
    }

    /// The number of positions searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        let distance = self.distance();
        let distance = distance.map_or("None".to_owned(), |plies| plies.to_string());
        format!(
            "Solution(verdict='{}', distance={distance})",
            self.verdict()
        )
    }
}
