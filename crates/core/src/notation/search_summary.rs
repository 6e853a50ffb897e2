//! A player's report of the search for a move.

use crate::diagnostic::syntax::digits;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A player's report of the search for a move. In a game record:
/// `+0.35/12 0.210s n=15023`, without the fields that are missing.
///
/// ```
/// use ataxx_core::notation::{MoveScore, SearchSummary};
///
/// let search: SearchSummary = "-M2/7 0.210s n=15023".parse().expect("a summary");
/// assert_eq!(search.score, Some(MoveScore::Mate(-2)));
/// assert_eq!((search.depth, search.nodes), (Some(7), Some(15023)));
/// assert_eq!(search.to_string(), "-M2/7 0.210s n=15023");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchSummary {
    /// The score, from the point of view of the player.
    pub score: Option<MoveScore>,
    /// The depth of the search, in plies.
    pub depth: Option<u32>,
    /// The time for the move. Only whole milliseconds are written.
    pub time: Option<Duration>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
}

/// The score of a move, from the point of view of the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveScore {
    /// In hundredths of a piece, or of the unit of the engine: `+0.35`.
    Centipawns(i32),
    /// The number of own moves to a win, `+M3`; negative for a loss: `-M3`.
    Mate(i32),
}

/// The text is not a search summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a score, a depth, a time and nodes, such as `+0.35/12 0.210s n=15023`")]
pub struct NoSummary;

impl SearchSummary {
    /// Whether all fields are missing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The same with the time in whole milliseconds, as it is written.
    #[must_use]
    pub fn rounded(self) -> Self {
        let in_milliseconds = |time: Duration| {
            Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
        };
        Self {
            time: self.time.map(in_milliseconds),
            ..self
        }
    }
}

impl fmt::Display for SearchSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = self.score.map(|score| score.to_string());
        let depth = self.depth.map(|depth| format!("/{depth}"));
        let found = [score, depth].into_iter().flatten().collect::<String>();
        let time = self.time.map(|time| {
            let milliseconds = time.as_millis();
            format!("{}.{:03}s", milliseconds / 1000, milliseconds % 1000)
        });
        let nodes = self.nodes.map(|nodes| format!("n={nodes}"));
        let found = Some(found).filter(|found| !found.is_empty());
        let fields: Vec<String> = [found, time, nodes].into_iter().flatten().collect();
        f.write_str(&fields.join(" "))
    }
}

impl FromStr for SearchSummary {
    type Err = NoSummary;

    fn from_str(text: &str) -> Result<Self, NoSummary> {
        let mut summary = Self::default();
        for word in text.split_whitespace() {
            let is_new = if let Some(nodes) = word.strip_prefix("n=") {
                let nodes = digits(nodes).ok_or(NoSummary)?;
                summary.nodes.replace(nodes).is_none()
            } else if let Some(time) = word.strip_suffix('s') {
                let time = milliseconds(time).ok_or(NoSummary)?;
                summary.time.replace(time).is_none()
            } else {
                let (score, depth) = match word.split_once('/') {
                    Some((score, depth)) => (score, Some(digits(depth).ok_or(NoSummary)?)),
                    None => (word, None),
                };
                let is_new = summary.score.is_none() && summary.depth.is_none();
                if !score.is_empty() {
                    summary.score = Some(score.parse()?);
                }
                summary.depth = depth;
                is_new
            };
            if !is_new {
                return Err(NoSummary);
            }
        }
        Ok(summary)
    }
}

impl fmt::Display for MoveScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(0) => f.write_str("0.00"),
            Self::Centipawns(score) => {
                let sign = if score < 0 { '-' } else { '+' };
                let size = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Self::Mate(moves) => {
                // A side that is mated has no move left.
                let sign = if moves <= 0 { '-' } else { '+' };
                write!(f, "{sign}M{}", moves.unsigned_abs())
            }
        }
    }
}

impl FromStr for MoveScore {
    type Err = NoSummary;

