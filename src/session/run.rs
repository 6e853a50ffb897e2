//! Lines in, outputs out: parsing, carrying out, loading files, AIs' turns.

mod remote;

use super::{
    Awaited, Chooser, Connection, Event, Files, LoadError, Network, Refusal, Session, TextFile,
};
use crate::board::Color;
use crate::diagnostic::{Diagnostic, Source};
use crate::session::grammar::{Command, Spans, State};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// A session with its surroundings.
pub struct Interpreter<'a> {
    session: Session,
    files: &'a dyn Files,
    /// Set from outside to make a thinking AI play, and nothing more happen after
    /// that; cleared by whoever sets it.
    told: &'a AtomicBool,
    /// Where the files are that no file loads, if not in the working directory.
    folder: Option<PathBuf>,
    /// Who chooses for AIs, if that is left to somebody.
    chooser: Option<&'a dyn Chooser>,
    /// The way to remote programs, if there is one.
    network: Option<&'a dyn Network>,
    /// What leads to the remote opponent, if there is one.
    connection: Option<Box<dyn Connection>>,
    /// The files that are being read, the innermost last.
    reading: Vec<PathBuf>,
    /// How many files have been loaded since the last line that is typed or in the
    /// outermost file.
    loaded: usize,
}

/// A line, and where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOfText<'a> {
    /// The name of the source for people; `None` for what is typed at a prompt.
    pub source: Option<&'a str>,
    /// The number of the line, counted from 1.
    pub number: usize,
    /// The line without its end.
    pub text: &'a str,
}

/// What a face is to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Output<'a> {
    /// A line has been read, and will be carried out next.
    Begun(LineOfText<'a>),
    /// An AI begins to think.
    Thinking(Color),
    /// A remote program is waited for.
    Waiting(Awaited),
    /// Something happened.
    Event(Event),
    /// A line was refused, and nothing happened.
    Refused(Box<Diagnostic>),
    /// A line that holds a command, and all that followed from it, is done.
    Done(LineOfText<'a>),
}

/// Whether there is more to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Flow {
    /// Go on.
    GoOn,
    /// Drop the rest of the files that are being read, and hear what the person
    /// says next.
    Pause,
    /// The session is over.
    End,
}

/// How many files may load one another.
const DEEPEST: usize = 32;
/// How many files a line may lead to: files that load each other twice and more
/// would go on for years.
const MOST: usize = 1000;

impl<'a> Interpreter<'a> {
    /// A session with its surroundings: where files come from, and the flag that
    /// makes a thinking AI play at once and the line that is being carried out end
    /// with [`Flow::Pause`].
    #[must_use]
    pub const fn new(session: Session, files: &'a dyn Files, told: &'a AtomicBool) -> Self {
        Self {
            session,
            files,
            told,
            folder: None,
            chooser: None,
            network: None,
            connection: None,
            reading: Vec::new(),
            loaded: 0,
        }
    }

