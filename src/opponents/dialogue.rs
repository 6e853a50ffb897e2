//! What was said between the runner and the programs under test.

use serde::Serialize;
use std::collections::{VecDeque, vec_deque};
use std::time::{Duration, Instant};

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utterance {
    /// How long after the beginning.
    pub at: Duration,
    /// Which program it was said to or by, counted from 0.
    pub program: usize,
    /// By whom.
    pub by: Speaker,
    /// The line.
    pub text: String,
}

/// Who says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// We do.
    Runner,
    /// The program does.
    Program,
}

/// What was said, the newest last; of a long dialogue the beginning is dropped.
#[derive(Clone, Debug)]
pub struct Dialogue {
    begun: Instant,
    utterances: VecDeque<Utterance>,
    dropped: usize,
}

/// More utterances than this are not kept.
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
    /// Something was said now.
    pub fn note(&mut self, program: usize, by: Speaker, text: impl Into<String>) {
        self.push(Utterance {
            at: self.begun.elapsed(),
            program,
            by,
            text: text.into(),
        });
    }

    /// Puts what was said in another dialogue at the same time into this one.
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

    /// Something was said at a time of its own.
    pub fn push(&mut self, utterance: Utterance) {
        if self.utterances.len() == KEPT {
            self.utterances.pop_front();
            self.dropped += 1;
        }
        self.utterances.push_back(utterance);
    }

    /// What was said and is kept.
    #[must_use]
    pub const fn utterances(&self) -> &VecDeque<Utterance> {
        &self.utterances
    }

    /// How many of the first utterances were dropped.
    #[must_use]
    pub const fn dropped(&self) -> usize {
        self.dropped
    }
}

impl IntoIterator for Dialogue {
    type Item = Utterance;
    type IntoIter = vec_deque::IntoIter<Utterance>;

    /// What was said and is kept.
    fn into_iter(self) -> Self::IntoIter {
        self.utterances.into_iter()
    }
}
