//! Counts of the events in the games played, so that a test can check its own coverage.

use ataxx_core::board::{Ending, Outcome, Rules};
use std::collections::BTreeMap;
use std::fmt;

/// The events that must occur in a complete run.
pub const EVENTS: [&str; 27] = [
    "block accepted",
    "block refused: corner",
    "block refused: piece",
    "block refused: rules",
    "block repeated",
    "block between moves",
    "illegal move refused",
    "pass",
    "pass that leaves a count",
    "pass that adds to the count",
    "second pass in a game",
    "pass, move, pass by one side",
    "extend that ends a run of jumps",
    "flips of eight pieces",
    "no extend but a jump",
    "moves taken back in mid-game",
    "game taken back to its start",
    "end: elimination",
    "end: full board",
    "end: blocked sides",
    "end: jump limit, more pieces",
    "end: jump limit, equal pieces",
    "end: jump limit, a draw whatever the pieces",
    "end: jump limit by a pass",
    "end: ply limit",
    "end: stop and award",
    "end: stop and award turns the result",
];

/// Counts of plies, games and events.
#[derive(Default)]
pub struct Tally {
    /// Plies played and compared, including those undone afterwards.
    pub plies: u64,
    /// Games played to their end or cut off.
    pub games: u64,
    /// Games that were cut off because their rules do not end them.
    pub cut: u64,
    events: BTreeMap<&'static str, u64>,
    winners: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Notes an event, which must be one of [`EVENTS`].
    pub fn note(&mut self, event: &'static str) {
        debug_assert!(EVENTS.contains(&event), "{event}");
        *self.events.entry(event).or_default() += 1;
    }

    /// Notes how a game ended that had at least one ply: whether squares were
    /// empty, whether a pass was the last move, and how many pieces each side had.
    pub fn note_end(
        &mut self,
        outcome: Outcome,
        rules: &Rules,
        pieces: [u32; 2],
        empty: u32,
        by_pass: bool,
    ) {
        let equal = pieces[0] == pieces[1];
        let winner = outcome.winner.map(|color| pieces[color.index()]);
        match outcome.ending {
            Ending::NoPieces => self.note("end: elimination"),
            Ending::NoMoves if empty == 0 => self.note("end: full board"),
            Ending::NoMoves => self.note("end: blocked sides"),
            Ending::JumpLimit => {
                match (winner, equal) {
                    (Some(_), _) => self.note("end: jump limit, more pieces"),
                    (None, true) => self.note("end: jump limit, equal pieces"),
                    (None, false) => self.note("end: jump limit, a draw whatever the pieces"),
                }
                if by_pass {
                    assert!(rules.pass_adds_to_count);
                    self.note("end: jump limit by a pass");
                }
            }
            Ending::PlyLimit => self.note("end: ply limit"),
            Ending::Stuck => {
                self.note("end: stop and award");
                if winner.is_some_and(|count| count < pieces[0].max(pieces[1])) {
                    self.note("end: stop and award turns the result");
                }
            }
        }
        let winner = match outcome.winner {
            None => "draw",
            Some(ataxx_core::board::Color::Red) => "red",
            Some(ataxx_core::board::Color::Blue) => "blue",
        };
        *self.winners.entry(winner).or_default() += 1;
    }

    /// The events of [`EVENTS`] and results that have not occurred.
    pub fn missing(&self) -> Vec<&'static str> {
        let events = EVENTS
            .into_iter()
            .filter(|event| !self.events.contains_key(event));
        let winners = ["draw", "red", "blue"]
            .into_iter()
            .filter(|winner| !self.winners.contains_key(winner));
        events.chain(winners).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>12} plies", self.plies)?;
        writeln!(f, "{:>12} games", self.games)?;
        writeln!(f, "{:>12} games cut off", self.cut)?;
        for (winner, count) in &self.winners {
            writeln!(f, "{count:>12} result: {winner}")?;
        }
        for event in EVENTS {
            let count = self.events.get(event).copied().unwrap_or(0);
            writeln!(f, "{count:>12} {event}")?;
        }
        Ok(())
    }
}
