//! A scenario as it is run: everything in it has been read.

use super::grid::Grid;
use super::matcher::{LineMatcher, Matcher};
use super::tree::Node;
use crate::board::{Color, Game, Rules};
use crate::notation::BerkeleyMove;
use crate::opponents::subject::{Order, SubjectChoice};
use crate::session::Dialect;
use crate::tester::Place;
use regex::Regex;
use serde_path_to_error::Segment;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A scenario as it is run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Where it begins.
    pub place: Place,
    /// The document that a session follows.
    pub dialect: Dialect,
    /// The rules it plays by.
    pub rules: Rules,
    /// What is tested; `None` for the session of this program, or, where the rules are not the
    /// dialect's, a bare game by those rules.
    pub subject: Option<SubjectChoice>,
    /// The options that an engine is set, with their values; none for a button.
    pub engine_options: Vec<(String, Option<String>)>,
    /// How many positions an AI of this program looks at.
    pub nodes: Option<u64>,
    /// How long an AI of this program thinks.
    pub move_time: Option<Duration>,
    /// How long a step may take.
    pub step_limit: Duration,
    /// How long all of it may take.
    pub limit: Duration,
    /// Why it is not to be run.
    pub skip: Option<String>,
    /// What must be so for it to be run.
    pub conditions: Vec<Condition>,
    /// Why it fails.
    pub expected_failure: Option<String>,
    /// The game it begins with, and where that is said.
    pub start: Option<(Box<Game>, Place)>,
    /// What is done, in order.
    pub steps: Vec<StepAt>,
    /// What is done afterwards in any case.
    pub after: Vec<StepAt>,
    /// In which way a session that it tests is wrong on purpose.
    pub fault: Option<crate::tester::Fault>,
}

/// What must be so for a scenario to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The session of this program is tested.
    Session,
    /// A program with a command language is tested.
    Program,
    /// A UAI engine is tested.
    Uai,
    /// A Reloaded agent is tested.
    Agent,
    /// The system is a Unix.
    Unix,
    /// The system is Windows.
    Windows,
}

impl Condition {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("session", Self::Session),
        ("program", Self::Program),
        ("uai", Self::Uai),
        ("agent", Self::Agent),
        ("unix", Self::Unix),
        ("windows", Self::Windows),
    ];
}

/// A step, and where it stands.
#[derive(Clone, Debug)]
pub struct StepAt {
    /// What is done.
    pub step: Step,
    /// Its key: `board`, `send`, ….
    pub name: String,
    /// Where its key stands.
    pub place: Place,
    /// Its value in the file.
    pub node: Arc<Node>,
}

impl StepAt {
    /// Where its value stands.
    #[must_use]
    pub fn value(&self) -> Place {
        self.place
            .with_span(trimmed(&self.place, self.node.span.clone()))
    }

    /// Where a key's value inside its value stands; all of it, if there is no such key.
    #[must_use]
    pub fn field(&self, key: &str) -> Place {
        let path = [Segment::Map {
            key: key.to_owned(),
        }];
        let node = self.node.follow(&path);
        self.place
            .with_span(trimmed(&self.place, node.span.clone()))
    }

    /// Where the item of a list stands: of the value itself, or of that of a key in it.
    #[must_use]
    pub fn item(&self, key: Option<&str>, index: usize) -> Place {
        let node = key.map_or(&*self.node, |key| self.node.get(key).unwrap_or(&self.node));
        let node = node.items().get(index).unwrap_or(node);
        self.place
            .with_span(trimmed(&self.place, node.span.clone()))
    }

    /// The step in a few words.
    #[must_use]
    pub fn summary(&self) -> String {
        const READABLE: usize = 40;
        let value = match (&self.step, self.node.scalar()) {
            (Step::Send(lines), _) => lines.first().map(|line| line.text.clone()),
            (_, Some(value)) if !value.trim_end().contains('\n') => Some(value.to_owned()),
            _ => None,
        };
        match value.map(|value| value.trim().to_owned()) {
            Some(value) if value.chars().count() <= READABLE && !value.is_empty() => {
                format!("{}: {value}", self.name)
            }
            _ => self.name.clone(),
        }
    }
}

