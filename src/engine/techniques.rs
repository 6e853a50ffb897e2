//! What makes the search faster or its view longer, each with a name and a switch.

use bitflags::bitflags;

bitflags! {
    /// Techniques of the search. Those of the first group never change what a search to
    /// a given depth finds; those of the second leave out what is unlikely to matter.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct SearchTechniques: u16 {
        /// Positions that have been searched before are looked up.
        const TABLE = 1 << 0;
        /// What was best in a position before is tried first.
        const TABLE_MOVE = 1 << 1;
        /// Moves that flip more are tried first.
        const CAPTURES = 1 << 2;
        /// Moves that did well elsewhere are tried first.
        const HISTORY = 1 << 3;
        /// Moves after the first are at first only shown not to be better.
        const NULL_WINDOWS = 1 << 4;
        /// A search begins with the expectation that little changes.
        const ASPIRATION = 1 << 5;

        /// Where the side to move is far ahead, near the end of a line, it is left at that.
        const REVERSE_FUTILITY = 1 << 8;
        /// Moves that come late in the order are left out near the end of a line.
        const LATE_MOVE_PRUNING = 1 << 9;
        /// Moves that come late in the order are looked into less deeply.
        const LATE_MOVE_REDUCTIONS = 1 << 10;
        /// Where the table knows no best move, a shallower search has to do; for want of
        /// table moves it would be a shallower search everywhere.
        const INTERNAL_REDUCTIONS = 1 << 11;
        /// Moves that flip too little to come up to what is expected are left out at the
        /// end of a line.
        const FUTILITY = 1 << 12;
    }
}

impl SearchTechniques {
    /// Those that never change what a search to a given depth finds.
    pub const EXACT: Self = Self::TABLE
        .union(Self::TABLE_MOVE)
        .union(Self::CAPTURES)
        .union(Self::HISTORY)
        .union(Self::NULL_WINDOWS)
        .union(Self::ASPIRATION);
}
