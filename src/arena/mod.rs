//! Matches and tournaments between programs.
//!
//! The games of a match follow from a [`Plan`] and the results so far. [`run()`] plays them and
//! reports each when it ends; a [`Log`] keeps them, so that an interrupted match can be resumed.

mod decider;
mod description;
mod engine_log;
mod entrant;
mod error;
mod folder;
mod log;
mod opening;
mod played;
mod random_move;
pub mod report;
mod run;
mod schedule;
#[cfg(test)]
mod tests;

pub use decider::Decider;
pub use description::{DescribedPlayer, Description};
pub use engine_log::EngineLog;
pub use entrant::{AGENT_TIME, Entrant, Kind, Thinking, common_rules};
pub use error::FolderError;
pub use folder::{Merged, merge, open_folder, write_merged};
pub use log::{Log, Opened};
pub use opening::{NoOpening, Openings};
pub use played::{NotOfMatch, Pairing, PlayedGame};
pub use random_move::RandomMove;
pub use run::{Broken, Finished, GameEvent, Setup, run};
pub use schedule::{Format, Known, Plan, Results};
