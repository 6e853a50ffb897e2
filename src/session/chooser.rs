//! What the choice of an AI's move may be left to.

use crate::board::{Color, Game, Move};
use crate::cancellation::Cancellation;

/// Somebody else who chooses for AIs: another program, say.
pub trait Chooser {
    /// The move of the AI of a colour whose turn it is, soon once `told` is set; `None`:
    /// the AI itself chooses.
    fn choose(&self, game: &Game, color: Color, told: &Cancellation) -> Option<Move>;
}
