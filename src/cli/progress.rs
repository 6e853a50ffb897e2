//! Progress for a person at a terminal.
//!
//! It is drawn on stderr, only where that is a terminal with a cursor, and only once the wait
//! has become long; nothing of it is left when the wait is over. It never shares a line with
//! other output, which programs at a pseudo-terminal read.

use super::margin::TerminalWithMargin;
use super::output;
use ataxx_core::diagnostic::text;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike, WeakProgressBar};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_millis(500);
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
    let spinner = ProgressBar::with_draw_target(None, target())
        .with_style(ProgressStyle::default_spinner())
        .with_message(message);
    spinner.enable_steady_tick(TICK);
    put_on_display(&spinner);
    spinner
}

fn put_on_display(bar: &ProgressBar) {
    *ON_DISPLAY.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.downgrade());
}

/// Where displays of a line are drawn: stderr, so that they can be wiped off after a
/// Ctrl-C.
fn target() -> ProgressDrawTarget {
    target_at(TerminalWithMargin::stderr())
}

fn target_at(terminal: TerminalWithMargin) -> ProgressDrawTarget {
    ProgressDrawTarget::term_like_with_hz(Box::new(terminal), DRAWINGS_A_SECOND)
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
            TerminalWithMargin::stderr,
        )
    }

    /// A bar with a name that is full at `length`.
    pub fn stage(name: &str, length: u64) -> Self {
        let stage = Self::of(
            Some(length),
            "{msg}  {wide_bar} {percent:>3} %  {elapsed_precise}, {eta_precise} left",
            TerminalWithMargin::stderr,
        );
        stage.bar.set_message(name.to_owned());
        stage
    }

    /// A bar with a name, full at `length`, with an estimate that the caller makes.
    pub fn estimated(length: u64) -> Self {
        Self::of(
            Some(length),
            "{msg}  {wide_bar} {percent:>3} %  {elapsed_precise}{prefix}",
            TerminalWithMargin::stderr,
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
            TerminalWithMargin::stderr,
        )
    }

    /// Lines of text, which [`show`](Self::show) replaces.
    pub fn lines() -> Self {
        Self::of(
            None,
            "{msg}  {elapsed_precise}",
            TerminalWithMargin::for_lines,
        )
    }

    fn of(length: Option<u64>, template: &str, terminal: fn() -> TerminalWithMargin) -> Self {
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
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                waiting.set_draw_target(target_at(terminal()));
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
        let width = usize::from(TermLike::width(&TerminalWithMargin::stderr()));
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
