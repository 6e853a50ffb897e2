//! What a run reports while it goes on, and its results.

use super::grading::Form;
use super::last::Failed;
use super::outputs::Outputs;
use super::progress::Bar;
use super::verdict::Verdict;
use crate::cli::output;
use ataxx_toolkit::opponents::dialogue::Dialogue;
use ataxx_toolkit::tester::report::grades::{self, Grade};
use ataxx_toolkit::tester::report::{Report, Summary};
use std::collections::BTreeSet;
use std::io;

/// What is told of a run while it goes on, and what is remembered of it.
pub struct Recorder {
    outputs: Outputs,
    pub bar: Bar,
    /// Whether expectations that were not met are going to be changed.
    accepting: bool,
    pub summary: Summary,
    pub remembered: RunResults,
    /// The points, where they are wanted.
    pub grade: Option<Grade>,
    /// The form in which points are told.
    form: Form,
    /// What stands against writing to stdout.
    pub trouble: Option<io::Error>,
}

/// What is left of a run once it is told.
#[derive(Debug, Default)]
pub struct RunResults {
    pub verdict: Verdict,
    /// All reports, where expectations are going to be changed.
    pub reports: Vec<Report>,
    pub failed: BTreeSet<Failed>,
    pub good: BTreeSet<Failed>,
}

impl Recorder {
    pub fn new(outputs: Outputs, bar: Bar, accepting: bool, form: Form) -> Self {
        Self {
            outputs,
            bar,
            accepting,
            summary: Summary::default(),
            remembered: RunResults::default(),
            grade: None,
            form,
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
        // Once its expectations are changed nothing is wrong with it.
        let is_mended = self.accepting && report.mended;
        if report.outcome.is_bad() && !is_mended {
            remembered.verdict.hear(&report);
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
                complaints: Vec::new(),
                steps: Vec::new(),
                failure: None,
                warnings: Vec::new(),
                ..report
            });
        }
    }

    /// The run is over, and all that is to be said of it is in the summary. What was
    /// remembered, and what stood against writing to stdout.
    pub fn end(mut self) -> (Outputs, RunResults, Option<io::Error>) {
        self.bar.finish();
        let text = self.outputs.end(&self.summary);
        self.write(text);
        if let Some(mut grade) = self.grade.take() {
            grade.complete = self.summary.not_run.is_empty();
            let text = match self.form {
                Form::Table => Ok(format!("\n{}", grades::scenarios(&grade))),
                Form::Json => grades::json(&[grade]).map(|text| text + "\n"),
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
