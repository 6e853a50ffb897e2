//! Grades: the points of one program, or of several in a table.

mod file_names;
mod matrix;
mod page;
mod results;
mod student;
mod table;

pub use file_names::file_names;
pub use matrix::failed_by_all;
pub use page::page;
pub use results::ProgramResults;
pub use student::student_page;
pub use table::{csv, scenarios, table};

use super::{Identity, Points, Report, StartFailure};
use crate::tester::Outcome;
use serde::Serialize;
use std::collections::BTreeMap;

/// The points of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The name of the program.
    #[serde(rename = "name")]
    pub program: String,
    /// The command line that starts it; `None` for the session of this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Whether all scenarios were run.
    pub complete: bool,
    /// Why the program was never started.
    #[serde(rename = "not_started", skip_serializing_if = "Option::is_none")]
    pub start_failure: Option<StartFailure>,
    /// What else there is to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The points of all scenarios.
    #[serde(rename = "points")]
    pub total: Points,
    /// The points of the scenarios with a tag.
    pub tags: BTreeMap<String, Points>,
    /// The scenarios in order.
    pub scenarios: Vec<Graded>,
}

/// The points of a program in one scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Graded {
    /// The scenario.
    #[serde(flatten)]
    pub identity: Identity,
    /// How it ended.
    pub outcome: Outcome,
    /// The points.
    pub points: Points,
    /// What is wrong; empty when the scenario passed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl Grade {
    /// A grade without scenarios.
    pub fn new(program: impl Into<String>, command: Option<String>) -> Self {
        Self {
            program: program.into(),
            command,
            ..Self::default()
        }
    }

    /// Adds a scenario.
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

/// The grades as one JSON object with `programs`.
pub fn json(grades: &[Grade]) -> serde_json::Result<String> {
    serde_json::to_string(&BTreeMap::from([("programs", grades)]))
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

/// The points earned in whole percent; `None` if none are possible. Only all points are 100,
/// and only no points are 0.
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
