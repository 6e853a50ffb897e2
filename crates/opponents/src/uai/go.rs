//! The command `go`: the limits of a search.

use ataxx_core::board::{Color, Move};
use ataxx_core::diagnostic::syntax::{Fault, Parsed, quoted};
use nom::Parser;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{map_opt, opt, verify};
use nom::sequence::preceded;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The limits of a search.
///
/// Without any limit it is `go infinite`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The time, in whole milliseconds.
    pub move_time: Option<Duration>,
    /// The time left on the clocks, by [`Color::index`]: `btime` is the clock of Red, who moves
    /// first in a game, and `wtime` the clock of Blue.
    pub left: [Option<Duration>; 2],
    /// What a move adds to the clocks, by [`Color::index`]: `binc` and `winc`.
    pub increment: [Option<Duration>; 2],
    /// The moves until time is added to the clocks.
    pub moves_to_go: Option<u32>,
    /// Search for a win in this number of own moves.
    pub mate: Option<u32>,
    /// Whether to search until `stop`, regardless of other limits.
    pub infinite: bool,
}

/// The operands of `go`.
///
/// An unknown word, or one without its number, is ignored, because every `go` must be answered
/// with a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// The limits.
    pub go: Go,
    /// The moves to choose from; empty for all.
    pub only: Vec<Move>,
    /// Count the leaves at this depth instead.
    pub perft: Option<u64>,
    /// The first word that was ignored, quoted.
    pub ignored: Option<String>,
}

/// The words that every engine knows.
const STANDARD: [&str; 8] = [
    "depth", "nodes", "movetime", "mate", "btime", "wtime", "binc", "winc",
];

impl Go {
    /// Until `stop`.
    pub fn infinite() -> Self {
        Self {
            infinite: true,
            ..Self::default()
        }
    }

    /// To this depth, in plies.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// A search of this number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// For this time, in whole milliseconds.
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// These limits and a clock: the time left to the side to move and what each of its moves adds,
    /// and the same of the other side.
    pub fn with_clock(
        self,
        turn: Color,
        own: (Duration, Duration),
        other: (Duration, Duration),
    ) -> Self {
        let mut clocks = [own; 2];
        clocks[(!turn).index()] = other;
        Self {
            left: clocks.map(|(left, _)| Some(left)),
            increment: clocks.map(|(_, increment)| Some(increment)),
            ..self
        }
    }

    /// Whether only `stop` ends the search.
    pub fn is_infinite(&self) -> bool {
        self.infinite || *self == Self::default()
    }

    /// Sets the limit of this name, in lower case. Returns whether there is one.
    fn set(&mut self, name: &str, count: u64) -> bool {
        let (red, blue) = (Color::Red.index(), Color::Blue.index());
        let short = u32::try_from(count).unwrap_or(u32::MAX);
        let time = Duration::from_millis(count);
        match name {
            "depth" => self.depth = Some(short),
            "nodes" => self.nodes = Some(count),
            "mate" => self.mate = Some(short),
            "movestogo" => self.moves_to_go = Some(short),
            "movetime" => self.move_time = Some(time),
            "btime" | "p1time" => self.left[red] = Some(time),
            "wtime" | "p2time" => self.left[blue] = Some(time),
            "binc" | "p1inc" => self.increment[red] = Some(time),
            "winc" | "p2inc" => self.increment[blue] = Some(time),
            _ => return false,
        }
        true
    }
}

impl FromStr for Go {
    type Err = String;

    /// Reads the operands of `go` strictly: `depth 5`, `btime 1000 wtime 1000`, `infinite`. If
    /// one clock is named, the others are 0.
    ///
    /// The error says what is wrong, in words.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            if !STANDARD.contains(&word) {
                return Err(format!(
                    "expected `depth`, `nodes`, `movetime`, `mate`, `btime`, `wtime`, `binc`, \
                     `winc` or `infinite`, found `{word}`"
                ));
            }
            let value = words
                .next()
                .ok_or_else(|| format!("expected a number after `{word}`, found nothing"))?;
            let number = value.parse::<u32>();
            let number =
                number.map_err(|_| format!("expected a number after `{word}`, found `{value}`"))?;
            go.set(word, number.into());
        }
        let times = go.left.iter_mut().chain(&mut go.increment);
        let times: Vec<_> = times.collect();
        if times.iter().any(|time| time.is_some()) {
            for time in times {
                time.get_or_insert(Duration::ZERO);
            }
        }
        if go == Self::default() {
            return Err("expected a limit such as `depth 5`, or `infinite`".to_owned());
        }
        if go.infinite && go != Self::infinite() {
            return Err("`infinite` and a limit exclude each other".to_owned());
        }
        Ok(go)
    }
}

