//! Single questions, put to the search until it answers.

use super::argument::Uses;
use super::bounds::{Bounds, Judged};
use super::budget::{Budget, Meter, Stop};
use super::goal::Goal;
use super::left::Left;
use super::node::{Aim, Ground, Node, Reached};
use super::search::Search;
use super::settings::Settings;
use super::table::Table;
use crate::board::{Color, Move, Position, Rules, Stuck};
use std::num::NonZeroUsize;
use std::thread;

/// Questions about one position and those that come after it, on one budget.
pub struct Inquiry<'a> {
    pub rules: &'a Rules,
    settings: Settings,
    table: &'a mut Table,
    meter: Meter<'a>,
    /// One for each attacker, Red's first.
    grounds: [Ground<'a>; 2],
    pub nodes: u64,
    pub uses: Uses,
}

impl<'a> Inquiry<'a> {
    pub fn new(
        position: &Position,
        rules: &'a Rules,
        settings: Settings,
        table: &'a mut Table,
        budget: &'a Budget<'a>,
    ) -> Self {
        Self {
            rules,
            settings,
            table,
            meter: Meter::new(budget),
            grounds: Color::BOTH.map(|attacker| Ground::new(position, rules, attacker)),
            nodes: 0,
            uses: Uses::default(),
        }
    }

    /// Whether a side can force what it is after.
    pub fn can_force(&mut self, position: &Position, goal: Goal) -> Result<bool, Stop> {
        if let Some(outcome) = position.outcome(self.rules) {
            return Ok(match goal.aim {
                Aim::Win => outcome.winner == Some(goal.attacker),
                Aim::Hold => outcome.winner != Some(!goal.attacker),
            });
        }
        if goal.left.is_over() {
            return Ok(false);
        }
        self.can_force_alive(position, goal)
    }

    /// The same in a game that is not over, with something left to do it with.
    pub fn can_force_alive(&mut self, position: &Position, goal: Goal) -> Result<bool, Stop> {
        let (node, left) = self.root(position, goal);
        loop {
            match self.search(&node, goal.attacker, left) {
                Err(Stop::Grow) => self.table.grow(),
                answer => return answer,
            }
        }
    }

    /// Whether the budget allows to go on.
    pub fn go_on(&self) -> Result<(), Stop> {
        self.meter.go_on()
    }

    /// The move that decided the last search for the same, if it is still known: one
    /// that forces it, or one that prevents it.
    pub fn hint(&mut self, position: &Position, goal: Goal) -> Option<Move> {
        let (node, left) = self.root(position, goal);
        let ground = &self.grounds[goal.attacker.index()];
        let arguments = self.settings.arguments;
        Search::new(ground, arguments, self.table, &self.meter, (0, 1)).hint(&node, left)
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
    pub fn can_be_drawn(&self, position: &Position, left: Left) -> bool {
        let ground = &self.grounds[0];
        let limit_in_reach = ground
            .jump_limit
            .is_some_and(|limit| u32::from(limit.saturating_sub(position.jumps())) <= left.reach());
        ground.live.count().is_multiple_of(2)
            || limit_in_reach
            || self.rules.ply_limit.is_some()
            || self.rules.stuck == Stuck::StopAndAward
    }

    /// What the search begins with. Plies that the rules do not allow are not searched.
    fn root(&mut self, position: &Position, goal: Goal) -> (Node, Left) {
        let allowed = self.plies_allowed(position);
        let ground = &mut self.grounds[goal.attacker.index()];
        ground.aim = goal.aim;
        let node = Ground::root(position, self.rules, goal.attacker);
        match (goal.left, allowed) {
            (Left::Plies(plies), Some(allowed)) => {
                ground.ends_with_plies = allowed <= plies;
                (node, Left::Plies(plies.min(allowed)))
            }
            (left, _) => (node, left),
        }
    }

    fn search(&mut self, node: &Node, attacker: Color, left: Left) -> Result<bool, Stop> {
        let ground = &self.grounds[attacker.index()];
        let mut bounds = Bounds::new(ground, self.settings.arguments);
        let judged = bounds.judge(Reached::Node(*node), left);
        self.uses.add(&bounds.uses);
        match judged {
            Judged::Won => return Ok(true),
            Judged::Refuted => return Ok(false),
            Judged::Open(_) => {}
        }
        if !left.is_brief() {
            self.table.prepare();
        }
        self.meter.begin();
        let (table, meter) = (&*self.table, &self.meter);
        let arguments = self.settings.arguments;
        let threads = self.settings.threads.get() as u64;
        let work = |thread| {
            let mut search = Search::new(ground, arguments, table, meter, (thread, threads));
            let answer = search.search(node, left);
            if answer.is_ok() {
                meter.answer();
            }
            (answer, search.nodes, search.bounds.uses)
        };
        if self.settings.threads == NonZeroUsize::MIN {
            let (answer, nodes, uses) = work(0);
            self.nodes += nodes;
            self.uses.add(&uses);
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
        for (_, nodes, uses) in &done {
            self.nodes += nodes;
            self.uses.add(uses);
        }
        let answers = done.iter().map(|&(answer, ..)| answer);
        // One thread's answer is everybody's; else the others only know that it exists.
        answers
            .reduce(|one, other| match (one, other) {
                (Ok(answer), _) | (_, Ok(answer)) => Ok(answer),
                (Err(Stop::Answered), stop) | (stop, _) => stop,
            })
            .unwrap_or(Err(Stop::Budget))
    }
}
