//! Scoreboards.
//!
//! A [`Scoreboard`] is what games came to; it prints itself as [text](Scoreboard::text), also
//! [while games go on](Scoreboard::table), as [CSV](Scoreboard::csv) and as a
//! page ([`page()`]), and serde writes it as JSON.

mod csv;
mod duel;
mod html;
mod scoreboard;
mod text;
mod words;

pub use csv::games_csv;
pub use duel::{Duel, DuelElo, DuelTest};
pub use html::page;
pub use scoreboard::{Forfeits, Heading, Meeting, Scoreboard, Standing, StandingRating};
