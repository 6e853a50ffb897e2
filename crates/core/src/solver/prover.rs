//! Runs the search for single goals (threads, table growth and budget), and finds the moves that
//! reach or prevent a goal.

use super::bounds::{Assessment, Bounds};
use super::budget::{Budget, Interruption, Meter};
use super::goal::{Aim, Goal, Horizon, Plies};
use super::node::{Node, SearchProblem, Successor};
use super::pruning::{PruningCounts, SolverOptions};
use super::search::{STACK_BYTES, Search, Underway};
use super::table::ProofTable;
use crate::board::{Color, Move, Position, Rules, Settings, Stuck};
use std::{iter, thread};

/// Proves or refutes goals for one position and its successors, on one budget.
pub struct Prover<'a> {
    pub rules: &'a Rules,
    options: SolverOptions,
    table: &'a mut ProofTable,
    meter: Meter<'a>,
    /// One for each attacker, Red first.
    problems: [SearchProblem<'a>; 2],
    pub nodes: u64,
    pub counts: PruningCounts,
}

/// The nodes of the first search of each kind, if several take turns; doubled each time.
const FIRST_SHARE: u64 = 1 << 13;
/// With at most this many moves of the attacker, lines fit the stack of any thread.
const MAX_ATTACKS: u32 = 200;
/// The number of non-extends in the first search. Most wins with few empty squares need no more.
const FIRST_NON_EXTENDS: u16 = 4;

impl<'a> Prover<'a> {
    pub fn new(
        position: &Position,
        rules: &'a Rules,
        options: SolverOptions,
        table: &'a mut ProofTable,
        budget: &'a Budget<'a>,
    ) -> Self {
        Self {
            rules,
            options,
            table,
            meter: Meter::new(budget),
            problems: Color::BOTH.map(|attacker| SearchProblem::new(position, rules, attacker)),
            nodes: 0,
            counts: PruningCounts::default(),
        }
    }

    /// Whether a side can force a goal.
    pub fn can_force(&mut self, position: &Position, goal: Goal) -> Result<bool, Interruption> {
        if let Some(outcome) = position.outcome(self.rules) {
            return Ok(match goal.aim {
                Aim::Win => outcome.winner == Some(goal.attacker),
                Aim::Hold => outcome.winner != Some(!goal.attacker),
            });
        }
        if goal.horizon.is_exhausted() {
            return Ok(false);
        }
        self.can_force_alive(position, goal)
    }

    /// Like [`can_force`](Self::can_force), in a game that is not over and with a horizon
    /// that is not exhausted.
    pub fn can_force_alive(
        &mut self,
        position: &Position,
        goal: Goal,
    ) -> Result<bool, Interruption> {
        let (node, horizon) = self.root(position, goal);
        loop {
            match self.search(&node, goal.attacker, horizon) {
                Err(Interruption::Grow) => {
                    let meter = &self.meter;
                    let may_continue = || meter.check() != Err(Interruption::Budget);
                    self.table.grow(may_continue);
                    self.check_budget()?;
                }
                answer => return answer,
            }
        }
    }

    /// Asks whether sides can force their aims in any number of plies, until what is proved is
    /// enough: `conclude` gets each goal that a side can force.
    ///
    /// The questions take turns, each for twice as many nodes as the last time. They are asked
    /// with a few non-extends, and with more when all are refuted: a win with some to spare is
    /// often proved before it is refuted with fewer. If there is a jump limit, they are also
    /// asked without a limit on non-extends, for fewer nodes, as few positions need it.
    pub fn ask_in_turns<T>(
        &mut self,
        position: &Position,
        questions: &[(Color, Aim)],
        mut conclude: impl FnMut(Goal) -> Option<T>,
    ) -> Result<T, Interruption> {
        let (mut proved, mut refuted) = (Vec::new(), Vec::new());
        let (mut non_extends, mut share) = (FIRST_NON_EXTENDS, FIRST_SHARE);
        while non_extends <= Plies::MAX.0 {
            let limited = Horizon::NonExtends(non_extends);
            let unlimited = self.rules.jump_limit.map(|_| Horizon::Unlimited);
            let mut more_nodes_may_help = false;
            for horizon in iter::once(limited).chain(unlimited) {
                let share = if horizon == limited {
                    share
                } else {
                    share / 16
                };
                for question @ &(attacker, aim) in questions {
                    if proved.contains(question) || horizon == limited && refuted.contains(question)
                    {
                        continue;
                    }
                    let goal = Goal {
                        attacker,
                        aim,
                        horizon,
                    };
                    // Without draws, holding means winning, which may be asked anyway.
                    let is_asked_twice = aim == Aim::Hold
                        && questions.contains(&(attacker, Aim::Win))
                        && !self.can_be_drawn(position, horizon);
                    if is_asked_twice {
                        refuted.push(*question);
                        continue;
                    }
                    match self.with_share(share, |prover| prover.can_force(position, goal)) {
                        Ok(true) => {
                            proved.push(*question);
                            if let Some(conclusion) = conclude(goal) {
                                return Ok(conclusion);
                            }
                        }
                        Ok(false) if horizon == limited => refuted.push(*question),
                        Ok(false) | Err(Interruption::TooDeep) => {}
                        Err(Interruption::Share) => more_nodes_may_help = true,
                        Err(stop) => return Err(stop),
                    }
                }
            }
            let decided = |question| proved.contains(question) || refuted.contains(question);
            if questions.iter().all(decided) {
                non_extends += non_extends / 2;
                refuted.clear();
            } else if more_nodes_may_help {
                share = share.saturating_mul(2);
            } else {
                break;
            }
        }
        Err(Interruption::TooDeep)
    }

