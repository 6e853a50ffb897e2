//! Somebody who tells of a run.

use super::{Report, Summary};
use std::io::{self, Write};

/// Somebody who tells of a run, in one of many forms.
pub trait Reporter {
    /// So many scenarios are going to be run.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn begin(&mut self, scenarios: usize, out: &mut dyn Write) -> io::Result<()> {
        let _ = (scenarios, out);
        Ok(())
    }

    /// This came of a scenario.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn tell(&mut self, report: &Report, out: &mut dyn Write) -> io::Result<()>;

    /// This came of all of them. Nothing more is told.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;
}
