//! The limits of a search, from the operands of `go` and the clock.

use crate::uai::Go;
use ataxx_core::board::{Color, Position};
use ataxx_core::engine::Limits;
use ataxx_session::SessionSettings;
use std::time::Duration;

/// The clock of a side. If only one clock is given, it belongs to the side to move.
fn clock(go: &Go, turn: Color) -> Option<Clock> {
    let own = |pair: [Option<Duration>; 2]| pair[turn.index()].or(pair[(!turn).index()]);
    Some(Clock {
        left: own(go.left)?,
        increment: go.increment[turn.index()].unwrap_or(Duration::ZERO),
        moves_to_go: go.moves_to_go,
    })
}

/// The limits of a search of this position. `overhead` is the time reserved for communication.
pub fn search_limits(go: &Go, position: &Position, overhead: Duration) -> Limits {
    if go.infinite {
        return Limits::default();
    }
    // At least half of a short time is left.
    let by_move = go
        .move_time
        .map(|time| time.saturating_sub(overhead).max(time / 2));
    let by_clock =
        clock(go, position.turn()).map(|clock| clock.time_for_move(position.plies(), overhead));
    // The last ply of the win is an own move.
    let by_mate = go.mate.map(|moves| moves.max(1).saturating_mul(2) - 1);
    let depth = go.depth.into_iter().chain(by_mate).min();
    let mut limits = Limits {
        time: by_move.into_iter().chain(by_clock).min(),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        depth: depth.map(|depth| depth.max(1)),
        proof_time: None,
    };
    if limits == Limits::default() {
        limits.time = Some(SessionSettings::USUAL);
    }
    limits
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left on it.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// The number of moves until time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The usual number of moves of a side in a game.
const MOVES_IN_A_GAME: u32 = 40;
/// The least number of further moves to plan for.
const AT_LEAST_TO_COME: u32 = 12;

impl Clock {
    /// The time for a move after `plies` plies of the game, when `overhead` may be lost in
    /// communication.
    ///
    /// It is never more than the time left without the overhead, whatever the increment, which is
    /// added only after the move. The time left is divided evenly among the moves to come, and
    /// most of the increment is spent at once.
    pub fn time_for_move(&self, plies: u32, overhead: Duration) -> Duration {
        let available = self.left.saturating_sub(overhead);
        let own_moves = plies / 2;
        let to_come = MOVES_IN_A_GAME
            .saturating_sub(own_moves)
            .max(AT_LEAST_TO_COME);
        // One more than there are, so that some time is left after the last.
        let parts = match self.moves_to_go {
            Some(moves) => moves.clamp(1, to_come) + 1,
            None => to_come,
        };
        let most_of_increment = self.increment.saturating_sub(self.increment / 4);
        (available / parts)
            .saturating_add(most_of_increment)
            .min(available / 2)
    }
}

#[cfg(test)]
mod order_tests {
    use super::*;
    use crate::uai::GoCommand;
    use proptest::prelude::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    fn limits_of(text: &str, turn: Color) -> Limits {
        let position = Position::start().with_turn(turn);
        search_limits(&GoCommand::read(text).go, &position, OVERHEAD)
    }

    fn time(text: &str, turn: Color) -> Option<u128> {
        let time = limits_of(text, turn).time;
        time.map(|time| time.as_millis())
    }

    #[test]
    fn each_form() {
        let limits = |text: &str| limits_of(text, Color::Red);
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
        assert!(GoCommand::read("infinite depth 3").go.infinite);
        assert!(!GoCommand::read("depth 3").go.infinite);
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
    fn btime_is_the_clock_of_red() {
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

    proptest! {
        #[test]
        fn nothing_makes_it_panic(text in "([a-z0-9 @-]|\\PC){0,60}", turn: bool) {
            let turn = if turn { Color::Red } else { Color::Blue };
            let _ = limits_of(&text, turn);
        }

        #[test]
        fn limits_are_kept(depth: u32, nodes: u64, movetime: u64, btime: u64, binc: u64) {
            let text = format!("depth {depth} nodes {nodes} movetime {movetime} btime {btime} binc {binc}");
            let limits = limits_of(&text, Color::Red);
            prop_assert_eq!(limits.depth, Some(depth.max(1)));
            prop_assert_eq!(limits.nodes, Some(nodes.max(1)));
            let time = limits.time.expect("there are two");
            prop_assert!(time <= Duration::from_millis(movetime.min(btime)));
        }
    }
}

#[cfg(test)]
mod clock_tests {
    use super::*;
    use proptest::prelude::*;

    fn milliseconds(left: u64, increment: u64, moves_to_go: Option<u32>, plies: u32) -> u128 {
        let clock = Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        clock
            .time_for_move(plies, Duration::from_millis(20))
            .as_millis()
    }

    #[test]
    fn some_clocks() {
        let cases = [
            (milliseconds(60_020, 0, None, 0), 1500),
            (milliseconds(60_020, 1000, None, 0), 2250),
            (milliseconds(60_020, 0, None, 200), 5000),
            (milliseconds(60_020, 0, Some(1), 0), 30_000),
            (milliseconds(60_020, 0, Some(9), 0), 6000),
            (milliseconds(60_020, 0, Some(0), 0), 30_000),
            (milliseconds(60_020, 0, Some(u32::MAX), 0), 1463),
            (milliseconds(120, 10_000, None, 0), 50),
            (milliseconds(20, 10_000, None, 0), 0),
            (milliseconds(0, 0, None, u32::MAX), 0),
        ];
        for (index, (found, expected)) in cases.into_iter().enumerate() {
            assert_eq!(found, expected, "case {index}");
        }
    }

    prop_compose! {
        fn any_duration()(exponent in 0_u32..64, fraction: u64, nanoseconds in 0_u32..1_000_000_000) -> Duration {
            Duration::new(fraction >> exponent, nanoseconds)
        }
    }

    prop_compose! {
        fn any_clock()(left in any_duration(), increment in any_duration(), moves_to_go: Option<u32>) -> Clock {
            Clock { left, increment, moves_to_go }
        }
    }

    proptest! {
        #[test]
        fn never_more_than_there_is(clock in any_clock(), plies: u32, overhead in any_duration()) {
            let time = clock.time_for_move(plies, overhead);
            prop_assert!(time <= clock.left.saturating_sub(overhead));
        }

        #[test]
        fn a_whole_game_is_played_in_time(left in 0_u64..10_000, increment in 0_u64..2000, moves in 1_u32..300) {
            let overhead = Duration::from_millis(20);
            let mut clock = Clock {
                left: Duration::from_millis(left),
                increment: Duration::from_millis(increment),
                moves_to_go: None,
            };
            for own_move in 0..moves {
                let time = clock.time_for_move(2 * own_move, overhead);
                prop_assert!(time + overhead <= clock.left || time.is_zero());
                clock.left = clock.left.saturating_sub(time) + clock.increment;
            }
        }

        #[test]
        fn more_on_the_clock_is_never_less_to_think(clock in any_clock(), more in any_duration(), plies: u32) {
            let overhead = Duration::from_millis(20);
            let time = clock.time_for_move(plies, overhead);
            let richer = Clock { left: clock.left.saturating_add(more), ..clock };
            prop_assert!(richer.time_for_move(plies, overhead) >= time);
            let faster = Clock { increment: clock.increment.saturating_add(more), ..clock };
            prop_assert!(faster.time_for_move(plies, overhead) >= time);
        }

        #[test]
        fn some_time_is_used_where_there_is_some(left in 1000_u64.., increment: u64, moves_to_go: Option<u32>, plies: u32) {
            prop_assert!(milliseconds(left, increment, moves_to_go, plies) >= 20);
        }
    }
}
