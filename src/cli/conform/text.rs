//! The words for a person.

use anstyle::{AnsiColor, Style};
use ataxx_toolkit::opponents::dialogue::Speaker;
use ataxx_toolkit::opponents::uai::conform::{Conclusion, Outcome, Report, STEPS, Step};
use ataxx_toolkit::tester::report::readable;
use std::fmt::Write;
use std::time::Duration;

/// So many lines of what was said are shown.
const SHOWN: usize = 12;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// A line for each step, with what it is about.
pub fn list(steps: &[&Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let _ = writeln!(
            text,
            "{:width$}  {}",
            step.name,
            step.about,
            width = width()
        );
    }
    text
}

/// The length of the longest name.
fn width() -> usize {
    let lengths = STEPS.iter().map(|step| step.name.len());
    lengths.max().unwrap_or_default()
}

/// What came of a step, in a line, and below it what was said if it failed.
pub fn report(report: &Report) -> String {
    let (style, outcome, words) = match &report.conclusion {
        Conclusion::Passed { seen } => (GOOD, "ok", seen),
        Conclusion::Failed { what, .. } => (BAD, "FAILED", what),
        Conclusion::Skipped { why } => (FAINT, "skipped", why),
    };
    let mut text = format!(
        "{style}{outcome:7}{style:#}  {:width$}  {}",
        report.name,
        readable(words),
        width = width()
    )
    .trim_end()
    .to_owned();
    text.push('\n');
    if let Conclusion::Failed { last_words, .. } = &report.conclusion {
        said(&mut text, report);
        if let Some(words) = last_words {
            text.push_str("    the last it wrote to stderr:\n");
            for line in words.lines() {
                let _ = writeln!(text, "      {}", readable(line));
            }
        }
    }
    text
}

fn said(text: &mut String, report: &Report) {
    let Some(first) = report.wire.first() else {
        return;
    };
    let total = report.wire.len();
    let signs = "(> to the engine, < by it)";
    let _ = if total > SHOWN {
        writeln!(text, "    the last {SHOWN} of {total} lines said {signs}:")
    } else {
        writeln!(text, "    what was said {signs}:")
    };
    for line in &report.wire[total.saturating_sub(SHOWN)..] {
        let sign = match line.by {
            Speaker::Runner => '>',
            Speaker::Program => '<',
        };
        let time = line.at.saturating_sub(first.at).as_secs_f64();
        let line = readable(&line.text);
        let line = format!("    {FAINT}{time:8.3} s{FAINT:#}  {sign} {line}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// How many steps ended how.
pub fn counts(reports: &[Report]) -> [usize; 3] {
    let mut counts = [0; 3];
    for report in reports {
        counts[match report.conclusion {
            Conclusion::Passed { .. } => 0,
            Conclusion::Failed { .. } => 1,
            Conclusion::Skipped { .. } => 2,
        }] += 1;
    }
    counts
}

/// The last line.
pub fn summary(outcome: &Outcome, steps: usize, took: Duration) -> String {
    let [ok, failed, skipped] = counts(&outcome.reports);
    let mut parts = vec![format!("{ok} ok")];
    if failed > 0 {
        parts.push(format!("{BAD}{failed} failed{BAD:#}"));
    }
    if skipped > 0 {
        parts.push(format!("{skipped} skipped"));
    }
    let left = steps - outcome.reports.len();
    if left > 0 {
        parts.push(format!("{left} not tried"));
    }
    let steps = if steps == 1 {
        "1 step".to_owned()
    } else {
        format!("{steps} steps")
    };
    let seconds = took.as_secs_f64();
    let mut text = format!("\n{steps}: {} ({seconds:.1} s)\n", parts.join(", "));
    if let Some(failure) = &outcome.given_up {
        let _ = writeln!(
            text,
            "no more could be tried: {}",
            readable(&failure.to_string())
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use ataxx_toolkit::opponents::dialogue::Utterance;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn of(conclusion: Conclusion, lines: u64) -> Report {
        let line = |number| Utterance {
            program: 0,
            at: Duration::from_millis(100 + number),
            by: if number % 2 == 0 {
                Speaker::Runner
            } else {
                Speaker::Program
            },
            text: format!("line {number}\u{1b}[2J"),
        };
        Report {
            name: "isready",
            conclusion,
            wire: (0..lines).map(line).collect(),
            took: Duration::from_millis(5),
        }
    }

    fn failed(lines: u64) -> Report {
        let conclusion = Conclusion::Failed {
            what: "it is not ready".to_owned(),
            kind: "wrong",
            last_words: Some("oh\nno".to_owned()),
        };
        of(conclusion, lines)
    }

    #[test]
    fn steps_are_told() {
        let reports = [
            of(
                Conclusion::Passed {
                    seen: "at once".to_owned(),
                },
                0,
            ),
            of(
                Conclusion::Passed {
                    seen: String::new(),
                },
                0,
            ),
            of(
                Conclusion::Skipped {
                    why: "it knows none".to_owned(),
                },
                0,
            ),
            failed(3),
            failed(14),
        ];
        let told: String = reports.iter().map(report).collect();
        insta::assert_snapshot!(plain(&told), @"
        ok       isready               at once
        ok       isready
        skipped  isready               it knows none
        FAILED   isready               it is not ready
            what was said (> to the engine, < by it):
               0.000 s  > line 0�[2J
               0.001 s  < line 1�[2J
               0.002 s  > line 2�[2J
            the last it wrote to stderr:
              oh
              no
        FAILED   isready               it is not ready
            the last 12 of 14 lines said (> to the engine, < by it):
               0.002 s  > line 2�[2J
               0.003 s  < line 3�[2J
               0.004 s  > line 4�[2J
               0.005 s  < line 5�[2J
               0.006 s  > line 6�[2J
               0.007 s  < line 7�[2J
               0.008 s  > line 8�[2J
               0.009 s  < line 9�[2J
               0.010 s  > line 10�[2J
               0.011 s  < line 11�[2J
               0.012 s  > line 12�[2J
               0.013 s  < line 13�[2J
            the last it wrote to stderr:
              oh
              no
        ");
        let outcome = Outcome {
            identity: ataxx_toolkit::opponents::uai::client::Identity::default(),
            reports: reports.to_vec(),
            given_up: None,
        };
        let summary = summary(&outcome, 6, Duration::from_millis(1234));
        insta::assert_snapshot!(plain(&summary), @"

        6 steps: 2 ok, 2 failed, 1 skipped, 1 not tried (1.2 s)
        ");
    }
}
