//! Exploring: generated sessions that are carried out by a program and, by the rules, here.
//! Where the two differ the session is shrunk to the shortest one that still shows it.

mod cause;
mod deviation;
mod engine;
mod files;
mod finding;
mod generate;
mod line_kind;
mod reproduce;
mod search;
mod settings;
mod settled;
mod shrink;
mod trial;

pub use cause::Cause;
pub use deviation::{Deviation, Difference};
pub use engine::{
    EngineExploration, EngineFinding, Kind, engine_scenarios, explore_engine, rules_of,
};
pub use files::{ScriptFile, file_name, scenarios, script};
pub use finding::{Finding, broken_board_rule as reason, title};
pub use generate::Situation;
pub(super) use reproduce::difference_with_fault;
pub use search::{Exploration, Observer, explore};
pub use settings::ExploreSettings;
pub(super) use settings::Patience;
pub(super) use trial::{carry_out, deviation_from};
