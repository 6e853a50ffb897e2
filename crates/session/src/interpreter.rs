//! Runs lines of text: parses commands, loads files, lets AIs and remote opponents make their
//! moves, and passes every effect to the caller.

mod outside;

use super::load::{Loader, Reading};
use super::{
    Command, Connection, Event, Files, LineOfText, Loading, Network, ParsedLine, Refusal, Session,
    Spans, State, Study, TextFile, WaitingFor, parse,
};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::diagnostic::{Diagnostic, Source};
use std::path::PathBuf;
use std::sync::Arc;

/// Parses and runs the commands of an [`Interpreter`]. [`Session`] follows the documents; the
/// mutants wrap a session to inject faults.
pub trait Executor {
    /// The session.
    fn session(&self) -> &Session;

    /// The session, to change it without a command.
    fn session_mut(&mut self) -> &mut Session;

    /// Reads a line in the session's dialect, as [`parse`](super::parse) does.
    fn parse(&self, line: &str) -> Result<Option<ParsedLine>, Diagnostic>;

    /// Carries out a command, as [`Session::execute`] does.
    fn execute(&mut self, command: &Command) -> Result<Vec<Event>, Refusal>;

    /// Lets the AI whose turn it is make its move, as [`Session::think`] does.
    fn think(&mut self, cancel: &Cancellation) -> Vec<Event>;
}

impl Executor for Session {
    fn session(&self) -> &Session {
        self
    }

    fn session_mut(&mut self) -> &mut Session {
        self
    }

    fn parse(&self, line: &str) -> Result<Option<ParsedLine>, Diagnostic> {
        parse(line, self.dialect())
    }

    fn execute(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.execute(command)
    }

    fn think(&mut self, cancel: &Cancellation) -> Vec<Event> {
        self.think(cancel)
    }
}

/// Chooses moves in place of the AIs of a session, for instance with another engine.
pub trait Chooser {
    /// The move of the AI with this colour, which is to move; `None` if the AI itself chooses.
    /// Returns soon after `cancel` is requested.
    fn choose(&self, game: &Game, color: Color, cancel: &Cancellation) -> Option<Move>;
}

/// Runs lines of text in a session.
pub struct Interpreter<'a, E = Session> {
    executor: E,
    /// Makes a thinking AI play at once, after which the line ends. The requester clears it.
    cancel: &'a Cancellation,
    /// Chooses for AIs, if they do not choose themselves.
    chooser: Option<&'a dyn Chooser>,
    /// The network, if remote play is available.
    network: Option<&'a dyn Network>,
    /// The connection to the remote opponent, if there is one.
    connection: Option<Box<dyn Connection>>,
    /// The files that are being loaded. They are counted from the last line that was typed, or
    /// that stands in the outermost file.
    loading: Loading<'a>,
    /// Where their next lines are. A chain of files may be longer than the stack of a thread.
    reading: Vec<Reading>,
}

/// An output for the front end.
#[derive(Clone, Debug, PartialEq)]
pub enum Output<'a> {
    /// A line has been read, and runs next.
    Begun(LineOfText<'a>),
    /// An AI begins to think.
    Thinking(Color),
    /// The session waits for a remote program.
    Waiting(WaitingFor),
    /// A question about the position is being answered.
    Studying(Study),
    /// Something happened.
    Event(Event),
    /// A line was refused, and nothing happened.
    Refused(Box<Diagnostic>),
    /// A line with a command has run, with everything that followed from it.
    Done(LineOfText<'a>),
}

/// What the interpreter does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// Go on.
    GoOn,
    /// Drop the rest of the files that are being read, and return to the prompt.
    Pause,
    /// The session is over.
    End,
}

/// What a command leads to.
enum Carried {
    /// It has been carried out.
    Out(Flow),
    /// The lines of this file take its place.
    Into(TextFile),
}

/// The AI or remote program that is to move, if any.
type Awaited = (Option<Color>, Option<WaitingFor>);

/// Shows an output with the session as it is at that moment; returns whether to continue.
pub type Show<'s> = dyn FnMut(&Session, Output) -> Flow + 's;

impl<'a, E: Executor> Interpreter<'a, E> {
    /// A session with its surroundings: where files come from, and the flag that
    /// makes a thinking AI play at once and the line that is being carried out end
    /// with [`Flow::Pause`].
    pub fn new(executor: E, files: &'a dyn Files, cancel: &'a Cancellation) -> Self {
        Self {
            executor,
            cancel,
            chooser: None,
            network: None,
            connection: None,
            loading: Loading::new(files),
            reading: Vec::new(),
        }
    }

