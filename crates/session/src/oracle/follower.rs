//! The oracle: what a program was sent and what it prints, compared with its document.

use super::document::open_point;
use super::reader::OutputLine;
use super::referee::{Effect, Referee, Requester};
use crate::{Event, Files, OpenPoint, Session, State};
use ataxx_core::board::{Color, Game, Outcome, Position, Square};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::BerkeleyMove;
use std::collections::VecDeque;
use std::path::PathBuf;

/// Follows a session with a text program: it is given each line that the program is sent and each
/// line that the program prints, and returns a note as soon as it is certain that the program
/// differs from its document, or that a line has no effect.
///
/// Each call has the number of a step, by which the caller identifies the note.
#[derive(Clone)]
#[allow(clippy::struct_excessive_bools)] // independent facts about the game
pub struct Oracle<'a> {
    referee: Referee<'a>,
    /// What the program must have printed by now, and has not.
    expected: VecDeque<ExpectedOutput>,
    /// Results after which the program printed something else that was expected later.
    missing: Vec<Outcome>,
    /// The result of the game was announced in set-up, and may be announced again at `start`.
    announced_in_set_up: bool,
    /// A result that was announced while an AI is to move, and the note that it is wrong: it may
    /// come before the move that leads to it.
    early: Option<(Option<Color>, Note)>,
    /// The board that the dump that has begun must show, and the step that asked for it.
    pub shown: Option<(Position, usize)>,
    /// Whether an AI was to move when that dump began.
    shown_before_move: bool,
    /// The step since which the position is unknown: the documents leave open what the program
    /// has done. Nothing is noted since.
    pub unknown_since: Option<usize>,
    /// Whether the document settles what the program makes of all lines so far.
    is_settled: bool,
    /// Whether a move was made in this game, even if it was taken back.
    has_moved: bool,
    /// The step that ended the session.
    pub quit_at: Option<usize>,
    /// How many games were begun after the first.
    pub games: usize,
    /// How often moves were taken back, or went with their game.
    pub resets: usize,
    /// The results that were to be announced so far, in order.
    pub results: Vec<Outcome>,
    /// The notes of the current call.
    notes: Vec<Note>,
}

/// What a program must print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExpectedOutput {
    /// A dump with this board, for this step.
    Board(Position, usize),
    Result(Outcome),
}

impl ExpectedOutput {
    const fn as_board(&self) -> Option<(Position, usize)> {
        match self {
            Self::Board(position, step) => Some((*position, *step)),
            Self::Result(_) => None,
        }
    }

    const fn as_result(&self) -> Option<Outcome> {
        match self {
            Self::Result(outcome) => Some(*outcome),
            Self::Board(..) => None,
        }
    }
}

/// Something against the document, or without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The step that it is about.
    pub step: usize,
    /// Whether the document settles what every line before it does, so that only the program
    /// can be wrong.
    pub is_settled: bool,
    pub kind: NoteKind,
}

/// The content of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A line is refused; the labels count bytes of the line.
    Refused(Box<Diagnostic>),
    /// A move is refused that is of a colour that an AI plays.
    ForAi(Color),
    /// A line comes after the end of the session, which this step ended.
    AfterEnd { end: usize },
    /// A line loads a file that cannot be read.
    NotLoaded(String),
    /// An AI announces a move that is not legal.
    IllegalMove {
        color: Color,
        mv: BerkeleyMove,
        reason: String,
        /// Whether an AI of this colour was to move.
        is_its_turn: bool,
    },
    /// A result is announced that is not the result of the game.
    WrongResult {
        /// The winner; `None` for a draw.
        announced: Option<Color>,
        /// `None`: the game goes on.
        by_rules: Option<Outcome>,
        /// The position by the rules.
        position: Position,
    },
    /// The result of the game is announced once more.
    ResultAgain {
        /// The winner; `None` for a draw.
        announced: Option<Color>,
    },
    /// A dump shows another board than that of the rules. `None` for one that cannot be read.
    WrongBoard {
        expected: Position,
        actual: Option<Position>,
    },
    /// An AI was to move and has announced no move, and a dump shows another board than before.
    UnannouncedMove {
        /// The position before the move.
        before: Position,
        actual: Option<Position>,
    },
    /// A line that looks like an announcement or a dump, and is none.
    Malformed(String),
}

