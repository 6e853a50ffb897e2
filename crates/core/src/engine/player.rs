//! The player: runs the solver for near wins and losses, then the search.

use super::Instant;
use super::evaluation::usual;
use super::level::Level;
use super::limits::{Limits, Meter, StopReason, TimeShare};
use super::order::History;
use super::root::Root;
use super::score::{Evaluation, Score, Value, WIN, value_after_move};
use super::search::{MAX_PLY, Search, SearchContext};
use super::table::TranspositionTable;
use super::techniques::SearchTechniques;
use crate::Cancellation;
use crate::board::{Bitboard, Color, Move, Position, Rules};
use crate::solver::{self, Budget, Plies, Solver, Verdict, best_value, known_moves};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A position to search, and how.
#[derive(Clone, Copy, Debug)]
pub struct SearchTask<'a> {
    /// The position.
    pub position: &'a Position,
    /// The rules.
    pub rules: &'a Rules,
    /// The limits.
    pub limits: Limits,
    /// The seed of a random choice among similar moves; `None` for the best move, or below
    /// full strength for a random seed. With a seed, a limit on nodes or depth, one thread and a
    /// new player, the choice is the same on every machine, unless the time limit is reached first.
    pub seed: Option<u64>,
    /// The number of search threads. With more than one, results are not reproducible.
    pub threads: NonZeroUsize,
}

/// A chosen move, with the result of its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move; always legal.
    pub mv: Move,
    /// The score of the position if the move is played.
    pub score: Score,
    /// The same as a value of the search.
    pub value: Value,
    /// The completed depth, in plies.
    pub depth: u32,
    /// The number of searched positions.
    pub nodes: u64,
    /// Why the search ended.
    pub stopped: StopReason,
}

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The best lines, best first: as many as requested, or all.
    pub lines: Vec<Variation>,
    /// The completed depth, in plies.
    pub depth: u32,
    /// The greatest depth of a line (selective depth), in plies.
    pub deepest: u32,
    /// The number of searched positions, including those of the solver.
    pub nodes: u64,
    /// The permille of the transposition table in use.
    pub fullness: u32,
}

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// The score for the side to move.
    pub score: Score,
    /// The same as a value of the search.
    pub value: Value,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

/// Options of a [`Player`].
#[derive(Clone, Copy)]
pub struct PlayerOptions<'a> {
    /// The static evaluation.
    pub evaluation: &'a dyn Evaluation,
    /// The size of the transposition table, in bytes.
    pub table_bytes: usize,
    /// The techniques of the search in use.
    pub techniques: SearchTechniques,
    /// Whether to run the solver before the search.
    pub solver: bool,
    /// The level of play.
    pub level: Level,
}

impl Default for PlayerOptions<'static> {
    fn default() -> Self {
        Self {
            evaluation: usual(),
            table_bytes: 64 << 20,
            techniques: SearchTechniques::all(),
            solver: true,
            level: Level::FULL,
        }
    }
}

/// A player. It keeps its transposition table and histories between searches.
pub struct Player<'a> {
    options: PlayerOptions<'a>,
    /// The rules of the last search.
    rules: Option<Rules>,
    table: TranspositionTable,
    histories: Vec<History>,
    /// The evaluation compiled for the blocks of the last search, if there is one.
    prepared: Option<(Bitboard, Arc<dyn Evaluation>)>,
}

/// Forced wins within this many plies are found whatever the node and depth limits.
const MIN_SOLVER_PLIES: Plies = Plies(5);
/// Those within this many plies are found in as many positions as `solve` looks at in a second or
/// so, if the limits do not exclude it. Mostly some thousands are enough, also to exclude a win.
const NEAR_PLIES: Plies = Plies(9);
/// The node limit of the solver for `NEAR_PLIES`.
const NEAR_NODES: u64 = 1_000_000;
/// The maximum depth of the solver.
const MAX_SOLVER_PLIES: Plies = Plies(40);
/// The least node limit of the solver for more than `MIN_SOLVER_PLIES`.
const MIN_SOLVER_NODES: u64 = 2_000;
/// The node limit of the solver without a time limit.
const MAX_SOLVER_NODES: u64 = 1_000_000;
/// The most threads of a search. More are not used.
pub const MAX_THREADS: NonZeroUsize = NonZeroUsize::new(1024).expect("not 0");

