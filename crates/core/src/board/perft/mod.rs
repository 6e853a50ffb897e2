//! Leaf counts of the game tree.
//!
//! A leaf is a sequence of legal moves of the wanted length. A forced pass is a
//! move, a finished game has none, and the one sequence of length 0 is the empty
//! one, whatever the position.
//!
//! [`plain`] follows this definition. [`Counter`] finds the same numbers fast: it sums over
//! the last two plies without playing their moves, and can use several threads and a table.
//!
//! ```
//! use ataxx_core::board::perft::{Counter, CounterOptions};
//! use ataxx_core::board::{Position, Rules};
//!
//! let mut counter = Counter::new(&Rules::UAI, &CounterOptions::default())?;
//! assert_eq!(counter.count(&Position::start(), 5)?, 4_752_668);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod kernel;
mod tree;
mod wide;

pub use tree::Unfinished;

use crate::Cancellation;
use crate::board::{Move, PlayedMove, Position, Rules, Settings};
use kernel::Kernel;
#[cfg(feature = "rayon")]
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use thiserror::Error;
use tree::{Node, Symmetries, TABLE_FROM, Table, Tree, full_jumps};
use wide::Geometry;

/// How a perft counts extends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// One move for each destination of an extend.
    #[default]
    ByDestination,
    /// One move for each neighbour an extend can come from, as Berkeley notation
    /// writes them.
    ByOrigin,
}

impl Counting {
    /// The number of moves that a legal move counts as.
    fn weight(self, position: &Position, mv: Move) -> u64 {
        match (self, mv) {
            (Self::ByOrigin, Move::Extend { .. }) => position.origins(mv).count().into(),
            _ => 1,
        }
    }
}

/// The number of sequences of `depth` legal moves, by plain recursion: what [`Counter`] is
/// tested against.
#[must_use]
pub fn plain(position: &Position, depth: u32, rules: &Rules, counting: Counting) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves(rules)
        .map(|mv| {
            let below = plain(&position.after(mv, rules), depth - 1, rules, counting);
            counting.weight(position, mv) * below
        })
        .sum()
}

/// Options of a [`Counter`]. Only `counting` changes the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterOptions {
    /// How extends are counted.
    pub counting: Counting,
    /// The maximum size of the table of counts, in bytes; 0 for no table. A table has at
    /// least one entry.
    pub table_bytes: usize,
    /// The number of threads. More than one need the feature `rayon`.
    pub threads: NonZeroUsize,
}

impl Default for CounterOptions {
    /// By destination, without a table, on one thread.
    fn default() -> Self {
        Self {
            counting: Counting::default(),
            table_bytes: 0,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// Cancellation and progress of a count.
#[derive(Clone, Copy)]
pub struct Hooks<'a> {
    /// Ends the count with [`Unfinished::Stopped`] once it is set. All threads check it
    /// every few microseconds.
    pub cancel: &'a Cancellation,
    /// Called after each part of the tree, by the thread that counted it: calls can overlap
    /// and come out of order.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// The progress of a count, in parts of similar size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of finished parts.
    pub done: usize,
    /// The number of parts.
    pub total: usize,
}

/// The leaves below a first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move. Where extends are counted by their origins, each origin has a
    /// branch of its own.
    pub played: PlayedMove,
    /// The leaves that start with it.
    pub leaves: u64,
}

/// Counts leaves under one set of rules.
///
/// A counter keeps its threads and its table for the next position. Entries of the table
/// are reused if the blocks are the same.
pub struct Counter {
    rules: Rules,
    counting: Counting,
    geometry: Geometry,
    kernel: Kernel,
    table: Option<Table>,
    threads: Threads,
}

/// A part of the tree: what lies below the first one or two moves.
struct Part {
    branch: usize,
    weight: u64,
    node: Node,
}

impl Counter {
    /// A counter for these rules.
    ///
    /// # Errors
    ///
    /// When the threads cannot be started.
    pub fn new(rules: &Rules, settings: &CounterOptions) -> Result<Self, ThreadsError> {
        let Settings {
            // `Geometry`.
            jump_vectors: _,
            stuck: _,
            // The keys of the table have the jumps that are left.
            jump_limit: _,
            pass_adds_to_count: _,
            // `below`.
            ply_limit: _,
            // Placed before the game.
            blocks: _,
        } = rules.settings();
        let CounterOptions {
            counting,
            table_bytes: bytes,
            threads,
        } = *settings;
        let table = (bytes > 0).then(|| Table::new(bytes));
        Ok(Self {
            rules: *rules,
            counting,
            geometry: Geometry::new(rules, counting == Counting::ByOrigin),
            kernel: Kernel::detect(),
            table,
            threads: Threads::start(threads)?,
        })
    }

