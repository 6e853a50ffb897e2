//! Reads the lines that a person types, with help meanwhile: completion, hints in grey, colours.

use super::printer::Printer;
#[cfg(unix)]
use super::relay::{CALL, Relay};
use super::view;
use crate::cli::interrupt::{INTERRUPT, PROMPT};
use crate::cli::result_file::state_folder;
use crate::cli::{input, output, terminal_modes};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{self, visible};
use ataxx_session::{Arrival, InlineHint, Session, completions, hint};
use ataxx_storage as storage;
use console::Term;
#[cfg(not(unix))]
use no_relay::{CALL, Relay};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event,
    EventContext, EventHandler, Helper, KeyEvent, Prompt, RepeatCount,
};
use std::borrow::Cow;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io};
use unicode_width::UnicodeWidthStr;

/// The biggest file of earlier lines that is mended, in bytes.
const MAX_HISTORY: u64 = 16 << 20;

/// The editor of typed lines.
type LineEditor = Editor<Assistant, FileHistory>;

/// Reads typed lines, with editing, completion and history.
pub struct LineReader {
    editor: LineEditor,
    relay: Relay,
    /// The file of earlier lines; `None` where there can be none.
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
        terminal_modes::keep();
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
        for enter in ['J', 'M'].map(KeyEvent::ctrl) {
            let handler = EventHandler::Conditional(Box::new(Enter(call.clone())));
            editor.bind_sequence(enter, handler);
        }
        // Where there is no relay, a Ctrl-D typed between two prompts, while the terminal edits
        // lines itself, reaches the next prompt as this key.
        editor.bind_sequence(KeyEvent::ctrl('@'), Cmd::EndOfFile);
        let history = state_folder().map(|folder| folder.join("history"));
        if let Some(file) = &history {
            mend_history(file);
            // The file does not exist before the first session.
            let _ = editor.load_history(file);
        }
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

    /// Reads a line in this state of the session, unless something arrives before it is typed.
    pub fn read<P: Prompt + ?Sized>(
        &mut self,
        prompt: &P,
        session: Session,
        arrival: Option<Arrival>,
    ) -> Typed {
        let typed = self.edit(prompt, session, arrival);
        self.relay.restore();
        typed
    }

    /// Reads a line in the newest state of the session, and prints meanwhile what there is to print.
    #[cfg_attr(not(feature = "display"), allow(dead_code))] // for the session with a page
    pub fn read_beside(
        &mut self,
        prompt: &str,
        session: &dyn Fn() -> Session,
        printer: &Printer,
    ) -> Typed {
        loop {
            let arrival = printer.enter_editor(self.relay.can_call());
            let typed = self.edit(prompt, session(), Some(arrival));
            let is_called = matches!(typed, Typed::Called);
            if !is_called {
                self.relay.restore();
            } else if !self.relay.take_suspended() {
                self.erase_begun(prompt);
            }
            printer.leave_editor();
            if !is_called {
                return typed;
            }
        }
    }

    /// Removes what is shown of the line from which the editor was called away.
    fn erase_begun(&self, prompt: &str) {
        // A dumb terminal has no line to go back to.
        if output::can_move_cursor() {
            let (left, right) = &self.begun;
            let (_, columns) = Term::stdout().size();
            for _ in 0..rows(prompt, &format!("{left}{right}"), columns.into()) {
                let _ = output::control("\x1b[1A\x1b[2K");
            }
        }
    }

