//! Times as scripts write them.

use crate::diagnostic::syntax::{Fault, Parsed, found, next_word, quoted};
use std::time::Duration;

/// The longest time that a script can give, in seconds: a day.
pub(super) const LONGEST: u64 = 24 * 60 * 60;

/// A number of seconds (`10`, `0.5`) that fills the next word.
pub(super) fn seconds(input: &str) -> Parsed<'_, Duration> {
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
    let limit = LONGEST as f64;
    match Duration::try_from_secs_f64(number) {
        Ok(time) if number <= limit => Ok((&input[word.len()..], time)),
        _ => {
            let message = format!("{} seconds are more than a day", quoted(word));
            Fault::word(input, message).miss()
        }
    }
}
