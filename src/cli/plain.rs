//! The session without a person: commands from files or a pipe, announcements to stdout.

use super::exit::Exit;
use super::input::{self, Lines, Source};
use super::interrupt::{self, OnInterrupt};
use super::report::Report;
use ataxx_toolkit::session::{Executor, Flow, Interpreter, LineOfText};
use std::io;
use std::path::PathBuf;

/// Runs the commands in files, or in standard input when there are none.
pub fn run<E: Executor>(
    files: &[PathBuf],
    mut interpreter: Interpreter<E>,
    mut report: Report,
) -> Exit {
    interrupt::settle(OnInterrupt::Leave);
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    for file in files {
        let flow = match Source::at(file) {
            Ok(source) => read(&source, &mut interpreter, &mut report),
            Err(error) => report.unreadable(&error),
        };
        if flow != Flow::GoOn {
            break;
        }
    }
    interpreter.leave(&mut |_, output| report.show(output));
    report.exit()
}

fn read<E: Executor>(
    source: &Source,
    interpreter: &mut Interpreter<E>,
    report: &mut Report,
) -> Flow {
    let (name, path) = match source {
        Source::File(file) => return interpreter.file(file, &mut |_, output| report.show(output)),
        Source::Stream(name, path) => (name, path),
    };
    match input::open(path) {
        Ok(stream) => read_stream(name, stream, interpreter, report),
        Err(error) => report.unreadable(&error.diagnostic(name)),
    }
}

/// Runs the commands of a stream as they come; `name` is for messages.
fn read_stream<E: Executor>(
    name: &str,
    stream: impl io::BufRead,
    interpreter: &mut Interpreter<E>,
    report: &mut Report,
) -> Flow {
    for line in Lines::of(stream) {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                return report.unreadable(&input::refused(error).diagnostic(name));
            }
        };
        let flow = if let Some(diagnostic) = line.too_long(name) {
            report.refused(&diagnostic)
        } else {
            let line = LineOfText {
                source: Some(name),
                number: line.number,
                text: &line.text,
            };
            interpreter.line(line, &mut |_, output| report.show(output))
        };
        if flow != Flow::GoOn {
            return flow;
        }
    }
    Flow::GoOn
}
