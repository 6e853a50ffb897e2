//! Records of whole games, a plain text of our own:
//!
//! ```text
//! # everything from a `#` to the end of its line is a comment
//! rules: 2022
//! start: x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1
//!
//! 1. a7-b7 a1-a2
//! 2. a7-a6 a2-a3
//! *
//! ```
//!
//! All header lines may be missing (rules 2022, the usual start), and so may the
//! turn numbers; `1...` stands before a turn of which only Blue's half is there.
//! Blanks and line ends are free between moves, which are in Berkeley notation; `-` is a
//! pass, and under the rules `reloaded` also a move that was forfeited.
//! The result comes last: `1-0` for Red, `0-1` for Blue, `1/2-1/2` for neither,
//! `*` for a game that is not finished; if it is missing, the board decides.
//!
//! Games of a match have more header lines, in any order: `game:` and `opening:` with a
//! number, `red:` and `blue:` with the names of the players, `time:` and `end:` with a
//! text ([`Particulars`]). A file can hold many games, one after the other; then each
//! has its result.
//!
//! Variations are comments of a fixed form, see [`Variation`]. So is what the players report
//! about their moves ([`SearchSummary`]), after the line of the turn, in the order of the moves;
//! `1...` stands before what is about Blue's move alone:
//!
//! ```text
//! 1. a7-b7 a1-a2
//! # 1. {+0.35/12 0.210s n=15023} {-0.20/11 0.198s n=14120}
//! ```

mod game_record;
mod headers;
mod moves;
#[cfg(test)]
mod tests;
mod variation;

pub use game_record::{GameRecord, NotRecordable};
pub use headers::{GameResult, Particulars, Remark};
pub(super) use moves::replay;
pub use variation::Variation;
