//! The steps.

use super::bench::Bench;
use super::report::Problem;
use super::steps::{game, go, manners, perft, positions, stop, wins};
use std::fmt;

/// A step: something that an engine must do, or may not do.
pub struct Step {
    /// Its name, a word.
    pub name: &'static str,
    /// What is tried, in a sentence.
    pub about: &'static str,
    pub(super) perform: fn(&mut Bench) -> Result<String, Problem>,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Step").field(&self.name).finish()
    }
}

/// All steps, in the order in which they are tried.
pub const STEPS: [Step; 22] = [
    Step {
        name: "handshake",
        about: "answers `uai` with its name, options that can be read, and `uaiok`",
        perform: manners::handshake,
    },
    Step {
        name: "isready",
        about: "answers each `isready` with one `readyok`",
        perform: manners::is_ready,
    },
    Step {
        name: "options",
        about: "takes its options' defaults and other values, and plays on",
        perform: manners::options,
    },
    Step {
        name: "unknown",
        about: "goes on after commands and options that do not exist",
        perform: manners::unknown,
    },
    Step {
        name: "startpos",
        about: "knows `position startpos`, with and without `moves`",
        perform: positions::start,
    },
    Step {
        name: "fen",
        about: "reads a FEN, for either side, with and without `moves`",
        perform: positions::fens,
    },
    Step {
        name: "short-fen",
        about: "reads a FEN of three and of two fields, as some programs send them",
        perform: positions::short_fens,
    },
    Step {
        name: "gaps",
        about: "knows that nobody gets to a gap (`-`)",
        perform: positions::gaps,
    },
    Step {
        name: "single-move",
        about: "makes the only move there is",
        perform: positions::single,
    },
    Step {
        name: "pass",
        about: "answers `0000` where it has to pass, and understands it in `moves`",
        perform: positions::pass,
    },
    Step {
        name: "finished",
        about: "is asked for a move when the game is over, and survives",
        perform: positions::finished,
    },
    Step {
        name: "go-depth",
        about: "answers `go depth`",
        perform: go::depth,
    },
    Step {
        name: "go-nodes",
        about: "answers `go nodes`",
        perform: go::nodes,
    },
    Step {
        name: "go-movetime",
        about: "answers `go movetime` in time",
        perform: go::move_time,
    },
    Step {
        name: "go-clock",
        about: "answers before its clock runs out: `btime` for x, `wtime` for o",
        perform: go::clock,
    },
    Step {
        name: "stop",
        about: "thinks at `go infinite` until `stop`, and answers soon after it",
        perform: stop::stop,
    },
    Step {
        name: "ready-while-thinking",
        about: "answers `isready` while it thinks",
        perform: stop::ready_while_thinking,
    },
    Step {
        name: "legal-moves",
        about: "makes legal moves in random positions, with and without gaps",
        perform: game::random,
    },
    Step {
        name: "game",
        about: "plays a whole game against itself",
        perform: game::whole,
    },
    Step {
        name: "perft",
        about: "counts what it should, where it knows `perft`",
        perform: perft::perft,
    },
    Step {
        name: "wins",
        about: "finds victories that can be forced in one ply and in three",
        perform: wins::wins,
    },
    Step {
        name: "quit",
        about: "ends at `quit`, also while it thinks",
        perform: stop::quit,
    },
];
