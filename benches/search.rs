//! The evaluation, and searches to a fixed depth, each checked for what it finds.
//!
//! Each search is that of a player that has searched nothing before; what it takes to
//! make its table is not measured. The throughput that criterion prints is positions a
//! second. The other crate's search is a plain alpha-beta: it is compared with ours where
//! that counts pieces, as it does, and leaves nothing out that could matter.

use ataxx_core::Cancellation;
use ataxx_core::board::{Position, Rules};
use ataxx_core::engine::{
    Choice, Evaluation, Level, Limits, Material, Network, Player, PlayerOptions, SearchTask,
    SearchTechniques,
};
use ataxx_core::notation::read_position;
use board_game_peer::ai::minimax::minimax_value;
use board_game_peer::games::ataxx::AtaxxBoard;
use board_game_peer::heuristic::ataxx::AtaxxTileHeuristic;
use criterion::{
    BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Duration;

/// A small table, so that clearing it between searches takes no time.
const TABLE_BYTES: usize = 4 << 20;
const DEPTH: u32 = 10;

/// What is searched, under UAI rules; the first and the last are also in `ataxx bench`.
const SEARCHED: [(&str, &str); 3] = [
    ("start", "x5o/7/7/7/7/7/o5x x 0 1"),
    (
        "blocks",
        "x1-1-2/1-3-1/3o3/--ooo--/1ooooo1/1-xxx-1/2-x-1x x 0 12",
    ),
    (
        "endgame",
        "1xx4/xxxooo1/xxxoo2/ooooo2/xoxoo2/oxxxxoo/oxxxxoo x 0 32",
    ),
];

fn evaluation(criterion: &mut Criterion) {
    let network = Network::embedded();
    let positions: Vec<Position> = ataxx_benches::entries()
        .into_iter()
        .map(|entry| entry.position)
        .collect();
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("corpus", |bencher| {
        let value = |position: &Position| i64::from(network.value(position));
        bencher.iter(|| black_box(&positions).iter().map(value).sum::<i64>());
    });
    group.finish();
}

/// What a search finds.
fn search(player: &mut Player, position: &Position, depth: u32) -> Choice {
    let task = SearchTask {
        position,
        rules: &Rules::UAI,
        limits: Limits {
            depth: Some(depth),
            ..Limits::default()
        },
        seed: None,
        threads: NonZeroUsize::MIN,
    };
    let choice = player.choose(&task, Cancellation::never());
    choice.expect("the game goes on")
}

fn searches(criterion: &mut Criterion) {
    let settings = PlayerOptions {
        table_bytes: TABLE_BYTES,
        solver: false,
        level: Level::FULL,
        ..PlayerOptions::default()
    };
    let mut group = criterion.benchmark_group(format!("search {DEPTH}"));
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    for (name, fen) in SEARCHED {
        let position = read_position(fen).expect("a position");
        let expected = search(&mut Player::new(&settings), &position, DEPTH);
        group.throughput(Throughput::Elements(expected.nodes));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter_batched_ref(
                || Player::new(&settings),
                |player| assert_eq!(search(player, black_box(&position), DEPTH), expected),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

/// Both find the same value.
fn peer(criterion: &mut Criterion) {
    const DEPTH: u32 = 7;
    let settings = PlayerOptions {
        evaluation: &Material,
        table_bytes: TABLE_BYTES,
        techniques: SearchTechniques::EXACT,
        solver: false,
        level: Level::FULL,
    };
    let piece = Material.value(&read_position("xx5/7/7/7/7/7/o6 x").expect("a position"));
    let mut group = criterion.benchmark_group(format!("pieces {DEPTH}"));
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    for (name, fen) in SEARCHED {
        let position = read_position(fen).expect("a position");
        let board = AtaxxBoard::from_fen(fen).expect("a FEN");
        let pieces = AtaxxTileHeuristic::greedy();
        let expected = piece * minimax_value(&board, &pieces, DEPTH);
        group.bench_function(BenchmarkId::new("ours", name), |bencher| {
            bencher.iter_batched_ref(
                || Player::new(&settings),
                |player| assert_eq!(search(player, black_box(&position), DEPTH).value, expected),
                BatchSize::PerIteration,
            );
        });
        group.bench_function(BenchmarkId::new("board-game 0.8.2", name), |bencher| {
            let value = || piece * minimax_value(black_box(&board), &pieces, DEPTH);
            bencher.iter(|| assert_eq!(value(), expected));
        });
    }
    group.finish();
}

criterion_group!(benches, evaluation, searches, peer);
criterion_main!(benches);
