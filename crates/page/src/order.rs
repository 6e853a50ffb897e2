//! Orders of the terminal and the pages to the session.

use super::choices::OfferedStrength;
use super::exercises::PuzzleChoice;
use super::tree::Node;
use ataxx_core::board::{Cell, Color, Position, Square};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::{BerkeleyMove, Remark};
use ataxx_session::{Command, CommandName, Dialect, Flow, ParsedLine, PositionSource, TextFile};
use std::time::Duration;

/// The sender of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    /// The terminal, or a file.
    Terminal,
    /// A page.
    Page,
}

/// An order to the session.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Run a line of a session.
    Line {
        /// The name of its source for people; `None` for what is typed.
        source: Option<String>,
        /// The number of the line, counted from 1.
        number: usize,
        /// The line without its end.
        text: String,
    },
    /// Run a line that was typed on a page and parsed there.
    ParsedLine {
        /// The line.
        text: String,
        /// Its command, if there is one, or why it cannot be parsed.
        parsed: Result<Option<ParsedLine>, Box<Diagnostic>>,
    },
    /// Run the lines of these files, in order.
    Files(Vec<TextFile>),
    /// Carry out a command that was clicked.
    Command {
        /// The command.
        command: Command,
        /// The number of the board that a move was chosen on; `None` for the current board.
        board: Option<u64>,
    },
    /// Let the AI whose turn it is go on.
    GoOn,
    /// Make a move again that was taken back.
    Redo,
    /// Go to another position of the game.
    Go(Node),
    /// Set the player of a colour.
    Player(Color, PlayerChoice),
    /// Set a position up.
    SetUp(SetUpStep),
    /// Set the time of engines for a move.
    EngineTime(Duration),
    /// Add a line to the game as a variation, and go to a place in it.
    Follow {
        /// The position from which it is played.
        node: Node,
        line: Vec<BerkeleyMove>,
        /// The number of moves after which the place comes, at least 1.
        plies: usize,
    },
    /// Begin the lesson about the mistakes of the game, or go on in it.
    Lesson(LessonStep),
    /// Go on with puzzles.
    Puzzle(PuzzleStep),
    /// Change the variations of the game.
    Variation(VariationStep),
    /// Begin a new game from this position, with these players.
    Begin {
        /// The dialect of the session from then on.
        dialect: Dialect,
        /// The position; `None` for the usual start.
        start: Option<Position>,
        /// The players, Red's first.
        players: [PlayerChoice; 2],
    },
    /// Begin a new game as the last one began, sides exchanged.
    Rematch,
    /// Give the game up.
    Resign,
    /// Put a game back on the board that was kept, by its number.
    Kept(u64),
    /// Open a text: a position or records.
    Open(String),
    /// Begin the open game with this number.
    Item(usize),
    /// Close the open games.
    Close,
    /// End the session once no page is open any more.
    NoMoreInput {
        /// Whether a page may still be opened for the first time.
        is_awaited: bool,
    },
}

/// The player of a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerChoice {
    /// A person.
    Person,
    /// An AI.
    Ai(OfferedStrength),
    /// The engine with this number.
    Engine(usize),
}

/// A step with puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleStep {
    /// Put the next puzzle on the board.
    Next(PuzzleChoice),
    /// Give a hint.
    Hint,
    /// Try again after a wrong move.
    Retry,
    /// Show the answer.
    Answer,
    /// Leave the puzzle.
    End,
}

/// A change of the variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariationStep {
    /// Make the line of this node the game itself.
    Promote(Node),
    /// Delete the variation that this node is in.
    Delete(Node),
    /// Name the variation that begins with this node, or take its name away.
    Name(Node, Option<Remark>),
    /// Comment on the move that led to this node, or take the comment away.
    Comment(Node, Option<Remark>),
}

