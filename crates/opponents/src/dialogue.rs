//! The lines exchanged with other programs.

use serde::{Deserialize, Serialize};
use std::collections::{VecDeque, vec_deque};
use std::time::{Duration, Instant};

/// A line of a dialogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Utterance {
    /// The time since the dialogue began.
    #[serde(rename = "seconds", with = "in_seconds")]
    pub at: Duration,
    /// The number of the program that sent or received it, counted from 0; in JSON from 1.
    #[serde(with = "from_one")]
    pub program: usize,
    /// Its writer.
    pub by: Speaker,
    /// The line.
    pub text: String,
}

/// Durations in JSON: seconds, to hundredths of a millisecond.
pub mod in_seconds {
    use ataxx_core::diagnostic::text::seconds;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(seconds(*time))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(seconds).map_err(D::Error::custom)
    }
}

/// Numbers that count from 1 in JSON.
mod from_one {
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref)] // required by serde
    pub fn serialize<S: Serializer>(number: &usize, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(*number as u64 + 1)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
        usize::deserialize(deserializer).map(|number| number.saturating_sub(1))
    }
}

/// The writer of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// This program.
    Runner,
    /// The other program.
    Program,
}

/// The lines of a dialogue, in order. The beginning of a long dialogue is dropped.
#[derive(Clone, Debug)]
pub struct Dialogue {
    begun: Instant,
    utterances: VecDeque<Utterance>,
    dropped: usize,
}

/// The most utterances that are kept.
const KEPT: usize = 2000;

impl Default for Dialogue {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            utterances: VecDeque::new(),
            dropped: 0,
        }
    }
}

impl Dialogue {
    /// A dialogue of these utterances, after others that were dropped.
    pub fn of(utterances: impl IntoIterator<Item = Utterance>, dropped: usize) -> Self {
        Self {
            utterances: utterances.into_iter().collect(),
            dropped,
            ..Self::default()
        }
    }

    /// Keeps only the last `kept` utterances.
    pub fn keep_last(&mut self, kept: usize) {
        let surplus = self.utterances.len().saturating_sub(kept);
        self.utterances.drain(..surplus);
        self.dropped += surplus;
    }

    /// Records a line now.
    pub fn note(&mut self, program: usize, by: Speaker, text: impl Into<String>) {
        self.push(Utterance {
            at: self.begun.elapsed(),
            program,
            by,
            text: text.into(),
        });
    }

    /// Adds another dialogue, ordered by time.
    pub fn merge(&mut self, other: Self) {
        let (mine, theirs) = (self.begun, other.begun);
        let begun = mine.min(theirs);
        let moved = |utterances: VecDeque<Utterance>, from: Instant| {
            utterances.into_iter().map(move |utterance| Utterance {
                at: utterance.at + from.duration_since(begun),
                ..utterance
            })
        };
        let all = moved(std::mem::take(&mut self.utterances), mine);
        let mut all: Vec<Utterance> = all.chain(moved(other.utterances, theirs)).collect();
        all.sort_by_key(|utterance| utterance.at);
        let surplus = all.len().saturating_sub(KEPT);
        self.begun = begun;
        self.utterances = all.into_iter().skip(surplus).collect();
        self.dropped += other.dropped + surplus;
    }

    /// Records an utterance.
    pub fn push(&mut self, utterance: Utterance) {
        if self.utterances.len() == KEPT {
            self.utterances.pop_front();
            self.dropped += 1;
        }
        self.utterances.push_back(utterance);
    }

    /// The utterances that are kept.
    pub const fn utterances(&self) -> &VecDeque<Utterance> {
        &self.utterances
    }

    /// The number of utterances that were dropped from the beginning.
    pub const fn dropped(&self) -> usize {
        self.dropped
    }
}

impl IntoIterator for Dialogue {
    type Item = Utterance;
    type IntoIter = vec_deque::IntoIter<Utterance>;

    /// The utterances that are kept.
    fn into_iter(self) -> Self::IntoIter {
        self.utterances.into_iter()
    }
}
