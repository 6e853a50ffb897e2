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

use super::argument::{Argument, Arguments, Uses};
use super::cover::{apart, needs_more_than};
use super::node::{Ground, Left, Node, Side, around};
use crate::board::{Bitboard, Stuck};

/// The most that one move adds to the difference in pieces: a piece, and eight that
/// change sides.
const MOST_GAINED: i32 = 1 + 2 * 8;

/// Arguments at work.
#[derive(Clone, Debug)]
pub struct Bounds<'a> {
    pub ground: &'a Ground<'a>,
    pub arguments: Arguments,
    /// How often each was of use.
    pub uses: Uses,
}

/// The moves that are left until a win by elimination at the latest.
#[derive(Clone, Copy)]
struct MovesLeft {
    /// Of the attacker, the last one included.
    attacks: u32,
    /// Of the defender, before the last of the attacker.
    replies: u32,
}

impl MovesLeft {
    #[inline]
    fn of(turn: Side, left: Left) -> Self {
        let plies = u32::from(left.get());
        match turn {
            Side::Attacker => Self {
                attacks: plies.div_ceil(2),
                replies: plies.div_ceil(2) - 1,
            },
            Side::Defender => Self {
                attacks: plies / 2,
                replies: plies / 2,
            },
        }
    }
}

impl<'a> Bounds<'a> {
    pub fn new(ground: &'a Ground<'a>, arguments: Arguments) -> Self {
        Self {
            ground,
            arguments,
            uses: Uses::default(),
        }
    }

    /// Whether it is certain that the attacker cannot force a win in so many plies (at
    /// least one), in a game that is not over.
    #[inline]
    pub fn refutes(&mut self, node: &Node, left: Left) -> bool {
        if left.is_forever() || self.ground.rules.stuck == Stuck::StopAndAward {
            return false;
        }
        let empty = self.ground.empty(node);
        let by_number = self.closes_full_board(node, empty, left)
            && self.closes_plies(node, left)
            && self.closes_limit(node, empty, left);
        let Some(number) = by_number.then(|| self.closes_elimination(node, empty, left)) else {
            return false;
        };
        if let Some(argument) = number {
            self.uses[argument] += 1;
        }
        number.is_some()
    }

    fn on(&self, argument: Argument) -> bool {
        self.arguments.has(argument)
    }

    /// A full board comes too late, or with too few pieces.
    #[inline]
    fn closes_full_board(&self, node: &Node, empty: Bitboard, left: Left) -> bool {
        self.on(Argument::StuckMeansFull) && empty.count() > u32::from(left.get())
            || self.behind(node, left)
    }

    /// The end of the plies that the rules allow is no end, or comes with too few
    /// pieces.
    #[inline]
    fn closes_plies(&self, node: &Node, left: Left) -> bool {
        !self.ground.ends_with_plies || self.behind(node, left)
    }

    /// The jump limit is out of reach, makes no winner, or comes with too few pieces.
    #[inline]
    fn closes_limit(&self, node: &Node, empty: Bitboard, left: Left) -> bool {
        if !self.ground.limit_decides {
            return true;
        }
        let Some(limit) = self.ground.jump_limit else {
            return true;
        };
        if !self.on(Argument::LimitOutOfReach) {
            return false;
        }
        if node.jumps_left > left.get() || self.behind(node, left) {
            return true;
        }
        // Whoever extends sets the count back.
        let before = u16::from(node.turn == Side::Attacker);
        limit > left.get()
            && node.jumps_left > before
            && self.on(Argument::ExtendsLeft)
            && extends_left(node, empty, 1) > 0
    }

    /// Whether the attacker stays behind in number.
    #[inline]
    fn behind(&self, node: &Node, left: Left) -> bool {
        let attacks = match node.turn {
            Side::Attacker => left.get().div_ceil(2),
            Side::Defender => left.get() / 2,
        };
        self.on(Argument::Majority) && node.margin() + MOST_GAINED * i32::from(attacks) <= 0
    }

    /// The reason why the defender cannot be eliminated, if there is one.
    #[inline]
    fn closes_elimination(&self, node: &Node, empty: Bitboard, left: Left) -> Option<Argument> {
        if self.on(Argument::Jailed) && self.ground.jailed {
            return Some(Argument::Jailed);
        }
        let MovesLeft { attacks, replies } = MovesLeft::of(node.turn, left);
        let pieces = node.defender.count();
        // A reply takes no piece off the board, and moves one at most to another place.
        if self.on(Argument::EightFlips) && pieces > 8 * attacks {
            return Some(Argument::EightFlips);
        }
        if self.on(Argument::Cover) && needs_more_than(node.defender, attacks + replies) {
            return Some(Argument::Cover);
        }
        if !self.on(Argument::ExtendsLeft) || replies == 0 {
            return None;
        }
        // An extend adds a piece and leaves all in their places.
        let extends = extends_left(node, empty, replies);
        if extends == 0 {
            return None;
        }
        if self.on(Argument::EightFlips) && pieces + extends > 8 * attacks
            || self.on(Argument::Cover)
                && needs_more_than(node.defender, attacks + replies - extends)
        {
            return Some(Argument::ExtendsLeft);
        }
        None
    }

    /// Whether the next move can win at once; the attacker is to move. `None` where that
    /// takes making moves.
    #[inline]
    pub fn wins_at_once(&mut self, node: &Node, left: Left) -> Option<bool> {
        let ground = self.ground;
        let by_number = ground.limit_decides && node.jumps_left == 1
            || ground.ends_with_plies && left == Left::plies(1)
            || ground.rules.stuck == Stuck::StopAndAward;
        if !self.on(Argument::LastMove) || by_number {
            return None;
        }
        self.uses[Argument::LastMove] += 1;
        let empty = ground.empty(node);
        Some(self.eliminates_at_once(node, empty) || fills_at_once(node, empty))
    }

    #[inline]
    fn eliminates_at_once(&self, node: &Node, empty: Bitboard) -> bool {
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
            || centres
                .squares()
                .any(|to| self.ground.rules.jump_targets(to).intersects(node.attacker))
    }
}

/// Whether one extend fills the board and makes a majority.
#[inline]
fn fills_at_once(node: &Node, empty: Bitboard) -> bool {
    let Some(last) = empty.first() else {
        return false;
    };
    let beside = around(last);
    empty == last.into()
        && beside.intersects(node.attacker)
        && node.margin() + 1 + 2 * (beside & node.defender).count().cast_signed() > 0
}

/// For how many replies at least, of so many that are asked for, the defender is
/// sure to have an extend whatever the attacker does before each.
///
/// Take defenders with an empty square beside them, each too far from the next to
/// be beside the same square. A move of either side fills a square or flips a
/// piece beside one of them at most, so it spoils one at most. The defender's own
/// extends spoil one each as well, and it needs one that is not spoilt.
#[inline]
fn extends_left(node: &Node, empty: Bitboard, replies: u32) -> u32 {
    let able = node.defender & empty.grown();
    let places = apart(able, 2 * replies);
    let extends = match node.turn {
        Side::Attacker => places / 2,
        Side::Defender => places.div_ceil(2),
    };
    extends.min(replies)
}
