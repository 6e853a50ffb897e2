//! The output of a program, compared with the rules.

use crate::opponents::subject::{Effect, Referee, difference};
use crate::session::{self, Availability, Command, CommandName, Dialect, Files};
use crate::session::{Announcement, Event, Player, Session, SessionSettings, State};
use ataxx_core::board::{Color, Game, Outcome, Position, Rules};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::{BerkeleyMove, Dump};
use std::collections::VecDeque;
use std::path::PathBuf;

/// Compares what a program announces and prints with the rules, and notes the differences.
///
/// Where a program does what a referee cannot follow, it loses track and notes nothing more.
#[derive(Clone)]
pub struct OutputChecker<'a> {
    referee: Referee<'a>,
    files: &'a dyn Files,
    /// The folder of the script.
    folder: Option<PathBuf>,
    /// What the program must have printed by now, and has not.
    due: VecDeque<Due>,
    /// Results after which the program printed something else that was due.
    overdue: Vec<Outcome>,
    /// The result of the game was announced in set-up, and may be announced again at `start`.
    announced_in_set_up: bool,
    /// A result announced while an AI is to move, and the note that it is wrong: it may come
    /// before the move that leads to it.
    early: Option<(Option<Color>, Note)>,
    /// The last legal move of an AI: the position before it, its side and the move.
    last_ai_move: Option<(Position, Color, BerkeleyMove)>,
    is_in_sync: bool,
    /// Whether the document of the dialect settles what the program makes of all lines so far.
    is_settled: bool,
    /// The step that ended the session.
    quit_at: Option<usize>,
    /// The steps that ask for a dump.
    dumps: Vec<usize>,
    boards: Vec<SeenBoard>,
    notes: Vec<Note>,
    /// How many games were begun after the first.
    games: usize,
}

/// A game that goes on after a move of an AI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The position before the move.
    pub before: Position,
    /// The rules of the game.
    pub rules: Rules,
    /// The side of the AI.
    pub color: Color,
    /// Its move.
    pub mv: BerkeleyMove,
}

/// What a program must print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Board(Position, usize),
    Result(Outcome),
}

/// A dump that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenBoard {
    /// The step that asked for it, if one did.
    pub step: Option<usize>,
    /// What must be on it by the rules, as far as is known.
    pub by_rules: Option<Position>,
}

/// Something against the rules, or without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The step that it is about.
    pub step: usize,
    /// Whether the document settles what every line before it does, so that only the program
    /// can be wrong.
    pub is_settled: bool,
    /// What it is.
    pub what: What,
}

/// The content of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A line is refused; the labels count bytes of the line.
    Refused(Box<Diagnostic>),
    /// A move is refused that is of a colour that an AI plays.
    ForAi(Color),
    /// A line comes after the end of the session.
    AfterEnd {
        /// The step that ended it.
        end: usize,
    },
    /// An AI announces a move that is not legal.
    Illegal {
        /// Whose move it is.
        color: Color,
        /// The move.
        mv: BerkeleyMove,
        /// The reason.
        why: String,
    },
    /// A result is announced that is not the result of the game.
    WrongResult {
        /// Who has won; `None` for nobody.
        announced: Option<Color>,
        /// `None`: the game goes on.
        by_rules: Option<Outcome>,
    },
    /// The result of the game is announced once more.
    ResultAgain {
        /// Who has won; `None` for nobody.
        announced: Option<Color>,
    },
    /// A wrong board is printed.
    WrongBoard,
    /// A line loads a file that cannot be read.
    NotLoaded(String),
}

impl<'a> OutputChecker<'a> {
    /// The judge of a program that must behave like a session in this dialect, and that loads
    /// these files: from the working directory, and with `searches_folder` from the folder of the
    /// script.
    pub fn new(
        dialect: Dialect,
        files: &'a dyn Files,
        folder: Option<PathBuf>,
        searches_folder: bool,
    ) -> Self {
        let session = Session::new(dialect, SessionSettings::default());
        let searched = folder.clone().filter(|_| searches_folder);
        Self {
            referee: Referee::new(session, files).in_folder(searched),
            files,
            folder,
            due: VecDeque::new(),
            overdue: Vec::new(),
            announced_in_set_up: false,
            early: None,
            last_ai_move: None,
            is_in_sync: true,
            is_settled: true,
            quit_at: None,
            dumps: Vec::new(),
            boards: Vec::new(),
            notes: Vec::new(),
            games: 0,
        }
    }

    /// How many games were begun after the first, as far as is known.
    pub const fn games(&self) -> usize {
        self.games
    }

