//! What the analyst is to find out, and what it has found.

use ataxx_core::board::{Color, Move, PlayedMove, Position, Rules};
use ataxx_core::diagnostic::text::counted;
use ataxx_core::engine::Score;
use ataxx_core::review::{Assessment, Review, Reviewed};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// What a page wants to know about the position on the board, in the order of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum AnalysisTask {
    /// One good move, soon.
    Hint,
    /// The same, of which the page shows only the piece.
    HintPiece,
    /// The best lines, as deep as there is time for, and the course of the game.
    Lines,
    /// What each move of the game was worth, and then the best lines.
    Review,
    /// The best lines of the engine with this number.
    Engine(usize),
    /// Whether a side can force a win within this many plies.
    Solve(u16),
}

impl AnalysisTask {
    /// The task that finds what this one shows.
    pub const fn work(self) -> Self {
        match self {
            Self::HintPiece => Self::Hint,
            other => other,
        }
    }

    /// Whether the result depends on the time of the engines.
    pub const fn is_of_engine(self) -> bool {
        matches!(self, Self::Engine(_))
    }

    /// Whether a longer search finds more.
    pub const fn is_open_ended(self) -> bool {
        matches!(self, Self::Lines | Self::Review)
    }
}

impl fmt::Display for AnalysisTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hint => f.write_str("hint"),
            Self::HintPiece => f.write_str("hint-piece"),
            Self::Lines => f.write_str("lines"),
            Self::Review => f.write_str("review"),
            Self::Engine(number) => write!(f, "engine-{number}"),
            Self::Solve(plies) => write!(f, "solve-{plies}"),
        }
    }
}

impl From<AnalysisTask> for String {
    fn from(task: AnalysisTask) -> Self {
        task.to_string()
    }
}

impl TryFrom<String> for AnalysisTask {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map_err(|()| "no such task")
    }
}

impl FromStr for AnalysisTask {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once('-') {
            None => [Self::Hint, Self::Lines, Self::Review]
                .into_iter()
                .find(|task| task.to_string() == text)
                .ok_or(()),
            Some(("hint", "piece")) => Ok(Self::HintPiece),
            Some(("engine", number)) => number.parse().map(Self::Engine).map_err(drop),
            Some(("solve", plies)) => {
                let plies: u16 = plies.parse().map_err(drop)?;
                Ok(Self::Solve(plies.clamp(1, 99)))
            }
            Some(_) => Err(()),
        }
    }
}

/// The analysis of the position on the board and of those before it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The number of the analysed board.
    pub board: u64,
    /// What was found on it for each task.
    pub found: BTreeMap<AnalysisTask, Found>,
    /// What is known of positions of the game.
    pub course: Arc<HashMap<Position, KnownPosition>>,
}

/// What was found for a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The best lines, best first.
    pub lines: Vec<FoundLine>,
    /// The search depth in plies.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time limit of the work that is done; `None` while it goes on.
    pub done: Option<Duration>,
    /// The result in words, where it is more than the lines.
    pub words: Option<String>,
}

/// The nodes of a search of each position for a review.
pub const REVIEW_NODES: u64 = 60_000;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KnownPosition {
    /// What it is worth to Red.
    pub for_red: Assessment,
    /// The best line, unless the game is over.
    pub best: Vec<Move>,
    /// The nodes that its search was given.
    pub nodes: u64,
}

impl Analysis {
    /// The moves of a forced win that the solver has found on this board.
    pub fn forced_win(&self, board: u64) -> Option<&[Move]> {
        let found = self.found.iter().filter(|_| self.board == board);
        let mut lines = found.filter_map(|(task, found)| match task {
            AnalysisTask::Solve(_) => found.lines.first(),
            _ => None,
        });
        lines.next().map(|line| &line.moves[..])
    }

    /// The review of a line of positions with the moves played in them, as far as it was made.
    pub fn review(
        &self,
        line: impl Iterator<Item = (Position, Option<PlayedMove>)>,
        rules: &Rules,
    ) -> Review {
        let reviewed = line.map_while(|(position, played)| {
            let known = self.course.get(&position)?;
            (known.nodes >= REVIEW_NODES).then(|| Reviewed {
                position,
                for_red: known.for_red,
                best: known.best.clone(),
                is_forced: position.legal_moves(rules).nth(1).is_none(),
                played,
            })
        });
        Review {
            positions: reviewed.collect(),
        }
    }
}

/// A line that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FoundLine {
    /// What it is worth to Red.
    pub for_red: Assessment,
    /// Its moves, at least one.
    pub moves: Vec<Move>,
}

/// The position to analyse.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// Whether to wait: an AI needs the machine, or a position is being set up.
    pub idle: bool,
    /// The number of the board.
    pub board: u64,
    /// The position on it.
    pub position: Position,
    /// The rules it is played by.
    pub rules: Rules,
    /// The positions of the game to evaluate.
    pub line: Vec<Position>,
    /// The command lines of the engines.
    pub engines: Arc<Vec<String>>,
    /// The time of an engine for a position.
    pub engine_time: Duration,
}

/// What a position is worth to Red, in few words: `Red +2.4`, `Red wins in 3 moves`. Those of
/// the winner alone are counted, as people do.
pub fn in_words(for_red: Assessment) -> String {
    let forced = |winner: Color, number: u32| match number {
        0 => format!("{winner} has won"),
        plies => format!("{winner} wins in {}", own_moves(plies)),
    };
    match for_red.score {
        Score::Win(plies) => forced(Color::Red, plies),
        Score::Loss(plies) => forced(Color::Blue, plies),
        Score::Stones(stones) if stones.abs() < 0.05 => "level".to_owned(),
        Score::Stones(stones) if stones < 0.0 => format!("Blue +{:.1}", -stones),
        Score::Stones(stones) => format!("Red +{stones:.1}"),
    }
}

/// The number of moves that the winner makes in a line of this length, in words.
pub fn own_moves(plies: u32) -> String {
    counted(plies.div_ceil(2), "move")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_read_as_they_are_written() {
        use AnalysisTask::{Engine, Hint, HintPiece, Lines, Review, Solve};
        for task in [Hint, HintPiece, Lines, Review, Engine(3), Solve(7)] {
            assert_eq!(task.to_string().parse(), Ok(task));
        }
        assert_eq!("solve-65535".parse(), Ok(Solve(99)));
        for text in ["", "nothing", "lines-1", "solve-", "solve--1", "engine-x"] {
            assert_eq!(text.parse::<AnalysisTask>(), Err(()), "{text}");
        }
    }

    #[test]
    fn what_is_worth_is_said_of_red() {
        let words = |score, value, turn| in_words(Assessment::new(score, value).for_red(turn));
        assert_eq!(
            words(Score::Win(5), 31_995, Color::Red),
            "Red wins in 3 moves"
        );
        assert_eq!(
            words(Score::Loss(4), -31_996, Color::Red),
            "Blue wins in 2 moves"
        );
        assert_eq!(words(Score::Loss(0), -32_000, Color::Red), "Blue has won");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Red), "Red +2.4");
        assert_eq!(words(Score::Stones(2.44), 300, Color::Blue), "Blue +2.4");
        assert_eq!(words(Score::Stones(0.0), 0, Color::Blue), "level");
    }
}
