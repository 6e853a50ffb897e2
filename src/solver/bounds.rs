//! What can be said about a position without making moves.
//!
//! An attacker wins in one of four ways: no defender is left, the board is full, the
//! jump limit is reached, the plies that the rules allow are over. Each way takes a
//! number of plies whatever the attacker plays, against a defender who plays in some
//! way that is known beforehand. Where none of the ways is short enough, the position
//! is refuted.
//!
//! All that is assumed of the defender is that it extends where the argument
//! [`ExtendsLeft`](Argument::ExtendsLeft) says that it can; the other arguments hold
//! against any play. So the ways can be closed one by one, each by an argument of its
//! own: one way of defending closes all of them.

use super::cover::{apart, needs_more_than};
use super::goal::Aim;
use super::horizon::Horizon;
use super::node::{Node, SearchProblem, Side, Successor, around};
use super::pruning::{PruningCounts, PruningRule, PruningRules};
use crate::board::{Bitboard, Stuck};

/// The most that one move adds to the difference in pieces: a piece, and eight that
/// change sides.
const MOST_GAINED: i32 = 1 + 2 * 8;

/// PruningRules at work.
#[derive(Clone, Debug)]
pub struct Bounds<'a> {
    pub problem: &'a SearchProblem<'a>,
    pub pruning: PruningRules,
    /// How often each was of use.
    pub counts: PruningCounts,
}

/// What can be said of a ply without search.
pub enum Assessment {
    Proved,
    Refuted,
    Open(Node),
}

