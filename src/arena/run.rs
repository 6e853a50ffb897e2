//! Playing what is to be played, several games at a time.

use super::control::Control;
use super::entrant::Entrant;
use super::game::{Adjudication, Conditions, Ended, NotPlayed, play};
use super::opening::{NoOpening, Openings};
use super::played::{End, PlayedGame};
use super::player::{Failing, Player};
use super::schedule::{Pairing, Plan, Results};
use crate::board::{Color, Game, Preset};
use crate::notation::{NotRecordable, Remark};
use crate::tester::runner::Shard;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// All that a match is made of.
#[derive(Debug)]
pub struct Setup {
    /// Who takes part, at least two.
    pub entrants: Vec<Entrant>,
    /// Who plays whom.
    pub plan: Plan,
    /// By which rules.
    pub preset: Preset,
    /// How long those may think of whom nothing else is said.
    pub control: Control,
    /// How much too late a move may come.
    pub margin: Duration,
    /// How long to wait for one whose time is over, until it is taken to be stalled.
    pub patience: Duration,
    /// How long to wait for one that has no clock.
    pub without_clock: Duration,
    /// How long a program may take to get ready.
    pub start: Duration,
    /// What ends a game before its time.
    pub adjudication: Adjudication,
    /// Where the games begin.
    pub openings: Openings,
    /// The part of the games that is played here; only for a plan whose games are known.
    pub shard: Option<Shard>,
    /// How many games are played at a time.
    pub concurrency: NonZeroUsize,
}

/// Why a match was broken off.
#[derive(Debug)]
pub enum Broken<E> {
    /// This player cannot play at all, for this reason.
    NotStarted(String, String),
    /// There is nothing to begin a game with.
    Opening(NoOpening),
    /// A game cannot be recorded.
    Record(NotRecordable),
    /// We were told to stop.
    Interrupted,
    /// Whoever saw the games had this to say.
    Seen(E),
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// It does.
    Yes,
    /// It has been decided.
    No,
}

impl Setup {
    /// The names of all players.
    #[must_use]
    pub fn names(&self) -> Vec<Remark> {
        let name = |entrant: &Entrant| entrant.name.clone();
        self.entrants.iter().map(name).collect()
    }

    /// The games that are played here and are known of when these have been played, and
    /// whether these are all.
    #[must_use]
    pub fn games(&self, results: &Results) -> (Vec<Pairing>, bool) {
        let mut known = self.plan.games(results);
        if let Some(shard) = self.shard {
            // Two games with one opening belong together.
            known.games.retain(|game| shard.takes(game.number / 2));
        }
        (known.games, known.complete)
    }

    /// Starts everybody once and sees whether they get ready for a game.
    fn audition<E>(&self, stop: &AtomicBool) -> Result<(), Broken<E>> {
        let opening = self.opening(0)?;
        for entrant in &self.entrants {
            let control = entrant.control(self.control);
            let ready = entrant
                .start(self.start, control, stop)
                .and_then(|mut player| {
                    player.begin(&opening, Color::Red)?;
                    player.quit();
                    Ok(())
                });
            match ready {
                Ok(()) => {}
                Err(Failing::Interrupted) => return Err(Broken::Interrupted),
                Err(Failing::NotStarted(why) | Failing::Forfeit(_, why)) => {
                    return Err(Broken::NotStarted(entrant.name.to_string(), why));
                }
            }
        }
        Ok(())
    }

    fn opening<E>(&self, number: u64) -> Result<Game, Broken<E>> {
        self.openings
            .game(number, self.preset, &self.entrants)
            .map_err(Broken::Opening)
    }
}