    /// Runs searches that take at most this many nodes together.
    fn with_share<T>(
        &mut self,
        nodes: u64,
        run: impl FnOnce(&mut Self) -> Result<T, Interruption>,
    ) -> Result<T, Interruption> {
        self.meter.limit_share(nodes);
        let answer = run(self);
        self.meter.limit_share(u64::MAX);
        answer
    }

    /// Fails if the budget is exhausted.
    pub fn check_budget(&self) -> Result<(), Interruption> {
        self.meter.check()
    }

    /// Fails if the node limit of the budget is reached.
    pub fn check_nodes(&self) -> Result<(), Interruption> {
        self.meter.check_nodes()
    }

    /// The table move: the move that decided the last search for this goal.
    pub fn table_move(&mut self, position: &Position, goal: Goal) -> Option<Move> {
        let (node, horizon) = self.root(position, goal);
        let problem = &self.problems[goal.attacker.index()];
        let pruning = self.options.pruning;
        let alone = Underway::new(1);
        Search::new(problem, pruning, self.table, &self.meter, (&alone, 1))
            .table_move(&node, horizon)
    }

    /// The plies that the rules allow from this position on, if they limit them.
    pub fn plies_allowed(&self, position: &Position) -> Option<u16> {
        let limit = self.rules.ply_limit?.get();
        u16::try_from(limit.saturating_sub(position.plies())).ok()
    }

    /// Whether the game can end in a draw within the horizon. If it cannot, holding means
    /// winning.
    ///
    /// An odd number of squares is never level when full. (If a stuck side ends the game, its
    /// opponent also receives the unreachable empty squares.)
    pub fn can_be_drawn(&self, position: &Position, horizon: Horizon) -> bool {
        let Settings {
            jump_limit: _, // of the problem
            ply_limit,
            stuck,
            jump_vectors: _,
            pass_adds_to_count: _,
            blocks: _,
        } = self.rules.settings();
        let problem = &self.problems[0];
        let limit_in_reach = problem.jump_limit.is_some_and(|limit| {
            u32::from(limit.saturating_sub(position.jumps())) <= horizon.max_jumps_in_a_row()
        });
        problem.live.count().is_multiple_of(2)
            || limit_in_reach
            || ply_limit.is_some()
            || stuck == Stuck::StopAndAward
    }

    /// The root of the search. The horizon is cut to the plies that the rules allow.
    fn root(&mut self, position: &Position, goal: Goal) -> (Node, Horizon) {
        let allowed = self.plies_allowed(position);
        let problem = &mut self.problems[goal.attacker.index()];
        problem.aim = goal.aim;
        let node = SearchProblem::root(position, self.rules, goal.attacker);
        match (goal.horizon, allowed) {
            (Horizon::Plies(plies), Some(allowed)) => {
                problem.ends_with_plies = allowed <= plies;
                (node, Horizon::Plies(plies.min(allowed)))
            }
            (horizon, _) => (node, horizon),
        }
    }

