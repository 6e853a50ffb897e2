//! Programs with a command language of the course.

use super::{Chosen, Failing, Player};
use crate::arena::control::Allowance;
use crate::arena::played::Forfeit;
use crate::board::{Color, Game};
use crate::notation::BerkeleyMove;
use crate::opponents::subject::{ProgramSubject, Subject};
use crate::opponents::{Launch, Program, within};
use crate::session::grammar::Dialect;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A program with a command language of the course. It cannot be told how long it may
/// think.
pub struct TextPlayer<'a> {
    subject: ProgramSubject<'a>,
    dialect: Dialect,
    /// How long it may take to get ready.
    start: Duration,
    color: Color,
    /// How many plies of the game it knows of.
    known: usize,
    /// Whether its AI has been told which color it has.
    is_playing: bool,
}

/// How long it may take to end by itself.
const GOODBYE: Duration = Duration::from_secs(1);

impl<'a> TextPlayer<'a> {
    /// Starts a program that speaks this dialect and may take so long to get ready.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    pub fn start(
        launch: &Launch,
        dialect: Dialect,
        start: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Self, Failing> {
        let command = &launch.command;
        let program = Program::start(launch, stop).map_err(|error| {
            Failing::NotStarted(format!("`{command}` could not be started: {error}"))
        })?;
        Ok(Self {
            subject: ProgramSubject::new(Box::new(program), command, dialect, &(), start, 0),
            dialect,
            start,
            color: Color::Red,
            known: 0,
            is_playing: false,
        })
    }

    /// What makes its AI play from here on.
    fn orders(&self) -> Vec<String> {
        let name = |color: Color| color.to_string().to_lowercase();
        match self.dialect {
            // The one at the keyboard is the other side; the opponent there is an AI.
            Dialect::Fall2008 => vec![format!("color {}", name(!self.color)), "start".to_owned()],
            Dialect::Fall2016 => vec![format!("auto {}", name(self.color)), "start".to_owned()],
            Dialect::Spring2022 => vec![format!("auto {}", name(self.color))],
        }
    }
}

impl Player for TextPlayer<'_> {
    fn begin(&mut self, game: &Game, color: Color) -> Result<(), Failing> {
        self.subject.forgive();
        self.subject.set_up(game, within(self.start))?;
        self.subject.take_dialogue();
        self.color = color;
        self.known = game.moves().len();
        self.is_playing = false;
        Ok(())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Chosen, Failing> {
        let deadline = allowance.until;
        for played in game.moves().skip(self.known) {
            let mv = BerkeleyMove::from(played);
            self.subject.send(&mv.to_string(), deadline)?;
        }
        if !self.is_playing {
            // Not before: its AI would think while the other's clock runs.
            for order in self.orders() {
                self.subject.send(&order, deadline)?;
            }
            self.is_playing = true;
        }
        let made = self.subject.ai_move(deadline)?;
        self.known = game.moves().len() + 1;
        match made.illegal {
            Some(what) => Err(Failing::Forfeit(Forfeit::IllegalMove, what)),
            None if made.color != self.color => Err(Failing::Forfeit(
                Forfeit::IllegalMove,
                format!("it has made a move for {}", made.color),
            )),
            None => Ok(made.mv.into()),
        }
    }

    fn quit(&mut self) {
        // It may be gone already.
        let _ = self.subject.send("quit", within(GOODBYE));
        let _ = self.subject.finish(within(GOODBYE));
    }
}
