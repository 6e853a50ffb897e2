//! An engine under control: its handshake, options, time limits and lines.

use crate::conversation::Conversation;
use crate::dialogue::Dialogue;
use crate::failure::{Failure, Stage};
use crate::uai::{Command, EngineOption, Handshake, OptionError, Reply};
use crate::{Ended, Launch, Peer, Program};
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::nearest;
use std::time::{Duration, Instant};
use thiserror::Error;

/// An engine under control.
///
/// No function waits beyond its deadline. If the [`Peer`] is a [`Program`], it is killed when
/// this is dropped. [`take_other_lines`](Self::take_other_lines) returns the lines
/// beside its answers, such as unknown ones, and [`take_dialogue`](Self::take_dialogue) all lines
/// in both directions.
pub struct EngineClient<'a> {
    conversation: Conversation<'a>,
    /// What it declared in the handshake.
    pub identity: EngineIdentity,
    other_lines: Vec<String>,
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

/// The most other lines that are kept.
const MAX_OTHER_LINES: usize = 10_000;

impl<'a> EngineClient<'a> {
    /// An engine that was just started, before the handshake.
    pub fn new(peer: Box<dyn Peer + 'a>) -> Self {
        Self::named(peer, 0, "the engine")
    }

    /// The same with a number in the dialogue, and a name for the message that it could not be
    /// started.
    pub fn named(peer: Box<dyn Peer + 'a>, program: usize, name: impl Into<String>) -> Self {
        Self {
            conversation: Conversation::new(peer, program, "engine", name),
            identity: EngineIdentity::default(),
            other_lines: Vec::new(),
            asked: 0,
            is_behind: true,
            protocol: Handshake::Uai,
        }
    }

    /// Starts an engine. Once `stop` is requested, the next function kills it.
    ///
    /// A command that does not exist is reported by the first function that waits for it.
    pub fn start(launch: &Launch, stop: &'a Cancellation) -> Result<Self, Failure> {
        let program = Program::start(launch, stop).map_err(|error| {
            let message = format!("the engine could not be started ({error})");
            Failure {
                message,
                ..Failure::of_start(&launch.command, &error)
            }
        })?;
        Ok(Self::new(Box::new(program)))
    }

    /// Performs the handshake: sends `uai`, and reads everything up to `uaiok`.
    pub fn handshake(&mut self, deadline: Instant) -> Result<&EngineIdentity, Failure> {
        self.send(&Command::Handshake(Handshake::Uai))?;
        self.identity = EngineIdentity::default();
        self.await_greeting(Instant::now(), deadline)?;
        Ok(&self.identity)
    }

    /// Reads everything up to `uaiok`. After a timeout it can be called again.
    fn await_greeting(&mut self, begun: Instant, deadline: Instant) -> Result<(), Failure> {
        loop {
            let line = self.read_line(deadline, begun, Stage::Start)?;
            if Reply::read(&line) == Reply::Hello(Handshake::Uai) {
                return Ok(());
            }
            if !self.identity.take(&line) {
                self.keep(line);
            }
        }
    }

    /// Performs the handshake and waits until the engine is ready, as long as `cancel` is not
    /// requested. Returns whether it is ready.
    pub fn prepare(
        &mut self,
        start: Instant,
        ready: Duration,
        cancel: &Cancellation,
    ) -> Result<bool, Failure> {
        self.send(&Command::Handshake(Handshake::Uai))?;
        self.identity = EngineIdentity::default();
        if !self.wait(Self::await_greeting, start, cancel)? {
            return Ok(false);
        }
        self.send(&Command::IsReady)?;
        self.wait(Self::await_ready, Instant::now() + ready, cancel)
    }

