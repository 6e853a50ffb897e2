//! A single game, and who gives it away.

use super::control::{Clocks, Control};
use super::played::{End, Forfeit};
use super::player::{Chosen, Failing, Player};
use crate::board::{Color, Game, Move};
use crate::notation::{BerkeleyMove, GameResult};
use crate::opponents::subject::illegal_because;
use crate::solver::{self, Budget, Solver, Verdict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// By what a game is judged beyond the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// How long each may think, Red first.
    pub controls: [Control; 2],
    /// How much too late a move may come.
    pub margin: Duration,
    /// How long to wait for one whose time is over, until it is taken to be stalled.
    pub patience: Duration,
    /// How long to wait for one that has no clock.
    pub without_clock: Duration,
    /// What ends a game before its time.
    pub adjudication: Adjudication,
}

/// What ends a game before its time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A side that cannot move and must pass ends the game if the solver soon proves that
    /// somebody wins by force: whoever it is has won.
    pub forced: bool,
    /// A game of so many plies, those of the opening among them, ends.
    pub most_plies: Option<(usize, AtMostPlies)>,
}

/// The result of a game that has become too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtMostPlies {
    /// A draw.
    Draw,
    /// Who has more pieces wins.
    Pieces,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The game with all moves that count.
    pub game: Game,
    /// Its result.
    pub result: GameResult,
    /// Why it ended.
    pub end: End,
}

/// Why a game was not played to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPlayed {
    /// This side cannot play at all, for this reason.
    NotStarted(Color, String),
    /// We were told to stop.
    Interrupted,
}

/// Plays a game on from where it stands; Red is the first of the players.
///
/// # Errors
///
/// When somebody cannot play at all, or `stop` is set.
pub fn play(
    players: &mut [&mut dyn Player; 2],
    opening: &Game,
    conditions: &Conditions,
    stop: &AtomicBool,
) -> Result<Ended, NotPlayed> {
    let mut game = opening.clone();
    let mut clocks = Clocks::new(conditions.controls);
    for color in Color::BOTH {
        let begun = players[color.index()].begin(&game, color);
        if let Err(failing) = begun {
            return given_away(game, color, failing);
        }
    }
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(Ended {
                game,
                result: Some(outcome).into(),
                end: End::Rules,
            });
        }
        if let Some((result, why)) = conditions.adjudication.judge(&game, stop) {
            let end = End::Adjudicated(why);
            return Ok(Ended { game, result, end });
        }
        if stop.load(Ordering::Relaxed) {
            return Err(NotPlayed::Interrupted);
        }
        let color = game.position().turn();
        let limit = clocks.limit(color);
        let begun = Instant::now();
        let wait = limit.map_or(conditions.without_clock, |limit| {
            limit + conditions.margin + conditions.patience
        });
        let allowance = clocks.allowance(color, begun + wait);
        let chosen = players[color.index()].choose(&game, &allowance);
        let took = match &chosen {
            Ok(Chosen {
                took: Some(took), ..
            }) => *took,
            _ => begun.elapsed(),
        };
        if let Some(limit) = limit
            && took > limit + conditions.margin
            && chosen.is_ok()
        {
            let (took, limit) = (took.as_secs_f64(), limit.as_secs_f64());
            let what = format!("took {took:.3} s of {limit:.3} s");
            return given_away(game, color, Failing::Forfeit(Forfeit::Time, what));
        }
        let played = match chosen {
            Ok(chosen) => make(chosen.mv, &mut game),
            Err(failing) => Err(failing),
        };
        if let Err(failing) = played {
            return given_away(game, color, failing);
        }
        clocks.spend(color, took);
    }
}

fn make(mv: BerkeleyMove, game: &mut Game) -> Result<(), Failing> {
    match mv.play(game) {
        Ok(_) => Ok(()),
        Err(error) => {
            let what = format!("`{mv}`: {}", illegal_because(error, game.position()));
            Err(Failing::Forfeit(Forfeit::IllegalMove, what))
        }
    }
}

/// The end of a game in which this side has failed.
fn given_away(game: Game, color: Color, failing: Failing) -> Result<Ended, NotPlayed> {
    match failing {
        Failing::Interrupted => Err(NotPlayed::Interrupted),
        Failing::NotStarted(why) => Err(NotPlayed::NotStarted(color, why)),
        Failing::Forfeit(how, what) => Ok(Ended {
            game,
            result: GameResult::Win(!color),
            end: End::Forfeit(how, what),
        }),
    }
}

impl Adjudication {
    /// The result of a game that is judged, and why it is.
    fn judge(&self, game: &Game, stop: &AtomicBool) -> Option<(GameResult, String)> {
        let position = game.position();
        if self.forced && position.legal_moves(game.rules()).eq([Move::Pass]) {
            /// More are not worth it: the game can also be played on.
            const NODES: u64 = 100_000;
            let budget = Budget {
                nodes: Some(NODES),
                go_on: &|| !stop.load(Ordering::Relaxed),
            };
            let settings = solver::SolverOptions::default();
            let verdict = Solver::new(game.rules(), &settings)
                .exact(position, &budget)
                .verdict;
            let winner = match verdict {
                Verdict::Win(_) => Some(position.turn()),
                Verdict::Loss(_) => Some(!position.turn()),
                _ => None,
            };
            if let Some(winner) = winner {
                let why = format!("{winner} wins by force, and {} must pass", position.turn());
                return Some((GameResult::Win(winner), why));
            }
        }
        let (most, result) = self.most_plies?;
        if game.moves().len() < most {
            return None;
        }
        let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
        let result = match result {
            AtMostPlies::Pieces if red > blue => GameResult::Win(Color::Red),
            AtMostPlies::Pieces if red < blue => GameResult::Win(Color::Blue),
            _ => GameResult::Draw,
        };
        Some((result, format!("{most} plies were played")))
    }
}
