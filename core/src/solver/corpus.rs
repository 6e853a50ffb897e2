//! Positions with their proved values, one a line.
//!
//! ```text
//! x5o/7/7/7/7/7/o5x x 0 1; rules 2022; value win; distance 5; id a-name
//! ```
//!
//! A line is a FEN and then operations, as in EPD: each begins after a semicolon and has a name
//! and a value. `rules` and `value` (`win`, `loss` or `draw`, for the side to move) are there
//! once, `distance` (in plies) once with `win` and `loss`, and `id` may be there. A `#` begins
//! a comment.

use super::Plies;
use super::goal::Verdict;
use crate::board::{Position, Rules};
use crate::diagnostic::SyntaxError;
use crate::diagnostic::syntax::{Field, digits, fields, quoted};
use std::fmt;
use std::str::FromStr;

/// A position with its proved value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedPosition {
    /// The position.
    pub position: Position,
    /// The rules of the value.
    pub rules: Rules,
    /// The value, for the side to move.
    pub value: KnownValue,
    /// The name; it has no blanks at its ends, no `;`, no `#` and no line break.
    pub id: Option<String>,
}

/// A proved value, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownValue {
    /// It can force a win in exactly this many plies.
    Win(Plies),
    /// The other side can force a win in exactly this many plies.
    Loss(Plies),
    /// Neither side can force a win.
    Draw,
}

impl From<KnownValue> for Verdict {
    fn from(value: KnownValue) -> Self {
        match value {
            KnownValue::Win(plies) => Self::Win(Some(plies)),
            KnownValue::Loss(plies) => Self::Loss(Some(plies)),
            KnownValue::Draw => Self::Draw,
        }
    }
}

/// The names of operations, in the order in which they are written.
const OPERATIONS: [&str; 4] = ["rules", "value", "distance", "id"];

impl SolvedPosition {
    /// Reads a line; `None` if it has nothing but blanks and a comment.
    ///
    /// # Errors
    ///
    /// If the line is neither that nor a position with its value.
    pub fn on_line(line: &str) -> Result<Option<Self>, SyntaxError> {
        let text = line.split('#').next().unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(None);
        }
        text.parse().map(Some)
    }
}

/// Reads a number of plies.
fn plies(field: Field) -> Result<Plies, SyntaxError> {
    digits(field.text).map(Plies).ok_or_else(|| {
        field.error(format!(
            "expected a number of plies up to {}, found {}",
            u16::MAX,
            quoted(field.text)
        ))
    })
}

impl FromStr for SolvedPosition {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut parts = fields(text, ';');
        let position = parts.next().unwrap_or(Field { text, start: 0 });
        let mut values: [Option<Field>; OPERATIONS.len()] = [None; OPERATIONS.len()];
        for part in parts {
            let (name, value) = part.split_word();
            let index = OPERATIONS.iter().position(|&known| known == name.text);
            let Some(index) = index else {
                return Err(name.error(format!(
                    "expected `rules`, `value`, `distance` or `id` after `;`, found {}",
                    quoted(name.text)
                )));
            };
            if value.text.is_empty() {
                return Err(part.error(format!("`{}` has no value", name.text)));
            }
            if values[index].replace(value).is_some() {
                return Err(part.error(format!("a second `{}`", name.text)));
            }
        }
        let end = Field {
            text: "",
            start: text.trim_end().len(),
        };
        let missing = |name: &str| end.error(format!("expected `; {name} …`, found the end"));
        let [rules, value, distance, id] = values;
        let rules = rules.ok_or_else(|| missing("rules"))?;
        let value = value.ok_or_else(|| missing("value"))?;
        let distance_or_error = || plies(distance.ok_or_else(|| missing("distance"))?);
        let value = match value.text {
            "win" => KnownValue::Win(distance_or_error()?),
            "loss" => KnownValue::Loss(distance_or_error()?),
            "draw" => match distance {
                Some(distance) => {
                    return Err(distance.error("a draw has no `distance`"));
                }
                None => KnownValue::Draw,
            },
            other => {
                return Err(value.error(format!(
                    "expected `win`, `loss` or `draw`, found {}",
                    quoted(other)
                )));
            }
        };
        Ok(Self {
            position: position.read()?,
            rules: rules.read()?,
            value,
            id: id.map(|id| id.text.to_owned()),
        })
    }
}

impl fmt::Display for SolvedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, distance) = match self.value {
            KnownValue::Win(distance) => ("win", Some(distance)),
            KnownValue::Loss(distance) => ("loss", Some(distance)),
            KnownValue::Draw => ("draw", None),
        };
        write!(f, "{}; rules {}; value {value}", self.position, self.rules)?;
        if let Some(Plies(distance)) = distance {
            write!(f, "; distance {distance}")?;
        }
        if let Some(id) = &self.id {
            write!(f, "; id {id}")?;
        }
        Ok(())
    }
}
