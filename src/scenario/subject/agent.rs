//! An agent of Ataxx Reloaded as what is tested.

use super::talk::{Talk, shortened};
use super::{AiMove, Announced, Seen, Subject, Trouble, illegal_because};
use crate::board::{Game, Preset};
use crate::notation::{MoveRequest, ReloadedMove};
use crate::protocol::{Ended, Launch, Program};
use crate::scenario::dialogue::Dialogue;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// An agent of Ataxx Reloaded as what is tested.
///
/// It is started anew for every move that is asked of it: it keeps nothing between
/// two requests.
pub struct AgentSubject<'a> {
    launch: Launch,
    stop: &'a AtomicBool,
    /// How long it may take to start.
    start: Duration,
    program: usize,
    game: Game,
    dialogue: Dialogue,
    complaints: String,
    errors: Vec<String>,
    /// How it ended last.
    ended: Ended,
}

impl<'a> AgentSubject<'a> {
    /// An agent that is started like this and may take the time `start` for it. In the
    /// dialogue it is the program with this number.
    #[must_use]
    pub fn new(launch: Launch, stop: &'a AtomicBool, start: Duration, program: usize) -> Self {
        Self {
            launch,
            stop,
            start,
            program,
            game: Game::new(Preset::Reloaded.rules()),
            dialogue: Dialogue::default(),
            complaints: String::new(),
            errors: Vec::new(),
            ended: Ended::Status(0),
        }
    }

    /// Starts it, and makes a request: the line that it answers with, and how long that
    /// took.
    fn request(&mut self, request: &str, deadline: Instant) -> Result<(String, Duration), Trouble> {
        let command = &self.launch.command;
        let program = Program::start(&self.launch, self.stop).map_err(|error| {
            Trouble::Crash(format!("`{command}` could not be started: {error}"))
        })?;
        let mut talk = Talk::new(Box::new(program), self.program, command, self.start);
        talk.resume(std::mem::take(&mut self.dialogue));
        let answer = self.answer(&mut talk, request, deadline);
        self.dialogue = talk.take_dialogue();
        self.errors.append(&mut talk.take_errors());
        self.complaints = talk.complaints();
        answer
    }

    fn answer(
        &mut self,
        talk: &mut Talk,
        request: &str,
        deadline: Instant,
    ) -> Result<(String, Duration), Trouble> {
        let begun = Instant::now();
        for line in request.lines() {
            talk.ask(line)?;
        }
        let line = talk.hear(deadline, "for the answer to a request")?;
        let took = begun.elapsed();
        self.ended = talk.finish(deadline)?;
        if let Some(more) = talk.hear_to_the_end(deadline)? {
            return Err(Trouble::Wrong(format!(
                "after its answer the agent says `{}`",
                shortened(&more)
            )));
        }
        Ok((line, took))
    }
}

fn unsupported<T>(what: &str) -> Result<T, Trouble> {
    Err(Trouble::Unsupported(format!("an agent of Reloaded {what}")))
}

impl Subject for AgentSubject<'_> {
    fn send(&mut self, _: &str, _: Instant) -> Result<(), Trouble> {
        unsupported("cannot be told this: it answers requests for a move")
    }

    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), Trouble> {
        if *game.rules() != Preset::Reloaded.rules() {
            return unsupported("plays by the rules of Reloaded alone");
        }
        if let Err(error) = MoveRequest::new(game.position()) {
            return unsupported(&format!("cannot be given the position: {error}"));
        }
        self.game = game.clone();
        Ok(())
    }

    fn look(&mut self, _: Instant) -> Result<Seen, Trouble> {
        unsupported("does not tell what is on its board")
    }

    /// Asks it for the move of the side to move.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Trouble> {
        if self.game.outcome().is_some() {
            let message = "no AI is to move: the game is over";
            return Err(Trouble::Refused(message.to_owned()));
        }
        let before = *self.game.position();
        let Ok(request) = MoveRequest::new(&before) else {
            return unsupported("knows no blocks");
        };
        let (line, took) = self.request(&request.to_string(), deadline)?;
        let ReloadedMove(mv) =
            line.trim()
                .parse()
                .map_err(|error: crate::notation::SyntaxError| {
                    let message = error.message;
                    Trouble::Wrong(format!("`{}` is no move: {message}", shortened(&line)))
                })?;
        let illegal = mv.play(&mut self.game).err();
        Ok(AiMove {
            color: before.turn(),
            mv,
            before,
            took,
            illegal: illegal
                .map(|error| format!("`{}`: {}", line.trim(), illegal_because(error, &before))),
        })
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, Trouble> {
        unsupported("announces no results")
    }

    fn take_output(&mut self, _: Instant) -> Result<Vec<String>, Trouble> {
        Ok(Vec::new())
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, Trouble> {
        Ok(std::mem::take(&mut self.errors))
    }

    /// How it ended after the last request.
    fn finish(&mut self, _: Instant) -> Result<Ended, Trouble> {
        Ok(self.ended)
    }

    fn referee(&self) -> &Game {
        &self.game
    }

    fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }

    fn complaints(&self) -> String {
        self.complaints.clone()
    }
}
