//! The session without a person: from files or a pipe, announcements to stdout.

use super::exit::Exit;
use super::input::{self, LONGEST_LINE, Lines, NumberedLine};
use super::interrupt::{self, OnInterrupt};
use super::report::Report;
use ataxx_toolkit::diagnostic::{Diagnostic, Source};
use ataxx_toolkit::session::{Flow, Interpreter, LineOfText, LoadError, Output};
use std::io;
use std::path::{Path, PathBuf};

/// What standard input is called in messages.
const STDIN: &str = "<stdin>";

/// Carries out the lines of files; of standard input when there are none.
pub fn run(files: &[PathBuf], mut interpreter: Interpreter, mut report: Report) -> Exit {
    interrupt::settle(OnInterrupt::Leave);
    let stdin = PathBuf::from("-");
    let files = if files.is_empty() {
        std::slice::from_ref(&stdin)
    } else {
        files
    };
    for file in files {
        let flow = if *file == stdin {
            read_stream(STDIN, io::stdin().lock(), &mut interpreter, &mut report)
        } else {
            read_file(file, &mut interpreter, &mut report)
        };
        if flow != Flow::GoOn {
            break;
        }
    }
    interpreter.leave(&mut |_, output| show(output, &mut report));
    report.exit()
}

fn read_file(path: &Path, interpreter: &mut Interpreter, report: &mut Report) -> Flow {
    let name = path.to_string_lossy();
    let read = match input::file(path) {
        Ok(file) => Ok(interpreter.file(&file, &mut |_, output| show(output, report))),
        // A pipe, such as a shell's `<(program)`.
        Err(LoadError::NotAFile) => {
            input::open(path).map(|stream| read_stream(&name, stream, interpreter, report))
        }
        Err(error) => Err(error),
    };
    read.unwrap_or_else(|error| report.unreadable(&error.diagnostic(&name)))
}

/// Carries out the lines of a stream as they come; `name` is for people.
fn read_stream(
    name: &str,
    stream: impl io::BufRead,
    interpreter: &mut Interpreter,
    report: &mut Report,
) -> Flow {
    for line in Lines::of(stream) {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                return report.unreadable(&input::refused(error).diagnostic(name));
            }
        };
        // Of a long comment, the part that was dropped does not matter.
        let flow = if line.cut && !line.text.contains('#') {
            report.refused(&too_long(name, line))
        } else {
            let line = LineOfText {
                source: Some(name),
                number: line.number,
                text: &line.text,
            };
            interpreter.line(line, &mut |_, output| show(output, report))
        };
        if flow != Flow::GoOn {
            return flow;
        }
    }
    Flow::GoOn
}

fn too_long(name: &str, line: NumberedLine) -> Diagnostic {
    let source = Source {
        name: Some(name.to_owned()),
        first_line: line.number,
        text: line.text,
    };
    let message = format!("this line is too long: at most {LONGEST_LINE} bytes are read");
    Diagnostic::error("line-too-long", message)
        .at(0..0)
        .with_source(source)
}

fn show(output: Output, report: &mut Report) -> Flow {
    match output {
        Output::Begun(_) => report.begun(),
        Output::Thinking(_) | Output::Waiting(_) => {}
        Output::Event(event) => {
            Report::warn(&event);
            if let Some(text) = event.announcement(report.dialect) {
                return report.print(&text);
            }
        }
        Output::Refused(diagnostic) => return report.refused(&diagnostic),
        Output::Done(line) => return report.done(&line),
    }
    Flow::GoOn
}
