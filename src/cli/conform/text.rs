//! The output for people.

use super::answer::{Conclusion, ConformReport, Listed, Step};
use crate::tester::report::readable;
use crate::tester::suites::UAI;
use anstyle::{AnsiColor, Style};
use ataxx_core::diagnostic::text::counted;
use std::fmt::Write;

/// The most exchanged lines that are shown for a failed step.
const SHOWN: usize = 12;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// A line for each step, with what it is about.
pub fn list(steps: &[Listed]) -> String {
    let width = width();
    let line = |step: &Listed| format!("{:width$}  {}\n", step.name, step.about);
    steps.iter().map(line).collect()
}

/// The length of the longest name.
fn width() -> usize {
    UAI.names().map(str::len).max().unwrap_or_default()
}

/// The result of a step, in a line, and below it what was said if it failed.
pub fn step(step: &Step) -> String {
    let (style, outcome) = match step.outcome {
        Conclusion::Ok => (GOOD, "ok"),
        Conclusion::Failed => (BAD, "FAILED"),
        Conclusion::Skipped => (FAINT, "skipped"),
    };
    let mut text = format!(
        "{style}{outcome:7}{style:#}  {:width$}  {}",
        step.name,
        readable(&step.detail),
        width = width()
    )
    .trim_end()
    .to_owned();
    text.push('\n');
    said(&mut text, step);
    if let Some(words) = &step.stderr {
        text.push_str("    the last it wrote to stderr:\n");
        for line in words.lines() {
            let _ = writeln!(text, "      {}", readable(line));
        }
    }
    text
}

fn said(text: &mut String, step: &Step) {
    let total = step.wire.len();
    let signs = "(> to the engine, < by it)";
    let _ = match total {
        0 => return,
        _ if total > SHOWN => {
            writeln!(text, "    the last {SHOWN} of {total} lines said {signs}:")
        }
        _ => writeln!(text, "    what was said {signs}:"),
    };
    for said in &step.wire[total.saturating_sub(SHOWN)..] {
        let sign = if said.by == "client" { '>' } else { '<' };
        let (time, line) = (said.at, readable(&said.line));
        let line = format!("    {FAINT}{time:8.3} s{FAINT:#}  {sign} {line}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// The last line; `steps` is the number of all steps.
pub fn summary(answer: &ConformReport, steps: usize) -> String {
    let mut parts = vec![format!("{} ok", answer.ok)];
    if answer.failed > 0 {
        parts.push(format!("{BAD}{} failed{BAD:#}", answer.failed));
    }
    if answer.skipped > 0 {
        parts.push(format!("{} skipped", answer.skipped));
    }
    let left = steps - answer.steps.len();
    if left > 0 {
        parts.push(format!("{left} not tried"));
    }
    let (steps, parts) = (counted(steps, "step"), parts.join(", "));
    let mut text = format!("\n{steps}: {parts} ({:.1} s)\n", answer.seconds);
    if let Some(failure) = &answer.given_up {
        let _ = writeln!(text, "the other steps were not run: {}", readable(failure));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::conform::answer::Said;
    use crate::opponents::uai::client::Identity;
    use std::time::Duration;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    fn of(outcome: Conclusion, detail: &str, lines: u32) -> Step {
        let line = |number| Said {
            at: f64::from(number) / 1000.0,
            by: if number % 2 == 0 { "client" } else { "engine" },
            line: format!("line {number}\u{1b}[2J"),
        };
        let failed = outcome == Conclusion::Failed;
        Step {
            name: "isready".to_owned(),
            outcome,
            kind: failed.then_some("wrong"),
            detail: detail.to_owned(),
            stderr: failed.then(|| "oh\nno".to_owned()),
            wire: (0..lines).map(line).collect(),
            seconds: 0.005,
        }
    }

    #[test]
    fn steps_are_told() {
        let steps = [
            of(Conclusion::Ok, "at once", 0),
            of(Conclusion::Ok, "", 0),
            of(Conclusion::Skipped, "it knows none", 0),
            of(Conclusion::Failed, "it is not ready", 3),
            of(Conclusion::Failed, "it is not ready", 14),
        ];
        let told: String = steps.iter().map(step).collect();
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
        let (identity, took) = (Identity::default(), Duration::from_millis(1234));
        let answer = ConformReport::of("x", &identity, steps.into(), took);
        let summary = summary(&answer, 6);
        insta::assert_snapshot!(plain(&summary), @"

        6 steps: 2 ok, 2 failed, 1 skipped, 1 not tried (1.2 s)
        ");
    }
}
