//! A terminal with a margin.
//!
//! A display fills its line up to the last column with blanks and leaves the
//! cursor there. The `^C` that the terminal echoes would then go to the next line,
//! and wiping off the line with the cursor would leave the display and wipe off the
//! echo. With room for the echo both are on one line.

use console::Term;
use indicatif::TermLike;
use std::io;

/// The terminal on stderr, said to be narrower than it is.
#[derive(Debug)]
pub struct Narrow(Term);

/// Room for `^C`, twice.
const MARGIN: u16 = 4;

impl Narrow {
    /// The terminal on stderr.
    pub fn stderr() -> Self {
        Self(Term::buffered_stderr())
    }
}

impl TermLike for Narrow {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(MARGIN).max(1)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
