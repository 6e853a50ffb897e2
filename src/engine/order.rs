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

/// History heuristic: the success of moves by side, origin and destination, in general and as
/// replies to a move (continuation history).
#[derive(Clone, Debug)]
pub(super) struct History {
    /// By the side to move.
    general: Box<[Scores; 2]>,
    /// By the side to move and the destination of the move before.
    replies: [Vec<Scores>; 2],
}

/// Scores by move: extends by destination, and jumps by origin and destination.
type Scores = [i16; MOVES];
const MOVES: usize = Square::COUNT * (Square::COUNT + 1);
const MOST: i32 = 4096;

fn index(mv: Move) -> usize {
    match mv {
        Move::Extend { to } => to.index(),
        Move::Jump { from, to } => Square::COUNT * (from.index() + 1) + to.index(),
        Move::Pass => 0,
    }
}

/// What the history of a move depends on: the side, the move before, and the techniques in use.
#[derive(Clone, Copy)]
pub(super) struct Situation {
    pub turn: Color,
    pub previous: Option<Move>,
    pub techniques: SearchTechniques,
}

impl Situation {
    fn uses_general(self) -> bool {
        self.techniques.contains(SearchTechniques::HISTORY)
    }

    /// The destination of the move before, if replies to it are used.
    fn reply_to(self) -> Option<usize> {
        let to = self.previous?.to()?.index();
        let used = SearchTechniques::CONTINUATION_HISTORY;
        self.techniques.contains(used).then_some(to)
    }
}

/// The scores of the moves of a position.
#[derive(Clone, Copy)]
pub(super) struct MoveScores<'a>([Option<&'a Scores>; 2]);

impl MoveScores<'_> {
    /// Greater for moves that were better elsewhere; 0 if unknown.
    pub fn of(self, mv: Move) -> i32 {
        let at = index(mv);
        let known = self.0.into_iter().flatten();
        known.map(|scores| i32::from(scores[at])).sum()
    }
}

impl History {
    pub fn new() -> Self {
        let replies = || vec![[0; MOVES]; Square::COUNT];
        Self {
            general: Box::new([[0; MOVES]; 2]),
            replies: [replies(), replies()],
        }
    }

    pub fn scores(&self, situation: Situation) -> MoveScores<'_> {
        let side = situation.turn.index();
        let general = situation.uses_general().then(|| &self.general[side]);
        let reply = situation.reply_to().map(|to| &self.replies[side][to]);
        MoveScores([general, reply])
    }

    /// Records a success or failure. The change is smaller near the extremes, and older
    /// results decay.
    pub fn learn(&mut self, situation: Situation, mv: Move, bonus: i32) {
        let side = situation.turn.index();
        let general = situation.uses_general().then(|| &mut self.general[side]);
        let reply = situation.reply_to().map(|to| &mut self.replies[side][to]);
        for scores in [general, reply].into_iter().flatten() {
            let entry = &mut scores[index(mv)];
            let old = i32::from(*entry);
            #[allow(clippy::cast_possible_truncation)] // at most MOST
            let new = (old + bonus - old * bonus.abs() / MOST) as i16;
            *entry = new;
        }
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
    scores: MoveScores,
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
    let mut add = |mv: Move, gained: u32| {
        let promise = if Some(mv) == best {
            i32::MAX
        } else {
            weight * gained.cast_signed() + scores.of(mv)
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
