//! The search for a forced win within a number of plies.

use super::argument::{Argument, Arguments};
use super::bounds::{Bounds, Judged};
use super::budget::{Meter, Stop};
use super::left::Left;
use super::node::{Ground, Node, Reached, Side};
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
    /// The moves that did it last, for each length of the line at hand: what refutes one
    /// move often refutes the next.
    killers: Vec<Option<Move>>,
    length: usize,
    pub nodes: u64,
    /// Which of several threads this is: each looks at moves in an order of its own.
    thread: usize,
    /// How many entries it has added to the table, and after how many that should grow.
    added: u64,
    room: u64,
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
        (thread, threads): (usize, u64),
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
            room: table.room() / threads,
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
            self.meter.spend(Meter::EVERY)?;
        }
        let key = self.key(node, left);
        if let Some(limit) = self.ground.jump_limit
            && node.jumps_left < limit
            && !self.limit_in_reach(node, left)
        {
            self.bounds.uses[Argument::CountOutOfReach] += 1;
        }
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
        let result = self.expand(node, left, hint);
        self.length -= 1;
        self.open.truncate(first);
        let (wins, mv) = result?;
        if let Some(key) = key {
            let work = 64 - (self.nodes - before + 1).leading_zeros();
            #[allow(clippy::cast_possible_truncation)] // at most 64
            let known = Known::new(left, wins, mv.or(hint), work as u8);
            self.added += u64::from(self.table.put(key, known));
            if self.added >= self.room {
                return Err(Stop::Grow);
            }
        }
        Ok(wins)
    }

    /// Whether the attacker can force it, and the move that decides that: one of its own
    /// that does it, or one of the defender's that prevents it.
    fn expand(
        &mut self,
        node: &Node,
        left: Left,
        hint: Option<Move>,
    ) -> Result<(bool, Option<Move>), Stop> {
        let wanted = node.turn == Side::Attacker;
        let killer = self.killers[self.length - 1];
        // What did it before may do it again without more ado.
        for mv in [hint, killer].into_iter().flatten() {
            if self.ground.is_legal(node, mv)
                && let Some(left) = left.after(node.turn, mv)
                && self.judge(self.ground.after(node, left, mv), left).value() == Some(wanted)
            {
                return Ok((wanted, Some(mv)));
            }
        }
        // With no ply to waste, whoever wastes one escapes.
        let tight = match left {
            Left::Plies(plies) => self.ground.empty(node).count() >= plies.into(),
            Left::Idle(_) => false,
        };
        let first = self.open.len();
        let ground = self.ground;
        let decided = ground.each(node, left, tight && !wanted, |mv, left, reached| match self
            .judge(reached, left)
        {
            Judged::Open(next) => {
                let order = if Some(mv) == hint {
                    i32::MIN
                } else if Some(mv) == killer {
                    i32::MIN + 1
                } else {
                    order(&next, mv)
                };
                self.open.push(Open {
                    order,
                    mv,
                    node: next,
                    left,
                });
                None
            }
            judged => (judged.value() == Some(wanted)).then_some(mv),
        });
        if decided.is_some() {
            self.killers[self.length - 1] = decided;
            return Ok((wanted, decided));
        }
        self.sort(first);
        for index in first..self.open.len() {
            let Open { mv, node, left, .. } = self.open[index];
            if self.search(&node, left)? == wanted {
                self.killers[self.length - 1] = Some(mv);
                return Ok((wanted, Some(mv)));
            }
        }
        Ok((!wanted, None))
    }

    fn judge(&mut self, reached: Reached, left: Left) -> Judged {
        self.bounds.judge(reached, left)
    }

    fn sort(&mut self, first: usize) {
        let moves = &mut self.open[first..];
        moves.sort_by_key(|open| open.order);
        if self.thread > 0 && moves.len() > 1 {
            let by = self.thread % (moves.len() - 1).max(1);
            moves[1..].rotate_left(by);
        }
    }

    /// Whether the count of consecutive jumps tells positions apart.
    #[inline]
    fn limit_in_reach(&self, node: &Node, left: Left) -> bool {
        self.ground.jump_limit.is_some()
            && (u32::from(node.jumps_left) <= left.reach()
                || !self.bounds.arguments.has(Argument::CountOutOfReach))
    }

    /// What the table knows a position by; `None` without a table.
    #[inline]
    fn key(&self, node: &Node, left: Left) -> Option<Key> {
        if !self.bounds.arguments.has(Argument::Table) || left.is_brief() {
            return None;
        }
        let jumps_left = if self.limit_in_reach(node, left) {
            node.jumps_left
        } else {
            0
        };
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

/// Whoever moves first tries what wins most pieces.
fn order(next: &Node, mv: Move) -> i32 {
    let gained = match next.turn {
        Side::Defender => next.margin(),
        Side::Attacker => -next.margin(),
    };
    i32::from(mv.is_jump()) - 4 * gained
}