impl<'a> Oracle<'a> {
    /// An oracle for a program that must behave like this session and loads these files.
    pub fn new(session: Session, files: &'a dyn Files) -> Self {
        Self {
            referee: Referee::new(session, files),
            expected: VecDeque::new(),
            missing: Vec::new(),
            announced_in_set_up: false,
            early: None,
            shown: None,
            shown_before_move: false,
            unknown_since: None,
            is_settled: true,
            has_moved: false,
            quit_at: None,
            games: 0,
            resets: 0,
            results: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The same, with a folder in which files are looked up after the working directory.
    pub fn in_folder(self, folder: Option<PathBuf>) -> Self {
        let referee = self.referee.in_folder(folder);
        Self { referee, ..self }
    }

    /// What the program must do by the rules.
    pub const fn referee(&self) -> &Referee<'a> {
        &self.referee
    }

    /// The session by the rules.
    pub const fn session(&self) -> &Session {
        self.referee.session()
    }

    /// The game by the rules.
    pub const fn game(&self) -> &Game {
        self.referee.game()
    }

    /// The colour that an AI is to move for by now, as far as is known.
    pub fn awaited(&self) -> Option<Color> {
        let turn = self.referee.ai_turn();
        turn.filter(|_| self.unknown_since.is_none())
    }

    /// Whether a result must still come.
    pub fn expects_result(&self) -> bool {
        self.expected.iter().any(|it| it.as_result().is_some())
    }

    /// The first result that was not announced, as far as is known.
    pub fn missing_result(&self) -> Option<Outcome> {
        let expected = self.expected.iter().filter_map(ExpectedOutput::as_result);
        let mut all = self.missing.iter().copied().chain(expected);
        all.next().filter(|_| self.unknown_since.is_none())
    }

    /// The result that must have been announced in the current game by now.
    pub fn result_by_now(&self) -> Option<Outcome> {
        let outcome = self.game().outcome();
        outcome.filter(|_| self.session().state() == State::Finished)
    }

    /// Whether a program may have announced these results in the current game by now: the winner
    /// of each, `None` for a draw.
    pub fn allows_results(&self, announced: &[Option<Color>]) -> bool {
        let winner = |outcome: Outcome| outcome.winner;
        let in_set_up = self
            .game()
            .outcome()
            .filter(|_| self.allows_result_in_set_up());
        announced == self.result_by_now().map(winner).as_slice()
            || in_set_up.is_some_and(|outcome| announced == [outcome.winner])
    }

    /// Whether the result of a game that is over may be announced although play has not begun.
    fn allows_result_in_set_up(&self) -> bool {
        self.session().state() == State::SetUp && self.leaves_open(OpenPoint::ResultInSetUp)
    }

    fn leaves_open(&self, point: OpenPoint) -> bool {
        self.session().dialect().leaves_open(point)
    }

    /// The program is sent a line in this step.
    pub fn sent(&mut self, step: usize, line: &str) -> Vec<Note> {
        self.is_settled &= open_point(line, self.session(), self.has_moved).is_none();
        self.referee.send(line, step);
        self.take_effects();
        self.take_notes()
    }

    /// The program is sent a `dump` by the [`Requester::Observer`].
    pub fn ask_for_dump(&mut self) {
        self.referee.ask_for_dump();
        self.take_effects();
        self.notes.clear();
    }

    /// The program prints a line with this meaning in this step.
    pub fn printed(&mut self, step: usize, line: &OutputLine) -> Vec<Note> {
        match line {
            OutputLine::Move(color, mv) => self.ai_move(step, *color, *mv),
            OutputLine::Result(winner) => self.result(step, *winner),
            OutputLine::DumpBegins if self.has_unannounced_move() => {
                self.unknown_since.get_or_insert(step);
            }
            OutputLine::DumpBegins => {
                self.dump_begins();
            }
            OutputLine::Board(position) => return self.board(Some(position)),
            OutputLine::Wrong(what) => self.note(step, NoteKind::Malformed(what.clone())),
            OutputLine::DumpGoesOn | OutputLine::Line => {}
        }
        self.take_effects();
        self.take_notes()
    }

    /// A dump begins. Returns who has asked for it. If an AI is to move, the program answers
    /// while it thinks, or has made a move without a word.
    pub fn dump_begins(&mut self) -> Requester {
        self.shown_before_move = self.referee.ai_turn().is_some();
        let requester = self.referee.dump_came();
        self.take_effects();
        self.shown = match requester {
            Requester::Line => self.take_expected(ExpectedOutput::as_board),
            Requester::Observer => None,
        };
        requester
    }

    /// The dump that began last ends with this board; `None` if it cannot be read.
    pub fn board(&mut self, seen: Option<&Position>) -> Vec<Note> {
        self.end_early_result();
        if let Some((expected, asked_in)) = self.shown.take()
            && seen.is_none_or(|seen| difference(seen, &expected).is_some())
        {
            let actual = seen.copied();
            let kind = if self.shown_before_move {
                let before = expected;
                NoteKind::UnannouncedMove { before, actual }
            } else {
                NoteKind::WrongBoard { expected, actual }
            };
            self.note(asked_in, kind);
        }
        self.take_notes()
    }

    /// Nothing more will be printed.
    pub fn end_of_output(&mut self) -> Vec<Note> {
        self.end_early_result();
        self.take_notes()
    }

    /// The program has ended: everything that was sent is carried out.
    pub fn carry_out_all(&mut self) -> Vec<Note> {
        self.referee.end();
        self.take_effects();
        self.take_notes()
    }

    /// Forgets which results were announced or must come.
    pub fn clear_results(&mut self) {
        self.expected.clear();
        self.missing.clear();
        self.early = None;
        self.announced_in_set_up = false;
    }

    /// Handles the effects of lines and moves.
    fn take_effects(&mut self) {
        for (step, effect) in self.referee.take_record() {
            match effect {
                Effect::Event(event) => self.take_event(step, &event),
                Effect::Refused(error) => self.note(step, NoteKind::Refused(error)),
                Effect::ForAi(color) => self.note(step, NoteKind::ForAi(color)),
                Effect::AfterEnd => {
                    let end = self.quit_at.unwrap_or(step);
                    self.note(step, NoteKind::AfterEnd { end });
                }
                // Announcements do not say whether a remote program made a move.
                Effect::RemotePlay => {
                    self.unknown_since.get_or_insert(step);
                }
                Effect::NotLoaded(name) => self.note(step, NoteKind::NotLoaded(name)),
            }
        }
    }

    fn take_event(&mut self, step: usize, event: &Event) {
        match event {
            Event::Dump(position) => {
                let board = ExpectedOutput::Board(*position, step);
                self.expected.push_back(board);
            }
            Event::Over(outcome) => {
                self.results.push(*outcome);
                let is_early = |(winner, _): &mut (Option<Color>, _)| *winner == outcome.winner;
                if self.early.take_if(is_early).is_none() && !self.announced_in_set_up {
                    self.expected.push_back(ExpectedOutput::Result(*outcome));
                }
            }
            Event::Played(..) | Event::AiPlayed { .. } => self.has_moved = true,
            Event::NewGame | Event::Cleared => {
                self.games += 1;
                self.has_moved = false;
            }
            Event::Quit => self.quit_at = Some(step),
            _ => {}
        }
        if event.takes_moves_away() {
            self.announced_in_set_up = false;
            self.resets += 1;
        }
    }

    /// Whether an AI may have made a move that it need not announce.
    fn has_unannounced_move(&self) -> bool {
        self.leaves_open(OpenPoint::UnannouncedMoves) && self.referee.ai_turn().is_some()
    }

    fn ai_move(&mut self, step: usize, color: Color, mv: BerkeleyMove) {
        let is_its_turn = self.referee.ai_turn() == Some(color);
        if !is_its_turn && self.leaves_open(OpenPoint::UnannouncedMoves) {
            return;
        }
        if let Err(reason) = self.referee.play(color, mv) {
            let kind = NoteKind::IllegalMove {
                color,
                mv,
                reason,
                is_its_turn,
            };
            self.note(step, kind);
        }
        self.take_effects();
        self.refuse_early_result();
    }

    fn result(&mut self, step: usize, announced: Option<Color>) {
        let is_announced = |outcome: &Outcome| outcome.winner == announced;
        if let Some(late) = self.missing.iter().position(is_announced) {
            self.missing.remove(late);
            return;
        }
        let expected = self.take_expected(ExpectedOutput::as_result);
        if expected.as_ref().is_some_and(is_announced) {
            return;
        }
        let by_rules = expected.or_else(|| self.game().outcome());
        let wrong = NoteKind::WrongResult {
            announced,
            by_rules,
            position: *self.game().position(),
        };
        if expected.is_none() && by_rules.as_ref().is_some_and(is_announced) {
            let is_open = self.allows_result_in_set_up();
            if !is_open && !std::mem::take(&mut self.announced_in_set_up) {
                self.note(step, NoteKind::ResultAgain { announced });
            }
            self.announced_in_set_up |= is_open;
        } else if expected.is_none()
            && self.awaited().is_some()
            && self.leaves_open(OpenPoint::ResultBeforeMove)
        {
            let is_again = self.early.as_ref().is_some_and(|it| it.0 == announced);
            if is_again {
                self.note(step, NoteKind::ResultAgain { announced });
            } else {
                self.end_early_result();
                self.early = Some((announced, self.new_note(step, wrong)));
            }
        } else {
            self.note(step, wrong);
        }
    }

    /// The next output, or the end, has come without the move that leads to an early result,
    /// which is wrong unless the move need not be announced.
    fn end_early_result(&mut self) {
        if self.has_unannounced_move() {
            self.early = None;
        }
        self.refuse_early_result();
    }

    /// The move has come after an early result, or cannot come, and the game has no such result.
    fn refuse_early_result(&mut self) {
        let Some((announced, mut note)) = self.early.take() else {
            return;
        };
        note.kind = NoteKind::WrongResult {
            announced,
            by_rules: self.game().outcome(),
            position: *self.game().position(),
        };
        if self.unknown_since.is_none() {
            self.notes.push(note);
        }
    }

    /// Takes the first expected output of a kind, and everything before it.
    fn take_expected<T>(&mut self, kind: impl Fn(&ExpectedOutput) -> Option<T>) -> Option<T> {
        let index = self.expected.iter().position(|it| kind(it).is_some())?;
        let before: Vec<ExpectedOutput> = self.expected.drain(..index).collect();
        let results = before.iter().filter_map(ExpectedOutput::as_result);
        self.missing.extend(results);
        kind(&self.expected.pop_front()?)
    }

    fn note(&mut self, step: usize, kind: NoteKind) {
        if self.unknown_since.is_none() {
            let note = self.new_note(step, kind);
            self.notes.push(note);
        }
    }

    const fn new_note(&self, step: usize, kind: NoteKind) -> Note {
        Note {
            step,
            is_settled: self.is_settled,
            kind,
        }
    }

    fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }
}

/// A result in words: `a victory of Red`.
pub fn result_in_words(winner: Option<Color>) -> String {
    match winner {
        Some(color) => format!("a victory of {color}"),
        None => "a draw".to_owned(),
    }
}

/// The first square on which two boards differ, in words; `None` when they do not.
pub fn difference(expected: &Position, actual: &Position) -> Option<String> {
    let square = Square::all().find(|&square| expected.cell(square) != actual.cell(square))?;
    let [expected, actual] = [expected, actual].map(|position| {
        let color = Color::BOTH
            .into_iter()
            .find(|&color| position.pieces(color).contains(square));
        match color {
            Some(color) => format!("a {color} piece"),
            None if position.blocks().contains(square) => "a block".to_owned(),
            None => "nothing".to_owned(),
        }
    });
    Some(format!("expected {expected} on {square}, found {actual}"))
}
