//! What is told of a run while it goes on, and what is remembered of it.

use super::last::Failed;
use super::outputs::Outputs;
use super::progress::Bar;
use super::verdict::Verdict;
use crate::cli::output;
use ataxx::scenario::Outcome;
use ataxx::scenario::report::{Report, Summary};
use std::collections::BTreeSet;
use std::io;

/// What is told of a run while it goes on, and what is remembered of it.
pub struct Telling {
    outputs: Outputs,
    pub bar: Bar,
    /// Whether expectations that were not met are going to be changed.
    accepting: bool,
    pub summary: Summary,
    pub remembered: Remembered,
    /// What stands against writing to stdout.
    pub trouble: Option<io::Error>,
}

/// What is left of a run once it is told.
#[derive(Debug, Default)]
pub struct Remembered {
    pub verdict: Verdict,
    /// What has patches that are to be accepted.
    pub patched: Vec<Report>,
    pub failed: BTreeSet<Failed>,
    pub good: BTreeSet<Failed>,
}

impl Telling {
    pub fn new(outputs: Outputs, bar: Bar, accepting: bool) -> Self {
        Self {
            outputs,
            bar,
            accepting,
            summary: Summary::default(),
            remembered: Remembered::default(),
            trouble: None,
        }
    }

    pub fn begin(&mut self, scenarios: usize) {
        let text = self.outputs.begin(scenarios);
        self.write(text);
    }

    pub fn report(&mut self, report: Report) {
        self.summary.count(&report);
        let text = self.outputs.tell(&report);
        self.write(text);
        let identity = Failed {
            file: report.identity.file.clone(),
            name: report.identity.name.clone(),
        };
        let remembered = &mut self.remembered;
        if !report.outcome.is_bad() {
            remembered.good.insert(identity);
            return;
        }
        remembered.failed.insert(identity);
        if self.accepting && report.outcome == Outcome::Fail && !report.patches.is_empty() {
            remembered.patched.push(report);
        } else {
            remembered.verdict.hear(&report);
        }
    }

    /// The run is over, and all that is to be said of it is in the summary. What was
    /// remembered, and what stood against writing to stdout.
    pub fn end(mut self) -> (Outputs, Remembered, Option<io::Error>) {
        let text = self.outputs.end(&self.summary);
        self.write(text);
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
