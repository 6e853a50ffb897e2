//! Moves, and the iterator that generates them.

use super::rules::JumpTable;
use super::{Bitboard, Rules, Square};

/// A move of the side to move.
///
/// An extend is known by its destination alone: whichever neighbour it comes
/// from, the resulting position is the same. Notations that name an origin get
/// one from [`Position::origins`](super::Position::origins) or keep the one that
/// was typed in a [`PlayedMove`](super::PlayedMove).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A new piece next to an own one.
    Extend {
        /// The empty square that gets the piece.
        to: Square,
    },
    /// A piece leaves its square for another further away.
    Jump {
        /// The square that is vacated.
        from: Square,
        /// The empty square that gets the piece.
        to: Square,
    },
    /// The side to move has pieces and no other move.
    Pass,
}

impl Move {
    /// The square that gets a piece; `None` for a pass.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        match self {
            Self::Extend { to } | Self::Jump { to, .. } => Some(to),
            Self::Pass => None,
        }
    }

    /// The move as a number, for tables; never 0.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // squares are below 49
    pub const fn to_bits(self) -> u16 {
        match self {
            Self::Extend { to } => 1 << 12 | to.index() as u16,
            Self::Jump { from, to } => 2 << 12 | (from.index() << 6 | to.index()) as u16,
            Self::Pass => 3 << 12,
        }
    }

    /// The move of which [`to_bits`](Self::to_bits) is this number.
    #[must_use]
    #[inline]
    pub fn from_bits(bits: u16) -> Option<Self> {
        let square = |bits: u16| Square::from_index(usize::from(bits & 63));
        let (from, to) = (square(bits >> 6), square(bits));
        match bits >> 12 {
            1 => Some(Self::Extend { to: to? }),
            2 => Some(Self::Jump {
                from: from?,
                to: to?,
            }),
            3 => Some(Self::Pass),
            _ => None,
        }
    }

    /// Whether this is a jump.
    #[must_use]
    pub const fn is_jump(self) -> bool {
        matches!(self, Self::Jump { .. })
    }
}

/// The extends and jumps of one side: extends first, each in the order of
/// destinations, the jumps to one square in the order of origins.
#[derive(Clone, Debug)]
pub struct Moves {
    jumps: &'static JumpTable,
    own: Bitboard,
    extends: Bitboard,
    /// Destinations of jumps not yet begun.
    targets: Bitboard,
    /// The destination at hand, and the origins of jumps to it that are left.
    to: Square,
    origins: Bitboard,
    pass: bool,
}

impl Moves {
    /// No move at all.
    pub(super) fn none(rules: &Rules) -> Self {
        Self {
            jumps: rules.jump_vectors().table(),
            own: Bitboard::EMPTY,
            extends: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            to: Square::A1,
            origins: Bitboard::EMPTY,
            pass: false,
        }
    }

    /// The forced pass and nothing else.
    pub(super) fn only_pass(rules: &Rules) -> Self {
        Self {
            pass: true,
            ..Self::none(rules)
        }
    }

    /// The extends and jumps of the pieces `own` into the squares `empty`.
    #[inline]
    pub(super) fn of(rules: &Rules, own: Bitboard, empty: Bitboard) -> Self {
        Self {
            own,
            extends: own.grown() & empty,
            targets: empty,
            ..Self::none(rules)
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(to) = self.extends.first() {
            self.extends ^= to.into();
            return Some(Move::Extend { to });
        }
        while self.origins.is_empty() {
            let Some(to) = self.targets.first() else {
                return std::mem::take(&mut self.pass).then_some(Move::Pass);
            };
            self.targets ^= to.into();
            self.to = to;
            self.origins = self.jumps[to.index()] & self.own;
        }
        let from = self.origins.first()?;
        self.origins ^= from.into();
        Some(Move::Jump { from, to: self.to })
    }
}