impl Assessment {
    /// Whether the attacker gets what it is after, if that is known.
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
        Self {
            problem,
            pruning,
            counts: PruningCounts::default(),
        }
    }

    /// Without making moves, if that is enough: `left` are the plies after the ply that
    /// has been made.
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
            match self.wins_at_once(&node, horizon) {
                Some(true) => return Assessment::Proved,
                Some(false) if self.is_last_attack(&node, horizon) => return Assessment::Refuted,
                _ => {}
            }
        }
        if node.turn == Side::Defender && self.fills_to_hold(&node) || self.refutes(&node, horizon)
        {
            return Assessment::Refuted;
        }
        Assessment::Open(node)
    }

    /// Whether the attacker, to move, has no move but one that ends the game, or none
    /// that matters.
    #[inline]
    fn is_last_attack(&self, node: &Node, horizon: Horizon) -> bool {
        match horizon {
            Horizon::Plies(plies) => plies == 1,
            Horizon::NonExtends(non_extends) => {
                non_extends == 0 && self.problem.empty(node).count() == 1
            }
        }
    }

    /// Whether it is certain that the attacker cannot force a win in so many plies (at
    /// least one), in a game that is not over.
    #[inline]
    fn refutes(&mut self, node: &Node, horizon: Horizon) -> bool {
        if self.problem.rules.stuck == Stuck::StopAndAward {
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
            // By a reply that is no extend.
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

    /// Whether the attacker stays behind in number.
    #[inline]
    fn behind(&self, node: &Node, attacks: u32) -> bool {
        self.on(PruningRule::Majority)
            && !self
                .problem
                .is_enough(node.margin() + MOST_GAINED * attacks.cast_signed())
    }

    /// Whether the board is full too late.
    #[inline]
    fn comes_too_late(&self, empty: Bitboard, horizon: Horizon) -> bool {
        let too_late = match horizon {
            Horizon::Plies(plies) => empty.count() > plies.into(),
            Horizon::NonExtends(_) => false,
        };
        too_late && self.on(PruningRule::StuckMeansFull)
    }

    /// Whether the defender, to move, can make a move that fills no square, while every
    /// ply has to.
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

    /// Whether the jump limit, if it were reached, could be of help to the attacker.
    #[inline]
    fn limit_counts(&self, behind: bool) -> bool {
        self.problem.jump_limit.is_some()
            && if self.problem.limit_decides {
                !behind
            } else {
                self.problem.aim == Aim::Hold
            }
    }

    /// Whether the jump limit cannot be reached against a defender who extends.
    #[inline]
    fn limit_is_far(&self, node: &Node, empty: Bitboard, horizon: Horizon, extends: bool) -> bool {
        if !self.on(PruningRule::LimitOutOfReach) {
            return false;
        }
        let reach = horizon.max_jumps_in_a_row();
        if u32::from(node.jumps_left) > reach {
            return true;
        }
        // Whoever extends sets the count back.
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

    /// The reason why the defender cannot be eliminated, if there is one; `may_extend` says
    /// whether it may be taken to extend where it can.
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
        // A reply takes no piece off the board, and moves one at most to another place.
        if self.on(PruningRule::EightFlips) && pieces > 8 * attacks {
            return Some(PruningRule::EightFlips);
        }
        if self.on(PruningRule::Cover) && needs_more_than(node.defender, attacks + replies) {
            return Some(PruningRule::Cover);
        }
        if replies == 0 {
            return None;
        }
        // An extend adds a piece and leaves all in their places.
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
        // Those that the next attack cannot get at are left to the others.
        if self.on(PruningRule::FarAway) {
            let stride = (0..self.problem.stride).fold(node.attacker, |reach, _| reach.grown());
            let far = node.defender & !stride.grown();
            if needs_more_than(far, attacks - 1 + replies - extends) {
                return Some(PruningRule::FarAway);
            }
        }
        None
    }

    /// Whether the next move can win at once; the attacker is to move. `None` where that
    /// takes making moves.
    #[inline]
    fn wins_at_once(&mut self, node: &Node, horizon: Horizon) -> Option<bool> {
        let problem = self.problem;
        let by_number = problem.jump_limit.is_some() && node.jumps_left == 1
            || problem.ends_with_plies && horizon == Horizon::Plies(1)
            || problem.rules.stuck == Stuck::StopAndAward;
        if !self.on(PruningRule::LastMove) || by_number {
            return None;
        }
        self.counts[PruningRule::LastMove] += 1;
        let empty = problem.empty(node);
        Some(self.eliminates_at_once(node, empty, horizon) || self.fills_at_once(node, empty))
    }

    #[inline]
    fn eliminates_at_once(&self, node: &Node, empty: Bitboard, horizon: Horizon) -> bool {
        if node.defender.count() > 8 {
            return false;
        }
        // The squares beside which all defenders are.
        let mut centres = empty;
        for square in node.defender.squares() {
            centres &= around(square);
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

    /// Whether the defender, to move, can fill the board with one extend and has enough.
    #[inline]
    fn fills_to_hold(&mut self, node: &Node) -> bool {
        if !self.on(PruningRule::LastMove) || self.problem.rules.stuck == Stuck::StopAndAward {
            return false;
        }
        let empty = self.problem.empty(node);
        let Some(last) = empty.first() else {
            return false;
        };
        if empty != last.into() {
            return false;
        }
        let beside = around(last);
        let taken = 1 + 2 * (beside & node.attacker).count().cast_signed();
        beside.intersects(node.defender) && !self.problem.is_enough(node.margin() - taken)
    }

    /// Whether one extend fills the board, and that is enough.
    #[inline]
    fn fills_at_once(&self, node: &Node, empty: Bitboard) -> bool {
        let Some(last) = empty.first() else {
            return false;
        };
        let beside = around(last);
        let gained = 1 + 2 * (beside & node.defender).count().cast_signed();
        empty == last.into()
            && beside.intersects(node.attacker)
            && self.problem.is_enough(node.margin() + gained)
    }
}

/// For how many replies at least, of so many that are asked for, the defender is
/// sure to have an extend whatever the attacker does before each.
///
/// Take defenders with an empty square beside them, each too far from the next to
/// be beside the same square. A move of either side fills a square or flips a
/// piece beside one of them at most, so it spoils one at most. The defender's own
/// extends spoil one each as well, and it needs one that is not spoilt.
///
/// Or take only such as have an empty square beside them for every reply: then the
/// defender's own extends spoil none.
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
        .filter(|&square| (around(square) & empty).count() >= replies)
        .collect();
    let lasting = apart(rich, replies + before).saturating_sub(before);
    extends.max(lasting)
}
