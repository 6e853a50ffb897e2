//! Compares leaf counts with the figures of the specification, and the fast counter with the plain
//! one.

use ataxx_core::Cancellation;
use ataxx_core::board::perft::{
    self, Branch, Counter, CounterOptions, Counting, Hooks, Unfinished,
};
use ataxx_core::board::{
    Bitboard, Color, Game, JumpLimit, LimitResult, Move, Position, Rules, Square, Symmetry,
};
use std::num::{NonZeroU16, NonZeroUsize};
use std::sync::Mutex;

fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::new(bytes[0] - b'a', bytes[1] - b'1').expect("a square")
}

/// A position from its ranks, the seventh first: pieces `x` (Red) and `o` (Blue),
/// blocks `-`, digits for runs of empty squares. Red is to move.
fn position(ranks: &str) -> Position {
    let mut sets = [Bitboard::EMPTY; 3];
    for (ranks_down, row) in (0..).zip(ranks.split('/')) {
        let mut file = 0;
        for symbol in row.chars() {
            if let Some(run) = symbol.to_digit(8) {
                file += u8::try_from(run).expect("a digit");
                continue;
            }
            let set = "xo-".find(symbol).expect("a piece or a block");
            sets[set] |= Square::new(file, 6 - ranks_down)
                .expect("on the board")
                .into();
            file += 1;
        }
        assert_eq!(file, 7, "{row}");
    }
    Position::new(sets[0], sets[1], sets[2], Color::Red).expect("one thing a square")
}

fn start_with_blocks(blocks: &[&str]) -> Position {
    let mut game = Game::new(Rules::UAI);
    for block in blocks {
        game.place_block(square(block)).expect("a free square");
    }
    *game.position()
}

fn counter(rules: &Rules, counting: Counting, table_bytes: usize, threads: usize) -> Counter {
    let settings = CounterOptions {
        counting,
        table_bytes,
        threads: NonZeroUsize::new(threads).expect("a thread"),
    };
    Counter::new(rules, &settings).expect("threads to count with")
}

/// Counts at depth 1, 2, … with the fast counter, with and without a table and threads, and at small
/// depths with the plain one.
fn check(position: &Position, rules: &Rules, counting: Counting, expected: &[u64]) {
    for (table_bytes, threads) in [(0, 1), (1 << 20, 1), (1 << 20, 2)] {
        let mut counter = counter(rules, counting, table_bytes, threads);
        for (depth, &leaves) in (1..).zip(expected) {
            assert_eq!(
                counter.count(position, depth),
                Ok(leaves),
                "{table_bytes} {threads} {depth}"
            );
            if leaves < 200_000 {
                assert_eq!(
                    perft::plain(position, depth.into(), rules, counting),
                    leaves
                );
            }
        }
    }
}

#[test]
fn start_position() {
    let expected = [16, 256, 6460, 155_888, 4_752_668, 141_865_520];
    for rules in Rules::NAMED {
        if rules != Rules::RELOADED {
            check(
                &Position::start(),
                &rules,
                Counting::ByDestination,
                &expected,
            );
        }
    }
}

#[test]
fn start_position_seven_deep() {
    let mut counter = counter(&Rules::UAI, Counting::ByDestination, 1 << 24, 1);
    assert_eq!(counter.count(&Position::start(), 7), Ok(5_023_479_496));
}

#[test]
fn blocks() {
    let cases = [
        (&["b2", "c3", "c4"][..], [12, 144, 2600, 45234]),
        (&["d4"], [16, 256, 6332, 150_152]),
    ];
    for (blocks, expected) in cases {
        let position = start_with_blocks(blocks);
        check(&position, &Rules::UAI, Counting::ByDestination, &expected);
    }
}

#[test]
fn every_origin() {
    let expected = [16, 256, 6652, 165_656, 5_313_188, 167_553_060];
    check(
        &Position::start(),
        &Rules::UAI,
        Counting::ByOrigin,
        &expected,
    );
}

#[test]
fn reloaded() {
    let expected = [16, 252, 5360, 111_072];
    check(
        &Position::start(),
        &Rules::RELOADED,
        Counting::ByDestination,
        &expected,
    );
}