    /// Waits as long as `cancel` is not requested. Returns whether it has waited to the end.
    fn wait(
        &mut self,
        step: fn(&mut Self, Instant, Instant) -> Result<(), Failure>,
        deadline: Instant,
        cancel: &Cancellation,
    ) -> Result<bool, Failure> {
        const INTERVAL: Duration = Duration::from_millis(30);
        let begun = Instant::now();
        while let Err(failure) = step(self, begun, deadline.min(Instant::now() + INTERVAL)) {
            if !failure.is_timeout() || Instant::now() >= deadline {
                return Err(failure);
            }
            if cancel.is_requested() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Sets one of its options; `value` is `None` for a button.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), SetOption> {
        let command = self.identity.set_option(name, value)?;
        self.send(&command)?;
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
        self.send(&Command::IsReady)?;
        self.await_ready(Instant::now(), deadline)
    }

    /// Waits for `readyok`. After a timeout it can be called again.
    fn await_ready(&mut self, begun: Instant, deadline: Instant) -> Result<(), Failure> {
        loop {
            let line = self.read_line(deadline, begun, Stage::Ready)?;
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
        self.send(&Command::NewGame)?;
        self.ready(deadline)
    }

    /// Sends `quit`, and waits for its end.
    pub fn quit(&mut self, deadline: Instant) -> Result<Ended, Failure> {
        // It may have ended already.
        let _ = self.conversation.send_line("quit");
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
    pub fn send(&mut self, command: &Command) -> Result<(), Failure> {
        self.send_line(&command.to_string())
    }

    /// Sends a line as it is.
    pub fn send_line(&mut self, line: &str) -> Result<(), Failure> {
        self.is_behind = true;
        match line.trim() {
            "isready" => self.asked += 1,
            "uai" => self.protocol = Handshake::Uai,
            "ugi" => self.protocol = Handshake::Ugi,
            _ => {}
        }
        self.conversation.peer().reset_output_limit();
        self.conversation.send(line)
    }

    /// The next line. The wait began at `begun`.
    pub fn read_line(
        &mut self,
        deadline: Instant,
        begun: Instant,
        stage: Stage,
    ) -> Result<String, Failure> {
        let line = self
            .conversation
            .read_line(deadline, begun, stage.awaited(), Some(stage))?;
        if Reply::read(&line) == Reply::Ready {
            self.asked = self.asked.saturating_sub(1);
        }
        Ok(line)
    }

    /// As [`Peer::silence`].
    pub fn silence(&self, begun: Instant) -> Duration {
        self.conversation.silence(begun)
    }

    /// As [`Peer::paused`].
    pub fn paused(&self) -> Duration {
        self.conversation.paused()
    }

    /// That its output came only when its input ended, in words: see [`Conversation::unflushed`].
    pub fn unflushed(&mut self) -> Option<String> {
        self.conversation.unflushed()
    }

    /// Takes the lines in both directions since the last call.
    pub fn take_dialogue(&mut self) -> Dialogue {
        self.conversation.take_dialogue()
    }

    /// Takes the lines that it has sent beside its answers since the last call.
    pub fn take_other_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.other_lines)
    }

    /// Takes the lines it has written to stderr since the last call.
    pub fn take_stderr_lines(&mut self) -> Vec<String> {
        self.conversation.peer().take_stderr_lines()
    }

    /// The end of what it has written to stderr.
    pub fn stderr_lines(&self) -> String {
        self.conversation.stderr_lines()
    }

    /// Keeps a line that is no answer.
    pub(super) fn keep(&mut self, line: String) {
        if self.other_lines.len() < MAX_OTHER_LINES {
            self.other_lines.push(line);
        }
    }
}

/// What an engine declares in the handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineIdentity {
    /// Its name; may be empty.
    pub name: String,
    /// Its author; may be empty.
    pub author: String,
    /// Its options, in order.
    pub options: Vec<EngineOption>,
    /// The lines of options that cannot be read, with what is wrong.
    pub unreadable: Vec<(String, String)>,
}

impl EngineIdentity {
    /// Reads a line of the handshake. Returns whether it belongs there.
    pub(super) fn take(&mut self, line: &str) -> bool {
        match Reply::read(line) {
            Reply::Name(name) => name.clone_into(&mut self.name),
            Reply::Author(author) => author.clone_into(&mut self.author),
            Reply::Option(option) => match EngineOption::read(option) {
                Ok(option) => self.options.push(option),
                Err(error) => self.unreadable.push((line.trim().to_owned(), error)),
            },
            _ => return false,
        }
        true
    }

