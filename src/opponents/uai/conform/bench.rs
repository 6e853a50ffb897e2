//! Where an engine is tried.

use super::report::Problem;
use super::step::Step;
use super::{Observer, Start};
use crate::board::{Game, Position, Rules};
use crate::opponents::dialogue::Utterance;
use crate::opponents::uai::client::{Answer, Best, Engine, Failure, Go, Identity, Patience, Stage};
use crate::opponents::within;
use std::time::{Duration, Instant};

/// How an engine is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long it may take for what.
    pub patience: Patience,
    /// How long it is told to think, where it is told a time.
    pub move_time: Duration,
    /// How much later an answer may come than it was told, before it is late: it takes time
    /// to be heard.
    pub margin: Duration,
    /// On how many random positions its moves are looked at.
    pub positions: usize,
    /// Which random positions these are.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            patience: Patience {
                think: Duration::from_secs(10),
                ..Patience::default()
            },
            move_time: Duration::from_millis(500),
            margin: Duration::from_millis(250),
            positions: 100,
            seed: 1,
        }
    }
}

/// An engine on trial, and what it takes to have another.
pub(super) struct Bench<'a> {
    pub settings: &'a Settings,
    start: &'a mut Start<'a>,
    pub observer: &'a mut dyn Observer,
    engine: Option<Engine<'a>>,
    /// What the engine has said of itself when it was started last.
    pub identity: Identity,
    /// Why no engine can be started any more.
    pub given_up: Option<Failure>,
    /// What was said with an engine that is gone.
    wire: Vec<Utterance>,
}

impl<'a> Bench<'a> {
    pub fn new(
        settings: &'a Settings,
        start: &'a mut Start<'a>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self {
            settings,
            start,
            observer,
            engine: None,
            identity: Identity::default(),
            given_up: None,
            wire: Vec::new(),
        }
    }

    /// Tries a step.
    pub fn perform(&mut self, step: &Step) -> Result<String, Problem> {
        self.wire.clear();
        let result = (step.perform)(self).and_then(|seen| {
            self.look_for_strays()?;
            Ok(seen)
        });
        if result.is_err() {
            // Whatever it was doing, the next step begins with another.
            self.discard();
        }
        result
    }

    /// What was said since the last [`case`](Self::case).
    pub fn take_wire(&mut self) -> Vec<Utterance> {
        if let Some(engine) = &mut self.engine {
            self.wire.extend(engine.take_dialogue());
        }
        std::mem::take(&mut self.wire)
    }

    /// The engine, ready for a new game, with an empty wire: one that was started before, if
    /// it still does what it should.
    pub fn case(&mut self) -> Result<&mut Engine<'a>, Problem> {
        self.wire.clear();
        if let Some(engine) = &mut self.engine {
            engine.take_dialogue();
            engine.new_game(within(self.settings.patience.ready))?;
            self.look_for_strays()?;
        } else {
            let engine = self.fresh()?;
            self.engine = Some(engine);
        }
        self.engine()
    }

    /// The engine as the last case has left it.
    pub fn engine(&mut self) -> Result<&mut Engine<'a>, Problem> {
        self.engine
            .as_mut()
            .ok_or_else(|| Problem::Wrong("there is no engine left".to_owned()))
    }

    /// An engine that was just started and has shaken hands.
    fn fresh(&mut self) -> Result<Engine<'a>, Problem> {
        let mut engine = self.unspoken()?;
        let deadline = within(self.settings.patience.start);
        match engine.handshake(deadline) {
            Ok(identity) => self.identity = identity.clone(),
            Err(failure) => {
                self.wire = engine.take_dialogue().into_iter().collect();
                self.given_up = Some(failure.clone());
                return Err(failure.into());
            }
        }
        Ok(engine)
    }

    /// An engine that was just started and to which nothing was said.
    pub fn unspoken(&mut self) -> Result<Engine<'a>, Problem> {
        (self.start)().map_err(|failure| {
            self.given_up = Some(failure.clone());
            failure.into()
        })
    }

    /// Takes the engine away, for a step that ends it.
    pub fn take(&mut self) -> Result<Engine<'a>, Problem> {
        self.case()?;
        self.engine
            .take()
            .ok_or_else(|| Problem::Wrong("there is no engine left".to_owned()))
    }

    /// Keeps what was said with an engine that is done with.
    pub fn keep_wire(&mut self, mut engine: Engine<'a>) {
        self.wire = engine.take_dialogue().into_iter().collect();
    }

    fn discard(&mut self) {
        if let Some(engine) = self.engine.take() {
            self.keep_wire(engine);
        }
    }

    /// Whether it has named moves that nobody has asked for.
    pub fn look_for_strays(&mut self) -> Result<(), Problem> {
        let ready = self.settings.patience.ready;
        let Some(engine) = &mut self.engine else {
            return Ok(());
        };
        engine.catch_up(within(ready))?;
        let stray = engine
            .take_chatter()
            .into_iter()
            .find(|line| line.split_whitespace().next() == Some("bestmove"));
        match stray {
            Some(line) => Err(Problem::Wrong(format!(
                "it says `{line}`, and nobody has asked for a move"
            ))),
            None => Ok(()),
        }
    }

    /// Its legal move in a game.
    pub fn go(&mut self, game: &Game, go: &Go) -> Result<Answer, Problem> {
        let think = self.settings.patience.think;
        Ok(self.engine()?.go(game, go, within(think))?)
    }

    /// Its answer to an order about a position that it has on its board.
    pub fn ask(&mut self, go: &Go, limit: Duration) -> Result<Best, Problem> {
        let engine = self.engine()?;
        let begun = engine.begin(go)?;
        Ok(engine.best(begun, begun + limit, Stage::Move)?)
    }

    /// Its legal move within a time, and when it was asked.
    pub fn go_within(
        &mut self,
        game: &Game,
        go: &Go,
        allowed: Duration,
    ) -> Result<Answer, Problem> {
        let (margin, overrun) = (self.settings.margin, self.settings.patience.overrun);
        Ok(self
            .engine()?
            .go_within(game, go, allowed + margin, overrun)?)
    }

    /// When the engine is taken to hang that is to answer at once.
    pub fn soon(&self) -> Instant {
        within(self.settings.patience.ready)
    }
}

/// An order to think for a moment, where it does not matter how it is given: all engines
/// know this form, as those who arrange matches use it.
pub(super) fn for_a_moment() -> Go {
    Go::move_time(Duration::from_millis(10))
}

/// A game that begins with a position.
pub(super) fn game(position: Position) -> Game {
    Game::from_position(Rules::UAI, position)
}
