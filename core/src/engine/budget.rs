//! How long a player thinks about a move: what was asked for, within what is allowed.

use super::Limits;
use std::time::Duration;

/// The bounds of a program on thinking about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// The time where nothing is asked for.
    pub usual: Duration,
    /// The time that is never exceeded, whatever is asked for.
    pub longest: Duration,
}

impl MoveBudget {
    /// The node limit with a seed where none is asked for: a fraction of a second on
    /// today's machines.
    pub const SEEDED_NODES: u64 = 300_000;

    /// The limits of a search with this time and these nodes, as far as they were asked for.
    ///
    /// With a seed, nodes decide and the clock is only a guard: the choice does not depend
    /// on the speed of the machine.
    #[must_use]
    pub fn limits(&self, time: Option<Duration>, nodes: Option<u64>, is_seeded: bool) -> Limits {
        let time = match time {
            Some(time) if !is_seeded => time.min(self.longest),
            None if !is_seeded && nodes.is_none() => self.usual,
            _ => self.longest,
        };
        Limits {
            time: Some(time),
            nodes: nodes.or(is_seeded.then_some(Self::SEEDED_NODES)),
            depth: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_decide_where_there_is_a_seed() {
        let seconds = Duration::from_secs;
        let budget = MoveBudget {
            usual: seconds(1),
            longest: seconds(9),
        };
        let limits = |time: Option<u64>, nodes, is_seeded| {
            let limits = budget.limits(time.map(seconds), nodes, is_seeded);
            (limits.time.map(|time| time.as_secs()), limits.nodes)
        };
        assert_eq!(limits(None, None, false), (Some(1), None));
        assert_eq!(limits(Some(5), None, false), (Some(5), None));
        assert_eq!(limits(Some(50), None, false), (Some(9), None));
        assert_eq!(limits(None, Some(7), false), (Some(9), Some(7)));
        assert_eq!(limits(Some(5), None, true), (Some(9), Some(300_000)));
        assert_eq!(limits(None, Some(7), true), (Some(9), Some(7)));
    }
}
