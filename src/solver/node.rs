//! A position as the search sees it: from the side of an attacker.

use super::goal::Aim;
use super::horizon::Horizon;
use crate::board::{Bitboard, Color, LimitResult, Move, Position, Rules, Square, Stuck};

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that tries to force a win.
    Attacker,
    /// The side that tries to prevent it.
    Defender,
}

/// The part of a position that moves change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub attacker: Bitboard,
    pub defender: Bitboard,
    /// How many consecutive jumps are missing to the limit; at least 1 in a live
    /// game, and without meaning where there is no limit.
    pub jumps_left: u16,
    pub turn: Side,
}

/// What a ply leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successor {
    /// The game goes on.
    Node(Node),
    /// The game is over.
    End {
        /// Whether the attacker has got what it is after.
        won: bool,
    },
}

/// What stays the same all through a search: the rules, and what blocks make of the
/// board.
#[derive(Clone, Debug)]
pub struct SearchProblem<'a> {
    pub rules: &'a Rules,
    /// The squares that pieces can ever get to.
    ///
    /// Squares are linked where a piece can get from one to the other in a move, and
    /// pieces stay among squares that are linked to theirs. Where no piece is, none
    /// will be: such squares are as good as blocked.
    pub live: Bitboard,
    /// How far a jump leads at most.
    pub stride: u8,
    /// How many empty squares are not live.
    dead: u32,
    pub aim: Aim,
    /// Whether the last ply of the search is the last the rules allow.
    pub ends_with_plies: bool,
    /// Whether some pieces of the defender's are for ever out of the attacker's
    /// reach.
    pub jailed: bool,
    pub jump_limit: Option<u16>,
    /// Whether the jump limit can make a winner.
    pub limit_decides: bool,
}

impl<'a> SearchProblem<'a> {
    /// Of a position, and the side that attacks in it.
    pub fn new(position: &Position, rules: &'a Rules, attacker: Color) -> Self {
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
            stride: rules.jump_vectors().longest().max(1),
            dead: (open & !live).count(),
            aim: Aim::Win,
            ends_with_plies: false,
            jailed: position.pieces(!attacker).intersects(!in_reach),
            jump_limit: rules.jump_limit.map(|limit| limit.jumps.get()),
            limit_decides: rules
                .jump_limit
                .is_some_and(|limit| limit.result == LimitResult::MorePieces),
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

    /// The root of a search for a win of `attacker`, in a game that is not over.
    pub fn root(position: &Position, rules: &Rules, attacker: Color) -> Node {
        let limit = rules.jump_limit.map_or(u16::MAX, |limit| limit.jumps.get());
        Node {
            attacker: position.pieces(attacker),
            defender: position.pieces(!attacker),
            jumps_left: limit.saturating_sub(position.jumps()),
            turn: if position.turn() == attacker {
                Side::Attacker
            } else {
                Side::Defender
            },
        }
    }

    /// All that can be played with what is left, each move with what is left after it
    /// and what it leads to, until `see` breaks off.
    #[inline]
    pub fn each<B>(
        &self,
        node: &Node,
        horizon: Horizon,
        jumps_first: bool,
        mut see: impl FnMut(Move, Horizon, Successor) -> Option<B>,
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
                            && let Some(found) = see(mv, horizon, self.after(node, horizon, mv))
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
                        && let Some(found) = see(mv, horizon, self.after(node, horizon, mv))
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
        see(mv, horizon, self.after(node, horizon, mv))
    }

    /// Whether an extend or a jump is legal; a pass is left to be found among all moves.
    #[inline]
    pub fn is_legal(&self, node: &Node, mv: Move) -> bool {
        let (own, empty) = (node.own(), self.empty(node));
        match mv {
            Move::Extend { to } => empty.contains(to) && around(to).intersects(own),
            Move::Jump { from, to } => {
                empty.contains(to)
                    && own.contains(from)
                    && self.rules.jump_targets(to).contains(from)
            }
            Move::Pass => false,
        }
    }

    /// What a legal move leads to, after which so much is left.
    #[inline]
    pub fn after(&self, node: &Node, horizon: Horizon, mv: Move) -> Successor {
        let (own, opp) = (node.own(), node.opp());
        let limit = self.jump_limit.unwrap_or(u16::MAX);
        let (own, opp, jumps_left) = match mv {
            Move::Extend { to } => {
                let flipped = around(to) & opp;
                (own | flipped | to.into(), opp & !flipped, limit)
            }
            Move::Jump { from, to } => {
                let flipped = around(to) & opp;
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

    /// Whether being ahead by so many pieces at the end is enough.
    #[inline]
    pub fn is_enough(&self, margin: i32) -> bool {
        match self.aim {
            Aim::Win => margin > 0,
            Aim::Hold => margin >= 0,
        }
    }

    /// Whether the game is over, and if so, whether the attacker has got what it is
    /// after. The order
    /// of the reasons is that of the rules.
    #[inline]
    fn end(&self, next: &Node, horizon: Horizon) -> Option<bool> {
        // Who has just moved has a piece.
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

    /// By how many pieces the attacker is ahead.
    #[inline]
    pub fn margin(&self) -> i32 {
        self.attacker.count().cast_signed() - self.defender.count().cast_signed()
    }
}

/// A square and its neighbours.
#[inline]
pub fn around(square: Square) -> Bitboard {
    static AROUND: [Bitboard; Square::COUNT] = {
        let mut around = [Bitboard::EMPTY; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            if let Some(square) = Square::from_index(index) {
                around[index] = Bitboard::of(square).grown();
            }
            index += 1;
        }
        around
    };
    AROUND[square.index()]
}
