//! Reads the lines that a person types.

use super::assistant::Assistant;
use super::relay::{CALL, Relay};
use crate::cli::interrupt::{self, INTERRUPT};
use crate::cli::result_file::state_folder;
use crate::cli::{input, output};
use crate::session::{Arrival, Session};
use ataxx_core::diagnostic::Diagnostic;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext,
    EventHandler, ExternalPrinter, KeyEvent, Prompt, RepeatCount,
};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Writes above the line that is being typed.
pub type Printer = Box<dyn ExternalPrinter>;

/// The editor of typed lines.
type LineEditor = Editor<Assistant, FileHistory>;

/// Reads typed lines, with editing, completion and history.
pub struct LineReader {
    editor: LineEditor,
    relay: Relay,
    history: Option<PathBuf>,
    colors: bool,
    call: Call,
    /// What was typed, left and right of the cursor, when the editor was called away.
    begun: (String, String),
    /// Whether Ctrl-C was typed last.
    is_interrupted: bool,
}

/// What a person has typed.
pub enum Typed {
    /// A line; a paste can hold several.
    Line(String),
    /// Nothing yet, but something has arrived from elsewhere.
    Called,
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-C once more.
    InterruptedAgain,
    /// Ctrl-D, or the end of the terminal.
    End,
    /// A line that cannot be read.
    Unreadable(Diagnostic),
    /// Nothing can be read any more.
    Failed(Diagnostic),
}

impl LineReader {
    /// A reader of standard input, which is a terminal.
    pub fn new(colors: bool) -> rustyline::Result<Self> {
        let relay = Relay::open(!output::is_dumb())?;
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .color_mode(if colors {
                ColorMode::Forced
            } else {
                ColorMode::Disabled
            })
            .history_ignore_space(true)
            .history_ignore_dups(true)?
            .build();
        let mut editor = Editor::with_config(config)?;
        let call = Call::default();
        let handler = EventHandler::Conditional(Box::new(call.clone()));
        editor.bind_sequence(KeyEvent::ctrl(CALL), handler);
        // Where there is no relay, a Ctrl-D typed between two prompts, while the terminal edits
        // lines itself, reaches the next prompt as this key.
        editor.bind_sequence(KeyEvent::ctrl('@'), Cmd::EndOfFile);
        let history = load_history(&mut editor);
        Ok(Self {
            editor,
            relay,
            history,
            colors,
            call,
            begun: (String::new(), String::new()),
            is_interrupted: false,
        })
    }

    /// A printer that writes above the line that is being typed.
    #[cfg_attr(not(feature = "display"), allow(dead_code))] // for the session with a page
    pub fn printer(&mut self) -> Option<Printer> {
        let printer = self.editor.create_external_printer().ok()?;
        Some(Box::new(printer))
    }

    /// Looks for a typed line while none is read; each call waits a moment for one.
    pub fn lookout(&self) -> impl FnMut() -> bool + Send + use<> {
        self.relay.lookout()
    }

    /// Reads a line in this state of the session, unless something arrives before it is typed.
    pub fn read<P: Prompt + ?Sized>(
        &mut self,
        prompt: &P,
        session: Session,
        arrival: Option<Arrival>,
    ) -> Typed {
        self.editor
            .set_helper(Some(Assistant::new(session, self.colors)));
        let again = std::mem::take(&mut self.is_interrupted);
        interrupt::at_prompt(true);
        let read = match arrival {
            // Between two prompts the terminal makes a signal of it.
            _ if again && INTERRUPT.is_requested() => Err(ReadlineError::Interrupted),
            Some(arrival) if output::is_dumb() => {
                // The editor would wait for a line itself, and prints the prompt before.
                let _ = output::data(prompt.raw());
                if !self.relay.wait_for_line(arrival) {
                    interrupt::at_prompt(false);
                    let _ = output::data("\n");
                    return Typed::Called;
                }
                self.editor.readline("")
            }
            arrival => {
                let Self { editor, begun, .. } = self;
                let begun = std::mem::take(begun);
                self.relay.during(arrival, || {
                    editor.readline_with_initial(prompt, (&begun.0, &begun.1))
                })
            }
        };
        interrupt::at_prompt(false);
        let called = self.call.lock().take();
        match (read, called) {
            (Ok(text), Some(cursor)) => {
                let (left, right) = text.split_at_checked(cursor).unwrap_or((&text, ""));
                self.begun = (left.to_owned(), right.to_owned());
                match self.relay.end() {
                    None => Typed::Called,
                    Some(Ok(())) => Typed::End,
                    Some(Err(error)) => failed(error),
                }
            }
            (Ok(text), None) => {
                add_to_history(&mut self.editor, self.history.as_deref(), &text);
                Typed::Line(text)
            }
            (Err(ReadlineError::Interrupted), _) if again => Typed::InterruptedAgain,
            (Err(ReadlineError::Interrupted), _) => {
                self.is_interrupted = true;
                INTERRUPT.clear();
                Typed::Interrupted
            }
            (Err(ReadlineError::Eof), _) => Typed::End,
            (Err(ReadlineError::Io(error)), _) if error.kind() == io::ErrorKind::InvalidData => {
                Typed::Unreadable(Diagnostic::error("syntax", "this line is not UTF-8"))
            }
            (Err(ReadlineError::Io(error)), _) => failed(error),
            (Err(error), _) => failed(io::Error::other(error)),
        }
    }
}

fn failed(error: io::Error) -> Typed {
    Typed::Failed(input::refused(error).diagnostic("<stdin>"))
}

/// Loads the lines of earlier sessions from the platform's folder for state. Returns their file, or `None` where there can be
/// none.
fn load_history(editor: &mut LineEditor) -> Option<PathBuf> {
    let file = state_folder()?.join("history");
    // There is none before the first session.
    let _ = editor.load_history(&file);
    Some(file)
}

/// Saves a line at once, so that it is kept however the session ends.
fn add_to_history(editor: &mut LineEditor, file: Option<&Path>, line: &str) {
    let added = editor.add_history_entry(line).unwrap_or(false);
    if let Some(file) = file.filter(|_| added) {
        // A session goes on without its history.
        let _ = editor.append_history(file);
    }
}

/// Ends a line that is being typed when the key comes that calls the editor away: where the cursor
/// was then.
#[derive(Clone, Default)]
struct Call(Arc<Mutex<Option<usize>>>);

impl Call {
    fn lock(&self) -> MutexGuard<'_, Option<usize>> {
        // Nothing in it can be half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConditionalEventHandler for Call {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        *self.lock() = Some(context.pos());
        Some(Cmd::AcceptLine)
    }
}
