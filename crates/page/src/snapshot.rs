//! The state of the session that pages show, and what one page shows of it.

use super::analysis::{Analysis, AnalysisTask, Found};
use super::choices::OfferedStrength;
use super::exercises::{Lesson, OpenPuzzle};
use super::html::HTML;
use super::kept::KeptGame;
use super::opened::Games;
use super::tree::{Node, Tree};
use ataxx_core::board::{Bitboard, Cell, Color, Position, Rules, Square};
use ataxx_core::notation::picture::{self, PictureOptions};
use ataxx_core::notation::{GameRecord, GameResult, NotRecordable, Remark};
use ataxx_core::replay;
use ataxx_core::review::Review;
use ataxx_session::{Player, Session, WaitingFor};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// What a click can put on a square of a position that is being set up, in the order of the page.
pub const CONTENTS: [Cell; 4] = [
    Cell::Piece(Color::Red),
    Cell::Piece(Color::Blue),
    Cell::Block,
    Cell::Empty,
];

/// The name of a content in forms and on the page.
pub const fn content_name(content: Cell) -> &'static str {
    match content {
        Cell::Piece(color) => color.name(),
        Cell::Block => "block",
        Cell::Empty => "empty",
    }
}

/// Why a game cannot go on from a position that is being set up, in sentences.
pub fn problems(draft: &Position, rules: &Rules) -> Vec<String> {
    let mut problems = Vec::new();
    if !rules.blocks && !draft.blocks().is_empty() {
        problems.push("These rules have no blocks.".to_owned());
    }
    if let Some(outcome) = draft.outcome(rules) {
        problems.push(format!("The game is over here: {}.", outcome.ending));
    }
    problems
}

/// A position with another content of a square.
pub fn painted(old: &Position, square: Square, cell: Cell) -> Position {
    let one = Bitboard::of(square);
    let others = Bitboard::from_bits(!one.bits());
    let with = |before: Bitboard, content: Cell| {
        let before = before & others;
        if cell == content {
            before | one
        } else {
            before
        }
    };
    let [red, blue] = Color::BOTH.map(|color| with(old.pieces(color), Cell::Piece(color)));
    let blocks = with(old.blocks(), Cell::Block);
    let new = Position::new(red, blue, blocks, old.turn());
    new.map_or(*old, |new| {
        new.with_jumps(old.jumps()).with_plies(old.plies())
    })
}

/// The state of the session that pages show, at one moment.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The number of the board, which changes with the position.
    pub board: u64,
    /// The session.
    pub session: Session,
    /// The moves of the game, with the alternatives that were tried.
    pub tree: Tree,
    /// The games that were kept, newest first.
    pub games: Arc<Vec<KeptGame>>,
    /// The game that was on the board before this one.
    pub previous: Option<u64>,
    /// The puzzles that were solved, as texts.
    pub solved: Arc<BTreeSet<String>>,
    /// Where the game stands while a person explores moves for both sides.
    pub exploring: Option<Node>,
    /// Whether the game on the board is none that was played here: a puzzle, or from a text.
    pub is_exercise: bool,
    /// The position that is being set up, the same on all pages.
    pub draft: Option<Position>,
    /// The AI that is thinking.
    pub thinking: Option<Thinking>,
    /// The side that has given the game up, and where it did.
    pub resigned: Option<(Color, Node)>,
    /// The awaited message of a remote program.
    pub awaited: Option<WaitingFor>,
    /// The names of the engines.
    pub engines: Arc<Vec<String>>,
    /// The engines that play, Red's first.
    pub seats: [Option<usize>; 2],
    /// The time of an engine for a move.
    pub engine_time: Duration,
    /// The notice on the last order.
    pub notice: Option<Notice>,
    /// The log of the session.
    pub log: Arc<Vec<LogLine>>,
    /// The lesson about the mistakes of the game.
    pub lesson: Option<Lesson>,
    /// The puzzle on the board.
    pub puzzle: Option<OpenPuzzle>,
    /// The open games of a text.
    pub opened: Option<Games>,
    /// Whether the input of the terminal has ended, so that no lines come from there.
    pub ended: bool,
    /// Whether the session is over.
    pub over: bool,
}

/// An AI that is thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// Its colour.
    pub color: Color,
    /// When it began, since 1970.
    pub since: Duration,
}

impl Thinking {
    /// An AI that begins now.
    pub const fn begun(color: Color, since: Duration) -> Self {
        Self { color, since }
    }
}

/// A notice on the last order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Whether the order was refused.
    pub refused: bool,
}

/// A line of the session's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub kind: LogKind,
    /// The text, which can have several lines.
    pub text: String,
}

