//! Fixtures for the tests of report formats: reports of every kind.

use super::{
    Boards, Comparison, Identity, Patch, Problem, ProblemKind, Report, Reporter, StepOutcome,
    StepReport,
};
use super::{Stopped, Summary};
use crate::report::{Outcome, Place, SourceText};
use ataxx_core::board::{Bitboard, Position};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::FailureKind;
use ataxx_opponents::dialogue::{Speaker, Utterance};
use std::time::Duration;

const ENDINGS: &str = "\
suite: Endings
scenarios:
  - name: a side's end
    steps:
      - play: a7-a6 g7-g6
      - board: |
          r - - - - - b
      - jumps: 3
";

/// The identity of a scenario with this name.
pub fn identity(file: &str, line: usize, name: &str) -> Identity {
    Identity {
        file: file.to_owned(),
        line,
        suite: Some("Endings".to_owned()),
        name: name.to_owned(),
        tags: vec!["rules".to_owned()],
        points: 2,
        visibility: crate::report::Visibility::Visible,
        hint: None,
    }
}

fn report(line: usize, name: &str, outcome: Outcome) -> Report {
    Report {
        duration: Duration::from_millis(1250),
        ..Report::new(identity("rules/endings.yaml", line, name), outcome)
    }
}

/// A diagnostic about these words of the file.
fn blamed(message: &str, label: &str, words: &str) -> Diagnostic {
    let start = ENDINGS.find(words).expect("the words are in the file");
    let source = SourceText::new("rules/endings.yaml", ENDINGS);
    let place = Place::new(source, start..start + words.len());
    place.blame(Diagnostic::error("expectation", message), label)
}

fn failed(outcome: Outcome, diagnostic: Diagnostic, comparison: Option<Comparison>) -> Report {
    let kind = match outcome {
        Outcome::Error => ProblemKind::Scenario,
        Outcome::TimeOut => ProblemKind::Program(FailureKind::Timeout(None)),
        Outcome::Crash => ProblemKind::Program(FailureKind::Crash),
        _ => ProblemKind::Unmet,
    };
    let mut report = report(3, "a side's end", outcome);
    report.failure = Some(Problem {
        comparison: comparison.map(Box::new),
        ..Problem::new(kind, diagnostic)
    });
    report
}

fn add_dialogue(report: &mut Report, lines: &[(usize, Speaker, &str)]) {
    for (number, &(program, by, text)) in (1..).zip(lines) {
        report.dialogue.push(Utterance {
            at: Duration::from_millis(number * 1001),
            program,
            by,
            text: text.to_owned(),
        });
    }
}

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

pub fn pass() -> Report {
    let mut report = report(1, "nothing is wrong", Outcome::Pass);
    report.steps = vec![StepReport {
        name: "board".to_owned(),
        line: 6,
        outcome: StepOutcome::Done,
        duration: Duration::from_millis(10),
    }];
    report
}

/// A board with neighbouring differences, and squares that are left open.
pub fn boards() -> Report {
    let comparison = Comparison::from(Boards {
        expected: position("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1"),
        actual: position("xxx3o/x6/2-1-2/3o3/2-1-2/7/o6 o 0 1"),
        open: Bitboard::of("d4".parse::<ataxx_core::board::Square>().expect("a square")),
        differing: ["a6", "b7", "c7", "g1"]
            .map(|name| Bitboard::of(name.parse().expect("a square")))
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| all | square),
    });
    let mut report = failed(
        Outcome::Fail,
        blamed("the board is not as expected", "4 squares differ", "board"),
        Some(comparison),
    );
    add_dialogue(
        &mut report,
        &[
            (0, Speaker::Runner, "a7-b7"),
            (0, Speaker::Program, "===\u{1b}[2J"),
        ],
    );
    report.stderr_lines = vec!["first\nException in thread \"main\"\n".to_owned()];
    report.steps = vec![
        StepReport {
            name: "play: a7-a6 g7-g6".to_owned(),
            line: 5,
            outcome: StepOutcome::Done,
            duration: Duration::from_millis(20),
        },
        StepReport {
            name: "board".to_owned(),
            line: 6,
            outcome: StepOutcome::Failed,
            duration: Duration::from_millis(2),
        },
        StepReport {
            name: "jumps: 3".to_owned(),
            line: 8,
            outcome: StepOutcome::NotRun,
            duration: Duration::ZERO,
        },
    ];
    report.patches = vec![Patch {
        source: SourceText::new("rules/endings.yaml", ENDINGS),
        span: 0..0,
        replacement: String::new(),
    }];
    report
}

pub fn values() -> Report {
    failed(
        Outcome::Fail,
        blamed("expected 3 jumps, found 4", "", "3"),
        Some(Comparison::Values {
            what: "jumps".to_owned(),
            expected: "3".to_owned(),
            actual: "4".to_owned(),
        }),
    )
}