/// A step of the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonStep {
    /// Ask the first question.
    Begin,
    /// Show the good move.
    Show,
    /// Go to the next question.
    Next,
    /// End the lesson.
    End,
}

/// A step of setting a position up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpStep {
    /// Begin with the position on the board.
    Begin,
    /// Discard the position.
    Discard,
    /// Put a content on a square.
    Paint(Square, Cell),
    /// Another side to move.
    Turn(Color),
    /// Another count of consecutive jumps.
    Jumps(u16),
    /// Another position altogether.
    Position(Position),
    /// Begin a game from it.
    Done,
}

impl Order {
    /// Whether a lesson or a puzzle goes on after the order.
    pub const fn keeps_exercise(&self) -> bool {
        self.is_move()
            || matches!(
                self,
                Self::Lesson(LessonStep::Show | LessonStep::Next | LessonStep::End)
                    | Self::Puzzle(_)
                    | Self::EngineTime(_)
                    | Self::NoMoreInput { .. }
            )
    }

    /// Whether it is about the moves on the board, and no other ones.
    pub const fn is_about_moves(&self) -> bool {
        matches!(
            self,
            Self::Variation(_) | Self::Lesson(_) | Self::SetUp(SetUpStep::Begin)
        )
    }

    /// Whether it only goes to another position of the game.
    pub const fn is_step(&self) -> bool {
        matches!(
            self,
            Self::Go(_)
                | Self::Follow { .. }
                | Self::Redo
                | Self::Command {
                    command: Command::Undo,
                    ..
                }
        )
    }

    /// Whether a thinking AI is to play at once, so that the order is carried out soon. An order
    /// that the move of the AI does not affect lets it think.
    pub const fn interrupts(&self) -> bool {
        !self.is_move() && !matches!(self, Self::NoMoreInput { .. })
    }

    /// Whether it makes a move.
    pub const fn is_move(&self) -> bool {
        matches!(self, Self::Command { command, .. } if command.as_move().is_some())
    }

    /// The order of a command that was clicked.
    pub const fn command(command: Command) -> Self {
        Self::Command {
            command,
            board: None,
        }
    }
}

/// Why a command is refused for pages: it names files or other machines, or ends the session of
/// a person at the terminal.
pub const fn why_terminal_only(command: &Command, ended: bool) -> Option<&'static str> {
    match command {
        Command::Quit if !ended => Some("a page does not end the session"),
        Command::Load(_) | Command::Save(_) | Command::Position(PositionSource::File(_)) => {
            Some("a page names no files: use \"Open and save\"")
        }
        Command::Host(_) | Command::Join(_) => Some("a page connects to no other machines"),
        _ => None,
    }
}

/// Whether pages can carry out a command in some form.
pub const fn is_for_pages(name: CommandName, ended: bool) -> bool {
    match name {
        CommandName::Quit => ended,
        CommandName::Load | CommandName::Save | CommandName::Host | CommandName::Join => false,
        _ => true,
    }
}

/// The reply to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether there is more to do.
    pub flow: Flow,
    /// The answer to its sender alone.
    pub answer: Option<Answer>,
}

/// The answer to the sender of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Why the order was refused.
    Refused(String),
    /// The output of a command that prints something.
    Printed(String),
}

/// Receives the reply to an order.
pub type Respond = Box<dyn FnOnce(Reply) + Send>;

/// The result of an order that prints nothing: whether there is more to do, or why it was refused.
pub type Done = Result<Flow, String>;

/// The refusal of an order.
pub fn refused(why: impl Into<String>) -> Done {
    Err(why.into())
}

impl From<Done> for Reply {
    fn from(done: Done) -> Self {
        match done {
            Ok(flow) => Self::done(flow),
            Err(why) => Self {
                flow: Flow::GoOn,
                answer: Some(Answer::Refused(why)),
            },
        }
    }
}

impl Reply {
    pub const fn done(flow: Flow) -> Self {
        Self { flow, answer: None }
    }
}
