//! Move ordering.

use super::patterns::{PatternTable, Surroundings};
use super::techniques::SearchTechniques;
use crate::board::{Color, Move, Position, Rules, Square};
use crate::processor::Processor;

/// A move with its priority; greater is searched earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate(u64);

impl Candidate {
    fn new(mv: Move, priority: i32) -> Self {
        let priority = u64::from(priority.cast_unsigned() ^ 1 << 31);
        Self(priority << 16 | u64::from(mv.to_bits()))
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

/// Scores by move: those to the same square are near each other, for the cache.
type Scores = [i16; MOVES];
const MOVES: usize = Square::COUNT * Square::COUNT + 1;
const MAX: i32 = 4096;

fn index(mv: Move) -> usize {
    match mv {
        Move::Extend { to } => Square::COUNT * to.index() + to.index(),
        Move::Jump { from, to } => Square::COUNT * to.index() + from.index(),
        Move::Pass => MOVES - 1,
    }
}

/// The context of a history entry: the side to move, the previous move, and the techniques in use.
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
pub(super) struct MoveScores<'a>([&'a Scores; 2]);

/// The scores where a technique is not used.
static NO_SCORES: Scores = [0; MOVES];

impl MoveScores<'_> {
    /// Greater for moves that were better elsewhere; 0 if unknown.
    pub fn of(self, mv: Move) -> i32 {
        let at = index(mv);
        self.0.iter().map(|scores| i32::from(scores[at])).sum()
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
        MoveScores([general, reply].map(|scores| scores.unwrap_or(&NO_SCORES)))
    }

    /// Records a success or failure of a move. The change is smaller near the extremes, and older
    /// results decay.
    pub fn update(&mut self, situation: Situation, mv: Move, bonus: i32) {
        let side = situation.turn.index();
        let general = situation.uses_general().then(|| &mut self.general[side]);
        let reply = situation.reply_to().map(|to| &mut self.replies[side][to]);
        for scores in [general, reply].into_iter().flatten() {
            let entry = &mut scores[index(mv)];
            let old = i32::from(*entry);
            #[allow(clippy::cast_possible_truncation)] // at most MAX
            let new = (old + bonus - old * bonus.abs() / MAX) as i16;
            *entry = new;
        }
    }
}

/// No position has more moves: with n own pieces and at most 49 - n empty squares there are at most
/// n jumps and an extend to each of these.
const MAX_MOVES: usize = 25 * 25;

/// The criteria that order the moves of a position.
#[derive(Clone, Copy)]
pub(super) struct Criteria<'a> {
    pub techniques: SearchTechniques,
    pub scores: MoveScores<'a>,
    /// The move to search first.
    pub best: Option<Move>,
}

