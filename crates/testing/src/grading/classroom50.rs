//! The `result.json` of an autograder of Classroom 50.
//!
//! Its schema is
//! <https://github.com/foundation50/classroom50/blob/main/schemas/result-v1.schema.json>. Points are
//! whole numbers. `owner`, `assignment_type` and `datetime` are stamped by the platform's runner.

use super::submission::Submission;
use crate::report::{Report, Reporter, Rerun, Summary};
use serde::Serialize;
use std::io::{self, Write};

/// A test for each scenario that students see, as the file is published in their repository.
#[derive(Debug)]
pub struct Classroom50 {
    submission: Submission,
    identity: SubmissionIdentity,
}

/// What the runner says about the submission in the environment of the autograder.
#[derive(Clone, Debug, Serialize)]
pub struct SubmissionIdentity {
    classroom: String,
    assignment: String,
    assignment_type: String,
    owner: String,
    submission: String,
    commit: String,
    release: String,
    review: String,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Results<'a> {
    schema: &'static str,
    #[serde(flatten)]
    identity: &'a SubmissionIdentity,
    datetime: &'static str,
    score: u32,
    max_score: u32,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Test<'a> {
    #[serde(rename = "test-name")]
    name: &'a str,
    passed: bool,
    score: u32,
    max_score: u32,
    /// Kept by the platform as it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    output: &'a str,
}

impl SubmissionIdentity {
    /// Reads it with `variable`, which gives the value of a variable of the environment. What is
    /// not set, as outside the runner, is called so: the platform refuses such a result.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str, unset: &str| {
            let value = variable(name).filter(|value| !value.is_empty());
            value.unwrap_or_else(|| unset.to_owned())
        };
        let commit = value("COMMIT_URL", "unset");
        Self {
            classroom: value("CLASSROOM", "unset"),
            assignment: value("ASSIGNMENT", "unset"),
            assignment_type: value("ASSIGNMENT_TYPE", "individual"),
            owner: value("OWNER", "unset"),
            submission: value("SUBMISSION_TAG", "submit/unset"),
            release: value("RELEASE_URL", "unset"),
            review: value("REVIEW_URL", &commit),
            commit,
        }
    }
}

impl Classroom50 {
    /// A reporter; `rerun` has the options of the run.
    pub fn new(rerun: Rerun, identity: SubmissionIdentity) -> Self {
        Self {
            submission: Submission::new(rerun),
            identity,
        }
    }
}

impl Reporter for Classroom50 {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.submission.add(report);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.submission.end(summary);
        let points = self.submission.points();
        let tests = self.submission.tests.iter().map(|test| Test {
            name: &test.name,
            passed: test.passed == Some(true),
            score: test.points.earned,
            max_score: test.points.possible,
            output: if test.output.is_empty() {
                &test.message
            } else {
                &test.output
            },
        });
        let results = Results {
            schema: "classroom50/result/v1",
            identity: &self.identity,
            datetime: "1970-01-01T00:00:00Z",
            score: points.earned,
            max_score: points.possible,
            tests: tests.collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &results)?;
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::submission::tests::with_hidden;
    use crate::report::test_support::rendered;
    use serde_json::Value;

    #[test]
    fn points_are_whole_and_the_runner_says_whose_they_are() {
        let variables = |name: &str| Some(format!("the {name}"));
        let identity = SubmissionIdentity::of_environment(variables);
        let mut reporter = Classroom50::new(Rerun::default(), identity);
        let text = rendered(&mut reporter, &with_hidden(), None);
        let results: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(results["schema"], "classroom50/result/v1");
        assert_eq!(results["assignment"], "the ASSIGNMENT");
        assert_eq!(results["submission"], "the SUBMISSION_TAG");
        let tests = results["tests"].as_array().expect("tests");
        for key in ["score", "max-score"] {
            let sum = tests.iter().map(|test| test[key].as_u64().expect("whole"));
            assert_eq!(results[key], sum.sum::<u64>(), "{key}");
        }
        assert!(!text.contains("a secret"), "{text}");
    }

    #[test]
    fn outside_the_runner_it_can_be_tried() {
        let identity = SubmissionIdentity::of_environment(|_| None);
        assert_eq!(identity.submission, "submit/unset");
        assert_eq!(identity.review, identity.commit);
    }
}
