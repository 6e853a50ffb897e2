//! A puzzle: its kind, how hard it is, its line in a file, and sets of puzzles.

use crate::board::{Move, Position, Rules};
use crate::diagnostic::syntax::{SyntaxError, fields, named, without_comments};
use crate::notation::BerkeleyMove;
use crate::solver::{Aim, Plies};
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::str::FromStr;
use std::sync::LazyLock;

/// A position with a task that one move solves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position; the side to move is the one that has the task.
    pub position: Position,
    /// The rules under which it is solved.
    pub rules: Rules,
    /// The task.
    pub kind: PuzzleKind,
    /// The right first move.
    pub answer: Move,
    /// How hard it is to find.
    pub difficulty: Difficulty,
}

impl fmt::Display for Puzzle {
    /// `FEN; RULES; KIND; ANSWER; DIFFICULTY`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            position,
            rules,
            kind,
            answer,
            difficulty,
        } = self;
        let answer = BerkeleyMove::of(*answer, position);
        write!(f, "{position}; {rules}; {kind}; {answer}; {difficulty}")
    }
}

impl FromStr for Puzzle {
    type Err = SyntaxError;

    fn from_str(line: &str) -> Result<Self, SyntaxError> {
        let mut fields = fields(line, ';');
        let mut next = || {
            let message = "expected `FEN; RULES; KIND; ANSWER; DIFFICULTY`, found the end";
            let missing = || SyntaxError::new(line.len()..line.len(), message);
            fields.next().ok_or_else(missing)
        };
        let position: Position = next()?.read()?;
        let rules: Rules = next()?.read()?;
        let kind = next()?.read()?;
        let field = next()?;
        let written: BerkeleyMove = field.read()?;
        let answer = written.on(&position);
        let answer = answer.filter(|&mv| position.check(mv, &rules).is_ok());
        let illegal = || field.error(format!("`{written}` is not legal in this position"));
        let answer = answer.ok_or_else(illegal)?;
        let difficulty = next()?.read()?;
        if let Some((end, _)) = line.match_indices(';').nth(4) {
            let message = "expected five fields, found a sixth";
            return Err(SyntaxError::new(end..line.len(), message));
        }
        Ok(Self {
            position,
            rules,
            kind,
            answer,
            difficulty,
        })
    }
}

/// What is asked of a puzzle; the [module](super) has the exact definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PuzzleKind {
    /// To win with the second move.
    Win2,
    /// To win with the third move.
    Win3,
    /// To find the only move after which the opponent has no forced win in two moves.
    Hold2,
    /// To find the only move after which the opponent has no forced win in three moves.
    Hold3,
}

impl PuzzleKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Win2, Self::Win3, Self::Hold2, Self::Hold3];

    /// The name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win2 => "win-2",
            Self::Win3 => "win-3",
            Self::Hold2 => "hold-2",
            Self::Hold3 => "hold-3",
        }
    }

    /// The task as a headline.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Win2 => "win in 3 plies",
            Self::Win3 => "win in 5 plies",
            Self::Hold2 => "the only move that holds, against a win in 4 plies",
            Self::Hold3 => "the only move that holds, against a win in 6 plies",
        }
    }

    /// What the side to move is to force.
    #[must_use]
    pub const fn aim(self) -> Aim {
        match self {
            Self::Win2 | Self::Win3 => Aim::Win,
            Self::Hold2 | Self::Hold3 => Aim::Hold,
        }
    }

    /// The number of moves of the winner: of the side to move, or, if it is to hold, of the
    /// opponent after a wrong move.
    #[must_use]
    pub const fn moves(self) -> u16 {
        match self {
            Self::Win2 | Self::Hold2 => 2,
            Self::Win3 | Self::Hold3 => 3,
        }
    }

    /// The number of plies from the position to the win.
    #[must_use]
    pub const fn plies(self) -> Plies {
        match self.aim() {
            Aim::Win => Plies(2 * self.moves() - 1),
            Aim::Hold => Plies(2 * self.moves()),
        }
    }
}

impl fmt::Display for PuzzleKind {
    /// The [name](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PuzzleKind {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let names = Self::ALL.map(|kind| (kind.name(), kind));
        named("a kind of puzzle", text, names.into_iter())
    }
}

