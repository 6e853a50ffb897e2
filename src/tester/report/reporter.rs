//! The interface of all report formats.

use super::{Report, Summary};
use std::io::{self, Write};

/// A report format. It receives the results of a run and writes them.
pub trait Reporter {
    /// Begins the report of a run with this many scenarios.
    fn begin(&mut self, scenarios: usize, out: &mut dyn Write) -> io::Result<()> {
        let _ = (scenarios, out);
        Ok(())
    }

    /// Reports a scenario.
    fn tell(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()>;

    /// Ends the report with the summary of the run.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;
}
