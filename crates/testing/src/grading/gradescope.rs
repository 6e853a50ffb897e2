//! The results of a Gradescope autograder: `results.json`.
//!
//! The format is documented at
//! <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use super::submission::{output, passed};
use crate::report::{
    Identity, Outcome, Report, Reporter, Rerun, Summary, Visibility, described_plainly,
};
use ataxx_core::diagnostic::text::seconds;
use serde::Serialize;
use std::io::{self, Write};

/// A Gradescope test for each scenario, with its points, and for a failure what went wrong,
/// boards and dialogue included.
#[derive(Debug)]
pub struct Gradescope {
    rerun: Rerun,
    tests: Vec<Test>,
    /// What students see at once.
    shown: Summary,
}

/// All of the file.
#[derive(Serialize)]
struct Results<'a> {
    score: u32,
    execution_time: f64,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    extra_data: Extra,
    tests: &'a [Test],
    leaderboard: [Entry; 2],
}

/// A column of the leaderboard, which Gradescope shows all students under pseudonyms if the
/// assignment has one.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    value: f64,
    order: &'static str,
}

impl Entry {
    /// The points of what everybody sees, and the time of the run.
    fn all(shown: &Summary) -> [Self; 2] {
        let entry = |name, value, order| Self { name, value, order };
        [
            entry("Points", shown.points.earned.into(), "desc"),
            entry("Seconds", seconds(shown.duration), "asc"),
        ]
    }
}

/// What Gradescope keeps for later and does not show.
#[derive(Serialize)]
struct Extra {
    ataxx: &'static str,
    possible: u32,
}

/// A scenario.
#[derive(Debug, Serialize)]
struct Test {
    score: u32,
    max_score: u32,
    /// None where it was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    name: String,
    number: String,
    output: String,
    tags: Vec<String>,
    visibility: &'static str,
    extra_data: ExtraOfTest,
}

/// Where a scenario stands, and how it ended.
#[derive(Debug, Serialize)]
struct ExtraOfTest {
    file: String,
    line: usize,
    outcome: &'static str,
    seconds: f64,
}

/// The teacher can still hide it in the settings of the assignment.
const VISIBLE: &str = "visible";
/// What the autograder prints repeats the results.
const HIDDEN: &str = "hidden";

impl Gradescope {
    /// A reporter; `rerun` has the options of the run.
    pub fn new(rerun: Rerun) -> Self {
        Self {
            rerun,
            tests: Vec::new(),
            shown: Summary::default(),
        }
    }

    fn add(&mut self, test: Test) {
        self.tests.push(Test {
            number: (self.tests.len() + 1).to_string(),
            ..test
        });
    }

    /// What is shown of a scenario.
    fn output(&self, report: &Report) -> String {
        if report.outcome.is_own_failure() || report.outcome == Outcome::Flaky {
            described_plainly(report, &self.rerun)
        } else {
            report.message()
        }
    }
}

/// The name of a visibility in the format.
const fn visibility(of: Visibility) -> &'static str {
    match of {
        Visibility::Visible => VISIBLE,
        Visibility::AfterDueDate => "after_due_date",
        Visibility::Hidden => HIDDEN,
    }
}

impl Test {
    fn new(identity: &Identity) -> Self {
        Self {
            score: 0,
            max_score: 0,
            status: None,
            name: identity.name.clone(),
            number: String::new(),
            output: String::new(),
            tags: identity.tags.clone(),
            visibility: visibility(identity.visibility),
            extra_data: ExtraOfTest {
                file: identity.file.clone(),
                line: identity.line,
                outcome: "not-run",
                seconds: 0.0,
            },
        }
    }
}

