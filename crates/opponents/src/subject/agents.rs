//! Agents under test, which are started anew for every move.

use super::interface::{AiMove, IllegalAnswer, Subject, group_stderr, play_by_hand};
use crate::dialogue::Dialogue;
use crate::failure::{Failure, FailureKind};
use crate::reloaded::{AgentAnswer, AgentRequest, AgentTimeouts, ask};
use crate::{Ended, Launch};
use ataxx_core::Cancellation;
use ataxx_core::board::{Game, IllegalMove, Rules};
use ataxx_core::notation::{BerkeleyMove, MoveRequest, ReloadedMove};
use ataxx_session::oracle::illegal_because;
use std::time::{Duration, Instant};

/// An agent under test.
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

/// An answer to a request, after its move was played.
struct Answered {
    /// The move, and how the agent writes it, with its meaning here.
    mv: BerkeleyMove,
    written: String,
    illegal: Option<IllegalMove>,
    took: Duration,
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

    /// The failure that it cannot do something.
    fn unsupported(what: &str) -> Failure {
        Failure::unsupported(format!("an agent of Reloaded {what}"))
    }

    /// Keeps the end of what it wrote to stderr, of whole lines.
    fn keep_stderr(&mut self, lines: &[String]) {
        /// The most bytes of it.
        const MAX: usize = 64 * 1024;
        let mut length = 0;
        let kept = lines.iter().rev().take_while(|line| {
            length += line.len() + 1;
            length <= MAX
        });
        let lines = &lines[lines.len() - kept.count()..];
        self.errors.append(&mut group_stderr(lines));
        self.stderr_lines = lines
            .iter()
            .flat_map(|line| [line.as_str(), "\n"])
            .collect();
    }

    /// Sends it a request for a move in Reloaded.
    fn request(&mut self, deadline: Instant) -> Result<Answered, Failure> {
        let Ok(request) = MoveRequest::new(self.game.position()) else {
            return Err(Self::unsupported("knows no blocks"));
        };
        let (answer, took) = self.ask(&AgentRequest::Move(request), deadline)?;
        let ReloadedMove(mv) = answer.to_move().map_err(Failure::bad_answer)?;
        Ok(Answered {
            illegal: mv.play(&mut self.game).err(),
            mv,
            written: format!("`{}` (here {mv})", answer.line.trim()),
            took,
        })
    }

    /// Sends it a request of Reloaded. Returns its answer and the time that it took.
    fn ask(
        &mut self,
        request: &AgentRequest,
        deadline: Instant,
    ) -> Result<(AgentAnswer, Duration), Failure> {
        let time = deadline.saturating_duration_since(Instant::now());
        let timeouts = AgentTimeouts {
            answer: time.max(self.start),
            end: AgentTimeouts::DOCUMENT.end,
        };
        let asked = ask(
            &self.launch,
            request,
            timeouts,
            self.stop,
            &mut self.dialogue,
            self.program,
        );
        self.keep_stderr(&asked.stderr_lines);
        let answer = asked
            .answer
            .map_err(|failure| no_answer(failure, asked.ended))?;
        // The document does not say that it must end: one that stays is killed, which is no fault.
        self.ended = asked.ended.unwrap_or(Ended::Status(0));
        Ok((answer, asked.took))
    }
}

/// The failure that there is no answer.
fn no_answer(failure: Failure, ended: Option<Ended>) -> Failure {
    let what = "waited for the answer to a request";
    let message = match (failure.kind, ended) {
        (FailureKind::Timeout(_), _) => format!("{what}: {failure}"),
        (FailureKind::Crash, Some(ended)) => format!(
            "{what}, but the agent ended with {} and printed nothing",
            ended.in_words()
        ),
        (FailureKind::Crash, None) => format!("{what}, but {failure}"),
        (FailureKind::Flood, _) => format!("{what}, but the agent wrote {failure}"),
        _ => return failure,
    };
    Failure { message, ..failure }
}

impl Subject for AgentSubject<'_> {
    fn send(&mut self, _: &str, _: Instant) -> Result<(), Failure> {
        let what = "does not support this: it only answers requests for a move";
        Err(Self::unsupported(what))
    }

    fn play(&mut self, mv: BerkeleyMove, _: Instant) -> Result<(), Failure> {
        play_by_hand(&mut self.game, mv)
    }

    fn set_game(&mut self, game: &Game, _: Instant) -> Result<(), Failure> {
        if *game.rules() != Rules::RELOADED {
            return Err(Self::unsupported("plays by the rules of Reloaded alone"));
        }
        if let Err(error) = MoveRequest::new(game.position()) {
            let what = format!("cannot be given the position: {error}");
            return Err(Self::unsupported(&what));
        }
        self.game = game.clone();
        Ok(())
    }

    fn identify(&mut self, deadline: Instant) -> Result<(), Failure> {
        let (answer, _) = self.ask(&AgentRequest::Identify, deadline)?;
        answer.to_name().map(drop).map_err(Failure::bad_answer)
    }

    /// Asks it for the move of the side to move.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Failure> {
        if self.game.outcome().is_some() {
            let message = "no AI is to move: the game is over";
            return Err(Failure::refused(message));
        }
        let before = *self.game.position();
        let answered = self.request(deadline)?;
        let written = Some(answered.written);
        Ok(AiMove {
            color: before.turn(),
            mv: answered.mv,
            before,
            took: answered.took,
            illegal: answered.illegal.map(|error| IllegalAnswer {
                written,
                because: illegal_because(error, &before),
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
