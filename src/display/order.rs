//! Orders of the terminal and the pages to the session, and what they can choose: patterns of blocks,
//! strengths of AIs.

use super::analysis::AnalysisTask;
use super::exercises::PuzzleChoice;
use super::snapshot::Tool;
use super::tree::Node;
use crate::session::{
    Command, Dialect, Flow, ParsedLine, PositionSource, Session, Strength, TextFile,
};
use ataxx_core::board::{Color, Game, Position, Rules, Square};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::engine::Level;
use ataxx_core::notation::Remark;
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
    /// Begin a new game.
    New,
    /// Go to another position of the game.
    Go(Node),
    /// Set the player of a colour.
    Player(Color, PlayerChoice),
    /// Set what a click does.
    Mode(ModeChoice),
    /// Click on a square.
    Square {
        /// The square.
        square: Square,
        /// What to put there while a position is set up; `None` lets the chosen tool decide.
        content: Option<Tool>,
    },
    /// Change the position that is being set up.
    Draft(DraftChange),
    /// Turn the board by 180 degrees.
    Turn,
    /// Start or stop an analysis.
    Analyse(AnalysisTask),
    /// Play the first moves of a line that was found on this board.
    Follow {
        /// Its number, counted from 0.
        line: usize,
        /// The number of moves to play.
        plies: usize,
        /// The number of the board.
        board: u64,
    },
    /// Show what was better than the move played in this position of the game.
    Better(Node),
    /// Begin the lesson about the mistakes of the game.
    Learn,
    /// Go on in the lesson.
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
    /// Put the game back that a new one replaced.
    BringBack,
    /// Open a text: a position, a record, a certificate, or scenarios.
    Open(String),
    /// Begin the open scenario with this number.
    Scenario(usize),
    /// Run the next step of the open certificate or scenario.
    Step,
    /// Close the open certificate or scenarios.
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
}

/// A step of the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LessonStep {
    /// Show the good move.
    Show,
    /// Go to the next question.
    Next,
    /// End the lesson.
    End,
}

/// What a click is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModeChoice {
    /// Make a move; a position that is being set up is discarded.
    Play,
    /// Set a position up.
    SetUp,
}

/// A change to the position that is being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftChange {
    /// Another tool.
    Tool(Tool),
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
    pub(super) const fn keeps_exercise(&self) -> bool {
        self.is_move()
            || matches!(
                self,
                Self::Lesson(_)
                    | Self::Puzzle(_)
                    | Self::Turn
                    | Self::Analyse(_)
                    | Self::NoMoreInput { .. }
            )
    }

    /// Whether it changes what is shown and not the game.
    pub(super) const fn is_view(&self) -> bool {
        matches!(self, Self::Turn | Self::Analyse(_))
    }

    /// Whether a thinking AI is to play at once, so that the order is carried out soon. An order
    /// that the move of the AI does not affect lets it think.
    pub(super) const fn interrupts(&self) -> bool {
        !self.is_move()
            && !matches!(
                self,
                Self::Turn | Self::Analyse(_) | Self::NoMoreInput { .. }
            )
    }

    /// Whether it makes a move.
    pub(super) const fn is_move(&self) -> bool {
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
/// the person at the terminal.
pub(super) const fn why_terminal_only(command: &Command, ended: bool) -> Option<&'static str> {
    match command {
        Command::Quit if !ended => Some("the session is ended at the terminal"),
        Command::Load(_) => Some("files are loaded at the terminal"),
        Command::Save(_) | Command::Position(PositionSource::File(_)) => {
            Some("files are named at the terminal")
        }
        Command::Host(_) | Command::Join(_) => {
            Some("connections to other machines are made at the terminal")
        }
        _ => None,
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

/// The result of an order that prints nothing: whether there is more to do, or why it was refused.
pub(super) type Done = Result<Flow, String>;

/// The refusal of an order.
pub(super) fn refused(why: impl Into<String>) -> Done {
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
    pub(super) const fn done(flow: Flow) -> Self {
        Self { flow, answer: None }
    }
}

impl Answer {
    /// Its kind, in headers.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Refused(_) => "refused",
            Self::Printed(_) => "printed",
        }
    }

    /// Its text, for people.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Refused(text) | Self::Printed(text) => text,
        }
    }
}