/// The difficulty of a puzzle, from its points:
///
/// | points | for |
/// |---|---|
/// | 1 | three moves instead of two |
/// | 1 | at least 30 legal moves |
/// | 1 | an answer that takes no piece |
/// | 1 | another move that gains more pieces than the answer |
/// | 1 | another move that gains more pieces after the opponent's most gaining reply |
///
/// Up to 1 point it is easy, with 2 medium, with more hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// At most 1 point.
    Easy,
    /// 2 points.
    Medium,
    /// 3 points or more.
    Hard,
}

/// The number of legal moves that counts as many.
const MANY: usize = 30;
/// What the end of the game is worth to a search of two plies, in pieces.
const GAME: i32 = 1000;

impl Difficulty {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name in files and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The difficulty of finding an answer.
    #[must_use]
    pub fn of(position: &Position, rules: &Rules, kind: PuzzleKind, answer: Move) -> Self {
        let others = || position.legal_moves(rules).filter(|&mv| mv != answer);
        let gained = position.gain(answer);
        let kept = gain_after_reply(position, rules, answer);
        let takes = gained > i32::from(!answer.is_jump());
        let reasons = [
            kind.moves() == 3,
            others().count() + 1 >= MANY,
            !takes,
            others().any(|mv| position.gain(mv) > gained),
            others().any(|mv| gain_after_reply(position, rules, mv) > kept),
        ];
        match reasons.into_iter().filter(|&reason| reason).count() {
            0 | 1 => Self::Easy,
            2 => Self::Medium,
            _ => Self::Hard,
        }
    }
}

/// The same less the greatest gain of a reply.
fn gain_after_reply(position: &Position, rules: &Rules, mv: Move) -> i32 {
    let after = position.after(mv, rules);
    if let Some(outcome) = after.outcome(rules) {
        return match outcome.winner {
            None => 0,
            Some(winner) if winner == position.turn() => GAME,
            Some(_) => -GAME,
        };
    }
    let replies = after.moves_in_play(rules);
    let best = replies.map(|reply| after.gain(reply)).max();
    position.gain(mv) - best.unwrap_or(0)
}

impl fmt::Display for Difficulty {
    /// The [name](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Difficulty {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let names = Self::ALL.map(|difficulty| (difficulty.name(), difficulty));
        named("a difficulty", text, names.into_iter())
    }
}

/// A puzzle with its number in its set, counted from 1.
pub type Numbered = (usize, Puzzle);

/// The puzzles inside the program.
#[must_use]
pub fn built_in() -> &'static [Puzzle] {
    static SET: LazyLock<Vec<Puzzle>> =
        LazyLock::new(|| read(include_str!("puzzles.txt")).expect("the tests read it"));
    &SET
}

/// Reads a set.
///
/// # Errors
///
/// The first line that is no puzzle.
pub fn read(text: &str) -> Result<Vec<Puzzle>, SyntaxError> {
    let text = without_comments(text);
    let mut start = 0;
    let mut puzzles = Vec::new();
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() {
            let shift = start + line.len() - line.trim_start().len();
            let puzzle = content
                .parse()
                .map_err(|error: SyntaxError| error.shifted(shift))?;
            puzzles.push(puzzle);
        }
        start += line.len();
    }
    Ok(puzzles)
}

/// Writes a set.
#[must_use]
pub fn write(puzzles: &[Puzzle]) -> String {
    let mut text = "# position; rules; kind; answer; difficulty\n".to_owned();
    for puzzle in puzzles {
        let _ = writeln!(text, "{puzzle}");
    }
    text
}

/// The first N puzzles of each kind and difficulty, in their order.
#[must_use]
pub fn some_of_each(mut puzzles: Vec<Numbered>, most: usize) -> Vec<Numbered> {
    let mut counts: HashMap<(PuzzleKind, Difficulty), usize> = HashMap::new();
    puzzles.retain(|(_, puzzle)| {
        let count = counts.entry((puzzle.kind, puzzle.difficulty)).or_default();
        *count += 1;
        *count <= most
    });
    puzzles
}
