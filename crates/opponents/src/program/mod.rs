//! A program under control.

mod launch;
mod pipes;
mod silence;
#[cfg(unix)]
#[path = "unix/mod.rs"]
mod system;
#[cfg(windows)]
#[path = "windows/mod.rs"]
mod system;

pub use launch::{Launch, Wrapper};
pub use system::kill_all;

use super::{Ended, Peer, ReadError};
use ataxx_core::Cancellation;
use launch::STARTED;
use pipes::Pipes;
use std::ffi::OsStr;
use std::io;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};
use system::{Group, LAST_BYTES_DELAY, START_FAILURES};

/// A program under control. A shell starts it in a process group, on Windows a job object, of its
/// own, and the whole group is killed when this is dropped, when cancellation is requested, and by
/// [`kill`](Self::kill).
///
/// No function waits beyond its deadline. Memory is bounded, too: a line is cut after 64 KiB,
/// and 8 MiB of stdout and the last 64 KiB of stderr are kept. Output is read while a function
/// waits; between calls the program can write as much as a pipe holds.
pub struct Program<'a> {
    group: Group,
    pipes: Pipes,
    cancel: &'a Cancellation,
    /// Whether it has closed its output and not ended within the time for that. There is no
    /// second wait.
    exit_timed_out: bool,
    /// The command line of the wrapper that starts it.
    wrapper: Option<String>,
}

/// The most bytes in the queue for the stdin of a program.
const MAX_UNSENT: usize = 1024 * 1024;
/// The time after which a program that does not read a full queue is [`ReadError::NotReading`].
const QUEUE_TIMEOUT: Duration = Duration::from_secs(5);
/// The most reads until a pipe counts as empty. They read more than a pipe can hold.
const MAX_READS: usize = 32;
/// The interval in which the cancellation flag is checked.
const CANCELLATION_INTERVAL: Duration = Duration::from_millis(50);
/// The shortest interval in which output is looked for.
const SHORTEST_INTERVAL: Duration = Duration::from_millis(1);
/// The interval after a wait: this part of it, so that the time of an answer is known as exactly.
const INTERVAL_PART: u32 = 64;
/// The time in which nothing more comes, after which a complete line without an end is read.
const UNENDED_LINE_DELAY: Duration = Duration::from_millis(10);
/// The time to end for a program that has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);
/// After the end of a program, output of its child processes is read until none comes for this
/// time.
const CHILD_OUTPUT_TIMEOUT: Duration = Duration::from_millis(300);
/// After the end of a program by a signal that ends jobs, the time until cancellation is requested,
/// if this process was sent the signal, too.
const CANCELLATION_DELAY: Duration = Duration::from_millis(200);

impl<'a> Program<'a> {
    /// Starts a program. Once `cancel` is requested, the next function kills it.
    ///
    /// A command that does not exist is no error here, but of the shell: see
    /// [`could_not_start`](Peer::could_not_start).
    pub fn start(launch: &Launch, cancel: &'a Cancellation) -> io::Result<Self> {
        if let Some(folder) = launch.folder.as_ref().filter(|folder| !folder.is_dir()) {
            let message = format!("`{}` is not a folder", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
        }
        for mut command in system::commands(launch)? {
            command
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if let Some(folder) = &launch.folder {
                command.current_dir(folder);
            }
            if let Some(program) = &launch.own_program {
                command.env("ATAXX", program);
            }
            let wrapper = launch.wrapper.as_ref();
            // Those of a run in which this one is wrapped are not its own.
            for (name, value) in [
                (
                    "ATAXX_FILES",
                    launch.files.as_ref().map(|path| path.as_os_str()),
                ),
                (
                    "ATAXX_NAME",
                    wrapper.and_then(|it| it.program_name.as_deref().map(OsStr::new)),
                ),
            ] {
                match value {
                    Some(value) if wrapper.is_some() => command.env(name, value),
                    _ => command.env_remove(name),
                };
            }
            let mut group = match Group::start(command) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                started => started.map_err(with_advice)?,
            };
            let mark = wrapper.map(|_| STARTED);
            let pipes = Pipes::of(group.take_pipes(), mark).map_err(with_advice)?;
            return Ok(Self {
                group,
                pipes,
                cancel,
                exit_timed_out: false,
                wrapper: wrapper.map(|it| it.command.trim().to_owned()),
            });
        }
        let message = "there is no shell: neither `bash` nor `sh` can be started";
        Err(io::Error::new(io::ErrorKind::NotFound, message))
    }

