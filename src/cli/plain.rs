//! The session without a person: commands from files or a pipe, announcements to stdout.

use super::exit::Exit;
use super::input::{NumberedLine, Source};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::lines_ahead::LinesAhead;
use super::report::Report;
use super::typeahead::TypeaheadWatcher;
use crate::session::{Executor, Flow, Interpreter, LineOfText, Output, Session, WaitingFor};
use std::path::PathBuf;

/// Runs the commands in files, or in standard input when there are none.
pub fn run<E: Executor>(
    files: &[PathBuf],
    mut interpreter: Interpreter<E>,
    report: Report,
) -> Exit {
    interrupt::settle(OnInterrupt::Leave);
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    let mut face = Face {
        report,
        input: None,
        is_last: false,
        lookout: None,
        is_cut_short: false,
    };
    for (index, file) in files.iter().enumerate() {
        face.is_last = index + 1 == files.len();
        let flow = match Source::at(file) {
            Ok(source) => face.read(source, &mut interpreter),
            Err(error) => face.report.unreadable(&error),
        };
        if flow != Flow::GoOn {
            break;
        }
    }
    interpreter.leave(&mut |_, output| face.report.show(output));
    face.report.exit()
}

/// Whether a wait ends soon in any case.
const fn has_time_limit(awaited: WaitingFor) -> bool {
    matches!(awaited, WaitingFor::Answer | WaitingFor::Stop)
}

/// The front end for programs.
struct Face {
    report: Report,
    /// The stream whose lines are being carried out.
    input: Option<LinesAhead>,
    /// Whether no other file or stream follows.
    is_last: bool,
    /// Looks out for the end of the session while a remote program is waited for.
    lookout: Option<TypeaheadWatcher>,
    /// Whether the end of the session has cut the waiting short.
    is_cut_short: bool,
}

impl Face {
    fn read<E: Executor>(&mut self, source: Source, interpreter: &mut Interpreter<E>) -> Flow {
        let (name, path) = match source {
            Source::File(file) => {
                self.input = None;
                let flow =
                    interpreter.file(&file, &mut |session, output| self.show(session, output));
                return self.after_wait(flow);
            }
            Source::Stream(name, path) => (name, path),
        };
        let lines = LinesAhead::of(path);
        self.input = Some(lines.clone());
        for line in lines {
            let flow = match line {
                Ok(line) => self.carry_out(&name, &line, interpreter),
                Err(error) => self.report.unreadable(&error.diagnostic(&name)),
            };
            if flow != Flow::GoOn {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// Carries out a line of a stream; `name` is for messages.
    fn carry_out<E: Executor>(
        &mut self,
        name: &str,
        line: &NumberedLine,
        interpreter: &mut Interpreter<E>,
    ) -> Flow {
        if let Some(diagnostic) = line.too_long(name) {
            return self.report.refused(&diagnostic);
        }
        let line = LineOfText {
            source: Some(name),
            number: line.number,
            text: &line.text,
        };
        let flow = interpreter.line(line, &mut |session, output| self.show(session, output));
        self.after_wait(flow)
    }

    /// Goes on with what has cut the waiting short.
    fn after_wait(&mut self, flow: Flow) -> Flow {
        self.end_lookout();
        if !std::mem::take(&mut self.is_cut_short) {
            return flow;
        }
        INTERRUPT.clear();
        match flow {
            Flow::End => Flow::End,
            _ => Flow::GoOn,
        }
    }

    fn show(&mut self, session: &Session, output: Output) -> Flow {
        self.end_lookout();
        match output {
            Output::Waiting { awaited, is_last } if is_last && !has_time_limit(awaited) => {
                self.look_out(session, awaited);
            }
            // The session ends instead.
            Output::Refused(_) if self.is_cut_short => return Flow::GoOn,
            _ => {}
        }
        self.report.show(output)
    }

    /// Looks out for `quit` and for the end of input. A game that goes on without input is played
    /// to its end.
    fn look_out(&mut self, session: &Session, awaited: WaitingFor) {
        let end_counts =
            self.is_last && (awaited == WaitingFor::Guest || !session.plays_by_itself());
        let dialect = session.dialect();
        self.lookout = match self.input.clone() {
            Some(lines) => Some(TypeaheadWatcher::begin(move || {
                lines.ends_session(dialect, end_counts)
            })),
            None => end_counts.then(|| TypeaheadWatcher::begin(|| true)),
        };
    }

    fn end_lookout(&mut self) {
        if let Some(lookout) = self.lookout.take() {
            self.is_cut_short |= lookout.end();
        }
    }
}
