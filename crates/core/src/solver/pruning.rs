//! The options of the solver, and its pruning rules, each with a name and a switch.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::{Index, IndexMut};

/// A pruning rule: a proof that part of the search is unnecessary.
///
/// Each rule is sound by itself: disabling rules makes the search slower, and never changes
/// verdicts and distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PruningRule {
    /// If the jump limit is further away than the plies left, the count of consecutive
    /// jumps is irrelevant, and positions that differ only in it share a table entry.
    CountOutOfReach,
    /// Both sides are stuck only when every reachable square is full, and a ply fills at
    /// most one square.
    StuckMeansFull,
    /// With as many empty squares as plies, every ply has to be an extend: a defender who
    /// can jump, or has to pass, prevents that.
    NoPlyToWaste,
    /// The jump limit is at least as many plies away as jumps are left, and out of reach if
    /// the defender can extend in time.
    LimitOutOfReach,
    /// Winning by majority needs a lead, and a move improves the piece difference by at
    /// most 17.
    Majority,
    /// A move flips at most eight pieces.
    EightFlips,
    /// A move flips only pieces within one 3x3 square; pieces further apart need several
    /// moves.
    Cover,
    /// A defender with extends in several places keeps one whatever the attacker does, and
    /// need not jump away.
    ExtendsLeft,
    /// An attack flips pieces at most three squares from an attacking piece (four with
    /// longer jumps); pieces further away need another attack.
    FarAway,
    /// Pieces that blocks separate from all attacking pieces are never flipped.
    Jailed,
    /// A win with the next move is detected without making moves.
    LastMove,
    /// With few empty squares, one side reaches its aim by extends alone, whatever the other side
    /// plays.
    Filling,
    /// Earlier results are looked up in the transposition table.
    Table,
}

impl PruningRule {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::CountOutOfReach,
        Self::StuckMeansFull,
        Self::NoPlyToWaste,
        Self::LimitOutOfReach,
        Self::Majority,
        Self::EightFlips,
        Self::Cover,
        Self::ExtendsLeft,
        Self::FarAway,
        Self::Jailed,
        Self::LastMove,
        Self::Filling,
        Self::Table,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CountOutOfReach => "count-out-of-reach",
            Self::StuckMeansFull => "stuck-means-full",
            Self::NoPlyToWaste => "no-ply-to-waste",
            Self::LimitOutOfReach => "limit-out-of-reach",
            Self::Majority => "majority",
            Self::EightFlips => "eight-flips",
            Self::Cover => "cover",
            Self::ExtendsLeft => "extends-left",
            Self::FarAway => "far-away",
            Self::Jailed => "jailed",
            Self::LastMove => "last-move",
            Self::Filling => "filling",
            Self::Table => "table",
        }
    }
}

impl fmt::Display for PruningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of pruning rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PruningRules(u16);

impl PruningRules {
    /// All of them.
    pub const ALL: Self = Self((1 << PruningRule::ALL.len()) - 1);
    /// None: plain search.
    pub const NONE: Self = Self(0);

    /// This set with one more rule.
    #[must_use]
    pub const fn with(self, rule: PruningRule) -> Self {
        Self(self.0 | 1 << rule as u16)
    }

    /// This set without one rule.
    #[must_use]
    pub const fn without(self, rule: PruningRule) -> Self {
        Self(self.0 & !(1 << rule as u16))
    }

    /// Whether the set contains a rule.
    #[must_use]
    #[inline]
    pub const fn has(self, rule: PruningRule) -> bool {
        self.0 >> rule as u16 & 1 != 0
    }
}

impl Default for PruningRules {
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for PruningRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = PruningRule::ALL.into_iter().filter(|&rule| self.has(rule));
        f.debug_set().entries(names).finish()
    }
}

/// How often each pruning rule has cut off a search or part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruningCounts([u64; PruningRule::ALL.len()]);

impl PruningCounts {
    /// Adds the counts of another search.
    pub fn add(&mut self, other: &Self) {
        for (sum, counts) in self.0.iter_mut().zip(other.0) {
            *sum += counts;
        }
    }
}

impl Index<PruningRule> for PruningCounts {
    type Output = u64;
    fn index(&self, rule: PruningRule) -> &u64 {
        &self.0[rule as usize]
    }
}

impl IndexMut<PruningRule> for PruningCounts {
    fn index_mut(&mut self, rule: PruningRule) -> &mut u64 {
        &mut self.0[rule as usize]
    }
}

/// Options of a [`Solver`](super::Solver). They change its speed, not its results.
#[derive(Clone, Copy, Debug)]
pub struct SolverOptions {
    /// Maximum size of the transposition table, in bytes. The table starts small.
    pub table_bytes: usize,
    /// Number of search threads.
    pub threads: NonZeroUsize,
    /// The pruning rules in use.
    pub pruning: PruningRules,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            table_bytes: 64 << 20,
            threads: NonZeroUsize::MIN,
            pruning: PruningRules::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_a_rule_once() {
        for rule in PruningRule::ALL {
            let one = PruningRules::NONE.with(rule);
            assert_eq!(one.with(rule), one);
            assert!(one.has(rule));
            assert_eq!(one.without(rule), PruningRules::NONE);
            assert_eq!(
                PruningRules::ALL.without(rule).with(rule),
                PruningRules::ALL
            );
        }
    }
}