    /// The number of its process group.
    #[cfg(unix)]
    pub const fn group(&self) -> i32 {
        self.group.id()
    }

    /// Limits the bytes of stderr that are kept from now on.
    pub const fn keep_stderr(&mut self, most: usize) {
        self.pipes.keep_stderr(most);
    }

    /// Kills its process group.
    pub fn kill(&mut self) {
        self.group.kill();
    }

    fn check_cancelled(&mut self) -> Result<(), ReadError> {
        if self.cancel.is_requested() {
            self.kill();
            return Err(ReadError::Interrupted);
        }
        Ok(())
    }

    /// As [`check_cancelled`](Self::check_cancelled), after it has ended like this. If a signal has
    /// ended it that all processes of a job are sent, waits a little for the cancellation.
    fn check_cancelled_soon(&mut self, ended: Ended) -> Result<(), ReadError> {
        let given_up = Instant::now() + CANCELLATION_DELAY;
        while ended.may_be_cancellation() && Instant::now() < given_up {
            self.check_cancelled()?;
            thread::sleep(Duration::from_millis(1));
        }
        self.check_cancelled()
    }

    fn check_flood(&self) -> Result<(), ReadError> {
        if self.pipes.output.is_full() {
            let limit = self.pipes.output.limit();
            return Err(ReadError::Flooded { limit });
        }
        Ok(())
    }

    /// Reads everything that it has written so far.
    fn drain(&mut self) {
        // It may write faster than this reads.
        for _ in 0..MAX_READS {
            let is_last = self.group.ended().is_some() && self.pipes.can_be_read();
            let wait = if is_last {
                LAST_BYTES_DELAY
            } else {
                Duration::ZERO
            };
            if !self.pipes.pump(wait) {
                break;
            }
        }
    }

    /// How a program ended that has closed a pipe; `None` when it does not end. Waits a little
    /// for that.
    fn end_soon(&mut self) -> Result<Option<Ended>, ReadError> {
        let given_up = Instant::now()
            + if self.exit_timed_out {
                Duration::ZERO
            } else {
                EXIT_TIMEOUT
            };
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(ended) = self.group.ended() {
                self.drain();
                self.check_cancelled_soon(ended)?;
                return Ok(Some(ended));
            }
            self.check_cancelled()?;
            if Instant::now() >= given_up {
                self.exit_timed_out = true;
                return Ok(None);
            }
            self.pipes.pump(pause);
            pause = (pause * 2).min(CANCELLATION_INTERVAL);
        }
    }

    fn wait_for_line(
        &mut self,
        deadline: Instant,
        is_complete: &dyn Fn(&str) -> bool,
    ) -> Result<String, ReadError> {
        let begun = Instant::now();
        let mut last_read = begun;
        loop {
            self.check_cancelled()?;
            if let Some(line) = self.pipes.output.take() {
                return Ok(line);
            }
            self.check_flood()?;
            if self.pipes.stdout.is_none() {
                let ended = self.end_soon()?;
                return match self.pipes.output.take_rest() {
                    Some(line) => Ok(line),
                    None => Err(ReadError::Ended(ended)),
                };
            }
            let deadline = self.pipes.silence.extended(deadline, begun);
            // At least one look must come after the deadline.
            if self.pipes.silence.lasts_until(deadline.max(begun)) {
                return Err(ReadError::TimeOut);
            }
            let now = Instant::now();
            let interval = ((now - begun) / INTERVAL_PART)
                .clamp(SHORTEST_INTERVAL, CANCELLATION_INTERVAL)
                .min(deadline.saturating_duration_since(now));
            let has_ended = self.group.ended().is_some();
            if self.pipes.pump(interval) {
                last_read = Instant::now();
            } else if has_ended && last_read.elapsed() > CHILD_OUTPUT_TIMEOUT {
                self.pipes.stdout = None;
            } else if last_read.elapsed() > UNENDED_LINE_DELAY
                && (self.pipes.output.unended()).is_some_and(|line| is_complete(&line))
                && let Some(line) = self.pipes.output.take_rest()
            {
                return Ok(line);
            }
        }
    }

    /// Why it does not read its stdin.
    fn why_stdin_closed(&mut self) -> ReadError {
        match self.end_soon() {
            Ok(None) => ReadError::NotReading,
            Ok(ended) => ReadError::Ended(ended),
            Err(error) => error,
        }
    }
}

