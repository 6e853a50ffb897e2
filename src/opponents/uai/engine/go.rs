//! The command `go`: when to stop thinking.

use super::clock::Clock;
use super::command::word;
use crate::board::{Color, Move, Position};
use crate::diagnostic::syntax::{Fault, Parsed, quoted};
use crate::engine::Limits;
use crate::notation::UaiMove;
use crate::session::Settings;
use nom::Parser;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, digit1};
use nom::combinator::{map_opt, opt, verify};
use std::time::Duration;

/// What follows `go`.
///
/// A word that is not understood, or lacks its number, is passed over: whatever it says, a
/// `go` is answered with a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// How many plies deep to look at most.
    pub depth: Option<u32>,
    /// How many positions to look at, about.
    pub nodes: Option<u64>,
    /// How long to take at most.
    pub move_time: Option<Duration>,
    /// What is left on the clocks, by [`Color::index`].
    pub left: [Option<Duration>; 2],
    /// What is added to them after a move, by [`Color::index`].
    pub increment: [Option<Duration>; 2],
    /// How many moves there are until time is added to the clocks.
    pub moves_to_go: Option<u32>,
    /// A win within so many own moves is looked for.
    pub mate: Option<u32>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Choose among these moves; empty: among all.
    pub only: Vec<Move>,
    /// Count the leaves of the tree so many plies deep, and choose no move.
    pub perft: Option<u64>,
    /// The first word that was passed over.
    pub passed_over: Option<String>,
}

/// When to stop, and whether to wait to be asked for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// When the search ends by itself.
    pub limits: Limits,
    /// Whether the answer is kept until `stop`, however soon it is known.
    pub until_told: bool,
}

