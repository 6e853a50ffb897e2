//! The protocol of play against a remote program, as the document of 2008 describes it:
//! messages ([`Message`]), their order ([`Stage`]), and the interface to the network
//! ([`Network`]).

mod message;
mod network;
mod stage;

pub use message::{BadMessage, MAX_MESSAGE, Message};
pub use network::{Arrival, Connection, Listener, Network, Received, RemoteError};
pub use stage::{RemoteGame, RemoteSide, Roles, Stage, WaitingFor};
