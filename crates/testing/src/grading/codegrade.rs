//! The structured output of a test of `CodeGrade`'s `AutoTest`: lines of JSON for file descriptor 3.
//!
//! There is a message with the results of each test, and one with the part of the points that are
//! reached. The messages are those of `CodeGrade`'s own reporter for pytest,
//! <https://pypi.org/project/cg-pytest-reporter>: only ASCII characters.

use super::submission::{Submission, output};
use crate::report::{Report, Reporter, Rerun, Summary};
use serde::Serialize;
use std::io::{self, Write};

/// A message for each scenario that students see, and one for the points.
#[derive(Debug)]
pub struct CodeGrade(Submission);

#[derive(Serialize)]
#[serde(tag = "tag", rename_all = "kebab-case")]
enum Message<'a> {
    UnitTest { results: [Suite<'a>; 1] },
    Points { points: String },
}

/// The results of a file of scenarios.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Suite<'a> {
    id: &'a str,
    name: &'a str,
    test_cases: [Case<'a>; 1],
}

#[derive(Serialize)]
struct Case<'a> {
    name: &'a str,
    status: &'static str,
    weight: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    stdout: &'a str,
}

impl CodeGrade {
    /// A reporter; `rerun` has the options of the run.
    pub fn new(rerun: Rerun) -> Self {
        Self(Submission::new(rerun))
    }
}

impl Reporter for CodeGrade {
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.0.add(report);
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let shown = self.0.end(summary);
        let of_all = output(&shown);
        let whole = Case {
            name: "summary",
            status: if shown.start_failure.is_some() {
                "failure"
            } else {
                "success"
            },
            weight: "0".to_owned(),
            reason: &of_all,
            stdout: "",
        };
        write(out, &suite("ataxx", whole))?;
        for test in &self.0.tests {
            let case = Case {
                name: &test.name,
                status: match test.passed {
                    Some(true) => "success",
                    Some(false) => "failure",
                    None => "skipped",
                },
                weight: test.points.possible.to_string(),
                reason: &test.message,
                stdout: &test.output,
            };
            let file = if test.file.is_empty() {
                "hidden"
            } else {
                &test.file
            };
            write(out, &suite(file, case))?;
        }
        let points = self.0.points();
        let possible = points.possible.max(1);
        let points = format!("{}/{possible}", points.earned);
        write(out, &Message::Points { points })
    }
}

fn suite<'a>(name: &'a str, case: Case<'a>) -> Message<'a> {
    let test_cases = [case];
    let suite = Suite {
        id: name,
        name,
        test_cases,
    };
    Message::UnitTest { results: [suite] }
}

/// Writes a message on a line, in ASCII.
fn write(out: &mut dyn Write, message: &Message) -> io::Result<()> {
    let mut line = String::new();
    for character in serde_json::to_string(message)?.chars() {
        if character.is_ascii() {
            line.push(character);
        } else {
            // Beyond ASCII there are only texts, where JSON allows UTF-16 in escapes.
            let units = &mut [0; 2];
            let units = character.encode_utf16(units).iter();
            line.extend(units.map(|unit| format!("\\u{unit:04x}")));
        }
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::submission::tests::with_hidden;
    use crate::report::test_support::rendered;
    use serde_json::Value;

    #[test]
    fn messages_are_those_of_the_reporter_for_pytest() {
        let mut reports = with_hidden();
        reports[0].identity.name = "a board: ♟ 𝄞".to_owned();
        let text = rendered(&mut CodeGrade::new(Rerun::default()), &reports, None);
        assert!(text.is_ascii());
        assert!(!text.contains("a secret"), "{text}");
        let messages = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let messages: Vec<Value> = messages.collect();
        let (points, tests) = messages.split_last().expect("messages");
        assert_eq!(points["tag"], "points");
        let lines = tests.iter().map(|message| {
            assert_eq!(message["tag"], "unit-test");
            let suite = &message["results"][0];
            assert_eq!(suite["id"], suite["name"]);
            let case = &suite["testCases"][0];
            let [suite, name, status, weight] = [
                &suite["name"],
                &case["name"],
                &case["status"],
                &case["weight"],
            ]
            .map(|text| text.as_str().expect("a text"));
            format!("{suite}, {name}: {status} of {weight}\n")
        });
        insta::assert_snapshot!(lines.collect::<String>() + points["points"].as_str().expect("points"), @"
        ataxx, summary: success of 0
        rules/endings.yaml, a board: ♟ 𝄞: success of 2
        ai/all fine.yaml, odd: success of 2
        ai/all fine.yaml, now so, now so: success of 2
        ai/all fine.yaml, known to be wrong: failure of 2
        bad-1.in, a fault of ours: skipped of 0
        programs.yaml, a side's end: failure of 2
        programs.yaml, a side's end: failure of 2
        programs.yaml, repaired: failure of 2
        uai.yaml, later: skipped of 0
        uai.yaml, set a position: skipped of 0
        hidden, 2 hidden scenarios: failure of 4
        6/18
        ");
    }
}
