//! Whole screens of the subcommands, and the examples in the documentation.

mod analyze;
mod batch;
mod bench;
#[cfg(unix)]
mod class;
mod convert;
mod docs;
mod faults;
mod fmt;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod graders;
mod perft;
mod position;
mod puzzles;
mod schema;
#[path = "../common/screen.rs"]
mod screen;
mod scripts;
mod shards;
mod solve;
mod test;
#[cfg(feature = "train")]
mod train;
mod verify;
