//! A session's part in a conversation.

use super::{Side, Stage};
use crate::board::Color;

/// A session's part in a conversation with a remote program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteGame {
    /// Which of the two it is.
    pub side: Side,
    /// How far they are.
    pub stage: Stage,
}

/// What is to come from a remote program next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// A guest.
    Guest,
    /// An answer from the place where a game is to be joined.
    Answer,
    /// The game as the host sets it up.
    SetUp,
    /// A move of this colour.
    Move(Color),
    /// That it has seen the last move.
    Stop,
}

impl RemoteGame {
    /// What is to come from the remote program before anything else can be done; `None`
    /// when it is this side's turn, or nothing more is said.
    #[must_use]
    pub fn waiting_for(self) -> Option<WaitingFor> {
        match self.stage {
            Stage::SetUp | Stage::Colored(_) | Stage::SettingUp(_) if self.side == Side::Client => {
                Some(WaitingFor::SetUp)
            }
            Stage::Playing(roles) if roles.mover() != self.side => {
                Some(WaitingFor::Move(roles.turn))
            }
            Stage::Decided { waits } if waits == self.side => Some(WaitingFor::Stop),
            _ => None,
        }
    }

    /// Whether anything more is said.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.stage == Stage::Over
    }
}
