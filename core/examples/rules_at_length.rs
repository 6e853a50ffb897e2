//! The two engines against each other for as long as one likes:
//!
//! ```text
//! cargo run --release -p ataxx-core --example rules_at_length -- [PLIES [SEED]]
//! ```
//!
//! plays 10⁸ plies unless told otherwise and prints what happened in them. It
//! panics at the first difference; the same seed finds it again.

#[path = "../tests/twins/mod.rs"]
mod twins;

use std::process::ExitCode;
use std::time::Instant;
use twins::play_at_random;

fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Ok(plies), Ok(seed)) = (
        numbers.next().unwrap_or(Ok(100_000_000)),
        numbers.next().unwrap_or(Ok(1)),
    ) else {
        eprintln!("usage: rules_at_length [PLIES [SEED]]");
        return ExitCode::from(2);
    };
    let clock = Instant::now();
    let tally = play_at_random(seed, plies);
    print!("{tally}");
    eprintln!("seed {seed}, {:.1} s", clock.elapsed().as_secs_f64());
    for event in tally.missing() {
        println!("never happened: {event}");
    }
    ExitCode::SUCCESS
}
