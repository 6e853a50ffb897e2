//! Static bounds: proofs and refutations of a position without making moves.
//!
//! An attacker wins in one of four ways: no defender is left, the board is full, the jump
//! limit is reached, or the plies that the rules allow are used up. For each way there is a
//! lower bound on the plies it takes against a certain defence. If all bounds exceed the
//! horizon, the position is refuted.
//!
//! The only assumption about the defender is that it extends when
//! [`ExtendsLeft`](PruningRule::ExtendsLeft) proves that it can; the other rules hold
//! against any play. Each way can therefore be excluded by a rule of its own: one defence
//! refutes all of them.

use super::cover::{apart, needs_more_than};
use super::goal::{Aim, Horizon, Side};
use super::node::{Node, SearchProblem, Successor};
use super::pruning::{PruningCounts, PruningRule, PruningRules};
use crate::board::{Bitboard, Settings, Stuck};

/// The maximum change of the piece difference by one move: one new piece and eight flips.
const MAX_GAINED: i32 = 1 + 2 * 8;

/// The maximum number of empty squares that a side is tried to fill.
const MAX_FILLED: u32 = 2;

/// The static tests of a search.
#[derive(Clone, Debug)]
pub struct Bounds<'a> {
    pub problem: &'a SearchProblem<'a>,
    pub pruning: PruningRules,
    /// How often each rule has decided.
    pub counts: PruningCounts,
    /// Whether the game has no other end than those of the four ways to win.
    are_four_ways: bool,
}

/// The static assessment of a successor.
pub enum Assessment {
    Proved,
    Refuted,
    Open(Node),
}

impl Assessment {
    /// That the attacker reaches its aim, or does not.
    #[inline]
    const fn of(wins: bool) -> Self {
        if wins { Self::Proved } else { Self::Refuted }
    }

    /// Whether the attacker reaches its aim, if that is known.
    #[inline]
    pub const fn value(&self) -> Option<bool> {
        match self {
            Self::Proved => Some(true),
            Self::Refuted => Some(false),
            Self::Open(_) => None,
        }
    }
}

impl<'a> Bounds<'a> {
    pub fn new(problem: &'a SearchProblem<'a>, pruning: PruningRules) -> Self {
        // A setting that ends games in another way, or makes a ply do more, makes bounds wrong.
        let Settings {
            // `live` and `stride` of the problem.
            jump_vectors: _,
            // `limit_counts` and `limit_is_far`.
            jump_limit: _,
            // A ply adds at most one to the count, a pass like a jump.
            pass_adds_to_count: _,
            // A game that stops with a stuck side ends in a fifth way.
            stuck,
            // `ends_with_plies` of the problem.
            ply_limit: _,
            // Placed before the game.
            blocks: _,
        } = problem.rules.settings();
        Self {
            problem,
            pruning,
            counts: PruningCounts::default(),
            are_four_ways: stuck == Stuck::Pass,
        }
    }

    /// Assesses the successor of a move without making further moves. `horizon` is the
    /// horizon after the move.
    #[inline]
    pub fn assess(&mut self, successor: Successor, horizon: Horizon) -> Assessment {
        let node = match successor {
            Successor::End { won: true } => return Assessment::Proved,
            Successor::End { won: false } => return Assessment::Refuted,
            Successor::Node(node) => node,
        };
        if horizon.is_exhausted() {
            return Assessment::Refuted;
        }
        if node.turn == Side::Attacker {
            let wins = self.wins_at_once(&node, horizon);
            if wins == Some(true) || wins.is_some() && self.is_last_attack(&node, horizon) {
                self.counts[PruningRule::LastMove] += 1;
                return Assessment::of(wins == Some(true));
            }
        } else if self.fills_to_hold(&node) {
            self.counts[PruningRule::LastMove] += 1;
            return Assessment::Refuted;
        }
        if self.refutes(&node, horizon) {
            return Assessment::Refuted;
        }
        match self.fills(&node, horizon) {
            Some(Side::Attacker) => return Assessment::Proved,
            Some(Side::Defender) => return Assessment::Refuted,
            None => {}
        }
        Assessment::Open(node)
    }

