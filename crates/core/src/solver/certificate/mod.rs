//! Certificates: proofs that can be checked without trusting their author.
//!
//! A certificate is a text with a claim about a position and strategies that prove it: a
//! move for every position that can arise while the holder follows the strategy. It does
//! not contain the replies of the other side; the checker generates them from the rules.
//! `docs/CERTIFICATES.md` specifies the format and proves that checking it line by line is
//! sufficient.
//!
//! [`Certificate::write`] writes a certificate. [`verify`] checks one, using only the
//! [reference rules](crate::reference).
//!
//! ```
//! use ataxx_core::board::{Color, Move, Position, Rules};
//! use ataxx_core::solver::{Aim, Plies};
//! use ataxx_core::solver::certificate::{Certificate, Claim, Step, Strategy, verify};
//! use std::ops::ControlFlow;
//!
//! // Red captures the last piece of Blue.
//! let position: Position = "xx1o3/7/7/7/7/7/7 x 0 1".parse()?;
//! let step = Step {
//!     position,
//!     plies: Some(Plies(1)),
//!     mv: Move::Extend { to: "c7".parse()? },
//! };
//! let certificate = Certificate {
//!     rules: Rules::BERKELEY_2022,
//!     position,
//!     claim: Claim::Win { winner: Color::Red, within: Plies(1) },
//!     strategies: vec![Strategy {
//!         holder: Color::Red,
//!         aim: Aim::Win,
//!         steps: vec![step],
//!     }],
//! };
//! let mut text = Vec::new();
//! certificate.write(&mut text)?;
//! assert_eq!(
//!     String::from_utf8_lossy(&text),
//!     "ataxx certificate 1\n\
//!      rules 2022\n\
//!      position xx1o3/7/7/7/7/7/7 x 0\n\
//!      claim win red 1\n\
//!      strategy win red 1\n\
//!      xx1o3/7/7/7/7/7/7 x 0 1 b7-c7\n\
//!      end 1\n",
//! );
//! let verified = verify(&text[..], |_| ControlFlow::Continue(()))?;
//! assert_eq!(verified.claim, certificate.claim);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod text;
mod verify;
mod write;

pub use error::{VerifyError, VerifyErrorKind};
pub use verify::{Verified, VerifyCounts, verify};
pub use write::identity;

use super::{Aim, Plies};
use crate::board::{Color, Move, Position, Rules, Settings};
use std::fmt;

/// The first line.
const HEADER: &str = "ataxx certificate 1";
/// The start of the first line in every version.
const ANY_HEADER: &str = "ataxx certificate ";
/// The maximum length of a line in bytes; more than twice the longest valid line.
const MAX_LINE_LENGTH: usize = 256;

/// A claim about a position, for either side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A side can force a win within a number of plies.
    Win {
        /// The side.
        winner: Color,
        /// The plies, of both sides together.
        within: Plies,
    },
    /// A side can force a win within a number of plies and not within fewer.
    Exactly {
        /// The side.
        winner: Color,
        /// The plies, of both sides together.
        plies: Plies,
    },
    /// Neither side can force a win within a number of plies.
    None {
        /// The plies, of both sides together.
        within: Plies,
    },
    /// Neither side can force a win at all.
    Draw,
}

/// A step of a strategy: the move of its holder in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// A position with the holder to move.
    pub position: Position,
    /// The plies in which the move wins, or for which it holds; `None` for no limit. Of
    /// several steps for one position the best is written.
    pub plies: Option<Plies>,
    /// The move.
    pub mv: Move,
}

/// A strategy: a move for every position that can arise while the holder follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The side that follows it.
    pub holder: Color,
    /// The aim that it reaches.
    pub aim: Aim,
    /// The steps, in any order. Steps for positions that cannot arise are ignored.
    pub steps: Vec<Step>,
}

/// A claim with the strategies that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules.
    pub rules: Rules,
    /// The position of the claim. Its ply count agrees with its side to move, as in a FEN.
    pub position: Position,
    /// The claim.
    pub claim: Claim,
    /// The strategies that [`Claim::strategies`] lists, in any order.
    pub strategies: Vec<Strategy>,
}

/// A proof obligation: a strategy that is needed to prove a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Obligation {
    /// The side that follows the strategy.
    pub holder: Color,
    /// The aim that it reaches.
    pub aim: Aim,
    /// The limit on plies; `None` for no limit.
    pub plies: Option<Plies>,
}

impl Claim {
    /// The strategies that together prove the claim.
    ///
    /// A side that can win within n plies has a strategy to win; otherwise the other side
    /// has a strategy to hold for n plies. A win in exactly 0 plies needs no strategy to
    /// hold.
    #[must_use]
    pub fn strategies(self) -> Vec<Obligation> {
        let win = |holder, plies| Obligation {
            holder,
            aim: Aim::Win,
            plies: Some(plies),
        };
        let hold = |holder, plies| Obligation {
            holder,
            aim: Aim::Hold,
            plies,
        };
        match self {
            Self::Win { winner, within } => vec![win(winner, within)],
            Self::Exactly { winner, plies } => {
                let shorter = plies.0.checked_sub(1).map(Plies);
                let hold = shorter.map(|shorter| hold(winner.opposite(), Some(shorter)));
                std::iter::once(win(winner, plies)).chain(hold).collect()
            }
            Self::None { within } => Color::BOTH
                .map(|holder| hold(holder, Some(within)))
                .to_vec(),
            Self::Draw => Color::BOTH.map(|holder| hold(holder, None)).to_vec(),
        }
    }
}

/// Written instead of the plies left if there is no limit.
const NO_LIMIT: &str = "-";

/// Plies left, or the mark for no limit.
fn plies(plies: Option<Plies>) -> String {
    plies.map_or_else(|| NO_LIMIT.to_owned(), |Plies(plies)| plies.to_string())
}

impl fmt::Display for Claim {
    /// As in a certificate, such as `win red 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Self::Win { winner, within } => format!("win {} {}", winner.name(), within.0),
            Self::Exactly { winner, plies } => format!("exact {} {}", winner.name(), plies.0),
            Self::None { within } => format!("none {}", within.0),
            Self::Draw => "draw".to_owned(),
        })
    }
}

impl fmt::Display for Obligation {
    /// As in a certificate, such as `strategy hold blue 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Win => "win",
            Aim::Hold => "hold",
        };
        let (holder, plies) = (self.holder.name(), plies(self.plies));
        f.pad(&format!("strategy {aim} {holder} {plies}"))
    }
}

/// Which counts of a position the rules use. A certificate writes the others as 0, as in a new game.
#[derive(Clone, Copy)]
struct CountsInUse {
    pub jumps: bool,
    pub plies: bool,
}

impl CountsInUse {
    pub fn under(rules: &Rules) -> Self {
        let Settings {
            jump_limit,
            ply_limit,
            // No count decides what these do.
            jump_vectors: _,
            pass_adds_to_count: _,
            stuck: _,
            blocks: _,
        } = rules.settings();
        Self {
            jumps: jump_limit.is_some(),
            plies: ply_limit.is_some(),
        }
    }
}
