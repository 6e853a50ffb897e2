//! Checks of what can be forced, proved by the solver of this program.

use super::problem::Problem;
use super::stage::Stage;
use crate::board::{Move, Position};
use crate::notation::{BerkeleyMove, Rows};
use crate::opponents::subject::Trouble;
use crate::solver::{Budget, Plies, Question, Solution, Solver, SolverOptions, Verdict};
use crate::tester::Place;
use crate::tester::report::Comparison;
use crate::tester::syntax::rewrite::{rewrite, rewrite_list};
use crate::tester::syntax::step::{Forced, StepAt};
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Further than this nobody asks.
const FURTHEST: u16 = 99;

impl Stage<'_> {
    pub(super) fn check_forced(&mut self, forced: &Forced, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let position = self.trusted_position(at)?;
        let plies = forced.exactly.or(forced.within).unwrap_or(FURTHEST);
        let solution = self.solve(&position, plies, forced.moves.is_some(), &place)?;
        let winner = match solution.verdict {
            Verdict::Win(distance) => Some((position.turn(), distance)),
            Verdict::Loss(distance) => Some((!position.turn(), distance)),
            Verdict::None | Verdict::Draw | Verdict::Unknown => None,
        };
        let side = forced.color;
        let in_position = format!("in {}", Rows(position));
        let mut problems = Vec::new();
        match winner {
            Some((winner, distance)) if winner == side => {
                let distance = distance.map(|Plies(plies)| plies);
                if let (Some(expected), Some(actual)) = (forced.exactly, distance)
                    && expected != actual
                {
                    let patch = rewrite(at, Some("plies"), &actual.to_string());
                    let (expected, actual) = (expected.to_string(), actual.to_string());
                    let problem = Problem::values(&at.field("plies"), "plies", expected, actual);
                    problems.push(problem.with_help([in_position]).with_patch(patch));
                }
            }
            Some((other, distance)) => {
                let plies =
                    distance.map_or_else(String::new, |Plies(plies)| format!(" in {plies}"));
                let message = format!("{side} cannot force it: {other} can{plies}");
                return Err(Problem::unmet(&place, message).with_help([in_position]));
            }
            None => {
                let message = format!("neither side can force it within {plies} plies");
                return Err(Problem::unmet(&place, message).with_help([in_position]));
            }
        }
        if let Some(moves) = &forced.moves {
            let compared = compare_moves(&position, moves, &solution.moves, at, "moves");
            problems.extend(compared.err());
        }
        Problem::any(problems)
    }

    pub(super) fn check_not_forced(&mut self, within: u16, at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        let position = self.trusted_position(at)?;
        let solution = self.solve(&position, within, false, &place)?;
        let (winner, distance) = match solution.verdict {
            Verdict::Win(distance) => (position.turn(), distance),
            Verdict::Loss(distance) => (!position.turn(), distance),
            Verdict::None | Verdict::Draw | Verdict::Unknown => return Ok(()),
        };
        let plies = distance.map_or(within, |Plies(plies)| plies);
        let message = format!("{winner} can force it in {plies} plies");
        Err(Problem::unmet(&place, message).with_help([format!("in {}", Rows(position))]))
    }

    /// What can be forced within so many plies, or a problem when there was no time to find out.
    pub(super) fn solve(
        &self,
        position: &Position,
        plies: u16,
        all_moves: bool,
        place: &Place,
    ) -> Result<Solution, Problem> {
        let deadline = self.deadline();
        let stop = self.context.stop;
        let go_on = || Instant::now() < deadline && !stop.load(Ordering::Relaxed);
        let budget = Budget {
            nodes: None,
            go_on: &go_on,
        };
        let question = Question {
            within: Some(Plies(plies)),
            all_moves,
        };
        let rules = self.subject.referee().rules();
        let solution =
            Solver::new(rules, &SolverOptions::default()).answer(position, question, &budget);
        let lacks_moves = all_moves && !go_on();
        if solution.verdict != Verdict::Unknown && !lacks_moves {
            return Ok(solution);
        }
        let trouble = if stop.load(Ordering::Relaxed) {
            Trouble::Interrupted
        } else {
            Trouble::TimeOut(format!(
                "no proof within {plies} plies was found in the time of a step"
            ))
        };
        Err(Problem::Trouble(trouble, place.clone()))
    }
}

/// Whether two sets of moves are the same; extends to one square are one move.
pub(super) fn compare_moves(
    position: &Position,
    expected: &[BerkeleyMove],
    actual: &[Move],
    at: &StepAt,
    key: &str,
) -> Result<(), Problem> {
    let written = |mv: Move| BerkeleyMove::of(mv, position).to_string();
    let actual_names: BTreeSet<String> = actual.iter().map(|&mv| written(mv)).collect();
    let mut common = 0;
    let mut missing = Vec::new();
    let mut wanted = Vec::new();
    for &mv in expected {
        match as_move(mv, position) {
            Some(known) if actual.contains(&known) => common += 1,
            _ => missing.push(mv.to_string()),
        }
        wanted.extend(as_move(mv, position));
    }
    let surplus = actual.iter().filter(|mv| !wanted.contains(mv));
    let surplus: Vec<String> = surplus.map(|&mv| written(mv)).collect();
    if missing.is_empty() && surplus.is_empty() {
        return Ok(());
    }
    let names: Vec<String> = actual_names.into_iter().collect();
    let patch = rewrite_list(at, key, &names);
    let message = match (missing.len(), surplus.len()) {
        (0, _) => format!("not expected: {}", surplus.join(" ")),
        (_, 0) => format!("missing: {}", missing.join(" ")),
        _ => format!(
            "missing: {}; not expected: {}",
            missing.join(" "),
            surplus.join(" ")
        ),
    };
    let comparison = Comparison::Sets {
        what: "moves".to_owned(),
        missing,
        surplus,
        common,
    };
    Err(Problem::unmet(&at.field(key), message)
        .with(comparison)
        .with_patch(patch))
}

/// The move of the board that a written move stands for, if its squares are a step apart.
pub(super) fn as_move(mv: BerkeleyMove, position: &Position) -> Option<Move> {
    match mv {
        BerkeleyMove::Pass => Some(Move::Pass),
        BerkeleyMove::Step { from, to } if from.distance(to) == 1 => {
            let reaches = position.pieces(position.turn()).contains(from);
            reaches.then_some(Move::Extend { to })
        }
        BerkeleyMove::Step { from, to } => Some(Move::Jump { from, to }),
    }
}