    /// A side that reaches its aim by filling the last squares.
    #[inline]
    fn fills(&mut self, node: &Node, horizon: Horizon) -> Option<Side> {
        let empty = self.problem.empty(node).count();
        if empty > MAX_FILLED
            || !self.on(PruningRule::Filling)
            || self.problem.ends_with_plies
            || !self.are_four_ways
        {
            return None;
        }
        let leader = if node.margin() > 0 {
            Side::Attacker
        } else {
            Side::Defender
        };
        let found = [leader, leader.other()].into_iter().find(|&side| {
            let in_time = match horizon {
                Horizon::Plies(plies) if side == Side::Attacker => {
                    let before = u32::from(node.turn == Side::Attacker);
                    2 * empty <= u32::from(plies) + before
                }
                _ => true,
            };
            let may_jump = self
                .problem
                .jump_limit
                .is_none_or(|limit| limit > 1 && (node.turn == side || node.jumps_left > 1));
            let filling = Filling {
                problem: self.problem,
                side,
            };
            in_time && may_jump && filling.succeeds(node)
        });
        self.counts[PruningRule::Filling] += u64::from(found.is_some());
        found
    }

    /// Whether the attacker, to move, can only win with this move.
    #[inline]
    fn is_last_attack(&self, node: &Node, horizon: Horizon) -> bool {
        match horizon {
            Horizon::Plies(plies) => plies == 1,
            Horizon::Unlimited => false,
            Horizon::NonExtends(non_extends) => {
                non_extends == 0 && self.problem.empty(node).count() == 1
            }
        }
    }

    /// Whether a static bound refutes a position in which the game is not over. The horizon
    /// is not exhausted.
    #[inline]
    fn refutes(&mut self, node: &Node, horizon: Horizon) -> bool {
        if !self.are_four_ways {
            return false;
        }
        let empty = self.problem.empty(node);
        let attacks = horizon.attacks(node.turn, empty);
        let behind = self.behind(node, attacks);
        let (full_board, extends) = if behind {
            (PruningRule::Majority, true)
        } else if self.problem.ends_with_plies {
            return false;
        } else if self.comes_too_late(empty, horizon) {
            (PruningRule::StuckMeansFull, true)
        } else if self.can_waste_a_ply(node, empty, horizon) {
            // This assumes a reply that is not an extend.
            (PruningRule::NoPlyToWaste, false)
        } else {
            return false;
        };
        let limit_counts = self.limit_counts(behind);
        if limit_counts && !self.limit_is_far(node, empty, horizon, extends) {
            return false;
        }
        let Some(rule) = self.closes_elimination(node, empty, attacks, extends) else {
            return false;
        };
        self.counts[rule] += 1;
        self.counts[full_board] += 1;
        self.counts[PruningRule::LimitOutOfReach] += u64::from(limit_counts);
        true
    }

    fn on(&self, rule: PruningRule) -> bool {
        self.pruning.has(rule)
    }

    /// Whether the attacker cannot get enough pieces.
    #[inline]
    fn behind(&self, node: &Node, attacks: u32) -> bool {
        self.on(PruningRule::Majority)
            && !self
                .problem
                .is_enough(node.margin() + MAX_GAINED * attacks.cast_signed())
    }

    /// Whether the board cannot be full within the horizon.
    #[inline]
    fn comes_too_late(&self, empty: Bitboard, horizon: Horizon) -> bool {
        let too_late = match horizon {
            Horizon::Plies(plies) => empty.count() > plies.into(),
            Horizon::NonExtends(_) | Horizon::Unlimited => false,
        };
        too_late && self.on(PruningRule::StuckMeansFull)
    }

    /// Whether the defender, to move, can play a move that fills no square, although every
    /// ply has to be an extend.
    #[inline]
    fn can_waste_a_ply(&self, node: &Node, empty: Bitboard, horizon: Horizon) -> bool {
        if node.turn == Side::Attacker
            || horizon != Horizon::Plies(u16::try_from(empty.count()).unwrap_or(0))
            || !self.on(PruningRule::NoPlyToWaste)
        {
            return false;
        }
        let mut origins = empty
            .squares()
            .map(|to| self.problem.rules.jump_targets(to));
        origins.any(|origins| origins.intersects(node.defender))
            || !node.defender.grown().intersects(empty)
    }