    fn search(
        &mut self,
        node: &Node,
        attacker: Color,
        horizon: Horizon,
    ) -> Result<bool, Interruption> {
        let problem = &self.problems[attacker.index()];
        let mut bounds = Bounds::new(problem, self.options.pruning);
        let assessment = bounds.assess(Successor::Node(*node), horizon);
        self.counts.add(&bounds.counts);
        match assessment {
            Assessment::Proved => return Ok(true),
            Assessment::Refuted => return Ok(false),
            Assessment::Open(_) => {}
        }
        if !horizon.is_shallow() {
            self.table.prepare();
        }
        self.meter.begin();
        let (table, meter) = (&*self.table, &self.meter);
        let pruning = self.options.pruning;
        let threads = self.options.threads.get() as u64;
        let underway = Underway::new(threads);
        let work = || {
            let mut search = Search::new(problem, pruning, table, meter, (&underway, threads));
            let answer = match horizon {
                // Far too deep for best-first search, which is the better one elsewhere.
                Horizon::Unlimited => search.search(node, horizon),
                Horizon::Plies(_) | Horizon::NonExtends(_) => {
                    search.search_best_first(node, horizon)
                }
            };
            if answer.is_ok() {
                meter.answer();
            }
            (answer, search.nodes, search.bounds.counts)
        };
        let is_long = horizon.attacks(node.turn, problem.empty(node)) > MAX_ATTACKS;
        let done: Vec<_> = thread::scope(|scope| {
            let spawn = || {
                let thread = thread::Builder::new();
                let thread = if is_long {
                    thread.stack_size(STACK_BYTES)
                } else {
                    thread
                };
                thread.spawn_scoped(scope, work)
            };
            let join = |thread: thread::ScopedJoinHandle<_>| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            // Fewer threads where no more can be started.
            let others: Vec<_> = (1..threads).map_while(|_| spawn().ok()).collect();
            let first = match is_long.then(spawn) {
                Some(Ok(thread)) => join(thread),
                Some(Err(_)) => (Err(Interruption::TooDeep), 0, PruningCounts::default()),
                None => work(),
            };
            iter::once(first)
                .chain(others.into_iter().map(join))
                .collect()
        });
        for (_, nodes, counts) in &done {
            self.nodes += nodes;
            self.meter.add(nodes % Meter::CHECK_INTERVAL);
            self.counts.add(counts);
        }
        let answers = done.iter().map(|&(answer, ..)| answer);
        // The result of any thread is the result of all.
        answers
            .reduce(|one, other| match (one, other) {
                (Ok(answer), _) | (_, Ok(answer)) => Ok(answer),
                (Err(Interruption::Answered), stop) | (stop, _) => stop,
            })
            .unwrap_or(Err(Interruption::Budget))
    }
}

