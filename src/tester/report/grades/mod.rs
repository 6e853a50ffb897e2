//! Points: what a program has earned, or many programs side by side.

mod json;
mod page;
mod table;

pub use json::json;
pub use page::page;
pub use table::{csv, scenarios, table};

use super::{Identity, Points, Report};
use crate::tester::Outcome;
use std::collections::BTreeMap;

/// What a program has earned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grade {
    /// What the program is called.
    pub program: String,
    /// The command line that starts it, where it is not the session of this program.
    pub command: Option<String>,
    /// All points.
    pub total: Points,
    /// The points of the scenarios with a tag.
    pub tags: BTreeMap<String, Points>,
    /// The scenarios in order.
    pub scenarios: Vec<Graded>,
    /// Whether all scenarios were run.
    pub complete: bool,
}

/// What a program has earned with a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The scenario.
    pub identity: Identity,
    /// How it ended.
    pub outcome: Outcome,
    /// The points.
    pub points: Points,
    /// What is wrong; empty when all is well.
    pub message: String,
}

impl Grade {
    /// Nothing earned yet.
    #[must_use]
    pub fn new(program: impl Into<String>, command: Option<String>) -> Self {
        Self {
            program: program.into(),
            command,
            ..Self::default()
        }
    }

    /// Counts a scenario in.
    pub fn count(&mut self, report: &Report) {
        let points = report.points();
        self.total += points;
        for tag in &report.identity.tags {
            *self.tags.entry(tag.clone()).or_default() += points;
        }
        self.scenarios.push(Graded {
            identity: report.identity.clone(),
            outcome: report.outcome,
            points,
            message: report.message(),
        });
    }
}

/// All tags that some scenario has, in order.
fn tags(grades: &[Grade]) -> Vec<&str> {
    let mut tags: Vec<&str> = grades
        .iter()
        .flat_map(|grade| grade.tags.keys())
        .map(String::as_str)
        .collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

/// How much of what there is was earned, in whole percent; `None` when there is nothing to
/// earn. All is 100 and nothing is 0; what is in between never looks like either.
fn percent(points: Points) -> Option<u32> {
    let Points { earned, possible } = points;
    if possible == 0 {
        return None;
    }
    let exact = u64::from(earned) * 100 / u64::from(possible);
    let least = u64::from(earned > 0);
    u32::try_from(exact.max(least)).ok()
}

#[cfg(test)]
mod tests;
