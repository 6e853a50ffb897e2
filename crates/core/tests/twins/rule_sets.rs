//! The rule sets of the tests: the named ones, and unusual ones.

use ataxx_core::board::{JumpLimit, JumpVectors, LimitResult, Rules, Stuck};
use std::num::{NonZeroU16, NonZeroU32};

/// The changes of a rule set; the rest is as in `2016`.
struct Odd {
    leaps: &'static [(u8, u8)],
    /// 0 for no limit.
    jumps: u16,
    result: LimitResult,
    pass_adds: bool,
    stuck: Stuck,
    /// 0 for no limit.
    plies: u32,
    blocks: bool,
}

const DISTANCE_TWO: &[(u8, u8)] = &[(2, 0), (2, 1), (2, 2)];

const PLAIN: Odd = Odd {
    leaps: DISTANCE_TWO,
    jumps: 25,
    result: LimitResult::MorePieces,
    pass_adds: false,
    stuck: Stuck::Pass,
    plies: 0,
    blocks: true,
};

/// Rules of other programs, and unusual settings for corner cases.
const ODD: [(&str, Odd); 14] = [
    (
        "stop and award",
        Odd {
            jumps: 0,
            stuck: Stuck::StopAndAward,
            plies: 400,
            ..PLAIN
        },
    ),
    (
        "stop and award, draw after 2 jumps, a pass counts",
        Odd {
            jumps: 2,
            result: LimitResult::Draw,
            pass_adds: true,
            stuck: Stuck::StopAndAward,
            ..PLAIN
        },
    ),
    (
        "stop and award, reloaded jumps",
        Odd {
            leaps: &[(2, 0), (2, 2), (3, 0)],
            stuck: Stuck::StopAndAward,
            ..PLAIN
        },
    ),
    ("1 jump", Odd { jumps: 1, ..PLAIN }),
    (
        "draw after 1 jump",
        Odd {
            jumps: 1,
            result: LimitResult::Draw,
            ..PLAIN
        },
    ),
    (
        "3 jumps, a pass counts",
        Odd {
            jumps: 3,
            pass_adds: true,
            ..PLAIN
        },
    ),
    (
        "draw after 7 jumps, a pass counts",
        Odd {
            jumps: 7,
            result: LimitResult::Draw,
            pass_adds: true,
            ..PLAIN
        },
    ),
    ("1 ply", Odd { plies: 1, ..PLAIN }),
    (
        "13 plies, 5 jumps",
        Odd {
            jumps: 5,
            plies: 13,
            ..PLAIN
        },
    ),
    (
        "knights, 60 plies",
        Odd {
            leaps: &[(2, 1)],
            plies: 60,
            ..PLAIN
        },
    ),
    (
        "three squares any way",
        Odd {
            leaps: &[(3, 0), (1, 3), (3, 2), (3, 3)],
            ..PLAIN
        },
    ),
    (
        "no jumps",
        Odd {
            leaps: &[],
            jumps: 1,
            pass_adds: true,
            ..PLAIN
        },
    ),
    (
        "no limit, a pass counts",
        Odd {
            jumps: 0,
            pass_adds: true,
            ..PLAIN
        },
    ),
    (
        "no blocks",
        Odd {
            blocks: false,
            ..PLAIN
        },
    ),
];

impl Odd {
    fn rules(&self) -> Rules {
        let vectors = JumpVectors::from_leaps(self.leaps).expect("leaps of 2 or 3 squares");
        let mut rules = Rules::BERKELEY_2016.with_jump_vectors(vectors);
        rules.jump_limit = NonZeroU16::new(self.jumps).map(|jumps| JumpLimit {
            jumps,
            result: self.result,
        });
        rules.pass_adds_to_count = self.pass_adds;
        rules.stuck = self.stuck;
        rules.ply_limit = NonZeroU32::new(self.plies);
        rules.blocks = self.blocks;
        rules
    }
}

/// All rule sets with a name for messages, the named ones first.
pub fn rule_sets() -> Vec<(&'static str, Rules)> {
    let named = [
        ("2008", Rules::BERKELEY_2008),
        ("2016", Rules::BERKELEY_2016),
        ("uai", Rules::UAI),
        ("reloaded", Rules::RELOADED),
    ];
    let odd = ODD.iter().map(|(name, odd)| (*name, odd.rules()));
    named.into_iter().chain(odd).collect()
}
