//! A board to play and analyse on, in the browser.
//!
//! One thread owns the session (`keeper.rs`). The terminal and the pages send it [`Order`]s, and
//! after each change it publishes a whole [`Snapshot`]. A page is rendered here from the newest
//! snapshot, and the parts that have changed are streamed to it; so a reload loses nothing, and
//! a slow page skips what it has missed. An analyst in a thread of its own analyses the position
//! on the board while a page asks for it.
//!
//! ```text
//! terminal ─ Handle ─┐            ┌▶ Terminal (words for the terminal)
//! pages ─ server ────┴▶ Queue ─ keeper ─▶ Snapshot ─▶ pages
//!                                 └▶ analyst ─▶ Analysis ─▶ pages
//! ```

mod address;
mod analysis;
mod analysis_target;
mod analyst;
mod board_view;
mod connection;
mod engines;
mod fragment;
mod how_to_play;
mod keeper;
mod lesson;
mod mode;
mod opened;
mod order;
mod page;
mod panels;
mod pattern;
mod position_link;
mod puzzle;
mod queue;
mod routes;
mod security;
mod server;
mod snapshot;
mod stream;
mod strength;
mod tree;

pub use address::Address;
pub use engines::Engines;
pub use keeper::{Terminal, keep};
pub use order::{Answer, By, Order, Reply};
pub use queue::Handle;
pub use security::Secrets;
pub use server::{NotServed, serve};
pub use snapshot::Snapshot;
pub use strength::OfferedStrength;
