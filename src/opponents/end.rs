//! Why a game ended, and how a record says it.

use super::failure::{Failure, FailureKind};
use ataxx_core::notation::Remark;
use std::fmt;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules.
    Rules,
    /// It was adjudicated, for this reason.
    Adjudicated(String),
    /// The loser forfeited it.
    Forfeit(Failure),
}

const ADJUDICATED: &str = "adjudicated";

/// A forfeit by a fault of this kind, as a record says it.
fn forfeit(kind: FailureKind) -> String {
    let preposition = if kind == FailureKind::Late {
        "on"
    } else {
        "by"
    };
    format!("forfeit {preposition} {}", kind.in_results())
}

impl fmt::Display for End {
    /// As a record says it: `forfeit on time: took 1.2 s of 1 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, what) = match self {
            Self::Rules => return f.write_str("by the rules"),
            Self::Adjudicated(why) => (ADJUDICATED.to_owned(), why),
            Self::Forfeit(failure) => (forfeit(failure.kind), &failure.message),
        };
        match Remark::new(what) {
            Some(what) => write!(f, "{words}: {what}"),
            None => f.write_str(&words),
        }
    }
}

impl End {
    /// A forfeit by a fault of this kind.
    pub fn forfeit(kind: FailureKind, what: impl Into<String>) -> Self {
        Self::Forfeit(Failure::new(kind, what))
    }

    /// Reads what a record says; `None` when it names no end.
    pub fn read(remark: Option<&Remark>) -> Option<Self> {
        let Some(remark) = remark else {
            return Some(Self::Rules);
        };
        let text = remark.as_str();
        let (named, what) = text.split_once(": ").unwrap_or((text, ""));
        if named == ADJUDICATED {
            return Some(Self::Adjudicated(what.to_owned()));
        }
        let mut kinds = FailureKind::FORFEITS.into_iter();
        let kind = kinds.find(|kind| forfeit(*kind) == named)?;
        Some(Self::forfeit(kind, what))
    }
}
