//! Asking an engine for moves.

use super::engine::Engine;
use super::failure::{Failure, Stage};
use crate::board::{Game, Move, Position};
use crate::opponents::shortened;
use crate::opponents::uai::{Command, Go, Info, Reply, Setup};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// What an engine answers when it is asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The word after `bestmove`, as it is; empty when there is none.
    pub name: String,
    /// The line that names it, as it is.
    pub line: String,
    /// What it told while it thought, the newest last, a hundred at most.
    pub infos: Vec<Info>,
    /// How long it took, from the order to the answer.
    pub took: Duration,
}

/// A legal move that an engine has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub mv: Move,
    /// What it told while it thought, the newest last, a hundred at most.
    pub infos: Vec<Info>,
    /// How long it took, from the order to the answer.
    pub took: Duration,
}

/// What an engine tells while it thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// How far it is.
    Info(Info),
    /// Its answer, without what it told before.
    Best(Best),
}

/// More lines of `info` than this are not kept.
const MOST_INFOS: usize = 100;

impl Best {
    /// The move that it names, which need not be legal.
    ///
    /// # Errors
    ///
    /// [`Failure::Unreadable`].
    pub fn read(&self) -> Result<Move, Failure> {
        Move::read_loosely(&self.name).map_err(|error| Failure::Unreadable {
            line: shortened(&self.line),
            because: error.message,
        })
    }

    /// The move that it names, if that is legal in the game.
    ///
    /// # Errors
    ///
    /// [`Failure::Unreadable`], [`Failure::IllegalMove`].
    pub fn check(self, game: &Game) -> Result<Answer, Failure> {
        let mv = self.read()?;
        if let Err(because) = game.position().check(mv, game.rules()) {
            let name = shortened(&self.name);
            return Err(Failure::IllegalMove { name, mv, because });
        }
        Ok(Answer {
            mv,
            infos: self.infos,
            took: self.took,
        })
    }
}

impl Answer {
    /// The last that it told of its best move: of those lines that tell of a search, the
    /// newest that is not about another move.
    #[must_use]
    pub fn info(&self) -> Option<&Info> {
        self.infos
            .iter()
            .rev()
            .find(|info| info.tells_of_search() && info.multi_pv.is_none_or(|number| number == 1))
    }
}

impl Engine<'_> {
    /// Asks for the move of the side to move, and waits for it. The engine is given the
    /// whole game first.
    ///
    /// # Errors
    ///
    /// Whatever it does wrong; [`Failure::Hung`] when no answer comes until `deadline`.
    pub fn go(&mut self, game: &Game, go: &Go, deadline: Instant) -> Result<Answer, Failure> {
        self.catch_up(deadline)?;
        self.tell(&position(game))?;
        let begun = self.begin(go)?;
        self.best(begun, deadline, &Stage::Move)?.check(game)
    }

    /// As [`go`](Self::go), for an engine that may take so long and no longer; `overrun`
    /// more it is waited for, so that a late move is told apart from none. That it gets
    /// ready does not count.
    ///
    /// # Errors
    ///
    /// [`Failure::Late`], and what [`go`](Self::go) fails with.
    pub fn go_within(
        &mut self,
        game: &Game,
        go: &Go,
        allowed: Duration,
        overrun: Duration,
    ) -> Result<Answer, Failure> {
        self.catch_up(Instant::now() + overrun)?;
        self.tell(&position(game))?;
        let begun = self.begin(go)?;
        let deadline = begun + allowed + overrun;
        let answer = self.best(begun, deadline, &Stage::Move)?.check(game)?;
        if answer.took > allowed {
            return Err(Failure::Late {
                mv: answer.mv,
                took: answer.took,
                allowed,
            });
        }
        Ok(answer)
    }

    /// Has it think about a game, and does not wait for its answer: that is for
    /// [`best`](Self::best) and [`stop`](Self::stop), with what this returns.
    ///
    /// # Errors
    ///
    /// When it is not ready until `deadline`, or does not listen.
    pub fn think(&mut self, game: &Game, go: &Go, deadline: Instant) -> Result<Instant, Failure> {
        self.catch_up(deadline)?;
        self.tell(&position(game))?;
        self.begin(go)
    }

    /// Gives the order to think about what it has on its board; when that was.
    pub(crate) fn begin(&mut self, go: &Go) -> Result<Instant, Failure> {
        self.say(&go.to_string())?;
        Ok(Instant::now())
    }

    /// Waits for the answer to the order that was given at `begun`.
    ///
    /// # Errors
    ///
    /// When none comes until `deadline`.
    pub fn best(
        &mut self,
        begun: Instant,
        deadline: Instant,
        stage: &Stage,
    ) -> Result<Best, Failure> {
        let mut infos = VecDeque::new();
        loop {
            let line = self.hear(deadline, begun, stage)?;
            let took = begun.elapsed();
            match Reply::read(&line) {
                Reply::BestMove(name) => {
                    return Ok(Best {
                        name: name.to_owned(),
                        infos: infos.into(),
                        line,
                        took,
                    });
                }
                Reply::Info => {
                    if infos.len() == MOST_INFOS {
                        infos.pop_front();
                    }
                    infos.extend(Info::read(&line));
                }
                _ => self.keep(line),
            }
        }
    }

    /// The next thing that it tells while it thinks about the order that was given at
    /// `begun`, and `None` when `until` comes first.
    ///
    /// # Errors
    ///
    /// When it ends, floods, or we are told to stop.
    pub fn watch(&mut self, begun: Instant, until: Instant) -> Result<Option<News>, Failure> {
        loop {
            let line = match self.hear(until, begun, &Stage::Move) {
                Ok(line) => line,
                Err(Failure::Hung { .. }) => return Ok(None),
                Err(failure) => return Err(failure),
            };
            match Reply::read(&line) {
                Reply::BestMove(name) => {
                    return Ok(Some(News::Best(Best {
                        name: name.to_owned(),
                        infos: Vec::new(),
                        line: line.clone(),
                        took: begun.elapsed(),
                    })));
                }
                Reply::Info => {
                    if let Some(info) = Info::read(&line) {
                        return Ok(Some(News::Info(info)));
                    }
                }
                _ => self.keep(line),
            }
        }
    }

    /// Tells it to stop thinking, and waits for its answer, which takes as long as it
    /// takes from this order.
    ///
    /// # Errors
    ///
    /// When none comes until `deadline`.
    pub fn stop(&mut self, deadline: Instant) -> Result<Best, Failure> {
        self.tell(&Command::Stop)?;
        self.best(Instant::now(), deadline, &Stage::Stop)
    }

    /// Gives it a position, without an order to think.
    ///
    /// # Errors
    ///
    /// When it does not listen.
    pub fn set_position(&mut self, position: &Position) -> Result<(), Failure> {
        self.tell(&Command::Position(Setup {
            start: *position,
            moves: Vec::new(),
        }))
    }
}

/// The command that sets up a game.
pub(super) fn position(game: &Game) -> Command {
    Command::Position(Setup {
        start: *game.start(),
        moves: game.moves().map(|played| played.mv).collect(),
    })
}
