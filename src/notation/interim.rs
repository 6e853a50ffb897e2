//! interim
use crate::board::{PlayedMove, Position};
use crate::notation::Dump;
/// interim
#[must_use]
pub fn labelled_board(position: &Position, _: Option<PlayedMove>) -> String {
    Dump(*position).to_string().replace("===", "")
}
