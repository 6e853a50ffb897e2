//! Single questions, put to the search until it answers.

use super::bounds::{Assessment, Bounds};
use super::budget::{Budget, Interruption, Meter};
use super::goal::{Aim, Goal};
use super::horizon::Horizon;
use super::node::{Node, SearchProblem, Successor};
use super::options::SolverOptions;
use super::pruning::PruningCounts;
use super::search::Search;
use super::table::ProofTable;
use crate::board::{Color, Move, Position, Rules, Stuck};
use std::num::NonZeroUsize;
use std::thread;

/// Questions about one position and those that come after it, on one budget.
pub struct Prover<'a> {
    pub rules: &'a Rules,
    settings: SolverOptions,
    table: &'a mut ProofTable,
    meter: Meter<'a>,
    /// One for each attacker, Red's first.
    problems: [SearchProblem<'a>; 2],
    pub nodes: u64,
    pub counts: PruningCounts,
}

impl<'a> Prover<'a> {
    pub fn new(
        position: &Position,
        rules: &'a Rules,
        settings: SolverOptions,
        table: &'a mut ProofTable,
        budget: &'a Budget<'a>,
    ) -> Self {
        Self {
            rules,
            settings,
            table,
            meter: Meter::new(budget),
            problems: Color::BOTH.map(|attacker| SearchProblem::new(position, rules, attacker)),
            nodes: 0,
            counts: PruningCounts::default(),
        }
    }

    /// Whether a side can force what it is after.
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

    /// The same in a game that is not over, with something left to do it with.
    pub fn can_force_alive(
        &mut self,
        position: &Position,
        goal: Goal,
    ) -> Result<bool, Interruption> {
        let (node, horizon) = self.root(position, goal);
        loop {
            match self.search(&node, goal.attacker, horizon) {
                Err(Interruption::Grow) => self.table.grow(),
                answer => return answer,
            }
        }
    }

    /// Whether the budget allows to go on.
    pub fn go_on(&self) -> Result<(), Interruption> {
        self.meter.go_on()
    }

    /// The move that decided the last search for the same, if it is still known: one
    /// that forces it, or one that prevents it.
    pub fn table_move(&mut self, position: &Position, goal: Goal) -> Option<Move> {
        let (node, horizon) = self.root(position, goal);
        let problem = &self.problems[goal.attacker.index()];
        let pruning = self.settings.pruning;
        Search::new(problem, pruning, self.table, &self.meter, (0, 1)).table_move(&node, horizon)
    }

    /// How many plies the rules allow from a position on, where they limit them.
    pub fn plies_allowed(&self, position: &Position) -> Option<u16> {
        let limit = self.rules.ply_limit?.get();
        u16::try_from(limit.saturating_sub(position.plies())).ok()
    }

    /// Whether a game can end in a draw with this much left: where it cannot, holding
    /// is as much as winning.
    ///
    /// An odd number of squares is never shared evenly once it is full. (Where a stuck
    /// side gives its opponent all empty squares, those that nobody can get to are
    /// shared out as well.)
    pub fn can_be_drawn(&self, position: &Position, horizon: Horizon) -> bool {
        let problem = &self.problems[0];
        let limit_in_reach = problem.jump_limit.is_some_and(|limit| {
            u32::from(limit.saturating_sub(position.jumps())) <= horizon.max_jumps_in_a_row()
        });
        problem.live.count().is_multiple_of(2)
            || limit_in_reach
            || self.rules.ply_limit.is_some()
            || self.rules.stuck == Stuck::StopAndAward
    }

    /// What the search begins with. Plies that the rules do not allow are not searched.
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
        let mut bounds = Bounds::new(problem, self.settings.pruning);
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
        let pruning = self.settings.pruning;
        let threads = self.settings.threads.get() as u64;
        let work = |thread| {
            let mut search = Search::new(problem, pruning, table, meter, (thread, threads));
            let answer = search.search(node, horizon);
            if answer.is_ok() {
                meter.answer();
            }
            (answer, search.nodes, search.bounds.counts)
        };
        if self.settings.threads == NonZeroUsize::MIN {
            let (answer, nodes, counts) = work(0);
            self.nodes += nodes;
            self.counts.add(&counts);
            return answer;
        }
        let done: Vec<_> = thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = (0..self.settings.threads.get())
                .map(|thread| scope.spawn(move || work(thread)))
                .collect();
            let join = |thread: thread::ScopedJoinHandle<_>| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            threads.into_iter().map(join).collect()
        });
        for (_, nodes, counts) in &done {
            self.nodes += nodes;
            self.counts.add(counts);
        }
        let answers = done.iter().map(|&(answer, ..)| answer);
        // One thread's answer is everybody's; else the others only know that it exists.
        answers
            .reduce(|one, other| match (one, other) {
                (Ok(answer), _) | (_, Ok(answer)) => Ok(answer),
                (Err(Interruption::Answered), stop) | (stop, _) => stop,
            })
            .unwrap_or(Err(Interruption::Budget))
    }
}
