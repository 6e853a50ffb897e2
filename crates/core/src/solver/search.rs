//! Depth-first search for a proof or refutation within a horizon.

use super::bounds::{Assessment, Bounds};
use super::budget::{Interruption, Meter};
use super::goal::{Horizon, Side};
use super::node::{Key, Node, SearchProblem, Successor};
use super::pruning::{PruningRule, PruningRules};
use super::table::{Numbers, ProofEntry, ProofTable};
use crate::board::{Move, Settings};
use crate::hash;
use std::sync::atomic::{AtomicU64, Ordering};

/// The search of one thread.
pub struct Search<'a> {
    pub problem: &'a SearchProblem<'a>,
    pub bounds: Bounds<'a>,
    pub table: &'a ProofTable,
    meter: &'a Meter<'a>,
    /// A stack of the moves still to be searched in the positions of the current line.
    open: Vec<Candidate>,
    /// Killer moves by distance from the root: the move that decided last. A move that
    /// refutes one move often refutes the next.
    killers: Vec<Option<Move>>,
    /// The distance from the root, in plies.
    pub length: usize,
    pub nodes: u64,
    /// The positions that the threads are searching.
    pub underway: &'a Underway,
    /// A stack of the moves of the best-first search that are open in the current line.
    pub children: Vec<Child>,
    /// Entries added to the table, and the number after which the table should grow.
    added: u64,
    growth_threshold: u64,
}

/// A move that is still to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    /// Moves with a smaller number are searched first.
    order: i32,
    mv: Move,
    node: Node,
    horizon: Horizon,
}

/// A move of the best-first search whose result is not known.
#[derive(Clone, Copy)]
pub struct Child {
    pub mv: Move,
    pub node: Node,
    pub horizon: Horizon,
    /// `None` if the table is not used for it.
    pub key: Option<Key>,
    pub numbers: Numbers,
}

/// The maximum length of a line.
const MAX_LINE_LENGTH: usize = 6000;
/// The stack that is enough for it, with room for the larger frames of builds without
/// optimisation.
pub const STACK_BYTES: usize = MAX_LINE_LENGTH * 8 * 1024;

