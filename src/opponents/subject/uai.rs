//! An engine of the Universal Ataxx Interface as what is tested.

use super::open::Options;
use super::talk::one_text_each;
use super::{AiMove, Announced, Order, Seen, Subject, Trouble, illegal_because};
use crate::board::{Game, Move, Rules};
use crate::notation::BerkeleyMove;
use crate::opponents::dialogue::{Dialogue, Speaker, Utterance};
use crate::opponents::uai::client::{
    Best, Engine, Failure, Go, News, OptionError, SetOption, Side, Stage,
};
use crate::opponents::{Ended, Peer, shortened};
use crate::session::Settings;
use std::time::{Duration, Instant};

/// An engine of the Universal Ataxx Interface as what is tested.
///
/// It is given the game anew for every move that is asked of it. What it has on its
/// board and whether it takes the game to be over, it cannot be asked.
pub struct UaiSubject<'a> {
    engine: Engine<'a>,
    /// The command line it was started by.
    command: String,
    program: usize,
    dialogue: Dialogue,
    game: Game,
    /// How it is told to think where nobody says otherwise.
    go: Go,
    /// How it is told to think about the next move.
    order: Option<Order>,
    options: Vec<(String, Option<String>)>,
    output: Vec<String>,
    /// Until then it may still be starting; `None` when hands were shaken.
    starting: Option<Instant>,
    ended: Option<Ended>,
}

impl<'a> UaiSubject<'a> {
    /// An engine that was just started by `command`, with these options.
    #[must_use]
    pub fn new(peer: Box<dyn Peer + 'a>, command: &str, options: &Options) -> Self {
        Self {
            engine: Engine::new(peer),
            command: command.to_owned(),
            program: options.program,
            dialogue: Dialogue::default(),
            game: Game::new(Rules::UAI),
            go: go(&options.session),
            order: None,
            options: options.engine_options.clone(),
            output: Vec::new(),
            starting: Some(Instant::now() + options.start),
            ended: None,
        }
    }

    /// Shakes hands and sets options, if that was not done.
    fn greet(&mut self, deadline: Instant) -> Result<(), Trouble> {
        let Some(starting) = self.starting else {
            return Ok(());
        };
        let deadline = deadline.max(starting);
        let shaken = self.engine.handshake(deadline).map(|_| ());
        self.trouble(shaken)?;
        for (name, value) in std::mem::take(&mut self.options) {
            self.set_option(&name, value.as_deref())?;
        }
        let ready = self.engine.ready(deadline);
        self.trouble(ready)?;
        self.engine.take_chatter();
        self.starting = None;
        Ok(())
    }

    /// Sets an option; nothing presses a button.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Trouble> {
        let set = match self.engine.set_option(name, value) {
            Err(SetOption::Refused(OptionError::BadValue { value, .. })) if value.is_empty() => {
                self.engine.set_option(name, None)
            }
            set => set,
        };
        match set {
            Ok(()) => Ok(()),
            Err(SetOption::Failed(failure)) => self.trouble(Err(failure)),
            Err(SetOption::Refused(error @ OptionError::Unknown { .. })) => {
                Err(Trouble::Unsupported(error.to_string()))
            }
            Err(SetOption::Refused(error)) => Err(Trouble::Refused(error.to_string())),
        }
    }

    /// Hears all that it says to what it was told so far.
    fn catch_up(&mut self, deadline: Instant) -> Result<(), Trouble> {
        if self.ended.is_some() {
            return Ok(());
        }
        self.greet(deadline)?;
        let caught_up = self.engine.catch_up(deadline);
        self.trouble(caught_up)
    }

    /// Its answer to an order.
    fn answer(&mut self, order: Order, deadline: Instant) -> Result<Best, Trouble> {
        let begun = self.engine.think(&self.game, &order.go, deadline);
        let begun = self.trouble(begun)?;
        let Some(time) = order.stop_after else {
            let best = self.engine.best(begun, deadline, &Stage::Move);
            return self.trouble(best);
        };
        let until = deadline.min(begun + time);
        loop {
            let news = self.engine.watch(begun, until);
            match self.trouble(news)? {
                Some(News::Info(_)) => {}
                Some(News::Best(best)) => {
                    let line = shortened(&best.line);
                    return Err(Trouble::Wrong(format!(
                        "it answers `{line}` to `{}` before it is told to stop",
                        order.go
                    )));
                }
                None => break,
            }
        }
        let best = self.engine.stop(deadline);
        self.trouble(best)
    }

    /// What becomes of a failure here.
    fn trouble<T>(&self, result: Result<T, Failure>) -> Result<T, Trouble> {
        let failure = match result {
            Ok(value) => return Ok(value),
            Err(failure) => failure,
        };
        let words = failure.to_string();
        Err(match failure {
            Failure::NotStarted { because } => Trouble::NotStarted(format!(
                "`{}` could not be started ({because})",
                self.command
            )),
            Failure::Interrupted => Trouble::Interrupted,
            Failure::Hung { .. } | Failure::Late { .. } => Trouble::TimeOut(words),
            Failure::Crashed { .. } | Failure::Deaf { .. } => Trouble::Crash(words),
            Failure::IllegalMove { .. } | Failure::Unreadable { .. } | Failure::Flooded { .. } => {
                Trouble::Wrong(words)
            }
        })
    }

    fn end(&mut self, deadline: Instant, quit: bool) -> Result<Ended, Trouble> {
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
        let ended = self.trouble(ended)?;
        self.ended = Some(ended);
        Ok(ended)
    }
}

