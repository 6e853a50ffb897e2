//! Whether the program under test starts at all.

use super::options::Args;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::opponents::Launch;
use crate::opponents::dialogue::Speaker;
use crate::opponents::subject::start_failure;
use crate::tester::Outcome;
use crate::tester::report::Report;
use ataxx_core::diagnostic::Diagnostic;

/// Finds out, when a program has crashed and said nothing, whether it starts at all. It is asked
/// once.
pub struct StartCheck {
    launch: Option<Launch>,
}

impl StartCheck {
    /// For the program that the command line names; otherwise nothing is checked.
    pub fn new(args: &Args) -> Self {
        Self {
            launch: args.launch(),
        }
    }

    /// Why the program of this report does not start; `None` if it starts.
    pub fn failure(&mut self, report: &Report) -> Option<String> {
        let spoke = report
            .dialogue
            .utterances()
            .iter()
            .any(|line| line.by == Speaker::Program);
        if report.outcome != Outcome::Crash || spoke {
            return None;
        }
        start_failure(&self.launch.take()?, &INTERRUPT).map(|why| why.to_string())
    }
}

/// Reports that the program under test could not be started.
pub fn report_not_started(why: &str) {
    let message = format!("the program could not be started: {why}");
    output::report(&Diagnostic::error("not-started", message));
}
