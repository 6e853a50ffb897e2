//! What a submission of a student has on a platform: a test for each scenario that students see, and
//! one for all that they do not see.

use crate::report::{
    Identity, Outcome, Points, Report, Rerun, Summary, Visibility, described_plainly,
    readable_lines,
};
use ataxx_core::diagnostic::text::{counted, visible};

/// A test of a submission.
#[derive(Debug)]
pub(super) struct SubmissionTest {
    pub name: String,
    /// The file of the scenario; empty of those that are hidden.
    pub file: String,
    pub points: Points,
    /// Whether it succeeded; none where it was not judged.
    pub passed: Option<bool>,
    /// What went wrong, in one line.
    pub message: String,
    /// What went wrong, with boards and dialogue.
    pub output: String,
}

/// The tests of a submission, as its author sees them.
#[derive(Debug, Default)]
pub(super) struct Submission {
    pub rerun: Rerun,
    pub tests: Vec<SubmissionTest>,
    hidden: Points,
    /// What students see.
    shown: Summary,
}

impl Submission {
    pub(super) fn new(rerun: Rerun) -> Self {
        Self {
            rerun,
            ..Self::default()
        }
    }

    /// Adds the result of a scenario.
    pub(super) fn add(&mut self, report: &Report) {
        let Some(report) = report.for_audience(Visibility::Visible) else {
            self.shown.hide(report);
            self.hidden += report.points();
            return;
        };
        self.shown.count(&report);
        let outcome = report.outcome;
        let output = if outcome.is_own_failure() || outcome == Outcome::Flaky {
            described_plainly(&report, &self.rerun)
        } else {
            String::new()
        };
        self.tests.push(SubmissionTest {
            name: report.identity.name.clone(),
            file: report.identity.file.clone(),
            points: report.points(),
            passed: passed(outcome),
            message: report.message(),
            output,
        });
    }

    /// Adds what was not run, and the test for all that is hidden. Returns the summary that students
    /// see.
    pub(super) fn end(&mut self, summary: &Summary) -> Summary {
        let mut shown = std::mem::take(&mut self.shown);
        shown.add_not_run(summary.not_run.iter().cloned(), Visibility::Visible);
        shown.start_failure.clone_from(&summary.start_failure);
        shown.duration = summary.duration;
        for identity in &summary.not_run {
            let not_run = not_run(identity);
            if Visibility::Visible.sees(identity) {
                self.tests.push(not_run);
            } else {
                self.hidden += not_run.points;
            }
        }
        if shown.hidden > 0 {
            self.tests.push(SubmissionTest {
                name: counted(shown.hidden, "hidden scenario"),
                file: String::new(),
                points: self.hidden,
                passed: Some(self.hidden.earned == self.hidden.possible && !shown.hidden_failed),
                message: String::new(),
                output: String::new(),
            });
        }
        shown
    }

    /// The points of all tests.
    pub(super) fn points(&self) -> Points {
        let mut points = Points::default();
        for test in &self.tests {
            points += test.points;
        }
        points
    }
}

/// Whether a scenario succeeded; none where it was not judged.
pub(super) const fn passed(outcome: Outcome) -> Option<bool> {
    match outcome {
        Outcome::Pass | Outcome::Flaky => Some(true),
        Outcome::Skipped | Outcome::Unsupported | Outcome::NotJudged => None,
        _ => Some(false),
    }
}

fn not_run(identity: &Identity) -> SubmissionTest {
    SubmissionTest {
        name: identity.name.clone(),
        file: identity.file.clone(),
        points: Points {
            earned: 0,
            possible: identity.points,
        },
        passed: None,
        message: "not run".to_owned(),
        output: String::new(),
    }
}

/// What is shown of the whole submission.
pub(super) fn output(summary: &Summary) -> String {
    if let Some(why) = &summary.start_failure {
        return format!("The program could not be started: {}", readable_lines(why));
    }
    let hints = summary.hints.iter();
    let hints = hints.map(|hint| format!("\nhint: {}", visible(hint)));
    summary.in_words() + &hints.collect::<String>()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::report::test_support::all;

    /// Reports of every kind, of which the first two failures are hidden.
    pub(crate) fn with_hidden() -> Vec<Report> {
        let mut reports = all();
        for report in reports
            .iter_mut()
            .filter(|report| report.outcome.is_bad())
            .take(2)
        {
            report.identity.visibility = Visibility::Hidden;
            report.identity.name = "a secret".to_owned();
        }
        reports
    }

    #[test]
    fn what_is_hidden_counts_and_is_not_shown() {
        let reports = with_hidden();
        let mut submission = Submission::default();
        let mut expected = Points::default();
        for report in &reports {
            submission.add(report);
            expected += report.points();
        }
        let shown = submission.end(&Summary::default());
        assert_eq!(shown.hidden, 2);
        assert_eq!(submission.points(), expected);
        assert!(!format!("{submission:?}").contains("a secret"));
        let last = submission.tests.last().expect("a test");
        assert_eq!(
            (&*last.name, last.passed),
            ("2 hidden scenarios", Some(false))
        );
    }
}
