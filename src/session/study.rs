//! Questions about the position on the board: `hint`, `eval`, `solve` and `analyze`.

use ataxx_core::solver::Plies;

/// A question about the position, which the search or the solver answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// The best move.
    Hint,
    /// The score and the chances of winning.
    Eval,
    /// Whether a side can force a win within this many plies.
    Solve(Plies),
    /// The best lines with their scores.
    Analyze,
}
