//! Progress for a person at a terminal.
//!
//! It is drawn on stderr, only where that is a terminal with a cursor, and only once the wait
//! has become long; nothing of it is left when the wait is over. It never shares a line with
//! other output, which programs at a pseudo-terminal read.

use crate::output;
use ataxx_core::diagnostic::text;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike, WeakProgressBar};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long nothing is shown.
const DELAY: Duration = Duration::from_millis(500);
/// The interval at which the elapsed time is redrawn.
const TICK: Duration = Duration::from_millis(100);

/// Room for the elapsed time behind a line.
const ROOM_FOR_THE_TIME: usize = "  00:00:00".len();

/// The maximum rate of redrawing.
const DRAWINGS_A_SECOND: u8 = 20;

/// The bar to clear when the program exits at Ctrl-C.
static ON_DISPLAY: Mutex<Option<WeakProgressBar>> = Mutex::new(None);

/// Clears the current display.
pub fn clear() {
    let on_display = ON_DISPLAY.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bar) = on_display.as_ref().and_then(WeakProgressBar::upgrade) {
        bar.finish_and_clear();
    }
}

/// Whether displays are drawn.
pub fn is_drawn() -> bool {
    io::stderr().is_terminal() && output::can_move_cursor()
}

/// A spinner, shown at once and until it is cleared.
pub fn spinner(message: String) -> ProgressBar {
    if !is_drawn() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::with_draw_target(None, target(TerminalWithMargin::new(MARGIN)))
        .with_style(ProgressStyle::default_spinner())
        .with_message(message);
    spinner.enable_steady_tick(TICK);
    put_on_display(&spinner);
    spinner
}

fn put_on_display(bar: &ProgressBar) {
    *ON_DISPLAY.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.downgrade());
}

/// Where displays are drawn.
fn target(terminal: TerminalWithMargin) -> ProgressDrawTarget {
    ProgressDrawTarget::term_like_with_hz(Box::new(terminal), DRAWINGS_A_SECOND)
}

/// A time without false precision: `20 s`, `5 min`, `2 h 10 min`.
pub fn roughly(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=9 => format!("{} s", seconds + 1),
        10..=99 => format!("{} s", seconds.div_ceil(10) * 10),
        100..=3599 => format!("{} min", seconds.div_ceil(60)),
        _ => {
            let minutes = seconds.div_ceil(600) * 10;
            format!("{} h {} min", minutes / 60, minutes % 60)
        }
    }
}

/// A progress display, cleared when this is dropped.
pub struct Progress {
    bar: ProgressBar,
    /// Ends the thread that waits to draw the bar.
    patience: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// No display.
    pub fn none() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            patience: None,
        }
    }

    /// A bar that is full at `length`.
    pub fn bar(length: u64) -> Self {
        Self::of(
            Some(length),
            "{wide_bar} {percent:>3} %  {elapsed_precise}, {eta_precise} left",
            MARGIN,
        )
    }

    /// A bar with a name that is full at `length`.
    pub fn stage(name: &str, length: u64) -> Self {
        let stage = Self::of(
            Some(length),
            "{msg}  {wide_bar} {percent:>3} %  {elapsed_precise}, {eta_precise} left",
            MARGIN,
        );
        stage.bar.set_message(name.to_owned());
        stage
    }

    /// A bar with a name, full at `length`, with an estimate that the caller makes.
    pub fn estimated(length: u64) -> Self {
        Self::of(
            Some(length),
            "{msg}  {wide_bar} {percent:>3} %  {elapsed_precise}{prefix}",
            MARGIN,
        )
    }

    /// Sets the estimate of an [`estimated`](Self::estimated) bar.
    pub fn estimate(&self, remark: String) {
        self.bar.set_prefix(remark);
    }

    /// A counter of things, without a total.
    pub fn counter(things: &str) -> Self {
        Self::of(
            None,
            &format!("{{human_pos}} {things}{{msg}}  {{elapsed_precise}}"),
            MARGIN,
        )
    }

    /// Lines of text, which [`show`](Self::show) replaces.
    pub fn lines() -> Self {
        Self::of(None, "{msg}  {elapsed_precise}", 0)
    }

    fn of(length: Option<u64>, template: &str, margin: u16) -> Self {
        let Ok(style) = ProgressStyle::with_template(template) else {
            return Self::none();
        };
        if !is_drawn() {
            return Self::none();
        }
        let bar =
            ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden()).with_style(style);
        let (end, ended) = mpsc::channel::<()>();
        let waiting = bar.clone();
        let thread = thread::spawn(move || {
            if ended.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                waiting.set_draw_target(target(TerminalWithMargin::new(margin)));
                waiting.enable_steady_tick(TICK);
            }
        });
        put_on_display(&bar);
        Self {
            bar,
            patience: Some((end, thread)),
        }
    }

    /// Sets the position.
    pub fn reach(&self, position: u64) {
        self.bar.set_position(position);
    }

    /// Advances the position.
    pub fn advance(&self, by: u64) {
        self.bar.inc(by);
    }

    /// Sets the position, and a remark behind it.
    pub fn count(&self, position: u64, remark: &str) {
        self.bar.set_position(position);
        self.bar.set_message(remark.to_owned());
    }

    /// Shows these lines in the place of those before; what is too long for the terminal
    /// is cut off.
    pub fn show(&self, lines: &str) {
        if self.patience.is_none() {
            return;
        }
        let width = usize::from(TermLike::width(&TerminalWithMargin::new(MARGIN)));
        let width = width.saturating_sub(ROOM_FOR_THE_TIME);
        let cut = |line: &str| line.chars().take(width).collect::<String>();
        let lines = text::for_terminal(lines);
        let lines: Vec<_> = lines.lines().map(cut).collect();
        self.bar.set_message(lines.join("\n"));
    }

    /// Does something while nothing is drawn, such as writing to the terminal.
    pub fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        self.bar.suspend(action)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.patience.take() {
            drop(end);
            // It cannot have failed in a way that matters now.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}

/// The terminal on stderr, without the blanks at the end of a display.
///
/// A display fills its last line up to the last column with blanks and leaves the cursor there. The
/// `^C` that the terminal echoes would then go to the next line, and clearing the line with the
/// cursor would leave the display and clear the echo. With room for the echo both are on one line.
///
/// What is written after a display was cleared begins a line of its own, for programs that read the
/// terminal, too: they see the letters of the display, and not that they are cleared.
#[derive(Debug)]
struct TerminalWithMargin {
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
const MARGIN: u16 = 4;

impl TerminalWithMargin {
    /// The terminal on stderr: with a reduced width for one line as wide as the terminal, without a
    /// margin for several lines, which are padded with blanks. Each must leave the [`MARGIN`] free.
    fn new(margin: u16) -> Self {
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
