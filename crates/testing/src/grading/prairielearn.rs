//! The results of an external grader of `PrairieLearn`: `/grade/results/results.json`.
//!
//! The format is documented at <https://docs.prairielearn.com/externalGrading/#grading-results>.

use super::submission::{Submission, SubmissionTest, output};
use crate::report::{Report, Reporter, Rerun, Summary};
use serde::Serialize;
use std::io::{self, Write};

/// A test for each scenario that students see.
#[derive(Debug)]
pub struct PrairieLearn(Submission);

#[derive(Serialize)]
#[serde(untagged)]
enum Results<'a> {
    /// It costs the student no attempt.
    NotGradable {
        gradable: bool,
        format_errors: [String; 1],
    },
    Graded {
        gradable: bool,
        score: f64,
        message: String,
        tests: Vec<Test<'a>>,
    },
}

#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    points: u32,
    max_points: u32,
    #[serde(skip_serializing_if = "str::is_empty")]
    message: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    output: &'a str,
}

/// The bytes of all outputs, as JSON: the platform takes files of up to 1 MB.
const MAX_OUTPUT: usize = 700_000;

impl PrairieLearn {
    /// A reporter; `rerun` has the options of the run.
    pub fn new(rerun: Rerun) -> Self {
        Self(Submission::new(rerun))
    }
}

/// The output of a test, if it is among the first that fit.
fn fitting<'a>(test: &'a SubmissionTest, room: &mut usize) -> io::Result<&'a str> {
    let size = serde_json::to_string(&test.output)?.len();
    if size > *room {
        return Ok("left out, because the results would be longer than 1 MB");
    }
    *room -= size;
    Ok(&test.output)
}

impl Reporter for PrairieLearn {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.0.add(report);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let shown = self.0.end(summary);
        let points = self.0.points();
        let mut room = MAX_OUTPUT;
        let tests = self.0.tests.iter().map(|test| {
            Ok(Test {
                name: &test.name,
                points: test.points.earned,
                max_points: test.points.possible,
                message: &test.message,
                output: fitting(test, &mut room)?,
            })
        });
        let tests = tests.collect::<io::Result<_>>()?;
        let results = if shown.start_failure.is_some() {
            Results::NotGradable {
                gradable: false,
                format_errors: [output(&shown)],
            }
        } else {
            Results::Graded {
                gradable: true,
                score: f64::from(points.earned) / f64::from(points.possible.max(1)),
                message: output(&shown),
                tests,
            }
        };
        serde_json::to_writer_pretty(&mut *out, &results)?;
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::submission::tests::with_hidden;
    use crate::report::Outcome;
    use crate::report::test_support::{all, rendered};
    use serde_json::Value;

    #[test]
    fn the_score_is_the_fraction_of_the_points() {
        let text = rendered(
            &mut PrairieLearn::new(Rerun::default()),
            &with_hidden(),
            None,
        );
        let results: Value = serde_json::from_str(&text).expect("JSON");
        let tests = results["tests"].as_array().expect("tests");
        let sum = |key: &str| -> f64 {
            let points = tests.iter().map(|test| test[key].as_f64().expect("points"));
            points.sum()
        };
        assert_eq!(results["gradable"], true);
        assert_eq!(results["score"], sum("points") / sum("max_points"));
        assert!(!text.contains("a secret"), "{text}");
    }

    #[test]
    fn a_long_output_is_left_out() {
        let mut long = all().remove(1);
        assert_eq!(long.outcome, Outcome::Fail);
        long.identity.file = "\u{1}".repeat(150_000);
        let reports = [long.clone(), long];
        let text = rendered(&mut PrairieLearn::new(Rerun::default()), &reports, None);
        assert!(text.len() < 1_000_000, "{}", text.len());
        assert!(text.contains("left out, because"));
    }

    #[test]
    fn a_program_that_does_not_start_costs_no_attempt() {
        let mut summary = Summary::default();
        summary.start_failure = Some("no such file".to_owned());
        let mut out = Vec::new();
        let mut reporter = PrairieLearn::new(Rerun::default());
        reporter.end(&summary, &mut out).expect("written");
        let results: Value = serde_json::from_slice(&out).expect("JSON");
        assert_eq!(results["gradable"], false);
        assert!(results.get("score").is_none());
        insta::assert_snapshot!(results["format_errors"][0], @r#""The program could not be started: no such file""#);
    }
}
