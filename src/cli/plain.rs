//! The session without a person: commands from files or a pipe, announcements to stdout.

use super::exit::Exit;
use super::input::{self, Lines, NumberedLine, Source};
use super::interrupt::{self, INTERRUPT, OnInterrupt, TypeaheadWatcher};
use super::session_output::SessionOutput;
use crate::session::{
    Command, Dialect, Executor, Flow, Interpreter, LineOfText, LoadError, Output, Session,
    WaitingFor, parse,
};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of lines that are read before they are needed.
const MOST_READ_AHEAD: usize = 64;
/// The number of lines without a command that are examined for the end of the session.
const MOST_EXAMINED: usize = 1000;
/// How long a wait for a line holds the queue.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Runs the commands in files, or in standard input when there are none.
pub fn run<E: Executor>(
    files: &[PathBuf],
    mut interpreter: Interpreter<E>,
    report: SessionOutput,
) -> Exit {
    interrupt::settle(OnInterrupt::Leave);
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    let mut front_end = FrontEnd {
        report,
        input: None,
        is_last: false,
        typeahead: None,
        is_wait_ended: false,
    };
    for (index, file) in files.iter().enumerate() {
        front_end.is_last = index + 1 == files.len();
        let flow = match Source::at(file) {
            Ok(source) => front_end.read(source, &mut interpreter),
            Err(error) => front_end.report.unreadable(&error),
        };
        if flow != Flow::GoOn {
            break;
        }
    }
    interpreter.leave(&mut |_, output| front_end.report.show(output));
    front_end.report.exit()
}

/// Whether a wait ends soon in any case.
const fn has_time_limit(awaited: WaitingFor) -> bool {
    matches!(awaited, WaitingFor::Answer | WaitingFor::Stop)
}

/// The front end for programs.
struct FrontEnd {
    report: SessionOutput,
    /// The stream whose lines are being carried out.
    input: Option<LinesAhead>,
    /// Whether no other file or stream follows.
    is_last: bool,
    /// Notices the end of the session while a remote program is waited for.
    typeahead: Option<TypeaheadWatcher>,
    /// Whether the end of the session has ended a wait.
    is_wait_ended: bool,
}

impl FrontEnd {
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

    /// Continues after a wait that the end of the session has ended.
    fn after_wait(&mut self, flow: Flow) -> Flow {
        self.end_typeahead();
        if !std::mem::take(&mut self.is_wait_ended) {
            return flow;
        }
        INTERRUPT.clear();
        match flow {
            Flow::End => Flow::End,
            _ => Flow::GoOn,
        }
    }

    fn show(&mut self, session: &Session, output: Output) -> Flow {
        self.end_typeahead();
        match output {
            Output::Waiting { awaited, is_last } if is_last && !has_time_limit(awaited) => {
                self.watch_input(session, awaited);
            }
            // The session ends instead.
            Output::Refused(_) if self.is_wait_ended => return Flow::GoOn,
            _ => {}
        }
        self.report.show(output)
    }

    /// Watches the input for `quit` and for its end. A game that goes on without input is played
    /// to its end.
    fn watch_input(&mut self, session: &Session, awaited: WaitingFor) {
        let end_counts =
            self.is_last && (awaited == WaitingFor::Guest || !session.plays_by_itself());
        let dialect = session.dialect();
        self.typeahead = match self.input.clone() {
            Some(lines) => Some(TypeaheadWatcher::begin(move || {
                lines.ends_session(dialect, end_counts)
            })),
            None => end_counts.then(|| TypeaheadWatcher::begin(|| true)),
        };
    }

    fn end_typeahead(&mut self) {
        if let Some(typeahead) = self.typeahead.take() {
            self.is_wait_ended |= typeahead.end();
        }
    }
}

/// A line, or why there is none.
type ReadLine = Result<NumberedLine, LoadError>;

/// The lines of a stream, read ahead in a thread of their own: so the end of the session is noticed
/// while a remote program is waited for.
#[derive(Clone)]
struct LinesAhead(Arc<Mutex<Queue>>);

struct Queue {
    coming: Receiver<ReadLine>,
    /// Lines that were examined, and not taken yet.
    seen: VecDeque<ReadLine>,
}

impl LinesAhead {
    /// The lines at a path; `-` is standard input.
    fn of(path: PathBuf) -> Self {
        let (send, coming) = mpsc::sync_channel(MOST_READ_AHEAD);
        thread::spawn(move || {
            let lines = match input::open(&path) {
                Ok(stream) => Lines::of(stream),
                Err(error) => {
                    let _ = send.send(Err(error));
                    return;
                }
            };
            for line in lines {
                if send.send(line.map_err(input::refused)).is_err() {
                    return;
                }
            }
        });
        let seen = VecDeque::new();
        Self(Arc::new(Mutex::new(Queue { coming, seen })))
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        // Nothing in it can be half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits a moment for the next command. Returns whether it is `quit`, or the input is at its
    /// end, if that counts.
    fn ends_session(&self, dialect: Dialect, end_counts: bool) -> bool {
        let mut queue = self.queue();
        let ends = |read: &ReadLine| match read.as_ref().map(|line| parse(&line.text, dialect)) {
            Ok(Ok(None)) => None,
            Ok(read) => Some(matches!(read, Ok(Some(line)) if line.command == Command::Quit)),
            Err(_) => Some(end_counts),
        };
        let is_full = queue.seen.len() >= MOST_EXAMINED;
        let ends = queue.seen.iter().find_map(ends).or_else(|| {
            if is_full {
                return Some(false);
            }
            match queue.coming.recv_timeout(POLL_INTERVAL) {
                Ok(read) => {
                    queue.seen.push_back(read);
                    None
                }
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(end_counts),
            }
        });
        if ends == Some(false) {
            // Nothing else will come.
            thread::sleep(POLL_INTERVAL);
        }
        ends == Some(true)
    }
}

impl Iterator for LinesAhead {
    type Item = ReadLine;

    fn next(&mut self) -> Option<ReadLine> {
        let mut queue = self.queue();
        let seen = queue.seen.pop_front();
        seen.or_else(|| queue.coming.recv().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_a_command_are_examined_up_to_a_limit() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let total = MOST_EXAMINED + 2 * MOST_READ_AHEAD;
        std::fs::write(file.path(), "\n".repeat(total)).expect("can be written");
        let lines = LinesAhead::of(file.path().to_owned());
        let ends = || lines.ends_session(Dialect::SPRING_2022, true);
        while lines.queue().seen.len() < MOST_EXAMINED {
            assert!(!ends());
        }
        assert!(!ends());
        assert_eq!(lines.queue().seen.len(), MOST_EXAMINED);
        assert_eq!(lines.count(), total);
    }
}
