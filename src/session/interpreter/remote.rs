//! Remote play in the interpreter.

use super::{Flow, Interpreter, Output, Show};
use crate::session::load::Reading;
use crate::session::{
    Arrival, Command, Connection, Event, Executor, Message, Network, Received, Refusal,
    RemoteEvent, RemoteGame, Side, WaitingFor,
};
use std::time::Duration;

/// The time to wait for the confirmation of the end.
const PATIENCE_AT_THE_END: Duration = Duration::from_secs(10);

impl<E: Executor> Interpreter<'_, E> {
    /// Leaves the remote opponent at the end of input, as `quit` does.
    pub fn leave(&mut self, show: &mut Show) {
        let _ = self.receive_pending(show);
        if self.connection.is_none() {
            return;
        }
        if let Ok(events) = self.executor.execute(&Command::Quit) {
            let _ = self.show_events(events, show);
        }
        self.connection = None;
    }

    /// Handles what the remote opponent has sent by now, or the loss of the connection.
    pub(super) fn receive_pending(&mut self, show: &mut Show) -> Flow {
        while let Some(received) = self.pending() {
            let flow = self.handle(&received, show);
            if flow != Flow::GoOn {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// The same, and lets the side that is to move then make its move.
    pub fn receive(&mut self, show: &mut Show) -> Flow {
        let awaited = self.awaited();
        match self.receive_pending(show) {
            Flow::GoOn if self.awaited() != awaited => self.turns(show),
            flow => flow,
        }
    }

    /// Whether there is a connection to a remote opponent.
    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Notices what the remote opponent sends next, in any thread; `None` without a connection.
    pub fn arrival(&self) -> Option<Arrival> {
        self.connection.as_ref()?.arrival()
    }

    pub(super) fn pending(&mut self) -> Option<Received> {
        self.connection.as_mut()?.try_receive()
    }

    /// Waits for a program to join.
    pub(super) fn host(&mut self, id: &str, show: &mut Show) -> Result<Flow, Refusal> {
        let listener = self.network()?.listen(id).map_err(Refusal::Remote)?;
        let open = Event::Remote(RemoteEvent::Listening {
            id: id.to_owned(),
            place: listener.place(),
        });
        for output in [Output::Event(open), self.waiting(WaitingFor::Guest)] {
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
        let network = self.network()?;
        let flow = show(self.session(), self.waiting(WaitingFor::Answer));
        if flow != Flow::GoOn {
            return Ok(flow);
        }
        let connection = network
            .join(id, place, self.cancel)
            .map_err(Refusal::Remote)?;
        Ok(self.connect(Side::Client, connection, show))
    }

    fn waiting(&self, awaited: WaitingFor) -> Output<'static> {
        Output::Waiting {
            awaited,
            is_last: !self.reading.iter().any(Reading::has_commands),
        }
    }

    fn network(&self) -> Result<&dyn Network, Refusal> {
        self.network.ok_or(Refusal::NoRemotePlay)
    }

    fn connect(&mut self, side: Side, connection: Box<dyn Connection>, show: &mut Show) -> Flow {
        let events = self.session_mut().connect(side, connection.other_end());
        self.connection = Some(connection);
        self.show_events(events, show)
    }

    /// Sends a message to the remote opponent. Returns what follows if that fails.
    pub(super) fn send(&mut self, message: Message) -> Vec<Event> {
        let Some(connection) = &mut self.connection else {
            return Vec::new();
        };
        match connection.send(message) {
            Ok(()) => Vec::new(),
            Err(reason) => self.session_mut().receive(&Received::Disconnected(reason)),
        }
    }

    /// Waits for the next message of the remote opponent.
    pub(super) fn remote_turn(&mut self, awaited: WaitingFor, show: &mut Show) -> Flow {
        let flow = show(self.session(), self.waiting(awaited));
        if flow != Flow::GoOn {
            return flow;
        }
        let patience = (awaited == WaitingFor::Stop).then_some(PATIENCE_AT_THE_END);
        let received = match &mut self.connection {
            Some(connection) => connection.receive(patience, self.cancel),
            None => Received::Disconnected("it is closed".to_owned()),
        };
        self.handle(&received, show)
    }

    pub(super) fn handle(&mut self, received: &Received, show: &mut Show) -> Flow {
        let events = self.session_mut().receive(received);
        let flow = self.show_events(events, show);
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
