//! Ataxx: the rules of every common rule set on bitboards, the notations people
//! write positions and moves in, the command languages of the course dialects,
//! and the session that carries those commands out.
//!
//! The rooms, from the ground up (a room uses only rooms below it):
//!
//! | room | holds |
//! |---|---|
//! | [`board`] | squares, rules as data, positions, games, symmetry, perft |
//! | [`literal`] | the rules a second time, word for word, for checking the first |
//! | [`diagnostic`] | one form and one renderer for every error a person sees |
//! | [`tally`] | what games came to, and what that says about strength |
//! | [`notation`] | positions and moves as text, parser beside printer |
//! | [`solver`] | exact proofs of forced wins, with certificates that anybody can check |
//! | [`ai`] | the timed player |
//! | [`training`] | the player learns from its own games |
//! | [`grammar`] | the command languages of the three dialects |
//! | [`interpreter`] | the session: commands in, events out, events as words |
//! | [`protocol`] | talking with other programs: under control, over UAI, over a connection |
//! | [`scenario`] | scenario files and course scripts, carried out against any program |
//! | [`arena`] | matches and tournaments between programs |
//! | [`display`] | a board to play and analyse on, in the browser |

pub mod ai;
pub mod arena;
pub mod board;
pub mod diagnostic;
#[cfg(feature = "display")]
pub mod display;
pub mod grammar;
pub mod interpreter;
pub mod literal;
pub mod notation;
pub mod protocol;
pub mod scenario;
pub mod solver;
pub mod tally;
pub mod training;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
