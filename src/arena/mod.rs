//! Matches and tournaments between programs.
//!
//! A [`Plan`] and the results so far say which games are to be played; [`run()`] plays them
//! and hands each on as it ends; [`Log`] keeps them, so that a match that was broken off
//! goes on where it stopped.

mod control;
mod decider;
mod description;
mod entrant;
mod folder;
mod game;
mod log;
mod opening;
mod played;
mod player;
pub mod rating;
pub mod report;
mod run;
mod schedule;
#[cfg(test)]
mod tests;

pub use control::{Allowance, AllowedTime, BadClock, Clocks, Control, Timing};
pub use decider::Decider;
pub use description::{DescribedPlayer, Description};
pub use entrant::{BadEntrant, Entrant, Evaluator, Kind, NotLoaded, Spec, Thinking, presets};
pub use folder::{Folder, FolderError, OpenedFolder, merge, write_merged};
pub use game::{Adjudication, AtMostPlies, Conditions, Ended, NotPlayed, play};
pub use log::{Log, LogError, Opened};
pub use opening::{NoOpening, Openings};
pub use played::{End, Forfeit, NotOfMatch, PlayedGame};
pub use player::{Agent, Ai, AiSettings, Chosen, Failing, Player, TextPlayer, UaiPlayer};
pub use run::{Broken, GoOn, Setup, run};
pub use schedule::{Format, Known, Pairing, Plan, Results};
