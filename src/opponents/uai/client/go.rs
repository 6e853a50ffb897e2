//! How an engine is told to think.

use crate::board::Color;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How an engine is told to think. What is not said does not bound it; when nothing is,
/// it thinks until it is told to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So long, in whole milliseconds.
    pub move_time: Option<Duration>,
    /// With these clocks running.
    pub clocks: Option<Clocks>,
    /// To find a win within so many of its moves.
    pub mate: Option<u32>,
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// The clock of Red, who moves first: UAI's `btime` and `binc`.
    pub red: Clock,
    /// The clock of Blue: UAI's `wtime` and `winc`.
    pub blue: Clock,
}

/// A clock of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

impl Clocks {
    /// The clock of the side to move and that of the other.
    #[must_use]
    pub const fn for_turn(turn: Color, own: Clock, other: Clock) -> Self {
        match turn {
            Color::Red => Self {
                red: own,
                blue: other,
            },
            Color::Blue => Self {
                red: other,
                blue: own,
            },
        }
    }

    /// The clock of a side.
    #[must_use]
    pub const fn of(&self, color: Color) -> Clock {
        match color {
            Color::Red => self.red,
            Color::Blue => self.blue,
        }
    }
}

impl Go {
    /// Until it is told to stop.
    #[must_use]
    pub fn infinite() -> Self {
        Self::default()
    }

    /// So many plies deep.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So long, in whole milliseconds.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// With these clocks running.
    #[must_use]
    pub fn clocks(clocks: Clocks) -> Self {
        Self {
            clocks: Some(clocks),
            ..Self::default()
        }
    }

    /// To find a win within so many of its moves.
    #[must_use]
    pub fn mate(moves: u32) -> Self {
        Self {
            mate: Some(moves),
            ..Self::default()
        }
    }

    /// Whether only `stop` ends it.
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        *self == Self::default()
    }
}

impl FromStr for Go {
    type Err = String;

    /// Reads what stands after `go`: `depth 5`, `btime 1000 wtime 1000`, `infinite`.
    ///
    /// The error says what is wrong, in words.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut clocks = Clocks::default();
        let mut has_clocks = false;
        let mut infinite = false;
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                infinite = true;
                continue;
            }
            let mut number = || {
                let value = words
                    .next()
                    .ok_or_else(|| format!("expected a number after `{word}`, found nothing"))?;
                let number = value.parse::<u32>();
                number.map_err(|_| format!("expected a number after `{word}`, found `{value}`"))
            };
            let time = |number: u32| Duration::from_millis(number.into());
            match word {
                "depth" => go.depth = Some(number()?),
                "nodes" => go.nodes = Some(number()?.into()),
                "movetime" => go.move_time = Some(time(number()?)),
                "mate" => go.mate = Some(number()?),
                "btime" => clocks.red.left = time(number()?),
                "wtime" => clocks.blue.left = time(number()?),
                "binc" => clocks.red.increment = time(number()?),
                "winc" => clocks.blue.increment = time(number()?),
                other => {
                    return Err(format!(
                        "expected `depth`, `nodes`, `movetime`, `mate`, `btime`, `wtime`, `binc`, \
                         `winc` or `infinite`, found `{other}`"
                    ));
                }
            }
            has_clocks |= matches!(word, "btime" | "wtime" | "binc" | "winc");
        }
        if has_clocks {
            go.clocks = Some(clocks);
        }
        if infinite != go.is_infinite() {
            return Err(if infinite {
                "`infinite` and a limit exclude each other".to_owned()
            } else {
                "expected a limit such as `depth 5`, or `infinite`".to_owned()
            });
        }
        Ok(go)
    }
}

impl fmt::Display for Go {
    /// The line that the engine is told.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() {
            return f.write_str("go infinite");
        }
        f.write_str("go")?;
        if let Some(Clocks { red, blue }) = self.clocks {
            let fields = [
                ("btime", red.left),
                ("wtime", blue.left),
                ("binc", red.increment),
                ("winc", blue.increment),
            ];
            for (name, time) in fields {
                write!(f, " {name} {}", time.as_millis())?;
            }
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(moves) = self.mate {
            write!(f, " mate {moves}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_belong_to_sides() {
        let [own, other] = [1, 2].map(|seconds| Clock {
            left: Duration::from_secs(seconds),
            increment: Duration::ZERO,
        });
        for turn in Color::BOTH {
            let clocks = Clocks::for_turn(turn, own, other);
            assert_eq!((clocks.of(turn), clocks.of(!turn)), (own, other));
        }
        assert_eq!(Clocks::for_turn(Color::Red, own, other).red, own);
    }

    #[test]
    fn orders_are_written() {
        let second = Duration::from_secs(1);
        let clocks = Clocks {
            red: Clock {
                left: second,
                increment: Duration::from_millis(10),
            },
            blue: Clock {
                left: second * 2,
                increment: Duration::ZERO,
            },
        };
        assert_eq!(clocks.of(Color::Blue), clocks.blue);
        let all = Go {
            depth: Some(3),
            nodes: Some(4),
            move_time: Some(second),
            mate: Some(5),
            ..Go::clocks(clocks)
        };
        let orders = [
            Go::infinite(),
            Go::depth(1),
            Go::nodes(2),
            Go::move_time(Duration::from_micros(1500)),
            Go::clocks(clocks),
            Go::mate(2),
            all,
        ];
        let orders = orders.map(|go| go.to_string());
        for order in &orders {
            let words = order.strip_prefix("go ").expect("it begins so");
            let read = words.parse::<Go>().expect(words);
            assert_eq!(read.to_string(), *order);
        }
        insta::assert_snapshot!(orders.join("\n"), @"
        go infinite
        go depth 1
        go nodes 2
        go movetime 1
        go btime 1000 wtime 2000 binc 10 winc 0
        go mate 2
        go btime 1000 wtime 2000 binc 10 winc 0 depth 3 nodes 4 movetime 1000 mate 5
        ");
    }

    #[test]
    fn what_is_no_order() {
        let errors = [
            "",
            "depth",
            "depth x",
            "depth -1",
            "infinite depth 1",
            "ponder",
        ]
        .map(|text| text.parse::<Go>().expect_err(text));
        insta::assert_snapshot!(errors.join("\n"), @"
        expected a limit such as `depth 5`, or `infinite`
        expected a number after `depth`, found nothing
        expected a number after `depth`, found `x`
        expected a number after `depth`, found `-1`
        `infinite` and a limit exclude each other
        expected `depth`, `nodes`, `movetime`, `mate`, `btime`, `wtime`, `binc`, `winc` or `infinite`, found `ponder`
        ");
    }
}
