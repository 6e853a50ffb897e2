//! Collecting the results of a run while it goes on: reports on stdout and in files, points, and
//! the exit status.

use super::format::{Format, ReportTo, Style};
use super::last::Failed;
use super::options::Args;
use super::progress::Bar;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use crate::grading::{Grade, grade};
use crate::opponents::FailureKind;
use crate::opponents::dialogue::Dialogue;
use crate::report::{Outcome, ProblemKind, Report, Reporter, Rerun, Summary};
use ataxx_core::diagnostic::{Diagnostic, Look};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Writes the reports of a run while it goes on, and keeps its results.
pub struct Recorder {
    outputs: Outputs,
    pub bar: Bar,
    /// Whether expectations that are not met are updated.
    is_updating: bool,
    pub summary: Summary,
    pub results: RunResults,
    /// The points, with `--score`.
    pub points: Option<Grade>,
    /// The format of the points.
    format: Format,
    /// Why stdout could not be written.
    pub write_error: Option<io::Error>,
}

/// The results of a run.
#[derive(Debug, Default)]
pub struct RunResults {
    pub verdict: Verdict,
    /// All reports, where expectations are updated.
    pub reports: Vec<Report>,
    pub failed: BTreeSet<Failed>,
    pub good: BTreeSet<Failed>,
    /// The number of scenarios that were run.
    run: usize,
    /// The number of those that were not, as they were skipped or are unsupported.
    not_run: usize,
    /// Why the first of these was not run.
    first_reason: Option<String>,
}

impl RunResults {
    /// Whether every scenario was skipped or is unsupported.
    pub const fn nothing_checked(&self) -> bool {
        self.run == 0 && self.not_run > 0
    }

    /// The message that nothing was checked.
    pub fn why_nothing_checked(&self) -> Diagnostic {
        let message = match self.not_run {
            1 => "nothing was checked: the scenario was not run".to_owned(),
            all => format!("nothing was checked: none of the {all} scenarios was run"),
        };
        let reason = self.first_reason.as_ref();
        let help = reason.map(|reason| format!("the first was not, because {reason}"));
        Diagnostic::error("nothing-checked", message).with_help(help)
    }

    fn count(&mut self, report: &Report) {
        if report.outcome.was_run() {
            self.run += 1;
            return;
        }
        self.not_run += 1;
        if self.first_reason.is_none() {
            self.first_reason.clone_from(&report.reason);
        }
    }
}

impl Recorder {
    pub fn new(outputs: Outputs, bar: Bar, is_updating: bool, format: Format) -> Self {
        Self {
            outputs,
            bar,
            is_updating,
            summary: Summary::default(),
            results: RunResults::default(),
            points: None,
            format,
            write_error: None,
        }
    }

    pub fn begin(&mut self, scenarios: usize) {
        let text = self.outputs.begin(scenarios);
        self.write(text);
    }

    pub fn report(&mut self, report: Report) {
        self.summary.count(&report);
        if let Some(points) = &mut self.points {
            points.count(&report);
        }
        let text = self.outputs.report(&report);
        self.write(text);
        let identity = Failed {
            file: report.identity.file.clone(),
            name: report.identity.name.clone(),
        };
        let results = &mut self.results;
        results.count(&report);
        // Once its expectations are changed nothing is wrong with it.
        let passes_when_updated = self.is_updating && report.passes_with_patches;
        if report.outcome.is_bad() && !passes_when_updated {
            results.verdict.add(&report);
        }
        if report.outcome.is_bad() {
            results.failed.insert(identity);
        } else {
            results.good.insert(identity);
        }
        if self.is_updating {
            // The rest is not used any more, and there may be many.
            results.reports.push(Report {
                dialogue: Dialogue::default(),
                stderr_lines: Vec::new(),
                printed: Vec::new(),
                steps: Vec::new(),
                failure: None,
                warnings: Vec::new(),
                ..report
            });
        }
    }

    /// Ends the reports with the summary, which must be complete. Returns the results, and why
    /// stdout could not be written.
    pub fn end(mut self) -> (Outputs, RunResults, Option<io::Error>) {
        self.bar.finish();
        let text = self.outputs.end(&self.summary);
        self.write(text);
        if let Some(mut points) = self.points.take() {
            points.complete = self.summary.not_run.is_empty();
            let text = if self.format == Format::JSON {
                grade::json(&[points]).map(|text| text + "\n")
            } else {
                Ok(format!("\n{}", grade::scenarios(&points)))
            };
            self.write(text.map(String::into_bytes));
        }
        (self.outputs, self.results, self.write_error)
    }

    fn write(&mut self, text: io::Result<Vec<u8>>) {
        let written = text.and_then(|text| {
            if text.is_empty() {
                return Ok(());
            }
            let text = String::from_utf8_lossy(&text);
            self.bar.aside(|| output::data(&text))
        });
        if let Err(error) = written {
            self.write_error.get_or_insert(error);
        }
    }
}

/// All reports of a run.
pub struct Outputs {
    /// None where stdout gets nothing but points.
    stdout: Option<Box<dyn Reporter>>,
    files: Vec<Output>,
}

/// A report that goes into a file.
struct Output {
    reporter: Box<dyn Reporter>,
    file: ResultFile,
    text: Vec<u8>,
}

