//! Why a game ended, and how a record says it.

use super::opponent::{Fault, FaultKind};
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
    Forfeit(Fault),
}

/// The kinds of faults that a record names.
const FORFEITS: [FaultKind; 4] = [
    FaultKind::IllegalMove,
    FaultKind::Time,
    FaultKind::Crash,
    FaultKind::Stall,
];

const ADJUDICATED: &str = "adjudicated";

const fn words(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IllegalMove => "forfeit by illegal move",
        FaultKind::Time => "forfeit on time",
        FaultKind::Crash => "forfeit by crash",
        FaultKind::Stall | FaultKind::Flood => "forfeit by stall",
    }
}

impl fmt::Display for End {
    /// As a record says it: `forfeit on time: took 1.2 s of 1 s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (words, what) = match self {
            Self::Rules => return f.write_str("by the rules"),
            Self::Adjudicated(why) => (ADJUDICATED, why),
            Self::Forfeit(Fault { kind, what }) => (words(*kind), what),
        };
        match Remark::new(what) {
            Some(what) => write!(f, "{words}: {what}"),
            None => f.write_str(words),
        }
    }
}

impl End {
    /// A forfeit by a fault of this kind.
    pub fn forfeit(kind: FaultKind, what: impl Into<String>) -> Self {
        Self::Forfeit(Fault::new(kind, what))
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
        let kind = FORFEITS.into_iter().find(|kind| words(*kind) == named)?;
        Some(Self::forfeit(kind, what))
    }
}
