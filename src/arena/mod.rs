//! Matches and tournaments between programs.
//!
//! A [`Plan`] and the results so far say which games are to be played; [`run()`] plays them
//! and hands each on as it ends; [`Log`] keeps them, so that a match that was broken off
//! goes on where it stopped.

mod decider;
mod description;
mod entrant;
mod error;
mod folder;
mod log;
mod opening;
mod played;
pub mod report;
mod run;
mod schedule;
#[cfg(test)]
mod tests;

pub use decider::Decider;
pub use description::{DescribedPlayer, Description};
pub use entrant::{BadEntrant, Entrant, Kind, NotLoaded, Thinking, common_rules};
pub use error::FolderError;
pub use folder::{Folder, OpenedFolder, merge, write_merged};
pub use log::{Log, Opened};
pub use opening::{NoOpening, Openings};
pub use played::{NotOfMatch, Pairing, PlayedGame};
pub use run::{Broken, Setup, run};
pub use schedule::{Format, Known, Plan, Results};
