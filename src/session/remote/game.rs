//! The state of a game with a remote program.

use super::{Side, Stage};
use ataxx_core::board::Color;

/// The state of a game with a remote program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteGame {
    /// The side of this session.
    pub side: Side,
    /// The stage of the conversation.
    pub stage: Stage,
}

/// What a session waits for in remote play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// A program that joins.
    Guest,
    /// An answer from the host to be joined.
    Answer,
    /// The set-up by the host.
    SetUp,
    /// A move of this colour.
    Move(Color),
    /// The confirmation of the end.
    Stop,
}

impl RemoteGame {
    /// What the session waits for; `None` when it is this side's turn, or the conversation is
    /// over.
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

    /// Whether the conversation is over.
    pub fn is_over(self) -> bool {
        self.stage == Stage::Over
    }
}