/// A pattern of blocks, symmetrical as all blocks of the course are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The name in forms and on the page.
    pub name: &'static str,
    /// Squares that stand for their reflections, too.
    squares: &'static [&'static str],
}

impl Pattern {
    /// All of them; the first has no blocks.
    pub const ALL: [Self; 8] = [
        Self {
            name: "none",
            squares: &[],
        },
        Self {
            name: "centre",
            squares: &["d4"],
        },
        Self {
            name: "posts",
            squares: &["c3"],
        },
        Self {
            name: "cross",
            squares: &["d4", "d3", "c4"],
        },
        Self {
            name: "diamond",
            squares: &["d2", "b4"],
        },
        Self {
            name: "walls",
            squares: &["c2", "c3"],
        },
        Self {
            name: "gates",
            squares: &["d1", "d2", "d6"],
        },
        Self {
            name: "ring",
            squares: &["c3", "d3", "c4"],
        },
    ];

    /// The pattern with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.name == name)
    }

    /// The start of a game with it; `None` if the rules have no blocks.
    pub fn start(self, rules: &Rules) -> Option<Position> {
        let mut game = Game::new(*rules);
        for square in self.squares {
            let square: Square = square.parse().ok()?;
            game.place_block(square).ok()?;
        }
        Some(*game.position())
    }
}

/// A strength of AIs that the page offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedStrength {
    /// The name in forms.
    pub name: &'static str,
    /// The label on the page.
    pub label: &'static str,
    /// The strength; `None` for that of the command line.
    pub strength: Option<Strength>,
}

const fn level(name: &'static str, label: &'static str, number: u8) -> OfferedStrength {
    OfferedStrength {
        name,
        label,
        strength: Some(Strength::Level(
            Level::new(number).expect("a level from 1 to 10"),
        )),
    }
}

const fn seconds(name: &'static str, label: &'static str, seconds: u64) -> OfferedStrength {
    OfferedStrength {
        name,
        label,
        strength: Some(Strength::MoveTime(Duration::from_secs(seconds))),
    }
}

impl OfferedStrength {
    /// All of them. A session begins with the first.
    pub const ALL: [Self; 15] = [
        Self {
            name: "usual",
            label: "AI, usual",
            strength: None,
        },
        level("level-1", "AI, level 1: beginner", 1),
        level("level-2", "AI, level 2", 2),
        level("level-3", "AI, level 3", 3),
        level("level-4", "AI, level 4: casual player", 4),
        level("level-5", "AI, level 5", 5),
        level("level-6", "AI, level 6", 6),
        level("level-7", "AI, level 7: club player", 7),
        level("level-8", "AI, level 8", 8),
        level("level-9", "AI, level 9", 9),
        level("level-10", "AI, level 10: full strength", 10),
        seconds("seconds-1", "AI, 1 second", 1),
        seconds("seconds-3", "AI, 3 seconds", 3),
        seconds("seconds-5", "AI, 5 seconds", 5),
        seconds("seconds-9", "AI, 9 seconds", 9),
    ];

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|offered| offered.name == name)
    }

    /// The one of a colour's player; the first where the page does not offer it.
    pub fn of_player(session: &Session, color: Color) -> Self {
        Self::of(session.strength_of(color)).unwrap_or(Self::ALL[0])
    }

    /// The one for a strength.
    pub fn of(strength: Option<Strength>) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|offered| offered.strength == strength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Dialect, SessionSettings};

    #[test]
    fn games_can_be_played_on_each_pattern() {
        for pattern in Pattern::ALL {
            assert_eq!(Pattern::named(pattern.name), Some(pattern));
            let start = pattern.start(&Rules::BERKELEY_2022).expect(pattern.name);
            assert_eq!(start.blocks().is_empty(), pattern.name == "none");
            assert_eq!(start.outcome(&Rules::BERKELEY_2022), None);
        }
    }

    #[test]
    fn each_strength_is_found_again_in_a_session() {
        let mut session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        for offered in OfferedStrength::ALL {
            assert_eq!(OfferedStrength::named(offered.name), Some(offered));
            session.set_strength(Color::Blue, offered.strength);
            let found = OfferedStrength::of(session.strength_of(Color::Blue));
            assert_eq!(found, Some(offered));
        }
        assert_eq!(OfferedStrength::named(""), None);
    }
}
