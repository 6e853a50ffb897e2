//! Scoreboards.
//!
//! A [`Scoreboard`] holds the results of games. It is printed as [text](Scoreboard::text), as
//! [standings](Scoreboard::table) during a match, as [CSV](Scoreboard::csv) and as a page
//! ([`page()`]); serde writes it as JSON.

mod html;
mod scoreboard;
mod text;

pub use html::page;
pub use scoreboard::{
    Duel, DuelElo, DuelTest, FaultCounts, Heading, Meeting, Scoreboard, Standing, StandingRating,
};
pub use text::games_csv;
