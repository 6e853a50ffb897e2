//! The arguments that spare the search its work, each with a name and a switch.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A reason to leave something out of the search.
///
/// Each holds by itself: whichever are switched off, verdicts and distances stay
/// what they are, and the search takes longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PruningRule {
    /// With n plies left and the jump limit further away than that, the count of
    /// consecutive jumps changes nothing: all such counts share a table entry.
    CountOutOfReach,
    /// Nobody can move only when every square that can be reached at all is full,
    /// and a ply fills one square at most.
    StuckMeansFull,
    /// With as many empty squares as plies, every ply has to fill one: a defender who can
    /// jump, or has to pass, wastes one.
    NoPlyToWaste,
    /// The jump limit is as many plies away as jumps are missing, and out of reach
    /// where the defender can extend in time.
    LimitOutOfReach,
    /// An end that is decided by numbers needs a majority, and a move wins back
    /// seventeen at most.
    Majority,
    /// A move flips eight pieces at most.
    EightFlips,
    /// A move flips pieces of one square of three by three only, and pieces further
    /// apart than that need several.
    Cover,
    /// A defender with extends in several places has one left whatever is done, and
    /// need not move a piece away.
    ExtendsLeft,
    /// An attack flips pieces at most three squares from where a piece of the attacker's
    /// was (four where it can jump as far): pieces further away take another one.
    FarAway,
    /// Pieces that no piece of the attacker's can ever come near, because blocks are
    /// in between, stay.
    Jailed,
    /// Whether the next move ends the game in a win is seen without making moves.
    LastMove,
    /// What was found about a position before.
    Table,
}

impl PruningRule {
    /// All of them.
    pub const ALL: [Self; 12] = [
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
        Self::Table,
    ];

    /// Its name on the command line.
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
            Self::Table => "table",
        }
    }
}

impl fmt::Display for PruningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Some of the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PruningRules(u16);

impl PruningRules {
    /// All of them.
    pub const ALL: Self = Self((1 << PruningRule::ALL.len()) - 1);
    /// None: nothing but the rules.
    pub const NONE: Self = Self(0);

    /// These with one more.
    #[must_use]
    pub const fn with(self, rule: PruningRule) -> Self {
        Self(self.0 | 1 << rule as u16)
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, rule: PruningRule) -> Self {
        Self(self.0 & !(1 << rule as u16))
    }

    /// Whether it is one of them.
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

/// How often each argument has spared a search, or a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PruningCounts([u64; PruningRule::ALL.len()]);

impl PruningCounts {
    /// Adds those of another search.
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
