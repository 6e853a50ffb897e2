//! Updating the expectations in files to match the actual output.
//!
//! A run gathers patches: the bytes of expectations that are not met, and their replacements.
//! Here they become changes of files. Only the bytes of expectations change. Where two
//! scenarios propose different replacements for the same bytes, those bytes stay. A file that
//! has changed since it was read is left alone.

mod change;
mod plan;

pub use change::{Edit, FileChange, Store};
pub use plan::Plan;
