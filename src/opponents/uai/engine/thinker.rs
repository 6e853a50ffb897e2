//! What does the thinking, in a thread of its own.

use super::info;
use super::input::Event;
use super::order::Order;
use crate::board::perft::{self, Counter, Counting, Hooks};
use crate::board::{Color, Move, Outcome, Position, Rules};
use crate::cancellation::Cancellation;
use crate::engine::{Choice, Limits, Player, PlayerOptions, SearchReport, SearchTask, Variation};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

/// Something to do.
pub(super) enum Job {
    /// Find a move. It ends with [`Found::Move`].
    Think(Box<Thought>),
    /// Count leaves. It ends with [`Found::Count`].
    Count(Box<Count>),
    /// Take a table of so many MiB.
    Resize(u32),
    /// Empty the table.
    Forget,
    /// Say when it is this one's turn.
    Ready(Sender<()>),
}

/// What to think about, and how.
pub(super) struct Thought {
    pub position: Position,
    pub rules: Rules,
    pub order: Order,
    /// When it was asked for: what has passed since counts.
    pub begun: Instant,
    pub lines: usize,
    pub threads: NonZeroUsize,
    pub seed: Option<i64>,
    /// The legal moves to choose from; empty: all.
    pub only: Vec<Move>,
}

/// What to count.
pub(super) struct Count {
    pub position: Position,
    pub rules: Rules,
    pub depth: u8,
    pub threads: NonZeroUsize,
    pub begun: Instant,
}

/// What a thinker tells.
#[derive(Debug)]
pub(super) enum Found {
    /// Some lines.
    Text(String),
    /// The move that was asked for; `None` where the game is over.
    Move(Option<Move>),
    /// The count is done.
    Count,
}

pub(super) struct Thinker<'a> {
    events: Sender<Event>,
    /// Set from outside to end what is being done.
    cancel: &'a Cancellation,
    hash: u32,
    player: Player<'static>,
}

/// How much a table of counts takes, in bytes.
const COUNTS_BYTES: usize = 16 << 20;

impl<'a> Thinker<'a> {
    pub fn new(events: Sender<Event>, cancel: &'a Cancellation) -> Self {
        Self {
            events,
            cancel,
            hash: 0,
            player: player(0),
        }
    }

    /// Does one job after the other until no more can come.
    pub fn work(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Think(thought) => {
                    let mv = self.think(&thought);
                    self.tell(Found::Move(mv));
                }
                Job::Count(count) => {
                    self.count(&count);
                    self.tell(Found::Count);
                }
                Job::Resize(hash) => self.resize(hash),
                Job::Forget => self.player.forget(),
                // Who no longer waits is not cancel.
                Job::Ready(ready) => drop(ready.send(())),
            }
        }
    }

    /// Whoever has hung up hears no more.
    fn tell(&self, found: Found) {
        let _ = self.events.send(Event::Found(found));
    }

    fn say(&self, text: String) {
        self.tell(Found::Text(text));
    }

    fn resize(&mut self, hash: u32) {
        if hash == self.hash {
            return;
        }
        // The old table makes room for the new one.
        self.player = player(0);
        if Vec::<u8>::new().try_reserve_exact(bytes(hash)).is_ok() {
            self.hash = hash;
        } else {
            let old = self.hash;
            self.say(info::remark(&format!(
                "error: there is no memory for {hash} MiB; the table stays at {old} MiB"
            )));
        }
        self.player = player(bytes(self.hash));
    }

    fn think(&mut self, thought: &Thought) -> Option<Move> {
        let Thought {
            position, rules, ..
        } = thought;
        if let Some(outcome) = position.outcome(rules) {
            let text = format!("the game is over: {}", result(outcome));
            self.say(info::remark(&text));
            return None;
        }
        let mut limits = thought.order.limits;
        let mut fresh = thought.seed.map(|_| player(enough(self.hash, &limits)));
        let elapsed = thought.begun.elapsed();
        limits.time = limits.time.map(|time| time.saturating_sub(elapsed));
        let task = SearchTask {
            position,
            rules,
            limits,
            seed: thought.seed.map(i64::cast_unsigned),
            // Several would not do the same twice.
            threads: thought.seed.map_or(thought.threads, |_| NonZeroUsize::MIN),
        };
        let Self {
            events,
            cancel,
            player: known,
            ..
        } = self;
        let player = fresh.as_mut().unwrap_or(known);
        let say = |report: &SearchReport| {
            let text = info::report(report, thought.begun.elapsed());
            let _ = events.send(Event::Found(Found::Text(text)));
        };
        let legal = position.legal_moves(rules).count();
        if legal == 1 && limits.time.is_some() {
            // On a clock, no time is spent on what needs no thought.
            let report = only(&player.choose(&task, cancel)?);
            say(&report);
            return best(&report);
        }
        let lines = match thought.only.as_slice() {
            [] => thought.lines,
            // The best of these can be any of all.
            _ => legal,
        };
        let of_interest = |report: &SearchReport| {
            let mut report = report.clone();
            if !thought.only.is_empty() {
                let wanted = |line: &Variation| thought.only.contains(&line.moves[0]);
                report.lines.retain(wanted);
            }
            report.lines.truncate(thought.lines);
            report
        };
        let mut last = Vec::new();
        let (report, _) = player.analyze(&task, lines, cancel, &mut |report| {
            let report = of_interest(report);
            say(&report);
            last = report.lines;
        })?;
        let report = of_interest(&report);
        // An interrupted search can have found something too.
        if report.lines != last {
            say(&report);
        }
        best(&report)
    }

    fn count(&self, count: &Count) {
        let settings = perft::Settings {
            counting: Counting::ByDestination,
            table_bytes: COUNTS_BYTES,
            threads: count.threads,
        };
        let mut counter = match Counter::new(&count.rules, &settings) {
            Ok(counter) => counter,
            Err(error) => return self.say(info::remark(&format!("error: perft: {error}"))),
        };
        let hooks = Hooks {
            stop: self.cancel,
            progress: &|_| {},
        };
        let mut nodes = 1;
        for depth in 1..=count.depth {
            match counter.count_with(&count.position, depth, &hooks) {
                Ok(leaves) => nodes = leaves,
                Err(reason) => {
                    let text = format!("perft: depth {depth} is not counted: {reason}");
                    return self.say(info::remark(&text));
                }
            }
            self.say(info::count(depth, nodes, count.begun.elapsed()));
        }
        self.say(format!("nodes {nodes}\n"));
    }
}

/// A player that has seen nothing, with a table of so many bytes.
fn player(table_bytes: usize) -> Player<'static> {
    Player::new(&PlayerOptions {
        table_bytes,
        ..PlayerOptions::default()
    })
}

fn bytes(hash: u32) -> usize {
    usize::try_from(u64::from(hash) << 20).unwrap_or(usize::MAX)
}

/// A table for one search: no more than it can fill, because setting it up takes time too.
fn enough(hash: u32, limits: &Limits) -> usize {
    // Where nodes decide, the clock must not, but as a guard.
    let limits = match limits.nodes {
        Some(nodes) => Limits::of_nodes(nodes),
        None => *limits,
    };
    limits.table_bytes().min(bytes(hash))
}

/// The report of what was chosen without a search.
fn only(choice: &Choice) -> SearchReport {
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
