//! An agent of Ataxx Reloaded under test.

use super::interface::{AiMove, Subject, play_by_hand, unsupported};
use super::stderr::group_stderr;
use crate::opponents::dialogue::Dialogue;
use crate::opponents::failure::{Failure, FailureKind};
use crate::opponents::reloaded::{Asked, Patience, Request, ask};
use crate::opponents::{Ended, Launch};
use crate::oracle::illegal_because;
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, Rules};
use ataxx_core::notation::{BerkeleyMove, MoveRequest, ReloadedMove};
use std::time::{Duration, Instant};

/// An agent of Ataxx Reloaded under test.
///
/// It is started anew for every request, and keeps nothing between two requests.
pub struct AgentSubject<'a> {
    launch: Launch,
    stop: &'a Cancellation,
    /// Time limit to start.
    start: Duration,
    program: usize,
    game: Game,
    dialogue: Dialogue,
    stderr_lines: String,
    errors: Vec<String>,
    /// How it ended after the last request.
    ended: Ended,
}

impl<'a> AgentSubject<'a> {
    /// An agent with the time limit `start` to start. In the dialogue it is the program with this
    /// number.
    pub fn new(launch: Launch, stop: &'a Cancellation, start: Duration, program: usize) -> Self {
        Self {
            launch,
            stop,
            start,
            program,
            game: Game::new(Rules::RELOADED),
            dialogue: Dialogue::default(),
            stderr_lines: String::new(),
            errors: Vec::new(),
            ended: Ended::Status(0),
        }
    }

    /// Sends it a request.
    fn request(&mut self, request: MoveRequest, deadline: Instant) -> Asked {
        let time = deadline.saturating_duration_since(Instant::now());
        let patience = Patience {
            answer: time.max(self.start),
            end: Patience::DOCUMENT.end,
        };
        let request = Request::Move(request);
        let mut asked = ask(
            &self.launch,
            &request,
            patience,
            self.stop,
            &mut self.dialogue,
            self.program,
        );
        let stderr_lines = std::mem::take(&mut asked.stderr_lines);
        self.errors.append(&mut group_stderr(&stderr_lines));
        self.stderr_lines = stderr_lines.into_iter().map(|line| line + "\n").collect();
        asked
    }
}

/// The failure that there is no answer.
fn no_answer(failure: Failure, ended: Option<Ended>) -> Failure {
    let what = "waited for the answer to a request";
    let message = match (failure.kind, ended) {
        (FailureKind::Timeout(_), _) => format!("{what}: {failure}"),
        (FailureKind::Crash, Some(ended)) => format!(
            "{what}, but the agent ended with {} and has said nothing",
            ended.in_words()
        ),
        (FailureKind::Crash, None) => format!("{what}, but {failure}"),
        (FailureKind::Flood, _) => format!("{what}, but the agent wrote {failure}"),
        _ => return failure,
    };
    Failure { message, ..failure }
}

impl Subject for AgentSubject<'_> {
    fn noun(&self) -> &'static str {
        "an agent of Reloaded"
    }

    fn send(&mut self, _: &str, _: Instant) -> Result<(), Failure> {
        let what = "cannot be told this: it answers requests for a move";
        Err(unsupported(self, what))
    }

    fn play(&mut self, mv: BerkeleyMove, _: Instant) -> Result<(), Failure> {
        play_by_hand(&mut self.game, mv)
    }

    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), Failure> {
        if *game.rules() != Rules::RELOADED {
            return Err(unsupported(self, "plays by the rules of Reloaded alone"));
        }
        if let Err(error) = MoveRequest::new(game.position()) {
            let what = format!("cannot be given the position: {error}");
            return Err(unsupported(self, &what));
        }
        self.game = game.clone();
        Ok(())
    }

    /// Asks it for the move of the side to move.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Failure> {
        if self.game.outcome().is_some() {
            let message = "no AI is to move: the game is over";
            return Err(Failure::refused(message));
        }
        let before = *self.game.position();
        let Ok(request) = MoveRequest::new(&before) else {
            return Err(unsupported(self, "knows no blocks"));
        };
        let asked = self.request(request, deadline);
        let answer = asked
            .answer
            .map_err(|failure| no_answer(failure, asked.ended))?;
        // The document does not say that it must end: one that stays is killed, which is no fault.
        self.ended = asked.ended.unwrap_or(Ended::Status(0));
        let ReloadedMove(mv) = answer.to_move().map_err(Failure::bad_answer)?;
        let illegal = mv.play(&mut self.game).err();
        Ok(AiMove {
            color: before.turn(),
            mv,
            before,
            took: asked.took,
            illegal: illegal.map(|error| {
                format!(
                    "`{}`: {}",
                    answer.line.trim(),
                    illegal_because(error, &before)
                )
            }),
        })
    }

    fn take_errors(&mut self, _: Instant) -> Result<Vec<String>, Failure> {
        Ok(std::mem::take(&mut self.errors))
    }

    /// How it ended after the last request.
    fn finish(&mut self, _: Instant) -> Result<Ended, Failure> {
        Ok(self.ended)
    }

    fn referee(&self) -> &Game {
        &self.game
    }

    fn take_dialogue(&mut self) -> Dialogue {
        std::mem::take(&mut self.dialogue)
    }

    fn stderr_lines(&self) -> String {
        self.stderr_lines.clone()
    }
}
