//! Compares forced wins with exhaustive search under the literal rules: verdict, distance, the
//! moves that keep both, and lines.
//!
//! Positions are of all phases, rules are the named ones and mixtures of their settings. If the
//! exhaustive search cannot afford the full depth, fewer plies are compared, so that open
//! positions are covered too; `in_full` counts the others.

use crate::solving;
use crate::solving::Case;
use crate::solving::check::{Depth, compare};
use crate::solving::exhaustive::ExhaustiveSolver;
use crate::solving::portion;
use crate::solving::positions::{any_position, filled, rectangle};
use crate::solving::rules::any_rules;
use crate::solving::tally::{ENDS_AND_MOVES, Tally};
use crate::solving::twins::literal_of;
use crate::solving::twins::positions::Chance;
use ataxx_core::solver::Verdict;

/// Compares positions of all kinds until this many have been compared in full.
fn all_phases(seed: u64, in_full: u64, depth: Depth) -> Tally {
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    while tally.in_full < in_full {
        let (name, rules) = any_rules(&mut chance);
        let (kind, position) = any_position(&mut chance, &rules);
        let case = Case {
            position: &position,
            name: &name,
            rules: &rules,
        };
        if is_decided_soon(&case) && chance.percent(80) {
            continue;
        }
        compare(&case, depth, &mut tally);
        tally.note(format!("position: {kind}"));
    }
    tally
}

/// Whether one ply is enough: most random positions are like that, so most of these are skipped.
fn is_decided_soon(case: &Case) -> bool {
    let mut exhaustive = ExhaustiveSolver::new(case.rules, usize::MAX);
    let verdict = exhaustive.verdict(&literal_of(case.position), 1);
    !matches!(verdict, Ok(Verdict::None))
}

/// Compares positions on small boards, to more plies.
fn small_boards(seed: u64, in_full: u64, most: u8, depth: Depth) -> Tally {
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    while tally.in_full < in_full {
        let (name, rules) = any_rules(&mut chance);
        let area = rectangle(&mut chance, most);
        let squares = usize::try_from(area.count()).expect("small");
        let empty = 1 + chance.below(squares - 1);
        let red = [50, 50, 30, 70][chance.below(4)];
        let blocks = [0, 0, 20][chance.below(3)];
        let position = filled(&mut chance, area, blocks, empty, red);
        let position = solving::positions::with_counts(&mut chance, &rules, position);
        let case = Case {
            position: &position,
            name: &name,
            rules: &rules,
        };
        if is_decided_soon(&case) && chance.percent(95) {
            continue;
        }
        compare(&case, depth, &mut tally);
    }
    tally
}

/// Checks that all events and these verdicts occurred.
fn complete(tally: &Tally, verdicts: &[&str]) {
    assert_eq!(tally.missing(&ENDS_AND_MOVES), [""; 0], "never\n{tally}");
    assert_eq!(tally.missing(verdicts), [""; 0], "never\n{tally}");
    let others = ["all moves", "distance along the line"];
    assert_eq!(tally.missing(&others), [""; 0], "never\n{tally}");
}

const TO_FOUR: [&str; 11] = [
    "win 0",
    "win 1",
    "win 2",
    "win 3",
    "win 4",
    "loss 0",
    "loss 1",
    "loss 2",
    "loss 3",
    "loss 4",
    "none within 4",
];

const FOUR: Depth = Depth {
    plies: 4,
    budget: 2000,
};

/// Together more than ten thousand positions to four plies.
const PART: u64 = 3400;

fn part(seed: u64) {
    let tally = all_phases(seed, portion(PART), FOUR);
    complete(&tally, &TO_FOUR);
    assert_eq!(tally.missing(&["Draw"]), [""; 0], "{tally}");
}

#[test]
fn within_four_plies_1() {
    part(1);
}

#[test]
fn within_four_plies_2() {
    part(2);
}

#[test]
fn within_four_plies_3() {
    part(3);
}

const TO_SIX: [&str; 6] = [
    "win 5",
    "win 6",
    "loss 5",
    "loss 6",
    "none within 5",
    "none within 6",
];

#[test]
fn within_six_plies() {
    let depth = Depth {
        plies: 6,
        budget: 3000,
    };
    let tally = small_boards(4, portion(2000), 4, depth);
    assert_eq!(tally.missing(&TO_SIX), [""; 0], "{tally}");
}

#[test]
fn deeper_on_tiny_boards() {
    let depth = Depth {
        plies: 12,
        budget: 6000,
    };
    let tally = small_boards(5, 400, 3, depth);
    let deep = ["win 7", "loss 8", "win 9", "loss 10", "none within 12"];
    assert_eq!(tally.missing(&deep), [""; 0], "{tally}");
}

/// The same at length: `cargo test --release --test solver brute_force -- --ignored
/// --nocapture`, some minutes a round.
#[test]
#[ignore = "takes long"]
fn at_length() {
    const ROUNDS: u64 = 4;
    for seed in 1000..1000 + ROUNDS {
        let depth = |plies, budget| Depth { plies, budget };
        println!("{}", all_phases(seed, 10_000, depth(4, 20_000)));
        println!("{}", all_phases(seed, 2000, depth(6, 30_000)));
        println!("{}", small_boards(seed, 4000, 4, depth(6, 30_000)));
        println!("{}", small_boards(seed, 500, 3, depth(16, 60_000)));
    }
}
