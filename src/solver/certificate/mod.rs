//! Certificates: proofs that anybody can check.
//!
//! A certificate is a text that holds a claim about a position and, for that
//! claim, strategies: a move for every position that can arise while their holder
//! follows them. The replies of the other side are not in it; whoever checks finds
//! them by the rules. `docs/CERTIFICATES.md` has the format and the argument why
//! it is enough to check it line by line.
//!
//! [`Certificate::write`] writes one. [`verify`] checks one, with the
//! [literal rules](crate::reference) alone and without believing anything in it.
//!
//! ```
//! use ataxx_toolkit::board::{Color, Move, Rules};
//! use ataxx_toolkit::notation::Fen;
//! use ataxx_toolkit::solver::{Aim, Plies};
//! use ataxx_toolkit::solver::certificate::{Certificate, Claim, Step, Strategy, verify};
//! use std::ops::ControlFlow;
//!
//! // Red takes the last piece of Blue.
//! let Fen(position) = "xx1o3/7/7/7/7/7/7 x 0 1".parse()?;
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
mod error;
mod lines;
mod text;
mod verify;
mod write;

pub use check::VerifyCounts;
pub use error::{VerifyError, VerifyErrorKind};
pub use verify::{Verified, verify};
pub(super) use write::identity;

use super::{Aim, Plies};
use crate::board::{Color, Move, Position, Rules};

/// What is claimed of a position, whoever is to move in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// A side can force that the game ends in its favour within so many plies.
    Win {
        /// The side.
        winner: Color,
        /// The plies, of both sides together.
        within: Plies,
    },
    /// A side can force a win within so many plies and not within fewer.
    Exactly {
        /// The side.
        winner: Color,
        /// The plies, of both sides together.
        plies: Plies,
    },
    /// Neither side can force a win within so many plies.
    None {
        /// The plies, of both sides together.
        within: Plies,
    },
    /// Neither side can force a win, however long it takes.
    Draw,
}

/// One line of a strategy: what its holder plays in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// A position with the holder to move.
    pub position: Position,
    /// In how many plies the move wins from here, or for how many it holds; `None`
    /// is for ever. Of several steps for one position the best is written.
    pub plies: Option<Plies>,
    /// The move.
    pub mv: Move,
}

/// A move for every position that can arise while the holder follows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Whose it is.
    pub holder: Color,
    /// What it reaches.
    pub aim: Aim,
    /// The moves, in any order. Those for positions that cannot arise do no harm.
    pub steps: Vec<Step>,
}

/// A claim with the strategies that prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rules that are played by.
    pub rules: Rules,
    /// The position that the claim is about. Its plies fit its side to move, as
    /// those of every FEN do.
    pub position: Position,
    /// What is claimed.
    pub claim: Claim,
    /// Those that [`Claim::strategies`] asks for, in any order.
    pub strategies: Vec<Strategy>,
}

/// What kind of strategy it takes to prove a claim, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Obligation {
    /// Whose strategy it is.
    pub holder: Color,
    /// What it reaches.
    pub aim: Aim,
    /// Within how many plies; `None` is for ever.
    pub plies: Option<Plies>,
}

impl Claim {
    /// The strategies that prove the claim together.
    ///
    /// Who wins within so many plies has a strategy for that; who does not win
    /// within so many leaves the other side a strategy to hold out. That the
    /// winner needs at least one ply goes without saying where the game is not
    /// over, so a win in exactly 0 plies takes one strategy only.
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