#[test]
fn edges_of_the_rules() {
    let cases: [(_, _, &[u64]); 3] = [
        (
            "7/7/7/7/ooooooo/ooooooo/xxxxxxx",
            0,
            &[1, 75, 249, 14270, 452_980],
        ),
        ("7/7/7/7/-------/-------/x5o", 0, &[2, 4, 13, 30, 73, 174]),
        ("x5o/7/7/7/7/7/o5x", 99, &[16, 96, 2336, 57676, 1_853_056]),
    ];
    for (ranks, jumps, expected) in cases {
        let position = position(ranks).with_jumps(jumps);
        check(&position, &Rules::UAI, Counting::ByDestination, expected);
        let images = Symmetry::all().map(|symmetry| symmetry.position(&position));
        for image in images {
            let swapped = image.with_colors_swapped();
            check(
                &swapped,
                &Rules::UAI,
                Counting::ByDestination,
                &expected[..4],
            );
        }
    }
}

/// Positions that differ only in the jump count have different entries.
#[test]
fn jump_count_is_part_of_a_position() {
    let mut counter = counter(&Rules::UAI, Counting::ByDestination, 1 << 20, 1);
    let mut found = Vec::new();
    for jumps in [0, 95, 96, 97, 98, 99, 100, 0, 99] {
        let position = Position::start().with_jumps(jumps);
        let leaves = counter.count(&position, 5).expect("not so many");
        assert_eq!(
            leaves,
            perft::plain(&position, 5, &Rules::UAI, Counting::ByDestination)
        );
        found.push(leaves);
    }
    assert_eq!(
        found[0], found[1],
        "five plies cannot reach the limit above the leaves"
    );
    assert!(
        found[1..7].windows(2).all(|pair| pair[0] > pair[1]),
        "{found:?}"
    );
    assert_eq!((found[7], found[8]), (found[0], found[5]));
}

/// One table serves positions with other blocks, one after the other.
#[test]
fn the_table_is_cleared_for_other_blocks() {
    let mut counter = counter(&Rules::UAI, Counting::ByDestination, 1 << 20, 1);
    for _ in 0..2 {
        assert_eq!(counter.count(&Position::start(), 4), Ok(155_888));
        assert_eq!(counter.count(&start_with_blocks(&["d4"]), 4), Ok(150_152));
    }
}

/// Only images with the same blocks share an entry.
#[test]
fn the_table_uses_the_symmetries_of_the_blocks() {
    for blocks in [
        "7/7/7/7/7/7/7",
        "-6/7/7/7/7/7/7",
        "--5/7/7/7/7/7/--5",
        "-5-/7/7/3-3/7/7/7",
    ] {
        let blocks = position(blocks).blocks();
        let pieces = position("7/1xxo3/1o5/5x1/2oo3/7/7");
        let count = |counter: &mut Counter, symmetry: Symmetry| {
            let [red, blue] = Color::BOTH.map(|color| symmetry.bitboard(pieces.pieces(color)));
            let position = Position::new(red, blue, blocks, Color::Red).expect("clear of blocks");
            counter.count(&position, 4)
        };
        let mut with_table = counter(&Rules::UAI, Counting::ByDestination, 1 << 20, 1);
        let mut without = counter(&Rules::UAI, Counting::ByDestination, 0, 1);
        for symmetry in Symmetry::all() {
            assert_eq!(
                count(&mut with_table, symmetry),
                count(&mut without, symmetry)
            );
        }
    }
}

#[test]
fn division() {
    let position = Position::start();
    for (counting, branches) in [(Counting::ByDestination, 16), (Counting::ByOrigin, 16)] {
        let mut counter = counter(&Rules::UAI, counting, 0, 2);
        for depth in 1..=4 {
            let division = divide(&mut counter, &position, depth);
            assert_eq!(division.len(), branches);
            let sum: u64 = division.iter().map(|branch| branch.leaves).sum();
            assert_eq!(Ok(sum), counter.count(&position, depth));
        }
    }
    let crowd = self::position("xx5/7/7/7/7/7/6o");
    let division = |counting| {
        let mut counter = counter(&Rules::UAI, counting, 0, 1);
        divide(&mut counter, &crowd, 1)
            .into_iter()
            .filter(|branch| branch.played.to() == Some(square("b6")))
            .map(|branch| branch.played.from.expect("no pass"))
            .collect::<Vec<_>>()
    };
    assert_eq!(division(Counting::ByDestination), [square("a7")]);
    assert_eq!(division(Counting::ByOrigin), [square("a7"), square("b7")]);
    let surrounded = self::position("xoo4/ooo4/ooo4/7/7/7/7");
    for counting in [Counting::ByDestination, Counting::ByOrigin] {
        let mut counter = counter(&Rules::UAI, counting, 0, 1);
        let passes = divide(&mut counter, &surrounded, 1);
        assert_eq!(passes.len(), 1);
        assert_eq!(
            (passes[0].played.mv, passes[0].played.from),
            (Move::Pass, None)
        );
    }
}