impl Go {
    /// Reads what follows `go`.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut go = Self::default();
        let mut rest = text;
        while let Ok((after, name)) = word(rest) {
            rest = go.read_one(name, after);
        }
        go
    }

    /// Reads what a word stands for, and says where to go on.
    fn read_one<'a>(&mut self, name: &str, rest: &'a str) -> &'a str {
        let (first, second) = (Color::Red.index(), Color::Blue.index());
        match name.to_ascii_lowercase().as_str() {
            "infinite" => {
                self.infinite = true;
                rest
            }
            "searchmoves" => {
                let mut rest = rest;
                while let Ok((after, mv)) = whole_move(rest) {
                    self.only.push(mv);
                    rest = after;
                }
                rest
            }
            known => {
                let Ok((after, count)) = number(rest) else {
                    self.passed_over.get_or_insert_with(|| quoted(name));
                    return rest;
                };
                let short = u32::try_from(count).unwrap_or(u32::MAX);
                let time = Duration::from_millis(count);
                match known {
                    "depth" => self.depth = Some(short),
                    "nodes" => self.nodes = Some(count),
                    "mate" => self.mate = Some(short),
                    "movestogo" => self.moves_to_go = Some(short),
                    "perft" => self.perft = Some(count),
                    "movetime" => self.move_time = Some(time),
                    "btime" | "p1time" => self.left[first] = Some(time),
                    "wtime" | "p2time" => self.left[second] = Some(time),
                    "binc" | "p1inc" => self.increment[first] = Some(time),
                    "winc" | "p2inc" => self.increment[second] = Some(time),
                    _ => {
                        self.passed_over.get_or_insert_with(|| quoted(name));
                    }
                }
                after
            }
        }
    }

    /// The clock of a side. Who gives only one clock gives that of the side to move.
    fn clock(&self, turn: Color) -> Option<Clock> {
        let own = |pair: [Option<Duration>; 2]| pair[turn.index()].or(pair[(!turn).index()]);
        Some(Clock {
            left: own(self.left)?,
            increment: self.increment[turn.index()].unwrap_or(Duration::ZERO),
            moves_to_go: self.moves_to_go,
        })
    }

    /// When to stop thinking about a position, if so much time may be lost between the
    /// two programs.
    #[must_use]
    pub fn order(&self, position: &Position, overhead: Duration) -> Order {
        if self.infinite {
            return Order {
                limits: Limits::default(),
                until_told: true,
            };
        }
        // What may be lost is not to take all of a short time.
        let by_move = self
            .move_time
            .map(|time| time.saturating_sub(overhead).max(time / 2));
        let by_clock = self
            .clock(position.turn())
            .map(|clock| clock.time_for_move(position.plies(), overhead));
        // The last ply of a win in so many moves is an own move.
        let by_mate = self.mate.map(|moves| moves.max(1).saturating_mul(2) - 1);
        let mut limits = Limits {
            time: by_move.into_iter().chain(by_clock).min(),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            depth: self.depth.into_iter().chain(by_mate).min(),
        };
        limits.depth = limits.depth.map(|depth| depth.max(1));
        if limits == Limits::default() {
            limits.time = Some(Settings::USUAL);
        }
        Order {
            limits,
            until_told: false,
        }
    }
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
    let read = |name| Some(UaiMove::read_loosely(name).ok()?.0);
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
    use crate::notation::UaiMove;
    use proptest::prelude::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    fn order(text: &str, turn: Color) -> Order {
        let position = Position::start().with_turn(turn);
        Go::read(text).order(&position, OVERHEAD)
    }

    fn time(text: &str, turn: Color) -> Option<u128> {
        let time = order(text, turn).limits.time;
        time.map(|time| time.as_millis())
    }

    #[test]
    fn each_form() {
        let limits = |text: &str| order(text, Color::Red).limits;
        let none = Limits::default();
        let depth = |depth| Limits {
            depth: Some(depth),
            ..none
        };
        assert_eq!(limits("depth 5"), depth(5));
        assert_eq!(limits("DEPTH 5"), depth(5));
        assert_eq!(limits("depth 0"), depth(1));
        assert_eq!(limits("mate 3"), depth(5));
        assert_eq!(limits("mate 0"), depth(1));
        assert_eq!(limits("mate 99999999999"), depth(u32::MAX - 1));
        assert_eq!(limits("mate 3 depth 2"), depth(2));
        let nodes = |nodes| Limits {
            nodes: Some(nodes),
            ..none
        };
        assert_eq!(limits("nodes 1000"), nodes(1000));
        assert_eq!(limits("nodes -7"), nodes(1));
        assert_eq!(limits("nodes 99999999999999999999"), nodes(u64::MAX));
        assert_eq!(limits("infinite depth 3"), none);
        assert!(order("infinite", Color::Red).until_told);
        assert!(!order("depth 3", Color::Red).until_told);
    }

    #[test]
    fn a_move_time_leaves_room_for_the_way() {
        for (given, expected) in [("1000", 980), ("30", 15), ("0", 0), ("-5", 0)] {
            let text = format!("movetime {given}");
            assert_eq!(time(&text, Color::Red), Some(expected), "{text}");
        }
        // The shorter of the two.
        assert_eq!(time("movetime 100 btime 60020", Color::Red), Some(80));
        assert_eq!(time("movetime 5000 btime 60020", Color::Red), Some(1500));
    }

    #[test]
    fn b_is_who_moves_first() {
        let clocks = "wtime 400020 btime 40020 winc 4000 binc 400";
        assert_eq!(time(clocks, Color::Red), Some(1300));
        assert_eq!(time(clocks, Color::Blue), Some(13_000));
        let players = "p1time 40020 p2time 400020 p1inc 400 p2inc 4000";
        assert_eq!(time(players, Color::Red), Some(1300));
        assert_eq!(time(players, Color::Blue), Some(13_000));
        // The only one there is.
        for turn in Color::BOTH {
            assert_eq!(time("btime 40020", turn), Some(1000));
            assert_eq!(time("wtime 40020 movestogo 9", turn), Some(4000));
        }
        // Another's increment is never our own.
        assert_eq!(time("btime 40020 winc 4000", Color::Red), Some(1000));
    }

    #[test]
    fn without_a_limit_it_is_the_usual_time() {
        for text in ["", "ponder", "depth", "depth five", "soon", "winc 5"] {
            assert_eq!(time(text, Color::Red), Some(300), "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        let go = Go::read("soon depth x nodes 7 elo 5 depth 4.5");
        assert_eq!((go.depth, go.nodes), (None, Some(7)));
        assert_eq!(go.passed_over.as_deref(), Some("`soon`"));
        assert_eq!(Go::read("depth").passed_over.as_deref(), Some("`depth`"));
        assert_eq!(Go::read("depth 3").passed_over, None);
    }

    #[test]
    fn moves_to_choose_from() {
        let go = Go::read("searchmoves b7 a7c7 PASS depth 3");
        let only: Vec<String> = go.only.iter().map(|&mv| UaiMove(mv).to_string()).collect();
        assert_eq!(only, ["b7", "a7c7", "0000"]);
        assert_eq!(go.depth, Some(3));
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(text in "([a-z0-9 @-]|\\PC){0,60}", turn: bool) {
            let turn = if turn { Color::Red } else { Color::Blue };
            let _ = order(&text, turn);
        }

        #[test]
        fn limits_are_kept(depth: u32, nodes: u64, movetime: u64, btime: u64, binc: u64) {
            let text = format!("depth {depth} nodes {nodes} movetime {movetime} btime {btime} binc {binc}");
            let limits = order(&text, Color::Red).limits;
            prop_assert_eq!(limits.depth, Some(depth.max(1)));
            prop_assert_eq!(limits.nodes, Some(nodes.max(1)));
            let time = limits.time.expect("there are two");
            prop_assert!(time <= Duration::from_millis(movetime.min(btime)));
        }
    }
}
