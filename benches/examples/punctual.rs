//! How punctual the player is on a busy machine: plays moves with a limit on time while
//! every processor has something else to do, and says by how much the limit was missed.
//!
//! ```sh
//! cargo run --release -p ataxx-benches --example punctual -- 1000 0.2    # MOVES, SECONDS
//! ```

use ataxx_core::Cancellation;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::engine::{Limits, SearchTask, choose};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let moves = args.first().and_then(|moves| moves.parse().ok());
    let seconds = args.get(1).and_then(|seconds| seconds.parse().ok());
    let (Some(moves), Some(seconds)) = (moves, seconds) else {
        eprintln!("usage: punctual MOVES SECONDS");
        return ExitCode::from(2);
    };
    let limit = Duration::from_secs_f64(seconds);
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let done = AtomicBool::new(false);
    let taken = thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                let mut number = 1_u64;
                while !done.load(Ordering::Relaxed) {
                    number = black_box(number.wrapping_mul(6_364_136_223_846_793_005));
                }
            });
        }
        let taken = play(moves, limit);
        done.store(true, Ordering::Relaxed);
        taken
    });
    report(&taken, limit, processors);
    ExitCode::SUCCESS
}

/// Plays so many moves, game after game, each game after some random moves; how long each
/// one took, longest last.
fn play(moves: usize, limit: Duration) -> Vec<Duration> {
    let rules = Rules::BERKELEY_2016;
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut position = Position::start();
    let mut taken = Vec::new();
    while taken.len() < moves {
        let legal: Vec<Move> = position.legal_moves(&rules).collect();
        if legal.is_empty() {
            position = Position::start();
            continue;
        }
        if position.plies() < 4 {
            let at = random.next_u64() % legal.len() as u64;
            position = position.after(legal[usize::try_from(at).unwrap_or(0)], &rules);
            continue;
        }
        let task = SearchTask {
            position: &position,
            rules: &rules,
            limits: Limits {
                time: Some(limit),
                ..Limits::default()
            },
            seed: None,
            threads: NonZeroUsize::MIN,
        };
        let begun = Instant::now();
        let choice = choose(&task, Cancellation::never()).expect("the game goes on");
        taken.push(begun.elapsed());
        position = position.after(choice.mv, &rules);
    }
    taken.sort_unstable();
    taken
}

fn report(taken: &[Duration], limit: Duration, processors: usize) {
    let late = taken.iter().filter(|&&time| time > limit).count();
    let longest = taken.last().copied().unwrap_or_default();
    let median = taken.get(taken.len() / 2).copied().unwrap_or_default();
    println!(
        "{} moves of {limit:?} with {processors} other threads at work on {processors} processors",
        taken.len()
    );
    println!("median {median:.1?}, longest {longest:.1?}, {late} late");
    println!(
        "worst overrun {:.1?}",
        longest.checked_sub(limit).unwrap_or_default()
    );
}
