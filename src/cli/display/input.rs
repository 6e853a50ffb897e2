//! Lines for a session that has a board in the browser: typed, or from files and pipes.

use super::face::Printer;
use crate::cli::exit::Exit;
use crate::cli::input::{self, Lines, Source};
use crate::cli::interrupt::{self, INTERRUPT, OnInterrupt};
use crate::cli::output;
use crate::cli::terminal::assistant::Assistant;
use crate::cli::terminal::{self, LineEditor, history};
use ataxx_toolkit::display::{Handle, Order};
use ataxx_toolkit::session::Flow;
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::thread;

/// Where lines come from.
pub struct Input {
    sources: Vec<Source>,
    /// Typed, after all others.
    editor: Option<LineEditor>,
}

impl Input {
    /// Reads the files, and opens the terminal.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, after reporting it.
    pub fn prepare(files: &[PathBuf]) -> Result<Self, Exit> {
        let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
        let uses_stdin = files.iter().any(|file| file == Path::new("-"));
        let mut sources = Vec::new();
        let stdin = [PathBuf::from("-")];
        let usual: &[PathBuf] = if is_person { &[] } else { &stdin };
        for path in if files.is_empty() { usual } else { files } {
            sources.push(Source::at(path).map_err(|error| {
                output::complain(&error);
                Exit::Usage
            })?);
        }
        let editor = (is_person && !uses_stdin)
            .then(|| terminal::editor(output::colors_on_stdout()).ok())
            .flatten();
        interrupt::settle(if editor.is_some() {
            OnInterrupt::StayInSession
        } else {
            OnInterrupt::Leave
        });
        Ok(Self { sources, editor })
    }

    /// A printer that writes above the line that is being typed.
    pub fn printer(&mut self) -> Option<Printer> {
        let printer = self.editor.as_mut()?.create_external_printer().ok()?;
        Some(Box::new(printer))
    }

    /// Reads lines in a thread of its own, for as long as the program runs.
    pub fn read(self, handle: Handle) {
        thread::spawn(move || {
            for source in self.sources {
                if read(source, &handle) == Flow::End {
                    return;
                }
            }
            match self.editor {
                Some(editor) => type_lines(editor, &handle),
                None => {
                    handle.wait_for(Order::NoMoreInput, &|| false);
                }
            }
        });
    }
}

fn read(source: Source, handle: &Handle) -> Flow {
    match source {
        Source::File(file) => handle.wait_for(Order::Files(vec![file]), &|| false).flow,
        Source::Stream(name, path) => match input::open(&path) {
            Ok(stream) => read_stream(&name, stream, handle),
            Err(error) => {
                output::complain(&error.diagnostic(&name));
                Flow::GoOn
            }
        },
    }
}

/// Runs the commands of a stream as they come.
fn read_stream(name: &str, stream: impl BufRead, handle: &Handle) -> Flow {
    for line in Lines::of(stream) {
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                output::complain(&input::refused(error).diagnostic(name));
                return Flow::GoOn;
            }
        };
        // No command is so long: with this mark what was read of it is refused.
        let mark = line.too_long(name).map_or("", |_| "…");
        let order = Order::Line {
            source: Some(name.to_owned()),
            number: line.number,
            text: line.text + mark,
        };
        let flow = handle.wait_for(order, &|| false).flow;
        if flow == Flow::End {
            return flow;
        }
    }
    Flow::GoOn
}

/// Runs the commands that a person types, until they leave.
fn type_lines(mut editor: LineEditor, handle: &Handle) {
    let colors = output::colors_on_stdout();
    let history = history::load(&mut editor);
    let mut number = 0;
    let mut leaving = false;
    loop {
        editor.set_helper(Some(Assistant::new(handle.session(), colors)));
        interrupt::at_prompt(true);
        // Whose turn it is can change while a line is typed.
        let read = editor.readline("ataxx> ");
        interrupt::at_prompt(false);
        let again = std::mem::take(&mut leaving);
        match read {
            Ok(text) => {
                history::add(&mut editor, history.as_deref(), &text);
                for text in text.split('\n') {
                    number += 1;
                    INTERRUPT.clear();
                    let order = Order::Line {
                        source: None,
                        number,
                        text: text.to_owned(),
                    };
                    let interrupted = || INTERRUPT.is_requested();
                    match handle.wait_for(order, &interrupted).flow {
                        Flow::GoOn => {}
                        Flow::Pause => {
                            terminal::paused(&handle.session());
                            break;
                        }
                        Flow::End => return,
                    }
                }
            }
            Err(ReadlineError::Interrupted) if again => interrupt::leave(),
            Err(ReadlineError::Interrupted) => {
                leaving = true;
                terminal::remark(terminal::HOW_TO_LEAVE);
            }
            Err(_) => {
                handle.wait_for(Order::Quit, &|| false);
                return;
            }
        }
    }
}

/// The modes of the terminal, to be restored when the program ends while a line is typed.
pub struct Modes {
    #[cfg(unix)]
    modes: Option<nix::sys::termios::Termios>,
}

impl Modes {
    /// The current modes.
    pub fn now() -> Self {
        Self {
            #[cfg(unix)]
            modes: nix::sys::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Restores these modes.
    pub fn restore(self) {
        #[cfg(unix)]
        if let Some(modes) = self.modes {
            use nix::sys::termios::{SetArg, tcgetattr, tcsetattr};
            if tcgetattr(io::stdin()).is_ok_and(|now| now != modes) {
                let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &modes);
                // Turns bracketed paste off, and starts a new line.
                let _ = output::control("\x1b[?2004l\n");
            }
        }
    }
}
