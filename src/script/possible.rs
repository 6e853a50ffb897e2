//! A session that is possible after the moves that AIs may have chosen.

use crate::session::{Announcement, Event, Session, State};
use ataxx_core::board::{Color, Move, PlayedMove, Position, Rules};
use ataxx_core::notation::BerkeleyMove;
use std::collections::{HashMap, HashSet, VecDeque};

/// More sessions than this are not followed.
pub(super) const MAX_SESSIONS: usize = 1000;
/// A search of all games ends after this many positions.
pub(super) const MAX_POSITIONS: usize = 100_000;

/// A session that is possible, and its output that the script has not read yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PossibleSession {
    pub session: Session,
    pub unread: VecDeque<Output>,
}

/// A line of output that a script can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// The move of an AI, in one of these words, as an extend can have several origins. There are
    /// none where the script does not compare them.
    Move(Vec<String>),
    /// A result.
    Result { winner: Option<Color> },
    /// A line of a board.
    Row(String),
}

impl PossibleSession {
    /// A session without unread output.
    pub fn new(session: Session) -> Self {
        Self {
            session,
            unread: VecDeque::new(),
        }
    }

    /// The moves that the AI whose turn it is may choose, if it is an AI's turn.
    pub fn choices(&self) -> Option<Vec<Move>> {
        self.session.ai_turn()?;
        let rules = self.session.game().rules();
        Some(choices(self.session.position(), rules))
    }

    /// Makes a move of the AI whose turn it is. Its words are kept for a script that compares
    /// them.
    pub fn play(&mut self, mv: Move, compares_words: bool) -> Vec<Event> {
        let position = *self.session.position();
        let (color, dialect) = (position.turn(), self.session.dialect());
        let line = |played: PlayedMove| {
            let mv = played.into();
            Announcement::Move { color, mv }.line(dialect)
        };
        let words = PlayedMove::with_each_origin(mv, &position).filter(|_| compares_words);
        let words = words.map(line).collect();
        let played = self.session.play_for_ai(BerkeleyMove::of(mv, &position));
        let Ok(events) = played else {
            return Vec::new();
        };
        self.unread.push_back(Output::Move(words));
        self.note_result(&events);
        events
    }

    /// Adds the result in these events to the unread output.
    pub fn note_result(&mut self, events: &[Event]) {
        let result = events.iter().find_map(Announcement::of);
        if let Some(Announcement::Result { winner }) = result {
            self.unread.push_back(Output::Result { winner });
        }
    }

    /// Reads up to the next result; `None` if there is none yet.
    pub fn read_result(&mut self) -> Option<Output> {
        loop {
            let line = self.unread.pop_front()?;
            if matches!(line, Output::Result { .. }) {
                return Some(line);
            }
        }
    }

    /// Plays the game on in every way while `is_ai` says that an AI is to move. `observe` gets
    /// the result of each end, `None` where no side moves before the game is over; the search goes
    /// on if it returns `true`. At most `left` positions are searched. Returns whether all ends
    /// were observed.
    pub fn play_out(
        &self,
        is_ai: impl Fn(Color) -> bool,
        left: &mut usize,
        mut observe: impl FnMut(Option<&Output>) -> bool,
    ) -> bool {
        let rules = self.session.game().rules();
        let start = without_plies(*self.session.position(), rules);
        let (mut known, mut open) = (HashSet::from([start]), vec![start]);
        let is_played = self.session.state() == State::Playing;
        while let Some(position) = open.pop() {
            let outcome = position.outcome(rules).filter(|_| is_played);
            if outcome.is_some() || !is_played || !is_ai(position.turn()) {
                let result = outcome.map(|outcome| Output::Result {
                    winner: outcome.winner,
                });
                if !observe(result.as_ref()) {
                    return false;
                }
                continue;
            }
            for mv in choices(&position, rules) {
                let after = without_plies(position.after(mv, rules), rules);
                if known.insert(after) {
                    let Some(fewer) = left.checked_sub(1) else {
                        return false;
                    };
                    *left = fewer;
                    open.push(after);
                }
            }
        }
        true
    }
}

/// The moves that an AI may choose: those that win at once, if there are any.
fn choices(position: &Position, rules: &Rules) -> Vec<Move> {
    let color = position.turn();
    let all: Vec<Move> = position.legal_moves(rules).collect();
    let wins = |mv: &Move| {
        let outcome = position.after(*mv, rules).outcome(rules);
        outcome.is_some_and(|outcome| outcome.winner == Some(color))
    };
    let winning: Vec<Move> = all.iter().copied().filter(wins).collect();
    if winning.is_empty() { all } else { winning }
}

/// The position as it matters for the rest of the game: the number of moves before it counts
/// only where the rules limit it.
fn without_plies(position: Position, rules: &Rules) -> Position {
    match rules.ply_limit {
        Some(_) => position,
        None => position.with_plies(0),
    }
}

/// Each of these once.
pub(super) fn distinct(all: Vec<PossibleSession>) -> Vec<PossibleSession> {
    let mut known: HashMap<Position, Vec<usize>> = HashMap::new();
    let mut distinct: Vec<PossibleSession> = Vec::new();
    for one in all {
        let same_board = known.entry(*one.session.position()).or_default();
        if same_board.iter().all(|&index| distinct[index] != one) {
            same_board.push(distinct.len());
            distinct.push(one);
        }
    }
    distinct
}
