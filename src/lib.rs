//! Ataxx: the rules of every common rule set on bitboards, the notations of
//! positions and moves, an exact solver, an engine, the command languages of the
//! course dialects, and what tests and compares Ataxx programs.
//!
//! ```
//! use ataxx_toolkit::board::perft::{self, Counting};
//! use ataxx_toolkit::board::{Game, Rules, Square};
//! use ataxx_toolkit::notation::Fen;
//! use ataxx_toolkit::position;
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
//! assert_eq!(Fen(*game.position()).to_string(), "xx4o/7/7/7/7/7/o5x o 0 1");
//!
//! let rules: Rules = "uai,jump-limit=50".parse()?;
//! let leaves = perft::plain(game.position(), 2, &rules, Counting::ByDestination);
//! assert_eq!(leaves, 368);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rooms, from the ground up (a room uses only rooms above it in this table):
//!
//! | room | holds |
//! |---|---|
//! | [`board`] | squares, rules as data, positions, games, symmetry, perft |
//! | [`reference`](mod@reference) | the rules a second time, word for word, for checking the first |
//! | [`diagnostic`] | one form and one renderer for every error a person sees |
//! | [`stats`] | scores, Elo, intervals |
//! | [`notation`] | positions and moves as text, parser beside printer |
//! | [`solver`] | exact proofs of forced wins, with certificates that anybody can check |
//! | [`engine`] | the timed player |
//! | [`training`] | the player learns from its own games |
//! | [`session`] | the dialects' command languages; commands in, events out, events as words |
//! | [`opponents`] | other programs: processes under control, UAI, Reloaded, remote play |
//! | [`tester`] | scenario files and course scripts, run against any program |
//! | [`arena`] | matches and tournaments between programs |
//! | [`display`] | a board to play and analyse on, in the browser |

pub mod arena;
pub mod board;
mod cancellation;
pub mod diagnostic;
#[cfg(feature = "display")]
pub mod display;
pub mod engine;
mod fnv;
pub mod notation;
pub mod opponents;
pub mod presentation;
pub mod reference;
pub mod session;
pub mod shard;
pub mod solver;
pub mod stats;
pub mod storage;
pub mod tester;
#[cfg(feature = "train")]
pub mod training;

pub use cancellation::Cancellation;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