impl<'a> Player<'a> {
    /// A new player.
    #[must_use]
    pub fn new(options: &PlayerOptions<'a>) -> Self {
        Self {
            options: PlayerOptions {
                evaluation: options.level.evaluation(options.evaluation),
                solver: options.solver && options.level.has_solver(),
                ..*options
            },
            rules: None,
            table: TranspositionTable::new(options.table_bytes),
            histories: Vec::new(),
            prepared: None,
        }
    }

    /// Clears the transposition table and the histories.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Chooses a move; `None` if the game is over.
    ///
    /// `cancel` is checked about every millisecond; once it is set, the best move so far is
    /// returned.
    pub fn choose(&mut self, task: &SearchTask, cancel: &Cancellation) -> Option<Choice> {
        let mut moves = task.position.legal_moves(task.rules);
        let only = moves.next().filter(|_| moves.next().is_none());
        let (report, stopped) = if let Some(mv) = only {
            let child = task.position.after(mv, task.rules);
            let value = value_after_move(&child, task.rules, self.options.evaluation);
            let report = SearchReport {
                lines: vec![self.variation(value, vec![mv])],
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

    /// Finds the best lines, at least one; `None` if the game is over. `on_report` is called with
    /// the result of each iteration.
    pub fn analyze(
        &mut self,
        task: &SearchTask,
        lines: usize,
        cancel: &Cancellation,
        on_report: &mut dyn FnMut(&SearchReport),
    ) -> Option<(SearchReport, StopReason)> {
        self.analyze_moves(task, &[], lines, cancel, on_report)
    }

    /// Like [`analyze`](Self::analyze), for lines that begin with one of these moves; any move if
    /// the list is empty. Illegal moves are ignored. `None` also if only illegal moves are given.
    ///
    /// ```
    /// use ataxx_core::Cancellation;
    /// use ataxx_core::board::{Move, Position, Rules, Square};
    /// use ataxx_core::engine::{Limits, Player, PlayerOptions, SearchTask};
    /// use std::num::NonZeroUsize;
    ///
    /// let mut player = Player::new(&PlayerOptions::default());
    /// let task = SearchTask {
    ///     position: &Position::start(),
    ///     rules: &Rules::UAI,
    ///     limits: Limits::of_depth(3),
    ///     seed: None,
    ///     threads: NonZeroUsize::MIN,
    /// };
    /// let only = [Move::Jump { from: Square::A7, to: Square::A5 }];
    /// let found = player.analyze_moves(&task, &only, 2, Cancellation::never(), &mut |_| {});
    /// let (report, _) = found.expect("a legal move");
    /// assert_eq!(report.lines.len(), 1);
    /// assert_eq!(report.lines[0].moves[0], only[0]);
    /// ```
    pub fn analyze_moves(
        &mut self,
        task: &SearchTask,
        only: &[Move],
        lines: usize,
        cancel: &Cancellation,
        on_report: &mut dyn FnMut(&SearchReport),
    ) -> Option<(SearchReport, StopReason)> {
        let level = self.options.level;
        let task = &SearchTask {
            limits: level.limits(task.limits),
            seed: task
                .seed
                .or_else(|| (level < Level::FULL).then(random_seed)),
            ..*task
        };
        let mut meter = Meter::start(&task.limits, cancel);
        if self.rules.as_ref() != Some(task.rules) && self.rules.replace(*task.rules).is_some() {
            // Entries are valid for one set of rules only.
            self.table.clear();
        }
        let lines = lines.max(1);
        let is_allowed = |mv: &Move| only.is_empty() || only.contains(mv);
        let moves = task.position.legal_moves(task.rules).filter(is_allowed);
        let mut root = Root::new(task.position, moves, task.seed, level.spread());
        if root.moves.is_empty() {
            return None;
        }
        if level == Level::FULL
            && let Some(known) = known_moves(task.position, task.rules)
        {
            // Every move of every line keeps the value that is known.
            let allowed: Vec<_> = known.into_iter().filter(|(mv, _)| is_allowed(mv)).collect();
            let best = best_value(&allowed);
            root.moves.retain(|root_move| {
                let mut values = allowed.iter();
                values.any(|&(mv, value)| mv == root_move.mv() && value == best)
            });
        }
        let solved = if self.options.solver {
            self.solve(task, &mut meter)
        } else {
            meter.begin_search(&task.limits);
            None
        };
        // A win by another move says nothing about these moves, and a loss does not say how long
        // they delay it.
        let solved = solved.filter(|line| is_allowed(&line.moves[0]));
        let Some(solved) = solved else {
            return Some(self.search(task, root, lines, &meter, on_report));
        };
        // The search finds the remaining lines.
        root.moves
            .retain(|root_move| Some(&root_move.mv()) != solved.moves.first());
        if lines == 1 || root.moves.is_empty() {
            let mut report = self.report(&root, task, &meter, 0, 0);
            report.depth = match solved.score {
                Score::Win(plies) | Score::Loss(plies) => plies,
                Score::Stones(_) => 0,
            };
            report.deepest = report.depth;
            report.lines.push(solved);
            on_report(&report);
            return Some((report, StopReason::Settled));
        }
        let with_solved = |report: &SearchReport| {
            let mut report = report.clone();
            report.lines.insert(0, solved.clone());
            report
        };
        let mut on_report = |report: &SearchReport| on_report(&with_solved(report));
        let (report, stopped) = self.search(task, root, lines - 1, &meter, &mut on_report);
        Some((with_solved(&report), stopped))
    }

    /// Runs the solver for a forced win or loss, within a share of the limits.
    fn solve(&self, task: &SearchTask, meter: &mut Meter) -> Option<Variation> {
        let options = solver::SolverOptions {
            threads: task.threads.min(MAX_THREADS),
            ..solver::SolverOptions::default()
        };
        let mut solver = Solver::new(task.rules, &options);
        solver.keep_table();
        let certain = Budget {
            nodes: None,
            may_continue: &|| meter.has_time(TimeShare::ALL),
        };
        let mut solution = solver.solve(task.position, MIN_SOLVER_PLIES, &certain);
        meter.add_solver_nodes(solution.nodes);
        let Limits {
            time,
            nodes,
            depth,
            proof_time,
        } = task.limits;
        let further = depth.map_or(MAX_SOLVER_PLIES, |depth| {
            Plies::saturating(depth).clamp(MIN_SOLVER_PLIES, MAX_SOLVER_PLIES)
        });
        let is_near_the_end = is_near_the_end(task.position);
        // A node limit that was asked for has its own share.
        let near_share = match (proof_time, time, nodes) {
            (Some(_), ..) => Some(TimeShare::ALL),
            (None, Some(_), None) => Some(TimeShare(if is_near_the_end { 4 } else { 8 })),
            _ => None,
        };
        if let Some(share) = near_share
            && solution.verdict == Verdict::None
        {
            let near = Budget {
                nodes: Some(NEAR_NODES),
                may_continue: &|| meter.has_time(share),
            };
            solution = solver.solve(task.position, NEAR_PLIES.min(further), &near);
            meter.add_solver_nodes(solution.nodes);
        }
        meter.begin_search(&task.limits);
        if solution.verdict == Verdict::None {
            let share = TimeShare(if is_near_the_end { 4 } else { 32 });
            let within = |nodes: u64| nodes.clamp(MIN_SOLVER_NODES, MAX_SOLVER_NODES);
            let nodes = nodes.map(|nodes| within(nodes / u64::from(share.0)));
            // With a node limit the clock is only a safeguard: results must be reproducible.
            let time_share = if nodes.is_some() {
                TimeShare::ALL
            } else {
                share
            };
            let more = Budget {
                nodes: nodes.or(time.is_none().then_some(MAX_SOLVER_NODES)),
                may_continue: &|| meter.has_time(time_share),
            };
            solution = solver.solve(task.position, further, &more);
            meter.add_solver_nodes(solution.nodes);
        }
        let value = match solution.verdict {
            Verdict::Win(Some(plies)) => WIN - Value::from(plies.0),
            Verdict::Loss(Some(plies)) => Value::from(plies.0) - WIN,
            _ => return None,
        };
        (!solution.line.is_empty()).then(|| self.variation(value, solution.line))
    }

    fn search(
        &mut self,
        task: &SearchTask,
        mut root: Root,
        lines: usize,
        meter: &Meter,
        on_report: &mut dyn FnMut(&SearchReport),
    ) -> (SearchReport, StopReason) {
        self.table.start_search();
        let threads = task.threads.min(MAX_THREADS).get();
        if self.histories.len() < threads {
            self.histories.resize_with(threads, History::new);
        }
        let mut histories = std::mem::take(&mut self.histories);
        self.prepare(task.position.blocks());
        let context = SearchContext {
            rules: task.rules,
            evaluation: match &self.prepared {
                Some((_, evaluation)) => &**evaluation,
                None => self.options.evaluation,
            },
            techniques: self.options.techniques,
            table: &self.table,
            meter,
        };
        let deepest = task.limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY);
        let (first, others) = histories.split_at_mut(1);
        let result = std::thread::scope(|scope| {
            for (number, history) in others.iter_mut().enumerate().take(threads - 1) {
                let mut root = root.clone();
                let deepen = move || {
                    let mut search = Search::new(context, history);
                    // Every other thread starts one ply deeper.
                    root.depth = u32::from(number % 2 == 0);
                    while root.depth < deepest && !root.is_settled(lines) {
                        if root.deepen(&mut search, lines).is_err() {
                            break;
                        }
                    }
                    search.counter.finish();
                };
                // If the system refuses a thread, the search goes on with fewer.
                let _ = std::thread::Builder::new().spawn_scoped(scope, deepen);
            }
            let mut search = Search::new(context, &mut first[0]);
            let stopped = loop {
                if root.depth >= deepest {
                    break StopReason::Depth;
                }
                if let Err(reason) = root.deepen(&mut search, lines) {
                    break reason;
                }
                let mut report = self.report(&root, task, meter, lines, search.deepest);
                report.nodes += search.counter.not_added();
                on_report(&report);
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

    /// Compiles the evaluation for positions with these blocks, which the first search of one would
    /// do otherwise.
    pub fn prepare(&mut self, blocks: Bitboard) {
        if self
            .prepared
            .as_ref()
            .is_none_or(|(known, _)| *known != blocks)
        {
            let evaluation = self.options.evaluation.for_blocks(blocks);
            self.prepared = evaluation.map(|evaluation| (blocks, evaluation));
        }
    }

    fn variation(&self, value: Value, moves: Vec<Move>) -> Variation {
        Variation {
            score: Score::of(value, self.options.evaluation),
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
        let lines = root.moves.iter().take(lines).map(|root_move| {
            let value = if root_move.has_value() {
                root_move.value_without_bonus()
            } else {
                let child = root.position.after(root_move.mv(), task.rules);
                value_after_move(&child, task.rules, self.options.evaluation)
            };
            self.variation(value, root_move.line.clone())
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

/// Whether a forced win is likely, so that the solver gets more time: the board is almost
/// full, or a side has few pieces left.
fn is_near_the_end(position: &Position) -> bool {
    let count = |color| position.pieces(color).count();
    let outnumbered = |color: Color| count(color) <= 6 && count(!color) >= 3 * count(color);
    position.empty().count() <= 8 || Color::BOTH.into_iter().any(outnumbered)
}

/// A random seed.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Chooses a move with a new [`Player`]; `None` if the game is over.
///
/// `cancel` is checked about every millisecond; once it is set, the best move so far is
/// returned.
#[must_use]
pub fn choose(task: &SearchTask, cancel: &Cancellation) -> Option<Choice> {
    choose_at(Level::FULL, task, cancel)
}

/// Like [`choose`], at a level of play.
#[must_use]
pub fn choose_at(level: Level, task: &SearchTask, cancel: &Cancellation) -> Option<Choice> {
    let begun = Instant::now();
    let Limits {
        time, proof_time, ..
    } = task.limits;
    let mut options = PlayerOptions {
        level,
        ..PlayerOptions::default()
    };
    let limits = level.limits(task.limits);
    options.table_bytes = options.table_bytes.min(limits.table_bytes());
    let mut player = Player::new(&options);
    let mut task = *task;
    let spent = begun.elapsed();
    task.limits.time = time.map(|time| time.saturating_sub(spent));
    task.limits.proof_time = proof_time.map(|time| time.saturating_sub(spent));
    player.choose(&task, cancel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_solved_positions_are_less_the_farther_the_end_is() {
        let chosen = |position: &Position| {
            let task = SearchTask {
                position,
                rules: &Rules::UAI,
                limits: Limits::of_nodes(10_000),
                seed: None,
                threads: NonZeroUsize::MIN,
            };
            choose(&task, Cancellation::never()).expect("a move")
        };
        let fen = "ooooxx1/oooxxxx/oxx1xxx/xxxxooo/xxooooo/xoooooo/xxoooxx o 1 1";
        let position = fen.parse().expect("valid");
        let win = chosen(&position);
        assert_eq!((win.value, win.score), (WIN - 3, Score::Win(3)));
        let loss = chosen(&position.after(win.mv, &Rules::UAI));
        assert_eq!((loss.value, loss.score), (2 - WIN, Score::Loss(2)));
    }
}
