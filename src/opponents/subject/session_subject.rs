//! The session of this program as what is tested.

use super::{AiMove, Announced, Seen, SessionPeer, Subject, Trouble};
use crate::board::{Color, Game};
use crate::cancellation::Cancellation;
use crate::diagnostic::Diagnostic;
use crate::opponents::dialogue::{Dialogue, Speaker};
use crate::opponents::{Ended, Peer, Silence};
use crate::session::{Command, CommandName, Event, Executor, Files, Session};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Instant;

/// The session of this program, in this process. It can do everything.
pub struct SessionSubject<'a, E = Session> {
    peer: SessionPeer<'a, E>,
    /// Which program it is in the dialogue.
    program: usize,
    dialogue: Dialogue,
    output: Vec<String>,
    errors: Vec<String>,
    moves: VecDeque<AiMove>,
    announced: Option<Announced>,
}

impl<'a, E: Executor> SessionSubject<'a, E> {
    /// A session at its beginning, which takes files from `files` and ends soon once
    /// `stop` is set. In the dialogue it is the program with this number.
    #[must_use]
    pub fn new(executor: E, files: &'a dyn Files, stop: &'a Cancellation, program: usize) -> Self {
        Self {
            peer: SessionPeer::new(executor, files, stop),
            program,
            dialogue: Dialogue::default(),
            output: Vec::new(),
            errors: Vec::new(),
            moves: VecDeque::new(),
            announced: None,
        }
    }

    /// The same, with a folder in which files are looked up after the working directory.
    #[must_use]
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        Self {
            peer: self.peer.in_folder(folder),
            ..self
        }
    }

    /// Says a line and takes in all that follows from it.
    fn say(&mut self, line: &str, deadline: Instant) -> Result<(), Trouble> {
        self.peer.set_deadline(Some(deadline));
        let said = self.peer.send(line);
        while let Ok(line) = self.peer.hear(deadline) {
            self.dialogue
                .note(self.program, Speaker::Program, line.clone());
            self.output.push(line);
        }
        self.errors
            .extend(self.peer.take_refusals().iter().map(error_text));
        let moves = self.peer.take_ai_moves();
        let played = moves.len();
        self.moves.extend(moves);
        for event in self.peer.take_events() {
            match event {
                Event::Over(outcome) => {
                    self.announced = Some(Announced {
                        winner: outcome.winner,
                        referee: Some(outcome),
                    });
                }
                Event::Cleared | Event::NewGame | Event::Undone { .. } => self.announced = None,
                _ => {}
            }
        }
        match said {
            Ok(()) => {}
            Err(Silence::Interrupted) => return Err(Trouble::Interrupted),
            Err(_) => {
                let message = format!("the session was told to quit before `{line}`");
                return Err(Trouble::Refused(message));
            }
        }
        let in_play = played > 0 || self.peer.session().ai_turn().is_some();
        if !in_play || Instant::now() <= deadline {
            return Ok(());
        }
        let moves = if played == 1 { "move" } else { "moves" };
        Err(Trouble::TimeOut(format!(
            "the time was up when AIs had made {played} {moves} after `{line}`"
        )))
    }
}

/// The message, and what to do about it.
fn error_text(refusal: &Diagnostic) -> String {
    let mut text = refusal.message.clone();
    for help in &refusal.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    text
}

impl<E: Executor> Subject for SessionSubject<'_, E> {
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Trouble> {
        self.dialogue.note(self.program, Speaker::Runner, line);
        self.say(line, deadline)
    }

    /// Both sides are played by hand then, where the dialect can say so.
    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), Trouble> {
        let interpreter = self.peer.interpreter_mut();
        let dialect = interpreter.session().dialect();
        if *game.rules() != dialect.rules() {
            let message = format!(
                "a session in dialect {} plays by its rules alone",
                dialect.name()
            );
            return Err(Trouble::Unsupported(message));
        }
        let mut commands = vec![Command::Clear];
        if CommandName::Manual.is_in(dialect) {
            commands.extend(Color::BOTH.map(Command::Manual));
        }
        for command in commands {
            // After `clear`, which is never refused, neither is the other.
            let _ = interpreter.execute(&command);
        }
        interpreter
            .session_mut()
            .set_game(game.clone())
            .map_err(|error| Trouble::Unsupported(error.to_string()))?;
        self.moves.clear();
        self.announced = None;
        Ok(())
    }

    fn look(&mut self, _: Instant) -> Result<Seen, Trouble> {
        Ok(Seen {
            position: *self.peer.session().position(),
            knows_turn: true,
        })
    }

    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Trouble> {
        if self.moves.is_empty() && self.peer.session().ai_turn().is_some() {
            // The turn of an AI after a game was put on the board, or time was up.
            self.say("", deadline)?;
        }
        self.moves
            .pop_front()
            .ok_or_else(|| Trouble::Refused(super::no_ai_turn(self.peer.session())))
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, Trouble> {
        Ok(self.announced)
    }

    fn take_output(&mut self, _: Instant) -> Result<Vec<String>, Trouble> {
        Ok(std::mem::take(&mut self.output))
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, Trouble> {
        Ok(std::mem::take(&mut self.errors))
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, Trouble> {
        self.peer.finish(deadline).map_err(|_| Trouble::Interrupted)
    }

    fn referee(&self) -> &Game {
        self.peer.session().game()
    }

    fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }

    fn complaints(&self) -> String {
        self.peer.complaints()
    }
}
