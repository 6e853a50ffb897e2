//! Engines of the Universal Ataxx Interface under test.

use super::interface::{
    AiMove, IllegalAnswer, Order, Subject, SubjectOptions, group_stderr, play_by_hand, with_origin,
};
use crate::Ended;
use crate::dialogue::Dialogue;
use crate::failure::{Failure, Stage};
use crate::peer::SHOWN;
use crate::uai::Info;
use crate::uai::client::{Best, EngineClient, Go, News, OptionError, SetOption};
use ataxx_core::board::{Game, Rules};
use ataxx_core::diagnostic::text::shortened;
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::SessionSettings;
use ataxx_session::oracle::illegal_because;
use std::time::{Duration, Instant};

/// An engine of the Universal Ataxx Interface under test.
///
/// It is sent the whole game for every move. It cannot be asked for its board or for results.
pub struct UaiSubject<'a> {
    /// The engine itself.
    pub engine: EngineClient<'a>,
    game: Game,
    /// How it thinks about a move without an order.
    go: Go,
    /// How it thinks about the next move.
    order: Option<Order>,
    options: Vec<(String, Option<String>)>,
    output: Vec<String>,
    /// When it must have started; `None` after the handshake.
    starting: Option<Instant>,
    ended: Option<Ended>,
}

impl<'a> UaiSubject<'a> {
    /// An engine that was just started, with these options.
    pub fn new(engine: EngineClient<'a>, options: &SubjectOptions) -> Self {
        Self {
            engine,
            game: Game::new(Rules::UAI),
            go: go(&options.session),
            order: None,
            options: options.engine_options.clone(),
            output: Vec::new(),
            starting: Some(Instant::now() + options.start),
            ended: None,
        }
    }

    /// Whether the handshake is still to be performed.
    pub const fn is_starting(&self) -> bool {
        self.starting.is_some()
    }

    /// Performs the handshake and sets the options.
    pub fn handshake(&mut self, deadline: Instant) -> Result<(), SetOption> {
        self.engine.handshake(deadline)?;
        for (name, value) in std::mem::take(&mut self.options) {
            match value {
                Some(value) => self.engine.set_option_to(&name, &value)?,
                None => self.engine.set_option(&name, None)?,
            }
        }
        self.starting = None;
        Ok(())
    }

    /// Performs the handshake and sets the options, if that was not done, and waits until the
    /// engine is ready.
    fn ensure_started(&mut self, deadline: Instant) -> Result<(), Failure> {
        let Some(starting) = self.starting else {
            return Ok(());
        };
        let deadline = deadline.max(starting);
        self.handshake(deadline).map_err(|error| match error {
            SetOption::Failed(failure) => failure,
            SetOption::Refused(error @ OptionError::Unknown { .. }) => {
                Failure::unsupported(error.to_string())
            }
            SetOption::Refused(error) => Failure::refused(error.to_string()),
        })?;
        self.engine.ready(deadline)?;
        self.engine.take_other_lines();
        Ok(())
    }

    /// Reads everything it answers to what it was sent so far.
    fn catch_up(&mut self, deadline: Instant) -> Result<(), Failure> {
        if self.ended.is_some() {
            return Ok(());
        }
        self.ensure_started(deadline)?;
        self.engine.catch_up(deadline)
    }

    /// Its answer to an order.
    fn answer(&mut self, order: Order, deadline: Instant) -> Result<Best, Failure> {
        let begun = self.engine.think(&self.game, &order.go, deadline)?;
        let Some(time) = order.stop_after else {
            return self.engine.best(begun, deadline, Stage::Move);
        };
        let until = deadline.min(begun + time);
        loop {
            match self.engine.watch(begun, until)? {
                Some(News::Info(_)) => {}
                Some(News::Best(best)) => {
                    let line = shortened(&best.line, SHOWN);
                    return Err(Failure::bad_answer(format!(
                        "it answers `{line}` to `{}` before it is sent `stop`",
                        order.go
                    )));
                }
                None => break,
            }
        }
        self.engine.stop(deadline)
    }