    /// The option of this name, in either case.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The command that sets an option.
    pub(super) fn set_option(
        &self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Command, OptionError> {
        let Some(option) = self.option(name.trim()) else {
            let names = self.options.iter().map(|option| option.name.as_str());
            return Err(OptionError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, names).map(str::to_owned),
            });
        };
        Ok(Command::SetOption {
            name: option.name.clone(),
            value: option.check(value)?.unwrap_or_default(),
        })
    }
}

/// The time limits of an engine, after which it counts as hanging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineTimeouts {
    /// From its start to `uaiok`. Some engines load a network or allocate a large table first.
    pub start: Duration,
    /// To `readyok`, also after options and a new game.
    pub ready: Duration,
    /// To a move without a time limit, by depth or nodes.
    pub think: Duration,
    /// After the time limit of a move, so that a late move and no move are different failures.
    pub overrun: Duration,
    /// From `stop` to the move.
    pub stop: Duration,
    /// From `quit` to its end.
    pub quit: Duration,
}

impl Default for EngineTimeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(5),
            think: Duration::from_secs(60),
            overrun: Duration::from_secs(5),
            stop: Duration::from_secs(1),
            quit: Duration::from_secs(5),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_of_an_engine() {
        let mut identity = EngineIdentity::default();
        for line in [
            " id name  My Engine 2 ",
            "id author A. N. Other",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name",
        ] {
            assert!(identity.take(line), "{line}");
        }
        for line in ["hello", "identity", "id", "id names x", "optional", ""] {
            assert!(!identity.take(line), "{line}");
        }
        assert_eq!(identity.name, "My Engine 2");
        assert_eq!(identity.author, "A. N. Other");
        assert!(identity.option("hASH").is_some());
        assert!(identity.option("Has").is_none());
        assert_eq!(identity.unreadable.len(), 1);
    }

    fn ordered(name: &str, value: Option<&str>) -> String {
        let mut identity = EngineIdentity::default();
        for line in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Free type spin",
            "option name Ponder type check default false",
            "option name Style type combo default Solid var Solid var Very Risky",
            "option name Clear Hash type button",
            "option name Log File type string default <empty>",
        ] {
            assert!(identity.take(line), "{line}");
        }
        match identity.set_option(name, value) {
            Ok(command) => command.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn orders_are_checked_before_they_are_given() {
        let orders = [
            ordered("hash", Some(" 64 ")),
            ordered("Free", Some("-3")),
            ordered("ponder", Some("TRUE")),
            ordered("Style", Some("very risky")),
            ordered("clear hash", None),
            ordered("Log File", Some("a b.txt")),
            ordered("Log File", Some("")),
            ordered("Hash", Some("0")),
            ordered("Hash", Some("1025")),
            ordered("Hash", Some("x")),
            ordered("Hash", None),
            ordered("Ponder", Some("yes")),
            ordered("Style", Some("Risky")),
            ordered("Clear Hash", Some("now")),
            ordered("Log File", Some("a\nquit")),
            ordered("Hush", Some("1")),
            ordered("Contempt", Some("1")),
        ];
        insta::assert_snapshot!(orders.join("\n"), @"
        setoption name Hash value 64
        setoption name Free value -3
        setoption name Ponder value true
        setoption name Style value Very Risky
        setoption name Clear Hash
        setoption name Log File value a b.txt
        setoption name Log File value <empty>
        error: option `Hash` takes a whole number from 1 to 1024, not `0`
        error: option `Hash` takes a whole number from 1 to 1024, not `1025`
        error: option `Hash` takes a whole number from 1 to 1024, not `x`
        error: option `Hash` takes a whole number from 1 to 1024, and no value is given
        error: option `Ponder` takes `true` or `false`, not `yes`
        error: option `Style` takes one of `Solid`, `Very Risky`, not `Risky`
        error: option `Clear Hash` takes no value, not `now`
        error: option `Log File` takes a text of one line, not `a
        quit`
        error: the engine has no option `Hush`; did you mean `Hash`?
        error: the engine has no option `Contempt`
        ");
    }
}
