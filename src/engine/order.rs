//! Move ordering.

use super::techniques::SearchTechniques;
use crate::board::{Bitboard, Color, Move, Position, Rules, Square};

/// A move with its ordering score; greater is searched earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate(u64);

impl Candidate {
    fn new(mv: Move, promise: i32) -> Self {
        let promise = u64::from(promise.cast_unsigned() ^ 1 << 31);
        Self(promise << 16 | u64::from(mv.to_bits()))
    }

    pub fn mv(self) -> Move {
        #[allow(clippy::cast_possible_truncation)]
        Move::from_bits(self.0 as u16).unwrap_or(Move::Pass)
    }
}

/// History heuristic: the success of moves by side, origin and destination.
#[derive(Clone, Debug)]
pub(super) struct History(Box<[[i16; MOVES]; 2]>);

/// Extends by destination, and jumps by origin and destination.
const MOVES: usize = Square::COUNT * (Square::COUNT + 1);
const MOST: i32 = 4096;

fn index(mv: Move) -> usize {
    match mv {
        Move::Extend { to } => to.index(),
        Move::Jump { from, to } => Square::COUNT * (from.index() + 1) + to.index(),
        Move::Pass => 0,
    }
}

impl History {
    pub fn new() -> Self {
        Self(Box::new([[0; MOVES]; 2]))
    }

    /// Records a success or failure. The change is smaller near the extremes, and older
    /// results decay.
    pub fn learn(&mut self, color: Color, mv: Move, bonus: i32) {
        let entry = &mut self.0[color.index()][index(mv)];
        let old = i32::from(*entry);
        #[allow(clippy::cast_possible_truncation)] // at most MOST
        let new = (old + bonus - old * bonus.abs() / MOST) as i16;
        *entry = new;
    }
}

/// The change of the piece difference by a move.
#[inline]
pub(super) fn gain(position: &Position, mv: Move) -> i32 {
    let Some(to) = mv.to() else { return 0 };
    let flipped = Bitboard::neighbors(to) & position.pieces(!position.turn());
    2 * flipped.count().cast_signed() + i32::from(!mv.is_jump())
}

/// Appends the scored moves of a position in a game that is not over.
#[inline]
pub(super) fn candidates(
    position: &Position,
    rules: &Rules,
    techniques: SearchTechniques,
    history: &History,
    best: Option<Move>,
    list: &mut Vec<Candidate>,
) {
    let first = list.len();
    let turn = position.turn();
    let (own, opp) = (position.pieces(turn), position.pieces(!turn));
    let weight = if techniques.contains(SearchTechniques::CAPTURES) {
        GAIN
    } else {
        0
    };
    let history = techniques
        .contains(SearchTechniques::HISTORY)
        .then(|| &history.0[turn.index()]);
    let mut add = |mv: Move, gained: u32| {
        let promise = if Some(mv) == best {
            i32::MAX
        } else {
            let learned = history.map_or(0, |history| history[index(mv)].into());
            weight * gained.cast_signed() + learned
        };
        list.push(Candidate::new(mv, promise));
    };
    let beside = own.grown();
    for to in position.empty().squares() {
        let flipped = 2 * (Bitboard::neighbors(to) & opp).count();
        if beside.contains(to) {
            add(Move::Extend { to }, flipped + 1);
        }
        for from in (rules.jump_targets(to) & own).squares() {
            add(Move::Jump { from, to }, flipped);
        }
    }
    if list.len() == first {
        list.push(Candidate::new(Move::Pass, 0));
    }
}

/// The weight of a piece of [`gain`] relative to the history.
const GAIN: i32 = 1024;
