//! The exit status of a run.

use crate::cli::exit::Exit;
use crate::tester::Outcome;
use crate::tester::report::Report;
use crate::tester::runner::{NOT_STARTED, PANIC};

/// The failures of a run, as far as they matter for the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// A scenario failed, or this program panicked.
    failed: bool,
    /// A program under test could not be started.
    pub not_started: bool,
    /// A file is wrong.
    bad_file: bool,
}

impl Verdict {
    /// Adds a report.
    pub fn add(&mut self, report: &Report) {
        if !report.outcome.is_bad() {
            return;
        }
        let diagnostics = report
            .failure
            .iter()
            .flat_map(|failure| &failure.diagnostics);
        let code = diagnostics.map(|diagnostic| diagnostic.code).next();
        match (report.outcome, code) {
            (_, Some(NOT_STARTED)) => self.not_started = true,
            (Outcome::Error, Some(PANIC)) => self.failed = true,
            (Outcome::Error, _) => self.bad_file = true,
            _ => self.failed = true,
        }
    }

    /// The exit status: a failure takes precedence over what could not be run.
    pub const fn exit(self) -> Exit {
        if self.failed {
            Exit::Failed
        } else if self.not_started {
            Exit::NotStarted
        } else if self.bad_file {
            Exit::Usage
        } else {
            Exit::Good
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tester::report::{Failure, Identity};
    use ataxx_core::diagnostic::Diagnostic;

    fn report(outcome: Outcome, code: &'static str) -> Report {
        let identity = Identity {
            file: "a.yaml".to_owned(),
            line: 1,
            suite: None,
            name: "a".to_owned(),
            tags: Vec::new(),
            points: 1,
        };
        let mut report = Report::new(identity, outcome);
        report.failure = Some(Failure::new(Diagnostic::error(code, "message")));
        report
    }

    fn exit(reports: &[(Outcome, &'static str)]) -> Exit {
        let mut verdict = Verdict::default();
        for (outcome, code) in reports {
            verdict.add(&report(*outcome, code));
        }
        verdict.exit()
    }

    #[test]
    fn what_failed_counts_most() {
        let bad = (Outcome::Error, "yaml");
        let missing = (Outcome::Crash, NOT_STARTED);
        let fail = (Outcome::Fail, "expectation");
        let flaky = (Outcome::Flaky, "expectation");
        assert_eq!(exit(&[]), Exit::Good);
        assert_eq!(exit(&[flaky]), Exit::Good);
        assert_eq!(exit(&[bad]), Exit::Usage);
        assert_eq!(exit(&[bad, missing]), Exit::NotStarted);
        assert_eq!(exit(&[bad, fail, missing]), Exit::Failed);
        assert_eq!(exit(&[(Outcome::Crash, "ended")]), Exit::Failed);
        assert_eq!(exit(&[(Outcome::Error, PANIC)]), Exit::Failed);
        assert_eq!(exit(&[(Outcome::TimeOut, "time-out")]), Exit::Failed);
        assert_eq!(exit(&[(Outcome::UnexpectedPass, "")]), Exit::Failed);
    }
}
