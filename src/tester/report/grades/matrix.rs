//! The outcomes of all programs in all scenarios.

use super::ProgramResults;
use crate::tester::Outcome;
use crate::tester::report::Identity;
use std::collections::BTreeMap;

/// The outcomes of a scenario for each program.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// The scenario.
    pub identity: &'a Identity,
    /// The outcome for each program, in their order; `None` where it was not run.
    pub outcomes: Vec<Option<Outcome>>,
}

impl Row<'_> {
    /// The number of programs for which the scenario was run, and that of those that passed.
    pub fn run_and_passed(&self) -> (usize, usize) {
        let run = self.outcomes.iter().flatten().filter(|one| one.was_run());
        let passed = run.clone().filter(|one| !one.is_bad());
        (run.count(), passed.count())
    }

    /// Whether several programs were tried and none passed, so that the scenario may be wrong.
    pub fn is_failed_by_all(&self) -> bool {
        matches!(self.run_and_passed(), (2.., 0))
    }
}

/// The scenarios in order, each with the outcomes of the programs. Programs that were never
/// started have none.
pub(super) fn rows(results: &[ProgramResults]) -> Vec<Row<'_>> {
    let mut places = BTreeMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for (program, one) in results.iter().enumerate() {
        let reports = one.reports.iter();
        let run = reports.map(|report| (&report.identity, Some(report.outcome)));
        let not_run = one.not_run.iter().map(|identity| (identity, None));
        for (identity, outcome) in run.chain(not_run) {
            let place = *places.entry(identity.key()).or_insert_with(|| {
                rows.push(Row {
                    identity,
                    outcomes: vec![None; results.len()],
                });
                rows.len() - 1
            });
            if one.start_failure.is_none() {
                rows[place].outcomes[program] = outcome;
            }
        }
    }
    rows
}

/// The scenarios that several programs were tried with and none passed.
pub fn failed_by_all(results: &[ProgramResults]) -> Vec<&Identity> {
    let rows = rows(results).into_iter();
    rows.filter(Row::is_failed_by_all)
        .map(|row| row.identity)
        .collect()
}
