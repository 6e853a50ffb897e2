//! Compares the solver with exhaustive search.

use super::Case;
use super::exhaustive::{ExhaustiveSolver, OutOfBudget};
use super::tally::Tally;
use super::twins::literal_of;
use ataxx_core::board::{Color, Position, Rules};
use ataxx_core::reference::LiteralPosition;
use ataxx_core::solver::{Budget, Plies, Question, Solution, Solver, SolverOptions, Verdict};

/// The depth of a comparison.
#[derive(Clone, Copy)]
pub struct Depth {
    /// The maximum number of plies.
    pub plies: u16,
    /// The maximum number of moves of the exhaustive search for one position. If that is
    /// not enough, fewer plies are compared.
    pub budget: usize,
}

/// Compares verdict, distance, moves and line of a position with exhaustive search.
///
/// # Panics
///
/// When anything differs, with the position.
pub fn compare(case: &Case, depth: Depth, tally: &mut Tally) {
    let Case {
        position, rules, ..
    } = *case;
    let literal = literal_of(position);
    let mut exhaustive = ExhaustiveSolver::new(rules, depth.budget);
    let mut plies = 0;
    let Ok(mut truth) = exhaustive.verdict(&literal, 0) else {
        unreachable!("without a ply nothing is played out");
    };
    while truth == Verdict::None && plies < depth.plies {
        let Ok(verdict) = exhaustive.verdict(&literal, plies + 1) else {
            break;
        };
        truth = verdict;
        plies += 1;
    }
    if !matches!(truth, Verdict::None) {
        plies = depth.plies;
    }
    let question = Question {
        within: Some(Plies(plies)),
        all_moves: true,
    };
    let mut solver = Solver::new(rules, &SolverOptions::default());
    let solution = solver.answer(position, question, &Budget::unlimited());
    assert_eq!(solution.verdict, truth, "within {plies}: {case}");
    assert_eq!(solution.none_within, none_within(truth, plies), "{case}");

    if literal.outcome(rules).is_none() {
        tally.positions += 1;
        tally.in_full += u64::from(plies == depth.plies);
    }
    tally.note_verdict(truth);
    if truth == Verdict::None {
        tally.note(format!("none within {plies}"));
    }
    check_line(case, &solution, tally);
    if let Some(first) = solution.line.first() {
        assert!(solution.moves.contains(first), "{first:?}: {case}");
    }
    // The same budget once more for the moves and the line.
    exhaustive.allow(depth.budget);
    if let Ok(moves) = exhaustive.moves(&literal, plies, truth) {
        let mut found = solution.moves;
        found.sort_unstable();
        assert_eq!(found, moves, "moves within {plies}, {truth:?}: {case}");
        tally.note("all moves");
    }
    if truth != Verdict::None && follow(&mut exhaustive, case, truth, &solution.line).is_ok() {
        tally.note("distance along the line");
    }
}

/// Without a limit on its length, every such number up to the one before the distance,
/// or up to the limit.
pub fn none_within(truth: Verdict, plies: u16) -> Plies {
    match truth {
        Verdict::Win(Some(Plies(d))) | Verdict::Loss(Some(Plies(d))) => Plies(d.saturating_sub(1)),
        Verdict::None => Plies(plies),
        _ => Plies(0),
    }
}

/// Replays the line with the literal rules: it must be legal and end in the win of the
/// verdict.
pub fn check_line(case: &Case, solution: &Solution, tally: &mut Tally) {
    let Case {
        position, rules, ..
    } = *case;
    let line = &solution.line;
    let start = literal_of(position);
    let Some((winner, distance)) = promised(position, solution.verdict) else {
        assert_eq!(*line, [], "{case}");
        return;
    };
    assert_eq!(line.len(), usize::from(distance), "{case}");
    let last = replay(case, &start, solution);
    let outcome = last.outcome(rules).expect("the line goes to the end");
    assert_eq!(outcome.winner, Some(winner), "{line:?}: {case}");
    tally.note_line(&start, line, &last, rules, outcome);
}

fn replay(case: &Case, start: &LiteralPosition, solution: &Solution) -> LiteralPosition {
    let mut here = *start;
    for &mv in &solution.line {
        let outcome = here.outcome(case.rules);
        assert_eq!(outcome, None, "{:?}: {case}", solution.line);
        here = here
            .play(mv, case.rules)
            .unwrap_or_else(|error| panic!("{error} in {:?}: {case}", solution.line));
    }
    here
}

/// The winner of a verdict, and the distance.
pub fn promised(position: &Position, verdict: Verdict) -> Option<(Color, u16)> {
    match verdict {
        Verdict::Win(Some(Plies(d))) => Some((position.turn(), d)),
        Verdict::Loss(Some(Plies(d))) => Some((!position.turn(), d)),
        _ => None,
    }
}

/// Checks that each step of a line reduces the distance by one and changes the side.
fn follow(
    exhaustive: &mut ExhaustiveSolver,
    case: &Case,
    verdict: Verdict,
    line: &[ataxx_core::board::Move],
) -> Result<(), OutOfBudget> {
    let mut here = literal_of(case.position);
    let mut verdict = verdict;
    for &mv in line {
        here = here.play(mv, case.rules).expect("replayed before");
        verdict = after_best(verdict);
        let Some((_, distance)) = promised(case.position, verdict) else {
            unreachable!("a won line stays won");
        };
        assert_eq!(
            exhaustive.verdict(&here, distance)?,
            verdict,
            "{line:?}: {case}"
        );
    }
    Ok(())
}

/// The verdict for the other side after a best move.
pub fn after_best(verdict: Verdict) -> Verdict {
    let less = |plies: Option<Plies>| plies.map(|Plies(d)| Plies(d - 1));
    match verdict {
        Verdict::Win(d) => Verdict::Loss(less(d)),
        Verdict::Loss(d) => Verdict::Win(less(d)),
        other => other,
    }
}

/// The verdict within this many plies, by a solver with these settings.
pub fn verdict(
    position: &Position,
    rules: &Rules,
    plies: u16,
    settings: &SolverOptions,
) -> Verdict {
    let mut solver = Solver::new(rules, settings);
    let solution = solver.solve(position, Plies(plies), &Budget::unlimited());
    solution.verdict
}
