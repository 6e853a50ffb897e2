#![doc = include_str!("../README.md")]

mod engine_log;
mod entrant;
mod openings;
mod played;
pub mod report;
mod run;
mod schedule;
mod setup;
mod store;
#[cfg(test)]
mod tests;

pub use engine_log::EngineLog;
pub use entrant::{AGENT_TIME, Entrant, EntrantKind, EntrantLimits, Person, common_rules};
pub use openings::{NoOpening, Openings};
pub use played::{LostMove, NotOfMatch, Pairing, PlayedGame};
pub use run::{Finished, GameEvent, MatchError, run};
pub use schedule::{Decider, Results, SchedulePlan, TournamentFormat, complete_pairs};
pub use setup::{DescribedPlayer, Description, MatchSetup};
pub use store::{FolderError, Log, Merged, Opened, merge, open_folder, write_merged};
