//! Play against a remote program, as the document of 2008 describes it, without the
//! network: what is said ([`Message`]), in which order ([`Stage`]), and what a session
//! needs from outside for it ([`Network`]).

mod event;
mod link;
mod message;
mod network;
mod stage;

pub use event::{ForfeitReason, RemoteEvent};
pub use link::{Awaited, Link};
pub use message::{BadMessage, LONGEST_MESSAGE, Message};
pub use network::{Connection, Door, Heard, MOST_ID, Network, RemoteError};
pub use stage::{Side, Stage, Told};
