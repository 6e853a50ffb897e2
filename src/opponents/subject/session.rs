//! The session of this program as a peer: what it says comes at once.

use super::AiMove;
use crate::board::Position;
use crate::cancellation::Cancellation;
use crate::diagnostic::{Diagnostic, Look, render};
use crate::opponents::{Ended, Peer, Silence};
use crate::session::{Event, Executor, Files, Flow, Interpreter, LineOfText, Output, Session};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Instant;

/// The session of this program, in this process.
pub struct SessionPeer<'a, E = Session> {
    interpreter: Interpreter<'a, E>,
    stop: &'a Cancellation,
    lines: usize,
    said: VecDeque<String>,
    complaints: Vec<String>,
    taken: usize,
    refusals: Vec<Diagnostic>,
    events: Vec<Event>,
    ai_moves: Vec<AiMove>,
    /// No AI begins to think after this.
    deadline: Option<Instant>,
    ended: bool,
}

impl<'a, E: Executor> SessionPeer<'a, E> {
    /// A session with its surroundings. Once `stop` is set an AI plays at once, and
    /// nothing more is heard.
    #[must_use]
    pub const fn new(executor: E, files: &'a dyn Files, stop: &'a Cancellation) -> Self {
        Self {
            interpreter: Interpreter::new(executor, files, stop),
            stop,
            lines: 0,
            said: VecDeque::new(),
            complaints: Vec::new(),
            taken: 0,
            refusals: Vec::new(),
            events: Vec::new(),
            ai_moves: Vec::new(),
            deadline: None,
            ended: false,
        }
    }

    /// The same, with a folder in which files are looked up too.
    #[must_use]
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        Self {
            interpreter: self.interpreter.in_folder(folder),
            ..self
        }
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &Session {
        self.interpreter.session()
    }

    /// The interpreter of its lines.
    pub const fn interpreter_mut(&mut self) -> &mut Interpreter<'a, E> {
        &mut self.interpreter
    }

    /// Takes what was refused since this was asked last.
    pub fn take_refusals(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.refusals)
    }

    /// Takes what has happened since this was asked last.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Takes the moves that AIs have made since this was asked last.
    pub fn take_ai_moves(&mut self) -> Vec<AiMove> {
        std::mem::take(&mut self.ai_moves)
    }

    /// From now on no AI begins to think after this point in time; `None` for whenever.
    pub const fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Whether it was told to quit.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.ended
    }
}

impl<E: Executor> Peer for SessionPeer<'_, E> {
    fn send(&mut self, line: &str) -> Result<(), Silence> {
        if self.ended {
            return Err(Silence::Ended(Some(Ended::Status(0))));
        }
        self.lines += 1;
        let dialect = self.session().dialect();
        let (said, complaints) = (&mut self.said, &mut self.complaints);
        let (refusals, events) = (&mut self.refusals, &mut self.events);
        let line = LineOfText {
            source: None,
            number: self.lines,
            text: line,
        };
        let (ai_moves, deadline) = (&mut self.ai_moves, self.deadline);
        let mut thinking: Option<(Instant, Position)> = None;
        let flow = self.interpreter.line(line, &mut |session, output| {
            match output {
                Output::Thinking(_) => {
                    let now = Instant::now();
                    if deadline.is_some_and(|deadline| now > deadline) {
                        return Flow::Pause;
                    }
                    thinking = Some((now, *session.position()));
                }
                Output::Event(event) => {
                    if let Some(text) = event.announcement(dialect) {
                        said.extend(text.lines().map(str::to_owned));
                    }
                    if let Some(text) = event.warning() {
                        complaints.push(format!("warning: {text}"));
                    }
                    if let (Event::AiPlayed { color, played, .. }, Some((begun, before))) =
                        (&event, thinking)
                    {
                        let illegal = before.check(played.mv, session.game().rules()).err();
                        ai_moves.push(AiMove {
                            color: *color,
                            mv: (*played).into(),
                            before,
                            took: begun.elapsed(),
                            illegal: illegal.map(|error| error.to_string()),
                        });
                    }
                    events.push(event);
                }
                Output::Refused(diagnostic) => {
                    let text = render(&diagnostic, Look::Plain);
                    complaints.extend(text.lines().map(str::to_owned));
                    refusals.push(*diagnostic);
                }
                Output::Begun(_) | Output::Waiting(_) | Output::Done(_) => {}
            }
            Flow::GoOn
        });
        self.ended = flow == Flow::End;
        if self.stop.is_requested() {
            return Err(Silence::Interrupted);
        }
        Ok(())
    }

    fn hear(&mut self, _: Instant) -> Result<String, Silence> {
        if self.stop.is_requested() {
            return Err(Silence::Interrupted);
        }
        match self.said.pop_front() {
            Some(line) => Ok(line),
            // All it will say was said when it was sent something.
            None if self.ended => Err(Silence::Ended(Some(Ended::Status(0)))),
            None => Err(Silence::TimeOut),
        }
    }

    fn finish(&mut self, _: Instant) -> Result<Ended, Silence> {
        self.ended = true;
        Ok(Ended::Status(0))
    }

    fn complaints(&self) -> String {
        self.complaints.join("\n")
    }

    fn take_complaints(&mut self) -> Vec<String> {
        let new = self.complaints[self.taken..].to_vec();
        self.taken = self.complaints.len();
        new
    }
}
