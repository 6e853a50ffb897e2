//! The worker of an engine.

use super::input::Event;
use super::options::EngineOptions;
use crate::uai::{Handshake, Info};
use ataxx_core::Cancellation;
use ataxx_core::board::perft::{self, Counter, Counting, Hooks};
use ataxx_core::board::{Bitboard, Color, Move, Outcome, Position};
use ataxx_core::diagnostic::text::{per_second, visible};
use ataxx_core::engine::{
    self, Choice, Limits, Network, Player, PlayerOptions, SearchReport, SearchTask, Variation,
};
use ataxx_core::notation::MoveScore;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// A task for the worker. Tasks are carried out one after the other.
pub(super) enum Job {
    /// Search a position. The last event of it is [`Event::Found`].
    Search(Box<Search>),
    /// Count the leaves of a position to this depth. The last event of it is
    /// [`Event::Counted`].
    Count(Box<Task>, u8),
    /// Replace the table by one of this size in MiB.
    Resize(u32),
    /// Empty the table.
    ClearTable,
    /// Report that all earlier jobs are done.
    Ready(Sender<()>),
}

/// What to work on, and with which options.
pub(super) struct Task {
    pub position: Position,
    pub options: EngineOptions,
    pub protocol: Handshake,
    /// When the command came in. The time since then counts.
    pub begun: Instant,
}

/// A search for a move.
pub(super) struct Search {
    pub task: Task,
    pub limits: Limits,
    /// The legal moves to choose from; empty for all.
    pub only: Vec<Move>,
}

/// The worker of an engine: it searches and counts, on a thread of its own.
pub(super) struct Thinker<'a> {
    events: Sender<Event>,
    cancel: &'a Cancellation,
    network: &'a Network,
    hash: u32,
    player: Player<'a>,
}

/// The size of a perft table, in bytes.
const COUNTS_BYTES: usize = 16 << 20;

impl<'a> Thinker<'a> {
    pub fn new(events: Sender<Event>, network: &'a Network, cancel: &'a Cancellation) -> Self {
        Self {
            events,
            cancel,
            network,
            hash: 0,
            player: player(network, 0),
        }
    }

