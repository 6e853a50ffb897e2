//! What the interpreter gets from outside: the answers to requests of commands, and the messages of
//! a remote opponent.

use super::{Carried, Flow, Interpreter, Output, Show};
use crate::{
    Arrival, Command, Connection, Event, Executor, GameAddress, LoadError, Message, Network,
    PositionSource, Received, Refusal, RemoteEvent, RemoteGame, RemoteSide, Request, Study,
    TextFile, WaitingFor,
};
use ataxx_core::board::Game;
use ataxx_core::notation::{
    GameRecord, NotRecordable, ReadPosition, SyntaxError, position_as_read, read_game,
};
use std::time::Duration;

/// The time to wait for the confirmation of the end.
const CONFIRMATION_TIMEOUT: Duration = Duration::from_secs(10);

/// Requests of commands.
impl<E: Executor> Interpreter<'_, E> {
    /// Answers the request of a command.
    pub(super) fn answer(&mut self, request: Request, show: &mut Show) -> Result<Carried, Refusal> {
        let flow = match request {
            Request::Load(name) => return self.load(name, show),
            Request::Save(name) => self.save(name, show)?,
            Request::ReadPosition(name) => self.put_position(&name, show)?,
            Request::Study(study) => self.study(study, show),
            Request::Host(id) => self.host(&id, show)?,
            Request::Join(GameAddress { id, host }) => self.join(&id, &host, show)?,
        };
        Ok(Carried::Out(flow))
    }

    /// Opens a file of commands, or loads a game record.
    fn load(&mut self, name: String, show: &mut Show) -> Result<Carried, Refusal> {
        if self.reading.len() <= 1 {
            self.loading.reset_count();
        }
        let opened = self.loading.open(&name);
        let file = opened.map_err(|error| Refusal::Load { file: name, error })?;
        if is_record(&file.text) {
            self.load_record(&file, show).map(Carried::Out)
        } else {
            Ok(Carried::Into(file))
        }
    }

    /// Puts the position in a file on the board.
    fn put_position(&mut self, name: &str, show: &mut Show) -> Result<Flow, Refusal> {
        let refused = |error| Refusal::Load {
            file: name.to_owned(),
            error,
        };
        let file = self.loading.find(name).map_err(refused)?;
        let read = position_as_read(&file.text).map_err(|error| bad_file(&file, error))?;
        let command = Command::Position(PositionSource::Written(read));
        let events = self.executor.execute(&command)?;
        Ok(self.show_events(events, show))
    }

    /// Puts the game of a record in the place of the game.
    fn load_record(&mut self, file: &TextFile, show: &mut Show) -> Result<Flow, Refusal> {
        if self.session().remote().is_some() {
            return Err(Refusal::AlreadyJoined);
        }
        let record = read_game(&file.text).map_err(|error| bad_file(file, error))?;
        self.session_mut()
            .set_game(record.game().clone())
            .map_err(|error| Refusal::BadFile {
                file: file.name.clone(),
                line: 1,
                message: error.to_string(),
            })?;
        let read = ReadPosition::from(*self.session().position());
        let events = self.session().after_move(vec![Event::PositionSet(read)]);
        Ok(self.show_events(events, show))
    }

    /// Writes the game to a file.
    fn save(&mut self, name: String, show: &mut Show) -> Result<Flow, Refusal> {
        let refused = |reason| Refusal::NotSaved {
            file: name.clone(),
            reason,
        };
        match self.loading.files().read(&name, None) {
            Ok(file) if !is_record(&file.text) => {
                return Err(refused("there is a file that is no game record".to_owned()));
            }
            Ok(file) if !is_saved_game(&file.text) => {
                let reason =
                    "there is a record with names, comments or other games, which would be lost";
                return Err(refused(reason.to_owned()));
            }
            Ok(_) | Err(LoadError::NotFound) => {}
            Err(error) => return Err(refused(error.diagnostic(&name).message)),
        }
        let text = to_save(self.session().game()).map_err(|error| refused(error.to_string()))?;
        self.loading.files().write(&name, &text).map_err(refused)?;
        Ok(show(self.session(), Output::Event(Event::Saved(name))))
    }

    /// Answers a question about the position.
    fn study(&mut self, study: Study, show: &mut Show) -> Flow {
        let flow = show(self.session(), Output::Studying(study));
        if flow != Flow::GoOn {
            return flow;
        }
        let answer = self.session().answer(study, self.cancel);
        show(self.session(), Output::Event(Event::Text(answer)))
    }
}

/// Remote play.
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
        for output in [Output::Event(open), Output::Waiting(WaitingFor::Guest)] {
            let flow = show(self.session(), output);
            if flow != Flow::GoOn {
                return Ok(flow);
            }
        }
        let connection = listener.accept(self.cancel).map_err(Refusal::Remote)?;
        Ok(self.connect(RemoteSide::Host, connection, show))
    }

    /// Joins a host.
    pub(super) fn join(&mut self, id: &str, place: &str, show: &mut Show) -> Result<Flow, Refusal> {
        let network = self.network()?;
        let flow = show(self.session(), Output::Waiting(WaitingFor::Answer));
        if flow != Flow::GoOn {
            return Ok(flow);
        }
        let connection = network
            .join(id, place, self.cancel)
            .map_err(Refusal::Remote)?;
        Ok(self.connect(RemoteSide::Client, connection, show))
    }

    fn network(&self) -> Result<&dyn Network, Refusal> {
        self.network.ok_or(Refusal::NoRemotePlay)
    }

    fn connect(
        &mut self,
        side: RemoteSide,
        connection: Box<dyn Connection>,
        show: &mut Show,
    ) -> Flow {
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
        let flow = show(self.session(), Output::Waiting(awaited));
        if flow != Flow::GoOn {
            return flow;
        }
        let patience = (awaited == WaitingFor::Stop).then_some(CONFIRMATION_TIMEOUT);
        let received = match &mut self.connection {
            Some(connection) => connection.receive(patience, self.cancel),
            None => Received::Disconnected("it is closed".to_owned()),
        };
        self.handle(&received, show)
    }

    pub(super) fn handle(&mut self, received: &Received, show: &mut Show) -> Flow {
        let events = self.session_mut().receive(received);
        let flow = self.show_events(events, show);
        self.close_if_over();
        flow
    }

    /// Closes the connection when the conversation is over.
    pub(super) fn close_if_over(&mut self) {
        if self.session().remote().is_none_or(RemoteGame::is_over) {
            self.connection = None;
        }
    }
}

/// Whether a text is meant as a game record: no command is written like its first line, which is
/// a header.
fn is_record(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    let first = lines.find(|line| !line.trim().is_empty());
    first.is_some_and(|line| {
        line.split_once(':')
            .is_some_and(|(key, _)| key.bytes().all(|byte| byte.is_ascii_lowercase()))
    })
}

/// The text by which a game is saved.
fn to_save(game: &Game) -> Result<String, NotRecordable> {
    let record = GameRecord::new(*game.rules(), game)?;
    Ok(format!("{record}\n"))
}

/// Whether a text holds what `save` writes and nothing else: no second game, names or comments.
fn is_saved_game(text: &str) -> bool {
    let record = text.parse::<GameRecord>();
    record.is_ok_and(|record| to_save(record.game()).is_ok_and(|saved| saved == text))
}

/// The refusal of a file with something else in it than was expected.
fn bad_file(file: &TextFile, error: SyntaxError) -> Refusal {
    let before = file.text.get(..error.span.start).unwrap_or_default();
    Refusal::BadFile {
        file: file.name.clone(),
        line: 1 + before.matches('\n').count(),
        message: error.message,
    }
}
