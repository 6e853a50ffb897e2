//! When the game is over, and who has won.

use super::{Cell, LiteralPosition};
use crate::board::{Color, Ending, LimitResult, Outcome, Rules, Stuck};
use std::cmp::Ordering;

impl LiteralPosition {
    /// The result; `None` while the game goes on.
    ///
    /// Where several ends hold at once, 'no pieces' decides before all others,
    /// and an end of the game by itself (neither side can move, or one cannot and
    /// the rules stop there) before a limit. Of the two limits the one on jumps
    /// is named.
    #[must_use]
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        let red = self.count(Cell::Red);
        let blue = self.count(Cell::Blue);
        let over = |winner, ending| Some(Outcome { winner, ending });

        // A side that has no pieces loses. (A picture without any piece has
        // nobody to win it.)
        match (red, blue) {
            (0, 0) => return over(None, Ending::NoPieces),
            (0, _) => return over(Some(Color::Blue), Ending::NoPieces),
            (_, 0) => return over(Some(Color::Red), Ending::NoPieces),
            _ => {}
        }

        // When neither side can move, more pieces win and equal pieces draw. No
        // closing passes are played.
        let red_moves = self.has_a_move(Color::Red, rules);
        let blue_moves = self.has_a_move(Color::Blue, rules);
        if !red_moves && !blue_moves {
            return over(more(red, blue), Ending::NoMoves);
        }

        // There are rules that stop when the side to move cannot, and give all
        // empty squares to the other side.
        if rules.stuck == Stuck::StopAndAward {
            let empty = self.count(Cell::Empty);
            if self.turn == Color::Red && !red_moves {
                return over(more(red, blue + empty), Ending::Stuck);
            }
            if self.turn == Color::Blue && !blue_moves {
                return over(more(red + empty, blue), Ending::Stuck);
            }
        }

        // When the count of consecutive jumps reaches its limit, more pieces win
        // and equal pieces draw; there are rules by which it is a draw anyway.
        if let Some(limit) = rules.jump_limit
            && self.jumps >= u32::from(limit.jumps.get())
        {
            let winner = match limit.result {
                LimitResult::MorePieces => more(red, blue),
                LimitResult::Draw => None,
            };
            return over(winner, Ending::JumpLimit);
        }

        // Some rules limit the number of plies of a game; at the limit
        // more pieces win and equal pieces draw.
        if let Some(limit) = rules.ply_limit
            && self.plies >= limit.get()
        {
            return over(more(red, blue), Ending::PlyLimit);
        }

        None
    }
}

/// The side with more; nobody when they have as many.
fn more(red: u32, blue: u32) -> Option<Color> {
    match red.cmp(&blue) {
        Ordering::Greater => Some(Color::Red),
        Ordering::Less => Some(Color::Blue),
        Ordering::Equal => None,
    }
}
