//! Lines in, outputs out: parsing, carrying out, loading files, AIs' turns.

use super::{Event, Files, LoadError, Refusal, Session, TextFile};
use crate::board::Color;
use crate::diagnostic::{Diagnostic, Source};
use crate::grammar::{Command, Spans};
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
            return self.ai_turns(show);
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
            flow = self.ai_turns(show);
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
        for event in self.session.execute(command)? {
            let flow = match event {
                Event::Load(name) => {
                    let file = self
                        .open(&name)
                        .map_err(|error| Refusal::Load { file: name, error })?;
                    self.file(&file, show)
                }
                Event::Quit => {
                    // Whatever the face says: a session that was left is over.
                    let _ = show(&self.session, Output::Event(Event::Quit));
                    Flow::End
                }
                event => show(&self.session, Output::Event(event)),
            };
            if flow != Flow::GoOn {
                return Ok(flow);
            }
        }
        Ok(Flow::GoOn)
    }

    /// Lets AIs make their moves for as long as it is an AI's turn and nobody has
    /// told them to stop.
    fn ai_turns(&mut self, show: &mut dyn FnMut(&Session, Output) -> Flow) -> Flow {
        while let Some(color) = self.session.ai_turn() {
            let flow = show(&self.session, Output::Thinking(color));
            if flow != Flow::GoOn {
                return flow;
            }
            for event in self.session.think(self.told) {
                let flow = show(&self.session, Output::Event(event));
                if flow != Flow::GoOn {
                    return flow;
                }
            }
            if self.told.load(Ordering::Relaxed) {
                break;
            }
        }
        if self.told.load(Ordering::Relaxed) {
            Flow::Pause
        } else {
            Flow::GoOn
        }
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