/// Writes the scored moves of a position in a game that is not over to the list from `first` on.
/// Returns where they end; entries from there on are unspecified.
#[inline]
pub(super) fn list_candidates(
    processor: Processor,
    position: &Position,
    rules: &Rules,
    criteria: Criteria,
    list: &mut Vec<Candidate>,
    first: usize,
) -> usize {
    #[cfg(target_arch = "x86_64")]
    if processor.counts_bits() {
        #[allow(unsafe_code)] // measured in docs/PERFORMANCE.md
        // SAFETY: the processor has these instructions.
        return unsafe { list_candidates_popcnt(position, rules, criteria, list, first) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = processor;
    list_candidates_portable(position, rules, criteria, list, first)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
fn list_candidates_popcnt(
    position: &Position,
    rules: &Rules,
    criteria: Criteria,
    list: &mut Vec<Candidate>,
    first: usize,
) -> usize {
    list_candidates_portable(position, rules, criteria, list, first)
}

#[inline(always)]
#[allow(clippy::inline_always)] // compiled for the instruction set of its caller
fn list_candidates_portable(
    position: &Position,
    rules: &Rules,
    criteria: Criteria,
    list: &mut Vec<Candidate>,
    first: usize,
) -> usize {
    let Criteria {
        techniques,
        scores,
        best,
    } = criteria;
    // A list that grows with each move would be slower.
    if list.len() < first + MAX_MOVES {
        list.resize(first + MAX_MOVES, Candidate(0));
    }
    let mut end = first;
    let best = best.map_or(0, Move::to_bits);
    let sees_patterns = techniques.contains(SearchTechniques::MOVE_PATTERNS);
    let surroundings = Surroundings::of(position);
    let weight = |table: PatternTable, square: Square| {
        if sees_patterns {
            table.weight(surroundings.around(square))
        } else {
            0
        }
    };
    let mut add = |mv: Move, priority: i32| {
        let priority = if mv.to_bits() == best {
            i32::MAX
        } else {
            priority + scores.of(mv)
        };
        list[end] = Candidate::new(mv, priority);
        end += 1;
    };
    let own = position.pieces(position.turn());
    let mut leave = [0; Square::COUNT];
    for from in own.squares() {
        leave[from.index()] = weight(PatternTable::Leave, from);
    }
    let within_extend = own.grown();
    for to in position.empty().squares() {
        if within_extend.contains(to) {
            add(Move::Extend { to }, weight(PatternTable::Extend, to));
        }
        let priority = weight(PatternTable::Jump, to);
        for from in (rules.jump_targets(to) & own).squares() {
            add(Move::Jump { from, to }, priority + leave[from.index()]);
        }
    }
    if end == first {
        list[end] = Candidate::new(Move::Pass, 0);
        end += 1;
    }
    end
}

/// Sorts the moves of a position lazily, because often the first one causes a cut-off.
pub(super) struct Order {
    /// The number of moves in order.
    ordered: usize,
    /// The maximum number of moves that will be requested, unless all of them lose.
    most: usize,
}

/// The number of moves that are selected one by one before the others are sorted.
const SELECTED: usize = 4;
/// Up to this many moves are all selected one by one.
const FEW: usize = 8;

impl Order {
    pub fn new(most: usize) -> Self {
        Self { ordered: 0, most }
    }

    /// The move with this number among the moves of the position.
    #[inline]
    pub fn get(&mut self, moves: &mut [Candidate], number: usize) -> Move {
        while self.ordered <= number {
            let rest = &mut moves[self.ordered..];
            if self.ordered < SELECTED || self.most <= FEW {
                let best = (0..rest.len()).max_by_key(|&at| rest[at]).unwrap_or(0);
                rest.swap(0, best);
                self.ordered += 1;
            } else {
                rest.sort_unstable_by(|one, other| other.cmp(one));
                self.ordered = moves.len();
            }
        }
        moves[number].mv()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::positions;

    fn listed(position: &Position, processor: Option<Processor>) -> Vec<Candidate> {
        let history = History::new();
        let situation = Situation {
            turn: position.turn(),
            previous: None,
            techniques: SearchTechniques::all(),
        };
        let criteria = Criteria {
            techniques: SearchTechniques::all(),
            scores: history.scores(situation),
            best: None,
        };
        let mut list = Vec::new();
        let end = match processor {
            Some(processor) => {
                list_candidates(processor, position, &Rules::UAI, criteria, &mut list, 0)
            }
            None => list_candidates_portable(position, &Rules::UAI, criteria, &mut list, 0),
        };
        list.truncate(end);
        list
    }

    #[test]
    fn moves_are_ordered_by_the_squares_around_them() {
        for position in positions(8, 60) {
            let mut sorted = listed(&position, None);
            sorted.sort_unstable_by(|one, other| other.cmp(one));
            let surroundings = Surroundings::of(&position);
            let weight = |table: PatternTable, at| table.weight(surroundings.around(at));
            let priorities = sorted.iter().map(|known| match known.mv() {
                Move::Extend { to } => weight(PatternTable::Extend, to),
                Move::Jump { from, to } => {
                    weight(PatternTable::Jump, to) + weight(PatternTable::Leave, from)
                }
                Move::Pass => 0,
            });
            assert!(
                priorities.is_sorted_by(|one, other| one >= other),
                "{position}"
            );
        }
    }

    #[test]
    fn lazy_sorting_gives_the_sorted_order() {
        for position in positions(6, 100) {
            let mut sorted = listed(&position, Some(Processor::detect()));
            sorted.sort_unstable_by(|one, other| other.cmp(one));
            let sorted: Vec<Move> = sorted.into_iter().map(Candidate::mv).collect();
            for most in [1, 5, FEW, FEW + 1, usize::MAX] {
                let mut moves = listed(&position, None);
                let mut order = Order::new(most);
                // More than `most` are requested if all lose.
                for number in 0..moves.len() {
                    // Moves can be requested twice, and ahead.
                    let next = (number + 1).min(moves.len() - 1);
                    assert_eq!(order.get(&mut moves, number), sorted[number], "{position}");
                    assert_eq!(order.get(&mut moves, next), sorted[next], "{position}");
                    assert_eq!(order.get(&mut moves, number), sorted[number], "{position}");
                }
            }
        }
    }
}
