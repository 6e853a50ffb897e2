//! A program under control.

mod group;
mod launch;
mod output;
mod pipes;
mod tail;

pub use launch::Launch;

use super::{Ended, Peer, Silence};
use crate::cancellation::Cancellation;
use group::Group;
use launch::{NOT_FOUND, NOT_STARTED};
use output::{Bounds, Output};
use pipes::Pipes;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tail::Tail;
use thiserror::Error;

/// A program under control: it is started by a shell in a process group of its own, all
/// of which is killed when this is dropped, when we are told to stop, and when asked.
///
/// Nothing that it does makes us wait beyond a deadline, or keep more than so much of
/// what it says: of a line 64 KiB, in all 8 MiB of stdout and the last 64 KiB of stderr.
/// It is listened to while it is asked something; in between it can write as much as a
/// pipe holds.
pub struct Program<'a> {
    group: Group,
    pipes: Pipes,
    stop: &'a Cancellation,
    /// Nobody has to wait for the end again of a program that has closed its output and
    /// goes on.
    lingers: bool,
}

/// Why a program cannot be started.
#[derive(Debug, Error)]
pub enum NotStarted {
    /// There is no such folder to start it in.
    #[error("`{0}` is not a folder")]
    NoFolder(String),
    /// There is neither `bash` nor `sh`.
    #[error("there is no shell: neither `bash` nor `sh` can be started")]
    NoShell,
    /// The system refuses.
    #[error(transparent)]
    Refused(#[from] io::Error),
}

const HEARD: Bounds = Bounds {
    line: 64 * 1024,
    total: 8 * 1024 * 1024,
};
const COMPLAINTS: usize = 64 * 1024;
/// More than this is not kept for a program that does not read it.
const MOST_UNSENT: usize = 1024 * 1024;
/// A program that has so much to read and does not read it for so long is deaf.
const PATIENCE: Duration = Duration::from_secs(5);
/// A pipe is read so often before it is taken to be empty: more than it can hold.
const MOST_READS: usize = 32;
/// So often it is looked whether we are to stop.
const SLICE: Duration = Duration::from_millis(50);
/// So long a program that closes its output may take to end.
const ENDING: Duration = Duration::from_secs(2);
/// So long those are listened to whom a program leaves behind, after they said
/// something.
const AFTERMATH: Duration = Duration::from_millis(300);

impl<'a> Program<'a> {
    /// Starts a program. Once `stop` is set it is killed by whatever it is asked next.
    ///
    /// That there is no such program is for the shell to find out: see
    /// [`could_not_start`](Peer::could_not_start).
    ///
    /// # Errors
    ///
    /// When not even the shell can be started.
    pub fn start(launch: &Launch, stop: &'a Cancellation) -> Result<Self, NotStarted> {
        if let Some(folder) = launch.folder.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(NotStarted::NoFolder(folder.display().to_string()));
        }
        for shell in ["bash", "sh"] {
            let mut command = Command::new(shell);
            command
                .arg("-c")
                .arg(launch.script())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if let Some(folder) = &launch.folder {
                command.current_dir(folder);
            }
            if let Some(program) = &launch.own_program {
                command.env("ATAXX", program);
            }
            let mut group = match Group::start(&mut command) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                started => started?,
            };
            let Some(leader) = group.leader() else {
                continue;
            };
            let pipes = Pipes::of(leader, Output::new(HEARD), Tail::new(COMPLAINTS))?;
            return Ok(Self {
                group,
                pipes,
                stop,
                lingers: false,
            });
        }
        Err(NotStarted::NoShell)
    }

    /// The number of its process group.
    #[must_use]
    pub const fn group(&self) -> i32 {
        self.group.id()
    }

    /// How it ended; `None` while it runs.
    pub fn ended(&mut self) -> Option<Ended> {
        self.group.ended()
    }

    /// Kills it, and all that it has started.
    pub fn kill(&mut self) {
        self.group.kill();
    }

    fn check_stop(&mut self) -> Result<(), Silence> {
        if self.stop.is_requested() {
            self.kill();
            return Err(Silence::Interrupted);
        }
        Ok(())
    }

    /// Reads all that it has written so far.
    fn drain(&mut self) {
        // Somebody may write faster than we read.
        for _ in 0..MOST_READS {
            if !self.pipes.pump(Duration::ZERO) {
                break;
            }
        }
    }

    /// Why nothing is heard any more, or nobody listens: waits a little for the end of
    /// a program that is about to end.
    fn end_soon(&mut self) -> Result<Option<Ended>, Silence> {
        let given_up = Instant::now() + if self.lingers { Duration::ZERO } else { ENDING };
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(ended) = self.group.ended() {
                self.drain();
                return Ok(Some(ended));
            }
            self.check_stop()?;
            if Instant::now() >= given_up {
                self.lingers = true;
                return Ok(None);
            }
            self.pipes.pump(pause);
            pause = (pause * 2).min(SLICE);
        }
    }

    /// What to say when it has closed its stdin.
    fn not_listening(&mut self) -> Silence {
        match self.end_soon() {
            Ok(None) => Silence::Deaf,
            Ok(ended) => Silence::Ended(ended),
            Err(silence) => silence,
        }
    }
}