    /// Carries out jobs until no more can come.
    pub fn work(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Search(search) => {
                    let mv = self.search(&search);
                    self.send(Event::Found(mv));
                }
                Job::Count(task, depth) => {
                    self.count(&task, depth);
                    self.send(Event::Counted);
                }
                Job::Resize(hash) => self.resize(hash),
                Job::ClearTable => self.player.clear(),
                // It fails where the receiver is gone.
                Job::Ready(ready) => drop(ready.send(())),
            }
        }
    }

    fn send(&self, event: Event) {
        // The dispatcher may have ended.
        let _ = self.events.send(event);
    }

    fn send_text(&self, text: String) {
        self.send(Event::Text(text));
    }

    fn resize(&mut self, hash: u32) {
        if hash == self.hash {
            return;
        }
        // Frees the old table first.
        self.player = player(self.network, 0);
        if Vec::<u8>::new().try_reserve_exact(bytes(hash)).is_ok() {
            self.hash = hash;
        } else {
            let old = self.hash;
            self.send_text(remark(&format!(
                "error: there is no memory for {hash} MiB; the table stays at {old} MiB"
            )));
        }
        self.player = player(self.network, bytes(self.hash));
        self.player.prepare(Bitboard::EMPTY);
    }

    fn search(&mut self, search: &Search) -> Option<Move> {
        let Search { task, limits, only } = search;
        let (position, options) = (&task.position, &task.options);
        let rules = &options.rules;
        if let Some(outcome) = position.outcome(rules) {
            let text = format!("the game is over: {}", result(outcome));
            self.send_text(remark(&text));
            return None;
        }
        let mut limits = *limits;
        let table_bytes = enough(self.hash, &limits);
        let mut fresh = options.seed.map(|_| player(self.network, table_bytes));
        let elapsed = task.begun.elapsed();
        limits.time = limits.time.map(|time| time.saturating_sub(elapsed));
        let search_task = SearchTask {
            position,
            rules,
            limits,
            seed: options.seed.map(i64::cast_unsigned),
            // Several threads would not find the same twice.
            threads: options.seed.map_or(options.threads, |_| NonZeroUsize::MIN),
        };
        let Self {
            events,
            cancel,
            player: known,
            ..
        } = self;
        let player = fresh.as_mut().unwrap_or(known);
        let send_report = |report: &SearchReport| {
            let text = report_lines(report, task.protocol, task.begun.elapsed());
            let _ = events.send(Event::Text(text));
        };
        let is_forced = position.legal_moves(rules).nth(1).is_none();
        if is_forced && limits.time.is_some() {
            // A forced move takes no time off the clock.
            let report = without_search(&player.choose(&search_task, cancel)?);
            send_report(&report);
            return best(&report);
        }
        let mut last = Vec::new();
        let mut see = |report: &SearchReport| {
            send_report(report);
            last.clone_from(&report.lines);
        };
        let found = player.analyze_moves(&search_task, only, options.lines, cancel, &mut see);
        let (report, _) = found?;
        // An interrupted search may have found something, too.
        if report.lines != last {
            send_report(&report);
        }
        best(&report)
    }

    fn count(&self, task: &Task, depth: u8) {
        let Task {
            position,
            options,
            begun,
            ..
        } = task;
        let settings = perft::CounterOptions {
            counting: Counting::ByDestination,
            table_bytes: COUNTS_BYTES,
            threads: options.threads,
        };
        let mut counter = match Counter::new(&options.rules, &settings) {
            Ok(counter) => counter,
            Err(error) => return self.send_text(remark(&format!("error: perft: {error}"))),
        };
        let hooks = Hooks {
            cancel: self.cancel,
            progress: &|_| {},
        };
        let mut nodes = 1;
        for depth in 1..=depth {
            match counter.count_with(position, depth, &hooks) {
                Ok(leaves) => nodes = leaves,
                Err(reason) => {
                    let text = format!("perft: depth {depth} is not counted: {reason}");
                    return self.send_text(remark(&text));
                }
            }
            self.send_text(count_line(depth, nodes, begun.elapsed()));
        }
        self.send_text(format!("nodes {nodes}\n"));
    }
}

/// A player with an empty table of this size in bytes.
fn player(network: &Network, table_bytes: usize) -> Player<'_> {
    Player::new(&PlayerOptions {
        evaluation: network,
        table_bytes,
        ..PlayerOptions::default()
    })
}

fn bytes(hash: u32) -> usize {
    usize::try_from(u64::from(hash) << 20).unwrap_or(usize::MAX)
}

/// The size of a table for one search: what the search can fill, because a larger table takes
/// time to allocate.
fn enough(hash: u32, limits: &Limits) -> usize {
    limits.table_bytes().min(bytes(hash))
}

/// The report of a move that was chosen without a search.
fn without_search(choice: &Choice) -> SearchReport {
    SearchReport {
        lines: vec![Variation {
            score: choice.score,
            value: choice.value,
            moves: vec![choice.mv],
        }],
        depth: choice.depth,
        deepest: choice.depth,
        nodes: choice.nodes,
        fullness: 0,
    }
}

fn best(report: &SearchReport) -> Option<Move> {
    report.lines.first()?.moves.first().copied()
}

/// Who has won, for people.
pub(super) fn result(outcome: Outcome) -> &'static str {
    match outcome.winner {
        Some(Color::Red) => "x has won",
        Some(Color::Blue) => "o has won",
        None => "a draw",
    }
}

/// A line of text for people.
pub(super) fn remark(text: &str) -> String {
    let info = Info {
        text: Some(visible(text).into_owned()),
        ..Info::default()
    };
    format!("{info}\n")
}

