//! `quit`: leaves.

use super::spec::none;
use super::{Command, Done, Spec};
use crate::session::{Event, Session};

pub static SPEC: Spec = Spec {
    details: |_| "So do `exit` and the end of input.",
    ..Spec::new("quit", |_| "exit", |text, _| none(text, Command::Quit))
};

pub fn run(session: &mut Session) -> Done {
    let mut events = session.resign();
    events.push(Event::Quit);
    Ok(events)
}
