//! The distance of a win that was proved without one, and then all moves that keep it.

use super::Plies;
use super::budget::{Budget, Interruption};
use super::goal::Goal;
use super::prover::Prover;
use super::solve::{Question, RootResult, RootSearch, Solution, Solver, Verdict};
use crate::board::{Color, Position};

impl Solver {
    /// Completes the solution of a question without a limit on plies: searches for the distance
    /// of a win or loss whose distance is unknown, from below, and then for all moves if the
    /// question asks for them, until the budget is exhausted. `solution` is the one that this
    /// solver has found last, with one move.
    ///
    /// The distance comes first: all moves that keep it are found faster than all that keep a
    /// win at any distance. Without the distance only
    /// [`none_within`](Solution::none_within) grows.
    #[must_use]
    pub fn complete(
        &mut self,
        position: &Position,
        mut solution: Solution,
        question: Question,
        budget: &Budget,
    ) -> Solution {
        let turn = position.turn();
        let winner = match solution.verdict {
            Verdict::Win(None) => Some(turn),
            Verdict::Loss(None) => Some(!turn),
            _ => None,
        };
        let table = &mut self.table;
        let mut search = RootSearch {
            prover: Prover::new(position, &self.rules, self.options, table, budget),
            root: *position,
            none_within: solution.none_within,
            reached: &self.reached,
        };
        let distance = winner.and_then(|winner| Some((winner, search.distance(winner).ok()?)));
        if let Some((winner, Plies(distance))) = distance {
            let result = RootResult::win(winner, turn, distance);
            solution.verdict = result.verdict;
            solution.keep = result.keep;
            solution.proof = result.proof;
        }
        if solution.keep.is_some() && (distance.is_some() || question.all_moves) {
            let (moves, complete) = search.moves(solution.keep, question);
            solution.moves_complete = complete;
            if distance.is_some() || !moves.is_empty() {
                solution.moves = moves;
            }
            solution.line = search.line(solution.verdict, &solution.moves);
        }
        solution.none_within = search.none_within;
        solution.nodes += search.prover.nodes;
        solution.pruning_counts.add(&search.prover.counts);
        solution
    }
}

impl RootSearch<'_> {
    /// The least number of plies within which a side wins that is known to win.
    fn distance(&mut self, winner: Color) -> Result<Plies, Interruption> {
        self.prover.check_budget()?;
        // A win mostly ends with a ply of the winner: steps of two end with one.
        let odd = winner == self.root.turn();
        while self.none_within < Plies::MOST {
            let next = self.none_within.0 + 1;
            let step = u16::from((next % 2 == 1) != odd);
            if self.can_force(Goal::win(winner, next + step))? {
                let sooner = step == 1 && self.can_force(Goal::win(winner, next))?;
                let distance = if sooner { next } else { next + step };
                self.none_within = Plies(distance - 1);
                return Ok(Plies(distance));
            }
            self.reach(Plies(next + step));
        }
        Err(Interruption::TooDeep)
    }
}