    fn edit<P: Prompt + ?Sized>(
        &mut self,
        prompt: &P,
        session: Session,
        arrival: Option<Arrival>,
    ) -> Typed {
        let colors = self.colors;
        self.editor.set_helper(Some(Assistant { session, colors }));
        let again = std::mem::take(&mut self.is_interrupted);
        PROMPT.open(again);
        let read = match arrival {
            // Between two prompts the terminal makes a signal of it.
            _ if again && INTERRUPT.is_requested() => Err(ReadlineError::Interrupted),
            Some(arrival) if output::is_dumb() => {
                // The editor would wait for a line itself, and prints the prompt before.
                let _ = output::data(prompt.raw());
                if !self.relay.wait_for_line(arrival) {
                    PROMPT.close();
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
        PROMPT.close();
        let called = self.call.lock().take();
        match (read, called) {
            (Ok(text), Some(cursor)) => {
                let (left, right) = text.split_at_checked(cursor).unwrap_or((&text, ""));
                self.begun = (left.to_owned(), right.to_owned());
                match self.relay.end() {
                    None => {
                        self.is_interrupted = again;
                        Typed::Called
                    }
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

/// The number of rows of a prompt and the text after it, on a terminal with this number of columns.
fn rows(prompt: &str, typed: &str, columns: usize) -> usize {
    let text = format!("{prompt}{typed}");
    let rows = text
        .split('\n')
        .map(|line| line.width() / columns.max(1) + 1);
    rows.sum()
}

fn failed(error: io::Error) -> Typed {
    Typed::Failed(input::refused(error).diagnostic("<stdin>"))
}

/// Mends a history that was damaged from outside, which could not be loaded or added to: bytes that
/// are not UTF-8, or a last line without an end.
fn mend_history(file: &Path) {
    let Ok(bytes) = storage::read(file, MAX_HISTORY) else {
        return;
    };
    let mut text = text::decoded(&bytes).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    if text.as_bytes() != bytes {
        // A session continues without its history.
        let _ = storage::replace(file, |out| out.write_all(text.as_bytes()));
    }
}

/// Saves a line at once, so that it is kept however the session ends.
fn add_to_history(editor: &mut LineEditor, file: Option<&Path>, line: &str) {
    let added = editor.add_history_entry(line).unwrap_or(false);
    if let Some(file) = file.filter(|_| added) {
        // A session continues without its history.
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

/// A call before it did not end the line: it turned a page of completions.
struct Enter(Call);

impl ConditionalEventHandler for Enter {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext) -> Option<Cmd> {
        *self.0.lock() = None;
        None
    }
}

/// Completes and hints for one state of the session.
struct Assistant {
    session: Session,
    /// Whether hints can be distinguished from typed text.
    colors: bool,
}

impl Helper for Assistant {}

impl Validator for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let line = &line[..position];
        let found = completions(&self.session, line);
        if found.file {
            return Ok((found.start, file_completions(&line[found.start..])));
        }
        let pairs = found.words.into_iter().map(|word| Pair {
            display: word.clone(),
            replacement: word,
        });
        Ok((found.start, pairs.collect()))
    }
}

/// A hint in the form that the editor takes.
struct Grey(InlineHint);

impl rustyline::hint::Hint for Grey {
    fn display(&self) -> &str {
        self.0.text()
    }

    /// The text that the right arrow types.
    fn completion(&self) -> Option<&str> {
        match &self.0 {
            InlineHint::Rest(text) => Some(text),
            InlineHint::Operand(_) => None,
        }
    }
}

impl Hinter for Assistant {
    type Hint = Grey;

    fn hint(&self, line: &str, position: usize, _: &Context<'_>) -> Option<Grey> {
        if position < line.len() || !self.colors {
            return None;
        }
        hint(&self.session, line).map(Grey)
    }
}

impl Highlighter for Assistant {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(view::painted(view::REMARK, hint))
    }
}

/// The files and folders that a name can become, from the working directory.
/// Hidden ones are left out until their dot is typed.
///
/// The name is the rest of the line, with blanks and without quotes: rustyline's own completion
/// quotes names as for a shell.
fn file_completions(typed: &str) -> Vec<Pair> {
    let (folder, begun) = typed.split_at(typed.rfind(path::is_separator).map_or(0, |at| at + 1));
    let Ok(entries) = fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| {
            let mut name = entry.file_name().into_string().ok()?;
            // Such a name can neither be shown nor typed.
            if visible(&name) != name {
                return None;
            }
            // Links are followed.
            if fs::metadata(entry.path()).is_ok_and(|metadata| metadata.is_dir()) {
                name.push(path::MAIN_SEPARATOR);
            }
            let hidden = name.starts_with('.') && !begun.starts_with('.');
            (name.starts_with(begun) && !hidden).then_some(name)
        })
        .collect();
    names.sort_unstable();
    let pair = |name: String| Pair {
        replacement: format!("{folder}{name}"),
        display: name,
    };
    names.into_iter().map(pair).collect()
}

/// Where there is no relay, the line editor reads from the terminal itself.
#[cfg(not(unix))]
mod no_relay {
    use ataxx_session::Arrival;
    use std::io;

    /// The key that would call the editor away, with Ctrl.
    pub const CALL: char = '^';

    /// The terminal.
    pub struct Relay;

    impl Relay {
        /// The terminal on standard input.
        #[allow(clippy::unnecessary_wraps)] // as elsewhere
        pub fn open(_: bool) -> io::Result<Self> {
            Ok(Self)
        }

        /// Does not wait.
        pub fn wait_for_line(&self, _: Arrival) -> bool {
            true
        }

        /// Never.
        pub const fn can_call(&self) -> bool {
            false
        }

        /// Never.
        pub const fn take_suspended(&mut self) -> bool {
            false
        }

        /// Changes nothing.
        pub const fn restore(&mut self) {}

        /// Edits a line.
        pub fn during<T>(&mut self, _: Option<Arrival>, edit: impl FnOnce() -> T) -> T {
            edit()
        }

        /// Never: the editor notices the end itself.
        pub fn end(&self) -> Option<io::Result<()>> {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn a_line_wraps_at_the_last_column() {
        for (typed, count) in [
            ("", 1),
            ("xx", 1),
            ("xxx", 2),
            ("四", 1),
            ("四四", 2),
            ("x\nxx", 2),
        ] {
            assert_eq!(rows("> ", typed, 5), count, "{typed:?}");
        }
        assert_eq!(rows("> ", "", 0), 3);
    }

    #[test]
    fn names_are_completed_as_they_are() {
        let folder = TempDir::new().expect("a temporary folder");
        for name in [
            "one game.txt",
            "one.txt",
            ".old",
            "two.txt",
            "one\u{1b}[2J",
            "one\u{202e}",
        ] {
            fs::write(folder.path().join(name), "").expect("can be written");
        }
        fs::create_dir(folder.path().join("one more")).expect("can be made");
        let path = folder.path().to_str().expect("a name");
        let slash = path::MAIN_SEPARATOR;
        let found = |begun: &str| -> Vec<String> {
            let typed = format!("{path}{slash}{begun}");
            let pairs = file_completions(&typed);
            for pair in &pairs {
                assert_eq!(pair.replacement, format!("{path}{slash}{}", pair.display));
            }
            pairs.into_iter().map(|pair| pair.display).collect()
        };
        let more = format!("one more{slash}");
        assert_eq!(found("one"), ["one game.txt", &*more, "one.txt"]);
        assert_eq!(found("one g"), ["one game.txt"]);
        assert_eq!(found("").len(), 4);
        assert_eq!(found("."), [".old"]);
        assert_eq!(found("nothing/x"), [""; 0]);
    }
}