    fn end(&mut self, deadline: Instant, quit: bool) -> Result<Ended, Failure> {
        if let Some(ended) = self.ended {
            return Ok(ended);
        }
        let deadline = self
            .starting
            .map_or(deadline, |starting| deadline.max(starting));
        let ended = if quit {
            self.engine.quit(deadline)
        } else {
            self.engine.end(deadline)
        };
        let ended = ended?;
        self.ended = Some(ended);
        Ok(ended)
    }
}

/// The `go` with these settings.
fn go(settings: &SessionSettings) -> Go {
    match (settings.nodes, settings.move_time) {
        (Some(nodes), _) => Go::nodes(nodes),
        (None, time) => Go::move_time(time.unwrap_or(SessionSettings::USUAL)),
    }
}

impl Subject for UaiSubject<'_> {
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Failure> {
        self.ensure_started(deadline)?;
        self.engine.send_line(line)?;
        if line.trim() == "quit" {
            self.end(deadline, false)?;
        }
        Ok(())
    }

    /// The move is sent with the game, when a move is asked for.
    fn play(&mut self, mv: BerkeleyMove, _: Instant) -> Result<(), Failure> {
        play_by_hand(&mut self.game, mv)
    }

    /// The game itself is sent when a move is asked for.
    fn set_game(&mut self, game: &Game, deadline: Instant) -> Result<(), Failure> {
        self.ensure_started(deadline)?;
        self.engine.new_game(deadline)?;
        self.game = game.clone();
        Ok(())
    }

    fn order(&mut self, order: Order) -> Result<(), Failure> {
        self.order = Some(order);
        Ok(())
    }

    fn perft(&mut self, depth: u8, deadline: Instant) -> Result<Option<u64>, Failure> {
        self.ensure_started(deadline)?;
        let position = self.game.position();
        match self.engine.perft(position, depth.into(), deadline)? {
            Some(count) => Ok(Some(count)),
            None => Err(Failure::unsupported(
                "the engine knows no `perft`".to_owned(),
            )),
        }
    }

    /// Asks it for the move of the side to move.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Failure> {
        if self.game.outcome().is_some() {
            let message = "no AI is to move: the game is over";
            return Err(Failure::refused(message));
        }
        self.ensure_started(deadline)?;
        let order = self.order.take().unwrap_or(Order {
            go: self.go,
            stop_after: None,
        });
        let best = self.answer(order, deadline)?;
        let (mv, took) = (best.read()?, best.took);
        let before = *self.game.position();
        let color = before.turn();
        let illegal = self.game.play(mv).err();
        Ok(AiMove {
            color,
            mv: with_origin(mv, &before),
            before,
            took,
            illegal: illegal.map(|error| IllegalAnswer {
                written: Some(format!("`{mv}`")),
                because: illegal_because(error, &before),
            }),
        })
    }

    fn take_output(&mut self, deadline: Instant) -> Result<Vec<String>, Failure> {
        self.catch_up(deadline)?;
        self.output.extend(self.engine.take_other_lines());
        Ok(std::mem::take(&mut self.output))
    }

    fn repeatable(&self, lines: &[String]) -> Vec<String> {
        let is_fixed = |line: &&String| Info::read(line).is_none();
        lines.iter().filter(is_fixed).cloned().collect()
    }

    fn take_errors(&mut self, deadline: Instant) -> Result<Vec<String>, Failure> {
        self.catch_up(deadline)?;
        Ok(group_stderr(&self.engine.take_stderr_lines()))
    }

    /// Sends `quit` first, because not all engines end with their input.
    fn finish(&mut self, deadline: Instant) -> Result<Ended, Failure> {
        self.end(deadline, true)
    }

    fn referee(&self) -> &Game {
        &self.game
    }

    fn uncounted_time(&self) -> Duration {
        self.engine.paused()
    }

    fn unflushed(&mut self) -> Option<String> {
        self.engine.unflushed()
    }

    fn take_dialogue(&mut self) -> Dialogue {
        self.engine.take_dialogue()
    }

    fn stderr_lines(&self) -> String {
        self.engine.stderr_lines()
    }
}