impl<'a> Search<'a> {
    pub fn new(
        problem: &'a SearchProblem<'a>,
        pruning: PruningRules,
        table: &'a ProofTable,
        meter: &'a Meter<'a>,
        (underway, threads): (&'a Underway, u64),
    ) -> Self {
        Self {
            problem,
            bounds: Bounds::new(problem, pruning),
            table,
            meter,
            open: Vec::new(),
            killers: Vec::new(),
            length: 0,
            nodes: 0,
            underway,
            children: Vec::new(),
            added: 0,
            growth_threshold: table.growth_threshold() / threads,
        }
    }

    /// The table move of a position.
    pub fn table_move(&self, node: &Node, horizon: Horizon) -> Option<Move> {
        self.table.get(self.key(node, horizon)?)?.mv
    }

    /// Whether the attacker can force its aim within the horizon, in a game that is not
    /// over.
    pub fn search(&mut self, node: &Node, horizon: Horizon) -> Result<bool, Interruption> {
        self.count_node(node, horizon)?;
        let key = self.key(node, horizon);
        let known = key.and_then(|key| self.table.get(key));
        if let Some(wins) = known.and_then(|known| known.wins(horizon)) {
            self.bounds.counts[PruningRule::Table] += 1;
            return Ok(wins);
        }
        if self.length == MAX_LINE_LENGTH {
            return Err(Interruption::TooDeep);
        }
        if self.killers.len() <= self.length {
            self.killers.resize(self.length + 1, None);
        }
        let before = self.nodes;
        let first = self.open.len();
        self.length += 1;
        let table_move = known.and_then(|known| known.mv);
        let underway = self.underway;
        let result = match key {
            Some(key) => underway.during(key, || self.expand(node, horizon, table_move)),
            None => self.expand(node, horizon, table_move),
        };
        self.length -= 1;
        self.open.truncate(first);
        let (wins, mv) = result?;
        if let Some(key) = key {
            self.store(key, horizon, (wins, mv.or(table_move)), before)?;
        }
        Ok(wins)
    }

    /// Counts a position that is searched.
    pub fn count_node(&mut self, node: &Node, horizon: Horizon) -> Result<(), Interruption> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Meter::CHECK_INTERVAL) {
            self.meter.spend(Meter::CHECK_INTERVAL)?;
        }
        if let Some(limit) = self.problem.jump_limit
            && node.jumps_left < limit
            && !self.limit_in_reach(node, horizon)
        {
            self.bounds.counts[PruningRule::CountOutOfReach] += 1;
        }
        Ok(())
    }

    /// Stores the result of a search that began after `nodes_before` nodes.
    pub fn store(
        &mut self,
        key: Key,
        horizon: Horizon,
        (wins, mv): (bool, Option<Move>),
        nodes_before: u64,
    ) -> Result<(), Interruption> {
        let work = 64 - (self.nodes - nodes_before + 1).leading_zeros();
        #[allow(clippy::cast_possible_truncation)] // at most 64
        let known = ProofEntry::new(horizon, wins, mv, work as u8);
        self.added += u64::from(self.table.put(key, known));
        if self.added >= self.growth_threshold {
            return Err(Interruption::Grow);
        }
        Ok(())
    }

    /// Searches the moves of a position. Returns whether the attacker can force its aim, and
    /// the move that decides: one of the attacker that reaches it, or one of the defender
    /// that prevents it.
    fn expand(
        &mut self,
        node: &Node,
        horizon: Horizon,
        table_move: Option<Move>,
    ) -> Result<(bool, Option<Move>), Interruption> {
        let wanted = node.turn == Side::Attacker;
        let killer = self.killers[self.length - 1];
        // The table move and the killer may decide without a search.
        for mv in [table_move, killer].into_iter().flatten() {
            if self.problem.is_legal(node, mv)
                && let Some(horizon) = horizon.after(node.turn, mv)
                && self
                    .assess(self.problem.after(node, horizon, mv), horizon)
                    .value()
                    == Some(wanted)
            {
                return Ok((wanted, Some(mv)));
            }
        }
        // If every ply has to be an extend, a jump of the defender refutes.
        let tight = match horizon {
            Horizon::Plies(plies) => self.problem.empty(node).count() >= plies.into(),
            Horizon::NonExtends(_) | Horizon::Unlimited => false,
        };
        let first = self.open.len();
        let problem = self.problem;
        let decided =
            problem.each(
                node,
                horizon,
                tight && !wanted,
                |mv, horizon, successor| match self.assess(successor, horizon) {
                    Assessment::Open(next) => {
                        let order = if Some(mv) == table_move {
                            i32::MIN
                        } else if Some(mv) == killer && horizon != Horizon::Unlimited {
                            i32::MIN + 1
                        } else {
                            order(&next, mv, horizon)
                        };
                        self.open.push(Candidate {
                            order,
                            mv,
                            node: next,
                            horizon,
                        });
                        None
                    }
                    assessment => (assessment.value() == Some(wanted)).then_some(mv),
                },
            );
        if decided.is_some() {
            self.killers[self.length - 1] = decided;
            return Ok((wanted, decided));
        }
        self.open[first..].sort_by_key(|open| open.order);
        // The moves from here on are left for later once.
        let mut later = self.open.len();
        let mut index = first;
        while index < self.open.len() {
            let Candidate {
                mv, node, horizon, ..
            } = self.open[index];
            if first < index && index < later && self.is_underway(&node, horizon) {
                self.open[index..].rotate_left(1);
                later -= 1;
                continue;
            }
            index += 1;
            if self.search(&node, horizon)? == wanted {
                self.killers[self.length - 1] = Some(mv);
                return Ok((wanted, Some(mv)));
            }
        }
        Ok((!wanted, None))
    }

    fn assess(&mut self, successor: Successor, horizon: Horizon) -> Assessment {
        self.bounds.assess(successor, horizon)
    }

    /// Whether another thread is searching a position.
    fn is_underway(&self, node: &Node, horizon: Horizon) -> bool {
        self.underway.is_shared()
            && self
                .key(node, horizon)
                .is_some_and(|key| self.underway.contains(key))
    }

    /// Whether the count of consecutive jumps is relevant.
    #[inline]
    fn limit_in_reach(&self, node: &Node, horizon: Horizon) -> bool {
        self.problem.jump_limit.is_some()
            && (u32::from(node.jumps_left) <= horizon.max_jumps_in_a_row()
                || !self.bounds.pruning.has(PruningRule::CountOutOfReach))
    }

    /// The table key of a position; `None` if the table is not used.
    #[inline]
    pub fn key(&self, node: &Node, horizon: Horizon) -> Option<Key> {
        if !self.bounds.pruning.has(PruningRule::Table) || horizon.is_shallow() {
            return None;
        }
        // A table is for one set of rules: of these a key has what changes during a game.
        let Settings {
            jump_limit: _,
            ply_limit: _,
            jump_vectors: _,
            pass_adds_to_count: _,
            stuck: _,
            blocks: _,
        } = self.problem.rules.settings();
        let jumps_left = if self.limit_in_reach(node, horizon) {
            node.jumps_left
        } else {
            0
        };
        let plies_left = if self.problem.ends_with_plies {
            horizon.rank()
        } else {
            0
        };
        Some(Key::new(
            node,
            (self.problem.aim, horizon),
            jumps_left,
            plies_left,
        ))
    }
}