/// The kind of a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogKind {
    /// Typed or clicked.
    Command,
    /// An announcement.
    Announcement,
    /// A remark.
    Remark,
    /// A refusal.
    Refusal,
}

impl LogKind {
    /// The CSS class of its lines.
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
    /// The game on the board as a file of this form: its type and its text. `None` if there is no
    /// such form; an error if the game cannot be written.
    pub fn file(&self, form: &str) -> Option<Result<(&'static str, String), String>> {
        let record = match form {
            "txt" => self.record(),
            _ => self.line_record(),
        };
        let record = match record {
            Ok(record) => record,
            Err(why) => return Some(Err(why.to_string())),
        };
        let file = match form {
            "html" => (HTML, replay::page(&record)),
            "svg" => (
                "image/svg+xml",
                picture::animated(record.game(), &PictureOptions::default()),
            ),
            "txt" => ("text/plain; charset=utf-8", format!("{record}\n")),
            _ => return None,
        };
        Some(Ok(file))
    }

    /// The first snapshot of a session.
    pub fn first(session: Session) -> Self {
        Self {
            board: 0,
            tree: Tree::of(session.game()),
            session,
            games: Arc::default(),
            previous: None,
            solved: Arc::default(),
            exploring: None,
            is_exercise: false,
            draft: None,
            thinking: None,
            resigned: None,
            awaited: None,
            engines: Arc::default(),
            seats: [None; 2],
            engine_time: Duration::ZERO,
            notice: None,
            log: Arc::default(),
            lesson: None,
            puzzle: None,
            opened: None,
            ended: false,
            over: false,
        }
    }

    /// Begins another game.
    pub fn replace_tree(&mut self, tree: Tree) {
        self.tree = tree;
        self.resigned = None;
        self.exploring = None;
        self.is_exercise = false;
    }

    /// The whole game with its variations.
    pub fn record(&self) -> Result<GameRecord, NotRecordable> {
        let record = self.tree.record(&self.session.dialect().rules())?;
        // A loss in a variation is not that of the game.
        let is_in_game = |node: Node| self.tree.variation_of(node).is_none();
        let Some((loser, _)) = self.resigned.filter(|&(_, node)| is_in_game(node)) else {
            return Ok(record);
        };
        let mut particulars = record.particulars().clone();
        particulars.end = Remark::new(&format!("{loser} resigned"));
        // Where moves follow that were taken back before, the board can say otherwise.
        let lost = record.clone().with_particulars(particulars);
        lost.with_result(GameResult::Win(!loser)).or(Ok(record))
    }

    /// The name of a player, for people.
    pub fn player_name(&self, color: Color) -> String {
        match self.seats[color.index()].and_then(|engine| self.engines.get(engine)) {
            _ if !self.session.player(color).is_ai() => "You".to_owned(),
            Some(engine) => engine.clone(),
            None => OfferedStrength::of_player(&self.session, color).label(),
        }
    }

    /// Whether an AI plays a colour.
    pub fn has_ai(&self) -> bool {
        let mut players = Color::BOTH.into_iter();
        players.any(|color| self.session.player(color).is_ai())
    }

    /// The line over the position on the board, up to its end.
    pub fn line_record(&self) -> Result<GameRecord, NotRecordable> {
        let rules = self.session.dialect().rules();
        let last = self.tree.line().last().copied().unwrap_or_default();
        // Where blocks came after moves the tree cannot be replayed.
        let whole = self.tree.game(last, &rules);
        GameRecord::new(rules, whole.as_ref().unwrap_or(self.session.game()))
    }

    /// The colour whose AI is to move but is paused.
    pub fn paused(&self) -> Option<Color> {
        self.session.ai_turn().filter(|_| self.thinking.is_none())
    }

    /// Whether a move can be made by hand now.
    pub fn is_by_hand(&self) -> bool {
        self.draft.is_none()
            && self.thinking.is_none()
            && self.awaited.is_none()
            && self.session.waiting_for().is_none()
            && self.lost().is_none()
            && (self.puzzle.as_ref()).is_none_or(|open| open.is_asking_at(self.tree.current()))
    }

    /// The side that has given the game up. A game that goes on is not lost.
    pub fn lost(&self) -> Option<Color> {
        let (color, node) = self.resigned?;
        (node == self.tree.current()).then_some(color)
    }

    /// Whether a move was made in the game that a person has left to explore.
    pub fn was_played(&self, node: Node) -> bool {
        self.exploring
            .is_some_and(|live| self.tree.leads_over(live, node))
    }

    /// The number of moves of the game that are not part of it when it goes on from the board.
    pub fn left_behind(&self) -> usize {
        let tree = &self.tree;
        self.exploring
            .map_or(0, |live| tree.moves_apart(live, tree.current()))
    }

