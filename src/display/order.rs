//! What the terminal and the pages ask of the session.

use super::mode::Tool;
use super::strength::Strength;
use super::tree::Node;
use crate::board::{Color, Move, Position, Square};
use crate::notation::BerkeleyMove;
use crate::session::Command;
use crate::session::{Flow, TextFile};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// Somebody at the terminal, or a file.
    Terminal,
    /// Somebody on a page.
    Page,
}

/// Something asked of the session.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// To carry out a line of a session.
    Line {
        /// The name of its source for people; `None` for what is typed.
        source: Option<String>,
        /// The number of the line, counted from 1.
        number: usize,
        /// The line without its end.
        text: String,
    },
    /// To carry out the lines of these files, in order.
    Files(Vec<TextFile>),
    /// To make a move.
    Move {
        /// The move.
        mv: BerkeleyMove,
        /// The number of the board that it was chosen on; `None`: whatever is there.
        board: Option<u64>,
    },
    /// To let the AI whose turn it is go on.
    GoOn,
    /// To take a move back.
    Undo,
    /// To make a move again that was taken back.
    Redo,
    /// To begin anew.
    New,
    /// To end the set-up of a game in a dialect with states.
    Start,
    /// To go to another place of the game.
    Go(Node),
    /// To let somebody else play a colour.
    Player(Color, Who),
    /// To have clicks do something else.
    Mode(Wanted),
    /// To do with a square what the mode says.
    Square(Square),
    /// To change what is being set up.
    Draft(Change),
    /// To turn the board by half a turn.
    Turn,
    /// To look at the position, or no longer.
    Analyse(Wish),
    /// To play moves of a line that was found on a board with this number, the last of
    /// which makes the given number of plies.
    Follow {
        /// The line.
        moves: Vec<Move>,
        /// How many of them to make.
        plies: usize,
        /// The number of the board.
        board: u64,
    },
    /// To open a text: a position, a record, a certificate or scenarios.
    Open(String),
    /// To begin the scenario with this number among those that are open.
    Scenario(usize),
    /// To carry out the next step of what is open.
    Step,
    /// To put away what is open.
    Close,
    /// To end the session once no page is open any more.
    NoMoreInput,
    /// To end the session.
    Quit,
}

/// Who plays a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Who {
    /// Somebody with a mouse, a finger or a keyboard.
    Person,
    /// An AI.
    Ai(Strength),
    /// The engine with this number.
    Engine(usize),
}

/// What a click should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Make a move; what was being set up is dropped.
    Play,
    /// Place blocks.
    Blocks,
    /// Set a position up.
    SetUp,
}

/// A change to what is being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another tool.
    Tool(Tool),
    /// Another side to move.
    Turn(Color),
    /// Another count of consecutive jumps.
    Jumps(u16),
    /// Another position altogether.
    Position(Position),
    /// It is done: a game begins from it.
    Done,
}

/// What is to be found out about the position on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wish {
    /// Nothing.
    #[default]
    Nothing,
    /// One good move, soon.
    Hint,
    /// The best lines, as deep as there is time for, and the course of the game.
    Lines,
    /// Whether a side can force a win within so many plies.
    Solve(u16),
}

impl Order {
    /// Whether an AI that thinks for somebody else is to play at once, so that this is
    /// carried out soon. Who is about to answer a move lets the AI think.
    pub(super) const fn interrupts(&self) -> bool {
        !matches!(
            self,
            Self::Move { .. } | Self::Turn | Self::Analyse(_) | Self::NoMoreInput
        )
    }
}

/// Why a command is not for pages: it names files or other machines.
pub(super) const fn for_the_terminal(command: &Command) -> Option<&'static str> {
    match command {
        Command::Load(_) => Some("files are loaded at the terminal"),
        Command::Host(_) | Command::Join(_) => Some("other machines are spoken to at the terminal"),
        _ => None,
    }
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether there is more to do.
    pub flow: Flow,
    /// Why it was refused, if it was.
    pub refused: Option<String>,
}

impl Reply {
    pub(super) const fn done(flow: Flow) -> Self {
        Self {
            flow,
            refused: None,
        }
    }

    pub(super) fn refused(why: impl Into<String>) -> Self {
        Self {
            flow: Flow::GoOn,
            refused: Some(why.into()),
        }
    }
}
