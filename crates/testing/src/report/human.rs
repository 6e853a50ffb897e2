//! Text for people at a terminal: short on success, failures in full.

mod failure_text;

pub use failure_text::{
    Rerun, described, described_plainly, dialogue_text, diff, has_several, line_by_line, sign,
    stderr_text,
};

use super::cause::Cause;
use super::display_text::{Tone, readable};
use super::reporter::{missing_files, missing_name};
use super::{Identity, Report, Reporter, Stopped, Summary};
use crate::report::Outcome;
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Text for people: a line for each file, each failure in full as it happens, and at the end a
/// list of the failures and the counts.
#[derive(Debug)]
pub struct Human {
    look: Look,
    rerun: Rerun,
    details: Details,
    /// The file whose scenarios are being reported.
    file: Option<(String, Summary)>,
    /// The failures, those of one cause together.
    failed: Vec<AlikeFailures>,
    /// The reasons of skips and the like, with their numbers.
    reasons: BTreeMap<(Outcome, String), usize>,
    /// The names of missing files.
    missing: Vec<String>,
    /// Whether the last line written was the line of a file.
    after_file: bool,
}

/// Failures with the same cause, as far as that is known, in their order.
#[derive(Debug)]
struct AlikeFailures {
    cause: Option<Cause>,
    all: Vec<(Identity, Outcome)>,
}

/// What the text shows beside failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The scenarios that passed, and each of several failures with one cause.
    pub passed: bool,
}

impl Human {
    /// A reporter that writes with or without colours; `rerun` has the options of the run.
    pub const fn new(look: Look, rerun: Rerun, details: Details) -> Self {
        Self {
            look,
            rerun,
            details,
            file: None,
            failed: Vec::new(),
            reasons: BTreeMap::new(),
            missing: Vec::new(),
            after_file: false,
        }
    }

    /// Writes the line of the file, which is complete.
    fn close_file(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some((name, summary)) = self.file.take() else {
            return Ok(());
        };
        let not_run = [Outcome::Skipped, Outcome::Unsupported, Outcome::Blocked];
        let not_run: usize = not_run.iter().map(|&outcome| summary.of(outcome)).sum();
        let run = summary.total() - not_run;
        let label = if summary.bad() > 0 {
            Tone::Bad.paint(self.look, "FAIL")
        } else if run == 0 {
            Tone::Faint.paint(self.look, "skip")
        } else {
            Tone::Good.paint(self.look, "ok  ")
        };
        let name = readable(&name);
        self.after_file = true;
        writeln!(out, "{label}  {name}: {}", summary.counts_in_words())
    }

    fn heading(&mut self, label: &str, identity: &Identity, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::take(&mut self.after_file) {
            writeln!(out)?;
        }
        let name = Tone::Strong.paint(self.look, &readable(&identity.name));
        writeln!(out, "{label}  {}  {name}", identity.place())
    }

    fn warnings(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        for warning in report.warnings.iter().filter(|it| is_of_one_test(it)) {
            out.write_all(render(warning, self.look).as_bytes())?;
        }
        Ok(())
    }

    fn failure(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let label = match report.outcome {
            Outcome::Flaky => Tone::Odd.paint(self.look, "FLAKY"),
            Outcome::Fail => Tone::Bad.paint(self.look, "FAIL"),
            Outcome::NotJudged => Tone::Bad.paint(self.look, "NOT JUDGED"),
            outcome => {
                let label = format!("FAIL ({outcome})");
                Tone::Bad.paint(self.look, &label)
            }
        };
        self.heading(&label, &report.identity, out)?;
        out.write_all(described(report, self.look, &self.rerun).as_bytes())?;
        writeln!(out)
    }

    /// Writes the line of a scenario that passed.
    fn passed(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let label = Tone::Good.paint(self.look, "pass");
        let seconds = report.duration.as_secs_f64();
        let attempts = report.attempts_in_words();
        let attempts = attempts.map_or_else(String::new, |words| format!("; {words}"));
        let scenario = report.identity.place_and_name();
        self.after_file = false;
        writeln!(out, "{label}  {scenario}  ({seconds:.2} s{attempts})")
    }

