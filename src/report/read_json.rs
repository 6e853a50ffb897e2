//! Failures in JSON reports, read back: those of `--format json` and `jsonl`, and the file of
//! results of a class.

use super::Comparison;
use super::json::{CLASS_RESULTS_VERSION, Record};
use crate::opponents::dialogue::Speaker;
use serde::Deserialize;
use serde_json::Value;

/// A scenario of a report that was not passed.
#[derive(Clone, Debug, PartialEq)]
pub struct PastFailure {
    /// The name of the scenario, after that of the program in the results of a class.
    pub name: String,
    /// What went wrong, and hints, a line each.
    pub messages: Vec<String>,
    /// The expected and the actual value, if they can be compared.
    pub comparison: Option<Comparison>,
    /// The dialogue with the program, the first of several.
    pub dialogue: Vec<(Speaker, String)>,
    /// The number of lines that are missing at the beginning of the dialogue.
    pub dropped: usize,
}

impl PastFailure {
    /// Whether a text looks like a JSON report.
    pub fn are_there(text: &str) -> bool {
        text.trim_start().starts_with('{')
    }

    /// Reads the failures of a report.
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        let mut failures = Vec::new();
        let mut programs = Vec::new();
        let mut is_report = false;
        for value in values(text)? {
            if value["ataxx"] == "class-results" && value["version"] != CLASS_RESULTS_VERSION {
                return Err("another version of ataxx wrote these results of a class".to_owned());
            }
            programs.extend(names(&value));
            let program = number(&value["program"]).and_then(|number| programs.get(number));
            let all = match &value {
                value if value["reports"].is_array() => value["reports"].as_array(),
                _ => None,
            };
            let one = if value["report"].is_object() {
                &value["report"]
            } else {
                &value
            };
            is_report |= all.is_some() || !value["summary"].is_null() || !one["outcome"].is_null();
            for report in all.map_or(std::slice::from_ref(one), Vec::as_slice) {
                if !report["outcome"].is_null() {
                    failures.extend(failure(report, program)?);
                }
            }
        }
        if is_report || !programs.is_empty() {
            Ok(failures)
        } else {
            Err("this JSON is no report of `ataxx test`".to_owned())
        }
    }
}

/// The only value of a text, or a value for each line.
fn values(text: &str) -> Result<Vec<Value>, String> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(vec![value]);
    }
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = lines.map(|(index, line)| {
        serde_json::from_str(line).map_err(|error| format!("line {}: {error}", index + 1))
    });
    read.collect()
}

/// The names of the programs of a class.
fn names(value: &Value) -> Vec<String> {
    let programs = value["programs"].as_array().map_or(&[][..], Vec::as_slice);
    let names = programs.iter().map(|program| program["name"].as_str());
    names
        .map(|name| name.unwrap_or_default().to_owned())
        .collect()
}

fn number(value: &Value) -> Option<usize> {
    value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
}

/// The failure of a report; `None` where it is no failure.
fn failure(report: &Value, program: Option<&String>) -> Result<Option<PastFailure>, String> {
    let read = Record::deserialize(report);
    let record = read.map_err(|error| format!("a report cannot be read: {error}"))?;
    if !record.outcome.is_bad() {
        return Ok(None);
    }
    let first = record.dialogue.first().map(|line| line.program);
    let of_first = record.dialogue.into_iter();
    let of_first = of_first.filter(|line| Some(line.program) == first);
    let (diagnostics, comparison) = match record.failure {
        Some(failure) => (failure.diagnostics, failure.comparison.map(|it| *it)),
        None => (Vec::new(), None),
    };
    let messages = diagnostics.into_iter();
    Ok(Some(PastFailure {
        name: match program {
            Some(program) => format!("{program}: {}", record.name),
            None => record.name,
        },
        messages: messages
            .flat_map(|one| std::iter::once(one.message).chain(one.help))
            .collect(),
        comparison,
        dialogue: of_first.map(|line| (line.by, line.text)).collect(),
        dropped: record.dialogue_dropped,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixtures::{all, rendered};
    use crate::report::{Json, JsonLines, Report};
    use proptest::prelude::*;

    /// The names of the failures, and their dialogues.
    fn briefly(text: &str) -> Vec<(String, usize)> {
        let read = PastFailure::read_all(text).expect("a report");
        let each = read.into_iter();
        each.map(|failure| (failure.name, failure.dialogue.len()))
            .collect()
    }

    fn expected(prefix: &str) -> Vec<(String, usize)> {
        let bad = all().into_iter().filter(|report| report.outcome.is_bad());
        bad.map(|report: Report| {
            let lines = report.dialogue.utterances();
            let first = lines.front().map(|line| line.program);
            let of_first = lines.iter().filter(|line| Some(line.program) == first);
            (
                format!("{prefix}{}", report.identity.name),
                of_first.count(),
            )
        })
        .collect()
    }

    #[test]
    fn every_form_is_read_back() {
        assert!(expected("").iter().any(|(_, lines)| *lines > 0));
        let text = rendered(&mut Json::default(), &all(), None);
        assert!(PastFailure::are_there(&text));
        assert_eq!(briefly(&text), expected(""));
        let text = rendered(&mut JsonLines, &all(), None);
        assert_eq!(briefly(&text), expected(""));
        let first =
            r#"{"ataxx":"class-results","version":2,"programs":[{"name":"a"},{"name":"b"}]}"#;
        let mut class = vec![first.to_owned()];
        for (number, report) in all().into_iter().enumerate() {
            let report = serde_json::to_string(&Record::complete(&report)).expect("JSON");
            class.push(format!(
                "{{\"program\":1,\"scenario\":{number},\"report\":{report}}}"
            ));
        }
        assert_eq!(briefly(&class.join("\n")), expected("b: "));
    }

    #[test]
    fn messages_come_with_their_hints() {
        let text = r#"{"summary":{},"reports":[{"name":"n","outcome":"fail","failure":{"diagnostics":
            [{"code":"x","message":"m","help":["h"]}],"comparison":{"kind":"values","what":"jumps",
            "expected":"3","actual":"4"}}}]}"#;
        let read = PastFailure::read_all(text).expect("a report");
        assert_eq!(read[0].messages, ["m", "h"]);
        assert!(read[0].comparison.is_some());
    }

    #[test]
    fn a_text_that_is_no_report_is_refused() {
        let error = |text: &str| PastFailure::read_all(text).expect_err(text);
        assert_eq!(error("{}"), "this JSON is no report of `ataxx test`");
        assert!(error("{\"summary\":{}}\n{").starts_with("line 2: "));
        let old = r#"{"ataxx":"class-results","version":1,"programs":[]}"#;
        assert_eq!(
            error(old),
            "another version of ataxx wrote these results of a class"
        );
        assert!(error(r#"{"reports":[{"outcome":"x"}]}"#).starts_with("a report cannot be read: "));
        assert_eq!(PastFailure::read_all("{\"summary\":{}}"), Ok(Vec::new()));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(
            text in "(\\{|\\}|\\[|\\]|:|,|\"reports\"|\"outcome\"|\"fail\"|\"report\"|\"programs\"|\"name\"|1|\n|.){0,40}"
        ) {
            let _ = PastFailure::read_all(&text);
        }
    }
}
