//! Agents of Ataxx Reloaded.

use super::{Chosen, Failing, Player};
use crate::arena::control::Allowance;
use crate::arena::played::Forfeit;
use crate::board::{Color, Game};
use crate::protocol::Launch;
use crate::scenario::subject::{AgentSubject, Subject};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// An agent of Ataxx Reloaded, which is started anew for each move: the time to start is
/// its own.
pub struct Agent<'a> {
    subject: AgentSubject<'a>,
}

impl<'a> Agent<'a> {
    /// An agent that is started like this.
    #[must_use]
    pub fn new(launch: Launch, stop: &'a AtomicBool) -> Self {
        Self {
            subject: AgentSubject::new(launch, stop, Duration::ZERO, 0),
        }
    }
}

impl Player for Agent<'_> {
    fn begin(&mut self, _: &Game, _: Color) -> Result<(), Failing> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failing> {
        self.subject.set_game(game, allowance.until)?;
        let made = self.subject.ai_move(allowance.until)?;
        self.subject.take_dialogue();
        match made.illegal {
            Some(what) => Err(Failing::Forfeit(Forfeit::IllegalMove, what)),
            None => Ok(Chosen {
                mv: made.mv,
                took: Some(made.took),
            }),
        }
    }
}
