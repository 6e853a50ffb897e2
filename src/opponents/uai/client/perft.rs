//! The perft of an engine.

use super::engine::Engine;
use crate::opponents::failure::{Failure, FailureKind, Stage};
use crate::opponents::uai::{Command, Reply};
use ataxx_core::board::Position;
use std::time::{Duration, Instant};

/// The time to wait for a count after `readyok`. Engines that count on a thread of their own are
/// ready at once.
const LINGER: Duration = Duration::from_millis(300);

impl Engine<'_> {
    /// The perft of a position by the engine; `None` when it knows no `perft`.
    ///
    /// The command has no standard: `perft N` is sent, and the answer is the last number after
    /// the word `nodes`, or alone on a line, or last on a line.
    pub fn perft(
        &mut self,
        position: &Position,
        depth: u32,
        deadline: Instant,
    ) -> Result<Option<u64>, Failure> {
        self.catch_up(deadline)?;
        self.set_position(position)?;
        let begun = Instant::now();
        self.say(&format!("perft {depth}"))?;
        self.tell(&Command::IsReady)?;
        let mut count = None;
        let mut is_ready = false;
        let mut until = deadline;
        loop {
            let line = match self.hear(until, begun, Stage::Perft) {
                Ok(line) => line,
                Err(failure) if is_ready && matches!(failure.kind, FailureKind::Timeout(_)) => {
                    return Ok(count);
                }
                Err(failure) => return Err(failure),
            };
            if Reply::read(&line) == Reply::Ready {
                if count.is_some() {
                    return Ok(count);
                }
                is_ready = true;
                until = deadline.min(Instant::now() + LINGER);
            } else if let Some(found) = number(&line, depth) {
                count = Some(found);
                if is_ready {
                    until = deadline.min(Instant::now() + LINGER);
                }
            }
        }
    }
}

/// The count in a line, if it is one for this depth.
fn number(line: &str, depth: u32) -> Option<u64> {
    let line = line.to_ascii_lowercase();
    let words: Vec<&str> = line
        .split(|letter: char| letter.is_whitespace() || matches!(letter, ':' | '=' | ','))
        .filter(|word| !word.is_empty())
        .collect();
    if words.first() == Some(&"info") && words.get(1) == Some(&"string") {
        return None;
    }
    let after = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words[at + 1..]
            .iter()
            .find_map(|word| word.parse::<u64>().ok())
    };
    if after("depth").is_some_and(|told| told != u64::from(depth)) {
        return None;
    }
    if let Some(count) = after("nodes").or_else(|| after("leaves")) {
        return Some(count);
    }
    match words[..] {
        [number] => number.parse().ok(),
        [first, .., last] if first.starts_with("perft") => last.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_in_many_ways() {
        for (line, count) in [
            ("4752668", Some(4_752_668)),
            ("nodes 16", Some(16)),
            ("Nodes searched: 16", Some(16)),
            (
                "info depth 5 nodes 4752668 time 15 nps 300000",
                Some(4_752_668),
            ),
            ("info depth 4 nodes 155888 time 15", None),
            ("perft 5 = 4752668", Some(4_752_668)),
            ("perft(5): 4752668", Some(4_752_668)),
            ("info string nodes 5", None),
            ("a7b7: 16", None),
            ("b7: 16", None),
            ("unknown command perft 5", None),
            ("what is 5", None),
            ("", None),
        ] {
            assert_eq!(number(line, 5), count, "{line}");
        }
    }
}