/// Plays all games of a match that are not among those that have been played already, and
/// shows each that has ended to `see`, with all before it. Gives all games.
///
/// # Errors
///
/// When somebody cannot be started, `told` is set, or `see` fails.
pub fn run<E: Send>(
    setup: &Setup,
    mut results: Results,
    told: &AtomicBool,
    see: &mut dyn FnMut(&PlayedGame, &Results) -> Result<GoOn, E>,
) -> Result<Results, Broken<E>> {
    let (games, mut complete) = setup.games(&results);
    let left = |games: Vec<Pairing>, results: &Results| -> VecDeque<Pairing> {
        let is_new = |game: &Pairing| !results.contains_key(&game.number);
        games.into_iter().filter(is_new).collect()
    };
    let mut waiting = left(games, &results);
    if waiting.is_empty() {
        return Ok(results);
    }
    setup.audition(told)?;
    let halt = AtomicBool::new(false);
    let desk = Desk::default();
    thread::scope(|scope| {
        let (tell, hear) = mpsc::channel();
        for _ in 0..setup.concurrency.get().min(waiting.len()) {
            let tell = tell.clone();
            let (desk, halt) = (&desk, &halt);
            scope.spawn(move || work(setup, desk, halt, &tell));
        }
        drop(tell);
        let mut playing = waiting.len();
        desk.add(&mut waiting);
        let ended = loop {
            if told.load(Ordering::Relaxed) {
                break Err(Broken::Interrupted);
            }
            match hear.recv_timeout(LOOK) {
                Ok(Ok(played)) => {
                    playing -= 1;
                    results.insert(played.number, played.clone());
                    match see(&played, &results) {
                        Ok(GoOn::Yes) => {}
                        Ok(GoOn::No) => break Ok(()),
                        Err(error) => break Err(Broken::Seen(error)),
                    }
                    if playing == 0 && !complete {
                        let games;
                        (games, complete) = setup.games(&results);
                        waiting = left(games, &results);
                        playing = waiting.len();
                        desk.add(&mut waiting);
                    }
                    if playing == 0 {
                        break Ok(());
                    }
                }
                Ok(Err(broken)) => break Err(broken),
                Err(RecvTimeoutError::Timeout) => {}
                // Nobody is left to play: a worker has panicked, which ends the scope.
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
        };
        halt.store(playing > 0, Ordering::Relaxed);
        desk.close();
        ended
    })?;
    Ok(results)
}

/// How often it is looked whether we are to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Where games lie that nobody plays yet.
#[derive(Default)]
struct Desk {
    games: Mutex<Pile>,
    news: Condvar,
}

#[derive(Default)]
struct Pile {
    games: VecDeque<Pairing>,
    closed: bool,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Pile> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, games: &mut VecDeque<Pairing>) {
        self.lock().games.append(games);
        self.news.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }

    /// The next game; waits for one. `None` when there will be none.
    fn next(&self) -> Option<Pairing> {
        let mut pile = self.lock();
        loop {
            if pile.closed {
                return None;
            }
            if let Some(game) = pile.games.pop_front() {
                return Some(game);
            }
            pile = self.news.wait(pile).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Lets everybody go home if a worker panics: nobody else would come to the end.
struct Alarm<'a>(&'a Desk);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

type Told<E> = Sender<Result<PlayedGame, Broken<E>>>;

/// Plays games until there are none.
fn work<E>(setup: &Setup, desk: &Desk, halt: &AtomicBool, tell: &Told<E>) {
    let _alarm = Alarm(desk);
    let mut stable = Stable {
        setup,
        halt,
        players: setup.entrants.iter().map(|_| None).collect(),
    };
    while let Some(pairing) = desk.next() {
        let played = stable.play(&pairing);
        let is_broken = played.is_err();
        if tell.send(played).is_err() || is_broken {
            return;
        }
    }
    for mut player in stable.players.into_iter().flatten() {
        player.quit();
    }
}

/// Players that have been started.
struct Stable<'a> {
    setup: &'a Setup,
    halt: &'a AtomicBool,
    players: Vec<Option<Box<dyn Player + 'a>>>,
}

impl<'a> Stable<'a> {
    /// Takes a player out, started if need be.
    fn take<E>(&mut self, who: usize) -> Result<Box<dyn Player + 'a>, Broken<E>> {
        if let Some(player) = self.players[who].take() {
            return Ok(player);
        }
        let setup = self.setup;
        let entrant = &setup.entrants[who];
        let control = entrant.control(setup.control);
        entrant
            .start(setup.start, control, self.halt)
            .map_err(|failing| match failing {
                Failing::Interrupted => Broken::Interrupted,
                Failing::NotStarted(why) | Failing::Forfeit(_, why) => {
                    Broken::NotStarted(entrant.name.to_string(), why)
                }
            })
    }

    fn play<E>(&mut self, pairing: &Pairing) -> Result<PlayedGame, Broken<E>> {
        let setup = self.setup;
        let opening = setup.opening(pairing.opening)?;
        let who = [pairing.red, pairing.blue];
        let controls = who.map(|player| setup.entrants[player].control(setup.control));
        let conditions = Conditions {
            controls,
            margin: setup.margin,
            patience: setup.patience,
            without_clock: setup.without_clock,
            adjudication: setup.adjudication,
        };
        let mut red = self.take(pairing.red)?;
        let mut blue = self.take(pairing.blue)?;
        let Ended { game, result, end } = play(
            &mut [red.as_mut(), blue.as_mut()],
            &opening,
            &conditions,
            self.halt,
        )
        .map_err(|error| match error {
            NotPlayed::Interrupted => Broken::Interrupted,
            NotPlayed::NotStarted(color, why) => {
                let name = &setup.entrants[who[color.index()]].name;
                Broken::NotStarted(name.to_string(), why)
            }
        })?;
        // Who has given a game away is started anew for the next.
        let has_failed = |color: Color| {
            matches!(end, End::Forfeit(..)) && result == crate::notation::GameResult::Win(!color)
        };
        let failed = Color::BOTH.map(has_failed);
        for ((player, who), failed) in [red, blue].into_iter().zip(who).zip(failed) {
            if !failed {
                self.players[who] = Some(player);
            }
        }
        let time = if controls[0] == controls[1] {
            controls[0].to_string()
        } else {
            format!("{} against {}", controls[0], controls[1])
        };
        PlayedGame::new(
            pairing,
            &setup.names(),
            (setup.preset, &game),
            (result, end),
            Remark::new(&time),
        )
        .map_err(Broken::Record)
    }
}
