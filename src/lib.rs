//! Ataxx: the rules of every common rule set on bitboards, the notations of
//! positions and moves, an exact solver, an engine, the command languages of the
//! course dialects, and what tests and compares Ataxx programs.
//!
//! ```
//! use ataxx_toolkit::board::perft::{self, Counting};
//! use ataxx_toolkit::board::{Game, Rules, Square};
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
//! assert_eq!(game.position().to_string(), "xx4o/7/7/7/7/7/o5x o 0 1");
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
//! | [`diagnostic`] | one form and one renderer for every error a person sees |
//! | [`board`] | squares, rules as data, positions, games, symmetry, perft |
//! | [`reference`](mod@reference) | the rules a second time, word for word, for checking the first |
//! | [`stats`] | scores, Elo, intervals |
//! | [`notation`] | positions and moves as text, parser beside printer |
//! | [`replay`] | games to look at in a browser |
//! | [`solver`] | exact proofs of forced wins, with certificates that anybody can check |
//! | [`engine`] | the timed player |
//! | [`review`] | what the moves of a game were worth |
//! | [`training`] | the player learns from its own games |
//! | [`session`] | the dialects' command languages; commands in, events out, events as words |
//! | [`opponents`] | other programs: processes under control, UAI, Reloaded, remote play |
//! | [`tester`] | scenario files and course scripts, run against any program |
//! | [`arena`] | matches and tournaments between programs |
//! | [`puzzles`] | positions with one right move, proved by the solver |
//! | [`display`] | a board to play and analyse on, in the browser |
//!
//! # Features
//!
//! `default` is the whole program. Without default features the library is [`board`],
//! [`reference`](mod@reference), [`diagnostic`] and [`notation`], and needs few crates:
//!
//! ```toml
//! ataxx-toolkit = { version = "0.1", default-features = false, features = ["solver"] }
//! ```
//!
//! | feature | adds | needs | crates in all |
//! |---|---|---|---|
//! | – | board, rules, notations, perft on one thread | | 9 |
//! | `rayon` | perft on several threads | | 15 |
//! | `render` | errors drawn below the text that is wrong ([`diagnostic`]) | | 12 |
//! | `serde` | `serde` for the types of [`board`]: text where they have a text form | | 12 |
//! | `stats` | [`stats`] | | 10 |
//! | `svg` | positions drawn as SVG ([`notation`]) | | 13 |
//! | `storage` | [`storage`] | | 19 |
//! | `presentation` | [`presentation`], [`replay`] | `svg` | 14 |
//! | `solver` | [`solver`] | | 9 |
//! | `engine` | [`engine`], [`review`] | `solver` | 14 |
//! | `session` | [`session`] | `engine`, `render` | 17 |
//! | `opponents` | [`opponents`] | `serde`, `session` | 24 |
//! | `tester` | [`tester`] | `opponents`, `presentation` | 49 |
//! | `arena` | [`arena`] | `opponents`, `presentation`, `stats`, `storage` | 37 |
//! | `puzzles` | [`puzzles`] | `opponents`, `presentation` | 29 |
//! | `train` | [`training`] and the subcommand `train` | `opponents`, `rayon`, `stats` | 31 |
//! | `display` | [`display`] and the option `--display` | `puzzles`, `tester` | 80 |
//! | `cli` | the program `ataxx` | `arena`, `puzzles`, `rayon`, `tester` | 106 |

#[cfg(feature = "arena")]
pub mod arena;
pub mod board;
mod cancellation;
pub mod diagnostic;
#[cfg(feature = "display")]
pub mod display;
#[cfg(feature = "engine")]
pub mod engine;
mod hash;
pub mod notation;
#[cfg(feature = "opponents")]
pub mod opponents;
#[cfg(feature = "presentation")]
pub mod presentation;
mod processor;
#[cfg(feature = "puzzles")]
pub mod puzzles;
pub mod reference;
#[cfg(feature = "presentation")]
pub mod replay;
#[cfg(feature = "engine")]
pub mod review;
#[cfg(feature = "session")]
pub mod session;
pub mod shard;
#[cfg(feature = "solver")]
pub mod solver;
#[cfg(feature = "stats")]
pub mod stats;
#[cfg(feature = "storage")]
pub mod storage;
#[cfg(feature = "tester")]
pub mod tester;
#[cfg(feature = "train")]
pub mod training;

pub use cancellation::Cancellation;

/// The examples of docs/LIBRARY.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/LIBRARY.md")]
struct Library;
