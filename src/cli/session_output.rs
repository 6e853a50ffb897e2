//! The output of a session, for every front end: errors, `--strict` and `--log`.

use super::exit::{EarlyExit, Exit};
use super::output;
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_session::{Dialect, Event, Flow, LineOfText, Output, without_reserved_words};
use std::time::Instant;

/// Writes what a session does to stdout and stderr, and keeps its exit status.
pub struct SessionOutput {
    /// The dialect of the session.
    pub dialect: Dialect,
    /// With `--strict`: the first error ends the session.
    strict: bool,
    /// With `--log`: each line is printed after it has run.
    log: bool,
    /// When the lines in progress began: more than one while a file is loaded.
    begun: Vec<Instant>,
    exit: Exit,
}

impl SessionOutput {
    pub const fn new(dialect: Dialect, strict: bool, log: bool) -> Self {
        Self {
            dialect,
            strict,
            log,
            begun: Vec::new(),
            exit: Exit::Good,
        }
    }

    /// Writes an output in the form for other programs.
    pub fn show(&mut self, output: Output) -> Flow {
        match output {
            Output::Begun(_) => self.begun.push(Instant::now()),
            Output::Thinking(_) | Output::Waiting(_) | Output::Studying(_) => {}
            Output::Event(event) => {
                Self::warn(&event);
                if let Some(text) = event.announcement(self.dialect) {
                    return self.print(&text);
                }
            }
            Output::Refused(diagnostic) => return self.refused(&diagnostic),
            Output::Done(line) => return self.done(&line),
        }
        Flow::GoOn
    }

    /// A line has run: with `--log`, prints it.
    fn done(&mut self, line: &LineOfText) -> Flow {
        let Some(begun) = self.begun.pop().filter(|_| self.log) else {
            return Flow::GoOn;
        };
        let seconds = begun.elapsed().as_secs_f64();
        self.print(&without_reserved_words(&format!(
            "# {}  ({seconds:.3} s)\n",
            text::visible_with_tabs(line.text.trim())
        )))
    }

    /// A line was refused: with `--strict`, the session is over.
    pub fn refused(&mut self, diagnostic: &Diagnostic) -> Flow {
        output::report_masked(diagnostic);
        if self.strict {
            return self.end(Exit::Failed);
        }
        Flow::GoOn
    }

    /// Writes the warning and the notice of an event to stderr.
    pub fn warn(event: &Event) {
        output::message(&Self::warnings(event));
    }

    /// The warning and the notice of an event, in lines.
    pub fn warnings(event: &Event) -> String {
        let warning = event.warning().map(|text| format!("warning: {text}"));
        let lines = warning.into_iter().chain(event.notice());
        lines
            .map(|line| text::visible(&line).into_owned() + "\n")
            .collect()
    }

    /// Writes to stdout. The session ends when stdout is closed.
    pub fn print(&mut self, text: &str) -> Flow {
        match output::data(text) {
            Ok(()) => Flow::GoOn,
            Err(error) => self.end(EarlyExit::Output(error).report()),
        }
    }

    /// A file or stream of commands cannot be read: ends the session.
    pub fn unreadable(&mut self, diagnostic: &Diagnostic) -> Flow {
        output::report_masked(diagnostic);
        self.end(Exit::Usage)
    }

    const fn end(&mut self, exit: Exit) -> Flow {
        self.exit = exit;
        Flow::End
    }

    /// The exit status after the session.
    pub const fn exit(&self) -> Exit {
        self.exit
    }
}
