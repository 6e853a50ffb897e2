//! Other programs that choose moves for the AIs of a session.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};

/// Chooses moves in place of the AIs of a session, for instance with another engine.
pub trait Chooser {
    /// The move of the AI with this colour, which is to move; `None` if the AI itself chooses.
    /// Returns soon after `cancel` is requested.
    fn choose(&self, game: &Game, color: Color, cancel: &Cancellation) -> Option<Move>;
}
