//! Collecting the results of a run while it goes on.

use super::format::Format;
use super::last::Failed;
use super::outputs::Outputs;
use super::progress::Bar;
use super::verdict::Verdict;
use crate::cli::output;
use crate::opponents::dialogue::Dialogue;
use crate::tester::report::grades::{self, Grade};
use crate::tester::report::{Report, Summary};
use ataxx_core::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::io;

/// Writes the reports of a run while it goes on, and keeps its results.
pub struct Recorder {
    outputs: Outputs,
    pub bar: Bar,
    /// Whether expectations that are not met are updated.
    accepting: bool,
    pub summary: Summary,
    pub remembered: RunResults,
    /// The points, with `--score`.
    pub grade: Option<Grade>,
    /// The format of the points.
    format: Format,
    /// Why stdout could not be written.
    pub trouble: Option<io::Error>,
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
    pub fn new(outputs: Outputs, bar: Bar, accepting: bool, format: Format) -> Self {
        Self {
            outputs,
            bar,
            accepting,
            summary: Summary::default(),
            remembered: RunResults::default(),
            grade: None,
            format,
            trouble: None,
        }
    }

    pub fn begin(&mut self, scenarios: usize) {
        let text = self.outputs.begin(scenarios);
        self.write(text);
    }

    pub fn report(&mut self, report: Report) {
        self.summary.count(&report);
        if let Some(grade) = &mut self.grade {
            grade.count(&report);
        }
        let text = self.outputs.tell(&report);
        self.write(text);
        let identity = Failed {
            file: report.identity.file.clone(),
            name: report.identity.name.clone(),
        };
        let remembered = &mut self.remembered;
        remembered.count(&report);
        // Once its expectations are changed nothing is wrong with it.
        let is_mended = self.accepting && report.passes_with_patches;
        if report.outcome.is_bad() && !is_mended {
            remembered.verdict.add(&report);
        }
        if report.outcome.is_bad() {
            remembered.failed.insert(identity);
        } else {
            remembered.good.insert(identity);
        }
        if self.accepting {
            // Nobody looks at the rest any more, and there may be many.
            remembered.reports.push(Report {
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
        if let Some(mut grade) = self.grade.take() {
            grade.complete = self.summary.not_run.is_empty();
            let text = if self.format == Format::Json {
                grades::json(&[grade]).map(|text| text + "\n")
            } else {
                Ok(format!("\n{}", grades::scenarios(&grade)))
            };
            self.write(text.map(String::into_bytes).map_err(io::Error::other));
        }
        (self.outputs, self.remembered, self.trouble)
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
            self.trouble.get_or_insert(error);
        }
    }
}
