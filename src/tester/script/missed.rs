//! Games that an AI should have ended.

use super::harness::Unfinished;
use super::play::Play;
use crate::tester::performer::Problem;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::{Budget, Plies, Question, Solver, SolverOptions, Verdict};

/// How far a missed win is looked for, in plies.
const REACH: Plies = Plies(5);
/// The node limit of that search.
const NODES: u64 = 1_000_000;

impl Play<'_, '_> {
    /// Fails a game in which a result is awaited that cannot come: the AI has moved, by the rules
    /// the game goes on, and no AI is to move. The original harness waits until its time is over.
    pub fn check_that_a_result_can_come(&self) -> Result<(), Problem> {
        if self.program.as_course {
            return Ok(());
        }
        let Some(unfinished) = self.program.judge.unfinished() else {
            return Ok(());
        };
        let Unfinished { color, mv, .. } = unfinished;
        let message = format!(
            "{color}'s AI has made the move {mv}, after which by the rules the game goes on: no \
             result can come"
        );
        let problem = self.problem("no-result-to-come", message);
        Err(problem
            .with_help(missed_win(&unfinished))
            .with_help(self.program.judge.situation()))
    }
}

/// The win that the AI could have forced, in words.
fn missed_win(unfinished: &Unfinished) -> Option<String> {
    let Unfinished {
        before,
        rules,
        color,
        ..
    } = unfinished;
    let question = Question {
        within: Some(REACH),
        all_moves: true,
    };
    let budget = Budget {
        nodes: Some(NODES),
        may_continue: &|| true,
    };
    let solution = Solver::new(rules, &SolverOptions::default()).answer(before, question, &budget);
    let Verdict::Win(Some(plies)) = solution.verdict else {
        return None;
    };
    let moves = solution.moves.iter();
    let moves: Vec<String> = moves
        .map(|&mv| BerkeleyMove::of(mv, before).to_string())
        .collect();
    if moves.is_empty() {
        return None;
    }
    let moves = moves.join(" or ");
    Some(match plies {
        Plies(1) => format!("{color} could win at once by {moves}"),
        plies => format!("{color} could force a victory in {plies} by {moves}"),
    })
}
