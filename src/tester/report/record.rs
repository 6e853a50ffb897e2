//! Reports as JSON that is read back, for runs that are continued or merged.

use super::{Comparison, Failure, Identity, Report, StepOutcome, StepReport};
use crate::opponents::dialogue::{Dialogue, Speaker, Utterance};
use crate::tester::Outcome;
use ataxx_core::diagnostic::{Diagnostic, Label, Severity, Source};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A report in a form that is written and read back. All of it is kept but what serves the
/// update of expectations.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    identity: IdentityRecord,
    outcome: Outcome,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failure: Option<FailureRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last_words: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<DiagnosticRecord>,
    steps: Vec<StepRecord>,
    dialogue: Vec<UtteranceRecord>,
    dropped: usize,
    stderr: Vec<String>,
    duration: Duration,
    attempts: u32,
}

/// The name and place of a scenario, with its suite and points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityRecord {
    file: String,
    line: usize,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    suite: Option<String>,
    tags: Vec<String>,
    points: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct FailureRecord {
    diagnostics: Vec<DiagnosticRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct DiagnosticRecord {
    code: String,
    is_warning: bool,
    message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SourceRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<(Range<usize>, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SourceRecord {
    name: Option<String>,
    first_line: usize,
    text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StepRecord {
    name: String,
    line: usize,
    outcome: StepOutcome,
    duration: Duration,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct UtteranceRecord {
    at: Duration,
    program: usize,
    by: Speaker,
    text: String,
}

impl From<Report> for Record {
    fn from(report: Report) -> Self {
        let Report {
            identity,
            outcome,
            reason,
            remark,
            failure,
            last_words,
            warnings,
            steps,
            dialogue,
            stderr_lines,
            duration,
            attempts,
            printed: _,
            patches: _,
            passes_with_patches: _,
            checked: _,
        } = report;
        Self {
            identity: IdentityRecord::from(identity),
            outcome,
            reason,
            remark,
            failure: failure.map(FailureRecord::from),
            last_words,
            warnings: all(warnings),
            steps: all(steps),
            dropped: dialogue.dropped(),
            dialogue: all(dialogue),
            stderr: stderr_lines,
            duration,
            attempts,
        }
    }
}

impl From<Record> for Report {
    fn from(record: Record) -> Self {
        let said = record.dialogue.into_iter().map(Utterance::from);
        Self {
            reason: record.reason,
            remark: record.remark,
            failure: record.failure.map(Failure::from),
            last_words: record.last_words,
            warnings: all(record.warnings),
            steps: all(record.steps),
            dialogue: Dialogue::of(said, record.dropped),
            stderr_lines: record.stderr,
            duration: record.duration,
            attempts: record.attempts,
            ..Self::new(record.identity.into(), record.outcome)
        }
    }
}

fn all<T: Into<U>, U>(items: impl IntoIterator<Item = T>) -> Vec<U> {
    items.into_iter().map(Into::into).collect()
}

impl From<Identity> for IdentityRecord {
    fn from(identity: Identity) -> Self {
        let Identity {
            name,
            file,
            line,
            suite,
            tags,
            points,
        } = identity;
        Self {
            file,
            line,
            name,
            suite,
            tags,
            points,
        }
    }
}

impl From<IdentityRecord> for Identity {
    fn from(record: IdentityRecord) -> Self {
        Self {
            name: record.name,
            file: record.file,
            line: record.line,
            suite: record.suite,
            tags: record.tags,
            points: record.points,
        }
    }
}

impl From<Failure> for FailureRecord {
    fn from(failure: Failure) -> Self {
        Self {
            diagnostics: all(failure.diagnostics),
            comparison: failure.comparison,
        }
    }
}

impl From<FailureRecord> for Failure {
    fn from(record: FailureRecord) -> Self {
        Self {
            diagnostics: all(record.diagnostics),
            comparison: record.comparison,
        }
    }
}

impl From<Diagnostic> for DiagnosticRecord {
    fn from(diagnostic: Diagnostic) -> Self {
        let labels = diagnostic.labels.into_iter();
        Self {
            code: diagnostic.code.to_owned(),
            is_warning: diagnostic.severity == Severity::Warning,
            message: diagnostic.message,
            source: diagnostic.source.map(|source| SourceRecord {
                name: source.name,
                first_line: source.first_line,
                text: source.text,
            }),
            labels: labels.map(|label| (label.span, label.text)).collect(),
            help: diagnostic.help,
        }
    }
}

impl From<DiagnosticRecord> for Diagnostic {
    fn from(record: DiagnosticRecord) -> Self {
        let labels = record.labels.into_iter();
        Self {
            code: kept_code(record.code),
            severity: if record.is_warning {
                Severity::Warning
            } else {
                Severity::Error
            },
            message: record.message,
            source: record.source.map(|source| {
                Box::new(Source {
                    name: source.name,
                    first_line: source.first_line,
                    text: source.text,
                })
            }),
            labels: labels.map(|(span, text)| Label { span, text }).collect(),
            help: record.help,
        }
    }
}

/// A code that was read, for as long as the program runs. There are only a few of them, and
/// each is kept once.
fn kept_code(code: String) -> &'static str {
    static CODES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut codes = CODES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = codes.get(code.as_str()) {
        return known;
    }
    let kept: &'static str = code.leak();
    codes.insert(kept);
    kept
}

impl From<StepReport> for StepRecord {
    fn from(step: StepReport) -> Self {
        Self {
            name: step.name,
            line: step.line,
            outcome: step.outcome,
            duration: step.duration,
        }
    }
}

impl From<StepRecord> for StepReport {
    fn from(record: StepRecord) -> Self {
        Self {
            name: record.name,
            line: record.line,
            outcome: record.outcome,
            duration: record.duration,
        }
    }
}

impl From<Utterance> for UtteranceRecord {
    fn from(utterance: Utterance) -> Self {
        Self {
            at: utterance.at,
            program: utterance.program,
            by: utterance.by,
            text: utterance.text,
        }
    }
}

impl From<UtteranceRecord> for Utterance {
    fn from(record: UtteranceRecord) -> Self {
        Self {
            at: record.at,
            program: record.program,
            by: record.by,
            text: record.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tester::report::Rerun;
    use crate::tester::report::fixtures::{all as all_reports, sets, texts};
    use crate::tester::report::human::described_plainly;

    /// The same report, written and read back.
    fn read_back(report: &Report) -> Report {
        let record = Record::from(report.clone());
        let text = serde_json::to_string(&record).expect("JSON");
        assert!(!text.contains('\n'), "one line");
        let record: Record = serde_json::from_str(&text).expect("a record");
        record.into()
    }

    #[test]
    fn a_report_is_read_back_as_it_was() {
        for mut report in all_reports().into_iter().chain([texts(), sets()]) {
            report.patches.clear();
            report.checked.clear();
            report.passes_with_patches = false;
            let back = read_back(&report);
            let described = |report| described_plainly(report, &Rerun::default());
            assert_eq!(described(&back), described(&report));
            // The time at which a dialogue began is not kept: nothing shows it.
            let mut back = back;
            assert_eq!(back.dialogue.utterances(), report.dialogue.utterances());
            assert_eq!(back.dialogue.dropped(), report.dialogue.dropped());
            back.dialogue = report.dialogue.clone();
            assert_eq!(format!("{back:?}"), format!("{report:?}"));
        }
    }
}