/// A block of text goes on to the next key; the blank lines before that are no part of it.
fn trimmed(place: &Place, span: Range<usize>) -> Range<usize> {
    let text = place.source.text.get(span.clone()).unwrap_or_default();
    span.start..span.start + text.trim_end().len()
}

/// A text with its place.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// Where it stands.
    pub place: Place,
    /// What it says.
    pub text: T,
}

/// What is done or checked.
#[derive(Clone, Debug)]
#[allow(missing_docs)] // the same as in `raw::Step`, where they are described for users
pub enum Step {
    Send(Vec<Placed<String>>),
    Play(Vec<Placed<BerkeleyMove>>),
    Position(Box<Game>),
    Board(Board),
    Pieces(Counts),
    Turn(Color),
    Jumps(u16),
    Result(Ending),
    Legal(Legal),
    Error(ErrorCheck),
    Output(String),
    Lines(Vec<Placed<LineMatcher>>),
    AnyOrder(Vec<Placed<Matcher>>),
    Snapshot(Snapshot),
    Perft(Perft),
    ForcedWin(Forced),
    NoForcedWin { within: u16 },
    AiMove(AiMove),
    Game(PlayedGame),
    SameAgain(u32),
    Exit(i32),
}

impl Step {
    /// Whether nothing is different afterwards, so that the steps after it can do without it.
    #[must_use]
    pub const fn only_looks(&self) -> bool {
        matches!(
            self,
            Self::Turn(_) | Self::Jumps(_) | Self::Legal(_) | Self::Perft(_)
        )
    }

    /// Whether it looks at what came of the steps before.
    #[must_use]
    pub const fn is_check(&self) -> bool {
        !matches!(self, Self::Send(_) | Self::Position(_) | Self::Play(_))
    }
}

/// What is expected of a board.
#[derive(Clone, Debug)]
pub enum Board {
    /// These squares.
    Grid(Box<Grid>),
    /// What there was before the last `send` or `play`.
    Unchanged,
}

/// How many of what are expected.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Counts {
    pub red: Option<u32>,
    pub blue: Option<u32>,
    pub blocks: Option<u32>,
    pub empty: Option<u32>,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// With the victory of a side, or of none.
    With(Option<Color>),
    /// In any way.
    Any,
    /// Not yet.
    None,
}

/// What is expected of the legal moves.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Legal {
    pub count: Option<u32>,
    pub only: Option<Vec<BerkeleyMove>>,
    pub contains: Vec<BerkeleyMove>,
    pub without: Vec<BerkeleyMove>,
}

/// What is expected of errors.
#[derive(Clone, Debug)]
pub enum ErrorCheck {
    /// There is one, whatever it says.
    Any,
    /// There is none.
    None,
    /// There is one that fits all of these.
    Fits(Vec<Placed<Matcher>>),
}

/// What is expected of all output.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Where it is stored.
    pub stored: Stored,
    /// What is replaced before it is compared.
    pub filters: Vec<(Regex, String)>,
}

/// Where expected output is stored.
#[derive(Clone, Debug)]
pub enum Stored {
    /// In the scenario.
    Here(String),
    /// In a file of this name, with this text; `None` if there is no such file.
    File(String, Option<String>),
}

/// A count of leaves.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Perft {
    pub depth: u8,
    pub nodes: u64,
    pub by_origin: bool,
}

/// A win that can be forced.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Forced {
    pub color: Color,
    pub exactly: Option<u16>,
    pub within: Option<u16>,
    pub moves: Option<Vec<BerkeleyMove>>,
}

/// A move of an AI.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct AiMove {
    pub color: Option<Color>,
    pub one_of: Option<Vec<BerkeleyMove>>,
    pub within: Option<Duration>,
    pub best_within: Option<u16>,
    pub order: Option<Order>,
}

/// A game between AIs.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct PlayedGame {
    pub ending: Ending,
    pub within: Option<Duration>,
    pub total: Option<Duration>,
    pub plies: Option<u32>,
    pub against: Option<String>,
    pub color: Option<Color>,
}
