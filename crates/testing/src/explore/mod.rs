//! Exploring: generated sessions that are carried out by a program and, by the rules, here.
//! Where the two differ the session is shrunk to the shortest one that still shows it.

mod files;
mod finding;
mod generate;
mod line_kind;
mod own_session;
mod reproduce;
mod scenario_form;
mod search;
mod settings;
mod shrink;

pub use files::file_name;
pub use finding::{Cause, Finding, ScriptFile, title};
pub use scenario_form::scenarios;
pub use search::{Exploration, Observer, explore};
pub use settings::ExploreSettings;