/// Moves that win more pieces are searched first. Without a limit on plies extends come before
/// all jumps: they fill the board, and games of jumps are long.
fn order(next: &Node, mv: Move, horizon: Horizon) -> i32 {
    let gained = match next.turn {
        Side::Defender => next.margin(),
        Side::Attacker => -next.margin(),
    };
    let jump = match horizon {
        Horizon::Unlimited => 1 << 10,
        Horizon::Plies(_) | Horizon::NonExtends(_) => 1,
    };
    jump * i32::from(mv.is_jump()) - 4 * gained
}

/// The positions that a few threads are searching (J.-C. Weill, 'The ABDADA distributed minimax
/// search algorithm', ICCA Journal 19, 1996; kept apart from the table after T. Kerrigan).
///
/// Positions can share a slot, and no thread waits for another: it only affects the order.
pub struct Underway {
    /// Hashes of positions, 0 where there is none; no slots for a single thread.
    slots: Box<[AtomicU64]>,
}

/// Many more than threads times plies.
const SLOTS: usize = 1 << 12;

impl Underway {
    /// For this number of threads.
    pub fn new(threads: u64) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self {
            slots: std::iter::repeat_with(AtomicU64::default)
                .take(slots)
                .collect(),
        }
    }

    /// Whether there is more than one thread.
    #[inline]
    pub fn is_shared(&self) -> bool {
        !self.slots.is_empty()
    }

    #[inline]
    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.slots.get(hash::index(hash, self.slots.len()))
    }

    /// Whether a thread is searching this position.
    #[inline]
    pub fn contains(&self, key: Key) -> bool {
        let hash = key.hash();
        self.slot(hash)
            .is_some_and(|slot| slot.load(Ordering::Relaxed) == hash)
    }

    /// Calls `search`, and contains this position meanwhile if its slot is free.
    #[inline]
    pub fn during<T>(&self, key: Key, search: impl FnOnce() -> T) -> T {
        let hash = key.hash();
        let free = |slot: &&AtomicU64| slot.load(Ordering::Relaxed) == 0;
        let slot = self.slot(hash).filter(free);
        if let Some(slot) = slot {
            slot.store(hash, Ordering::Relaxed);
        }
        let result = search();
        if let Some(slot) = slot {
            slot.store(0, Ordering::Relaxed);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Position, Rules};
    use crate::solver::goal::{Aim, Horizon};
    use crate::solver::node::SearchProblem;

    #[test]
    fn a_position_is_underway_until_its_search_ends() {
        let node = SearchProblem::root(&Position::start(), &Rules::UAI, Color::Red);
        let key = |plies| Key::new(&node, (Aim::Win, Horizon::Plies(plies)), 0, plies);
        let underway = Underway::new(2);
        underway.during(key(7), || {
            assert!(underway.contains(key(7)));
            assert!(!underway.contains(key(8)));
            // Another thread in the same position does not end it.
            underway.during(key(7), || ());
            assert!(underway.contains(key(7)));
        });
        assert!(!underway.contains(key(7)));
        let alone = Underway::new(1);
        alone.during(key(7), || assert!(!alone.contains(key(7))));
    }
}