/// The lines for a report of a search, one for each variation.
pub(super) fn report_lines(
    report: &engine::SearchReport,
    protocol: Handshake,
    time: Duration,
) -> String {
    // Before depth 1 is complete, every move has a score.
    let depth = report.depth.max(1);
    let mut text = String::new();
    for (index, line) in report.lines.iter().enumerate() {
        let info = Info {
            depth: Some(depth),
            selective_depth: Some(report.deepest.max(depth)),
            multi_pv: u32::try_from(index + 1).ok(),
            score: Some(protocol_score(line.score, protocol)),
            nodes: Some(report.nodes),
            nodes_per_second: Some(per_second(report.nodes, time)),
            hash_full: Some(report.fullness),
            time: Some(time),
            line: line.moves.clone(),
            ..Info::default()
        };
        let _ = writeln!(text, "{info}");
    }
    text
}

/// A score in the units of the protocol: UGI counts the plies to a forced end.
fn protocol_score(score: engine::Score, protocol: Handshake) -> MoveScore {
    let plies = |plies: u32| i32::try_from(plies.max(1)).unwrap_or(i32::MAX);
    match (protocol, score) {
        (Handshake::Ugi, engine::Score::Win(distance)) => MoveScore::Mate(plies(distance)),
        (Handshake::Ugi, engine::Score::Loss(distance)) => MoveScore::Mate(-plies(distance)),
        (_, score) => score.into(),
    }
}

/// The line for a count.
pub(super) fn count_line(depth: u8, nodes: u64, time: Duration) -> String {
    let info = Info {
        depth: Some(depth.into()),
        nodes: Some(nodes),
        nodes_per_second: Some(per_second(nodes, time)),
        time: Some(time),
        ..Info::default()
    };
    format!("{info}\n")
}

#[cfg(test)]
mod tests {
    use super::{count_line, protocol_score, report_lines};
    use crate::uai::Handshake;
    use ataxx_core::board::{Move, Square};
    use ataxx_core::engine::{Score, SearchReport, Variation};
    use ataxx_core::notation::MoveScore;
    use std::time::Duration;

    #[test]
    fn scores() {
        for (given, expected) in [
            (Score::Stones(1.234), "+1.23"),
            (Score::Stones(-0.001), "0.00"),
            (Score::Stones(-48.996), "-49.00"),
            (Score::Win(1), "+M1"),
            (Score::Win(2), "+M1"),
            (Score::Win(5), "+M3"),
            (Score::Loss(1), "-M1"),
            (Score::Loss(2), "-M1"),
            (Score::Loss(6), "-M3"),
        ] {
            assert_eq!(MoveScore::from(given).to_string(), expected);
            assert_eq!(
                protocol_score(given, Handshake::Uai),
                MoveScore::from(given)
            );
        }
    }

    #[test]
    fn plies_to_the_end_in_ugi() {
        for (given, expected) in [
            (Score::Stones(1.234), MoveScore::Centipawns(123)),
            (Score::Win(1), MoveScore::Mate(1)),
            (Score::Win(5), MoveScore::Mate(5)),
            (Score::Loss(0), MoveScore::Mate(-1)),
            (Score::Loss(6), MoveScore::Mate(-6)),
        ] {
            assert_eq!(protocol_score(given, Handshake::Ugi), expected, "{given:?}");
        }
    }

    #[test]
    fn a_line_for_each_line_of_play() {
        let line = |score, moves| Variation {
            score,
            value: 0,
            moves,
        };
        let found = SearchReport {
            lines: vec![
                line(
                    Score::Win(3),
                    vec![Move::Extend { to: Square::A1 }, Move::Pass],
                ),
                line(Score::Stones(0.5), vec![Move::Pass]),
            ],
            depth: 0,
            deepest: 0,
            nodes: 3_000,
            fullness: 7,
        };
        insta::assert_snapshot!(report_lines(&found, Handshake::Uai, Duration::from_millis(1500)), @"
        info depth 1 seldepth 1 multipv 1 score mate 2 nodes 3000 nps 2000 hashfull 7 time 1500 pv a1 0000
        info depth 1 seldepth 1 multipv 2 score cp 50 nodes 3000 nps 2000 hashfull 7 time 1500 pv 0000
        ");
        insta::assert_snapshot!(count_line(3, u64::MAX, Duration::ZERO), @"info depth 3 nodes 18446744073709551615 nps 18446744073709551615 time 0");
    }
}
