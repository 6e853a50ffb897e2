//! The results of a program of a class.

use super::Grade;
use crate::tester::Outcome;
use crate::tester::report::words::{readable, telling_line};
use crate::tester::report::{Identity, Report, Rerun, StartFailure, Summary};

/// The results of a program of a class.
#[derive(Clone, Debug, Default)]
pub struct ProgramResults {
    /// Its name.
    pub name: String,
    /// The command line that starts it.
    pub command: String,
    /// The options that run one of its scenarios again.
    pub rerun: Rerun,
    /// The reports of its scenarios, in order.
    pub reports: Vec<Report>,
    /// The scenarios that were not run, in order.
    pub not_run: Vec<Identity>,
    /// Why it was never started.
    pub start_failure: Option<StartFailure>,
}

impl ProgramResults {
    /// Its points.
    pub fn grade(&self) -> Grade {
        let mut grade = Grade::new(&self.name, Some(self.command.clone()));
        for report in &self.reports {
            grade.count(report);
        }
        grade.complete = self.not_run.is_empty();
        grade.start_failure.clone_from(&self.start_failure);
        grade.remark = self.remark();
        grade
    }

    /// That a program ended early in every scenario, with what it wrote to stderr.
    fn remark(&self) -> Option<String> {
        let mut run = self.reports.iter().filter(|one| one.outcome.was_run());
        let first = run.clone().next()?;
        if self.start_failure.is_some() || !run.all(|one| one.outcome == Outcome::Crash) {
            return None;
        }
        let told = first
            .stderr_lines
            .iter()
            .find_map(|stderr| telling_line(stderr));
        let told = told.map_or_else(String::new, |line| format!(": {}", readable(line)));
        Some(format!("the program ended early in every scenario{told}"))
    }

    /// The summary of its scenarios; its duration is the sum of theirs.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for report in &self.reports {
            summary.count(report);
            summary.duration += report.duration;
        }
        summary.not_run.clone_from(&self.not_run);
        summary
    }
}