    /// A line is sent to the program.
    pub fn sent(&mut self, step: usize, line: &str) {
        if let Ok(Some(parsed)) = session::parse(line, self.session().dialect())
            && parsed.command == Command::Dump
        {
            self.dumps.push(step);
        }
        self.is_settled &= is_settled(line, self.session());
        self.referee.send(line, step);
        self.take_effects();
    }

    /// The game as it must stand.
    pub const fn game(&self) -> &Game {
        self.referee.game()
    }

    const fn session(&self) -> &Session {
        self.referee.session()
    }

    /// The program announces something during this step.
    pub fn announced(&mut self, step: usize, announcement: Announcement) {
        if !self.is_in_sync {
            return;
        }
        match announcement {
            Announcement::Move { color, mv } => {
                self.ai_move(step, color, mv);
                self.take_effects();
                self.refuse_early_result();
            }
            Announcement::Result { winner } => {
                self.result(step, winner);
                self.take_effects();
            }
        }
    }

    /// The program prints a board during this step.
    pub fn board(&mut self, step: usize, rows: &[String]) {
        self.refuse_early_result();
        let asked = self.dumps.get(self.boards.len()).copied();
        let due = self.take_due(|due| match due {
            Due::Board(position, step) => Some((*position, *step)),
            Due::Result(_) => None,
        });
        let asked = due.map(|(_, step)| step).or(asked);
        let due = due.map(|(position, _)| position);
        self.boards.push(SeenBoard {
            step: asked,
            by_rules: due,
        });
        let Some(position) = due else {
            return;
        };
        let seen = rows.join("\n").parse::<Dump>().ok();
        if seen.is_none_or(|Dump(seen)| !same_board(&seen, &position)) {
            self.note(asked.unwrap_or(step), What::WrongBoard);
            self.is_in_sync = false;
        }
    }

    /// Whether a file is beside the script.
    pub fn is_beside(&self, name: &str) -> bool {
        let folder = self.folder.as_deref();
        folder.is_some_and(|folder| self.files.read(name, Some(folder)).is_ok())
    }

    /// The notes, in the order of events.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The boards that were printed.
    pub fn boards(&self) -> &[SeenBoard] {
        &self.boards
    }

    /// Whether a board was asked for after a step.
    pub fn is_looked_at_after(&self, step: usize) -> bool {
        self.dumps.iter().any(|&dump| dump > step)
    }

    /// The colour that an AI is to move for by now, as far as is known.
    pub fn awaited(&self) -> Option<Color> {
        self.referee.ai_turn().filter(|_| self.is_in_sync)
    }

    /// The state of the game by the rules, in a sentence; `None` when it is not known.
    pub fn situation(&self) -> Option<String> {
        if !self.is_in_sync {
            return None;
        }
        let session = self.session();
        let turn = session.position().turn();
        Some(match (session.game().outcome(), session.state()) {
            _ if self.quit_at.is_some() => "the program was told to quit".to_owned(),
            (_, State::SetUp) => "the game was not started: this is the set-up state".to_owned(),
            (Some(outcome), _) => {
                let reason = outcome.reason(session.position().jumps(), turn);
                let result = result_words(outcome.winner);
                format!("by the rules the game is over: {result}, as {reason}")
            }
            (None, _) => match session.player(turn) {
                Player::Manual => format!("it is {turn}'s turn, and {turn} is played by hand"),
                Player::Ai { .. } => format!("it is {turn}'s turn, and an AI plays {turn}"),
                Player::Remote => {
                    format!("it is {turn}'s turn, and a remote program plays {turn}")
                }
            },
        })
    }

    /// The game after the last move of an AI, if it goes on by the rules, no AI is to move, and
    /// no result is due.
    pub fn unfinished(&self) -> Option<Unfinished> {
        let is_due = self.due.iter().any(|due| matches!(due, Due::Result(_)));
        let session = self.session();
        let goes_on = session.state() == State::Playing
            && session.game().outcome().is_none()
            && self.referee.ai_turn().is_none();
        if !self.is_in_sync || is_due || !goes_on || self.quit_at.is_some() {
            return None;
        }
        let (before, color, mv) = self.last_ai_move?;
        Some(Unfinished {
            before,
            rules: *session.game().rules(),
            color,
            mv,
        })
    }

    /// Whether the game came to a result that was never announced.
    pub fn misses_result(&self) -> Option<Outcome> {
        let result = |due: &Due| match due {
            Due::Result(outcome) => Some(*outcome),
            Due::Board(..) => None,
        };
        let missed = self.overdue.iter().copied();
        self.is_in_sync
            .then(|| missed.chain(self.due.iter().filter_map(result)).next())
            .flatten()
    }

