//! Plays the games of a match, several at a time.

use super::engine_log::{EngineLog, PlayerLog};
use super::openings::NoOpening;
use super::played::{LostMove, Pairing, PlayedGame};
use super::schedule::Results;
use super::setup::MatchSetup;
use super::store::FolderError;
use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game};
use ataxx_core::notation::{GameRecord, GameResult, NotRecordable, Remark, SearchSummary};
use ataxx_opponents::game::{FinishedGame, GameConditions, Ply, play};
use ataxx_opponents::{End, Failure, FailureKind, Opponent};
use ataxx_opponents::{cores, panics};
use std::io;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// Why a match was stopped.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The player with this index cannot be started, or has left.
    #[error("player {} cannot play: {}", .0 + 1, .1)]
    Player(usize, Failure),
    #[error(transparent)]
    Opening(NoOpening),
    #[error("a game cannot be recorded: {0}")]
    Record(NotRecordable),
    #[error("a game cannot be bound to core {0}: {1}")]
    Core(usize, io::Error),
    #[error("interrupted")]
    Interrupted,
    /// This program has panicked with these words.
    #[error("{}", panics::message(.0))]
    Fault(String),
    /// A game cannot be kept.
    #[error(transparent)]
    Folder(FolderError),
}

impl MatchError {
    /// The match is stopped by this failure of a player.
    fn of(player: usize, failure: Failure) -> Self {
        match failure.kind {
            FailureKind::Interrupted => Self::Interrupted,
            _ => Self::Player(player, failure),
        }
    }
}

impl MatchSetup {
    /// Starts each player once, to see whether it gets ready for a game.
    fn check_players(&self, cancel: &Cancellation, log: &EngineLog) -> Result<(), MatchError> {
        let opening = self.opening(0)?;
        for (player, entrant) in self.entrants.iter().enumerate() {
            let control = entrant.control(self.control);
            let monitor = PlayerLog::new(log, &entrant.name).monitor();
            let ready = entrant
                .start(self.start, control, 0, cancel, &monitor)
                .and_then(|mut opponent| {
                    opponent.begin(&opening, Color::Red)?;
                    opponent.quit();
                    Ok(())
                });
            ready.map_err(|failure| MatchError::of(player, failure))?;
        }
        Ok(())
    }

    fn opening(&self, number: u64) -> Result<Game, MatchError> {
        self.openings
            .game(number, self.rules, &self.entrants)
            .map_err(MatchError::Opening)
    }
}

/// A game that has ended just now.
#[derive(Clone, Debug)]
pub struct Finished {
    pub game: PlayedGame,
    /// The last lines exchanged with a program that has forfeited the game by a crash or a
    /// stall.
    pub last_lines: Vec<String>,
}

impl Finished {
    /// Whether a player has forfeited it that was perhaps ended with the match.
    const fn may_be_cut_short(&self) -> bool {
        matches!(&self.game.end, End::Forfeit(fault) if matches!(fault.kind, FailureKind::Crash))
    }
}

/// Receives a game that has ended, with the results before it, adds it to them, and decides whether
/// to continue.
pub type OnFinished<'a> =
    dyn FnMut(&Finished, &mut Results) -> Result<ControlFlow<()>, FolderError> + 'a;

/// What happens in a game.
#[derive(Clone, Copy, Debug)]
pub enum GameEvent<'a> {
    /// A ply was played, and the game after it.
    Ply(&'a Ply, &'a Game),
    /// It has ended.
    Ended(&'a FinishedGame),
}

/// Receives what happens in each game, in the thread that plays it.
pub type Watch<'a> = dyn Fn(&Pairing, GameEvent) + Sync + 'a;

/// Plays the games of a match that are not among `results`, and passes each that has ended to
/// `on_finished`. The lines exchanged with programs go to `log`, and what happens in the games goes
/// to `watch`.
pub fn run(
    setup: &MatchSetup,
    results: &mut Results,
    cancel: &Cancellation,
    log: &EngineLog,
    watch: &Watch,
    on_finished: &mut OnFinished,
) -> Result<(), MatchError> {
    let mut waiting = setup.games();
    waiting.retain(|game| !results.contains_key(&game.number));
    if waiting.is_empty() {
        return Ok(());
    }
    setup.check_players(cancel, log)?;
    let mut add = |finished: &Finished, results: &mut Results| {
        let flow = on_finished(finished, results).and_then(|flow| log.check().map(|()| flow));
        flow.map_err(MatchError::Folder)
    };
    let stop = Cancellation::new();
    let mut playing = waiting.len();
    let queue = Mutex::new(waiting.into_iter());
    thread::scope(|scope| {
        let (sender, ended_games) = mpsc::channel();
        let worker = |index: usize| {
            let (sender, queue, stop) = (sender.clone(), &queue, &stop);
            let core = setup.cores.get(index).copied();
            scope.spawn(move || {
                if let Some((core, error)) =
                    core.and_then(|core| Some((core, cores::bind(core).err()?)))
                {
                    let _ = sender.send(Err(MatchError::Core(core, error)));
                    return;
                }
                let work = || Worker::new(setup, stop, log, watch).work(queue, &sender);
                if let Err(words) = panics::caught(work) {
                    let _ = sender.send(Err(MatchError::Fault(words)));
                }
            })
        };
        let workers = 0..setup.concurrency.get().min(playing);
        workers.map(worker).for_each(drop);
        let ended = loop {
            if cancel.is_requested() {
                break Err(MatchError::Interrupted);
            }
            match ended_games.recv_timeout(CANCELLATION_INTERVAL) {
                Ok(Ok(finished)) if finished.may_be_cut_short() && cancel.is_requested() => {
                    break Err(MatchError::Interrupted);
                }
                Ok(Ok(finished)) => {
                    playing -= 1;
                    match add(&finished, results) {
                        Ok(ControlFlow::Continue(())) => {}
                        Ok(ControlFlow::Break(())) => break Ok(()),
                        Err(broken) => break Err(broken),
                    }
                    if playing == 0 {
                        break Ok(());
                    }
                }
                Ok(Err(broken)) => break Err(broken),
                Err(_) => {}
            }
        };
        if playing > 0 {
            stop.request();
        }
        if let Err(MatchError::Interrupted | MatchError::Fault(_)) = ended {
            // Games that have ended by now are not played again.
            for finished in ended_games.try_iter().flatten() {
                if !finished.may_be_cut_short() {
                    let _ = add(&finished, results)?;
                }
            }
        }
        ended
    })
}

