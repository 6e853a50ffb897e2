//! Positions that need some search, for tests that compare a solver with itself.

use super::Case;
use super::positions::any_position;
use super::rules::any_rules;
use super::twins::positions::Chance;
use ataxx_core::board::{Position, Rules};
use ataxx_core::solver::{Budget, Plies, Solution, Solver, SolverOptions, Verdict};

/// A position, and the number of plies to which it is solved.
pub struct Posed {
    pub kind: &'static str,
    pub name: String,
    pub rules: Rules,
    pub position: Position,
    pub plies: u16,
    /// By a solver with default options.
    pub solution: Solution,
}

impl Posed {
    pub fn case(&self) -> Case<'_> {
        Case {
            position: &self.position,
            name: &self.name,
            rules: &self.rules,
        }
    }
}

/// This many positions without an immediate win, each with the greatest number of plies,
/// up to `plies`, for which `nodes` suffice. About half of them are won by one side.
pub fn corpus(seed: u64, count: usize, plies: u16, nodes: u64) -> Vec<Posed> {
    corpus_of(any_position, seed, count, plies, nodes)
}

/// The same with positions of one kind.
pub fn corpus_of(
    make: fn(&mut Chance, &Rules) -> (&'static str, Position),
    seed: u64,
    count: usize,
    plies: u16,
    nodes: u64,
) -> Vec<Posed> {
    let mut chance = Chance::new(seed);
    let mut posed = Vec::new();
    let mut open = 0;
    while posed.len() < count {
        let (name, rules) = any_rules(&mut chance);
        let (kind, position) = make(&mut chance, &rules);
        if position.ending(&rules).is_some() {
            continue;
        }
        let budget = Budget {
            nodes: Some(nodes),
            may_continue: &|| true,
        };
        let mut solver = Solver::new(&rules, &SolverOptions::default());
        let mut solution = solver.solve(&position, Plies(plies), &budget);
        let mut plies = plies;
        match solution.verdict {
            Verdict::Win(Some(Plies(1))) => continue,
            Verdict::Unknown => {
                plies = solution.none_within.0;
                solution = solver.solve(&position, Plies(plies), &Budget::unlimited());
            }
            _ => {}
        }
        if solution.verdict == Verdict::None {
            if open * 2 > count {
                continue;
            }
            open += 1;
        }
        posed.push(Posed {
            kind,
            name,
            rules,
            position,
            plies,
            solution,
        });
    }
    posed
}