/// How an engine is told to think with these settings.
fn go(settings: &Settings) -> Go {
    match (settings.nodes, settings.move_time) {
        (Some(nodes), _) => Go::nodes(nodes),
        (None, time) => Go::move_time(time.unwrap_or(Settings::USUAL)),
    }
}

impl Subject for UaiSubject<'_> {
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Trouble> {
        self.greet(deadline)?;
        let said = self.engine.say(line);
        self.trouble(said)?;
        if line.trim() == "quit" {
            self.end(deadline, false)?;
        }
        Ok(())
    }

    /// It gets there when it is asked for a move.
    fn set_game(&mut self, game: &Game, deadline: Instant) -> Result<(), Trouble> {
        self.greet(deadline)?;
        let ready = self.engine.new_game(deadline);
        self.trouble(ready)?;
        self.game = game.clone();
        Ok(())
    }

    fn look(&mut self, _: Instant) -> Result<Seen, Trouble> {
        let message = "an engine of UAI does not tell what is on its board";
        Err(Trouble::Unsupported(message.to_owned()))
    }

    fn order(&mut self, order: Order) -> Result<(), Trouble> {
        self.order = Some(order);
        Ok(())
    }

    fn perft(&mut self, depth: u8, deadline: Instant) -> Result<Option<u64>, Trouble> {
        self.greet(deadline)?;
        let position = self.game.position();
        let counted = self.engine.perft(position, depth.into(), deadline);
        match self.trouble(counted)? {
            Some(count) => Ok(Some(count)),
            None => Err(Trouble::Unsupported(
                "the engine knows no `perft`".to_owned(),
            )),
        }
    }

    /// Asks it for the move of the side to move.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Trouble> {
        if self.game.outcome().is_some() {
            let message = "no AI is to move: the game is over";
            return Err(Trouble::Refused(message.to_owned()));
        }
        self.greet(deadline)?;
        let order = self.order.take().unwrap_or(Order {
            go: self.go,
            stop_after: None,
        });
        let best = self.answer(order, deadline)?;
        let (mv, took): (Move, Duration) = (self.trouble(best.read())?, best.took);
        let before = *self.game.position();
        let color = before.turn();
        let named = match (BerkeleyMove::of(mv, &before), mv) {
            // An extend that nobody can make.
            (BerkeleyMove::Pass, Move::Extend { to }) => BerkeleyMove::Step { from: to, to },
            (named, _) => named,
        };
        let illegal = self.game.play(mv).err();
        Ok(AiMove {
            color,
            mv: named,
            before,
            took,
            illegal: illegal.map(|error| format!("`{}`: {}", mv, illegal_because(error, &before))),
        })
    }

    fn announced(&mut self, _: Instant) -> Result<Option<Announced>, Trouble> {
        let message = "an engine of UAI announces no results";
        Err(Trouble::Unsupported(message.to_owned()))
    }

    fn take_output(&mut self, deadline: Instant) -> Result<Vec<String>, Trouble> {
        self.catch_up(deadline)?;
        self.output.extend(self.engine.take_chatter());
        Ok(std::mem::take(&mut self.output))
    }

    fn take_errors(&mut self, deadline: Instant) -> Result<Vec<String>, Trouble> {
        self.catch_up(deadline)?;
        Ok(one_text_each(&self.engine.take_complaints()))
    }

    /// Tells it to quit first: not all engines take the end of their input for that.
    fn finish(&mut self, deadline: Instant) -> Result<Ended, Trouble> {
        self.end(deadline, true)
    }

    fn referee(&self) -> &Game {
        &self.game
    }

    fn take_dialogue(&mut self) -> Dialogue {
        for line in self.engine.wire().take().0 {
            self.dialogue.push(Utterance {
                at: line.at,
                program: self.program,
                by: match line.by {
                    Side::Client => Speaker::Runner,
                    Side::Engine => Speaker::Program,
                },
                text: line.text,
            });
        }
        std::mem::take(&mut self.dialogue)
    }

    fn complaints(&self) -> String {
        self.engine.complaints()
    }
}
