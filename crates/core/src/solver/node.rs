//! Positions from the attacker's point of view, the moves in them, and their table keys.

use super::goal::{Aim, Horizon, Side};
use crate::board::{
    Bitboard, Color, JumpLimit, LimitResult, Move, Position, Rules, Settings, Stuck,
};
use crate::hash;

/// The part of a position that moves change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub attacker: Bitboard,
    pub defender: Bitboard,
    /// Consecutive jumps left until the jump limit; at least 1 in a live game, meaningless
    /// without a limit.
    pub jumps_left: u16,
    pub turn: Side,
}

/// The result of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successor {
    /// The game goes on.
    Node(Node),
    /// The game is over.
    End {
        /// Whether the attacker has reached its aim.
        won: bool,
    },
}

/// A search problem: the aim, and everything that does not change during a search (the
/// rules and the effects of the blocks). It generates successors and tests for the end of
/// the game.
#[derive(Clone, Debug)]
pub struct SearchProblem<'a> {
    pub rules: &'a Rules,
    /// The squares that pieces can ever reach.
    ///
    /// Two squares are linked if a piece can move from one to the other. Pieces stay among
    /// the squares linked to theirs, so all other squares act as blocks.
    pub live: Bitboard,
    /// The longest jump, in squares.
    pub stride: u8,
    /// The number of empty squares that are not live.
    dead: u32,
    pub aim: Aim,
    /// Whether the last ply of the search is the last ply that the rules allow.
    pub ends_with_plies: bool,
    /// Whether the attacker can never reach some of the defender's pieces.
    pub jailed: bool,
    pub jump_limit: Option<u16>,
    /// Whether the side with more pieces wins at the jump limit.
    pub limit_decides: bool,
}

/// The squares that the results of a search depend on, whatever the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squares {
    pub blocks: Bitboard,
    /// Those that pieces can ever reach.
    pub live: Bitboard,
}

/// The squares that pieces can ever reach in a position.
#[must_use]
pub fn live_squares(position: &Position, rules: &Rules) -> Bitboard {
    SearchProblem::new(position, rules, Color::Red).live
}

impl<'a> SearchProblem<'a> {
    /// The problem of winning a position for `attacker`.
    pub fn new(position: &Position, rules: &'a Rules, attacker: Color) -> Self {
        let Settings {
            jump_vectors,
            jump_limit,
            // `after` and `end` ask the rules.
            pass_adds_to_count: _,
            stuck: _,
            // `Prover` cuts the horizon to it, and sets `ends_with_plies`.
            ply_limit: _,
            // Placed before the game: the position has them.
            blocks: _,
        } = rules.settings();
        let open = !position.blocks();
        let reach = |mut set: Bitboard| loop {
            let jumps = set.squares().map(|from| rules.jump_targets(from));
            let grown = jumps.fold(set.grown(), |all, targets| all | targets) & open;
            if grown == set {
                break set;
            }
            set = grown;
        };
        // Without blocks all squares are linked.
        let (live, in_reach) = if open == Bitboard::FULL {
            (open, open)
        } else {
            let pieces = position.pieces(Color::Red) | position.pieces(Color::Blue);
            (reach(pieces), reach(position.pieces(attacker)))
        };
        Self {
            rules,
            live,
            stride: jump_vectors.longest().max(1),
            dead: (open & !live).count(),
            aim: Aim::Win,
            ends_with_plies: false,
            jailed: position.pieces(!attacker).intersects(!in_reach),
            jump_limit: jump_limit.map(|limit| limit.jumps.get()),
            limit_decides: jump_limit.is_some_and(|limit| limit.result == LimitResult::MorePieces),
        }
    }

    #[inline]
    pub fn empty(&self, node: &Node) -> Bitboard {
        self.live & !(node.attacker | node.defender)
    }

    /// Whether a side has an extend or a jump.
    #[inline]
    pub fn can_move(&self, own: Bitboard, empty: Bitboard) -> bool {
        own.grown().intersects(empty)
            || empty
                .squares()
                .any(|to| self.rules.jump_targets(to).intersects(own))
    }

    /// The number of extends and jumps of a side.
    pub fn count_moves(&self, own: Bitboard, empty: Bitboard) -> u32 {
        let jumps = |to| (self.rules.jump_targets(to) & own).count();
        (own.grown() & empty).count() + empty.squares().map(jumps).sum::<u32>()
    }

