//! Times as scripts write them.

use crate::notation::syntax::{Fault, Parsed, found, next_word, quoted};
use std::fmt;
use std::time::Duration;

/// A time, written in seconds: `10`, `0.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds(pub Duration);

impl Seconds {
    /// More than a day is a slip.
    pub const MOST: u64 = 24 * 60 * 60;
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_secs_f64().fmt(f)
    }
}

/// A number of seconds, filling the next word.
pub(super) fn seconds(input: &str) -> Parsed<'_, Seconds> {
    let word = next_word(input);
    let plain = !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = plain.then(|| word.parse::<f64>().ok()).flatten();
    let Some(number) = number else {
        let message = format!("expected a number of seconds, found {}", found(input));
        return Fault::word(input, message).miss();
    };
    #[allow(clippy::cast_precision_loss)] // a day has few seconds
    let limit = Seconds::MOST as f64;
    match Duration::try_from_secs_f64(number) {
        Ok(time) if number <= limit => Ok((&input[word.len()..], Seconds(time))),
        _ => {
            let message = format!("{} seconds are more than a day", quoted(word));
            Fault::word(input, message).miss()
        }
    }
}
