//! The same measurements of another engine: `--uai`.

use super::positions::Suite;
use crate::cli::arguments::{Hash, Threads};
use crate::cli::exit;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::progress::Progress;
use ataxx_core::board::{Game, Position, Rules};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{excerpt, per_second, seconds};
use ataxx_core::engine::Limits;
use ataxx_core::notation::MoveScore;
use ataxx_core::solver::Plies;
use ataxx_opponents::uai::client::{
    Best, EngineClient, EngineTimeouts, Failure, Go, Info, News, SetOption,
};
use ataxx_opponents::{FailureKind, Launch, within};
use serde::Serialize;
use std::ops::RangeInclusive;
use std::time::Duration;

/// What the other engine reached.
#[derive(Default, Serialize)]
pub struct EngineResult {
    pub name: String,
    pub positions: Vec<EngineSearch>,
    pub won: Vec<EngineSearch>,
    /// The nodes of all `positions`, as far as it says.
    pub nodes: u64,
    /// Of all `positions`.
    pub nodes_per_second: u64,
    /// What it did wrong, after which nothing was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A search of the other engine, as far as its lines of `info` say. In a won position it is the
/// search up to the first claim of a win.
#[derive(Clone, Default, Serialize)]
pub struct EngineSearch {
    pub id: &'static str,
    /// The plies of the win that it claims, if a win can take that number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// From `go` to the last of these lines, or to the move if there are none.
    pub seconds: f64,
    #[serde(skip)]
    pub time: Duration,
    /// From `go` to the line with the nodes.
    #[serde(skip)]
    pub nodes_time: Duration,
}

/// The other engine while it is measured.
pub struct OtherEngine {
    engine: EngineClient<'static>,
    result: EngineResult,
}

const TIMEOUTS: EngineTimeouts = EngineTimeouts {
    start: Duration::from_secs(10),
    ready: Duration::from_secs(10),
    think: Duration::from_secs(60),
    overrun: Duration::from_secs(1),
    stop: Duration::from_secs(5),
    quit: Duration::from_secs(1),
};

impl OtherEngine {
    /// Starts it, and sets its options.
    pub fn start(launch: &Launch, threads: Threads, hash: Hash) -> Result<Self, exit::EarlyExit> {
        Self::get_ready(launch, threads, hash).map_err(|failure| match failure.kind {
            FailureKind::Interrupted => exit::EarlyExit::Interrupted,
            _ => exit::EarlyExit::not_started(Diagnostic::error("engine", failure.to_string())),
        })
    }

    fn get_ready(launch: &Launch, threads: Threads, hash: Hash) -> Result<Self, Failure> {
        let mut engine = EngineClient::start(launch, &INTERRUPT)?;
        let name = engine.handshake(within(TIMEOUTS.start))?.name.clone();
        let options = [
            ("Hash", hash.mib().to_string()),
            ("Threads", threads.threads.to_string()),
        ];
        for (name, value) in options {
            // It may have no such option, or not with this value.
            if let Err(SetOption::Failed(failure)) = engine.set_option(name, Some(&value)) {
                return Err(failure);
            }
        }
        engine.ready(within(TIMEOUTS.ready))?;
        let result = EngineResult {
            name: if name.is_empty() {
                launch.command.clone()
            } else {
                name
            },
            ..EngineResult::default()
        };
        Ok(Self { engine, result })
    }

    pub const fn result(&self) -> &EngineResult {
        &self.result
    }

    /// Measures the undecided positions.
    pub fn undecided(&mut self, suite: &Suite, limits: Limits, progress: &Progress) {
        let positions = suite.undecided.iter();
        let positions = positions.map(|entry| (entry.id, entry.position, None));
        self.result.positions = self.searches(positions, limits, progress);
    }

    /// Measures the won positions.
    pub fn won(&mut self, suite: &Suite, limits: Limits, progress: &Progress) {
        let positions = suite.won.iter();
        let positions = positions.map(|entry| (entry.id, entry.position, Some(entry.known)));
        self.result.won = self.searches(positions, limits, progress);
    }