    /// Handles the effects of lines and moves.
    fn take_effects(&mut self) {
        for (step, effect) in self.referee.take_record() {
            if !self.is_in_sync {
                return;
            }
            match effect {
                Effect::Event(event) => self.take_event(step, &event),
                Effect::Refused(error) => self.note(step, What::Refused(error)),
                Effect::ForAi(color) => self.note(step, What::ForAi(color)),
                Effect::AfterEnd => {
                    let end = self.quit_at.unwrap_or(step);
                    self.note(step, What::AfterEnd { end });
                }
                // Announcements do not say whether a remote program made a move.
                Effect::RemotePlay => self.is_in_sync = false,
                Effect::NotLoaded(name) => {
                    self.note(step, What::NotLoaded(name));
                    self.is_in_sync = false;
                }
            }
        }
    }

    fn take_event(&mut self, step: usize, event: &Event) {
        match event {
            Event::Dump(position) => self.due.push_back(Due::Board(*position, step)),
            Event::Over(outcome) => {
                let is_early = |(winner, _): &mut (Option<Color>, _)| *winner == outcome.winner;
                if self.early.take_if(is_early).is_none() && !self.announced_in_set_up {
                    self.due.push_back(Due::Result(*outcome));
                }
            }
            Event::NewGame | Event::Cleared => self.games += 1,
            Event::Quit => self.quit_at = Some(step),
            _ => {}
        }
        if event.takes_moves_away() {
            self.announced_in_set_up = false;
        }
    }

    fn ai_move(&mut self, step: usize, color: Color, mv: BerkeleyMove) {
        let turn = self.referee.ai_turn();
        let illegal = if turn == Some(color) {
            let (before, illegal) = self.referee.play(color, mv);
            self.last_ai_move = Some((before, color, mv));
            illegal
        } else {
            Some(match turn {
                Some(turn) => format!("it is {turn}'s turn"),
                None => match self.session().player(color) {
                    Player::Manual => self.referee.by_hand(color),
                    Player::Ai { .. } | Player::Remote => format!("it is not {color}'s turn"),
                },
            })
        };
        if let Some(why) = illegal {
            self.note(step, What::Illegal { color, mv, why });
            self.is_in_sync = false;
        }
    }

    fn result(&mut self, step: usize, announced: Option<Color>) {
        let is_announced = |outcome: &Outcome| outcome.winner == announced;
        if let Some(late) = self.overdue.iter().position(is_announced) {
            self.overdue.remove(late);
            return;
        }
        let due = self.take_due(|due| match due {
            Due::Result(outcome) => Some(*outcome),
            Due::Board(..) => None,
        });
        if due.as_ref().is_some_and(is_announced) {
            return;
        }
        let known = self.game().outcome().map(|outcome| outcome.winner);
        if due.is_none() && known == Some(announced) {
            // The documents leave open whether a game that ends in set-up is announced there.
            let is_set_up = self.session().state() == State::SetUp;
            if !is_set_up && !std::mem::take(&mut self.announced_in_set_up) {
                self.note(step, What::ResultAgain { announced });
            }
            self.announced_in_set_up |= is_set_up;
        } else if due.is_none() && self.awaited().is_some() {
            self.refuse_early_result();
            let what = What::WrongResult {
                announced,
                by_rules: None,
            };
            self.early = Some((announced, self.new_note(step, what)));
        } else {
            let what = What::WrongResult {
                announced,
                by_rules: due,
            };
            self.note(step, what);
        }
    }

    /// A result that was announced before the move that leads to it is wrong, as the next thing
    /// printed, or the end, has come without such a move.
    pub fn refuse_early_result(&mut self) {
        if let Some((_, note)) = self.early.take() {
            self.notes.push(note);
        }
    }

    /// Takes the first of a kind that is due, and everything before it.
    fn take_due<T>(&mut self, kind: impl Fn(&Due) -> Option<T>) -> Option<T> {
        if !self.is_in_sync {
            return None;
        }
        let index = self.due.iter().position(|due| kind(due).is_some())?;
        let taken: Vec<Due> = self.due.drain(..=index).collect();
        let (due, before) = taken.split_last()?;
        self.overdue
            .extend(before.iter().filter_map(|due| match due {
                Due::Result(outcome) => Some(*outcome),
                Due::Board(..) => None,
            }));
        kind(due)
    }

    fn note(&mut self, step: usize, what: What) {
        let note = self.new_note(step, what);
        self.notes.push(note);
    }

