//! Adjudication: the end of a game before its end by the rules.

use crate::board::{Color, Game, Move};
use crate::cancellation::Cancellation;
use crate::notation::GameResult;
use crate::solver::{self, Budget, Solver, Verdict};

/// What ends a game before the rules do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Where the side to move must pass and the solver soon proves a forced win, the winner
    /// is declared.
    pub forced: bool,
    /// The number of plies after which the game ends, the opening included.
    pub most_plies: Option<(usize, AtMostPlies)>,
}

/// The result of a game that was ended for its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtMostPlies {
    /// A draw.
    Draw,
    /// The side with more pieces wins.
    Pieces,
}

impl Adjudication {
    /// The result of a game that ends here, and why.
    pub(super) fn judge(&self, game: &Game, cancel: &Cancellation) -> Option<(GameResult, String)> {
        let position = game.position();
        if self.forced && position.legal_moves(game.rules()).eq([Move::Pass]) {
            /// With more nodes it is cheaper to play the game on.
            const NODES: u64 = 100_000;
            let budget = Budget {
                nodes: Some(NODES),
                may_continue: &|| !cancel.is_requested(),
            };
            let settings = solver::SolverOptions::default();
            let verdict = Solver::new(game.rules(), &settings)
                .exact(position, &budget)
                .verdict;
            let winner = match verdict {
                Verdict::Win(_) => Some(position.turn()),
                Verdict::Loss(_) => Some(!position.turn()),
                _ => None,
            };
            if let Some(winner) = winner {
                let why = format!("{winner} wins by force, and {} must pass", position.turn());
                return Some((GameResult::Win(winner), why));
            }
        }
        let (most, result) = self.most_plies?;
        if game.moves().len() < most {
            return None;
        }
        let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
        let result = match result {
            AtMostPlies::Pieces if red > blue => GameResult::Win(Color::Red),
            AtMostPlies::Pieces if red < blue => GameResult::Win(Color::Blue),
            _ => GameResult::Draw,
        };
        Some((result, format!("{most} plies were played")))
    }
}
