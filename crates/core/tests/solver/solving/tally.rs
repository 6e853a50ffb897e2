//! Counts of what occurred in the positions, so that a test can check its own coverage.

use ataxx_core::board::{Color, Ending, Move, Outcome, Rules};
use ataxx_core::reference::{Cell, LiteralPosition};
use ataxx_core::solver::{Plies, Verdict};
use std::collections::BTreeMap;
use std::fmt;

/// Counts of what occurred.
#[derive(Default)]
pub struct Tally {
    /// Positions in which the game goes on and whose verdict was compared.
    pub positions: u64,
    /// Those of them that were compared to the full depth of the test.
    pub in_full: u64,
    events: BTreeMap<String, u64>,
}

impl Tally {
    pub fn note(&mut self, event: impl Into<String>) {
        *self.events.entry(event.into()).or_default() += 1;
    }

    /// A verdict by its name and distance.
    pub fn note_verdict(&mut self, verdict: Verdict) {
        self.note(match verdict {
            Verdict::Win(Some(Plies(d))) => format!("win {d}"),
            Verdict::Loss(Some(Plies(d))) => format!("loss {d}"),
            Verdict::None => "none".to_owned(),
            other => format!("{other:?}"),
        });
    }

    /// Best play and what it ended in.
    pub fn note_line(
        &mut self,
        start: &LiteralPosition,
        line: &[Move],
        last: &LiteralPosition,
        rules: &Rules,
        Outcome { ending, winner }: Outcome,
    ) {
        let empty = last.count(Cell::Empty) > 0;
        let pass = line.last() == Some(&Move::Pass);
        self.note(match ending {
            Ending::NoPieces => "end: no pieces",
            Ending::NoMoves if empty => "end: no moves, squares out of reach",
            Ending::NoMoves => "end: full board",
            Ending::JumpLimit if pass => "end: jump limit by a pass",
            Ending::JumpLimit => "end: jump limit",
            Ending::PlyLimit if pass => "end: ply limit by a pass",
            Ending::PlyLimit => "end: ply limit",
            Ending::Stuck => "end: stop and award",
        });
        let mut turn = start.turn;
        for mv in line {
            let winners = Some(turn) == winner;
            match (mv, winners) {
                (Move::Pass, true) => self.note("the winner passes"),
                (Move::Pass, false) => self.note("the loser passes"),
                (Move::Jump { .. }, true) => self.note("the winner jumps"),
                (Move::Jump { .. }, false) => self.note("the loser jumps"),
                (Move::Extend { .. }, true) => self.note("the winner extends"),
                (Move::Extend { .. }, false) => self.note("the loser extends"),
            }
            turn = !turn;
        }
        if winner == Some(Color::Blue) {
            self.note("Blue wins");
        } else {
            self.note("Red wins");
        }
        if rules
            .jump_limit
            .is_some_and(|limit| u32::from(limit.jumps.get()) == start.jumps + 1)
            && !line.is_empty()
        {
            self.note("one below the jump limit");
        }
    }

    /// Those of these events that have not occurred.
    pub fn missing<'a>(&self, wanted: &[&'a str]) -> Vec<&'a str> {
        let occurred = |event: &&str| self.events.contains_key(*event);
        wanted
            .iter()
            .filter(|event| !occurred(event))
            .copied()
            .collect()
    }
}

/// Every way in which a won game ends, and every kind of move of either side in best play.
pub const ENDS_AND_MOVES: [&str; 17] = [
    "end: no pieces",
    "end: no moves, squares out of reach",
    "end: full board",
    "end: jump limit by a pass",
    "end: jump limit",
    "end: ply limit by a pass",
    "end: ply limit",
    "end: stop and award",
    "the winner passes",
    "the loser passes",
    "the winner jumps",
    "the loser jumps",
    "the winner extends",
    "the loser extends",
    "Red wins",
    "Blue wins",
    "one below the jump limit",
];

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>12} positions", self.positions)?;
        writeln!(f, "{:>12} of them in full", self.in_full)?;
        for (event, count) in &self.events {
            writeln!(f, "{count:>12} {event}")?;
        }
        Ok(())
    }
}
