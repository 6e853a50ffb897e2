//! Agents of Ataxx Reloaded.

use super::{Chosen, Failing, Player};
use crate::arena::control::Allowance;
use crate::arena::played::Forfeit;
use crate::board::{Color, Game};
use crate::notation::MoveRequest;
use crate::opponents::Launch;
use crate::opponents::reloaded::{NoAnswer, Patience, Request, ask};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// An agent of Ataxx Reloaded, which is started anew for each move: the time to start is
/// its own.
pub struct Agent<'a> {
    launch: Launch,
    stop: &'a AtomicBool,
    /// How long it may take to say its name.
    start: Duration,
    /// Whether it was found that it can be started.
    is_there: bool,
}

impl<'a> Agent<'a> {
    /// An agent that is started like this, and may take so long to say its name. Once
    /// `stop` is set it is killed.
    #[must_use]
    pub const fn new(launch: Launch, start: Duration, stop: &'a AtomicBool) -> Self {
        Self {
            launch,
            stop,
            start,
            is_there: false,
        }
    }
}

impl Player for Agent<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failing> {
        if self.is_there {
            return Ok(());
        }
        let patience = Patience {
            answer: self.start,
            ..Patience::DOCUMENT
        };
        let request = Request::Identify;
        let asked = ask(&self.launch, &request, patience, self.stop, &mut |_| {});
        if let Err(error @ (NoAnswer::NotStarted { .. } | NoAnswer::Interrupted)) = asked.answer {
            return Err(error.into());
        }
        // One that has no name can play all the same.
        self.is_there = true;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failing> {
        let request = MoveRequest::new(game.position())
            .map_err(|error| Failing::NotStarted(error.to_string()))?;
        let patience = Patience {
            answer: allowance.until.saturating_duration_since(Instant::now()),
            ..Patience::DOCUMENT
        };
        let request = Request::Move(request);
        let asked = ask(&self.launch, &request, patience, self.stop, &mut |_| {});
        let answer = asked.answer?;
        let illegal = |what: String| Failing::Forfeit(Forfeit::IllegalMove, what);
        let mv = answer
            .to_move()
            .map_err(|error| illegal(error.to_string()))?;
        Ok(Chosen {
            mv: mv.0,
            took: Some(asked.took),
        })
    }
}

impl From<NoAnswer> for Failing {
    fn from(error: NoAnswer) -> Self {
        let what = error.to_string();
        match error {
            NoAnswer::NotStarted { .. } => Self::NotStarted(what),
            NoAnswer::Silent(_) => Self::Forfeit(Forfeit::Crash, what),
            NoAnswer::Late(_) | NoAnswer::Flooded(_) => Self::Forfeit(Forfeit::Stall, what),
            NoAnswer::Interrupted => Self::Interrupted,
        }
    }
}