    fn from_str(text: &str) -> Result<Self, NoSummary> {
        let (sign, size) = match text.split_at_checked(1) {
            Some(("-", size)) => (-1, size),
            Some(("+", size)) => (1, size),
            _ => (1, text),
        };
        let signed = |size: u64| {
            let size = i64::try_from(size).map_err(|_| NoSummary)?;
            i32::try_from(sign * size).map_err(|_| NoSummary)
        };
        if let Some(moves) = size.strip_prefix('M') {
            return Ok(Self::Mate(signed(digits(moves).ok_or(NoSummary)?)?));
        }
        let (whole, hundredths) = size.split_once('.').ok_or(NoSummary)?;
        let whole: u64 = digits(whole).ok_or(NoSummary)?;
        let hundredths: u64 = fraction(hundredths, 2).ok_or(NoSummary)?;
        let size = whole.checked_mul(100).ok_or(NoSummary)? + hundredths;
        Ok(Self::Centipawns(signed(size)?))
    }
}

/// The number after a decimal point; `None` unless it has this many digits.
fn fraction(text: &str, length: usize) -> Option<u64> {
    digits(text).filter(|_| text.len() == length)
}

/// Seconds with three decimals.
fn milliseconds(text: &str) -> Option<Duration> {
    let (seconds, thousandths) = text.split_once('.')?;
    let seconds: u64 = digits(seconds)?;
    let thousandths = fraction(thousandths, 3)?;
    let milliseconds = seconds.checked_mul(1000)?.checked_add(thousandths)?;
    Some(Duration::from_millis(milliseconds))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::option;
    use proptest::prelude::*;

    /// Any summary with a time in whole milliseconds.
    pub fn summary() -> impl Strategy<Value = SearchSummary> {
        let score = prop_oneof![
            any::<i32>().prop_map(MoveScore::Centipawns),
            any::<i32>().prop_map(MoveScore::Mate)
        ];
        let time = any::<u64>().prop_map(Duration::from_millis);
        (
            option::of(score),
            option::of(any::<u32>()),
            option::of(time),
            option::of(any::<u64>()),
        )
            .prop_map(|(score, depth, time, nodes)| SearchSummary {
                score,
                depth,
                time,
                nodes,
            })
    }

    #[test]
    fn missing_fields_are_omitted() {
        for text in [
            "+0.35/12 0.210s n=15023",
            "0.00",
            "-12.05 n=0",
            "/7 3.000s",
            "+M1/3",
            "-M0",
            "",
        ] {
            let read: SearchSummary = text.parse().expect(text);
            assert_eq!(read.to_string(), text);
            assert_eq!(read.is_empty(), text.is_empty());
        }
        assert_eq!("-0.00".parse(), Ok(MoveScore::Centipawns(0)));
        assert_eq!("1.50".parse(), Ok(MoveScore::Centipawns(150)));
    }

    #[test]
    fn invalid_summaries() {
        for text in [
            "a good move",
            "+0.3",
            "+0.355",
            "+.50",
            "+1",
            "++1.00",
            "0.21s",
            "1s",
            "n=-1",
            "n=",
            "/",
            "+M",
            "+0.35/x",
            "1.00 2.00",
            "/1 /2",
            "n=1 n=2",
            "99999999999999999999.00",
            "n=99999999999999999999",
        ] {
            assert_eq!(text.parse::<SearchSummary>(), Err(NoSummary), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_summary_is_read_as_it_is_written(summary in summary()) {
            prop_assert_eq!(summary.to_string().parse(), Ok(summary));
            prop_assert_eq!(summary.rounded(), summary);
        }

        #[test]
        fn the_reader_never_panics(text in "([-+M./ sn=é]|[0-9]{1,20}){0,12}") {
            if let Ok(summary) = text.parse::<SearchSummary>() {
                prop_assert_eq!(summary.to_string().parse(), Ok(summary));
            }
        }
    }
}