    /// The root node of a search for a win of `attacker`, in a game that is not over.
    pub fn root(position: &Position, rules: &Rules, attacker: Color) -> Node {
        let left = |limit: JumpLimit| limit.jumps.get().saturating_sub(position.jumps());
        Node {
            attacker: position.pieces(attacker),
            defender: position.pieces(!attacker),
            jumps_left: rules.jump_limit.map_or(u16::MAX, left),
            turn: if position.turn() == attacker {
                Side::Attacker
            } else {
                Side::Defender
            },
        }
    }

    /// Generates the moves within the horizon, and calls `visit` with each move, the horizon
    /// after it and its successor, until `visit` returns a value.
    #[inline]
    pub fn each<B>(
        &self,
        node: &Node,
        horizon: Horizon,
        jumps_first: bool,
        mut visit: impl FnMut(Move, Horizon, Successor) -> Option<B>,
    ) -> Option<B> {
        let empty = self.empty(node);
        let own = node.own();
        let mut any = false;
        let passes = if jumps_first {
            [true, false]
        } else {
            [false, true]
        };
        for jumps in passes {
            if jumps {
                for to in empty.squares() {
                    for from in (self.rules.jump_targets(to) & own).squares() {
                        any = true;
                        let mv = Move::Jump { from, to };
                        if let Some(horizon) = horizon.after(node.turn, mv)
                            && let Some(found) = visit(mv, horizon, self.after(node, horizon, mv))
                        {
                            return Some(found);
                        }
                    }
                }
            } else {
                for to in (own.grown() & empty).squares() {
                    any = true;
                    let mv = Move::Extend { to };
                    if let Some(horizon) = horizon.after(node.turn, mv)
                        && let Some(found) = visit(mv, horizon, self.after(node, horizon, mv))
                    {
                        return Some(found);
                    }
                }
            }
        }
        if any {
            return None;
        }
        let mv = Move::Pass;
        let horizon = horizon.after(node.turn, mv)?;
        visit(mv, horizon, self.after(node, horizon, mv))
    }

    /// Whether an extend or a jump is legal. `false` for a pass.
    #[inline]
    pub fn is_legal(&self, node: &Node, mv: Move) -> bool {
        let (own, empty) = (node.own(), self.empty(node));
        match mv {
            Move::Extend { to } => empty.contains(to) && Bitboard::neighbors(to).intersects(own),
            Move::Jump { from, to } => {
                empty.contains(to)
                    && own.contains(from)
                    && self.rules.jump_targets(to).contains(from)
            }
            Move::Pass => false,
        }
    }

    /// The successor after a legal move that leaves this horizon.
    #[inline]
    pub fn after(&self, node: &Node, horizon: Horizon, mv: Move) -> Successor {
        let (own, opp) = (node.own(), node.opp());
        let limit = self.jump_limit.unwrap_or(u16::MAX);
        let (own, opp, jumps_left) = match mv {
            Move::Extend { to } => {
                let flipped = Bitboard::neighbors(to) & opp;
                (own | flipped | to.into(), opp & !flipped, limit)
            }
            Move::Jump { from, to } => {
                let flipped = Bitboard::neighbors(to) & opp;
                let own = (own & !Bitboard::of(from)) | flipped | to.into();
                (own, opp & !flipped, node.jumps_left - 1)
            }
            Move::Pass => {
                let counted = u16::from(self.rules.pass_adds_to_count);
                (own, opp, node.jumps_left - counted)
            }
        };
        let next = match node.turn {
            Side::Attacker => Node {
                attacker: own,
                defender: opp,
                jumps_left,
                turn: Side::Defender,
            },
            Side::Defender => Node {
                attacker: opp,
                defender: own,
                jumps_left,
                turn: Side::Attacker,
            },
        };
        match self.end(&next, horizon) {
            Some(won) => Successor::End { won },
            None => Successor::Node(next),
        }
    }

    /// Whether this lead in pieces at the end of the game reaches the aim.
    #[inline]
    pub fn is_enough(&self, margin: i32) -> bool {
        match self.aim {
            Aim::Win => margin > 0,
            Aim::Hold => margin >= 0,
        }
    }

