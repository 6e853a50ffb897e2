//! All that a page shows of the session, at one moment.

use super::mode::Mode;
use super::opened::Opened;
use super::order::Wish;
use super::tree::Tree;
use crate::board::Color;
use crate::session::{Session, WaitingFor};
use std::sync::Arc;

/// All that a page shows of the session, at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// A number for the position on the board: another one whenever that changes.
    pub(super) board: u64,
    /// The session.
    pub(super) session: Session,
    /// The moves of the game, with what was tried beside them.
    pub(super) tree: Tree,
    /// What a click does.
    pub(super) mode: Mode,
    /// Whether Blue's side of the board is below.
    pub(super) turned: bool,
    /// The colour whose AI is thinking.
    pub(super) thinking: Option<Color>,
    /// What a remote program is to say next, while that is waited for.
    pub(super) awaited: Option<WaitingFor>,
    /// What engines there are.
    pub(super) engines: Arc<Vec<String>>,
    /// Which of them play, Red's first.
    pub(super) seats: [Option<usize>; 2],
    /// What there is to say about the last order.
    pub(super) notice: Option<Notice>,
    /// What was typed and said.
    pub(super) log: Arc<Vec<Said>>,
    /// What is to be found out about the position.
    pub(super) wish: Wish,
    /// A certificate or scenarios that were opened.
    pub(super) opened: Option<Opened>,
}

/// Something to say about the last order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The words.
    pub text: String,
    /// The order was refused.
    pub refused: bool,
}

/// A line of the session's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whose it is.
    pub voice: Voice,
    /// The words; they can be several lines.
    pub text: String,
}

/// Whose a line of the log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Voice {
    /// Typed or clicked.
    Command,
    /// What programs listen to.
    Announcement,
    /// Something good to know.
    Remark,
    /// A refusal.
    Refusal,
}

impl Voice {
    /// A name for it, also the class of its lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Announcement => "announcement",
            Self::Remark => "remark",
            Self::Refusal => "refusal",
        }
    }
}

impl Snapshot {
    /// A session of which nothing has been shown yet.
    pub(super) fn first(session: Session) -> Self {
        Self {
            board: 0,
            tree: Tree::of(session.game()),
            session,
            mode: Mode::default(),
            turned: false,
            thinking: None,
            awaited: None,
            engines: Arc::default(),
            seats: [None; 2],
            notice: None,
            log: Arc::default(),
            wish: Wish::default(),
            opened: None,
        }
    }

    /// The colour whose AI is to move but is paused.
    pub(super) fn paused(&self) -> Option<Color> {
        self.session.ai_turn().filter(|_| self.thinking.is_none())
    }

    /// Whether somebody can make a move by hand now.
    pub(super) fn is_by_hand(&self) -> bool {
        self.mode == Mode::Play
            && self.thinking.is_none()
            && self.awaited.is_none()
            && self.session.ai_turn().is_none()
            && self.session.waiting_for().is_none()
    }

    /// The position that the board shows.
    pub(super) const fn shown(&self) -> &crate::board::Position {
        match &self.mode {
            Mode::SetUp(draft) => &draft.position,
            Mode::Play | Mode::Blocks => self.session.position(),
        }
    }
}
