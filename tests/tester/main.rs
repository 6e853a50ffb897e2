//! Scenarios and scripts: reading, running, formatting and updating them.

mod bless;
mod bless_properties;
#[path = "../common/collection.rs"]
mod collection;
mod documentation;
mod files;
mod fixtures;
mod formatter;
mod scenarios;
mod scripts;
mod shelf;
