//! Agents of Ataxx Reloaded as opponents.

use crate::board::{Color, Game};
use crate::cancellation::Cancellation;
use crate::diagnostic::text::{shortened, visible};
use crate::notation::MoveRequest;
use crate::opponents::Launch;
use crate::opponents::opponent::{Absence, Chosen, FaultKind, Opponent, PlayError};
use crate::opponents::reloaded::{AgentName, BadName, NoAnswer, Patience, Request, Thinking, ask};
use crate::opponents::time_control::Allowance;
use std::time::Duration;
use thiserror::Error;

/// An agent of Ataxx Reloaded. It is started anew for each move; the time to start is its
/// own.
pub struct AgentOpponent<'a> {
    launch: Launch,
    cancel: &'a Cancellation,
    /// How long it may take to say its name.
    start: Duration,
    /// Whether it is known that it can be started.
    is_known: bool,
}

/// Why the name of an agent is not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unidentified {
    /// It cannot play at all.
    #[error(transparent)]
    Absent(#[from] Absence),
    /// It does not answer with a name: what it does.
    #[error("{0}")]
    Fault(String),
}

impl<'a> AgentOpponent<'a> {
    /// An agent that is started like this, and may take so long to say its name. Once
    /// `cancel` is set it is killed.
    #[must_use]
    pub const fn new(launch: Launch, start: Duration, cancel: &'a Cancellation) -> Self {
        Self {
            launch,
            cancel,
            start,
            is_known: false,
        }
    }

    /// The same for an agent that was asked for its name before.
    #[must_use]
    pub fn known(self) -> Self {
        Self {
            is_known: true,
            ..self
        }
    }

    /// Asks it for its name.
    ///
    /// # Errors
    ///
    /// When it cannot be started, or does not answer with a name.
    pub fn identify(&self) -> Result<AgentName, Unidentified> {
        let patience = Patience {
            answer: self.start,
            ..Patience::DOCUMENT
        };
        let request = Request::Identify;
        let asked = ask(&self.launch, &request, patience, self.cancel, &mut |_| {});
        let answer = asked.answer.map_err(|reason| match reason.into() {
            PlayError::Absent(absence) => Unidentified::Absent(absence),
            PlayError::Fault(fault) => Unidentified::Fault(fault.what),
        })?;
        if let Some(more) = answer.more {
            let message = format!("after its name the agent says `{}`", printable(&more));
            return Err(Unidentified::Fault(message));
        }
        let name = answer.line.trim_end_matches('\r').parse();
        name.map_err(|error: BadName| {
            let shown = printable(&answer.line);
            Unidentified::Fault(format!("`{shown}` is no name of an agent: {error}"))
        })
    }
}

impl Opponent for AgentOpponent<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), PlayError> {
        if !self.is_known {
            // One that has no name can play all the same.
            if let Err(Unidentified::Absent(absence)) = self.identify() {
                return Err(absence.into());
            }
            self.is_known = true;
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, PlayError> {
        let request = MoveRequest::new(game.position())
            .map_err(|error| PlayError::not_started(error.to_string()))?;
        let patience = Patience {
            answer: allowance.wait,
            ..Patience::DOCUMENT
        };
        let request = Request::Move(request);
        let asked = ask(&self.launch, &request, patience, self.cancel, &mut |_| {});
        let mv = asked.answer?.to_move().map_err(|error| {
            PlayError::fault(FaultKind::IllegalMove, printable(&error.to_string()))
        })?;
        Ok(Chosen {
            mv: mv.0,
            took: Some(asked.took),
        })
    }
}

impl From<NoAnswer> for PlayError {
    fn from(error: NoAnswer) -> Self {
        let what = error.to_string();
        let kind = match error {
            NoAnswer::NotStarted { .. } => return Self::not_started(what),
            NoAnswer::Interrupted => return Absence::Interrupted.into(),
            NoAnswer::Silent(_) => FaultKind::Crash,
            NoAnswer::Late(_) => FaultKind::Stall,
            NoAnswer::Flooded(_) => FaultKind::Flood,
        };
        Self::fault(kind, what)
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
    /// An agent that thinks like this. Once `cancel` is set, it makes no move.
    #[must_use]
    pub const fn new(thinking: Thinking, cancel: &'a Cancellation) -> Self {
        Self { thinking, cancel }
    }
}

impl Opponent for OwnAgent<'_> {
    fn choose(&mut self, game: &Game, _: &Allowance) -> Result<Chosen, PlayError> {
        let thought = self.thinking.choose(game.position(), self.cancel);
        // A search that was cut short has not found what it would have played.
        if self.cancel.is_requested() {
            return Err(Absence::Interrupted.into());
        }
        Ok(thought.mv.0.into())
    }
}