    /// The colour of the only person.
    pub fn own_color(&self) -> Option<Color> {
        let is_person = |color: Color| self.session.player(color) == Player::Manual;
        match Color::BOTH.map(is_person) {
            [true, false] => Some(Color::Red),
            [false, true] => Some(Color::Blue),
            _ => None,
        }
    }

    /// The side that can give up: the person to move, or the only person.
    pub fn can_resign(&self) -> Option<Color> {
        let session = &self.session;
        let position = session.position();
        let is_under_way = self.draft.is_none()
            && !self.has_exercise()
            && !self.is_exercise
            && self.lost().is_none()
            && self.exploring.is_none()
            && session.remote().is_none()
            && session.game().last_move().is_some()
            && position.outcome(session.game().rules()).is_none();
        let turn = position.turn();
        let mut people = [turn, !turn].into_iter();
        let person = people.find(|&color| !session.player(color).is_ai());
        person.filter(|_| is_under_way)
    }

    /// Whether a move on the board answers a question.
    pub const fn has_exercise(&self) -> bool {
        self.lesson.is_some() || self.puzzle.is_some()
    }

    /// Whether what the engine knows would give an answer away.
    pub fn hides_analysis(&self) -> bool {
        self.lesson.as_ref().is_some_and(Lesson::is_asking)
            || self.puzzle.as_ref().is_some_and(OpenPuzzle::is_open)
    }

    /// The position that the board shows.
    pub const fn shown(&self) -> &Position {
        match &self.draft {
            Some(draft) => draft,
            None => self.session.position(),
        }
    }
}

/// A fragment as a sentence.
pub fn sentence(fragment: &str) -> String {
    if fragment.is_empty() {
        return String::new();
    }
    let mut sentence = fragment.to_owned();
    // A square is always written small.
    let names_square = fragment
        .get(..2)
        .is_some_and(|name| name.parse::<Square>().is_ok());
    if !names_square && let Some(first) = fragment.chars().next() {
        sentence.replace_range(..first.len_utf8(), &first.to_uppercase().to_string());
    }
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

/// What a page shows.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub snapshot: &'a Snapshot,
    pub analysis: &'a Analysis,
    /// What this page wants to know.
    pub task: Option<AnalysisTask>,
}

impl<'a> View<'a> {
    /// What was found for this page on the board; `None` while nothing is, and where it would give
    /// an answer away.
    pub fn found(&self) -> Option<&'a Found> {
        let is_shown =
            self.analysis.board == self.snapshot.board && !self.snapshot.hides_analysis();
        self.analysis
            .found
            .get(&self.task?.work())
            .filter(|_| is_shown)
    }

    /// The review of the line over the current position; `None` if this page wants none.
    pub fn review(&self) -> Option<Review> {
        let rules = self.snapshot.session.game().rules();
        (self.task == Some(AnalysisTask::Review)).then(|| {
            self.analysis
                .review(self.snapshot.tree.played_line(), rules)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_painted_and_cleared() {
        let mut draft = Position::start().with_jumps(3);
        let d4 = "d4".parse().expect("a square");
        for (content, fen) in [
            (Cell::Block, "x5o/7/7/3-3/7/7/o5x x 3 1"),
            (Cell::Piece(Color::Blue), "x5o/7/7/3o3/7/7/o5x x 3 1"),
            (Cell::Piece(Color::Red), "x5o/7/7/3x3/7/7/o5x x 3 1"),
            (Cell::Empty, "x5o/7/7/7/7/7/o5x x 3 1"),
        ] {
            draft = painted(&draft, d4, content);
            assert_eq!(draft.to_string(), fen);
        }
    }

    #[test]
    fn fragments_become_sentences() {
        assert_eq!(sentence(""), "");
        assert_eq!(sentence("right: solved"), "Right: solved.");
        assert_eq!(sentence("b7-c7 is no move"), "b7-c7 is no move.");
        assert_eq!(sentence("éa!"), "Éa!");
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        let problems = |fen: &str, rules: &Rules| {
            let position = fen.parse().expect("a position");
            super::problems(&position, rules).join(" ")
        };
        let no_blocks: Rules = "2022,blocks=no".parse().expect("rules");
        for (fen, expected) in [
            ("x5o/7/7/7/7/7/o5x x 0 1", ""),
            ("x5o/7/7/3-3/7/7/o5x x 0 1", "These rules have no blocks."),
            (
                "x5x/7/7/7/7/7/x5x x 0 1",
                "The game is over here: a side has no pieces left.",
            ),
            (
                "x5o/7/7/7/7/7/o5x x 25 1",
                "The game is over here: the limit on consecutive jumps is reached.",
            ),
        ] {
            assert_eq!(problems(fen, &no_blocks), expected, "{fen}");
        }
    }
}
