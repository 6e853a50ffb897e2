//! The player: a solver for what is near, and a search for the rest.

use super::evaluation::{Evaluation, Network};
use super::limits::{Limits, Meter, Part, StopReason};
use super::order::History;
use super::root::Root;
use super::score::{Score, Value, WIN, look};
use super::search::{Ground, MAX_PLY, Search};
use super::table::Table;
use super::techniques::SearchTechniques;
use crate::board::{Color, Move, Position, Rules};
use crate::solver::{self, Budget, Plies, Solver, Verdict};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What to find a move for, and how.
#[derive(Clone, Copy, Debug)]
pub struct SearchTask<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its rules.
    pub rules: &'a Rules,
    /// When to stop.
    pub limits: Limits,
    /// What decides among moves that are about as good; `None`: the least difference. With
    /// the same seed, a limit on nodes or depth that is reached in time, and one thread, the
    /// choice of a player that has searched nothing yet is the same on any machine.
    pub seed: Option<u64>,
    /// How many threads to search with. What they find depends on chance where
    /// there are several.
    pub threads: NonZeroUsize,
}

/// A move, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move, always legal.
    pub mv: Move,
    /// What the position is worth if it is made.
    pub score: Score,
    /// The same as the search sees it.
    pub value: Value,
    /// To how many plies every move was looked into.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Why the search ended.
    pub stopped: StopReason,
}

/// What is known of a position so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The best lines, best first: as many as were asked for, or all that there are.
    pub lines: Vec<Variation>,
    /// To how many plies every move was looked into.
    pub depth: u32,
    /// To how many plies some line was looked into.
    pub deepest: u32,
    /// How many positions were looked at, those of the solver included.
    pub nodes: u64,
    /// How many in a thousand entries of the table are in use.
    pub fullness: u32,
}

/// What is expected to be played, and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// What the position is worth to its side to move if this is played.
    pub score: Score,
    /// The same as the search sees it.
    pub value: Value,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

/// How a player works.
#[derive(Clone, Copy)]
pub struct PlayerOptions<'a> {
    /// What says what a position is worth.
    pub evaluation: &'a dyn Evaluation,
    /// How much memory the table takes, in bytes.
    pub table_bytes: usize,
    /// What the search does.
    pub techniques: SearchTechniques,
    /// Whether forced wins are looked for first.
    pub solver: bool,
}

impl Default for PlayerOptions<'static> {
    fn default() -> Self {
        Self {
            evaluation: Network::embedded(),
            table_bytes: 64 << 20,
            techniques: SearchTechniques::all(),
            solver: true,
        }
    }
}

/// A player, which remembers what it has searched.
pub struct Player<'a> {
    settings: PlayerOptions<'a>,
    /// By which it has searched.
    rules: Option<Rules>,
    table: Table,
    histories: Vec<History>,
}

/// Forced wins within so many plies are never missed, whatever the limits.
const CERTAIN: Plies = Plies(5);
/// The solver looks no further than this.
const FURTHEST: Plies = Plies(40);
/// How long that may take where no clock says so.
const UNTIMED_NODES: u64 = 1_000_000;
/// More threads than these are of no use.
const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(128).expect("not 0");

