//! Agents of Ataxx Reloaded as opponents.

use crate::opponents::dialogue::{Dialogue, Speaker, Utterance};
use crate::opponents::failure::{Failure, FailureKind};
use crate::opponents::opponent::{Chosen, Opponent};
use crate::opponents::reloaded::{AgentName, Asked, BadName, Patience, Request, Thinking, ask};
use crate::opponents::time_control::Allowance;
use crate::opponents::{Launch, Monitor, Stream};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game};
use ataxx_core::diagnostic::text::{shortened, visible};
use ataxx_core::notation::MoveRequest;
use std::rc::Rc;
use std::time::Duration;

/// An agent of Ataxx Reloaded. It is started anew for each move, within the time of the move.
pub struct AgentOpponent<'a> {
    launch: Launch,
    cancel: &'a Cancellation,
    /// Time limit to answer `identify`.
    start: Duration,
    /// Whether it was started before.
    is_known: bool,
    /// Who receives what is said.
    monitor: Option<Monitor<'a>>,
}

impl<'a> AgentOpponent<'a> {
    /// An agent with this time limit to answer `identify`. Once `cancel` is requested it is
    /// killed.
    pub const fn new(launch: Launch, start: Duration, cancel: &'a Cancellation) -> Self {
        Self {
            launch,
            cancel,
            start,
            is_known: false,
            monitor: None,
        }
    }

    /// The same for an agent that has answered `identify` before.
    pub fn known(self) -> Self {
        Self {
            is_known: true,
            ..self
        }
    }

    /// The same for an agent of which `monitor` receives what is said, when it has answered.
    pub fn monitored(self, monitor: &Monitor<'a>) -> Self {
        Self {
            monitor: Some(Rc::clone(monitor)),
            ..self
        }
    }

    /// Asks it for its name. Without one, the result is what is wrong with its answer.
    pub fn identify(&self) -> Result<Result<AgentName, String>, Failure> {
        let answer = match self.ask(&Request::Identify, self.start).answer {
            Ok(answer) => answer,
            Err(failure) if failure.kind.is_fault() => return Ok(Err(failure.message)),
            Err(failure) => return Err(failure),
        };
        if let Some(more) = answer.more {
            let more = printable(&more);
            return Ok(Err(format!("after its name the agent says `{more}`")));
        }
        let name = answer.line.trim_end_matches('\r').parse();
        Ok(name.map_err(|error: BadName| {
            let shown = printable(&answer.line);
            format!("`{shown}` is no name of an agent: {error}")
        }))
    }

    fn ask(&self, request: &Request, time: Duration) -> Asked {
        let patience = Patience {
            answer: time,
            ..Patience::DOCUMENT
        };
        let mut dialogue = Dialogue::default();
        let (launch, cancel) = (&self.launch, self.cancel);
        let asked = ask(launch, request, patience, cancel, &mut dialogue, 0);
        if let Some(monitor) = &self.monitor {
            for Utterance { by, text, .. } in dialogue {
                let stream = match by {
                    Speaker::Runner => Stream::Sent,
                    Speaker::Program => Stream::Received,
                };
                monitor(stream, &text);
            }
            for line in &asked.stderr_lines {
                monitor(Stream::Complaint, line);
            }
        }
        asked
    }
}

impl Opponent for AgentOpponent<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failure> {
        if !self.is_known {
            // An agent without a name can play.
            let _ = self.identify()?;
            self.is_known = true;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let request = MoveRequest::new(game.position())
            .map_err(|error| Failure::new(FailureKind::NotStarted, error.to_string()))?;
        let asked = self.ask(&Request::Move(request), allowance.wait);
        let mv = asked
            .answer?
            .to_move()
            .map_err(|error| Failure::new(FailureKind::Unreadable, printable(&error)))?;
        Ok(Chosen {
            took: Some(asked.took),
            ..mv.0.into()
        })
    }
}

/// The beginning of what an agent says, safe to show.
fn printable(text: &str) -> String {
    const MOST: usize = 200;
    visible(&shortened(text, MOST)).into_owned()
}

/// Our agent of Ataxx Reloaded, in this process.
pub struct OwnAgent<'a> {
    thinking: Thinking,
    cancel: &'a Cancellation,
}

impl<'a> OwnAgent<'a> {
    /// An agent that thinks like this. Once `cancel` is requested, it makes no move.
    pub const fn new(thinking: Thinking, cancel: &'a Cancellation) -> Self {
        Self { thinking, cancel }
    }
}

impl Opponent for OwnAgent<'_> {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, Failure> {
        let thought = self.thinking.choose(game.position(), self.cancel);
        // The result of a search that was cut short is not what the seed gives.
        if self.cancel.is_requested() {
            return Err(Failure::interrupted());
        }
        Ok(thought.mv.0.into())
    }
}
