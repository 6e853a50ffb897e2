//! A board to play and analyse on, in the browser.
//!
//! One thread owns the session (`keeper.rs`). The terminal and the pages send it [`Order`]s, and
//! after each change it publishes a whole [`Snapshot`]. A page is rendered here from the newest
//! snapshot, and the parts that have changed are streamed to it; so a reload loses nothing, and
//! a slow page skips what it has missed. Each page says with its stream what it wants to know of the
//! position on the board, and an analyst in a thread of its own finds it out.
//!
//! ```text
//! terminal ─ Handle ─┐            ┌▶ Terminal (words for the terminal)
//! pages ─ server ────┴▶ Queue ─ keeper ─▶ Snapshot ─▶ pages
//!                                 └▶ analyst ─▶ Analysis ─▶ pages
//! ```

mod analyst;
mod engines;
mod entrance;
mod folder;
mod keeper;
mod page;
mod queue;
mod secrets;
mod security;
mod server;
mod target;

pub use ataxx_page::keeper::Keeper;
pub use ataxx_page::library::Library;
pub use ataxx_page::place::{Place, Terminal};
pub use ataxx_page::{Answer, OfferedStrength, Order, Reply, Sender, Snapshot};
pub use engines::Engines;
pub use folder::Folder;
pub use keeper::run_session;
pub use queue::Handle;
pub use secrets::Secrets;
pub use security::Address;
pub use server::{NotServed, pages, serve};
