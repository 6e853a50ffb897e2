//! The remote opponent's part in a session.

use super::{Flow, Interpreter, Output};
use crate::session::grammar::Command;
use crate::session::{
    Awaited, Connection, Event, Heard, Link, MOST_ID, Message, Network, Refusal, RemoteError,
    RemoteEvent, Session, Side,
};
use std::time::Duration;

/// How long we wait to hear that the other side has seen the last move.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(10);

impl Interpreter<'_> {
    /// The input is at its end: leaves the remote opponent, if there is one, as `quit`
    /// does.
    pub fn leave(&mut self, show: &mut dyn FnMut(&Session, Output) -> Flow) {
        if self.connection.is_none() {
            return;
        }
        if let Ok(events) = self.session.execute(&Command::Quit) {
            let _ = self.happen_all(events, show);
        }
        self.connection = None;
    }

    /// Waits for somebody to join.
    pub(super) fn host(
        &mut self,
        id: &str,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Result<Flow, Refusal> {
        let door = self.network(id)?.open(id).map_err(Refusal::Remote)?;
        let open = Event::Remote(RemoteEvent::DoorOpen {
            id: id.to_owned(),
            place: door.place(),
        });
        for output in [Output::Event(open), Output::Waiting(Awaited::Guest)] {
            let flow = show(&self.session, output);
            if flow != Flow::GoOn {
                return Ok(flow);
            }
        }
        let connection = door.guest(self.told).map_err(Refusal::Remote)?;
        Ok(self.meet(Side::Host, connection, show))
    }

    /// Joins somebody who waits.
    pub(super) fn join(
        &mut self,
        id: &str,
        place: &str,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Result<Flow, Refusal> {
        let network = self.network(id)?;
        let flow = show(&self.session, Output::Waiting(Awaited::Answer));
        if flow != Flow::GoOn {
            return Ok(flow);
        }
        let connection = network
            .join(id, place, self.told)
            .map_err(Refusal::Remote)?;
        Ok(self.meet(Side::Client, connection, show))
    }

    fn network(&self, id: &str) -> Result<&dyn Network, Refusal> {
        let network = self.network.ok_or(Refusal::NoRemotePlay)?;
        if id.len() > MOST_ID {
            return Err(Refusal::Remote(RemoteError::LongId));
        }
        Ok(network)
    }

    fn meet(
        &mut self,
        side: Side,
        connection: Box<dyn Connection>,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Flow {
        let events = self.session.meet(side, connection.other_end());
        self.connection = Some(connection);
        self.happen_all(events, show)
    }

    /// Says something to the remote opponent.
    pub(super) fn say(
        &mut self,
        message: Message,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Flow {
        let Some(connection) = &mut self.connection else {
            return Flow::GoOn;
        };
        match connection.say(message) {
            Ok(()) => Flow::GoOn,
            Err(reason) => {
                let events = self.session.hear(&Heard::Lost(reason));
                self.happen_all(events, show)
            }
        }
    }

    /// Takes in what the remote opponent has said although it is not its turn: that it
    /// leaves, or nonsense. `None` when it has said nothing; otherwise whatever was to be
    /// done next is out of date.
    pub(super) fn overhear(
        &mut self,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Option<Flow> {
        // Where something is awaited, it may be that.
        if self.session.awaited().is_some() {
            return None;
        }
        let heard = self.connection.as_mut()?.overhear()?;
        Some(self.take_in(&heard, show))
    }

    /// Waits for what the remote opponent says next.
    pub(super) fn remote_turn(
        &mut self,
        awaited: Awaited,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Flow {
        let flow = show(&self.session, Output::Waiting(awaited));
        if flow != Flow::GoOn {
            return flow;
        }
        let patience = (awaited == Awaited::Stop).then_some(PATIENCE_AT_THE_END);
        let heard = match &mut self.connection {
            Some(connection) => connection.hear(patience, self.told),
            None => Heard::Lost("there is none any more".to_owned()),
        };
        self.take_in(&heard, show)
    }

    fn take_in(&mut self, heard: &Heard, show: &mut dyn FnMut(&Session, Output) -> Flow) -> Flow {
        let events = self.session.hear(heard);
        let flow = self.happen_all(events, show);
        self.hang_up();
        flow
    }

    /// Ends a connection over which nothing more is said.
    pub(super) fn hang_up(&mut self) {
        if self.session.link().is_none_or(Link::is_over) {
            self.connection = None;
        }
    }
}
