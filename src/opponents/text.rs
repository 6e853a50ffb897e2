//! Programs with a command language of the course as opponents.

use super::failure::{Failure, FailureKind};
use super::opponent::{Chosen, Opponent, QUIT_TIME};
use super::peer::Monitored;
use super::subject::{ProgramSubject, Subject};
use super::time_control::Allowance;
use super::{Launch, Monitor, Program, within};
use crate::session::{CommandName, Dialect};
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game};
use ataxx_core::notation::BerkeleyMove;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A program with a command language of the course. It has no command for a time limit.
pub struct TextOpponent<'a> {
    launch: Launch,
    cancel: &'a Cancellation,
    subject: ProgramSubject<'a>,
    dialect: Dialect,
    /// The number of games that the process has begun.
    games: u32,
    /// Time limit to get ready.
    start: Duration,
    color: Color,
    /// The number of plies that it was sent.
    known: usize,
    /// Whether its AI was sent its colour.
    is_playing: bool,
}

impl<'a> TextOpponent<'a> {
    /// Starts a program with this dialect and this time limit to get ready. `monitor` receives
    /// each line.
    pub fn start(
        launch: &Launch,
        dialect: Dialect,
        start: Duration,
        cancel: &'a Cancellation,
        monitor: &Monitor<'a>,
    ) -> Result<Self, Failure> {
        let command = &launch.command;
        let program =
            Program::start(launch, cancel).map_err(|error| Failure::not_started(command, error))?;
        let program = Box::new(Monitored::new(Box::new(program), monitor));
        Ok(Self {
            launch: launch.clone(),
            cancel,
            subject: ProgramSubject::new(program, command, dialect, &(), start, 0),
            dialect,
            games: 0,
            start,
            color: Color::Red,
            known: 0,
            is_playing: false,
        })
    }

    /// Adds to a fault that the process has played before and a fresh one does not have the fault.
    fn blame_reset(&self, failure: Failure, game: &Game, allowance: Option<&Allowance>) -> Failure {
        let is_fault = failure.kind.is_fault();
        if !is_fault || self.games < 2 || !self.plays_afresh(game, allowance) {
            return failure;
        }
        let reset = if CommandName::New.is_in(self.dialect) {
            CommandName::New
        } else {
            CommandName::Clear
        };
        let (what, reset) = (failure.message, reset.word());
        let message = format!(
            "{what}; a fresh process gets past this, so the likely cause is that `{reset}` keeps something of the game before (`restart=yes` starts a process for each game)"
        );
        Failure { message, ..failure }
    }

    /// Whether a fresh process gets as far as this in the game, and chooses a move if it is given
    /// an allowance.
    fn plays_afresh(&self, game: &Game, allowance: Option<&Allowance>) -> bool {
        let ignored: Monitor = Rc::new(|_, _| {});
        let fresh = Self::start(
            &self.launch,
            self.dialect,
            self.start,
            self.cancel,
            &ignored,
        );
        let Ok(mut fresh) = fresh else {
            return false;
        };
        let played = fresh
            .begin(game, self.color)
            .and_then(|()| match allowance {
                Some(allowance) => {
                    let deadline = within(allowance.wait);
                    let allowance = Allowance {
                        deadline,
                        ..*allowance
                    };
                    fresh.choose(game, &allowance).map(drop)
                }
                None => Ok(()),
            });
        fresh.quit();
        played.is_ok()
    }

    fn set_up(&mut self, game: &Game) -> Result<(), Failure> {
        self.subject.reset_output_limit();
        self.subject.set_up(game, within(self.start))?;
        self.subject.take_dialogue();
        Ok(())
    }

    fn next_move(&mut self, game: &Game, deadline: Instant) -> Result<Chosen, Failure> {
        for played in game.moves().skip(self.known) {
            let mv = BerkeleyMove::from(played);
            self.subject.send(&mv.to_string(), deadline)?;
        }
        if !self.is_playing {
            // Before this point its AI would think on the other side's time.
            for order in self.orders() {
                self.subject.send(&order, deadline)?;
            }
            self.is_playing = true;
        }
        let made = self.subject.ai_move(deadline)?;
        self.known = game.moves().len() + 1;
        match made.illegal {
            Some(what) => Err(Failure::new(FailureKind::IllegalMove, what)),
            None if made.color != self.color => Err(Failure::new(
                FailureKind::IllegalMove,
                format!("it has made a move for {}", made.color),
            )),
            None => Ok(made.mv.into()),
        }
    }

    /// The commands that make its AI play.
    fn orders(&self) -> Vec<String> {
        let order = if self.dialect.orders_by_color() {
            format!("auto {}", self.color.name())
        } else {
            // The Player is the other side; the Opponent is an AI.
            format!("color {}", (!self.color).name())
        };
        let start = self.dialect.has_states().then(|| "start".to_owned());
        [Some(order), start].into_iter().flatten().collect()
    }
}

impl Opponent for TextOpponent<'_> {
    fn begin(&mut self, game: &Game, color: Color) -> Result<(), Failure> {
        self.games += 1;
        self.color = color;
        self.known = game.moves().len();
        self.is_playing = false;
        let begun = self.set_up(game);
        begun.map_err(|error| self.blame_reset(error, game, None))
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failure> {
        let chosen = self.next_move(game, allowance.deadline);
        chosen.map_err(|error| self.blame_reset(error, game, Some(allowance)))
    }

    fn quit(&mut self) {
        // It may have ended already.
        let _ = self.subject.send("quit", within(QUIT_TIME));
        let _ = self.subject.finish(within(QUIT_TIME));
    }
}