    fn list_of_failures(&self, out: &mut dyn Write) -> io::Result<()> {
        if self
            .failed
            .iter()
            .map(|alike| alike.all.len())
            .sum::<usize>()
            < 2
        {
            return Ok(());
        }
        writeln!(out, "\n{}", Tone::Strong.paint(self.look, "problems:"))?;
        for AlikeFailures { all, .. } in &self.failed {
            for (number, (identity, outcome)) in all.iter().enumerate() {
                let outcome = match number {
                    0 => outcome.to_string(),
                    _ => "  of one cause:".to_owned(),
                };
                let outcome = Tone::Bad.paint(self.look, &format!("{outcome:<16}"));
                writeln!(out, "  {outcome}{}", identity.place_and_name())?;
            }
        }
        if self.hides_failures() {
            let words = "one example of each cause is shown; `-v` shows all failures";
            writeln!(out, "{words}")?;
        }
        Ok(())
    }

    /// Whether failures are listed that are not shown.
    fn hides_failures(&self) -> bool {
        !self.details.passed && self.failed.iter().any(|alike| alike.all.len() > 1)
    }

    /// Records a failure. Returns whether it is the first of its cause.
    fn record_failure(&mut self, report: &Report) -> bool {
        let failure = (report.identity.clone(), report.outcome);
        let cause = Cause::of(report);
        let mut alike = self.failed.iter_mut();
        let known = alike.find(|alike| cause.is_some() && alike.cause == cause);
        if let Some(known) = known {
            known.all.push(failure);
            return false;
        }
        let all = vec![failure];
        self.failed.push(AlikeFailures { cause, all });
        true
    }

    /// Missing files are one warning for all tests.
    fn list_of_missing(&self, out: &mut dyn Write) -> io::Result<()> {
        match missing_files(&self.missing) {
            Some(warning) => write!(out, "\n{}", render(&warning, self.look)),
            None => Ok(()),
        }
    }

    fn list_of_reasons(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.reasons.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        for ((outcome, reason), count) in &self.reasons {
            let reason = readable(reason);
            writeln!(out, "{count} {}: {reason}", outcome.past_tense())?;
        }
        Ok(())
    }
}

/// Whether a warning is reported with its test.
fn is_of_one_test(warning: &Diagnostic) -> bool {
    missing_name(warning).is_none()
}

impl Reporter for Human {
    fn report(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        let name = &report.identity.file;
        if self.file.as_ref().is_some_and(|(file, _)| file != name) {
            self.close_file(out)?;
        }
        let file = || (name.clone(), Summary::default());
        let (_, summary) = self.file.get_or_insert_with(file);
        summary.count(report);
        let missing = report.warnings.iter().filter_map(missing_name);
        self.missing.extend(missing.map(str::to_owned));
        let outcome = report.outcome;
        let mut is_shown = outcome == Outcome::Flaky;
        if outcome.is_own_failure() {
            is_shown = self.record_failure(report) || self.details.passed;
        } else if let Some(reason) = &report.reason {
            let key = (outcome, reason.clone());
            *self.reasons.entry(key).or_default() += 1;
        }
        if is_shown {
            self.failure(report, out)?;
        } else if !outcome.is_own_failure() && report.warnings.iter().any(is_of_one_test) {
            let label = Tone::Odd.paint(self.look, "warn");
            self.heading(&label, &report.identity, out)?;
            self.warnings(report, out)?;
            writeln!(out)?;
        } else if (self.details.passed || report.is_incomplete) && outcome == Outcome::Pass {
            self.passed(report, out)?;
        }
        out.flush()
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.close_file(out)?;
        self.list_of_failures(out)?;
        self.list_of_reasons(out)?;
        self.list_of_missing(out)?;
        if summary.total() > 0 {
            writeln!(out)?;
        }
        match summary.stopped {
            Some(Stopped::Interrupted) => {
                let during = match summary.cut_short_in_words() {
                    names if names.is_empty() => names,
                    names => format!(" while this was run: {names}"),
                };
                writeln!(out, "interrupted{during}")?;
            }
            Some(stopped) => writeln!(out, "stopped: {}", stopped.reason())?,
            None => {}
        }
        let tone = if !summary.is_good() {
            Tone::Bad
        } else if summary.of(Outcome::Flaky) + summary.warnings > 0 {
            Tone::Odd
        } else {
            Tone::Good
        };
        writeln!(out, "{}", tone.paint(self.look, &summary.in_words()))?;
        out.flush()
    }
}

#[cfg(test)]
mod tests;
