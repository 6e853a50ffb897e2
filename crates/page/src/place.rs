//! What a keeper, its library and an analyst need of the place where they work: a thread of the
//! program that serves pages, or a worker of the browser.

use super::analysis::{Analysis, FoundLine, Target};
use super::order::Sender;
use super::snapshot::Snapshot;
use ataxx_core::Cancellation;
use ataxx_core::board::Color;
use ataxx_core::puzzles::JUDGING_NODES;
use ataxx_session::{Flow, Output, Session};
use std::sync::Arc;
use std::time::Duration;

/// Where a keeper publishes what it keeps.
pub trait Place {
    /// The time since 1970.
    fn now(&self) -> Duration;

    /// Makes a thinking AI play at once, and ends a judgement.
    fn cancel(&self) -> &Cancellation;

    /// Shows pages the state of the session.
    fn publish(&self, snapshot: Arc<Snapshot>);

    /// Sets what the analyst works on.
    fn set_target(&self, target: Target);

    /// What the analyst has found.
    fn analysis(&self) -> Arc<Analysis>;

    /// The number of open pages.
    fn pages(&self) -> usize;

    /// Whether a page was open since the beginning.
    fn was_visited(&self) -> bool;

    /// Waits for this time, or until cancellation is requested, where it can wait.
    fn rest(&self, _: Duration) {}

    /// Says whether a question about the position is being answered from now on.
    fn set_studying(&self, _: bool) {}

    /// The most nodes of the solver for judging a move in a puzzle.
    fn judging_nodes(&self) -> u64 {
        JUDGING_NODES
    }

    /// Whether the AI whose turn it is chooses its move elsewhere and has not chosen yet. The order
    /// in progress ends then, and `Keeper::go_on` takes the move.
    fn chooses_elsewhere(&self) -> bool {
        false
    }
}

/// Engines that may play on the board.
pub trait Engines {
    /// Their names on pages.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    /// Their command lines.
    fn commands(&self) -> Arc<Vec<String>> {
        Arc::default()
    }

    /// The time for a move.
    fn time(&self) -> Duration {
        Duration::ZERO
    }

    /// Sets the time for a move.
    fn set_time(&self, _: Duration) {}

    /// Sets the engine that plays a colour.
    fn seat(&self, _: Color, _: Option<usize>) {}

    /// The engines that play, Red's first.
    fn seats(&self) -> [Option<usize>; 2] {
        [None; 2]
    }

    /// The failure since the last call.
    fn take_failure(&self) -> Option<String> {
        None
    }
}

/// There are none.
impl Engines for () {}

/// The terminal of a session with pages.
pub trait Terminal {
    /// Shows an output; returns whether to continue, which is ignored for an order from a page.
    fn show(&mut self, session: &Session, output: Output, by: Sender) -> Flow;

    /// Shows a line on a change from a page for which there is no command.
    fn remark(&mut self, text: &str);
}

/// There is none.
impl Terminal for () {
    fn show(&mut self, _: &Session, _: Output, _: Sender) -> Flow {
        Flow::GoOn
    }

    fn remark(&mut self, _: &str) {}
}

/// Where games and solved puzzles are kept after the session. Errors are ignored: the session goes
/// on.
pub trait Storage {
    /// The numbers of the games, in any order.
    fn ids(&self) -> Vec<u64>;

    /// The text of a game.
    fn game(&self, id: u64) -> Option<String>;

    /// Keeps a game in place of what has its number.
    fn keep(&mut self, id: u64, text: &str);

    /// Removes a game.
    fn remove(&mut self, id: u64);

    /// The names of the puzzles that were solved, here and in other sessions.
    fn solved(&self) -> Vec<String>;

    /// Keeps these as the puzzles that were solved.
    fn keep_solved(&mut self, names: &[&str]);
}

/// What an analyst needs.
pub trait Desk {
    /// The time since 1970.
    fn now(&self) -> Duration;

    /// Ends the analysis.
    fn cancel(&self) -> &Cancellation;

    /// Shows pages what is found.
    fn show(&self, analysis: &Analysis);

    /// Asks the engine with this number about the target.
    fn ask_engine(
        &self,
        target: &Target,
        number: usize,
        found: &mut dyn FnMut(OfEngine),
    ) -> Result<(), String>;
}

/// What an engine has found.
#[derive(Clone, Debug, PartialEq)]
pub struct OfEngine {
    /// The rank of the line among its lines, from 0.
    pub rank: usize,
    pub line: FoundLine,
    /// The search depth in plies, if it is known.
    pub depth: Option<u32>,
    /// The number of nodes searched, if it is known.
    pub nodes: Option<u64>,
}