    /// Whether reaching the jump limit can help the attacker.
    #[inline]
    fn limit_counts(&self, behind: bool) -> bool {
        self.problem.jump_limit.is_some()
            && if self.problem.limit_decides {
                !behind
            } else {
                self.problem.aim == Aim::Hold
            }
    }

    /// Whether the jump limit is out of reach against a defender who extends.
    #[inline]
    fn limit_is_far(&self, node: &Node, empty: Bitboard, horizon: Horizon, extends: bool) -> bool {
        if !self.on(PruningRule::LimitOutOfReach) {
            return false;
        }
        let reach = horizon.max_jumps_in_a_row();
        if u32::from(node.jumps_left) > reach {
            return true;
        }
        // An extend resets the count.
        let before = u16::from(node.turn == Side::Attacker);
        extends
            && self
                .problem
                .jump_limit
                .is_none_or(|limit| u32::from(limit) > reach)
            && node.jumps_left > before
            && self.on(PruningRule::ExtendsLeft)
            && extends_left(node, empty, 1) > 0
    }

    /// The rule that proves that the defender cannot be eliminated, if there is one.
    /// `may_extend`: whether the defence may consist of extends.
    #[inline]
    fn closes_elimination(
        &self,
        node: &Node,
        empty: Bitboard,
        attacks: u32,
        may_extend: bool,
    ) -> Option<PruningRule> {
        if self.on(PruningRule::Jailed) && self.problem.jailed {
            return Some(PruningRule::Jailed);
        }
        let replies = Horizon::replies(node.turn, attacks);
        let pieces = node.defender.count();
        // A reply removes no defender and moves at most one.
        if self.on(PruningRule::EightFlips) && pieces > 8 * attacks {
            return Some(PruningRule::EightFlips);
        }
        if self.on(PruningRule::Cover) && needs_more_than(node.defender, attacks + replies) {
            return Some(PruningRule::Cover);
        }
        if replies == 0 {
            return None;
        }
        // An extend adds a defender and moves none.
        let extends = if may_extend && self.on(PruningRule::ExtendsLeft) {
            extends_left(node, empty, replies)
        } else {
            0
        };
        if extends > 0
            && (self.on(PruningRule::EightFlips) && pieces + extends > 8 * attacks
                || self.on(PruningRule::Cover)
                    && needs_more_than(node.defender, attacks + replies - extends))
        {
            return Some(PruningRule::ExtendsLeft);
        }
        // Defenders out of reach of the next attack are left to the other attacks.
        if self.on(PruningRule::FarAway) {
            let stride = (0..self.problem.stride).fold(node.attacker, |reach, _| reach.grown());
            let far = node.defender & !stride.grown();
            if needs_more_than(far, attacks - 1 + replies - extends) {
                return Some(PruningRule::FarAway);
            }
        }
        None
    }

    /// Whether the attacker, to move, wins with the next move. `None` if that cannot be
    /// determined without making moves.
    #[inline]
    fn wins_at_once(&mut self, node: &Node, horizon: Horizon) -> Option<bool> {
        let problem = self.problem;
        let by_number = problem.jump_limit.is_some() && node.jumps_left == 1
            || problem.ends_with_plies && horizon == Horizon::Plies(1)
            || !self.are_four_ways;
        if !self.on(PruningRule::LastMove) || by_number {
            return None;
        }
        let empty = problem.empty(node);
        let eliminates = self.eliminates_at_once(node, empty, horizon);
        Some(eliminates || self.fills_at_once(node, Side::Attacker))
    }

    #[inline]
    fn eliminates_at_once(&self, node: &Node, empty: Bitboard, horizon: Horizon) -> bool {
        if node.defender.count() > 8 {
            return false;
        }
        // The empty squares adjacent to all defenders.
        let mut centres = empty;
        for square in node.defender.squares() {
            centres &= Bitboard::neighbors(square);
            if centres.is_empty() {
                return false;
            }
        }
        (node.attacker.grown()).intersects(centres)
            || horizon != Horizon::NonExtends(0)
                && centres.squares().any(|to| {
                    self.problem
                        .rules
                        .jump_targets(to)
                        .intersects(node.attacker)
                })
    }

    /// Whether a side, to move, reaches its aim by filling the board with one extend.
    #[inline]
    fn fills_at_once(&self, node: &Node, side: Side) -> bool {
        let problem = self.problem;
        problem.empty(node).count() == 1 && Filling { problem, side }.succeeds(node)
    }

