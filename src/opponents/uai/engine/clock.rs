//! The time for a move on a clock.

use std::time::Duration;

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
mod tests {
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
