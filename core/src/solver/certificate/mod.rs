//! Certificates: proofs that can be checked without trusting their author.
//!
//! A certificate is a text with a claim about a position and strategies that prove it: a
//! move for every position that can arise while the holder follows the strategy. It does
//! not contain the replies of the other side; the checker generates them from the rules.
//! `docs/CERTIFICATES.md` specifies the format and proves that checking it line by line is
//! sufficient.
//!
//! [`Certificate::write`] writes a certificate. [`verify`] checks one, using only the
//! [reference rules](crate::reference). [`combine`] puts one together from certificates of the
//! positions after the first moves; several of these are a [`Part`].
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

mod check;
mod combine;
mod error;
mod format;
mod lines;
mod part;
mod text;
mod verify;
mod write;

pub use check::VerifyCounts;
pub use combine::{CombineError, Combined, combine};
pub use error::{VerifyError, VerifyErrorKind};
pub use part::Part;
pub use verify::{Verified, verify};
pub use write::identity;

use super::{Aim, Plies};
use crate::board::{Color, Move, Position, Rules};

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
