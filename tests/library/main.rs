//! What runs in this process: scenarios and scripts (reading, running, formatting, updating), the
//! faults that they detect, the built-in puzzles, and the structure of the source and of a run of CI.

mod bite;
mod bless;
mod bless_properties;
#[path = "../common/collection.rs"]
mod collection;
mod continuous_integration;
mod documentation;
mod files;
mod fixtures;
mod puzzles;
mod scenarios;
mod scripts;
mod shelf;
