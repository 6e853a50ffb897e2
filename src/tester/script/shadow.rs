//! A session of ours beside the program under test: what the rules say of all that
//! is said to it and that it announces.

use crate::board::{Cell, Color, IllegalMove, Outcome, Position};
use crate::diagnostic::Diagnostic;
use crate::notation::{BerkeleyMove, Dump};
use crate::session::Announcement;
use crate::session::{self, Command, Dialect, Line};
use crate::session::{Event, Player, Refusal, Session, Settings};
use std::collections::VecDeque;

/// A session of ours that hears all that is said to a program, makes the moves that
/// the program's AIs announce, and notes what is odd.
///
/// It can lose the thread, where a program does what it cannot follow; from then on it
/// notes nothing.
#[derive(Clone, Debug)]
pub(super) struct Shadow {
    session: Session,
    /// Lines that were said and that the program reads after its AI has moved.
    unread: VecDeque<(usize, String)>,
    /// What the program has to print by now, and has not been heard to.
    due: VecDeque<Due>,
    follows: bool,
    /// The step that ended the session.
    left: Option<usize>,
    /// The steps that ask for a dump.
    dumps: Vec<usize>,
    boards: Vec<SeenBoard>,
    notes: Vec<Note>,
    /// How many games were begun after the first.
    games: usize,
}

/// What a program has to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Board(Position),
    Result(Outcome),
}

/// A dump that was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeenBoard {
    /// The step that asked for it, if one did.
    pub step: Option<usize>,
    /// What the rules say should be on it, as far as they can.
    pub by_rules: Option<Position>,
}

/// Something odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The step that it is about.
    pub step: usize,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A line is refused; the labels count bytes of the line.
    Refused(Diagnostic),
    /// A move is refused that is of a colour that an AI plays.
    ForAi(Color),
    /// A line comes after the end of the session.
    AfterEnd {
        /// The step that ended it.
        end: usize,
    },
    /// An AI announces a move that is not legal.
    Illegal {
        color: Color,
        mv: BerkeleyMove,
        why: String,
    },
    /// A result is announced that is none.
    WrongResult {
        announced: Option<Color>,
        /// `None`: the game goes on.
        by_rules: Option<Outcome>,
    },
    /// A board is printed that is not the one on the board.
    WrongBoard,
}

impl Shadow {
    pub const fn new(dialect: Dialect) -> Self {
        let settings = Settings {
            move_time: None,
            nodes: None,
            threads: std::num::NonZeroUsize::MIN,
        };
        Self {
            session: Session::new(dialect, settings),
            unread: VecDeque::new(),
            due: VecDeque::new(),
            follows: true,
            left: None,
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

    /// A line is said to the program.
    pub fn said(&mut self, step: usize, line: &str) {
        if let Ok(Some(parsed)) = session::parse(line, self.session.dialect())
            && parsed.command == Command::Dump
        {
            self.dumps.push(step);
        }
        self.unread.push_back((step, line.to_owned()));
        self.read_on();
    }

    /// The program announces something while this step is carried out.
    pub fn announced(&mut self, step: usize, announcement: Announcement) {
        if !self.follows {
            return;
        }
        match announcement {
            Announcement::Move { color, mv } => self.ai_move(step, color, mv),
            Announcement::Result { winner } => self.result(step, winner),
        }
        self.read_on();
    }

    /// The program prints a board while this step is carried out.
    pub fn board(&mut self, step: usize, rows: &[String]) {
        let asked = self.dumps.get(self.boards.len()).copied();
        let due = self.take_due(|due| match due {
            Due::Board(position) => Some(*position),
            Due::Result(_) => None,
        });
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
            self.follows = false;
        }
    }

    /// What is odd, in the order in which it was noted.
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
        self.session.ai_turn().filter(|_| self.follows)
    }

    /// How things stand by the rules, in a sentence; `None` when that is not known.
    pub fn situation(&self) -> Option<String> {
        if !self.follows {
            return None;
        }
        let session = &self.session;
        let turn = session.position().turn();
        Some(match (session.game().outcome(), session.state()) {
            _ if self.left.is_some() => "the program was told to quit".to_owned(),
            (_, session::State::SetUp) => {
                "the game was not started: this is the set-up state".to_owned()
            }
            (Some(outcome), _) => format!(
                "by the rules the game is over: {}",
                result_words(outcome.winner)
            ),
            (None, _) => match session.player(turn) {
                Player::Manual => format!("it is {turn}'s turn, and {turn} is played by hand"),
                Player::Ai { .. } => format!("it is {turn}'s turn, and an AI plays {turn}"),
                Player::Remote => {
                    format!("it is {turn}'s turn, and a remote program plays {turn}")
                }
            },
        })
    }

