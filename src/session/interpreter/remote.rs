//! Remote play in the interpreter.

use super::{Flow, Interpreter, Output, Show};
use crate::session::{
    Command, Connection, Event, Executor, MAX_ID, Message, Network, Received, Refusal, RemoteError,
    RemoteEvent, RemoteGame, Side, WaitingFor,
};
use std::time::Duration;

/// The time to wait for the confirmation of the end.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(10);

impl<E: Executor> Interpreter<'_, E> {
    /// Leaves the remote opponent at the end of input, as `quit` does.
    pub fn leave(&mut self, show: &mut Show) {
        if self.connection.is_none() {
            return;
        }
        if let Ok(events) = self.executor.execute(&Command::Quit) {
            let _ = self.happen_all(events, show);
        }
        self.connection = None;
    }

    /// Waits for a program to join.
    pub(super) fn host(&mut self, id: &str, show: &mut Show) -> Result<Flow, Refusal> {
        let listener = self.network(id)?.listen(id).map_err(Refusal::Remote)?;
        let open = Event::Remote(RemoteEvent::Listening {
            id: id.to_owned(),
            place: listener.place(),
        });
        for output in [Output::Event(open), Output::Waiting(WaitingFor::Guest)] {
            let flow = show(self.session(), output);
            if flow != Flow::GoOn {
                return Ok(flow);
            }
        }
        let connection = listener.accept(self.cancel).map_err(Refusal::Remote)?;
        Ok(self.connect(Side::Host, connection, show))
    }

    /// Joins a host.
    pub(super) fn join(&mut self, id: &str, place: &str, show: &mut Show) -> Result<Flow, Refusal> {
        let network = self.network(id)?;
        let flow = show(self.session(), Output::Waiting(WaitingFor::Answer));
        if flow != Flow::GoOn {
            return Ok(flow);
        }
        let connection = network
            .join(id, place, self.cancel)
            .map_err(Refusal::Remote)?;
        Ok(self.connect(Side::Client, connection, show))
    }

    fn network(&self, id: &str) -> Result<&dyn Network, Refusal> {
        let network = self.network.ok_or(Refusal::NoRemotePlay)?;
        if id.len() > MAX_ID {
            return Err(Refusal::Remote(RemoteError::LongId));
        }
        Ok(network)
    }

    fn connect(&mut self, side: Side, connection: Box<dyn Connection>, show: &mut Show) -> Flow {
        let events = self.session_mut().connect(side, connection.other_end());
        self.connection = Some(connection);
        self.happen_all(events, show)
    }

    /// Sends a message to the remote opponent.
    pub(super) fn send(&mut self, message: Message, show: &mut Show) -> Flow {
        let Some(connection) = &mut self.connection else {
            return Flow::GoOn;
        };
        match connection.send(message) {
            Ok(()) => Flow::GoOn,
            Err(reason) => {
                let events = self.session_mut().receive(&Received::Disconnected(reason));
                self.happen_all(events, show)
            }
        }
    }

    /// Handles a message that the remote opponent sent out of turn: that it leaves, or
    /// nonsense. `None` when there is none; otherwise what was to be done next is out of date.
    pub(super) fn check_remote(&mut self, show: &mut Show) -> Option<Flow> {
        // A message is expected then.
        if self.session().waiting_for().is_some() {
            return None;
        }
        let received = self.connection.as_mut()?.try_receive()?;
        Some(self.take_in(&received, show))
    }

    /// Waits for the next message of the remote opponent.
    pub(super) fn remote_turn(&mut self, awaited: WaitingFor, show: &mut Show) -> Flow {
        let flow = show(self.session(), Output::Waiting(awaited));
        if flow != Flow::GoOn {
            return flow;
        }
        let patience = (awaited == WaitingFor::Stop).then_some(PATIENCE_AT_THE_END);
        let received = match &mut self.connection {
            Some(connection) => connection.receive(patience, self.cancel),
            None => Received::Disconnected("it is closed".to_owned()),
        };
        self.take_in(&received, show)
    }

    fn take_in(&mut self, received: &Received, show: &mut Show) -> Flow {
        let events = self.session_mut().receive(received);
        let flow = self.happen_all(events, show);
        self.hang_up();
        flow
    }

    /// Closes the connection when the conversation is over.
    pub(super) fn hang_up(&mut self) {
        if self.session().remote().is_none_or(RemoteGame::is_over) {
            self.connection = None;
        }
    }
}
