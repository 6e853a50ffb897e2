//! Scoreboards.
//!
//! A [`Scoreboard`] holds the results of games. It is printed as [text](Scoreboard::text), as
//! [standings](Scoreboard::table) during a match, as [CSV](Scoreboard::csv) and as a page
//! ([`page()`]); serde writes it as JSON.

mod csv;
mod duel;
mod html;
mod scoreboard;
mod text;
mod words;

pub use csv::games_csv;
pub use duel::{Duel, DuelElo, DuelTest};
pub use html::page;
pub use scoreboard::{FaultCounts, Heading, Meeting, Scoreboard, Standing, StandingRating};