    /// Whether the defender, to move, prevents the aim by filling the board with one extend.
    #[inline]
    fn fills_to_hold(&self, node: &Node) -> bool {
        self.on(PruningRule::LastMove)
            && self.are_four_ways
            && self.fills_at_once(node, Side::Defender)
    }
}

/// Lower bound on the number of replies, up to `replies`, for which the defender has an
/// extend whatever the attacker plays.
///
/// Take defenders with an adjacent empty square, no two of them adjacent to the same square.
/// A move of either side fills a square or flips a piece adjacent to at most one of them, so
/// it makes at most one of them unusable. The defender's own extends make one unusable each
/// as well, and one usable defender must remain.
///
/// Alternatively take only defenders with an adjacent empty square for every reply: then the
/// defender's own extends make none of them unusable.
#[inline]
fn extends_left(node: &Node, empty: Bitboard, replies: u32) -> u32 {
    let before = u32::from(node.turn == Side::Attacker);
    let able = node.defender & empty.grown();
    let places = apart(able, 2 * replies);
    let extends = (places + 1 - before) / 2;
    if extends >= replies || places <= before {
        return extends.min(replies);
    }
    let rich = able
        .squares()
        .filter(|&square| (Bitboard::neighbors(square) & empty).count() >= replies)
        .collect();
    let lasting = apart(rich, replies + before).saturating_sub(before);
    extends.max(lasting)
}

/// A side that only plays extends, against any play of the other side.
///
/// Each of its moves fills a square, and no move of the other side empties more squares than it
/// fills, so that this ends soon. It resets the count of consecutive jumps.
pub struct Filling<'a> {
    pub problem: &'a SearchProblem<'a>,
    /// The side that fills the board.
    pub side: Side,
}

impl Filling<'_> {
    /// Whether the side reaches its aim, in a game that is not over, if the other side cannot
    /// reach the jump limit with one jump.
    pub fn succeeds(&self, node: &Node) -> bool {
        let empty = self.problem.empty(node);
        let (own, opp) = match self.side {
            Side::Attacker => (node.attacker, node.defender),
            Side::Defender => (node.defender, node.attacker),
        };
        if node.turn == self.side {
            self.has_extend(own, opp, empty)
        } else {
            self.withstands(own, opp, empty)
        }
    }

    /// Whether an extend leads to success.
    fn has_extend(&self, own: Bitboard, opp: Bitboard, empty: Bitboard) -> bool {
        (own.grown() & empty).squares().any(|to| {
            let flipped = Bitboard::neighbors(to) & opp;
            let (own, opp) = (own | flipped | to.into(), opp & !flipped);
            let empty = empty & !Bitboard::of(to);
            opp.is_empty()
                || if empty.is_empty() {
                    self.is_enough(own, opp)
                } else {
                    self.withstands(own, opp, empty)
                }
        })
    }

    /// Whether all moves of the other side lead to success.
    fn withstands(&self, own: Bitboard, opp: Bitboard, empty: Bitboard) -> bool {
        let mut any = false;
        let within_extend = opp.grown();
        for to in empty.squares() {
            let flipped = Bitboard::neighbors(to) & own;
            let (own, after) = (own & !flipped, opp | flipped | to.into());
            let rest = empty & !Bitboard::of(to);
            if within_extend.contains(to) {
                any = true;
                if own.is_empty()
                    || if rest.is_empty() {
                        !self.is_enough(own, after)
                    } else {
                        !self.has_extend(own, after, rest)
                    }
                {
                    return false;
                }
            }
            for from in (self.problem.rules.jump_targets(to) & opp).squares() {
                any = true;
                let from = Bitboard::of(from);
                if own.is_empty() || !self.has_extend(own, after & !from, rest | from) {
                    return false;
                }
            }
        }
        any || self.has_extend(own, opp, empty)
    }

    /// Whether the side has reached its aim on a full board.
    fn is_enough(&self, own: Bitboard, opp: Bitboard) -> bool {
        let margin = own.count().cast_signed() - opp.count().cast_signed();
        match self.side {
            Side::Attacker => self.problem.is_enough(margin),
            Side::Defender => !self.problem.is_enough(-margin),
        }
    }
}
