//! Compares the board with the reference rules over many random plies, and prints how often each
//! event occurred. By default 10⁸ plies are played. Panics at the first difference; the same seed
//! reproduces it.
//!
//! ```text
//! cargo run --release -p ataxx-core --example rules_at_length -- [PLIES [SEED]]
//! ```

#[path = "../tests/twins/mod.rs"]
mod twins;

use std::process::ExitCode;
use std::time::Instant;
use twins::play_at_random;

#[allow(clippy::disallowed_methods)] // a program
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