impl fmt::Display for Go {
    /// The command as it is sent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_infinite() {
            return f.write_str("go infinite");
        }
        let milliseconds = |time: Option<Duration>| time.map(|time| time.as_millis());
        let ([red, blue], [red_increment, blue_increment]) = (self.left, self.increment);
        let fields = [
            ("btime", milliseconds(red)),
            ("wtime", milliseconds(blue)),
            ("binc", milliseconds(red_increment)),
            ("winc", milliseconds(blue_increment)),
            ("movestogo", self.moves_to_go.map(u128::from)),
            ("depth", self.depth.map(u128::from)),
            ("nodes", self.nodes.map(u128::from)),
            ("movetime", milliseconds(self.move_time)),
            ("mate", self.mate.map(u128::from)),
        ];
        f.write_str("go")?;
        for (name, value) in fields {
            if let Some(value) = value {
                write!(f, " {name} {value}")?;
            }
        }
        Ok(())
    }
}

impl GoCommand {
    /// Reads the operands of `go`. Names are in either case.
    pub fn read(text: &str) -> Self {
        let mut command = Self::default();
        let mut rest = text;
        while let Ok((after, name)) = word(rest) {
            rest = command.read_one(name, after);
        }
        command
    }

    /// Reads the operands of a word, and returns the rest.
    fn read_one<'a>(&mut self, name: &str, mut rest: &'a str) -> &'a str {
        let lower = name.to_ascii_lowercase();
        match lower.as_str() {
            "infinite" => {
                self.go.infinite = true;
                rest
            }
            "searchmoves" => {
                while let Ok((after, mv)) = whole_move(rest) {
                    self.only.push(mv);
                    rest = after;
                }
                rest
            }
            known => {
                let Ok((after, count)) = number(rest) else {
                    self.ignored.get_or_insert_with(|| quoted(name));
                    return rest;
                };
                if known == "perft" {
                    self.perft = Some(count);
                } else if !self.go.set(known, count) {
                    self.ignored.get_or_insert_with(|| quoted(name));
                }
                after
            }
        }
    }
}

impl fmt::Display for GoCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.perft {
            Some(depth) => write!(f, "go perft {depth}")?,
            None => self.go.fmt(f)?,
        }
        if !self.only.is_empty() {
            f.write_str(" searchmoves")?;
            for &mv in &self.only {
                write!(f, " {mv}")?;
            }
        }
        Ok(())
    }
}

/// The next word.
pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    let visible = take_while1(|letter: char| !letter.is_whitespace());
    preceded(take_while(char::is_whitespace), visible).parse(input)
}

/// The next word, if it is a whole number: a negative one counts as 0, and one that is too
/// large as the largest.
pub(super) fn number(input: &str) -> Parsed<'_, u64> {
    let (word_of_it, _) = take_while(char::is_whitespace).parse(input)?;
    let (rest, (minus, digits)) = (opt(char::<_, Fault>('-')), digit1).parse(word_of_it)?;
    ends_here(rest)?;
    let count = match minus {
        Some(_) => 0,
        None => digits.parse().unwrap_or(u64::MAX),
    };
    Ok((rest, count))
}

/// The next word, if it is a move.
fn whole_move(input: &str) -> Parsed<'_, Move> {
    let read = |name| Move::read_leniently(name).ok();
    map_opt(word, read).parse(input)
}

/// The end of a word.
fn ends_here(rest: &str) -> Parsed<'_, &str> {
    let visible = take_while(|letter: char| !letter.is_whitespace());
    verify(visible, str::is_empty).parse(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_belong_to_sides() {
        let [own, other] = [1, 2].map(Duration::from_secs);
        for turn in Color::BOTH {
            let go = Go::default().with_clock(turn, (own, Duration::ZERO), (other, Duration::ZERO));
            assert_eq!(go.left[turn.index()], Some(own));
            assert_eq!(go.left[(!turn).index()], Some(other));
        }
    }

    #[test]
    fn orders_are_written() {
        let second = Duration::from_secs(1);
        let clocks = Go {
            left: [Some(second), Some(second * 2)],
            increment: [Some(Duration::from_millis(10)), Some(Duration::ZERO)],
            ..Go::default()
        };
        let mate = |moves| Go {
            mate: Some(moves),
            ..Go::default()
        };
        let all = Go {
            depth: Some(3),
            nodes: Some(4),
            move_time: Some(second),
            mate: Some(5),
            ..clocks
        };
        let orders = [
            Go::infinite(),
            Go::depth(1),
            Go::nodes(2),
            Go::move_time(Duration::from_micros(1500)),
            clocks,
            mate(2),
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

    #[test]
    fn what_is_not_understood_is_ignored() {
        let go = GoCommand::read("soon depth x nodes 7 elo 5 depth 4.5");
        assert_eq!((go.go.depth, go.go.nodes), (None, Some(7)));
        assert_eq!(go.ignored.as_deref(), Some("`soon`"));
        assert_eq!(GoCommand::read("depth").ignored.as_deref(), Some("`depth`"));
        assert_eq!(GoCommand::read("depth 3").ignored, None);
    }

    #[test]
    fn moves_to_choose_from() {
        let go = GoCommand::read("searchmoves b7 a7c7 PASS depth 3");
        let only: Vec<String> = go.only.iter().map(|&mv| mv.to_string()).collect();
        assert_eq!(only, ["b7", "a7c7", "0000"]);
        assert_eq!(go.go.depth, Some(3));
        assert_eq!(go.to_string(), "go depth 3 searchmoves b7 a7c7 0000");
    }
}
