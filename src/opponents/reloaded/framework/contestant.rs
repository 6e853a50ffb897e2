//! Whoever plays a game in the framework.

use super::Fault;
use crate::board::{Color, Game, Position};
use crate::notation::{MoveRequest, NoBlocksInReloaded, ReloadedMove};

/// Whoever plays a game in the framework.
pub trait Contestant {
    /// Chooses a move. It is asked only when the game goes on and there is a legal one.
    ///
    /// # Errors
    ///
    /// When the game cannot go on with it.
    fn choose(&mut self, situation: &Situation) -> Result<Choice, Absence>;
}

/// What a contestant has to decide on.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    game: &'a Game,
}

/// What came of a question for a move. Whether it is legal is for the framework to say.
pub type Choice = Result<ReloadedMove, Fault>;

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Absence {
    /// An agent cannot be started, for this reason: an error of whoever named it, and no
    /// fault of its play.
    #[error("{0}")]
    NotStarted(String),
    /// A person has left.
    #[error("the player has left")]
    Left,
    /// We were told to stop.
    #[error("interrupted")]
    Interrupted,
}

impl<'a> Situation<'a> {
    /// That of the side to move.
    pub(super) const fn of(game: &'a Game) -> Self {
        Self { game }
    }

    /// The game as it stands.
    #[must_use]
    pub const fn game(&self) -> &'a Game {
        self.game
    }

    /// The position as it is: Red is black, Blue is white.
    #[must_use]
    pub const fn position(&self) -> &'a Position {
        self.game.position()
    }

    /// Who has to decide.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.game.position().turn()
    }

    /// What an agent is asked: it always plays black, so that white gets the board with the
    /// colours exchanged. Squares keep their names.
    ///
    /// # Errors
    ///
    /// When there is a block on the board, which no game of Reloaded has.
    pub fn request(&self) -> Result<MoveRequest, NoBlocksInReloaded> {
        MoveRequest::new(self.position())
    }
}