impl<'a> Player<'a> {
    /// A player that has searched nothing yet.
    #[must_use]
    pub fn new(settings: &PlayerOptions<'a>) -> Self {
        Self {
            settings: *settings,
            rules: None,
            table: Table::new(settings.table_bytes),
            histories: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Chooses a move; `None` when the game is over.
    ///
    /// `cancel` is looked at about every millisecond: once it is set the best move so far
    /// is returned.
    pub fn choose(&mut self, task: &SearchTask, cancel: &AtomicBool) -> Option<Choice> {
        let mut moves = task.position.legal_moves(task.rules);
        let only = moves.next().filter(|_| moves.next().is_none());
        let (report, stopped) = if let Some(mv) = only {
            let child = task.position.after(mv, task.rules);
            let value = -look(&child, self.settings.evaluation);
            let report = SearchReport {
                lines: vec![self.line(value, vec![mv])],
                depth: 0,
                deepest: 0,
                nodes: 0,
                fullness: 0,
            };
            (report, StopReason::Settled)
        } else {
            self.analyze(task, 1, cancel, &mut |_| {})?
        };
        let line = &report.lines[0];
        Some(Choice {
            mv: line.moves[0],
            score: line.score,
            value: line.value,
            depth: report.depth,
            nodes: report.nodes,
            stopped,
        })
    }

    /// Finds the best lines, at least one; `None` when the game is over. `see` gets to see
    /// what is known after each deepening.
    pub fn analyze(
        &mut self,
        task: &SearchTask,
        lines: usize,
        cancel: &AtomicBool,
        see: &mut dyn FnMut(&SearchReport),
    ) -> Option<(SearchReport, StopReason)> {
        let meter = Meter::start(&task.limits, cancel);
        if self.rules.as_ref() != Some(task.rules) && self.rules.replace(*task.rules).is_some() {
            // What was found by other rules is worth nothing.
            self.table.clear();
        }
        let lines = lines.max(1);
        let moves = task.position.legal_moves(task.rules);
        let mut root = Root::new(task.position, moves, task.seed);
        if root.moves.is_empty() {
            return None;
        }
        let solved = if self.settings.solver {
            self.solve(task, &meter)
        } else {
            None
        };
        let Some(solved) = solved else {
            return Some(self.search(task, root, lines, &meter, see));
        };
        // The search has to do for the lines after the first.
        root.moves
            .retain(|known| Some(&known.mv()) != solved.moves.first());
        if lines == 1 || root.moves.is_empty() {
            let mut report = self.report(&root, task, &meter, 0, 0);
            report.depth = match solved.score {
                Score::Win(plies) | Score::Loss(plies) => plies,
                Score::Stones(_) => 0,
            };
            report.deepest = report.depth;
            report.lines.push(solved);
            see(&report);
            return Some((report, StopReason::Settled));
        }
        let with_solved = |report: &SearchReport| {
            let mut report = report.clone();
            report.lines.insert(0, solved.clone());
            report
        };
        let mut see = |report: &SearchReport| see(&with_solved(report));
        let (report, stopped) = self.search(task, root, lines - 1, &meter, &mut see);
        Some((with_solved(&report), stopped))
    }

    /// Looks for a forced win or loss, with a part of what the limits allow.
    fn solve(&self, task: &SearchTask, meter: &Meter) -> Option<Variation> {
        let settings = solver::SolverOptions {
            threads: task.threads.min(MOST_THREADS),
            ..solver::SolverOptions::default()
        };
        let mut solver = Solver::new(task.rules, &settings);
        let certain = Budget {
            nodes: None,
            go_on: &|| meter.has_time(Part::ALL),
        };
        let mut solution = solver.solve(task.position, CERTAIN, &certain);
        meter.add(solution.nodes);
        if solution.verdict == Verdict::None {
            let Limits { time, nodes, depth } = task.limits;
            let further = depth.map_or(FURTHEST, |depth| {
                Plies(u16::try_from(depth).unwrap_or(u16::MAX)).clamp(CERTAIN, FURTHEST)
            });
            let part = Part(if is_near_its_end(task.position) {
                4
            } else {
                16
            });
            let nodes = nodes.map(|nodes| (nodes / u64::from(part.0)).min(UNTIMED_NODES));
            // Where nodes decide, the clock must not, but as a guard.
            let time_part = if nodes.is_some() { Part::ALL } else { part };
            let more = Budget {
                nodes: nodes.or(time.is_none().then_some(UNTIMED_NODES)),
                go_on: &|| meter.has_time(time_part),
            };
            solution = solver.solve(task.position, further, &more);
            meter.add(solution.nodes);
        }
        let value = match solution.verdict {
            Verdict::Win(Some(plies)) => WIN - Value::from(plies.0),
            Verdict::Loss(Some(plies)) => Value::from(plies.0) - WIN,
            _ => return None,
        };
        (!solution.line.is_empty()).then(|| self.line(value, solution.line))
    }

    fn search(
        &mut self,
        task: &SearchTask,
        mut root: Root,
        lines: usize,
        meter: &Meter,
        see: &mut dyn FnMut(&SearchReport),
    ) -> (SearchReport, StopReason) {
        self.table.grow_old();
        let threads = task.threads.min(MOST_THREADS).get();
        if self.histories.len() < threads {
            self.histories.resize_with(threads, History::new);
        }
        let mut histories = std::mem::take(&mut self.histories);
        let ground = Ground {
            rules: task.rules,
            evaluation: self.settings.evaluation,
            techniques: self.settings.techniques,
            table: &self.table,
            meter,
        };
        let deepest = task.limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY);
        let (first, others) = histories.split_at_mut(1);
        let result = std::thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate().take(threads - 1) {
                let mut root = root.clone();
                scope.spawn(move || {
                    let mut search = Search::new(ground, history);
                    // Every second thread is one ply ahead.
                    root.depth = u32::from(number % 2 == 0);
                    while root.depth < deepest && !root.is_settled(lines) {
                        if root.deepen(&mut search, lines).is_err() {
                            break;
                        }
                    }
                    search.counter.finish();
                });
            }
            let mut search = Search::new(ground, &mut first[0]);
            let stopped = loop {
                if root.depth >= deepest {
                    break StopReason::Depth;
                }
                if let Err(reason) = root.deepen(&mut search, lines) {
                    break reason;
                }
                let mut report = self.report(&root, task, meter, lines, search.deepest);
                report.nodes += search.counter.not_added();
                see(&report);
                if root.is_settled(lines) {
                    break StopReason::Settled;
                }
            };
            search.counter.finish();
            meter.finish();
            (
                self.report(&root, task, meter, lines, search.deepest),
                stopped,
            )
        });
        self.histories = histories;
        result
    }

    fn line(&self, value: Value, moves: Vec<Move>) -> Variation {
        Variation {
            score: Score::of(value, self.settings.evaluation),
            value,
            moves,
        }
    }

    fn report(
        &self,
        root: &Root,
        task: &SearchTask,
        meter: &Meter,
        lines: usize,
        deepest: u32,
    ) -> SearchReport {
        let lines = root.moves.iter().take(lines).map(|known| {
            let value = if known.has_value() {
                known.value_itself()
            } else {
                let child = root.position.after(known.mv(), task.rules);
                -look(&child, self.settings.evaluation)
            };
            self.line(value, known.line.clone())
        });
        SearchReport {
            lines: lines.collect(),
            depth: root.depth,
            deepest,
            nodes: meter.nodes(),
            fullness: self.table.fullness(),
        }
    }
}

/// Whether a forced win is likely enough to be looked for at length: the board is almost
/// full, or a side almost gone.
fn is_near_its_end(position: &Position) -> bool {
    let count = |color| position.pieces(color).count();
    let outnumbered = |color: Color| count(color) <= 6 && count(!color) >= 3 * count(color);
    position.empty().count() <= 16 || Color::BOTH.into_iter().any(outnumbered)
}

/// Chooses a move with a player of its own; `None` when the game is over.
///
/// `cancel` is looked at about every millisecond: once it is set the best move so far
/// is returned.
#[must_use]
pub fn choose(task: &SearchTask, cancel: &AtomicBool) -> Option<Choice> {
    let begun = Instant::now();
    let time = task.limits.time;
    let mut settings = PlayerOptions::default();
    settings.table_bytes = settings.table_bytes.min(task.limits.table_bytes());
    let mut player = Player::new(&settings);
    let mut task = *task;
    task.limits.time = time.map(|time| time.saturating_sub(begun.elapsed()));
    player.choose(&task, cancel)
}