fn divide(counter: &mut Counter, position: &Position, depth: u8) -> Vec<Branch> {
    counter
        .divide_with(position, depth, &Hooks::none())
        .expect("not so many")
}

#[test]
fn hooks_report_progress_and_cancel() {
    for threads in [1, 3] {
        let mut counter = counter(&Rules::UAI, Counting::ByDestination, 0, threads);
        let (stop, seen) = (Cancellation::new(), Mutex::new(Vec::new()));
        let watch = |progress: perft::Progress| seen.lock().expect("sound").push(progress);
        let hooks = Hooks {
            cancel: &stop,
            progress: &watch,
        };
        assert_eq!(
            counter.count_with(&Position::start(), 5, &hooks),
            Ok(4_752_668)
        );
        let mut done: Vec<_> = seen.lock().expect("sound").iter().map(|p| p.done).collect();
        done.sort_unstable();
        assert_eq!(done, (1..=256).collect::<Vec<_>>());

        // Deeper than can be counted in practice.
        let found = std::thread::scope(|scope| {
            let count = scope.spawn(|| counter.count_with(&Position::start(), 200, &hooks));
            stop.request();
            count.join().expect("no panic")
        });
        assert_eq!(found, Err(Unfinished::Stopped));
    }
}

/// Two pieces that jump between free squares, no two of which are adjacent: few enough positions for
/// the table to reach depths at which 64 bits do not suffice.
#[test]
fn too_many_leaves_are_an_error() {
    let mut rules = Rules::UAI;
    rules.jump_limit = None;
    let lattice = position("x-1-1-1/-------/1-1-1-1/-------/1-1-1-1/-------/1-1-1-o");
    let mut counter = counter(&rules, Counting::ByDestination, 1 << 20, 1);
    let depth = (1..=64)
        .find(|&depth| counter.count(&lattice, depth) == Err(Unfinished::TooMany))
        .expect("at least doubles each time");
    let last = counter.count(&lattice, depth - 1).expect("found before");
    assert!(last > 1 << 60, "{last}");
}

/// Jumps of every kind bring dozens of pieces to one square.
#[test]
fn many_moves_to_one_square() {
    let mut rules: Rules = "uai,jumps=20+21+22+30+31+32+33".parse().expect("rules");
    for limit in [100, 1, 2].map(NonZeroU16::new) {
        rules.jump_limit = limit.map(|jumps| JumpLimit {
            jumps,
            result: LimitResult::Draw,
        });
        for ranks in [
            "xxxxxxx/xxxxxxx/xxxxxxx/xxx1xxx/xxxxxxx/xxxxxxx/xxxxxxo",
            "oxxxxxx/xxxxxxx/xxxxxxx/xx1x1xx/xxxxxxx/xxxxxxx/xxxxxxo",
            "ooooooo/oxxxxxo/o5o/xxx1xxx/xxxxxxx/xxxxxxx/xxxxxxx",
            "xxxxxxx/xxxxxxx/x-xxxxx/xxx11xx/xxxxx-x/xxxxxxx/ooooooo",
        ] {
            for counting in [Counting::ByDestination, Counting::ByOrigin] {
                let position = position(ranks);
                let mut counter = counter(&rules, counting, 0, 1);
                for depth in 1..=4 {
                    let leaves = perft::plain(&position, depth.into(), &rules, counting);
                    assert_eq!(
                        counter.count(&position, depth),
                        Ok(leaves),
                        "{ranks} {depth}"
                    );
                }
            }
        }
    }
}
