//! Leaf counts beside those of two other crates, each checked for its number.
//!
//! One bench group is one position and depth; the throughput that criterion prints
//! is leaves a second.

use ataxx_core::board::perft::{Counter, CounterOptions};
use ataxx_core::board::{Bitboard, Color, Position, Rules, Square};
use board_game_peer::games::ataxx::AtaxxBoard;
use board_game_peer::util::game_stats;
use criterion::{
    BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use std::hint::black_box;
use std::time::Duration;

/// What is counted. All are under UAI rules, which the other crates play.
struct Case {
    name: &'static str,
    fen: &'static str,
    depth: u8,
    leaves: u64,
    peers: Peers,
}

/// Which of the other crates take part: a run should end in minutes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Peers {
    None,
    Fastest,
    All,
}

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

const OPEN: &str = "x5o/7/2xx3/3xo2/3oo2/7/o5x x 0 9";
const DENSE: &str = "xxxoo2/xxoooo1/xxxxo2/1xxxoo1/oooxx2/ooxxx1x/oo1xxxx o 1 18";
const BLOCKS: &str = "xx3oo/x1-1-1o/1-x2-1/3xo2/1-2o-1/oo-1-xx/o3xxx x 0 12";

const CASES: [Case; 8] = [
    Case {
        name: "start 6",
        fen: START,
        depth: 6,
        leaves: 141_865_520,
        peers: Peers::All,
    },
    Case {
        name: "start 7",
        fen: START,
        depth: 7,
        leaves: 5_023_479_496,
        peers: Peers::Fastest,
    },
    Case {
        name: "open 5",
        fen: OPEN,
        depth: 5,
        leaves: 800_132_896,
        peers: Peers::All,
    },
    Case {
        name: "dense 5",
        fen: DENSE,
        depth: 5,
        leaves: 113_012_438,
        peers: Peers::All,
    },
    Case {
        name: "blocks 5",
        fen: BLOCKS,
        depth: 5,
        leaves: 335_337_340,
        peers: Peers::All,
    },
    Case {
        name: "open 6",
        fen: OPEN,
        depth: 6,
        leaves: 46_302_798_989,
        peers: Peers::None,
    },
    Case {
        name: "dense 6",
        fen: DENSE,
        depth: 6,
        leaves: 5_004_071_856,
        peers: Peers::None,
    },
    Case {
        name: "blocks 6",
        fen: BLOCKS,
        depth: 6,
        leaves: 15_866_862_319,
        peers: Peers::None,
    },
];

/// Reads the board and the side to move of a FEN; the count of jumps is 0 or
/// without effect at these depths.
fn position(fen: &str) -> Position {
    let mut fields = fen.split(' ');
    let mut sets = [Bitboard::EMPTY; 3];
    let ranks = fields.next().expect("a board");
    for (rank, row) in (0..7).rev().zip(ranks.split('/')) {
        let mut file = 0;
        for symbol in row.bytes() {
            let set = match symbol {
                b'x' => 0,
                b'o' => 1,
                b'-' => 2,
                run => {
                    file += run - b'0';
                    continue;
                }
            };
            sets[set] |= Square::new(file, rank).expect("on the board").into();
            file += 1;
        }
    }
    let turn = match fields.next() {
        Some("x") => Color::Red,
        _ => Color::Blue,
    };
    Position::new(sets[0], sets[1], sets[2], turn).expect("one thing a square")
}

fn ours(case: &Case, table_bytes: usize) -> u64 {
    let settings = CounterOptions {
        table_bytes,
        ..CounterOptions::default()
    };
    Counter::new(&Rules::UAI, &settings)
        .expect("a counter")
        .count(&position(case.fen), case.depth)
        .expect("no more than 64 bits can count")
}

fn ataxx_crate(case: &Case) -> u64 {
    let position: ataxx_peer::Position = case.fen.parse().expect("a FEN");
    ataxx_peer::perft::<false, true>(position, case.depth)
}

fn board_game(case: &Case) -> u64 {
    let board = AtaxxBoard::from_fen(case.fen).expect("a FEN");
    game_stats::perft_naive(&board, case.depth.into())
}

fn board_game_memo(case: &Case) -> u64 {
    let board = AtaxxBoard::from_fen(case.fen).expect("a FEN");
    game_stats::perft(&board, case.depth.into())
}

type Subject = (&'static str, fn(&Case) -> u64);

/// Whoever counts, with the cases it counts for: those with at least these peers.
const SUBJECTS: [(Peers, Subject); 5] = [
    (Peers::None, ("ours", |case| ours(case, 0))),
    // A new table each time: what it finds, it has found in this very run.
    (Peers::None, ("ours, table", |case| ours(case, 64 << 20))),
    (Peers::Fastest, ("ataxx 0.2.0", ataxx_crate)),
    (Peers::All, ("board-game 0.8.2", board_game)),
    (Peers::All, ("board-game 0.8.2, table", board_game_memo)),
];

fn perft(criterion: &mut Criterion) {
    for case in &CASES {
        let mut group = criterion.benchmark_group(case.name);
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(2))
            .throughput(Throughput::Elements(case.leaves));
        for (needed, (name, count)) in &SUBJECTS {
            if case.peers < *needed {
                continue;
            }
            group.bench_with_input(BenchmarkId::from_parameter(name), case, |bencher, case| {
                bencher.iter(|| assert_eq!(count(black_box(case)), case.leaves));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
