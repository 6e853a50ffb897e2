//! Comments of people on moves, each on one line:
//!
//! ```text
//! # comment 1...: too slow
//! # comment of 2 3.: better
//! ```
//!
//! The first is on Blue's move of turn 1, the second on Red's move of turn 3 in the second
//! variation.

use super::headers::Remark;
use super::moves::{place, turn_name, without_second_comment};
use crate::board::Game;
use std::collections::BTreeMap;
use std::fmt;

/// The comments on moves, by the index of the variation (`None` for the game) and the number of its
/// moves before the move.
pub(super) type Comments = BTreeMap<(Option<usize>, usize), Remark>;

/// The comment on a move in a line of text, and its place. `line_of` gives the game, or the variation
/// with an index.
pub(super) fn read<'a>(
    text: &str,
    line_of: impl Fn(Option<usize>) -> Option<&'a Game>,
) -> Option<((Option<usize>, usize), Remark)> {
    let comment = text.trim_start().strip_prefix('#')?.trim_start();
    let body = without_second_comment(comment.strip_prefix("comment ")?);
    let (head, text) = body.split_once(':')?;
    let (index, turn) = match head.trim_start().strip_prefix("of ") {
        Some(head) => {
            let (number, turn) = head.trim_start().split_once(' ')?;
            (Some(number.parse::<usize>().ok()?.checked_sub(1)?), turn)
        }
        None => (None, head),
    };
    let line = line_of(index)?;
    let (rest, (ply, _)) = place(turn, line).ok()?;
    let is_on_move = rest.trim().is_empty() && ply < line.moves().len();
    is_on_move.then_some(((index, ply), Remark::new(text)?))
}

/// Prints a line for each comment, after a line end.
pub(super) fn print<'a>(
    comments: &Comments,
    line_of: impl Fn(Option<usize>) -> Option<&'a Game>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (&(index, ply), comment) in comments {
        let before = line_of(index).and_then(|line| line.positions().nth(ply));
        let Some(before) = before else { continue };
        f.write_str("\n# comment ")?;
        if let Some(index) = index {
            write!(f, "of {} ", index + 1)?;
        }
        write!(f, "{}: {comment}", turn_name(before))?;
    }
    Ok(())
}
