//! Time controls and clocks.

use ataxx_core::board::Color;
use ataxx_core::diagnostic::text;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The limits of an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The time limit.
    pub time: Timing,
    /// The most nodes for a move.
    pub nodes: Option<u64>,
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
}

/// A time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timing {
    /// None.
    Free,
    /// A time for each move.
    PerMove(Duration),
    /// A time for a number of moves or for all of them, and an increment after each.
    Clock {
        /// The time at the start.
        base: Duration,
        /// What each move adds.
        increment: Duration,
        /// The number of own moves after which `base` is added again; `None` for never. In an
        /// [`Allowance`] the number of moves until then.
        moves: Option<NonZeroU32>,
    },
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Free => f.write_str("no clock"),
            Self::PerMove(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Self::Clock {
                base,
                increment,
                moves,
            } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

impl fmt::Display for TimeControl {
    /// The parts that are set: `10+0.1, 4,000 nodes, depth 6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounded = self.nodes.is_some() || self.depth.is_some();
        let time = (self.time != Timing::Free || !bounded).then(|| self.time.to_string());
        let nodes = self.nodes.map(|nodes| text::counted(nodes, "node"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// Why a text is no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "expected seconds for the game and seconds that each move adds, such as 10+0.1, or 40/60 for \
     60 seconds every 40 moves"
)]
pub struct BadClock;

/// The longest time that can be given.
const MAX_TIME: Duration = Duration::from_secs(24 * 3600);

/// Reads a time in seconds; `None` when it is malformed, or longer than a day.
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds = text.parse().ok()?;
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    (time <= MAX_TIME).then_some(time)
}

impl FromStr for Timing {
    type Err = BadClock;

    /// A clock: `10+0.1`, `10` where moves add nothing, or `40/60` with 60 seconds every 40
    /// moves.
    fn from_str(text: &str) -> Result<Self, BadClock> {
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(moves.parse().map_err(|_| BadClock)?), time),
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let base = seconds(base).filter(|base| !base.is_zero());
        match (base, seconds(increment)) {
            (Some(base), Some(increment)) => Ok(Self::Clock {
                base,
                increment,
                moves,
            }),
            _ => Err(BadClock),
        }
    }
}

/// The limits of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The time limit; `base` is the time left on a clock.
    pub time: Timing,
    /// The time left on the clock of the other side, and what each of its moves adds. Without a
    /// clock it has no meaning.
    pub other: (Duration, Duration),
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The time after which the opponent counts as stalled.
    pub wait: Duration,
    /// The end of that time.
    pub deadline: Instant,
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    controls: [TimeControl; 2],
    left: [Duration; 2],
    /// The number of moves that each side has made.
    made: [u32; 2],
}

impl Clocks {
    /// The clocks at the start of a game, Red's first.
    pub fn new(controls: [TimeControl; 2]) -> Self {
        let left = controls.map(|control| match control.time {
            Timing::Clock { base, .. } => base,
            _ => Duration::ZERO,
        });
        Self {
            controls,
            left,
            made: [0; 2],
        }
    }

    /// The most time this side may take for its next move; `None` without a clock.
    pub fn limit(&self, color: Color) -> Option<Duration> {
        match self.controls[color.index()].time {
            Timing::Free => None,
            Timing::PerMove(time) => Some(time),
            Timing::Clock { .. } => Some(self.left[color.index()]),
        }
    }

    /// The limits of a move that begins at `begun`, with the time that the referee waits for it.
    pub fn allowance(&self, color: Color, begun: Instant, wait: Duration) -> Allowance {
        let control = self.controls[color.index()];
        let own = self.left[color.index()];
        Allowance {
            time: match control.time {
                Timing::Clock {
                    increment, moves, ..
                } => Timing::Clock {
                    base: own,
                    increment,
                    moves: moves.and_then(|moves| {
                        NonZeroU32::new(moves.get() - self.made[color.index()] % moves)
                    }),
                },
                time => time,
            },
            other: match self.controls[(!color).index()].time {
                Timing::Clock { increment, .. } => (self.left[(!color).index()], increment),
                // UAI has fields for both clocks.
                _ => (own, Duration::ZERO),
            },
            nodes: control.nodes,
            depth: control.depth,
            wait,
            deadline: begun + wait,
        }
    }