impl Peer for Program<'_> {
    fn send(&mut self, line: &str) -> Result<(), Silence> {
        self.check_stop()?;
        if self.pipes.is_listening() {
            self.pipes.push(line);
            self.pipes.pump(Duration::ZERO);
        }
        let begun = Instant::now();
        while self.pipes.unsent() > MOST_UNSENT {
            self.check_stop()?;
            self.pipes.pump(SLICE);
            if begun.elapsed() > PATIENCE {
                return Err(Silence::Deaf);
            }
        }
        if self.pipes.is_listening() {
            Ok(())
        } else {
            Err(self.not_listening())
        }
    }

    fn hear(&mut self, deadline: Instant) -> Result<String, Silence> {
        let mut last_heard = Instant::now();
        let mut is_late = false;
        loop {
            self.check_stop()?;
            if let Some(line) = self.pipes.heard.take() {
                return Ok(line);
            }
            if self.pipes.heard.is_full() {
                let limit = self.pipes.heard.limit();
                return Err(Silence::Flooded { limit });
            }
            if self.pipes.is_silent() {
                let ended = self.end_soon()?;
                return match self.pipes.heard.take_rest() {
                    Some(line) => Ok(line),
                    None => Err(Silence::Ended(ended)),
                };
            }
            if is_late {
                return Err(Silence::TimeOut);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            is_late = left.is_zero();
            let has_ended = self.group.ended().is_some();
            if self.pipes.pump(left.min(SLICE)) {
                last_heard = Instant::now();
            } else if has_ended && last_heard.elapsed() > AFTERMATH {
                self.pipes.stop_listening();
                is_late = false;
            }
        }
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, Silence> {
        self.pipes.close();
        let mut pause = Duration::from_millis(1);
        loop {
            self.check_stop()?;
            if let Some(ended) = self.group.ended() {
                self.drain();
                return Ok(ended);
            }
            if self.pipes.heard.is_full() {
                let limit = self.pipes.heard.limit();
                return Err(Silence::Flooded { limit });
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::TimeOut);
            }
            if self.pipes.pump(left.min(pause)) {
                pause = Duration::from_millis(1);
            } else {
                pause = (pause * 2).min(SLICE);
            }
        }
    }

    fn complaints(&self) -> String {
        self.pipes.complaints.text()
    }

    fn take_complaints(&mut self) -> Vec<String> {
        self.drain();
        let is_all = self.pipes.is_content() || self.group.ended().is_some();
        self.pipes.complaints.take(is_all)
    }

    fn reset_output_limit(&mut self) {
        // Of whom has said too much nothing is heard any more.
        if !self.pipes.heard.is_full() {
            self.pipes.heard.reset_limit();
        }
    }

    fn could_not_start(&mut self) -> bool {
        let ended = self.group.ended();
        matches!(ended, Some(Ended::Status(NOT_FOUND | NOT_STARTED)))
            && self.pipes.heard.is_untouched()
    }
}
