//! The fixed positions that `bench` measures.

use ataxx_core::board::Position;
use ataxx_core::notation::read_position;
use ataxx_core::solver::Plies;

/// A position on each line, with its name and its phase or distance.
const TEXT: &str = include_str!("positions.fen");

/// A position with its phase or distance.
#[derive(Clone, Copy, Debug)]
pub struct SuitePosition<K> {
    pub id: &'static str,
    pub position: Position,
    pub known: K,
}

/// All positions, in the order of the file.
#[derive(Debug, Default)]
pub struct Suite {
    /// Undecided positions, with the phase of the game.
    pub undecided: Vec<SuitePosition<&'static str>>,
    /// Won positions, with the number of plies of the win.
    pub won: Vec<SuitePosition<Plies>>,
}

/// All positions. Every line is one: the file is part of the program.
pub fn suite() -> Suite {
    let mut suite = Suite::default();
    let bare = |line: &'static str| line.split('#').next().unwrap_or_default().trim();
    for line in TEXT.lines().map(bare).filter(|line| !line.is_empty()) {
        suite.add(line).unwrap_or_else(|| panic!("{line}"));
    }
    suite
}

impl Suite {
    fn add(&mut self, line: &'static str) -> Option<()> {
        let (fen, rest) = line.split_once(" ; id ")?;
        let (id, known) = rest.split_once(" ; ")?;
        let position = read_position(fen).ok()?;
        if let Some(plies) = known.strip_prefix("win ") {
            self.won.push(SuitePosition {
                id,
                position,
                known: Plies(plies.parse().ok()?),
            });
        } else {
            self.undecided.push(SuitePosition {
                id,
                position,
                known,
            });
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_core::board::Rules;
    use ataxx_core::solver::{Budget, Solver, SolverOptions, Verdict};
    use std::collections::BTreeSet;

    #[test]
    fn every_phase_has_positions_with_and_without_blocks() {
        let undecided = suite().undecided;
        assert_eq!(undecided.len(), 4 * 3);
        for phase in ["opening", "early middle", "late middle", "endgame"] {
            let of_phase = undecided.iter().filter(|entry| entry.known == phase);
            let with_blocks: Vec<bool> = of_phase
                .map(|entry| !entry.position.blocks().is_empty())
                .collect();
            assert_eq!(with_blocks, [false, false, true], "{phase:?}");
        }
    }

    #[test]
    fn no_name_is_given_twice() {
        let Suite { undecided, won } = suite();
        let ids = undecided.iter().map(|entry| entry.id);
        let ids: Vec<_> = ids.chain(won.iter().map(|entry| entry.id)).collect();
        let different: BTreeSet<_> = ids.iter().collect();
        assert_eq!(different.len(), ids.len());
    }

    #[test]
    fn positions_are_as_in_the_file() {
        let Suite { undecided, won } = suite();
        let mut solver = Solver::new(&Rules::UAI, &SolverOptions::default());
        let mut verdict = |position: Position, plies| {
            let found = solver.solve(&position, plies, &Budget::unlimited());
            found.verdict
        };
        for entry in undecided {
            let found = verdict(entry.position, Plies(7));
            assert_eq!(found, Verdict::None, "{}", entry.id);
        }
        for entry in won {
            let found = verdict(entry.position, entry.known);
            assert_eq!(found, Verdict::Win(Some(entry.known)), "{}", entry.id);
        }
    }
}
