//! The root moves and their search by iterative deepening.

use super::limits::StopReason;
use super::score::{DECIDED, INFINITE, Value};
use super::search::{MAX_PLY, Node, Search};
use super::techniques::SearchTechniques;
use crate::board::{Move, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::cmp::Reverse;

/// A root move with its result.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The principal variation of the move, including it.
    pub line: Vec<Move>,
    /// The value of the last search. `-INFINITE` if the move has not been searched, or was
    /// only refuted by a null window without being lost.
    pub value: Value,
    /// A bonus added to undecided values, to choose among similar moves.
    bonus: Value,
}

impl RootMove {
    pub fn mv(&self) -> Move {
        self.line[0]
    }

    /// Whether the last search computed a value.
    pub fn has_value(&self) -> bool {
        self.value > -INFINITE
    }

    /// Whether the move loses by force.
    fn is_lost(&self) -> bool {
        self.has_value() && self.value < -DECIDED
    }

    pub fn value_without_bonus(&self) -> Value {
        add(self.value, -self.bonus)
    }
}

/// The moves of the root, best first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub position: Position,
    pub moves: Vec<RootMove>,
    /// The completed depth.
    pub depth: u32,
}

impl Root {
    /// The moves of a position. With a seed each move gets a random bonus of at most `spread`,
    /// which decides among similar moves.
    pub fn new(
        position: &Position,
        moves: impl Iterator<Item = Move>,
        seed: Option<u64>,
        spread: Value,
    ) -> Self {
        let mut random = seed.map(ChaCha8Rng::seed_from_u64);
        let mut bonus = || {
            let random = random.as_mut().map_or(0, Rng::next_u32);
            (random % (spread.cast_unsigned() + 1)).cast_signed()
        };
        let mut moves: Vec<RootMove> = moves
            .map(|mv| RootMove {
                line: vec![mv],
                value: -INFINITE,
                bonus: bonus(),
            })
            .collect();
        moves.sort_by_key(|root_move| Reverse((position.gain(root_move.mv()), root_move.bonus)));
        Self {
            position: *position,
            moves,
            depth: 0,
        }
    }

    /// Searches one ply deeper, for the best `lines` lines.
    ///
    /// The result of an interrupted search for one line is used as well: the best move of the
    /// previous search is always searched first.
    pub fn deepen(&mut self, search: &mut Search, lines: usize) -> Result<(), StopReason> {
        let depth = self.depth + 1;
        let before = self.moves.clone();
        for first in 0..lines.min(self.moves.len()) {
            if let Err(reason) = self.search_line(search, depth, first, before[first].value) {
                self.restore_after_interruption(before, lines);
                return Err(reason);
            }
        }
        // A later line can be better than an earlier one.
        self.moves[..lines.min(before.len())].sort_by_key(|root_move| Reverse(root_move.value));
        self.depth = depth;
        Ok(())
    }

    /// Restores a consistent state after an interruption.
    fn restore_after_interruption(&mut self, before: Vec<RootMove>, lines: usize) {
        if lines > 1 {
            // All lines must come from the same depth.
            self.moves = before;
        } else {
            // Lost moves come last, the longest loss first.
            let loss = |root_move: &RootMove| {
                if root_move.is_lost() {
                    root_move.value
                } else {
                    0
                }
            };
            self.moves.sort_by_key(|root_move| Reverse(loss(root_move)));
        }
    }

    /// Finds the best of the moves from `first` on, with an aspiration window.
    fn search_line(
        &mut self,
        search: &mut Search,
        depth: u32,
        first: usize,
        expected: Value,
    ) -> Result<(), StopReason> {
        let narrow = search
            .context
            .techniques
            .contains(SearchTechniques::ASPIRATION)
            && depth >= 4
            && expected.abs() < DECIDED;
        let mut width = WINDOW;
        let (mut alpha, mut beta) = if narrow {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let value = self.search_moves(search, depth, first, alpha, beta)?;
            width *= 4;
            // A bound among decided values is opened completely.
            let bound = |bound: Value| if bound > DECIDED { INFINITE } else { bound };
            if value <= alpha && alpha > -INFINITE {
                alpha = -bound(width - value);
            } else if value >= beta && beta < INFINITE {
                beta = bound(value + width);
            } else {
                return Ok(());
            }
        }
    }

    /// Searches the moves from `first` on with this window, and moves the best to the front.
    fn search_moves(
        &mut self,
        search: &mut Search,
        depth: u32,
        first: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Result<Value, StopReason> {
        let mut best = -INFINITE;
        let reduced_depths: Vec<u32> = (first..self.moves.len())
            .map(|index| search.reduced(depth, index - first, true, || 0))
            .collect();
        let null_windows = search
            .context
            .techniques
            .contains(SearchTechniques::NULL_WINDOWS);
        for index in first..self.moves.len() {
            let RootMove { bonus, .. } = self.moves[index];
            let mv = self.moves[index].mv();
            let child = self.position.after(mv, search.context.rules);
            let node = Node::first(&child, mv, depth - 1);
            let mut value_of = |node: Node, alpha: Value, beta: Value| {
                let value = -search.search(node, -add(beta, -bonus), -add(alpha, -bonus))?;
                Ok(add(value, bonus))
            };
            let value = if index == first || !null_windows {
                value_of(node, alpha, beta)?
            } else {
                let reduced = Node {
                    depth: reduced_depths[index - first],
                    ..node
                };
                let mut value = value_of(reduced, alpha, alpha + 1)?;
                if value > alpha && reduced.depth < node.depth {
                    value = value_of(node, alpha, alpha + 1)?;
                }
                if value > alpha && value < beta {
                    value = value_of(node, alpha, beta)?;
                }
                value
            };
            best = best.max(value);
            if value > alpha {
                alpha = value;
                let root_move = &mut self.moves[index];
                root_move.value = value;
                root_move.line.truncate(1);
                root_move.line.extend_from_slice(search.line(1));
                // The previous best becomes the second best.
                self.moves[first..=index].rotate_right(1);
                if value >= beta {
                    break;
                }
            } else if index == first || value < -DECIDED {
                self.moves[index].value = value;
            } else {
                self.moves[index].value = -INFINITE;
            }
        }
        Ok(best)
    }

    /// Whether deeper searches cannot change the first lines.
    pub fn is_settled(&self, lines: usize) -> bool {
        self.depth >= MAX_PLY
            || self
                .moves
                .iter()
                .take(lines)
                .all(|root_move| root_move.has_value() && root_move.value.abs() > DECIDED)
    }
}

/// Half the width of the first aspiration window.
const WINDOW: Value = 13;

/// Adds a bonus to a value unless it is decided.
fn add(value: Value, bonus: Value) -> Value {
    if value.abs() > DECIDED {
        value
    } else {
        value + bonus
    }
}
