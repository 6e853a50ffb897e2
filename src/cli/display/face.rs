//! The terminal of a session that has a board in the browser.

use crate::cli::exit::Exit;
use crate::cli::report::Report;
use crate::cli::terminal::view;
use crate::display::{Sender, Terminal};
use crate::session::{Event, Flow, Output, Session};
use ataxx_core::diagnostic::text;
use rustyline::ExternalPrinter;

/// Writes above the line that is being typed.
pub type Printer = Box<dyn ExternalPrinter>;

/// The terminal, or the pipe, of a session that has a board in the browser.
pub struct Face {
    report: Report,
    /// The printer of the line editor; `None` where a program reads the output.
    printer: Option<Printer>,
}

impl Face {
    pub fn new(report: Report, printer: Option<Printer>) -> Self {
        Self { report, printer }
    }

    /// The exit status.
    pub const fn exit(&self) -> Exit {
        self.report.exit()
    }

    fn print(&mut self, text: &str) -> Flow {
        match &mut self.printer {
            // A terminal that is gone is noticed where lines are read.
            Some(printer) => {
                let _ = printer.print(text::for_terminal(text).into_owned());
                Flow::GoOn
            }
            None => self.report.print(text),
        }
    }

    /// Prints a remark for a person.
    fn say(&mut self, text: &str) {
        if self.printer.is_some() {
            let _ = self.print(&format!("{}\n", view::remark(text)));
        }
    }

    fn event(&mut self, event: &Event) -> Flow {
        Report::warn(event);
        let flow = match event.announcement(self.report.dialect) {
            Some(text) => self.print(&text),
            None => Flow::GoOn,
        };
        if let Some(text) = event.remark(self.report.dialect) {
            self.say(&text);
        }
        flow
    }
}

impl Terminal for Face {
    fn show(&mut self, session: &Session, output: Output, by: Sender) -> Flow {
        self.report.dialect = session.dialect();
        match (output, by) {
            (Output::Begun(line), Sender::Page) => {
                if !line.text.trim().is_empty() {
                    self.say(&format!("page: {}", line.text.trim()));
                }
            }
            (Output::Event(event), _) => return self.event(&event),
            // The page itself shows what was refused.
            (_, Sender::Page) => {}
            (output, Sender::Terminal) => return self.report.show(output),
        }
        Flow::GoOn
    }

    fn remark(&mut self, text: &str) {
        self.say(text);
    }
}
