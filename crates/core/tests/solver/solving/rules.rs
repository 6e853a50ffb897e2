//! The rule sets that positions are solved under: those of the twins, and any mixture.

use super::twins::positions::Chance;
use super::twins::rule_sets::rule_sets;
use ataxx_core::board::{JumpLimit, JumpVectors, LimitResult, Rules, Stuck};
use std::num::{NonZeroU16, NonZeroU32};

const LEAPS: [&[(u8, u8)]; 8] = [
    &[(2, 0), (2, 1), (2, 2)],
    &[(2, 0), (2, 1), (2, 2)],
    &[(2, 0), (2, 1), (2, 2)],
    &[(2, 0), (2, 2), (3, 0)],
    &[(2, 1)],
    &[(3, 0), (3, 3)],
    &[(2, 0)],
    &[],
];

/// A rule set with a name, or one that nobody has thought of.
pub fn any_rules(chance: &mut Chance) -> (String, Rules) {
    if chance.percent(60) {
        let sets = rule_sets();
        let (name, rules) = chance.pick(&sets);
        return ((*name).to_owned(), *rules);
    }
    ("custom".to_owned(), mixed(chance))
}

/// Rules by which every game ends soon.
pub fn short_rules(chance: &mut Chance) -> Rules {
    let mut rules = mixed(chance);
    rules.jump_limit = limit(1 + chance.below(5), chance.percent(50));
    rules
}

fn mixed(chance: &mut Chance) -> Rules {
    let vectors =
        JumpVectors::from_leaps(LEAPS[chance.below(LEAPS.len())]).expect("leaps of 2 or 3 squares");
    let mut rules = Rules::BERKELEY_2016.with_jump_vectors(vectors);
    rules.jump_limit = limit(chance.below(8), chance.percent(30));
    rules.pass_adds_to_count = chance.percent(50);
    if chance.percent(15) {
        rules.stuck = Stuck::StopAndAward;
    }
    if chance.percent(20) {
        rules.ply_limit = NonZeroU32::new(1 + u32::try_from(chance.below(30)).expect("small"));
    }
    rules
}

fn limit(jumps: usize, draw: bool) -> Option<JumpLimit> {
    let result = if draw {
        LimitResult::Draw
    } else {
        LimitResult::MorePieces
    };
    NonZeroU16::new(u16::try_from(jumps).expect("small")).map(|jumps| JumpLimit { jumps, result })
}
