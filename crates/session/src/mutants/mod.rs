//! Fault injection: sessions with one known fault, which show whether scenarios detect it.

mod changes;
mod injected;
mod list;
mod session;

pub use list::{Fault, Shown};
pub use session::{FaultySession, MoveCache};