    /// The same, with a folder in which files are looked up after the working directory, as
    /// if the lines stood in a file there.
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        let loading = self.loading.in_folder(folder);
        Self { loading, ..self }
    }

    /// The same, with a chooser for AIs.
    pub fn with_chooser(self, chooser: &'a dyn Chooser) -> Self {
        Self {
            chooser: Some(chooser),
            ..self
        }
    }

    /// The same, with a way to remote programs.
    pub fn with_network(self, network: &'a dyn Network) -> Self {
        Self {
            network: Some(network),
            ..self
        }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.executor.session()
    }

    /// The session, to change it without a command.
    pub fn session_mut(&mut self) -> &mut Session {
        self.executor.session_mut()
    }

    /// Carries out a command, with nothing that would follow from it.
    pub fn execute(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.executor.execute(command)
    }

    /// Carries out one line: the command on it, the lines of a file that it loads,
    /// and the turns of AIs that follow. What a remote opponent has sent by now comes before it.
    ///
    /// An AI that waits, because it was cancelled, goes on with `start`. An empty line goes on
    /// waiting for a remote opponent. Other lines do not resume an AI that was to move before them.
    ///
    /// `show` gets each output as it comes.
    pub fn line(&mut self, line: LineOfText, show: &mut Show) -> Flow {
        let parsed = self.executor.parse(line.text);
        self.parsed_line(line, parsed, show)
    }

    /// Carries out a line that was parsed before.
    pub fn parsed_line(
        &mut self,
        line: LineOfText,
        parsed: Result<Option<ParsedLine>, Diagnostic>,
        show: &mut Show,
    ) -> Flow {
        let flow = self.begin_line(line, parsed, show);
        self.read_on(flow, show)
    }

    /// Carries out a command that was not typed, like a line with this command.
    pub fn command(&mut self, command: Command, show: &mut Show) -> Flow {
        let text = command.to_string();
        let line = LineOfText {
            source: None,
            number: 1,
            text: &text,
        };
        self.parsed_line(line, Ok(Some(ParsedLine::new(command))), show)
    }

    /// Lets an AI that waits make its move, or goes on waiting for a remote opponent.
    pub fn go_on(&mut self, show: &mut Show) -> Flow {
        self.turns(show)
    }

    /// Carries out the lines of a file.
    pub fn file(&mut self, file: &TextFile, show: &mut Show) -> Flow {
        self.enter(file.clone(), None);
        self.read_on(Flow::GoOn, show)
    }

    fn enter(&mut self, file: TextFile, loader: Option<Loader>) {
        self.loading.enter(&file);
        self.reading.push(Reading::new(file, loader));
    }

    /// Carries out the lines of the files that are being read, or drops them.
    fn read_on(&mut self, flow: Flow, show: &mut Show) -> Flow {
        let mut flow = flow;
        while let Some(reading) = self.reading.last_mut() {
            let file = Arc::clone(reading.file());
            flow = match reading.next() {
                Some((number, line)) if flow == Flow::GoOn => {
                    let line = LineOfText {
                        source: Some(&file.name),
                        number,
                        text: &file.text[line],
                    };
                    let parsed = self.executor.parse(line.text);
                    self.begin_line(line, parsed, show)
                }
                _ => self.leave_file(flow, show),
            };
        }
        flow
    }

    /// Ends the innermost file, and the line that has loaded it.
    fn leave_file(&mut self, flow: Flow, show: &mut Show) -> Flow {
        self.loading.leave();
        match self.reading.pop().and_then(Reading::into_loader) {
            Some(loader) => self.end_command(loader.line(), loader.was_waiting, flow, show),
            None => flow,
        }
    }

    /// Carries out a line up to the file that it loads, which is to be read next.
    fn begin_line(
        &mut self,
        line: LineOfText,
        parsed: Result<Option<ParsedLine>, Diagnostic>,
        show: &mut Show,
    ) -> Flow {
        let (awaited, state) = (self.awaited(), self.session().state());
        let was_connected = self.connection.is_some();
        let flow = self.receive_pending(show);
        if flow != Flow::GoOn {
            return flow;
        }
        let has_left = was_connected && self.connection.is_none();
        // A player whose turn began just now moves.
        let was_waiting = awaited == self.awaited() && awaited != (None, None);
        let Some(parsed) = parsed.transpose() else {
            return match awaited {
                (Some(_), _) if was_waiting => Flow::GoOn,
                _ => self.turns(show),
            };
        };
        let flow = show(self.session(), Output::Begun(line));
        if flow != Flow::GoOn {
            return self.end_line(line, flow, show);
        }
        let done = parsed.and_then(|parsed| {
            let is_for_remote = match &parsed.command {
                Command::Start => true,
                Command::Move(_) | Command::Pass => state == State::Playing,
                _ => false,
            };
            if has_left && is_for_remote {
                return Ok(Carried::Out(Flow::GoOn));
            }
            if parsed.command == Command::Start && self.session().ai_turn().is_some() {
                return Ok(Carried::Out(self.turns(show)));
            }
            self.carry_out(&parsed.command, show)
                .map_err(|refusal| self.explain(&refusal, &parsed.spans))
        });
        match done {
            Ok(Carried::Out(flow)) => self.end_command(line, was_waiting, flow, show),
            Ok(Carried::Into(file)) => {
                self.enter(file, Some(Loader::new(line, was_waiting)));
                Flow::GoOn
            }
            Err(diagnostic) => {
                let source = Source {
                    name: line.source.map(str::to_owned),
                    first_line: line.number,
                    text: line.text.to_owned(),
                };
                let diagnostic = Box::new(diagnostic.with_source(source));
                let flow = show(self.session(), Output::Refused(diagnostic));
                self.end_line(line, flow, show)
            }
        }
    }

    /// Ends a line whose command has been carried out.
    fn end_command(
        &mut self,
        line: LineOfText,
        was_waiting: bool,
        flow: Flow,
        show: &mut Show,
    ) -> Flow {
        self.close_if_over();
        let flow = if flow == Flow::GoOn && !was_waiting {
            self.turns(show)
        } else {
            flow
        };
        self.end_line(line, flow, show)
    }

    fn end_line(&self, line: LineOfText, flow: Flow, show: &mut Show) -> Flow {
        match (flow, show(self.session(), Output::Done(line))) {
            (Flow::GoOn, flow) | (flow, _) => flow,
        }
    }

    /// The AI or remote program that is to move, if any.
    fn awaited(&self) -> Awaited {
        let session = self.session();
        (session.ai_turn(), session.waiting_for())
    }

    fn explain(&self, refusal: &Refusal, spans: &Spans) -> Diagnostic {
        refusal.diagnostic(spans, self.session().dialect())
    }

    fn carry_out(&mut self, command: &Command, show: &mut Show) -> Result<Carried, Refusal> {
        let mut events = self.executor.execute(command)?;
        let is_request = |event: &Event| matches!(event, Event::Request(_));
        let request = events.iter().position(is_request);
        let request = request.map(|at| events.remove(at));
        match (self.show_events(events, show), request) {
            (Flow::GoOn, Some(Event::Request(request))) => self.answer(request, show),
            (flow, _) => Ok(Carried::Out(flow)),
        }
    }

    /// Shows events in order, after the messages to the remote opponent that go with them are sent.
    fn show_events(&mut self, mut events: Vec<Event>, show: &mut Show) -> Flow {
        for message in self.session_mut().take_messages() {
            events.extend(self.send(message));
        }
        for event in events {
            // Whatever the front end returns, the session is over.
            let is_end = event == Event::Quit;
            let flow = show(self.session(), Output::Event(event));
            if is_end {
                return Flow::End;
            }
            if flow != Flow::GoOn {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// Lets AIs and remote programs make their moves, as long as it is their turn and
    /// cancellation is not requested.
    fn turns(&mut self, show: &mut Show) -> Flow {
        loop {
            let flow = if let Some(color) = self.session().ai_turn() {
                self.ai_turn(color, show)
            } else if let Some(awaited) = self.session().waiting_for() {
                self.remote_turn(awaited, show)
            } else {
                Flow::GoOn
            };
            if flow != Flow::GoOn {
                return flow;
            }
            if self.cancel.is_requested() {
                return Flow::Pause;
            }
            if self.session().ai_turn().is_none() && self.session().waiting_for().is_none() {
                return Flow::GoOn;
            }
        }
    }

    fn ai_turn(&mut self, color: Color, show: &mut Show) -> Flow {
        let flow = self.receive_pending(show);
        if flow != Flow::GoOn || self.session().ai_turn() != Some(color) {
            return flow;
        }
        let flow = show(self.session(), Output::Thinking(color));
        if flow != Flow::GoOn {
            return flow;
        }
        let game = self.session().game();
        let chosen = self
            .chooser
            .and_then(|chooser| chooser.choose(game, color, self.cancel));
        let before = self.connection.is_some().then(|| self.session().clone());
        let events = match chosen {
            Some(mv) => self.session_mut().play_chosen(mv),
            None => self.executor.think(self.cancel),
        };
        // A remote program that left while the AI was thinking has not seen its move.
        if let Some(before) = before
            && let Some(received) = self.pending()
        {
            *self.session_mut() = before;
            return self.handle(&received, show);
        }
        self.show_events(events, show)
    }
}
