//! How long a piece of work takes, be it a microsecond or a minute.

use std::time::{Duration, Instant};

/// The work is repeated for at least this long between two looks at the clock, so
/// that the clock's own time and grain do not matter.
const ROUND: Duration = Duration::from_millis(2);

/// The best of so many rounds counts: whatever else runs can only add to a round.
const ROUNDS: u32 = 5;

/// Work that takes this long in all is not repeated further.
const PATIENCE: Duration = Duration::from_secs(3);

/// Times one piece of work.
pub struct Stopwatch<W> {
    work: W,
    repeats: u32,
    rounds: u32,
    spent: Duration,
    best: Duration,
}

impl<W: FnMut()> Stopwatch<W> {
    pub fn new(work: W) -> Self {
        Self {
            work,
            repeats: 1,
            rounds: 0,
            spent: Duration::ZERO,
            best: Duration::MAX,
        }
    }

    fn run(&mut self) {
        let clock = Instant::now();
        for _ in 0..self.repeats {
            (self.work)();
        }
        let round = clock.elapsed();
        self.spent += round;
        if round < ROUND {
            // Too short to count: half as many again as seem to be needed, and
            // not a thousandfold at once, as the first run finds a cold machine.
            let times = 1.5 * ROUND.as_secs_f64() / round.as_secs_f64().max(1e-9);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let times = times.clamp(2.0, 100.0) as u32;
            self.repeats = self.repeats.saturating_mul(times);
        } else {
            self.rounds += 1;
            self.best = self.best.min(round / self.repeats);
        }
    }

    fn done(&self) -> bool {
        self.rounds >= ROUNDS || (self.rounds > 0 && self.spent >= PATIENCE)
    }
}

/// The times of two pieces of work that take turns, so that a machine which is
/// slower for a while is so for both.
pub fn in_turn(ours: impl FnMut(), peer: impl FnMut()) -> (Duration, Duration) {
    let (mut ours, mut peer) = (Stopwatch::new(ours), Stopwatch::new(peer));
    while !(ours.done() && peer.done()) {
        // The slower of the two may have had enough already.
        if !ours.done() {
            ours.run();
        }
        if !peer.done() {
            peer.run();
        }
    }
    (ours.best, peer.best)
}

/// The time of one piece of work.
pub fn alone(work: impl FnMut()) -> Duration {
    let mut watch = Stopwatch::new(work);
    while !watch.done() {
        watch.run();
    }
    watch.best
}