    /// How many sequences of `depth` legal moves there are.
    ///
    /// # Errors
    ///
    /// [`Unfinished::TooMany`] when the number does not fit 64 bits.
    pub fn count(&mut self, position: &Position, depth: u8) -> Result<u64, Unfinished> {
        self.count_with(position, depth, &Hooks::none())
    }

    /// Like [`count`](Self::count), with cancellation and progress.
    ///
    /// # Errors
    ///
    /// [`Unfinished::Stopped`] if cancelled, and [`Unfinished::TooMany`] if the number does
    /// not fit 64 bits.
    pub fn count_with(
        &mut self,
        position: &Position,
        depth: u8,
        hooks: &Hooks,
    ) -> Result<u64, Unfinished> {
        if depth == 0 {
            return Ok(1);
        }
        let moves: Vec<Move> = position.legal_moves(&self.rules).collect();
        let weights = moves.iter().map(|&mv| self.counting.weight(position, mv));
        let weights: Vec<u64> = weights.collect();
        let below = self.below(position, &moves, depth - 1, hooks)?;
        weighted_sum(weights.into_iter().zip(below))
    }

    /// The leaves below each first move, in the order of generation; if extends are counted
    /// by origin, origins are in the order of squares. The sum equals
    /// [`count`](Self::count) at the same depth. Empty at depth 0.
    ///
    /// # Errors
    ///
    /// As [`count_with`](Self::count_with), for each branch.
    pub fn divide_with(
        &mut self,
        position: &Position,
        depth: u8,
        hooks: &Hooks,
    ) -> Result<Vec<Branch>, Unfinished> {
        if depth == 0 {
            return Ok(Vec::new());
        }
        let moves: Vec<Move> = position.legal_moves(&self.rules).collect();
        let below = self.below(position, &moves, depth - 1, hooks)?;
        let mut branches = Vec::new();
        for (mv, leaves) in moves.into_iter().zip(below) {
            let origins = position.origins(mv);
            let branch = |from| Branch {
                played: PlayedMove { mv, from },
                leaves,
            };
            match self.counting {
                Counting::ByOrigin if !origins.is_empty() => {
                    branches.extend(origins.squares().map(|from| branch(Some(from))));
                }
                _ => branches.push(branch(origins.first())),
            }
        }
        Ok(branches)
    }

    /// The leaves at this depth below each of the first moves.
    fn below(
        &mut self,
        position: &Position,
        moves: &[Move],
        depth: u8,
        hooks: &Hooks,
    ) -> Result<Vec<u64>, Unfinished> {
        // Either all sequences of this length reach the ply limit above the leaves, or none.
        let last = position.plies().saturating_add(depth.into());
        if self.rules.ply_limit_reached(last) {
            return Ok(vec![0; moves.len()]);
        }
        self.prepare(position);
        let (parts, depth) = self.parts(position, moves, depth);
        let done = AtomicUsize::new(0);
        let tree = Tree {
            geometry: &self.geometry,
            kernel: self.kernel,
            table: self.table.as_ref(),
            cancel: hooks.cancel,
            pass_cost: self.rules.pass_adds_to_count.into(),
            full_jumps: full_jumps(&self.rules),
        };
        let count = |part: &Part| {
            let leaves = match self.counting {
                Counting::ByDestination => tree.leaves::<false>(part.node, depth),
                Counting::ByOrigin => tree.leaves::<true>(part.node, depth),
            }?;
            (hooks.progress)(Progress {
                done: done.fetch_add(1, Ordering::Relaxed) + 1,
                total: parts.len(),
            });
            Ok(leaves)
        };
        let counts: Vec<u64> = self.threads.map(&parts, count)?;
        let mut sums = vec![0; moves.len()];
        for (part, leaves) in parts.iter().zip(counts) {
            sums[part.branch] = weighted_sum([(1, sums[part.branch]), (part.weight, leaves)])?;
        }
        Ok(sums)
    }

