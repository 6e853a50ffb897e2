//! Random moves that took the place of the faulty ones of agents.

use crate::opponents::game::{Ply, Reason};
use crate::opponents::{Failure, FailureKind};
use ataxx_core::board::Color;
use ataxx_core::notation::Remark;
use std::fmt;

/// A random move that took the place of an agent's illegal, late or missing one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomMove {
    /// The number of its turn, counted from 1.
    pub turn: u32,
    /// The side of the agent.
    pub color: Color,
    /// What the agent did wrong.
    pub fault: Failure,
}

/// Between two random moves in a record.
const SEPARATOR: &str = "; ";

impl RandomMove {
    /// The random move of a ply, if it has one.
    pub fn of(ply: &Ply) -> Option<Self> {
        let Reason::Random(fault) = &ply.reason else {
            return None;
        };
        Some(Self {
            turn: ply.turn,
            color: ply.color,
            fault: fault.clone(),
        })
    }

    /// The header of a record that lists these random moves.
    pub fn write_all(moves: &[Self]) -> Option<Remark> {
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        Remark::new(&moves.join(SEPARATOR))
    }

    /// Reads the header of a record; `None` when it lists something else.
    pub fn read_all(header: Option<&Remark>) -> Option<Vec<Self>> {
        let moves = header.map(|header| header.as_str().split(SEPARATOR));
        moves.into_iter().flatten().map(Self::read).collect()
    }

    fn read(text: &str) -> Option<Self> {
        let (place, fault) = text.split_once(": ").unwrap_or((text, ""));
        let mut parts = place.strip_prefix("turn ")?.split(", ");
        let (turn, color, kind) = (parts.next()?, parts.next()?, parts.next()?);
        let is_color = |one: &Color| one.to_string() == color;
        let is_kind = |one: &FailureKind| one.in_results() == kind;
        Some(Self {
            turn: turn.parse().ok()?,
            color: Color::BOTH.into_iter().find(is_color)?,
            fault: Failure::new(FailureKind::FORFEITS.into_iter().find(is_kind)?, fault),
        })
    }
}

impl fmt::Display for RandomMove {
    /// `turn 3, Red, illegal move: why`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (turn, color, fault) = (self.turn, self.color, &self.fault);
        write!(f, "turn {turn}, {color}, {}", fault.kind.in_results())?;
        match Remark::new(&fault.message.replace(';', ",")) {
            Some(what) => write!(f, ": {what}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(turn: u32, color: Color, kind: FailureKind, what: &str) -> RandomMove {
        let fault = Failure::new(kind, what);
        RandomMove { turn, color, fault }
    }

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let moves = [
            random(
                1,
                Color::Red,
                FailureKind::IllegalMove,
                "`a: b`, turn 2, Blue",
            ),
            random(
                1,
                Color::Blue,
                FailureKind::Timeout(None),
                "no answer within 5 s",
            ),
            random(100, Color::Blue, FailureKind::Crash, ""),
        ];
        let header = RandomMove::write_all(&moves);
        insta::assert_snapshot!(header.as_ref().expect("moves"), @"turn 1, Red, illegal move: `a: b`, turn 2, Blue; turn 1, Blue, stall: no answer within 5 s; turn 100, Blue, crash");
        assert_eq!(RandomMove::read_all(header.as_ref()), Some(moves.to_vec()));
        assert_eq!(RandomMove::write_all(&[]), None);
        assert_eq!(RandomMove::read_all(None), Some(Vec::new()));
        // What an agent says does not end the entry.
        let split = [random(1, Color::Red, FailureKind::Flood, "a; b\n# c")];
        insta::assert_snapshot!(split[0], @"turn 1, Red, stall: a, b ♯ c");
        assert_eq!(RandomMove::read_all(Remark::new("rain").as_ref()), None);
    }
}
