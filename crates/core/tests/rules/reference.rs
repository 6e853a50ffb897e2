//! The board and the reference rules play in step: see `twins`.

use crate::twins::play_at_random;
use ataxx_core::board::{JumpVectors, Move, Rules, Square};
use std::collections::BTreeSet;

/// A million plies in all. Every part must contain all events; the same seeds give the same games
/// on every machine.
const PLIES_OF_A_PART: u64 = 260_000;

fn part(seed: u64) {
    let tally = play_at_random(seed, PLIES_OF_A_PART);
    assert!(tally.plies >= PLIES_OF_A_PART);
    assert_eq!(tally.missing(), [""; 0], "never happened\n{tally}");
}

#[test]
fn engines_agree_1() {
    part(1);
}

#[test]
fn engines_agree_2() {
    part(2);
}

#[test]
fn engines_agree_3() {
    part(3);
}

#[test]
fn engines_agree_4() {
    part(4);
}

/// Both implementations use the same jump vectors, so these are checked against the rules here.
#[test]
fn jump_vectors() {
    let collect = |vectors: JumpVectors| vectors.iter().collect::<BTreeSet<_>>();
    let mut distance_two = BTreeSet::new();
    for right in -2_i8..=2 {
        for up in -2_i8..=2 {
            if right.abs() == 2 || up.abs() == 2 {
                distance_two.insert((right, up));
            }
        }
    }
    assert_eq!(distance_two.len(), 16);
    assert_eq!(collect(JumpVectors::DISTANCE_TWO), distance_two);
    assert_eq!(
        collect(Rules::UAI.jump_vectors()),
        distance_two,
        "also behind the name"
    );
    let reloaded = [
        (-2, 0),
        (2, 0),
        (0, -2),
        (0, 2),
        (-2, -2),
        (-2, 2),
        (2, -2),
        (2, 2),
        (-3, 0),
        (3, 0),
        (0, -3),
        (0, 3),
    ];
    assert_eq!(collect(JumpVectors::RELOADED), BTreeSet::from(reloaded));
    assert_eq!(
        collect(Rules::RELOADED.jump_vectors()),
        BTreeSet::from(reloaded)
    );
    let knight = collect(leaps(&[(1, 2)]));
    assert_eq!(knight, collect(leaps(&[(2, 1)])));
    assert_eq!(knight.len(), 8);
    assert!(knight.contains(&(-1, 2)) && knight.contains(&(2, -1)));
}

fn leaps(leaps: &[(u8, u8)]) -> JumpVectors {
    JumpVectors::from_leaps(leaps).expect("leaps of 2 or 3 squares")
}

#[test]
fn leaps_of_two_and_three_are_jumps() {
    for leap in [(2, 0), (0, 2), (1, 2), (2, 2), (3, 0), (1, 3), (3, 3)] {
        let vectors = leaps(&[leap]).iter().count();
        let straight = leap.0 == leap.1 || leap.0 == 0 || leap.1 == 0;
        assert_eq!(vectors, if straight { 4 } else { 8 }, "{leap:?}");
    }
    for leap in [(0, 0), (0, 1), (1, 0), (1, 1), (4, 0), (0, 4), (4, 4)] {
        assert_eq!(
            JumpVectors::from_leaps(&[leap]),
            None,
            "{leap:?} is no jump"
        );
    }
}

#[test]
fn only_jumps_are_jumps() {
    let (from, to) = (Square::A1, Square::G7);
    assert!(Move::Jump { from, to }.is_jump());
    assert!(!Move::Extend { to }.is_jump());
    assert!(!Move::Pass.is_jump());
}

/// The settings of the named rule sets, as the specification lists them.
#[test]
fn named_rules() {
    use ataxx_core::board::{JumpLimit, LimitResult, Rules, Stuck};
    use std::num::{NonZeroU16, NonZeroU32};

    let limit = |jumps, result| {
        Some(JumpLimit {
            jumps: NonZeroU16::new(jumps).expect("positive"),
            result,
        })
    };
    let expected = [
        ("2008", limit(45, LimitResult::MorePieces)),
        ("2016", limit(25, LimitResult::MorePieces)),
        ("2022", limit(25, LimitResult::MorePieces)),
        ("uai", limit(100, LimitResult::Draw)),
        ("reloaded", None),
    ];
    for (rules, (name, jump_limit)) in Rules::NAMED.into_iter().zip(expected) {
        assert_eq!(rules.to_string(), name);
        let reloaded = rules == Rules::RELOADED;
        assert_eq!(rules.jump_limit, jump_limit, "{name}");
        assert_eq!(rules.pass_adds_to_count, rules == Rules::UAI, "{name}");
        assert_eq!(rules.stuck, Stuck::Pass, "{name}");
        assert_eq!(rules.blocks, !reloaded, "{name}");
        let ply_limit = if reloaded { NonZeroU32::new(200) } else { None };
        assert_eq!(rules.ply_limit, ply_limit, "{name}: 100 turns of two plies");
        let vectors = if reloaded {
            JumpVectors::RELOADED
        } else {
            JumpVectors::DISTANCE_TWO
        };
        assert_eq!(rules.jump_vectors(), vectors, "{name}");
    }
}