pub fn texts() -> Report {
    let numbered = |changed: &str| -> String {
        (1..=20)
            .map(|number| match number {
                3 => format!("{changed} three\n"),
                17 => format!("seventeen{}\n", if changed == "old" { "" } else { " \t" }),
                _ => format!("line {number}\n"),
            })
            .collect()
    };
    failed(
        Outcome::Fail,
        blamed("the output is not as expected", "", "play"),
        Some(Comparison::Texts {
            expected: numbered("old"),
            actual: numbered("new"),
        }),
    )
}

pub fn sets() -> Report {
    let names = |range: std::ops::Range<u32>| range.map(|n| format!("a7-b{n}")).collect();
    let mut report = failed(
        Outcome::Fail,
        blamed("the legal moves are not as expected", "", "play"),
        Some(Comparison::Sets {
            what: "moves".to_owned(),
            missing: names(1..2),
            surplus: names(0..12),
            common: 14,
        }),
    );
    report.warnings = vec![Diagnostic::warning(
        "unread",
        "3 lines of output were not read",
    )];
    report
}

/// Two programs, and a long dialogue between them.
pub fn time_out() -> Report {
    let message = "waited 10.0 s for Blue to announce a move, after line 14";
    let mut report = failed(Outcome::TimeOut, blamed(message, "", "g7-g6"), None);
    let lines: Vec<_> = (0..20)
        .map(|number| {
            let by = [Speaker::Runner, Speaker::Program][number % 2];
            (number / 2 % 2, by, "a7-b7")
        })
        .collect();
    add_dialogue(&mut report, &lines);
    report.stderr_lines = vec![String::new(), "late\n".to_owned()];
    report
}

/// A fault of this program.
pub fn panicked() -> Report {
    let mut report = report(30, "a fault of ours", Outcome::NotJudged);
    let message = ataxx_opponents::panics::message("no such thing (here.rs:1:2)");
    report.failure = Some(Problem::panic(message));
    report
}

/// One report of each outcome, in several files.
pub fn all() -> Vec<Report> {
    let in_file = |file: &str, mut report: Report| {
        report.identity.file = file.to_owned();
        report
    };
    let reasoned = |mut report: Report, reason: &str| {
        report.reason = Some(reason.to_owned());
        report
    };
    let unread = Diagnostic::warning("unread", "3 lines of output were not read");
    let mut flaky = values();
    flaky.identity.name = "now so, now so".to_owned();
    flaky.outcome = Outcome::Flaky;
    (flaky.attempts, flaky.passes) = (2, 1);
    let mut warned = report(9, "odd", Outcome::Pass);
    warned.warnings.push(unread);
    vec![
        pass(),
        boards(),
        in_file("ai/all fine.yaml", warned),
        in_file("ai/all fine.yaml", flaky),
        in_file(
            "ai/all fine.yaml",
            reasoned(
                report(20, "known to be wrong", Outcome::ExpectedFailure),
                "issue 12",
            ),
        ),
        in_file(
            "bad-1.in",
            failed(Outcome::Error, blamed("bad", "", "jumps"), None),
        ),
        in_file("bad-1.in", panicked()),
        in_file("programs.yaml", time_out()),
        in_file(
            "programs.yaml",
            failed(
                Outcome::Crash,
                Diagnostic::error("crash", "the program ended with signal 11"),
                None,
            ),
        ),
        in_file(
            "programs.yaml",
            reasoned(report(40, "repaired", Outcome::UnexpectedPass), "issue 13"),
        ),
        in_file(
            "uai.yaml",
            reasoned(report(1, "later", Outcome::Skipped), "not yet"),
        ),
        in_file(
            "uai.yaml",
            reasoned(
                report(2, "set a position", Outcome::Unsupported),
                "a text program cannot be given a position",
            ),
        ),
    ]
}

/// What a reporter writes of these reports.
pub fn rendered(
    reporter: &mut dyn Reporter,
    reports: &[Report],
    stopped: Option<Stopped>,
) -> String {
    let mut out = Vec::new();
    let mut summary = Summary::default();
    summary.duration = Duration::from_millis(2345);
    summary.stopped = stopped;
    if stopped.is_some() {
        summary.not_run = vec![identity("rules/zugzwang.yaml", 7, "never begun")];
    }
    if stopped == Some(Stopped::Interrupted) {
        summary.cut_short = summary.not_run.clone();
    }
    reporter.begin(&mut out).expect("a vector");
    for report in reports {
        summary.count(report);
        reporter.report(report, &mut out).expect("a vector");
    }
    reporter.end(&summary, &mut out).expect("a vector");
    String::from_utf8(out).expect("text")
}
