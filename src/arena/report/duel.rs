//! A match between two players.

use super::words::{signed, tenths, thousandths};
use ataxx_core::stats::{Encounter, Progress, Sprt, Verdict};
use serde::Serialize;

/// More about a match between two players, from the view of the first one on the list.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// Games that the first player won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Lost games.
    pub lost: u32,
    /// The numbers of pairs of games with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// The Elo difference.
    pub elo: DuelElo,
    /// The normalised Elo difference, in standard deviations of the result of a game.
    pub normalised: DuelElo,
    /// The likelihood of superiority.
    #[serde(serialize_with = "thousandths")]
    pub superiority: f64,
    /// The sequential test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<DuelTest>,
}

/// A difference with the interval that holds it in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DuelElo {
    /// The difference.
    #[serde(serialize_with = "tenths")]
    pub difference: f64,
    /// The lower end of the interval; infinite, and `null` in JSON, if there are too few games for
    /// one.
    #[serde(serialize_with = "tenths")]
    pub low: f64,
    /// The upper end of the interval, likewise.
    #[serde(serialize_with = "tenths")]
    pub high: f64,
}

/// A sequential test and its progress: see [`Sprt`] and [`Progress`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DuelTest {
    /// The difference of the first hypothesis.
    pub elo0: f64,
    /// The difference of the second hypothesis.
    pub elo1: f64,
    /// The rate at which the second hypothesis is accepted although the first one is true.
    pub alpha: f64,
    /// The rate at which the first hypothesis is accepted although the second one is true.
    pub beta: f64,
    /// The logarithm of the likelihood ratio of the second hypothesis to the first.
    #[serde(serialize_with = "thousandths")]
    pub ratio: f64,
    /// At or below this, the first hypothesis is accepted.
    #[serde(serialize_with = "thousandths")]
    pub lower: f64,
    /// At or above this, the second hypothesis is accepted.
    #[serde(serialize_with = "thousandths")]
    pub upper: f64,
    /// `elo0`, `elo1`, or `None` while the test is undecided.
    pub accepted: Option<&'static str>,
}

impl Duel {
    /// The first player's games against the second one; `None` if there are none.
    pub(super) fn of(encounter: &Encounter, sprt: Option<Sprt>) -> Option<Self> {
        let score = encounter.score()?;
        let (tally, elo, normalised) = (encounter.tally, score.elo(), score.normalised());
        Some(Self {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            pairs: encounter.pairs.0,
            elo: DuelElo {
                difference: elo.difference,
                low: elo.low,
                high: elo.high,
            },
            normalised: DuelElo {
                difference: normalised.difference,
                low: normalised.difference - normalised.error,
                high: normalised.difference + normalised.error,
            },
            superiority: score.superiority(),
            sprt: sprt.map(|sprt| DuelTest::of(&sprt, sprt.judge(&encounter.pairs))),
        })
    }
}

impl DuelElo {
    /// The difference and its interval, in words.
    pub fn in_words(&self) -> String {
        let [difference, low, high] = [self.difference, self.low, self.high].map(signed);
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) => format!("{difference}, between {low} and {high}"),
            (true, false) => format!("{difference}, at least {low}"),
            (false, true) => format!("{difference}, at most {high}"),
            (false, false) => format!("{difference}, of too few games to bound it"),
        }
    }
}

impl DuelTest {
    fn of(sprt: &Sprt, progress: Progress) -> Self {
        Self {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            ratio: progress.ratio,
            lower: progress.lower,
            upper: progress.upper,
            accepted: match progress.verdict {
                Verdict::AcceptFirst => Some("elo0"),
                Verdict::AcceptSecond => Some("elo1"),
                Verdict::GoOn => None,
            },
        }
    }

    /// The ratio, its bounds and the decision, in words.
    pub fn in_words(&self) -> String {
        let accepted = match self.accepted {
            Some("elo0") => format!("accepted: {} Elo or less", self.elo0),
            Some(_) => format!("accepted: {} Elo or more", self.elo1),
            None => "not decided yet".to_owned(),
        };
        format!(
            "{:.2} (bounds {:.2} and {:.2}), {accepted}",
            self.ratio, self.lower, self.upper
        )
    }
}