    /// `None` if the game goes on, otherwise whether the attacker has reached its aim. The
    /// endings are tested in the order of the rules.
    #[inline]
    fn end(&self, next: &Node, horizon: Horizon) -> Option<bool> {
        // The side that has just moved has a piece.
        if next.own().is_empty() {
            return Some(next.turn == Side::Defender);
        }
        let empty = self.empty(next);
        if empty.is_empty() {
            return Some(self.is_enough(next.margin()));
        }
        if self.rules.stuck == Stuck::StopAndAward && !self.can_move(next.own(), empty) {
            let award = (empty.count() + self.dead).cast_signed();
            let to_attacker = match next.turn {
                Side::Attacker => -award,
                Side::Defender => award,
            };
            return Some(self.is_enough(next.margin() + to_attacker));
        }
        if self.jump_limit.is_some() && next.jumps_left == 0 {
            let counts = if self.limit_decides { next.margin() } else { 0 };
            return Some(self.is_enough(counts));
        }
        if self.ends_with_plies && horizon.is_exhausted() {
            return Some(self.is_enough(next.margin()));
        }
        None
    }
}

impl Node {
    /// The pieces of the side to move.
    #[inline]
    pub fn own(&self) -> Bitboard {
        match self.turn {
            Side::Attacker => self.attacker,
            Side::Defender => self.defender,
        }
    }

    /// The pieces of the other side.
    #[inline]
    pub fn opp(&self) -> Bitboard {
        match self.turn {
            Side::Attacker => self.defender,
            Side::Defender => self.attacker,
        }
    }

    /// The attacker's lead in pieces.
    #[inline]
    pub fn margin(&self) -> i32 {
        self.attacker.count().cast_signed() - self.defender.count().cast_signed()
    }
}

/// The part of a position and a question that a result depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(pub [u64; 2]);

const BOARD_BITS: u32 = 49;
/// More jumps or plies than any search depth.
const FAR: u16 = (1 << 13) - 1;

impl Key {
    /// The key of a position and a question. `jumps_left` is the number of jumps until the
    /// limit and `plies_left` the number of plies until the end of the game; each is 0 if it
    /// is irrelevant.
    ///
    /// Colours are not part of the key: a red and a blue attacker can force the same.
    pub fn new(
        node: &Node,
        (aim, horizon): (Aim, Horizon),
        jumps_left: u16,
        plies_left: u16,
    ) -> Self {
        let turn = u64::from(node.turn == Side::Attacker);
        let question =
            u64::from(aim == Aim::Win) | u64::from(matches!(horizon, Horizon::Plies(_))) << 1;
        let unlimited = u64::from(horizon == Horizon::Unlimited);
        // Larger numbers exceed any search depth and are equivalent.
        let jumps_left = u64::from(jumps_left.min(FAR));
        let plies_left = u64::from(plies_left.min(FAR));
        Self([
            node.attacker.bits() | question << BOARD_BITS | jumps_left << (BOARD_BITS + 2),
            node.defender.bits()
                | turn << BOARD_BITS
                | plies_left << (BOARD_BITS + 1)
                | unlimited << 63,
        ])
    }

    /// A hash of the key.
    #[inline]
    pub fn hash(self) -> u64 {
        hash::of_words(self.0)
    }

    /// A hash of the key and the horizon of a search.
    #[inline]
    pub fn hash_within(self, horizon: Horizon) -> u64 {
        let [one, other] = self.0;
        hash::of_words([one, other ^ u64::from(horizon.rank()).rotate_right(14)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_position;

    #[test]
    fn moves_are_counted_as_they_are_listed() {
        let positions = [
            "x5o/7/7/7/7/7/o5x x",
            "1oooxxx/o-xxx-x/ooxxxxx/o-xx1-o/xoo1ooo/o-xxo-o/1oooxxx x",
            "oo-x-oo/o-xxx-o/oxxxxoo/xxoxxxx/xooooox/x-2o-1/2-1-1o o",
            // Only passes.
            "x--4/---4/---4/7/7/7/6o x",
        ];
        for rules in [Rules::UAI, Rules::RELOADED] {
            for text in positions {
                let position = read_position(text).expect(text);
                let problem = SearchProblem::new(&position, &rules, Color::Red);
                let node = SearchProblem::root(&position, &rules, Color::Red);
                let moves = position.legal_moves(&rules);
                let listed = moves.filter(|&mv| mv != Move::Pass).count();
                let counted = problem.count_moves(node.own(), problem.empty(&node));
                assert_eq!(counted as usize, listed, "{text}");
            }
        }
    }
}
