//! Proofs by the solver of this program.

use crate::opponents::subject::SubjectError;
use crate::tester::performer::{Performer, Problem};
use crate::tester::syntax::Grid;
use crate::tester::{Outcome, Place};
use ataxx_core::board::Position;
use ataxx_core::solver::{Budget, Plies, Question, Solution, Solver, SolverOptions, Verdict};
use std::time::Instant;

/// The position of the program. If the program does not report the side to move, its board must
/// be that of the referee.
pub fn trusted_position(performer: &mut Performer, place: &Place) -> Result<Position, Problem> {
    let seen = match performer.look(place) {
        Ok(seen) => seen,
        // It has no board of its own: it is given the position with each request.
        Err(problem) if problem.outcome == Outcome::Unsupported => {
            return Ok(*performer.subject.referee().position());
        }
        Err(problem) => return Err(problem),
    };
    if seen.knows_turn {
        return Ok(seen.position);
    }
    let expected = *performer.subject.referee().position();
    match Grid::exactly(&expected).compare(&seen.position) {
        None => Ok(expected),
        Some(comparison) => {
            let message = "the program's board is not what the rules make of the moves so far";
            Err(Problem::mismatch(place, message).with(comparison))
        }
    }
}

/// Solves a position within this many plies.
pub fn solve(
    performer: &Performer,
    position: &Position,
    plies: u16,
    all_moves: bool,
    place: &Place,
) -> Result<Solution, Problem> {
    let deadline = performer.deadline();
    let stop = performer.context.stop;
    let go_on = || Instant::now() < deadline && !stop.is_requested();
    let budget = Budget {
        nodes: None,
        may_continue: &go_on,
    };
    let question = Question {
        within: Some(Plies(plies)),
        all_moves,
    };
    let rules = performer.subject.referee().rules();
    let solution =
        Solver::new(rules, &SolverOptions::default()).answer(position, question, &budget);
    let lacks_moves = all_moves && !solution.moves_complete;
    if solution.verdict != Verdict::Unknown && !lacks_moves {
        return Ok(solution);
    }
    if stop.is_requested() {
        return Err(Problem::interrupted(place));
    }
    let message = format!(
        "no proof within {} was found in the time of a step",
        Plies(plies)
    );
    Err(Problem::of(place)(SubjectError::TimeOut(message)))
}