/// How often the cancellation flag is checked.
const CANCELLATION_INTERVAL: Duration = Duration::from_millis(20);

/// The games that no worker has begun.
type Queue = Mutex<std::vec::IntoIter<Pairing>>;

/// Plays games in one thread. A player is started for its first game and kept for the next, unless
/// it is to be restarted.
struct Worker<'a> {
    setup: &'a MatchSetup,
    stop: &'a Cancellation,
    players: Vec<Option<Box<dyn Opponent + 'a>>>,
    /// The log of each of them.
    logs: Vec<Rc<PlayerLog<'a>>>,
    watch: &'a Watch<'a>,
}

impl<'a> Worker<'a> {
    fn new(
        setup: &'a MatchSetup,
        stop: &'a Cancellation,
        log: &'a EngineLog,
        watch: &'a Watch<'a>,
    ) -> Self {
        let entrants = setup.entrants.iter();
        Self {
            setup,
            stop,
            players: entrants.clone().map(|_| None).collect(),
            logs: entrants
                .map(|entrant| PlayerLog::new(log, &entrant.name))
                .collect(),
            watch,
        }
    }

    /// Plays the games of the queue until it is empty or the match is stopped.
    fn work(mut self, queue: &Queue, sender: &Sender<Result<Finished, MatchError>>) {
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        while let Some(pairing) = next().filter(|_| !self.stop.is_requested()) {
            let played = self.play(&pairing);
            let is_broken = played.is_err();
            if sender.send(played).is_err() || is_broken {
                return;
            }
        }
        for mut player in self.players.into_iter().flatten() {
            player.quit();
        }
    }

    /// Takes a player out for this game, and starts it if it is not running.
    fn take(&mut self, player: usize, game: u64) -> Result<Box<dyn Opponent + 'a>, MatchError> {
        if let Some(running) = self.players[player].take() {
            return Ok(running);
        }
        let setup = self.setup;
        let entrant = &setup.entrants[player];
        let control = entrant.control(setup.control);
        entrant
            .start(
                setup.start,
                control,
                game,
                self.stop,
                &self.logs[player].monitor(),
            )
            .map_err(|failure| MatchError::of(player, failure))
    }

    fn play(&mut self, pairing: &Pairing) -> Result<Finished, MatchError> {
        let setup = self.setup;
        let opening = setup.opening(pairing.opening)?;
        let players = [pairing.red, pairing.blue];
        let controls = players.map(|player| setup.entrants[player].control(setup.control));
        let conditions = GameConditions {
            controls,
            margin: setup.margin,
            patience: setup.patience,
            without_clock: setup.without_clock,
            adjudication: setup.adjudication,
            penalties: players.map(|player| setup.penalty(&setup.entrants[player])),
            seed: setup.seed.wrapping_add(pairing.number),
        };
        for player in players {
            self.logs[player].begin(pairing.number);
        }
        let mut red = self.take(pairing.red, pairing.number)?;
        let mut blue = self.take(pairing.blue, pairing.number)?;
        let ended = play(
            [red.as_mut(), blue.as_mut()],
            &opening,
            &conditions,
            self.stop,
            &mut |game, ply| (self.watch)(pairing, GameEvent::Ply(ply, game)),
        );
        let ended =
            ended.map_err(|(color, failure)| MatchError::of(players[color.index()], failure))?;
        (self.watch)(pairing, GameEvent::Ended(&ended));
        let FinishedGame {
            game,
            result,
            end,
            plies,
        } = ended;
        // A player that forfeited is started anew for its next game.
        let has_forfeited =
            |color: Color| matches!(end, End::Forfeit(_)) && result == GameResult::Win(!color);
        for (color, mut player) in Color::BOTH.into_iter().zip([red, blue]) {
            let number = players[color.index()];
            if setup.entrants[number].restart {
                player.quit();
            } else if !has_forfeited(color) {
                self.players[number] = Some(player);
            }
        }
        let last_lines = match (&end, result) {
            (End::Forfeit(fault), GameResult::Win(winner)) if fault.kind.is_without_answer() => {
                self.logs[players[(!winner).index()]].last_lines()
            }
            _ => Vec::new(),
        };
        let time = if controls[0] == controls[1] {
            controls[0].to_string()
        } else {
            format!("{} against {}", controls[0], controls[1])
        };
        let opening_plies = opening.moves().len();
        let searches = (opening_plies..).zip(plies.iter().map(|ply| SearchSummary {
            time: Some(ply.took),
            ..ply.search
        }));
        let record = GameRecord::new(setup.rules, &game)
            .and_then(|record| record.with_searches(searches).with_result(result))
            .map_err(MatchError::Record)?;
        let lost_moves: Vec<LostMove> = plies.iter().filter_map(LostMove::of).collect();
        let (names, time) = (setup.names(), Remark::new(&time));
        let game = PlayedGame::new(pairing, &names, record, end, &lost_moves, time);
        Ok(Finished { game, last_lines })
    }
}