impl Prover<'_> {
    /// Adds all moves that keep a lemma true, in move order: moves after which the goal can
    /// still be forced, or (`holds` is false) still cannot.
    pub fn all_moves(
        &mut self,
        position: &Position,
        goal: Goal,
        holds: bool,
        moves: &mut Vec<Move>,
    ) -> Result<(), Interruption> {
        for mv in position.legal_moves(self.rules) {
            self.check_nodes()?;
            if self.keeps(position, mv, goal, holds)? {
                moves.push(mv);
            }
        }
        Ok(())
    }

    /// Adds all moves after which a side can still force its aim, within any horizon, in
    /// move order.
    ///
    /// A move that is not an extend reduces the horizon, and still keeps the verdict if a
    /// larger horizon is enough.
    pub fn all_moves_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
        moves: &mut Vec<Move>,
    ) -> Result<(), Interruption> {
        for mv in position.legal_moves(self.rules) {
            self.check_nodes()?;
            let next = position.after(mv, self.rules);
            if self.can_force_in_time(&next, attacker, aim)? {
                moves.push(mv);
            }
        }
        Ok(())
    }

    /// Whether a side can force its aim within any horizon. It cannot if the other side can
    /// force the opposite.
    fn can_force_in_time(
        &mut self,
        position: &Position,
        attacker: Color,
        aim: Aim,
    ) -> Result<bool, Interruption> {
        let questions = [(attacker, aim), (!attacker, aim.opposite())];
        self.ask_in_turns(position, &questions, |goal| Some(goal.attacker == attacker))
    }

    /// One move that keeps a lemma true; `None` if there is none.
    pub fn one_move(
        &mut self,
        position: &Position,
        goal: Goal,
        holds: bool,
    ) -> Result<Option<Move>, Interruption> {
        let table_move = self.table_move(position, goal);
        let all = position.legal_moves(self.rules);
        for mv in table_move.into_iter().chain(all) {
            if self.keeps(position, mv, goal, holds)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn keeps(
        &mut self,
        position: &Position,
        mv: Move,
        goal: Goal,
        holds: bool,
    ) -> Result<bool, Interruption> {
        let next = position.after(mv, self.rules);
        match goal.after(position, mv) {
            Some(goal) => Ok(self.can_force(&next, goal)? == holds),
            None => Ok(!holds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, JumpLimit, LimitResult, Square};
    use crate::solver::best_first::HANDOVER;
    use crate::solver::node::Key;
    use crate::solver::{PruningRules, Solver, Verdict};
    use proptest::prelude::*;

    /// Positions on the first four files of three ranks; 0 is empty, 3 a block.
    fn small_position(cells: &[u8], turn: Color) -> Position {
        let mut sets = [Bitboard::EMPTY; 4];
        for square in Square::all() {
            let (file, rank) = (square.file(), square.rank());
            let cell = match (file, rank) {
                (0..4, 0..3) => cells[usize::from(4 * rank + file)],
                _ => 3,
            };
            sets[usize::from(cell)] |= square.into();
        }
        Position::new(sets[1], sets[2], sets[3], turn).expect("one thing a square")
    }

    proptest! {
        #[test]
        fn a_search_without_a_limit_on_plies_finds_the_same(
            cells in prop::collection::vec(prop_oneof![4 => Just(0_u8), 4 => Just(1), 4 => Just(2), 1 => Just(3)], 12),
            red in any::<bool>(),
            jumps in 1_u16..6,
            decides in any::<bool>(),
        ) {
            let mut rules = Rules::BERKELEY_2016;
            rules.jump_limit = Some(JumpLimit {
                jumps: jumps.try_into().expect("not 0"),
                result: if decides { LimitResult::MorePieces } else { LimitResult::Draw },
            });
            let turn = if red { Color::Red } else { Color::Blue };
            let position = small_position(&cells, turn);
            let options = SolverOptions::default();
            let budget = Budget::unlimited();
            let winner = match Solver::new(&rules, &options).exact(&position, &budget).verdict {
                Verdict::Win(_) => Some(turn),
                Verdict::Loss(_) => Some(!turn),
                _ => None,
            };
            let mut table = ProofTable::new(1 << 20);
            let mut prover = Prover::new(&position, &rules, options, &mut table, &budget);
            for attacker in Color::BOTH {
                for aim in [Aim::Win, Aim::Hold] {
                    // Table entries for other horizons must not be used.
                    for horizon in [Horizon::NonExtends(0), Horizon::Plies(3)] {
                        let goal = Goal { attacker, aim, horizon };
                        prop_assert!(prover.can_force(&position, goal).is_ok());
                    }
                    let goal = Goal { attacker, aim, horizon: Horizon::Unlimited };
                    let expected = winner == Some(attacker) || aim == Aim::Hold && winner.is_none();
                    prop_assert_eq!(prover.can_force(&position, goal), Ok(expected));
                }
            }
        }

        /// The moves that another thread is searching are left for later, and none is lost.
        #[test]
        fn positions_that_other_threads_search_change_no_answer(
            cells in prop::collection::vec(0_u8..3, 12),
            plies in 4_u16..8,
        ) {
            let (turn, rules) = (Color::Red, Rules::UAI);
            let position = small_position(&cells, turn);
            prop_assume!(position.outcome(&rules).is_none());
            let problem = SearchProblem::new(&position, &rules, turn);
            let (node, horizon) = (SearchProblem::root(&position, &rules, turn), Horizon::Plies(plies));
            let answer = |best_first: bool, length: usize, underway: &Underway| {
                let budget = Budget::unlimited();
                let meter = Meter::new(&budget);
                // Too small to ever grow.
                let mut table = ProofTable::new(1 << 10);
                table.prepare();
                let shared = (underway, 1);
                let mut search = Search::new(&problem, PruningRules::ALL, &table, &meter, shared);
                search.length = length;
                if best_first {
                    search.search_best_first(&node, horizon)
                } else {
                    search.search(&node, horizon)
                }
            };
            let alone = answer(false, 0, &Underway::new(1));
            prop_assert!(alone.is_ok());
            // The last plies of the second search are searched depth-first.
            for length in [0, HANDOVER - 2] {
                prop_assert_eq!(answer(true, length, &Underway::new(1)), alone);
            }
            let mut successors = Vec::new();
            problem.each(&node, horizon, false, |_, horizon, successor| {
                if let Successor::Node(next) = successor {
                    successors.push(Key::new(&next, (problem.aim, horizon), 0, 0));
                }
                None::<()>
            });
            for key in successors {
                let underway = Underway::new(2);
                for best_first in [false, true] {
                    let shared = underway.during(key, || answer(best_first, 0, &underway));
                    prop_assert_eq!(shared, alone);
                }
            }
        }
    }
}