    /// Whether the game came to a result that was never announced.
    pub fn misses_result(&self) -> Option<Outcome> {
        let result = |due: &Due| match due {
            Due::Result(outcome) => Some(*outcome),
            Due::Board(_) => None,
        };
        self.follows
            .then(|| self.due.iter().find_map(result))
            .flatten()
    }

    /// Reads what was said up to the next move of an AI.
    fn read_on(&mut self) {
        while self.follows && self.session.ai_turn().is_none() {
            let Some((step, line)) = self.unread.pop_front() else {
                return;
            };
            match (session::parse(&line, self.session.dialect()), self.left) {
                (Ok(None), _) => {}
                (_, Some(end)) => self.note(step, What::AfterEnd { end }),
                (Ok(Some(parsed)), None) => self.carry_out(step, &parsed),
                (Err(error), None) => self.note(step, What::Refused(error)),
            }
        }
    }

    fn carry_out(&mut self, step: usize, line: &Line) {
        match self.session.execute(&line.command) {
            Ok(events) => {
                for event in events {
                    match event {
                        Event::Dump(position) => self.due.push_back(Due::Board(position)),
                        Event::Over(outcome) => self.due.push_back(Due::Result(outcome)),
                        Event::NewGame | Event::Cleared => self.games += 1,
                        Event::Quit => self.left = Some(step),
                        // What is in the file is said by nobody, and what a remote
                        // program does is announced without a word on who it is.
                        Event::Load(_) | Event::Host { .. } | Event::Join { .. } => {
                            self.follows = false;
                        }
                        _ => {}
                    }
                }
            }
            Err(refusal) => {
                let what = match self.is_for_ai(&refusal) {
                    Some(color) => What::ForAi(color),
                    None => What::Refused(refusal.diagnostic(&line.spans, self.session.dialect())),
                };
                self.note(step, what);
            }
        }
    }

    /// The colour that an AI plays and whose piece a refused move is of.
    fn is_for_ai(&self, refusal: &Refusal) -> Option<Color> {
        let Refusal::Move {
            error:
                IllegalMove::NotOwnPiece {
                    found: Cell::Piece(color),
                    ..
                },
            ..
        } = refusal
        else {
            return None;
        };
        let is_ai = matches!(self.session.player(*color), Player::Ai { .. });
        is_ai.then_some(*color)
    }

    fn ai_move(&mut self, step: usize, color: Color, mv: BerkeleyMove) {
        let turn = self.session.ai_turn();
        if turn != Some(color) {
            let why = match turn {
                Some(turn) => format!("it is {turn}'s turn"),
                None => match self.session.player(color) {
                    Player::Manual => format!("{color} is played by hand"),
                    Player::Ai { .. } | Player::Remote => format!("it is not {color}'s turn"),
                },
            };
            self.note(step, What::Illegal { color, mv, why });
            self.follows = false;
            return;
        }
        match self.session.play_for_ai(mv) {
            Ok(events) => {
                let over = events.into_iter().find_map(|event| match event {
                    Event::Over(outcome) => Some(Due::Result(outcome)),
                    _ => None,
                });
                self.due.extend(over);
            }
            Err(refusal) => {
                let spans = session::Spans {
                    name: 0..0,
                    operand: 0..mv.to_string().len(),
                };
                let why = refusal.diagnostic(&spans, self.session.dialect()).message;
                self.note(step, What::Illegal { color, mv, why });
                self.follows = false;
            }
        }
    }

    fn result(&mut self, step: usize, announced: Option<Color>) {
        let due = self.take_due(|due| match due {
            Due::Result(outcome) => Some(*outcome),
            Due::Board(_) => None,
        });
        if due.is_none_or(|outcome| outcome.winner != announced) {
            let what = What::WrongResult {
                announced,
                by_rules: due,
            };
            self.note(step, what);
        }
    }

    /// Takes the first that is due of a kind, and all before it, if there is one.
    fn take_due<T>(&mut self, kind: impl Fn(&Due) -> Option<T>) -> Option<T> {
        if !self.follows {
            return None;
        }
        let index = self.due.iter().position(|due| kind(due).is_some())?;
        let due = self.due.drain(..=index).next_back()?;
        kind(&due)
    }

    fn note(&mut self, step: usize, what: What) {
        self.notes.push(Note { step, what });
    }
}

/// Whether two positions look alike in a dump.
pub(super) fn same_board(one: &Position, other: &Position) -> bool {
    let stones = |position: &Position| {
        [
            position.pieces(Color::Red),
            position.pieces(Color::Blue),
            position.blocks(),
        ]
    };
    stones(one) == stones(other)
}

/// A result in words: `Red has won`.
pub(super) fn result_words(winner: Option<Color>) -> String {
    match winner {
        Some(color) => format!("{color} has won"),
        None => "it is a draw".to_owned(),
    }
}
