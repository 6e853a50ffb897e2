//! Processes that talk with the program: text programs, UAI engines, agents, matches between them,
//! other programs over a connection, and people at a pseudo-terminal.

#[cfg(unix)]
mod asking;
#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
mod conform;
#[cfg(unix)]
mod engines;
#[cfg(unix)]
mod explore;
#[cfg(unix)]
mod foreign;
#[cfg(unix)]
mod matches;
#[cfg(unix)]
#[cfg(unix)]
#[path = "../common/processes.rs"]
mod process_groups;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
#[path = "../common/python.rs"]
mod python;
#[cfg(unix)]
mod reloaded;
mod remote;
#[cfg(target_os = "linux")]
mod sandbox;
mod scoreboards;
#[path = "../common/screen.rs"]
mod screen;
#[cfg(unix)]
mod split_match;
#[cfg(unix)]
mod stopped;
#[cfg(unix)]
mod subject;
#[cfg(unix)]
mod suites;
#[cfg(unix)]
mod terminal;
#[cfg(unix)]
mod uai_client;
mod uai_engine;