    const fn new_note(&self, step: usize, what: What) -> Note {
        Note {
            step,
            is_settled: self.is_settled,
            what,
        }
    }
}

/// Whether the document settles what a program makes of this line: it is empty, or one of its
/// commands as the document spells it, with any operand. It does not say whether `new` sets the
/// players back.
fn is_settled(line: &str, session: &Session) -> bool {
    let dialect = session.dialect();
    let is_first = |color| {
        let is_ai = matches!(session.player(color), Player::Ai { .. });
        is_ai == (color == Color::Blue)
    };
    let text = line.split('#').next().unwrap_or_default().trim();
    let word = text.split_whitespace().next().unwrap_or_default();
    let documented = |name: CommandName| name.availability(dialect) == Availability::Documented;
    let is_spelled = CommandName::ALL
        .iter()
        .any(|name| documented(*name) && name.word() == word);
    let is_move = word.starts_with(|c: char| matches!(c, 'a'..='g' | '-')) && word.contains('-');
    let is_open = word == CommandName::New.word() && !Color::BOTH.into_iter().all(is_first);
    !is_open && (text.is_empty() || is_spelled || is_move)
}

/// Whether two positions are the same in a dump.
pub fn same_board(one: &Position, other: &Position) -> bool {
    difference(one, other).is_none()
}

/// A result in words: `Red has won`.
pub fn result_words(winner: Option<Color>) -> String {
    match winner {
        Some(color) => format!("{color} has won"),
        None => "it is a draw".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves after which Red wins with the next.
    const MOVES: [&str; 4] = ["a7-b7", "g7-e5", "b7-d5", "a1-c2"];
    const WINNING: &str = "d5-b3";

    fn judge(dialect: Dialect, lines: &[&str]) -> OutputChecker<'static> {
        let mut judge = OutputChecker::new(dialect, &(), None, false);
        for line in lines {
            judge.sent(0, line);
        }
        judge
    }

    fn red_wins(judge: &mut OutputChecker<'_>) {
        let winner = Some(Color::Red);
        judge.announced(0, Announcement::Result { winner });
    }

    fn red_moves(judge: &mut OutputChecker<'_>, mv: &str) {
        let (color, mv) = (Color::Red, mv.parse().expect("a move"));
        judge.announced(0, Announcement::Move { color, mv });
    }

    #[test]
    fn a_game_that_ends_in_set_up_may_be_announced_there() {
        let decided = [&MOVES[..], &[WINNING]].concat();
        for is_told_at_start in [true, false] {
            let mut judge = judge(Dialect::FALL_2016, &decided);
            red_wins(&mut judge);
            judge.sent(0, "start");
            if is_told_at_start {
                red_wins(&mut judge);
            }
            assert_eq!((judge.notes(), judge.misses_result()), (&[][..], None));
        }
        let mut judge = judge(Dialect::FALL_2016, &[&decided[..], &["start"]].concat());
        assert!(judge.misses_result().is_some());
        red_wins(&mut judge);
        assert!(judge.notes().is_empty());
        red_wins(&mut judge);
        assert!(matches!(judge.notes()[0].what, What::ResultAgain { .. }));
    }

    #[test]
    fn a_result_may_come_before_the_move_of_an_ai() {
        let lines = [&["manual blue"], &MOVES[..], &["auto red"]].concat();
        for (mv, is_right) in [(WINNING, true), ("d5-d4", false)] {
            let mut judge = judge(Dialect::SPRING_2022, &lines);
            red_wins(&mut judge);
            assert!(judge.notes().is_empty());
            red_moves(&mut judge, mv);
            let is_wrong = |note: &Note| matches!(note.what, What::WrongResult { .. });
            assert_eq!(judge.notes().iter().any(is_wrong), !is_right, "{mv}");
            assert_eq!(judge.misses_result(), None);
        }
        let mut judge = judge(Dialect::SPRING_2022, &lines);
        red_wins(&mut judge);
        judge.refuse_early_result();
        assert_eq!(judge.notes().len(), 1);
    }

    #[test]
    fn only_what_the_document_spells_out_is_settled() {
        for (lines, is_settled) in [
            ("manual blue # by hand", true),
            ("a7-b7", true),
            ("new", true),
            ("man blue", false),
            ("du", false),
            ("manual blue; new", false),
        ] {
            let all: Vec<&str> = lines.split("; ").collect();
            let mut judge = judge(Dialect::SPRING_2022, &all);
            red_moves(&mut judge, "a7-a3");
            let note = judge.notes().last().expect("it is illegal");
            assert_eq!(note.is_settled, is_settled, "{lines}");
        }
    }
}
