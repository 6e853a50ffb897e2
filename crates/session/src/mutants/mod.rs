//! Fault injection: sessions with one known fault, which show whether scenarios detect it.

mod changes;
mod injected;
mod list;
mod move_cache;
mod session;

pub use list::{Fault, Shown};
pub use move_cache::MoveCache;
pub use session::FaultySession;