    /// Takes the time of a move off the clock of this side.
    pub fn spend(&mut self, color: Color, took: Duration) {
        let Timing::Clock {
            base,
            increment,
            moves,
        } = self.controls[color.index()].time
        else {
            return;
        };
        let made = &mut self.made[color.index()];
        *made += 1;
        let left = &mut self.left[color.index()];
        *left = left.saturating_sub(took) + increment;
        if moves.is_some_and(|moves| *made % moves == 0) {
            *left += base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for text in ["10+0.1", "60+0", "0.5+0.25", "40/60+0", "1/0.5+2"] {
            assert_eq!(text.parse::<Timing>().expect(text).to_string(), text);
        }
        let ten = Timing::Clock {
            base: Duration::from_secs(10),
            increment: Duration::ZERO,
            moves: None,
        };
        assert_eq!("10".parse(), Ok(ten));
        for text in [
            "", "+1", "0+1", "1+", "-1+1", "a", "1e9", "NaN", "inf+1", "1+2+3", "0/60", "/60",
            "40/", "1/2/3", "-1/5",
        ] {
            assert_eq!(text.parse::<Timing>(), Err(BadClock), "{text}");
        }
    }

    #[test]
    fn time_is_spent_and_gained() {
        let control = |time| TimeControl {
            time,
            nodes: None,
            depth: None,
        };
        let clock = "10+2".parse().expect("a clock");
        let mut clocks = Clocks::new([
            control(clock),
            control(Timing::PerMove(Duration::from_secs(3))),
        ]);
        clocks.spend(Color::Red, Duration::from_secs(5));
        clocks.spend(Color::Blue, Duration::from_secs(2));
        assert_eq!(clocks.limit(Color::Red), Some(Duration::from_secs(7)));
        assert_eq!(clocks.limit(Color::Blue), Some(Duration::from_secs(3)));
        clocks.spend(Color::Red, Duration::from_secs(8));
        assert_eq!(clocks.limit(Color::Red), Some(Duration::from_secs(2)));
    }

    #[test]
    fn allowances_have_both_clocks() {
        let control = |time: &str| TimeControl {
            time: time.parse().expect(time),
            nodes: None,
            depth: None,
        };
        let clocks = Clocks::new([control("1+0.1"), control("2+0.5")]);
        let other = |color| {
            let allowance = clocks.allowance(color, Instant::now(), Duration::ZERO);
            let (left, increment) = allowance.other;
            (left.as_secs_f64(), increment.as_secs_f64())
        };
        assert_eq!(
            (other(Color::Red), other(Color::Blue)),
            ((2.0, 0.5), (1.0, 0.1))
        );
    }

    #[test]
    fn time_is_added_after_a_number_of_moves() {
        let control = TimeControl {
            time: "2/10+1".parse().expect("a clock"),
            nodes: None,
            depth: None,
        };
        let mut clocks = Clocks::new([control; 2]);
        let allowed = |clocks: &Clocks| {
            let allowance = clocks.allowance(Color::Red, Instant::now(), Duration::ZERO);
            allowance.time.to_string()
        };
        for (expected, took) in [("2/10+1", 4), ("1/7+1", 6), ("2/12+1", 3), ("1/10+1", 9)] {
            assert_eq!(allowed(&clocks), expected);
            clocks.spend(Color::Red, Duration::from_secs(took));
        }
        assert_eq!(allowed(&clocks), "2/12+1");
        assert_eq!(clocks.limit(Color::Blue), Some(Duration::from_secs(10)));
    }
}
