//! Scores and chances as they are printed.

use ataxx_core::diagnostic::text;
use ataxx_core::engine::Score;
use serde::{Serialize, Serializer};

/// A score in JSON: `{"stones":2.45}`, `{"win":3}`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown(pub Score);

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Written {
    Stones(f64),
    Win(u32),
    Loss(u32),
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match self.0 {
            Score::Stones(stones) => Written::Stones(text::rounded(stones, 2)),
            Score::Win(plies) => Written::Win(plies),
            Score::Loss(plies) => Written::Loss(plies),
        };
        written.serialize(serializer)
    }
}

/// A fraction in percent.
pub fn in_percent(fraction: f64) -> String {
    text::percent(fraction, 0)
}