/// If this process lacks something to start a program, an error of the kind
/// [`OutOfMemory`](io::ErrorKind::OutOfMemory) that says what helps.
fn with_advice(error: io::Error) -> io::Error {
    match system::advice(&error) {
        None => error,
        Some(advice) => io::Error::new(io::ErrorKind::OutOfMemory, format!("{error}; {advice}")),
    }
}

impl Peer for Program<'_> {
    fn send(&mut self, line: &str) -> Result<(), ReadError> {
        self.check_cancelled()?;
        if self.pipes.stdin.is_some() {
            self.pipes.push(line);
            self.pipes.pump(Duration::ZERO);
        }
        let begun = Instant::now();
        while self.pipes.unsent.len() > MAX_UNSENT {
            self.check_cancelled()?;
            let (is_late, unsent) = (begun.elapsed() > QUEUE_TIMEOUT, self.pipes.unsent.len());
            self.pipes.pump(CANCELLATION_INTERVAL);
            if is_late && self.pipes.unsent.len() == unsent {
                return Err(ReadError::NotReading);
            }
        }
        if self.pipes.stdin.is_some() {
            Ok(())
        } else {
            Err(self.why_stdin_closed())
        }
    }

    fn read_line(&mut self, deadline: Instant) -> Result<String, ReadError> {
        self.read_complete_line(deadline, &|_| false)
    }

    fn read_complete_line(
        &mut self,
        deadline: Instant,
        is_complete: &dyn Fn(&str) -> bool,
    ) -> Result<String, ReadError> {
        let read = self.wait_for_line(deadline, is_complete);
        self.pipes.silence.end_wait();
        read
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, ReadError> {
        self.pipes.close();
        let begun = Instant::now();
        let mut pause = Duration::from_millis(1);
        loop {
            self.check_cancelled()?;
            let now = Instant::now();
            if let Some(ended) = self.group.ended() {
                self.drain();
                self.check_cancelled_soon(ended)?;
                return Ok(ended);
            }
            self.check_flood()?;
            let deadline = self.pipes.silence.extended(deadline, begun);
            let left = deadline.saturating_duration_since(now);
            if left.is_zero() {
                return Err(ReadError::TimeOut);
            }
            if self.pipes.pump(left.min(pause)) {
                pause = Duration::from_millis(1);
            } else {
                pause = (pause * 2).min(CANCELLATION_INTERVAL);
            }
        }
    }

    fn silence(&self, begun: Instant) -> Duration {
        self.pipes.silence.since(begun)
    }

    fn paused(&self) -> Duration {
        self.pipes.silence.paused()
    }

    fn stderr_lines(&self) -> String {
        self.pipes.stderr_text()
    }

    fn take_stderr_lines(&mut self) -> Vec<String> {
        self.drain();
        let is_all = self.pipes.stderr.is_none() || self.group.ended().is_some();
        self.pipes.stderr_lines.take(is_all)
    }

    fn lost_stderr(&mut self) -> usize {
        self.drain();
        self.pipes.stderr_lines.lost()
    }

    fn reset_output_limit(&mut self) {
        // The stdout of a program that has flooded it is closed.
        if !self.pipes.output.is_full() {
            self.pipes.output.reset_limit();
        }
    }

    fn could_not_start(&mut self) -> bool {
        let ended = self.group.ended();
        let is_of_wrapper = ended.is_some() && self.unfinished_wrapper().is_some();
        let is_failure = |status| START_FAILURES.contains(&status);
        is_of_wrapper
            || matches!(ended, Some(Ended::Status(status)) if is_failure(status))
                && self.pipes.output.is_untouched()
    }

    fn unfinished_wrapper(&self) -> Option<&str> {
        let is_unfinished = self.pipes.before_start.is_some() && self.pipes.output.is_untouched();
        self.wrapper.as_deref().filter(|_| is_unfinished)
    }
}
