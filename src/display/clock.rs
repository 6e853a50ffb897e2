//! The clocks of two people.

use crate::opponents::Timing;
use ataxx_core::board::Color;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant, SystemTime};

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    base: Duration,
    increment: Duration,
    left: [Duration; 2],
    running: Option<Running>,
}

/// Whose time runs, since when by both clocks of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    turn: Color,
    since: Instant,
    at: SystemTime,
}

impl GameClock {
    /// What a new game offers: names for people, and the clocks.
    pub const OFFERED: [(&str, &str); 6] = [
        ("No clock", ""),
        ("1 min + 1 s a move", "60+1"),
        ("3 min + 2 s a move", "180+2"),
        ("5 min", "300+0"),
        ("10 min + 5 s a move", "600+5"),
        ("30 min", "1800+0"),
    ];

    /// The same clocks at the start of a game.
    pub const fn anew(self) -> Self {
        Self {
            left: [self.base; 2],
            running: None,
            ..self
        }
    }

    /// Whose time runs.
    pub fn turn(&self) -> Option<Color> {
        self.running.map(|running| running.turn)
    }

    /// Starts the clock of this side, or stops both. A move adds the increment to the time of the
    /// side that made it.
    pub fn run(&mut self, turn: Option<Color>, is_moved: bool, now: Instant) {
        if let Some(color) = self.turn() {
            let increment = self.increment * u32::from(is_moved);
            self.left[color.index()] = self.left(color, now) + increment;
        }
        self.running = turn.map(|turn| Running {
            turn,
            since: now,
            at: SystemTime::now(),
        });
    }

    /// The time that a side has left.
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        let left = self.left[color.index()];
        match self.running {
            Some(Running { turn, since, .. }) if turn == color => left.saturating_sub(now - since),
            _ => left,
        }
    }

    /// When the running clock reaches zero.
    pub fn deadline(&self) -> Option<Instant> {
        let Running { turn, since, .. } = self.running?;
        Some(since + self.left[turn.index()])
    }

    /// The same in milliseconds since 1970.
    pub fn until_1970(&self) -> Option<u64> {
        let Running { turn, at, .. } = self.running?;
        Some(milliseconds(at + self.left[turn.index()]))
    }
}

/// A time in milliseconds since 1970, as scripts count.
pub fn milliseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0))
}

impl fmt::Display for GameClock {
    /// As a record has it: `300+5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, increment) = (self.base.as_secs_f64(), self.increment.as_secs_f64());
        write!(f, "{base}+{increment}")
    }
}

impl FromStr for GameClock {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.parse() {
            Ok(Timing::Clock {
                base,
                increment,
                moves: None,
            }) => Ok(Self {
                base,
                increment,
                left: [base; 2],
                running: None,
            }),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_one_side_and_moves_add_to_it() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let seconds = |clock: &GameClock, color, now| clock.left(color, at(now)).as_secs();
        let mut clock: GameClock = "60+5".parse().expect("a clock");
        assert_eq!(clock.to_string(), "60+5");
        // The first move starts the time of the other side.
        clock.run(Some(Color::Blue), true, at(0));
        assert_eq!(seconds(&clock, Color::Red, 10), 60);
        assert_eq!(seconds(&clock, Color::Blue, 10), 50);
        clock.run(Some(Color::Red), true, at(10));
        assert_eq!(seconds(&clock, Color::Blue, 30), 55);
        // Stopped, and let go on.
        clock.run(None, false, at(20));
        assert_eq!((clock.turn(), clock.deadline()), (None, None));
        clock.run(Some(Color::Red), false, at(100));
        assert_eq!(clock.deadline(), Some(at(150)));
        assert_eq!(seconds(&clock, Color::Red, 500), 0);
        assert_eq!(clock.anew(), "60+5".parse().expect("a clock"));
        for text in ["", "0+1", "2/10", "x", "-1+2"] {
            assert_eq!(text.parse::<GameClock>(), Err(()), "{text}");
        }
        for (_, text) in &GameClock::OFFERED[1..] {
            assert!(text.parse::<GameClock>().is_ok(), "{text}");
        }
    }
}
