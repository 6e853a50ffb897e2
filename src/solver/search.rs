//! The search for a forced win within a number of plies.

use super::argument::{Argument, Arguments};
use super::bounds::{Bounds, Judged};
use super::budget::{Meter, Stop};
use super::left::Left;
use super::node::{Ground, Node, Side};
use super::table::{Key, Known, Table};
use crate::board::Move;

/// One thread's search.
pub struct Search<'a> {
    ground: &'a Ground<'a>,
    pub bounds: Bounds<'a>,
    table: &'a Table,
    meter: &'a Meter<'a>,
    /// The moves of all positions of the line at hand that are still to be searched,
    /// those of each position behind those of the one before it.
    open: Vec<Open>,
    /// The replies that refuted last, for each length of the line at hand: what refutes
    /// one move often refutes the next.
    killers: Vec<Option<Move>>,
    length: usize,
    pub nodes: u64,
    /// Which of several threads this is: each looks at moves in an order of its own.
    thread: usize,
    /// Entries added to the table since it was last told.
    added: u64,
}

/// A move that is still to be searched.
#[derive(Clone, Copy)]
struct Open {
    /// The least comes first.
    order: i32,
    mv: Move,
    node: Node,
    left: Left,
}

/// The line is longer than is searched.
const LONGEST_LINE: usize = 6000;

impl<'a> Search<'a> {
    pub fn new(
        ground: &'a Ground<'a>,
        arguments: Arguments,
        table: &'a Table,
        meter: &'a Meter<'a>,
        thread: usize,
    ) -> Self {
        Self {
            ground,
            bounds: Bounds::new(ground, arguments),
            table,
            meter,
            open: Vec::new(),
            killers: Vec::new(),
            length: 0,
            nodes: 0,
            thread,
            added: 0,
        }
    }

    /// What decided the last search of a position to as many plies, if the table knows.
    pub fn hint(&self, node: &Node, left: Left) -> Option<Move> {
        self.table.get(self.key(node, left)?)?.mv
    }

    /// Whether the attacker can force what it is after with what is left, from a position
    /// that is not over.
    pub fn search(&mut self, node: &Node, left: Left) -> Result<bool, Stop> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Meter::EVERY) {
            self.meter
                .spend(Meter::EVERY, std::mem::take(&mut self.added))?;
        }
        let key = self.key(node, left);
        let known = key.and_then(|key| self.table.get(key));
        if let Some(wins) = known.and_then(|known| known.wins(left)) {
            self.bounds.uses[Argument::Table] += 1;
            return Ok(wins);
        }
        if self.length == LONGEST_LINE {
            return Err(Stop::TooDeep);
        }
        if self.killers.len() == self.length {
            self.killers.push(None);
        }
        let before = self.nodes;
        let first = self.open.len();
        self.length += 1;
        let hint = known.and_then(|known| known.mv);
        let result = match node.turn {
            Side::Attacker => self.attack(node, left, hint),
            Side::Defender => self.defend(node, left, hint),
        };
        self.length -= 1;
        self.open.truncate(first);
        let (wins, mv) = result?;
        if let Some(key) = key {
            let work = 64 - (self.nodes - before + 1).leading_zeros();
            #[allow(clippy::cast_possible_truncation)] // at most 64
            let known = Known::new(left, wins, mv.or(hint), work as u8);
            self.added += u64::from(self.table.put(key, known));
        }
        Ok(wins)
    }

    /// Whether one of the attacker's moves wins, and which.
    fn attack(
        &mut self,
        node: &Node,
        left: Left,
        hint: Option<Move>,
    ) -> Result<(bool, Option<Move>), Stop> {
        let first = self.open.len();
        let won = self.ground.each(node, left, false, |mv, left, reached| {
            match self.bounds.judge(reached, left) {
                Judged::Won => return Some(mv),
                Judged::Refuted => {}
                Judged::Open(next) => {
                    let order = if Some(mv) == hint {
                        i32::MIN
                    } else {
                        attack_order(&next, mv)
                    };
                    self.open.push(Open {
                        order,
                        mv,
                        node: next,
                        left,
                    });
                }
            }
            None
        });
        if won.is_some() {
            return Ok((true, won));
        }
        self.sort(first);
        for index in first..self.open.len() {
            let Open { mv, node, left, .. } = self.open[index];
            if self.search(&node, left)? {
                return Ok((true, Some(mv)));
            }
        }
        Ok((false, None))
    }

    /// Whether all of the defender's moves lose, and one that does not.
    fn defend(
        &mut self,
        node: &Node,
        left: Left,
        hint: Option<Move>,
    ) -> Result<(bool, Option<Move>), Stop> {
        let first = self.open.len();
        let killer = self.killers[self.length - 1];
        // With no ply to waste, whoever wastes one escapes.
        let tight = match left {
            Left::Plies(plies) => self.ground.empty(node).count() >= plies.into(),
            Left::Idle(_) => false,
        };
        let refuted = self.ground.each(node, left, tight, |mv, left, reached| {
            match self.bounds.judge(reached, left) {
                Judged::Won => {}
                Judged::Refuted => return Some(mv),
                Judged::Open(next) => {
                    let order = if Some(mv) == hint {
                        i32::MIN
                    } else if Some(mv) == killer {
                        i32::MIN + 1
                    } else {
                        defend_order(&next, mv)
                    };
                    self.open.push(Open {
                        order,
                        mv,
                        node: next,
                        left,
                    });
                }
            }
            None
        });
        if refuted.is_some() {
            return Ok((false, refuted));
        }
        self.sort(first);
        for index in first..self.open.len() {
            let Open { mv, node, left, .. } = self.open[index];
            if !self.search(&node, left)? {
                self.killers[self.length - 1] = Some(mv);
                return Ok((false, Some(mv)));
            }
        }
        Ok((true, None))
    }

    fn sort(&mut self, first: usize) {
        let moves = &mut self.open[first..];
        moves.sort_by_key(|open| open.order);
        if self.thread > 0 && moves.len() > 1 {
            let by = self.thread % (moves.len() - 1).max(1);
            moves[1..].rotate_left(by);
        }
    }

    /// What the table knows a position by; `None` without a table.
    #[inline]
    fn key(&self, node: &Node, left: Left) -> Option<Key> {
        if !self.bounds.arguments.has(Argument::Table) {
            return None;
        }
        let within_reach = self.ground.jump_limit.is_some()
            && (u32::from(node.jumps_left) <= left.reach()
                || !self.bounds.arguments.has(Argument::CountOutOfReach));
        let jumps_left = if within_reach { node.jumps_left } else { 0 };
        let plies_left = if self.ground.ends_with_plies {
            left.rank()
        } else {
            0
        };
        Some(Key::new(
            node,
            (self.ground.aim, left),
            jumps_left,
            plies_left,
        ))
    }
}

/// The attacker first takes what is worth most.
fn attack_order(next: &Node, mv: Move) -> i32 {
    4 * -next.margin() + i32::from(mv.is_jump())
}

/// So does the defender.
fn defend_order(next: &Node, mv: Move) -> i32 {
    4 * next.margin() + i32::from(mv.is_jump())
}
