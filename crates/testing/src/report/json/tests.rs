use super::*;
use crate::report::Rerun;
use crate::report::human::described_plainly;
use crate::report::test_support::{all, boards, pass, rendered, sets, texts};
use ataxx_opponents::Failure;
use serde_json::Value;

#[test]
#[allow(clippy::too_many_lines)] // of one object
fn one_object() {
    let text = rendered(&mut Json::default(), &[pass(), boards()], None);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    insta::assert_snapshot!(format!("{value:#}"), @r#"
    {
      "reports": [
        {
          "attempts": 1,
          "file": "rules/endings.yaml",
          "line": 1,
          "name": "nothing is wrong",
          "ok": true,
          "outcome": "pass",
          "points": {
            "earned": 2,
            "possible": 2
          },
          "seconds": 1.25,
          "steps": [
            {
              "line": 6,
              "name": "board",
              "outcome": "done",
              "seconds": 0.01
            }
          ],
          "suite": "Endings",
          "tags": [
            "rules"
          ]
        },
        {
          "attempts": 1,
          "dialogue": [
            {
              "by": "runner",
              "program": 1,
              "seconds": 1.001,
              "text": "a7-b7"
            },
            {
              "by": "program",
              "program": 1,
              "seconds": 2.002,
              "text": "===\u001b[2J"
            }
          ],
          "failure": {
            "comparison": {
              "actual": "xxx3o/x6/2-1-2/3o3/2-1-2/7/o6 o 0 1",
              "differing": [
                "g1",
                "a6",
                "b7",
                "c7"
              ],
              "expected": "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
              "kind": "boards",
              "open": [
                "d4"
              ]
            },
            "diagnostics": [
              {
                "code": "expectation",
                "column": 9,
                "file": "rules/endings.yaml",
                "line": 6,
                "message": "the board is not as expected"
              }
            ]
          },
          "file": "rules/endings.yaml",
          "line": 3,
          "name": "a side's end",
          "ok": false,
          "outcome": "fail",
          "points": {
            "earned": 0,
            "possible": 2
          },
          "seconds": 1.25,
          "stderr": [
            "first\nException in thread \"main\"\n"
          ],
          "steps": [
            {
              "line": 5,
              "name": "play: a7-a6 g7-g6",
              "outcome": "done",
              "seconds": 0.02
            },
            {
              "line": 6,
              "name": "board",
              "outcome": "failed",
              "seconds": 0.002
            },
            {
              "line": 8,
              "name": "jumps: 3",
              "outcome": "not-run",
              "seconds": 0.0
            }
          ],
          "suite": "Endings",
          "tags": [
            "rules"
          ]
        }
      ],
      "summary": {
        "counts": {
          "blocked": 0,
          "crash": 0,
          "error": 0,
          "expected-failure": 0,
          "fail": 1,
          "flaky": 0,
          "not-judged": 0,
          "not-run": 0,
          "pass": 1,
          "skipped": 0,
          "time-out": 0,
          "unexpected-pass": 0,
          "unsupported": 0
        },
        "files": 1,
        "not_run": [],
        "ok": false,
        "points": {
          "earned": 2,
          "possible": 4
        },
        "scenarios": 2,
        "seconds": 2.345,
        "stopped": null,
        "warnings": 0
      }
    }
    "#);
}

#[test]
fn every_outcome_is_in_the_summary() {
    let text = rendered(&mut Json::default(), &all(), Some(Stopped::Interrupted));
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["reports"].as_array().map(Vec::len), Some(all().len()));
    insta::assert_snapshot!(format!("{:#}", value["summary"]), @r#"
    {
      "counts": {
        "blocked": 0,
        "crash": 1,
        "error": 1,
        "expected-failure": 1,
        "fail": 1,
        "flaky": 1,
        "not-judged": 1,
        "not-run": 1,
        "pass": 2,
        "skipped": 1,
        "time-out": 1,
        "unexpected-pass": 1,
        "unsupported": 1
      },
      "files": 6,
      "not_run": [
        {
          "file": "rules/zugzwang.yaml",
          "line": 7,
          "name": "never begun"
        }
      ],
      "ok": false,
      "points": {
        "earned": 6,
        "possible": 18
      },
      "scenarios": 13,
      "seconds": 2.345,
      "stopped": "interrupted",
      "warnings": 1
    }
    "#);
}

#[test]
fn a_line_for_each() {
    let text = rendered(&mut JsonLines, &all(), None);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), all().len() + 1);
    let (last, lines) = lines.split_last().expect("lines");
    assert_eq!(last["summary"]["scenarios"], lines.len());
    for (line, report) in lines.iter().zip(all()) {
        assert_eq!(line["outcome"], report.outcome.name());
    }
}

#[test]
fn the_dialogue_of_what_passed_is_left_out() {
    let mut report = pass();
    report.dialogue = boards().dialogue;
    let text = rendered(&mut JsonLines, &[report], None);
    assert!(!text.contains("\"dialogue\""), "{text}");
}

/// The same report, written and read back.
fn read_back(report: &Report) -> Report {
    let record = Record::complete(report);
    let text = serde_json::to_string(&record).expect("JSON");
    assert!(!text.contains('\n'), "one line");
    let record: Record = serde_json::from_str(&text).expect("a record");
    record.into()
}

#[test]
fn a_report_is_read_back_as_it_was() {
    for mut report in all().into_iter().chain([texts(), sets()]) {
        report.patches.clear();
        report.checked.clear();
        report.passes_with_patches = false;
        // Such a scenario has no points either way.
        if !report.outcome.was_run() {
            report.identity.points = 0;
        }
        if report.outcome == Outcome::Fail {
            report.identity.visibility = Visibility::Hidden;
        }
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

#[test]
fn what_decides_the_exit_status_is_read_back() {
    let failure = |kind| Problem::from(Failure::new(kind, "it failed"));
    let identity = boards().identity;
    for problem in [
        failure(FailureKind::NotStarted),
        failure(FailureKind::WrapperFailed),
        failure(FailureKind::Interrupted),
        failure(FailureKind::Crash),
        failure(FailureKind::Timeout(None)),
        Problem::panic("it panicked"),
    ] {
        let report = Report {
            failure: Some(problem.clone()),
            ..Report::new(identity.clone(), problem.outcome())
        };
        let back = read_back(&report).failure.expect("a failure");
        assert_eq!(back.kind, problem.kind);
    }
}
