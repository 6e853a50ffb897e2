//! Files are made to expect what there is.
//!
//! A run gathers patches: the bytes of expectations that are not met, and what would have to
//! stand there. Here they become changes of files. Nothing but the bytes of expectations
//! changes; where two scenarios want different things of the same bytes, those stay as they
//! are; a file that is no longer as it was read is left alone.

mod change;
mod plan;
mod sound;
mod wish;

pub use change::{Edit, FileChange, Store};
pub use plan::Plan;
