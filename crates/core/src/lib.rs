//! Ataxx: the rules of every common rule set on bitboards, the notations of positions and moves,
//! an exact solver with certificates, and an engine. No files, terminals, sockets or processes.
//!
//! ```
//! use ataxx_core::board::perft::{self, Counting};
//! use ataxx_core::board::{Game, Rules, Square};
//! use ataxx_core::position;
//!
//! let mut game = Game::new(Rules::UAI);
//! assert_eq!(game.position().legal_moves(game.rules()).count(), 16);
//! game.play_between(Square::A7, Square::B7)?;
//! assert_eq!(*game.position(), position! {
//!     r r - - - - b
//!     - - - - - - -
//!     - - - - - - -
//!     - - - - - - -
//!     - - - - - - -
//!     - - - - - - -
//!     b - - - - - r
//!     blue to move
//! }.with_plies(1));
//! assert_eq!(game.position().to_string(), "xx4o/7/7/7/7/7/o5x o 0 1");
//!
//! let rules: Rules = "uai,jump-limit=50".parse()?;
//! let leaves = perft::plain(game.position(), 2, &rules, Counting::ByDestination);
//! assert_eq!(leaves, 368);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The modules, from the ground up (each uses only those above it in this table):
//!
//! | module | holds |
//! |---|---|
//! | [`diagnostic`] | one form and one renderer for every error that users see |
//! | [`board`] | squares, rules as data, positions, games, symmetry, perft |
//! | [`reference`](mod@reference) | the rules a second time, word for word, to check `board` |
//! | [`stats`] | scores, Elo, intervals |
//! | [`notation`] | positions and moves as text, parser beside printer |
//! | [`replay`] | pages that show a game move by move |
//! | [`solver`] | exact proofs of forced wins, with certificates that can be checked independently |
//! | [`puzzles`] | positions with one right move, proved by the solver |
//! | [`engine`] | the timed player |
//! | [`review`] | the value of the moves of a game |
//!
//! # Features
//!
//! All are on by default.
//!
//! ```toml
//! ataxx-core = { version = "0.1", default-features = false, features = ["engine"] }
//! ```
//!
//! | feature | adds | other crates |
//! |---|---|---|
//! | – | board, rules, notations, statistics, solver; perft on one thread | 10 |
//! | `engine` | [`engine`], [`review`] | 19 |
//! | `network` | the weights of the engine's network, 7 MB; without them it counts pieces, unless it is given them | 19 |
//! | `rayon` | perft on several threads | 16 |
//! | `render` | errors drawn below the text that is wrong ([`diagnostic`]) | 13 |
//! | `serde` | `serde` for the types of [`board`]: text where they have a text form; for scores | 13 |
//! | `svg` | positions drawn as SVG ([`notation`]), [`replay`], [`puzzles`] | 17 |

#![deny(missing_docs, rustdoc::private_intra_doc_links)]
#![warn(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate
)]

mod atomic;
pub mod board;
mod cancellation;
pub mod diagnostic;
#[cfg(feature = "engine")]
pub mod engine;
mod hash;
pub mod notation;
#[cfg(feature = "svg")]
#[doc(hidden)]
pub mod presentation;
mod processor;
#[cfg(feature = "svg")]
pub mod puzzles;
pub mod reference;
#[cfg(feature = "svg")]
pub mod replay;
#[cfg(feature = "engine")]
pub mod review;
pub mod solver;
pub mod stats;

pub use cancellation::Cancellation;

/// For the other packages of this repository. It may change at any time.
#[doc(hidden)]
pub mod internal {
    #[cfg(feature = "engine")]
    pub use crate::engine::patterns::{
        AROUND, PATTERN_UNITS, PATTERNS, PatternTable, Surroundings,
    };
    pub use crate::hash::{fnv1a, of_words};
    pub use crate::processor::Processor;
    pub use crate::solver::live_squares;
}

/// The examples of docs/LIBRARY.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/LIBRARY.md")]
struct Library;

/// So is that of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