    /// Sets the blocks of a position, and removes counts for other blocks.
    fn prepare(&mut self, position: &Position) {
        if self.geometry.set_blocks(position)
            && let Some(table) = &mut self.table
        {
            table.clear(Symmetries::of(self.geometry.playable));
        }
    }

    /// The tree below the first moves in parts, and the plies below each part.
    ///
    /// In a deep tree a part starts two plies down, so that there are more parts than
    /// threads and progress is steady.
    fn parts(&self, position: &Position, moves: &[Move], depth: u8) -> (Vec<Part>, u8) {
        let is_deep = depth > TABLE_FROM;
        let mut parts = Vec::new();
        for (branch, &mv) in moves.iter().enumerate() {
            let next = position.after(mv, &self.rules);
            let part = |position: &Position, weight| Part {
                branch,
                weight,
                node: Node::new(position, &self.rules),
            };
            if is_deep {
                parts.extend(next.legal_moves(&self.rules).map(|reply| {
                    part(
                        &next.after(reply, &self.rules),
                        self.counting.weight(&next, reply),
                    )
                }));
            } else {
                parts.push(part(&next, 1));
            }
        }
        (parts, depth - u8::from(is_deep))
    }
}

impl Hooks<'_> {
    /// No cancellation, no progress.
    #[must_use]
    pub fn none() -> Self {
        Self {
            cancel: Cancellation::never(),
            progress: &|_| {},
        }
    }
}

fn weighted_sum(terms: impl IntoIterator<Item = (u64, u64)>) -> Result<u64, Unfinished> {
    terms
        .into_iter()
        .try_fold(0_u64, |sum, (weight, leaves)| {
            sum.checked_add(weight.checked_mul(leaves)?)
        })
        .ok_or(Unfinished::TooMany)
}

/// The threads of a counter could not be started.
#[derive(Debug, Error)]
#[error("cannot start the threads: {0}")]
pub struct ThreadsError(String);

/// A thread pool; without one, the calling thread does the work.
struct Threads {
    #[cfg(feature = "rayon")]
    pool: Option<rayon::ThreadPool>,
}

impl Threads {
    #[cfg(feature = "rayon")]
    fn start(count: NonZeroUsize) -> Result<Self, ThreadsError> {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(count.get());
        let pool = (count > NonZeroUsize::MIN).then(|| builder.build());
        let pool = pool.transpose();
        Ok(Self {
            pool: pool.map_err(|error| ThreadsError(error.to_string()))?,
        })
    }

    #[cfg(not(feature = "rayon"))]
    fn start(count: NonZeroUsize) -> Result<Self, ThreadsError> {
        if count > NonZeroUsize::MIN {
            let reason = "this build has no feature `rayon`";
            return Err(ThreadsError(reason.to_owned()));
        }
        Ok(Self {})
    }

    /// The results for all parts in their order, or the first error found.
    #[cfg_attr(not(feature = "rayon"), allow(clippy::unused_self))]
    fn map<P: Sync, T: Send, E: Send>(
        &self,
        parts: &[P],
        action: impl Fn(&P) -> Result<T, E> + Send + Sync,
    ) -> Result<Vec<T>, E> {
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            // One by one, because a part can outweigh all others together.
            return pool.install(|| parts.par_iter().with_max_len(1).map(action).collect());
        }
        parts.iter().map(action).collect()
    }
}
