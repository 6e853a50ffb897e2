//! The session without a person: commands from files or a pipe, announcements to stdout.

use super::exit::Exit;
use super::input::{self, Lines, NumberedLine, Source};
use super::interrupt::{self, OnInterrupt};
use super::session_output::SessionOutput;
use ataxx_session::{Executor, Flow, Interpreter, LineOfText};
use std::path::{Path, PathBuf};

/// Runs the commands in files, or in standard input when there are none.
pub fn run<E: Executor>(
    files: &[PathBuf],
    mut interpreter: Interpreter<E>,
    mut report: SessionOutput,
) -> Exit {
    interrupt::settle(OnInterrupt::Leave);
    let stdin = [PathBuf::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    for file in files {
        let flow = match Source::at(file) {
            Ok(Source::File(file)) => interpreter.file(&file, &mut |_, output| report.show(output)),
            Ok(Source::Stream(name, path)) => {
                read_stream(&name, &path, &mut interpreter, &mut report)
            }
            Err(error) => report.unreadable(&error),
        };
        if flow != Flow::GoOn {
            break;
        }
    }
    interpreter.leave(&mut |_, output| report.show(output));
    report.exit()
}

/// Carries out the lines of a stream as they come; `name` is for messages.
fn read_stream<E: Executor>(
    name: &str,
    path: &Path,
    interpreter: &mut Interpreter<E>,
    report: &mut SessionOutput,
) -> Flow {
    let stream = match input::open(path) {
        Ok(stream) => stream,
        Err(error) => return report.unreadable(&error.diagnostic(name)),
    };
    for line in Lines::of(stream) {
        let flow = match line {
            Ok(line) => carry_out(name, &line, interpreter, report),
            Err(error) => report.unreadable(&input::refused(error).diagnostic(name)),
        };
        if flow != Flow::GoOn {
            return flow;
        }
    }
    Flow::GoOn
}

fn carry_out<E: Executor>(
    name: &str,
    line: &NumberedLine,
    interpreter: &mut Interpreter<E>,
    report: &mut SessionOutput,
) -> Flow {
    if let Some(diagnostic) = line.too_long(name) {
        return report.refused(&diagnostic);
    }
    let line = LineOfText {
        source: Some(name),
        number: line.number,
        text: &line.text,
    };
    interpreter.line(line, &mut |_, output| report.show(output))
}
