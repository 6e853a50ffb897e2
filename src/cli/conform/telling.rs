//! What is told while the steps are tried.

use super::text;
use crate::cli::output;
use crate::cli::progress::Progress;
use ataxx_toolkit::opponents::uai::conform::{Observer, Report, Step};
use std::io;

/// Tells of each step as it ends, and of one that takes long while it goes on.
pub struct Telling {
    json: bool,
    progress: Progress,
    step: &'static str,
    written: io::Result<()>,
}

impl Telling {
    pub fn new(json: bool) -> Self {
        Self {
            json,
            progress: Progress::lines(),
            step: "",
            written: Ok(()),
        }
    }

    /// Whether all could be written.
    pub fn end(self) -> io::Result<()> {
        self.written
    }
}

impl Observer for Telling {
    fn begins(&mut self, step: &Step) {
        self.step = step.name;
        self.progress.show(step.name);
    }

    fn reaches(&mut self, done: usize, of: usize) {
        self.progress
            .show(&format!("{}  {done} of {of}", self.step));
    }

    fn ends(&mut self, report: &Report) {
        if !self.json && self.written.is_ok() {
            let text = text::report(report);
            self.written = self.progress.aside(|| output::data(&text));
        }
    }
}
