//! Ataxx: the rules of every common rule set on bitboards, the notations of
//! positions and moves, an exact solver, an engine, the command languages of the
//! course dialects, and what tests and compares Ataxx programs.
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
pub mod reference;
pub mod session;
pub mod shard;
pub mod solver;
pub mod stats;
pub mod tester;
pub mod training;

pub use cancellation::Cancellation;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