impl Outputs {
    /// The reports that the command line asks for.
    pub fn new(args: &Args) -> Result<Self, Diagnostic> {
        let style = |look| Style {
            look,
            rerun: Rerun {
                options: args.options(),
                tests_another: args.command().is_some() || !args.suite.is_empty(),
            },
            details: args.details(),
        };
        let look = if output::colors_on_stdout() {
            Look::Colored
        } else {
            Look::Plain
        };
        let format = args.format();
        let is_points = args.score && format == Format::JSON;
        let file = |to: &ReportTo| {
            let reporter = to.format.reporter(&style(Look::Plain));
            Ok(Output {
                reporter: reporter.ok_or_else(only_of_a_class)?,
                file: ResultFile::at(&to.path)?,
                text: Vec::new(),
            })
        };
        let files = args.report.iter().map(file);
        let stdout = (!is_points).then(|| format.reporter(&style(look)));
        Ok(Self {
            stdout: stdout.flatten(),
            files: files.collect::<Result<_, Diagnostic>>()?,
        })
    }

    /// Begins the reports of a run with this many scenarios. Returns what goes to stdout.
    pub fn begin(&mut self, scenarios: usize) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.begin(scenarios, out))
    }

    /// Reports a scenario. Returns what goes to stdout.
    pub fn report(&mut self, report: &Report) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.report(report, out))
    }

    /// Ends the reports. Returns what goes to stdout.
    pub fn end(&mut self, summary: &Summary) -> io::Result<Vec<u8>> {
        self.all(|reporter, out| reporter.end(summary, out))
    }

    fn all(
        &mut self,
        mut action: impl FnMut(&mut dyn Reporter, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Vec<u8>> {
        for output in &mut self.files {
            action(output.reporter.as_mut(), &mut output.text)?;
        }
        let mut text = Vec::new();
        if let Some(stdout) = &mut self.stdout {
            action(stdout.as_mut(), &mut text)?;
        }
        Ok(text)
    }

    /// Writes the files, also after Ctrl-C.
    pub fn write_files(self) -> Result<(), Diagnostic> {
        let written: Vec<_> = self
            .files
            .into_iter()
            .map(|Output { file, text, .. }| file.write_text(&text))
            .collect();
        written.into_iter().collect()
    }
}

fn only_of_a_class() -> Diagnostic {
    let message = "pages are written for a class: expected `--programs FILE` too";
    let help = "`html=FILE` writes a page about one program";
    Diagnostic::error("report", message).with_help([help.to_owned()])
}

/// The failures of a run, as far as they matter for the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// A scenario failed, or this program panicked.
    failed: bool,
    /// A program under test could not be started.
    pub not_started: bool,
    /// A file is wrong.
    bad_file: bool,
}

impl Verdict {
    /// Adds a report.
    pub fn add(&mut self, report: &Report) {
        if !report.outcome.is_bad() {
            return;
        }
        match (report.outcome, report.failure.as_ref().map(|it| it.kind)) {
            (_, Some(ProblemKind::Program(FailureKind::NotStarted))) => self.not_started = true,
            (Outcome::Error, Some(ProblemKind::Panic)) => self.failed = true,
            (Outcome::Error, _) => self.bad_file = true,
            _ => self.failed = true,
        }
    }

    /// The exit status: a failure takes precedence over what could not be run.
    pub const fn exit(self) -> Exit {
        if self.failed {
            Exit::Failed
        } else if self.not_started {
            Exit::NotStarted
        } else if self.bad_file {
            Exit::Usage
        } else {
            Exit::Good
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Identity, Problem};

    fn report(outcome: Outcome, kind: ProblemKind) -> Report {
        let mut report = Report::new(Identity::of_file("a.yaml", 1), outcome);
        report.failure = Some(Problem::new(kind, Diagnostic::error("x", "message")));
        report
    }

    fn exit(reports: &[Report]) -> Exit {
        let mut verdict = Verdict::default();
        for report in reports {
            verdict.add(report);
        }
        verdict.exit()
    }

    #[test]
    fn what_failed_counts_most() {
        let of = |kind: ProblemKind| report(kind.outcome(), kind);
        let program = |kind| of(ProblemKind::Program(kind));
        let bad = || of(ProblemKind::Scenario);
        let missing = || program(FailureKind::NotStarted);
        let fail = || of(ProblemKind::Unmet);
        let flaky = report(Outcome::Flaky, ProblemKind::Unmet);
        assert_eq!(exit(&[]), Exit::Good);
        assert_eq!(exit(&[flaky]), Exit::Good);
        assert_eq!(exit(&[bad()]), Exit::Usage);
        assert_eq!(exit(&[bad(), missing()]), Exit::NotStarted);
        assert_eq!(exit(&[bad(), fail(), missing()]), Exit::Failed);
        assert_eq!(exit(&[program(FailureKind::Crash)]), Exit::Failed);
        assert_eq!(exit(&[of(ProblemKind::Panic)]), Exit::Failed);
        assert_eq!(exit(&[program(FailureKind::Timeout(None))]), Exit::Failed);
        let mut unexpected = report(Outcome::UnexpectedPass, ProblemKind::Unmet);
        unexpected.failure = None;
        assert_eq!(exit(&[unexpected]), Exit::Failed);
    }
}
