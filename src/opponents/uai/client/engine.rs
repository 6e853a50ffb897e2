//! An engine under control.

use super::failure::{Failure, Scene, Stage};
use super::identity::Identity;
use super::wire::{Side, Wire};
use crate::cancellation::Cancellation;
use crate::opponents::uai::option::order;
use crate::opponents::uai::{Command, Handshake, OptionError, Reply};
use crate::opponents::{Ended, Launch, Peer, Program, Silence, shortened};
use std::time::Instant;
use thiserror::Error;

/// An engine under control.
///
/// Nothing that it does makes us wait beyond a deadline. It is killed when this is
/// dropped, if the [`Peer`] is a [`Program`](crate::opponents::Program). What it says
/// beyond its answers, as unknown lines and text for people, is kept in
/// [`take_chatter`](Self::take_chatter), and everything in [`wire`](Self::wire).
pub struct Engine<'a> {
    pub(super) peer: Box<dyn Peer + 'a>,
    identity: Identity,
    wire: Wire,
    chatter: Vec<String>,
    last_heard: Option<String>,
    /// So many times it was asked whether it is ready and has not answered yet.
    asked: usize,
    /// It was told something since it was found ready.
    is_behind: bool,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetOption {
    /// The engine was not told: it could not have understood.
    #[error(transparent)]
    Refused(#[from] OptionError),
    /// The engine could not be told.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// More lines of chatter than this are not kept.
const MOST_CHATTER: usize = 10_000;

impl<'a> Engine<'a> {
    /// An engine that was just started. It has not been told anything yet.
    #[must_use]
    pub fn new(peer: Box<dyn Peer + 'a>) -> Self {
        Self {
            peer,
            identity: Identity::default(),
            wire: Wire::default(),
            chatter: Vec::new(),
            last_heard: None,
            asked: 0,
            is_behind: true,
        }
    }

    /// Starts an engine. Once `stop` is set it is killed by whatever it is asked next.
    ///
    /// That there is no such program shows when it is told something.
    ///
    /// # Errors
    ///
    /// [`Failure::NotStarted`] when not even a shell can be started.
    pub fn start(launch: &Launch, stop: &'a Cancellation) -> Result<Self, Failure> {
        let program = Program::start(launch, stop)?;
        Ok(Self::new(Box::new(program)))
    }

    /// Shakes hands: `uai`, and all up to `uaiok`.
    ///
    /// # Errors
    ///
    /// When it does not answer until `deadline`.
    pub fn handshake(&mut self, deadline: Instant) -> Result<&Identity, Failure> {
        let mut identity = Identity::default();
        self.tell(&Command::Handshake(Handshake::Uai))?;
        let begun = Instant::now();
        loop {
            let line = self.hear(deadline, begun, &Stage::Start)?;
            if Reply::read(&line) == Reply::Hello(Handshake::Uai) {
                break;
            }
            if !identity.take(&line) {
                self.keep(line);
            }
        }
        self.identity = identity;
        Ok(&self.identity)
    }

    /// What it has said of itself when hands were shaken.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Sets one of its options; `value` is `None` for a button.
    ///
    /// # Errors
    ///
    /// When it has no such option or the option does not take the value: the engine is not
    /// told then. When it does not listen.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), SetOption> {
        let order = order(&self.identity.options, name, value)?;
        self.tell(&order)?;
        Ok(())
    }

    /// Asks whether it is ready, and waits until it is.
    ///
    /// # Errors
    ///
    /// When it does not answer until `deadline`.
    pub fn ready(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.tell(&Command::IsReady)?;
        let begun = Instant::now();
        loop {
            let line = self.hear(deadline, begun, &Stage::Ready)?;
            if Reply::read(&line) == Reply::Ready && self.asked == 0 {
                break;
            }
            self.keep(line);
        }
        self.is_behind = false;
        Ok(())
    }

    /// Waits until it has done what it was told, if it was told something since it was
    /// ready last. What it says after an answer is heard here and so is not taken for
    /// the next.
    ///
    /// # Errors
    ///
    /// When it does not answer until `deadline`.
    pub fn catch_up(&mut self, deadline: Instant) -> Result<(), Failure> {
        if self.is_behind {
            self.ready(deadline)?;
        }
        Ok(())
    }

    /// Tells it that a new game begins, and waits until it is ready for that.
    ///
    /// # Errors
    ///
    /// When it is not until `deadline`.
    pub fn new_game(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.tell(&Command::NewGame)?;
        self.ready(deadline)
    }

    /// Tells it to end, and waits until it has.
    ///
    /// # Errors
    ///
    /// When it does not end until `deadline`.
    pub fn quit(&mut self, deadline: Instant) -> Result<Ended, Failure> {
        // It may be gone already.
        self.wire.note(Side::Client, "quit");
        let _ = self.peer.send("quit");
        self.end(deadline)
    }

    /// Tells it nothing more, and waits for its end.
    ///
    /// # Errors
    ///
    /// When it does not end until `deadline`.
    pub fn end(&mut self, deadline: Instant) -> Result<Ended, Failure> {
        let begun = Instant::now();
        let ended = self.peer.finish(deadline);
        while let Ok(line) = self.peer.hear(deadline) {
            self.note(&line);
            self.keep(line);
        }
        let ended = ended.map_err(|silence| self.failure(&silence, begun, Stage::Quit))?;
        if self.peer.could_not_start() {
            return Err(Failure::not_found(Some(ended)));
        }
        Ok(ended)
    }

    /// Tells it this.
    ///
    /// # Errors
    ///
    /// When it does not listen.
    pub fn tell(&mut self, command: &Command) -> Result<(), Failure> {
        self.say(&command.to_string())
    }

    /// Tells it a line as it is.
    ///
    /// # Errors
    ///
    /// When it does not listen.
    pub fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.wire.note(Side::Client, line);
        self.is_behind = true;
        if line.trim() == "isready" {
            self.asked += 1;
        }
        self.peer.reset_output_limit();
        let begun = Instant::now();
        let Err(silence) = self.peer.send(line) else {
            return Ok(());
        };
        // Its last words tell more than that it is gone.
        while let Ok(line) = self.peer.hear(Instant::now()) {
            self.note(&line);
        }
        Err(self.failure(&silence, begun, Stage::Listen(line.to_owned())))
    }

    /// The next line, which was waited for since `begun`.
    ///
    /// # Errors
    ///
    /// When none comes until `deadline`.
    pub fn hear(
        &mut self,
        deadline: Instant,
        begun: Instant,
        stage: &Stage,
    ) -> Result<String, Failure> {
        match self.peer.hear(deadline) {
            Ok(line) => {
                self.note(&line);
                Ok(line)
            }
            Err(silence) => Err(self.failure(&silence, begun, stage.clone())),
        }
    }

    /// What was said in both directions, to look at or to take.
    pub const fn wire(&mut self) -> &mut Wire {
        &mut self.wire
    }

    /// Takes the lines that it has said beside its answers since this was asked last.
    pub fn take_chatter(&mut self) -> Vec<String> {
        std::mem::take(&mut self.chatter)
    }

    /// Takes the lines it has written to stderr since this was asked last.
    pub fn take_complaints(&mut self) -> Vec<String> {
        self.peer.take_complaints()
    }

    /// The end of what it has written to stderr.
    #[must_use]
    pub fn complaints(&self) -> String {
        self.peer.complaints()
    }

    /// Keeps a line that is no answer.
    pub(super) fn keep(&mut self, line: String) {
        if self.chatter.len() < MOST_CHATTER {
            self.chatter.push(line);
        }
    }

    fn note(&mut self, line: &str) {
        self.wire.note(Side::Engine, line);
        if Reply::read(line) == Reply::Ready {
            self.asked = self.asked.saturating_sub(1);
        }
        self.last_heard = Some(shortened(line));
    }

    fn failure(&mut self, silence: &Silence, begun: Instant, stage: Stage) -> Failure {
        let waited = begun.elapsed();
        let words = stage.to_string();
        let scene = |what: String| Scene {
            what: if matches!(silence, Silence::TimeOut) {
                words.replacen("waited", &what, 1)
            } else {
                words + &what
            },
            stage,
            last_line: self.last_heard.clone(),
            last_words: last_lines(&self.peer.complaints()),
        };
        match *silence {
            Silence::Interrupted => Failure::Interrupted,
            Silence::Ended(how) => {
                let scene = scene(match how {
                    Some(how) => format!(", but the engine ended with {}", how.in_words()),
                    None => ", but the engine closed its output and went on".to_owned(),
                });
                if self.peer.could_not_start() {
                    return Failure::not_found(how);
                }
                Failure::Crashed { how, scene }
            }
            Silence::TimeOut => Failure::Hung {
                waited,
                scene: scene(format!("waited {:.1} s", waited.as_secs_f64())),
            },
            Silence::Flooded { limit } => {
                const MIB: usize = 1024 * 1024;
                let what = format!(", but the engine wrote more than {} MiB", limit / MIB);
                Failure::Flooded {
                    limit,
                    scene: scene(what),
                }
            }
            Silence::Deaf => Failure::Deaf {
                scene: scene(": the engine does not read its input".to_owned()),
            },
        }
    }
}

/// The end of a text, a few lines.
fn last_lines(text: &str) -> String {
    const MOST: usize = 5;
    let mut lines: Vec<String> = text
        .lines()
        .rev()
        .filter(|line| !line.trim().is_empty())
        .take(MOST)
        .map(shortened)
        .collect();
    lines.reverse();
    lines.join("\n")
}