impl Reporter for Gradescope {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        match report.for_audience(Visibility::Visible) {
            Some(report) => self.shown.count(&report),
            None => self.shown.hide(report),
        }
        // The scenario that it needs can be hidden where it is visible itself.
        let report = report.for_audience(report.identity.visibility);
        let Some(report) = report.as_deref() else {
            return Ok(());
        };
        let (points, outcome) = (report.points(), report.outcome);
        let mut test = Test::new(&report.identity);
        test.score = points.earned;
        test.max_score = points.possible;
        test.status = passed(outcome).map(|passed| if passed { "passed" } else { "failed" });
        test.output = self.output(report);
        test.extra_data.outcome = outcome.name();
        test.extra_data.seconds = seconds(report.duration);
        self.add(test);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let mut shown = std::mem::take(&mut self.shown);
        shown.add_not_run(summary.not_run.iter().cloned(), Visibility::Visible);
        shown.start_failure.clone_from(&summary.start_failure);
        shown.duration = summary.duration;
        for identity in &summary.not_run {
            let mut test = Test::new(identity);
            test.max_score = identity.points;
            "not run".clone_into(&mut test.output);
            self.add(test);
        }
        let results = Results {
            score: self.tests.iter().map(|test| test.score).sum(),
            execution_time: seconds(summary.duration),
            output: output(&shown),
            output_format: "text",
            test_output_format: "text",
            test_name_format: "text",
            visibility: VISIBLE,
            stdout_visibility: HIDDEN,
            extra_data: Extra {
                ataxx: env!("CARGO_PKG_VERSION"),
                possible: self.tests.iter().map(|test| test.max_score).sum(),
            },
            tests: &self.tests,
            leaderboard: Entry::all(&shown),
        };
        serde_json::to_writer_pretty(&mut *out, &results)?;
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Stopped;
    use crate::report::test_support::{all, rendered};
    use serde_json::Value;

    fn results() -> Value {
        let mut reporter = Gradescope::new(Rerun::default());
        let text = rendered(&mut reporter, &all(), Some(Stopped::Interrupted));
        serde_json::from_str(&text).expect("JSON")
    }

    #[test]
    fn points_are_scores() {
        let results = results();
        assert_eq!(results["score"], 6);
        let tests = results["tests"].as_array().expect("tests");
        let scores = tests
            .iter()
            .map(|test| test["score"].as_u64().expect("a score"));
        assert_eq!(scores.sum::<u64>(), 6);
        for (test, report) in tests.iter().zip(all()) {
            let points = report.points();
            assert_eq!(test["max_score"], points.possible, "{}", test["name"]);
            assert!(points.earned == 0 || test["status"] == "passed");
        }
    }

    #[test]
    fn the_leaderboard_shows_no_hidden_points() {
        let mut reports = all();
        let hidden = reports.iter_mut().find(|report| report.points().earned > 0);
        hidden.expect("points").identity.visibility = Visibility::Hidden;
        let text = rendered(&mut Gradescope::new(Rerun::default()), &reports, None);
        let results: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(results["score"], 6);
        let board = &results["leaderboard"];
        assert_eq!(
            (&board[0]["name"], &board[0]["value"]),
            (&"Points".into(), &4.0.into())
        );
        assert_eq!(
            (&board[1]["name"], &board[1]["order"]),
            (&"Seconds".into(), &"asc".into())
        );
    }

    #[test]
    fn failures_are_shown_with_boards() {
        let results = results();
        let tests = results["tests"].as_array().expect("tests");
        let outputs = tests.iter().filter_map(|test| test["output"].as_str());
        assert!(
            outputs
                .clone()
                .any(|text| text.contains("7  r[-|-]- - - b"))
        );
        let numbers: Vec<&str> = tests
            .iter()
            .filter_map(|test| test["number"].as_str())
            .collect();
        assert_eq!(numbers[..3], ["1", "2", "3"]);
        assert_eq!(
            tests.last().map(|test| &test["output"]),
            Some(&"not run".into())
        );
    }

    #[test]
    fn every_outcome_has_its_status_and_points() {
        let results = results();
        let tests = results["tests"].as_array().expect("tests");
        let lines = tests.iter().map(|test| {
            let outcome = &test["extra_data"]["outcome"];
            format!("{outcome} {} {}", test["status"], test["max_score"])
        });
        insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"), @r#"
        "pass" "passed" 2
        "fail" "failed" 2
        "pass" "passed" 2
        "flaky" "passed" 2
        "expected-failure" "failed" 2
        "error" "failed" 2
        "not-judged" null 0
        "time-out" "failed" 2
        "crash" "failed" 2
        "unexpected-pass" "failed" 2
        "skipped" null 0
        "unsupported" null 0
        "not-run" null 2
        "#);
        assert_eq!(results["extra_data"]["possible"], 20);
        assert_eq!(tests[0]["output"], "");
    }
}
