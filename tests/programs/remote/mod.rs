//! Games between two processes over a connection.

#[cfg(target_os = "linux")]
mod cut;
mod games;
mod hostile;
mod pending;
mod properties;
mod remote_play;
