//! Single questions, put to the search until it answers.

use super::argument::Uses;
use super::budget::{Budget, Meter, Stop};
use super::node::{Ground, Left, Node};
use super::search::Search;
use super::settings::Settings;
use super::table::Table;
use crate::board::{Color, Move, Position, Rules};
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

    /// Whether a side can force a win within so many plies.
    pub fn wins(
        &mut self,
        position: &Position,
        attacker: Color,
        within: Left,
    ) -> Result<bool, Stop> {
        if let Some(outcome) = position.outcome(self.rules) {
            return Ok(outcome.winner == Some(attacker));
        }
        if within == Left::plies(0) {
            return Ok(false);
        }
        let (node, left) = self.root(position, attacker, within);
        loop {
            match self.search(&node, attacker, left) {
                Err(Stop::Grow) => self.table.grow(),
                answer => return answer,
            }
        }
    }

    /// The move that decided the last search of a position to as many plies, if it is
    /// still known: one that wins for the attacker, or one that refutes a win.
    pub fn hint(&mut self, position: &Position, attacker: Color, within: Left) -> Option<Move> {
        let (node, left) = self.root(position, attacker, within);
        let ground = &self.grounds[attacker.index()];
        Search::new(ground, self.settings.arguments, self.table, &self.meter, 0).hint(&node, left)
    }

    /// What the search begins with. Plies that the rules do not allow are not searched.
    fn root(&mut self, position: &Position, attacker: Color, within: Left) -> (Node, Left) {
        let allowed = self.rules.ply_limit.and_then(|limit| {
            let allowed = limit.get().saturating_sub(position.plies());
            u16::try_from(allowed).ok().map(Left::plies)
        });
        let ground = &mut self.grounds[attacker.index()];
        ground.ends_with_plies = allowed.is_some_and(|allowed| allowed <= within);
        let node = Ground::root(position, self.rules, attacker);
        (node, allowed.map_or(within, |allowed| within.min(allowed)))
    }

    fn search(&mut self, node: &Node, attacker: Color, left: Left) -> Result<bool, Stop> {
        self.meter.begin(self.table.room());
        let ground = &self.grounds[attacker.index()];
        let (table, meter) = (&*self.table, &self.meter);
        let arguments = self.settings.arguments;
        let work = |thread| {
            let mut search = Search::new(ground, arguments, table, meter, thread);
            let answer = search.wins(node, left);
            if answer.is_ok() {
                meter.answer();
            }
            (answer, search.nodes, search.bounds.uses)
        };
        let done = if self.settings.threads == NonZeroUsize::MIN {
            vec![work(0)]
        } else {
            thread::scope(|scope| {
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
            })
        };
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
