//! One game.

use super::machine::random_move;
use super::{Absence, Contestant, Fault, FaultKind, Situation};
use crate::board::{Color, Game, Move, Outcome, PlayedMove, Preset};
use crate::notation::{BerkeleyMove, ReloadedMove};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::time::{Duration, Instant};

/// What becomes of an illegal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnIllegal {
    /// It is forfeited, as the rules of the document have it: the other side is to move.
    Forfeit,
    /// A random move is made in its place, as the document's specification of programs has
    /// it.
    #[default]
    Random,
}

impl OnIllegal {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Random, Self::Forfeit];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forfeit => "forfeit",
            Self::Random => "random",
        }
    }
}

/// Somebody who lets two play and sees to it that the rules are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Framework {
    /// What becomes of an illegal move.
    pub on_illegal: OnIllegal,
    /// What settles the random moves that take the place of illegal ones.
    pub seed: u64,
}

/// A ply, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The number of its turn, counted from 1.
    pub turn: u32,
    /// Whose it was.
    pub color: Color,
    /// What was played; a pass where the move was forfeited.
    pub played: PlayedMove,
    /// How that came about.
    pub reason: Reason,
    /// How long it took.
    pub took: Duration,
}

/// How a ply came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was chosen.
    Chosen,
    /// There was no legal move, and nobody was asked.
    NoMove,
    /// The move was forfeited because of a fault.
    Forfeited(Fault),
    /// A random move was made because of a fault.
    Random(Fault),
}

impl Reason {
    /// What was done wrong.
    #[must_use]
    pub const fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Chosen | Self::NoMove => None,
            Self::Forfeited(fault) | Self::Random(fault) => Some(fault),
        }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    game: Game,
    outcome: Outcome,
    plies: Vec<Ply>,
}

impl Finished {
    /// The game.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// How it ended.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Its plies, from the first.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }
}

impl Framework {
    /// Plays a game from the start: the first contestant has black. `see` sees each ply when
    /// it is played, and the game after it.
    ///
    /// # Errors
    ///
    /// When a contestant cannot go on, with its colour.
    pub fn play(
        &self,
        contestants: [&mut dyn Contestant; 2],
        see: &mut dyn FnMut(&Game, &Ply),
    ) -> Result<Finished, (Color, Absence)> {
        self.play_on(Game::new(Preset::Reloaded.rules()), contestants, see)
    }

    /// Plays on from where a game by Reloaded's rules stands.
    ///
    /// # Errors
    ///
    /// When a contestant cannot go on, with its colour.
    pub fn play_on(
        &self,
        mut game: Game,
        [black, white]: [&mut dyn Contestant; 2],
        see: &mut dyn FnMut(&Game, &Ply),
    ) -> Result<Finished, (Color, Absence)> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut plies = Vec::new();
        loop {
            if let Some(outcome) = game.outcome() {
                return Ok(Finished {
                    game,
                    outcome,
                    plies,
                });
            }
            let position = *game.position();
            let color = position.turn();
            let begun = Instant::now();
            let reason = if position.can_move(color, game.rules()) {
                let contestant = match color {
                    Color::Red => &mut *black,
                    Color::Blue => &mut *white,
                };
                let choice = contestant
                    .choose(&Situation::of(&game))
                    .map_err(|absence| (color, absence))?;
                match choice.and_then(|mv| play(&mut game, mv)) {
                    Ok(()) => Reason::Chosen,
                    Err(fault) => self.make_up(&mut game, fault, &mut random),
                }
            } else {
                forfeit(&mut game);
                Reason::NoMove
            };
            let Some(played) = game.last_move() else {
                // Every way above makes a move.
                continue;
            };
            let ply = Ply {
                turn: position.plies() / 2 + 1,
                color,
                played,
                reason,
                took: begun.elapsed(),
            };
            see(&game, &ply);
            plies.push(ply);
        }
    }

    /// Makes up for a fault.
    fn make_up(&self, game: &mut Game, fault: Fault, random: &mut ChaCha8Rng) -> Reason {
        if fault.kind == FaultKind::Illegal && self.on_illegal == OnIllegal::Random {
            let mv = random_move(game.position(), random);
            if game.play(mv).is_ok() {
                return Reason::Random(fault);
            }
        }
        forfeit(game);
        Reason::Forfeited(fault)
    }
}

/// Plays what a contestant has answered, if it is legal.
fn play(game: &mut Game, mv: ReloadedMove) -> Result<(), Fault> {
    mv.play(game).map(drop).map_err(|error| {
        let what = match mv.0 {
            BerkeleyMove::Pass => format!("`{mv}`: {error}"),
            step @ BerkeleyMove::Step { .. } => format!("`{mv}` ({step}): {error}"),
        };
        Fault::new(FaultKind::Illegal, what)
    })
}

/// The side to move gives its move away.
fn forfeit(game: &mut Game) {
    // It fails only when the game is over, and then nobody is to move.
    let forfeited = game.forfeit_move();
    debug_assert!(matches!(forfeited, Ok(PlayedMove { mv: Move::Pass, .. })));
}

#[cfg(test)]
mod tests;