    /// Searches positions, each with the length of the shortest win if there is one.
    fn searches(
        &mut self,
        positions: impl Iterator<Item = (&'static str, Position, Option<Plies>)>,
        limits: Limits,
        progress: &Progress,
    ) -> Vec<EngineSearch> {
        let mut all = Vec::new();
        for (id, position, win) in positions {
            if INTERRUPT.is_requested() || self.result.failure.is_some() {
                break;
            }
            match self.search(&position, limits, win) {
                Ok(search) => all.push(EngineSearch { id, ..search }),
                Err(failure) => self.keep(id, &failure),
            }
            progress.advance(1);
        }
        all
    }

    fn keep(&mut self, place: &str, failure: &Failure) {
        if failure.kind != FailureKind::Interrupted {
            self.result.failure = Some(format!("{place}: {failure}"));
        }
    }

    fn search(
        &mut self,
        position: &Position,
        limits: Limits,
        win: Option<Plies>,
    ) -> Result<EngineSearch, Failure> {
        let go = Go {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.time,
            ..Go::default()
        };
        let allowed = limits
            .time
            .map_or(TIMEOUTS.think, |time| time + TIMEOUTS.overrun);
        let game = Game::from_position(Rules::UAI, *position);
        self.engine.new_game(within(TIMEOUTS.ready))?;
        let begun = self.engine.think(&game, &go, within(TIMEOUTS.ready))?;
        let deadline = begun + allowed;
        let mut search = EngineSearch::default();
        let possible = possible_wins(position, win);
        let best = loop {
            match self.engine.watch(begun, deadline)? {
                Some(News::Best(best)) => break best,
                Some(News::Info(info)) => {
                    search.extend(&info, begun.elapsed(), &possible);
                    if search.win.is_some() && win.is_some() {
                        break self.stop()?;
                    }
                }
                None => break self.stop()?,
            }
        };
        if search.time == Duration::ZERO {
            search.time = best.took;
            search.seconds = seconds(best.took);
        }
        best.check(&game)?;
        Ok(search)
    }

    fn stop(&mut self) -> Result<Best, Failure> {
        self.engine.stop(within(TIMEOUTS.stop))
    }

    /// Ends the engine, and gives what was measured.
    pub fn finish(mut self) -> EngineResult {
        if self.result.failure.is_none() {
            let _ = self.engine.quit(within(TIMEOUTS.quit));
        }
        let searches = self.result.positions.iter();
        let time = searches.clone().map(|search| search.nodes_time).sum();
        self.result.nodes = searches.filter_map(|search| search.nodes).sum();
        self.result.nodes_per_second = per_second(self.result.nodes, time);
        self.result
    }
}

/// The plies that a win in this position can take: not fewer than the shortest, if that is known.
fn possible_wins(position: &Position, shortest: Option<Plies>) -> RangeInclusive<u32> {
    let jumps = Rules::UAI.jump_limit.map_or(0, |limit| limit.jumps.get());
    // Every other move is an extend, which fills a square for good.
    let most = (position.empty().count() + 1) * u32::from(jumps);
    shortest.map_or(1, |Plies(plies)| plies.into())..=most
}

impl EngineSearch {
    /// Adds what a line says. A win that is not possible is none.
    fn extend(&mut self, info: &Info, time: Duration, possible: &RangeInclusive<u32>) {
        if info.multi_pv.is_some_and(|rank| rank > 1) {
            return;
        }
        if let Some(MoveScore::Mate(moves @ 1..)) = info.score
            && info.bound.is_none()
        {
            // The last of its own moves needs no answer.
            let plies = 2 * moves.unsigned_abs() - 1;
            self.win = self.win.or(possible.contains(&plies).then_some(plies));
        }
        if info.depth.is_some() || info.nodes.is_some() {
            self.depth = info.depth.or(self.depth);
            if info.nodes.is_some() {
                self.nodes = info.nodes;
                self.nodes_time = time;
            }
            self.time = time;
            self.seconds = seconds(time);
        }
    }
}

impl EngineResult {
    /// Its name for a heading.
    pub fn title(&self) -> String {
        excerpt(&self.name, 30).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> EngineSearch {
        let mut search = EngineSearch::default();
        for (time, line) in (1..).zip(lines) {
            let info = Info::read(line).expect("a line of info");
            search.extend(&info, Duration::from_secs(time), &(3..=4600));
        }
        search
    }

    #[test]
    fn what_a_search_reached_is_in_its_last_lines() {
        let search = after(&[
            "info depth 3 nodes 100 score cp 5 pv a1b1",
            "info depth 4 nodes 300 score cp 5 pv a1b1",
            "info depth 9 nodes 999 multipv 2 score mate 1 pv a1b1",
            "info string nothing",
        ]);
        assert_eq!((search.depth, search.nodes), (Some(4), Some(300)));
        assert_eq!((search.win, search.seconds), (None, 2.0));
        assert_eq!(search.nodes_time, Duration::from_secs(2));
        // The nodes of one line, and the time of another.
        let search = after(&["info depth 3 nodes 100", "info depth 4", "info depth 5"]);
        assert_eq!((search.depth, search.seconds), (Some(5), 3.0));
        assert_eq!(search.nodes_time, Duration::from_secs(1));
    }

    #[test]
    fn a_win_is_as_long_as_it_can_be() {
        let position = Position::start();
        assert_eq!(possible_wins(&position, Some(Plies(3))), 3..=4600);
        assert_eq!(possible_wins(&position, None), 1..=4600);
    }

    #[test]
    fn a_win_is_one_that_is_no_bound_and_no_loss() {
        assert_eq!(after(&["info score mate 3 lowerbound"]).win, None);
        assert_eq!(after(&["info score mate -3"]).win, None);
        assert_eq!(after(&["info score mate 1"]).win, None);
        assert_eq!(after(&["info score mate 999999999"]).win, None);
        assert_eq!(
            after(&["info score mate 1", "info score mate 2"]).win,
            Some(3)
        );
        assert_eq!(
            after(&["info score mate 3", "info score mate 2"]).win,
            Some(5)
        );
    }
}
