//! Other programs as processes: text programs, UAI engines, agents, and matches between them.

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
#[path = "../common/processes.rs"]
mod process_groups;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
#[path = "../common/python.rs"]
mod python;
#[cfg(unix)]
mod reloaded;
mod scoreboards;
#[path = "../common/screen.rs"]
mod screen;
#[cfg(unix)]
mod stopped;
#[cfg(unix)]
mod subject;
#[cfg(unix)]
mod suites;
#[cfg(unix)]
mod uai_client;
mod uai_engine;
