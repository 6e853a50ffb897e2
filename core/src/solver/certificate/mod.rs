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

mod claim;
mod error;
mod parts;
mod text;
mod verify;
mod write;

pub use claim::{Certificate, Claim, Obligation, Step, Strategy};
pub use error::{VerifyError, VerifyErrorKind};
pub use parts::{CombineError, Combined, Part, combine};
pub use verify::{Verified, VerifyCounts, verify};
pub use write::identity;

use super::{Aim, Plies};
