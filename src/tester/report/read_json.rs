//! Failures in JSON reports, read back: those of `--format json` and `jsonl`, and the file of
//! results of a class.

use super::Comparison;
use crate::opponents::dialogue::Speaker;
use crate::tester::Outcome;
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
    /// What was said with the program, the first of several.
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
    let read = Entry::deserialize(report);
    let entry = read.map_err(|error| format!("a report cannot be read: {error}"))?;
    if !entry.outcome.is_bad() {
        return Ok(None);
    }
    let name = entry.identity.map_or(entry.name, |identity| identity.name);
    let failure = entry.failure.unwrap_or_default();
    let first = entry.dialogue.first().map(|said| said.program);
    let of_first = entry.dialogue.into_iter();
    let of_first = of_first.filter(|said| Some(said.program) == first);
    let messages = failure.diagnostics.into_iter();
    Ok(Some(PastFailure {
        name: match program {
            Some(program) => format!("{program}: {name}"),
            None => name,
        },
        messages: messages
            .flat_map(|said| std::iter::once(said.message).chain(said.help))
            .collect(),
        comparison: failure.comparison,
        dialogue: of_first.map(|said| (said.by, said.text)).collect(),
        dropped: entry.dialogue_dropped.max(entry.dropped),
    }))
}

/// A report, as both forms write it.
#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    name: String,
    #[serde(default)]
    identity: Option<Named>,
    outcome: Outcome,
    #[serde(default)]
    failure: Option<FailureEntry>,
    #[serde(default)]
    dialogue: Vec<UtteranceEntry>,
    #[serde(default)]
    dialogue_dropped: usize,
    #[serde(default)]
    dropped: usize,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

#[derive(Default, Deserialize)]
struct FailureEntry {
    diagnostics: Vec<DiagnosticEntry>,
    #[serde(default)]
    comparison: Option<Comparison>,
}

#[derive(Deserialize)]
struct DiagnosticEntry {
    message: String,
    #[serde(default)]
    help: Vec<String>,
}

#[derive(Deserialize)]
struct UtteranceEntry {
    program: usize,
    by: Speaker,
    text: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tester::report::fixtures::{all, told};
    use crate::tester::report::{Json, JsonLines, Record, Report};
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
            let said = report.dialogue.utterances();
            let first = said.front().map(|said| said.program);
            let of_first = said.iter().filter(|said| Some(said.program) == first);
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
        let text = told(&mut Json::default(), &all(), None);
        assert!(PastFailure::are_there(&text));
        assert_eq!(briefly(&text), expected(""));
        let text = told(&mut JsonLines, &all(), None);
        assert_eq!(briefly(&text), expected(""));
        let first = r#"{"ataxx":"class-results","programs":[{"name":"a"},{"name":"b"}]}"#;
        let mut class = vec![first.to_owned()];
        for (number, report) in all().into_iter().enumerate() {
            let report = serde_json::to_string(&Record::from(report)).expect("JSON");
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
    fn what_is_no_report_is_refused() {
        let error = |text: &str| PastFailure::read_all(text).expect_err(text);
        assert_eq!(error("{}"), "this JSON is no report of `ataxx test`");
        assert!(error("{\"summary\":{}}\n{").starts_with("line 2: "));
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
