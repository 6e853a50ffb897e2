//! The program from outside: whole screens of its commands, sessions, the agent, and the examples
//! in the documentation.

mod agent;
mod analyze;
mod batch;
mod bench;
#[cfg(unix)]
mod class;
#[path = "../common/mod.rs"]
mod common;
mod convert;
mod docs;
mod faults;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod grading_keys;
#[cfg(unix)]
mod install;
#[cfg(unix)]
mod page_commands;
mod perft;
mod position;
mod printed;
mod puzzles;
#[cfg(feature = "display")] // the page is of the whole program
mod reference;
#[cfg(unix)]
mod release;
#[path = "../common/screen.rs"]
mod screen;
mod scripts;
mod search_nodes;
mod session;
mod shards;
mod solve;
mod tables;
mod test;
mod verify;
