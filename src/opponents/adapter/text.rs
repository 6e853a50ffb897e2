//! Programs with a command language of the course as opponents.

use super::TIME_TO_QUIT;
use crate::board::{Color, Game};
use crate::cancellation::Cancellation;
use crate::notation::BerkeleyMove;
use crate::opponents::monitor::Monitored;
use crate::opponents::opponent::{Absence, Chosen, FaultKind, Opponent, PlayError};
use crate::opponents::subject::{ProgramSubject, Subject, Trouble};
use crate::opponents::time_control::Allowance;
use crate::opponents::{Launch, Monitor, Program, within};
use crate::session::Dialect;
use std::time::Duration;

/// A program with a command language of the course. It has no command for a time limit.
pub struct TextOpponent<'a> {
    subject: ProgramSubject<'a>,
    dialect: Dialect,
    /// Time limit to get ready.
    start: Duration,
    color: Color,
    /// The number of plies that it was sent.
    known: usize,
    /// Whether its AI was told its colour.
    is_playing: bool,
}

impl<'a> TextOpponent<'a> {
    /// Starts a program with this dialect and this time limit to get ready. `monitor` receives
    /// what is said.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn start(
        launch: &Launch,
        dialect: Dialect,
        start: Duration,
        cancel: &'a Cancellation,
        monitor: &Monitor<'a>,
    ) -> Result<Self, PlayError> {
        let command = &launch.command;
        let program = Program::start(launch, cancel).map_err(|error| {
            PlayError::not_started(format!("`{command}` could not be started: {error}"))
        })?;
        let program = Box::new(Monitored::new(Box::new(program), monitor));
        Ok(Self {
            subject: ProgramSubject::new(program, command, dialect, &(), start, 0),
            dialect,
            start,
            color: Color::Red,
            known: 0,
            is_playing: false,
        })
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
    fn begin(&mut self, game: &Game, color: Color) -> Result<(), PlayError> {
        self.subject.reset_output_limit();
        self.subject.set_up(game, within(self.start))?;
        self.subject.take_dialogue();
        self.color = color;
        self.known = game.moves().len();
        self.is_playing = false;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, PlayError> {
        let deadline = allowance.deadline;
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
            Some(what) => Err(PlayError::fault(FaultKind::IllegalMove, what)),
            None if made.color != self.color => Err(PlayError::fault(
                FaultKind::IllegalMove,
                format!("it has made a move for {}", made.color),
            )),
            None => Ok(made.mv.into()),
        }
    }

    fn quit(&mut self) {
        // It may have ended already.
        let _ = self.subject.send("quit", within(TIME_TO_QUIT));
        let _ = self.subject.finish(within(TIME_TO_QUIT));
    }
}

impl From<Trouble> for PlayError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::TimeOut(what) => Self::fault(FaultKind::Stall, what),
            Trouble::Crash(what) => Self::fault(FaultKind::Crash, what),
            Trouble::Wrong(what) | Trouble::Refused(what) => {
                Self::fault(FaultKind::IllegalMove, what)
            }
            Trouble::NotStarted(what) | Trouble::Unsupported(what) => Self::not_started(what),
            Trouble::Interrupted => Absence::Interrupted.into(),
        }
    }
}
