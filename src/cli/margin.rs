//! A terminal with a margin.
//!
//! A display fills its last line up to the last column with blanks and leaves the
//! cursor there. The `^C` that the terminal echoes would then go to the next line,
//! and wiping off the line with the cursor would leave the display and wipe off the
//! echo. With room for the echo both are on one line.
//!
//! What is written after a display was wiped off begins a line of its own, for programs that
//! read the terminal, too: they see the letters of the display, and not that they are wiped off.

use console::Term;
use indicatif::TermLike;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The terminal on stderr, without the blanks at the end of a display.
#[derive(Debug)]
pub struct TerminalWithMargin {
    term: Term,
    /// The number of columns by which the reported width is reduced.
    margin: u16,
    /// Pending blanks, which are written only if something follows them.
    blanks: AtomicUsize,
    /// Whether anything was written since the last flush.
    has_text: AtomicBool,
    /// Whether a display was left at the last flush.
    is_shown: AtomicBool,
}

/// Room for `^C`, twice.
pub const MARGIN: u16 = 4;

impl TerminalWithMargin {
    /// The terminal on stderr with a reduced width, for one line as wide as the terminal.
    pub fn stderr() -> Self {
        Self::with_margin(MARGIN)
    }

    /// The terminal on stderr with its full width, for several lines, which are padded with
    /// blanks. Each must leave the [`MARGIN`] free.
    pub fn for_lines() -> Self {
        Self::with_margin(0)
    }

    fn with_margin(margin: u16) -> Self {
        Self {
            term: Term::buffered_stderr(),
            margin,
            blanks: AtomicUsize::new(0),
            has_text: AtomicBool::new(false),
            is_shown: AtomicBool::new(false),
        }
    }

    fn drop_blanks(&self) {
        self.blanks.store(0, Ordering::Relaxed);
    }
}

impl TermLike for TerminalWithMargin {
    fn width(&self) -> u16 {
        let width = TermLike::width(&self.term);
        width.saturating_sub(self.margin).max(1)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.term)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.term.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.drop_blanks();
        self.term.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        if text.bytes().all(|byte| byte == b' ') {
            self.blanks.fetch_add(text.len(), Ordering::Relaxed);
            return Ok(());
        }
        let blanks = self.blanks.swap(0, Ordering::Relaxed);
        self.has_text.store(true, Ordering::Relaxed);
        self.term.write_str(&" ".repeat(blanks))?;
        self.term.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.drop_blanks();
        self.term.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.drop_blanks();
        let has_text = self.has_text.swap(false, Ordering::Relaxed);
        if self.is_shown.swap(has_text, Ordering::Relaxed) && !has_text {
            // A line end that leaves the cursor where it is.
            self.term.move_cursor_up(1)?;
            self.term.write_str("\r\n")?;
        }
        self.term.flush()
    }
}