    /// The same, with a folder in which files are looked up after the working directory, as
    /// if the lines stood in a file there.
    #[must_use]
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        Self { folder, ..self }
    }

    /// The same, with somebody who chooses for AIs.
    #[must_use]
    pub fn with_chooser(self, chooser: &'a dyn Chooser) -> Self {
        Self {
            chooser: Some(chooser),
            ..self
        }
    }

    /// The same, with a way to remote programs.
    #[must_use]
    pub fn with_network(self, network: &'a dyn Network) -> Self {
        Self {
            network: Some(network),
            ..self
        }
    }

    /// The session.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The session, for a face that sets things without a command.
    pub const fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Carries out one line: the command on it, the lines of a file that it loads,
    /// and the turns of AIs that follow.
    ///
    /// `show` gets each output as it comes, with the session as it is then, and
    /// says whether to go on.
    pub fn line(
        &mut self,
        line: LineOfText,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Flow {
        let Some(parsed) = self.session.read(line.text).transpose() else {
            // The turn of an AI that was told to stop may have waited for this.
            return self.turns(show);
        };
        let mut flow = show(&self.session, Output::Begun(line));
        if flow == Flow::GoOn {
            let done = parsed.and_then(|parsed| {
                self.carry_out(&parsed.command, show)
                    .map_err(|refusal| self.explain(&refusal, &parsed.spans))
            });
            flow = match done {
                Ok(flow) => flow,
                Err(diagnostic) => {
                    let source = Source {
                        name: line.source.map(str::to_owned),
                        first_line: line.number,
                        text: line.text.to_owned(),
                    };
                    let diagnostic = Box::new(diagnostic.with_source(source));
                    show(&self.session, Output::Refused(diagnostic))
                }
            };
        }
        if flow == Flow::GoOn {
            flow = self.turns(show);
        }
        match (flow, show(&self.session, Output::Done(line))) {
            (Flow::GoOn, flow) | (flow, _) => flow,
        }
    }

    /// Carries out the lines of a file.
    pub fn file(
        &mut self,
        file: &TextFile,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Flow {
        self.reading.push(file.path.clone());
        let mut flow = Flow::GoOn;
        for (index, text) in file.text.lines().enumerate() {
            let line = LineOfText {
                source: Some(&file.name),
                number: index + 1,
                text,
            };
            flow = self.line(line, show);
            if flow != Flow::GoOn {
                break;
            }
        }
        self.reading.pop();
        flow
    }

    fn explain(&self, refusal: &Refusal, spans: &Spans) -> Diagnostic {
        refusal.diagnostic(spans, self.session.dialect())
    }

    fn carry_out(
        &mut self,
        command: &Command,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Result<Flow, Refusal> {
        let is_said = match command {
            Command::Start => true,
            Command::Move(_) => self.session.state() == State::Playing,
            _ => false,
        };
        if is_said && let Some(flow) = self.overhear(show) {
            return Ok(flow);
        }
        let mut flow = Flow::GoOn;
        for event in self.session.execute(command)? {
            flow = match event {
                Event::Load(name) => {
                    let file = self
                        .open(&name)
                        .map_err(|error| Refusal::Load { file: name, error })?;
                    self.file(&file, show)
                }
                Event::Host { id } => self.host(&id, show)?,
                Event::Join { id, place } => self.join(&id, &place, show)?,
                event => self.happen(event, show),
            };
            if flow != Flow::GoOn {
                break;
            }
        }
        self.hang_up();
        Ok(flow)
    }

    /// Shows an event, or does what it calls for.
    fn happen(&mut self, event: Event, show: &mut dyn FnMut(&Session, Output) -> Flow) -> Flow {
        match event {
            Event::Quit => {
                // Whatever the face says: a session that was left is over.
                let _ = show(&self.session, Output::Event(Event::Quit));
                Flow::End
            }
            Event::Say(message) => self.say(message, show),
            event => show(&self.session, Output::Event(event)),
        }
    }

    /// Shows events, or does what they call for, in turn.
    fn happen_all(
        &mut self,
        events: Vec<Event>,
        show: &mut dyn FnMut(&Session, Output) -> Flow,
    ) -> Flow {
        for event in events {
            let flow = self.happen(event, show);
            if flow != Flow::GoOn {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// Lets AIs and remote programs make their moves for as long as it is their turn and
    /// nobody has told us to stop.
    fn turns(&mut self, show: &mut dyn FnMut(&Session, Output) -> Flow) -> Flow {
        loop {
            let flow = if let Some(color) = self.session.ai_turn() {
                self.ai_turn(color, show)
            } else if let Some(awaited) = self.session.awaited() {
                self.remote_turn(awaited, show)
            } else {
                Flow::GoOn
            };
            if flow != Flow::GoOn {
                return flow;
            }
            if self.told.load(Ordering::Relaxed) {
                return Flow::Pause;
            }
            if self.session.ai_turn().is_none() && self.session.awaited().is_none() {
                return Flow::GoOn;
            }
        }
    }

    fn ai_turn(&mut self, color: Color, show: &mut dyn FnMut(&Session, Output) -> Flow) -> Flow {
        if let Some(flow) = self.overhear(show) {
            return flow;
        }
        let flow = show(&self.session, Output::Thinking(color));
        if flow != Flow::GoOn {
            return flow;
        }
        let game = self.session.game();
        let chosen = self
            .chooser
            .and_then(|chooser| chooser.choose(game, color, self.told));
        let events = match chosen {
            Some(mv) => self.session.play_chosen(mv),
            None => self.session.think(self.told),
        };
        self.happen_all(events, show)
    }

    fn open(&mut self, name: &str) -> Result<TextFile, LoadError> {
        if self.reading.len() <= 1 {
            self.loaded = 0;
        }
        let beside = match self.reading.last() {
            Some(path) => path.parent(),
            None => self.folder.as_deref(),
        };
        let file = self.files.read(name, beside)?;
        if self.reading.contains(&file.path) {
            return Err(LoadError::Loop);
        }
        if self.reading.len() == DEEPEST {
            return Err(LoadError::TooDeep { limit: DEEPEST });
        }
        if self.loaded == MOST {
            return Err(LoadError::TooMany { limit: MOST });
        }
        self.loaded += 1;
        Ok(file)
    }
}
