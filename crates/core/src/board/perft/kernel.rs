//! Two plies at once, without playing the moves of either.
//!
//! With two plies left, the count is the sum of the numbers of replies over all moves. That number
//! is the opponent's replies before the move, less those that the move takes away, plus those that
//! it opens up, and all three sums can be formed over pieces instead of moves:
//!
//! * A move to a square that touches no opposing piece flips nothing. All that it
//!   takes away are the replies into its own destination. Such *quiet*
//!   destinations are counted together: the number of moves into each square is
//!   stored in binary, one set of squares for each digit.
//! * A destination in *contact* flips pieces; there are few of these, and each is
//!   computed once for all moves that lead there.
//! * A jump opens up the square it leaves, whatever its destination, to the
//!   opponent's pieces around, apart from those that were flipped.

use super::wide::{Bits, Geometry, Wide, grown};
use crate::processor::Processor;

/// The pieces of the side to move and of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) own: Wide,
    pub(super) opp: Wide,
}

/// How moves are generated on this processor.
#[derive(Clone, Copy)]
pub(super) struct Kernel(Processor);

impl Kernel {
    /// The best for this processor.
    pub(super) fn detect() -> Self {
        Self(Processor::detect())
    }

    /// The leaves two plies below a position that is not finished.
    ///
    /// `can_jump`: whether the game goes on after one more jump. The pass of a side to move
    /// without another move is not counted: the result is 0 then.
    #[inline]
    pub(super) fn two_plies<const BY_ORIGIN: bool>(
        self,
        geometry: &Geometry,
        sides: Sides,
        can_jump: bool,
    ) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.0.counts_bits() {
            #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
            // SAFETY: the processor has these instructions.
            return unsafe { two_plies_popcnt::<BY_ORIGIN>(geometry, sides, can_jump) };
        }
        two_plies::<BY_ORIGIN>(geometry, sides, can_jump)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
fn two_plies_popcnt<const BY_ORIGIN: bool>(
    geometry: &Geometry,
    sides: Sides,
    can_jump: bool,
) -> u64 {
    two_plies::<BY_ORIGIN>(geometry, sides, can_jump)
}

/// A number for each square, one set of squares for each of its binary digits.
struct Tally<const DIGITS: usize>([Wide; DIGITS]);

impl<const DIGITS: usize> Tally<DIGITS> {
    /// Adds 1 on each square of a set.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    fn add(&mut self, set: Wide) {
        let mut carry = set;
        for plane in &mut self.0 {
            let next = *plane & carry;
            *plane ^= carry;
            carry = next;
        }
    }

    /// The sum of the numbers on the squares of a set.
    #[inline(always)]
    #[allow(clippy::inline_always)] // compiled for the instruction set of its caller
    fn sum(&self, set: Wide) -> u64 {
        (0..DIGITS).map(|n| count(self.0[n] & set) << n).sum()
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
fn count(set: Wide) -> u64 {
    u64::from(set.count_ones())
}

#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
fn two_plies<const BY_ORIGIN: bool>(geometry: &Geometry, sides: Sides, can_jump: bool) -> u64 {
    // Each piece has one move into a square at most, and without their origins all
    // extends to it are one more.
    match sides.own.count_ones() {
        0..=6 => two_plies_tallied::<BY_ORIGIN, 3>(geometry, sides, can_jump),
        7..=14 => two_plies_tallied::<BY_ORIGIN, 4>(geometry, sides, can_jump),
        15..=30 => two_plies_tallied::<BY_ORIGIN, 5>(geometry, sides, can_jump),
        _ => two_plies_tallied::<BY_ORIGIN, 6>(geometry, sides, can_jump),
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
fn two_plies_tallied<const BY_ORIGIN: bool, const DIGITS: usize>(
    geometry: &Geometry,
    Sides { own, opp }: Sides,
    can_jump: bool,
) -> u64 {
    let Geometry {
        adjacent,
        ring,
        counted,
        ..
    } = geometry;
    let empty = geometry.playable & !(own | opp);
    let jumpers = if can_jump { own } else { 0 };
    let landing = if can_jump { empty } else { 0 };
    let reach = grown(own);
    let frontier = grown(opp);

    // The replies if nothing changed.
    let by_piece: u64 = Bits(opp).map(|f| count(counted[f] & empty)).sum();
    let mut replies = by_piece;
    if !BY_ORIGIN {
        replies += count(frontier & empty);
    }
    // A quiet destination takes at most `most_counted` replies away. If that could leave no
    // reply, all destinations are handled like those in contact.
    let contact = if replies > u64::from(geometry.most_counted) {
        empty & frontier
    } else {
        empty
    };
    let quiet = empty ^ contact;

    // Moves to quiet squares, and what the vacated squares open up.
    let mut moves = Tally([0; DIGITS]);
    let mut opened = 0;
    let mut reached = reach;
    if !BY_ORIGIN {
        moves.add(reach & quiet);
    }
    for from in Bits(own) {
        let targets = ring[from] & landing;
        reached |= targets;
        opened += count(targets) * count(counted[from] & opp);
        if BY_ORIGIN {
            moves.add((targets | adjacent[from]) & quiet);
        } else {
            moves.add(targets & quiet);
            opened += count(targets & quiet) * (frontier >> from & 1);
        }
    }
    let taken: u64 = Bits(opp).map(|f| moves.sum(counted[f])).sum();
    let mut leaves = replies * moves.sum(quiet) + opened - taken;

    // Destinations in contact.
    for to in Bits(contact & reached) {
        let origins = ring[to] & jumpers;
        let extends = if BY_ORIGIN {
            count(adjacent[to] & own)
        } else {
            reach >> to & 1
        };
        let weight = count(origins) + extends;
        let flipped = adjacent[to] & opp;
        let opp_left = opp ^ flipped;
        let empty_left = empty ^ 1 << to;
        let mut lost = count(counted[to] & opp);
        let mut shut = 0;
        for f in Bits(flipped) {
            lost += count(counted[f] & empty_left);
            shut += count(counted[f] & origins);
        }
        let mut left = by_piece - lost;
        let mut open = 0;
        if !BY_ORIGIN {
            let frontier_left = grown(opp_left);
            left += count(frontier_left & empty_left);
            open = count(frontier_left & origins);
        }
        leaves = leaves + weight * left + open - shut;
        if left == 0 && geometry.passes && opp_left != 0 {
            let after = Sides {
                own: own | flipped | 1 << to,
                opp: opp_left,
            };
            leaves += forced_passes(geometry, after, origins, extends);
        }
    }
    leaves
}

/// How many of the moves to one square force a pass, `after` being the position
/// after an extend to it that leaves the opponent without a reply.
#[cold]
fn forced_passes(geometry: &Geometry, after: Sides, origins: Wide, extends: u64) -> u64 {
    let empty = geometry.playable & !(after.own | after.opp);
    let by_extending = extends * u64::from(geometry.can_move(after.own, empty));
    Bits(origins)
        .filter(|&from| (geometry.ring[from] | geometry.adjacent[from]) & after.opp == 0)
        .filter(|&from| geometry.can_move(after.own ^ 1 << from, empty | 1 << from))
        .fold(by_extending, |passes, _| passes + 1)
}
