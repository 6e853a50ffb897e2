//! Forced wins and losses beside those that another crate finds, each checked.
//!
//! One bench group is one position and a number of plies. Each question is put to a
//! fresh solver, and what it takes to set that up counts.

mod solvers;

use ataxx_core::board::Position;
use ataxx_core::notation::read_position;
use ataxx_core::solver::Plies;
use criterion::{BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use solvers::{Peer, Verdict, ours};
use std::hint::black_box;
use std::time::Duration;

/// What is asked, under UAI rules.
struct Case {
    /// What the position is called in the corpus, or `WIN_IN_ELEVEN`.
    name: &'static str,
    plies: u16,
    verdict: Verdict,
    /// Whether the other crate takes part: a run should end in minutes.
    peer: bool,
}

/// A name that is not in the corpus, and its position.
const WIN_IN_ELEVEN: (&str, &str) = (
    "win in 11",
    "1xxxooo/xxxxooo/oox-xxo/2-o-xo/ooo-xxo/ooxxxxo/2xxxxo x 1 33",
);

const CASES: [Case; 14] = [
    open("38-03", 7, true),
    open("25-01", 7, true),
    open("16-01", 7, true),
    open("10-02", 7, true),
    case("42-04", 7, loss(4), true),
    case("03-10", 7, win(7), true),
    case("03-11", 7, loss(5), true),
    case("02-01", 7, loss(6), true),
    open("38-03", 9, false),
    open("25-01", 9, false),
    open("16-01", 9, false),
    open("10-02", 9, false),
    case("03-02", 9, loss(8), true),
    case(WIN_IN_ELEVEN.0, 11, win(11), true),
];

const fn case(name: &'static str, plies: u16, verdict: Verdict, peer: bool) -> Case {
    Case {
        name,
        plies,
        verdict,
        peer,
    }
}

const fn open(name: &'static str, plies: u16, peer: bool) -> Case {
    case(name, plies, Verdict::Open, peer)
}

const fn win(plies: u16) -> Verdict {
    Verdict::Win(Plies(plies))
}

const fn loss(plies: u16) -> Verdict {
    Verdict::Loss(Plies(plies))
}

fn position(name: &str) -> Position {
    if name == WIN_IN_ELEVEN.0 {
        return read_position(WIN_IN_ELEVEN.1).expect("a position");
    }
    let entries = ataxx_benches::entries();
    let entry = entries.iter().find(|entry| entry.id == name);
    entry.expect("a name of the corpus").position
}

fn solver(criterion: &mut Criterion) {
    for case in &CASES {
        let plies = Plies(case.plies);
        let position = position(case.name);
        let mut group = criterion.benchmark_group(format!("{} within {plies}", case.name));
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(2));
        group.bench_function(BenchmarkId::from_parameter("ours"), |bencher| {
            let ask = || ours(black_box(&position), plies);
            bencher.iter(|| assert_eq!(ask(), case.verdict));
        });
        if case.peer {
            let peer = Peer::new(&position);
            group.bench_function(BenchmarkId::from_parameter("board-game 0.8.2"), |bencher| {
                let ask = || black_box(&peer).confirm(case.verdict, plies);
                bencher.iter(|| assert_eq!(ask(), case.verdict));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, solver);
criterion_main!(benches);
