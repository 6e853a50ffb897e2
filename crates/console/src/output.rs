//! Output: data to stdout, messages to stderr, in colour or not. Whatever a terminal might act
//! on but colours is replaced here.

use ataxx_core::diagnostic::{Diagnostic, Look, render, text};
use ataxx_session::without_reserved_words;
use console::Term;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum When {
    /// If the stream is a terminal that shows them and `NO_COLOR` is not set.
    Auto,
    Always,
    Never,
}

/// Sets the choice for all output.
pub fn choose_colors(when: When) {
    match when {
        // With `CI` set it would take any terminal for one with colours.
        When::Auto if is_dumb() => anstream::ColorChoice::Never,
        When::Auto => anstream::ColorChoice::Auto,
        When::Always => anstream::ColorChoice::Always,
        When::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// Whether the terminal has a cursor that can be moved, by its name in `TERM`.
pub fn can_move_cursor() -> bool {
    std::env::var_os("TERM").is_some() && !is_dumb()
}

/// Whether the terminal edits lines itself, as `rustyline` has it.
pub fn is_dumb() -> bool {
    const DUMB: [&str; 3] = ["dumb", "cons25", "emacs"];
    std::env::var("TERM").is_ok_and(|term| DUMB.iter().any(|dumb| term.eq_ignore_ascii_case(dumb)))
}

/// Whether colours are used on stdout.
pub fn colors_on_stdout() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Writes data to stdout at once; to a file or another program as it is.
pub fn data(text: &str) -> io::Result<()> {
    let text = if io::stdout().is_terminal() {
        text::for_terminal(text)
    } else {
        Cow::Borrowed(text)
    };
    raw_data(&text)
}

/// Controls the terminal on stdout: moves its cursor, for example.
pub fn control(sequence: &'static str) -> io::Result<()> {
    raw_data(sequence)
}

fn raw_data(text: &str) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// A text for people on stdout: at a terminal, its lines end between words.
pub fn for_people(text: &str) -> Cow<'_, str> {
    if io::stdout().is_terminal() {
        Cow::Owned(wrapped(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// A text with lines that fit into the columns of the terminal.
fn wrapped(text: &str) -> String {
    let (_, columns) = Term::stderr().size();
    text::wrapped(text, columns.into())
}

/// Writes a message to stderr, and ignores errors. At a terminal, lines end between words.
pub fn message(text: &str) {
    let text = text::for_terminal(text);
    let text = if io::stderr().is_terminal() {
        Cow::Owned(wrapped(&text))
    } else {
        text
    };
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Writes a warning to stderr, a line.
pub fn warn(warning: &str) {
    message(&format!("warning: {}\n", text::visible(warning)));
}

/// Writes a diagnostic of a session to stderr: the words that other programs look for are
/// masked in what it quotes.
pub fn report_masked(diagnostic: &Diagnostic) {
    message(&without_reserved_words(&render(diagnostic, Look::Colored)));
}

/// Writes a diagnostic to stderr unchanged.
pub fn report(diagnostic: &Diagnostic) {
    message(&render(diagnostic, Look::Colored));
}

/// Writes a value to stdout as one line of JSON.
pub fn json(value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    data(&text)
}

/// The lines of a result, each with a key and a value; without those that have no value.
pub fn rows<'k>(rows: impl IntoIterator<Item = (&'k str, Option<String>)>) -> String {
    rows.into_iter()
        .filter_map(|(key, value)| Some(format!("{key:<10}{}\n", value?)))
        .collect()
}
