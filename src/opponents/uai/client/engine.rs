//! An engine under control.

use super::identity::Identity;
use crate::opponents::conversation::Conversation;
use crate::opponents::dialogue::Dialogue;
use crate::opponents::failure::{Failure, Stage};
use crate::opponents::uai::{Command, Handshake, OptionError, Reply};
use crate::opponents::{Ended, Launch, Peer, Program};
use ataxx_core::Cancellation;
use std::time::Instant;
use thiserror::Error;

/// An engine under control.
///
/// No function waits beyond its deadline. If the [`Peer`] is a [`Program`], it is killed when
/// this is dropped. [`take_chatter`](Self::take_chatter) returns what the engine says beside
/// its answers, such as unknown lines, and [`take_dialogue`](Self::take_dialogue) everything
/// that is said.
pub struct Engine<'a> {
    conversation: Conversation<'a>,
    identity: Identity,
    chatter: Vec<String>,
    /// The number of `isready` without an answer.
    asked: usize,
    /// Whether it was sent anything after its last `readyok`.
    is_behind: bool,
    /// The protocol of the last handshake.
    pub(super) protocol: Handshake,
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetOption {
    /// It has no such option, or not with this value. Nothing was sent.
    #[error(transparent)]
    Refused(#[from] OptionError),
    /// The engine does not read its input.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// The most lines of chatter that are kept.
const MOST_CHATTER: usize = 10_000;

impl<'a> Engine<'a> {
    /// An engine that was just started, before the handshake.
    pub fn new(peer: Box<dyn Peer + 'a>) -> Self {
        Self::named(peer, 0, "the engine")
    }

    /// The same with a number in the dialogue, and a name for the message that it could not be
    /// started.
    pub fn named(peer: Box<dyn Peer + 'a>, program: usize, name: impl Into<String>) -> Self {
        Self {
            conversation: Conversation::new(peer, program, "engine", name),
            identity: Identity::default(),
            chatter: Vec::new(),
            asked: 0,
            is_behind: true,
            protocol: Handshake::Uai,
        }
    }

    /// Starts an engine. Once `stop` is requested, the next function kills it.
    ///
    /// A command that does not exist is reported by the first function that talks with it.
    pub fn start(launch: &Launch, stop: &'a Cancellation) -> Result<Self, Failure> {
        let program = Program::start(launch, stop)?;
        Ok(Self::new(Box::new(program)))
    }

    /// Performs the handshake: sends `uai`, and reads everything up to `uaiok`.
    pub fn handshake(&mut self, deadline: Instant) -> Result<&Identity, Failure> {
        let mut identity = Identity::default();
        self.tell(&Command::Handshake(Handshake::Uai))?;
        let begun = Instant::now();
        loop {
            let line = self.hear(deadline, begun, Stage::Start)?;
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

    /// What it declared in the handshake.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Sets one of its options; `value` is `None` for a button.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), SetOption> {
        let command = self.identity.set_option(name, value)?;
        self.tell(&command)?;
        Ok(())
    }

    /// Sets one of its options to a value that may be empty: an empty text, or none for a button.
    pub fn set_option_to(&mut self, name: &str, value: &str) -> Result<(), SetOption> {
        match self.set_option(name, Some(value)) {
            Err(SetOption::Refused(OptionError::BadValue { .. })) if value.is_empty() => {
                self.set_option(name, None)
            }
            set => set,
        }
    }

    /// Sends `isready`, and waits for `readyok`.
    pub fn ready(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.tell(&Command::IsReady)?;
        let begun = Instant::now();
        loop {
            let line = self.hear(deadline, begun, Stage::Ready)?;
            if Reply::read(&line) == Reply::Ready && self.asked == 0 {
                break;
            }
            self.keep(line);
        }
        self.is_behind = false;
        Ok(())
    }

    /// Waits until it is ready, unless nothing was sent since it was ready last. Lines that it
    /// sends after an answer are read here, and so are not taken for the next answer.
    pub fn catch_up(&mut self, deadline: Instant) -> Result<(), Failure> {
        if self.is_behind {
            self.ready(deadline)?;
        }
        Ok(())
    }

    /// Sends `uainewgame`, and waits until it is ready.
    pub fn new_game(&mut self, deadline: Instant) -> Result<(), Failure> {
        self.tell(&Command::NewGame)?;
        self.ready(deadline)
    }

    /// Sends `quit`, and waits for its end.
    pub fn quit(&mut self, deadline: Instant) -> Result<Ended, Failure> {
        // It may have ended already.
        let _ = self.conversation.say("quit");
        self.end(deadline)
    }

    /// Closes its input, and waits for its end.
    pub fn end(&mut self, deadline: Instant) -> Result<Ended, Failure> {
        let begun = Instant::now();
        let ended = self.conversation.finish(deadline);
        while let Ok(line) = self.conversation.next_line(deadline) {
            self.keep(line);
        }
        let stage = Stage::Quit;
        self.conversation
            .ended(ended, begun, stage.awaited(), Some(stage))
    }

    /// Sends a command.
    pub fn tell(&mut self, command: &Command) -> Result<(), Failure> {
        self.say(&command.to_string())
    }

    /// Sends a line as it is.
    pub fn say(&mut self, line: &str) -> Result<(), Failure> {
        self.is_behind = true;
        match line.trim() {
            "isready" => self.asked += 1,
            "uai" => self.protocol = Handshake::Uai,
            "ugi" => self.protocol = Handshake::Ugi,
            _ => {}
        }
        self.conversation.peer().reset_output_limit();
        self.conversation.ask(line)
    }

    /// The next line. The wait began at `begun`.
    pub fn hear(
        &mut self,
        deadline: Instant,
        begun: Instant,
        stage: Stage,
    ) -> Result<String, Failure> {
        let line = self
            .conversation
            .hear(deadline, begun, stage.awaited(), Some(stage))?;
        if Reply::read(&line) == Reply::Ready {
            self.asked = self.asked.saturating_sub(1);
        }
        Ok(line)
    }

    /// Takes what was said in both directions since the last call.
    pub fn take_dialogue(&mut self) -> Dialogue {
        self.conversation.take_dialogue()
    }

    /// Takes the lines that it has sent beside its answers since the last call.
    pub fn take_chatter(&mut self) -> Vec<String> {
        std::mem::take(&mut self.chatter)
    }

    /// Takes the lines it has written to stderr since the last call.
    pub fn take_complaints(&mut self) -> Vec<String> {
        self.conversation.peer().take_complaints()
    }

    /// The end of what it has written to stderr.
    pub fn stderr_lines(&self) -> String {
        self.conversation.stderr_lines()
    }

    /// Keeps a line that is no answer.
    pub(super) fn keep(&mut self, line: String) {
        if self.chatter.len() < MOST_CHATTER {
            self.chatter.push(line);
        }
    }
}
