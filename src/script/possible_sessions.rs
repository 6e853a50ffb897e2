//! All sessions that are possible after the moves that AIs may have chosen, carried on together.

use super::possible::{MAX_POSITIONS, MAX_SESSIONS, Output, PossibleSession, distinct};
use crate::session::{Command, Dialect, Event, Player, Session, SessionSettings};
use ataxx_core::board::{Color, Ending, Position};
use ataxx_core::notation::Dump;
use ataxx_core::solver::{Budget, Plies, Solver, SolverOptions, Verdict};
use std::collections::BTreeSet;

/// All that a session may be, by what AIs have chosen.
pub(super) struct PossibleSessions {
    /// The sessions; none where they are not known, or too many.
    all: Vec<PossibleSession>,
    /// The session before the first choice of an AI that still matters.
    known: Session,
    /// The step after which an AI had that choice.
    pub choice: Option<usize>,
    /// How many moves were typed since the choice.
    typed_since: usize,
    /// Whether two AIs have played on since that choice.
    has_whole_game: bool,
    wins: AssumedWins,
    /// Whether the script compares the words of moves and boards line by line (2016).
    compares_words: bool,
    /// What has come up.
    pub features: BTreeSet<Feature>,
}

/// The wins that an AI is taken to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AssumedWins {
    /// Those in one move.
    AtOnce,
    /// All that the document of the dialect requires.
    Required,
}

/// What carrying out a command has led to: but for the boards it is the same in every session.
#[derive(Default)]
pub(super) struct Executed {
    /// The boards that are recorded (2022), one for each session.
    pub boards: Vec<String>,
    pub events: Vec<Event>,
}

/// A command or a situation in a script, which is a tag of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Feature {
    TwoPrograms,
    Ai,
    Moves,
    Flips,
    Passes,
    JumpLimit,
    Blocks,
    Undo,
    Errors,
    Load,
    Dump,
    Results,
}

impl Feature {
    pub const fn tag(self) -> &'static str {
        match self {
            Self::TwoPrograms => "two-programs",
            Self::Ai => "ai",
            Self::Moves => "moves",
            Self::Flips => "flips",
            Self::Passes => "passes",
            Self::JumpLimit => "jump-limit",
            Self::Blocks => "blocks",
            Self::Undo => "undo",
            Self::Errors => "errors",
            Self::Load => "load",
            Self::Dump => "dump",
            Self::Results => "results",
        }
    }
}

impl PossibleSessions {
    pub fn new(dialect: Dialect, wins: AssumedWins, compares_words: bool) -> Self {
        let session = Session::new(dialect, SessionSettings::default());
        Self {
            all: vec![PossibleSession::new(session.clone())],
            known: session,
            choice: None,
            typed_since: 0,
            has_whole_game: false,
            wins,
            compares_words,
            features: BTreeSet::new(),
        }
    }

    pub fn are_known(&self) -> bool {
        !self.all.is_empty()
    }

    pub fn has(&mut self, feature: Feature) {
        self.features.insert(feature);
    }

    /// Whether some have output that was not read, and others have none.
    pub fn differ_in_unread(&self) -> bool {
        differ(self.all.iter().map(|one| one.unread.is_empty()))
    }

    pub fn dialect(&self) -> Dialect {
        let session = self.all.first().map_or(&self.known, |one| &one.session);
        session.dialect()
    }

    /// The next line of output of each possible session, `None` where none comes. `None` where it
    /// is not known.
    pub fn next_lines(&mut self) -> Option<Vec<Option<Output>>> {
        self.ply(|one| one.unread.is_empty());
        let lines = self.all.iter_mut().map(|one| one.unread.pop_front());
        let lines: Vec<_> = lines.collect();
        (!lines.is_empty()).then_some(lines)
    }

    /// Carries out a command in every session, or where they are not known, what the same command does
    /// in all.
    pub fn execute(&mut self, command: &Command) -> Executed {
        if !self.are_known() {
            return self.execute_unknown(command);
        }
        if matches!(command, Command::Move(_) | Command::Pass) {
            self.typed_since += 1;
        }
        self.execute_in_all(command)
    }

    fn execute_unknown(&mut self, command: &Command) -> Executed {
        let begins = matches!(command, Command::New | Command::Clear);
        match command {
            Command::Move(_) | Command::Pass => {
                self.has(Feature::Moves);
                self.typed_since += 1;
            }
            _ if begins || *command == Command::Undo && self.takes_choice_back() => {
                self.choice = None;
                self.has_whole_game = false;
                self.all = vec![PossibleSession::new(self.known.clone())];
                return self.execute_in_all(command);
            }
            _ if is_about_the_board(command) => {}
            _ => {
                let mut known = self.known.clone();
                let events = self.execute_in(&mut known, command);
                self.known = known;
                return Executed {
                    boards: Vec::new(),
                    events,
                };
            }
        }
        Executed::default()
    }

    fn execute_in_all(&mut self, command: &Command) -> Executed {
        let mut executed = Executed::default();
        let mut all = std::mem::take(&mut self.all);
        for one in &mut all {
            let events = self.execute_in(&mut one.session, command);
            one.note_result(&events);
            for event in &events {
                let Event::Dump(position) = event else {
                    continue;
                };
                let text = Dump(*position).to_string();
                if self.compares_words {
                    let rows = text.lines().map(|row| Output::Row(row.to_owned()));
                    one.unread.extend(rows);
                } else {
                    executed.boards.push(text);
                }
            }
            executed.events = events;
        }
        self.all = all;
        executed
    }

    /// Whether `undo` takes back the unknown move of an AI, and the move before it, which was
    /// made by hand: that is what the session does that has not made the AI's move.
    fn takes_choice_back(&self) -> bool {
        let other = self.known.ai_turn().map(|color| self.known.player(!color));
        self.typed_since == 0 && !self.has_whole_game && other == Some(Player::Manual)
    }

    /// Carries out a command in one session.
    fn execute_in(&mut self, session: &mut Session, command: &Command) -> Vec<Event> {
        let before = *session.position();
        let Ok(events) = session.execute(command) else {
            self.has(Feature::Errors);
            return Vec::new();
        };
        self.take_features(&events, &before, session.position());
        events
    }

    /// Takes what these events, which have changed a position, have in them.
    fn take_features(&mut self, events: &[Event], before: &Position, after: &Position) {
        for event in events {
            match event {
                Event::Played(..) => {
                    self.has(Feature::Moves);
                    let other = !before.turn();
                    if after.pieces(other).count() < before.pieces(other).count() {
                        self.has(Feature::Flips);
                    }
                }
                Event::Over(outcome) => {
                    self.has(Feature::Results);
                    if outcome.ending == Ending::JumpLimit {
                        self.has(Feature::JumpLimit);
                    }
                }
                _ => {}
            }
        }
    }

    /// Makes the moves of AIs that a program makes before it reads the next line. Whole games of
    /// two AIs are not followed.
    pub fn settle(&mut self) {
        let is_of_two = |one: &PossibleSession| {
            let turn = one.session.ai_turn();
            turn.is_some_and(|color| one.session.player(!color).is_ai())
        };
        while self.all.iter().any(|one| one.session.ai_turn().is_some()) {
            if self.all.iter().any(is_of_two) {
                self.has_whole_game = true;
                self.all.clear();
            } else {
                self.ply(|_| true);
            }
        }
    }

    /// Lets the AIs of these sessions make a move, where it is their turn.
    fn ply(&mut self, is_asked: impl Fn(&PossibleSession) -> bool) {
        let mut next = Vec::new();
        for one in std::mem::take(&mut self.all) {
            let Some(choices) = one.choices().filter(|_| is_asked(&one)) else {
                next.push(one);
                continue;
            };
            for mv in choices {
                let mut after = one.clone();
                after.play(mv, self.compares_words);
                next.push(after);
            }
        }
        self.follow(next);
    }

    /// Goes on with these sessions, unless they are too many.
    fn follow(&mut self, sessions: Vec<PossibleSession>) {
        self.all = distinct(sessions);
        if self.all.len() > MAX_SESSIONS {
            self.all.clear();
        }
    }

    /// Makes the session certain if only one is possible.
    pub fn narrow(&mut self, step: usize) {
        let sessions = std::mem::take(&mut self.all);
        self.follow(sessions);
        let [one] = &self.all[..] else {
            return;
        };
        if self.choice.is_none() || one.session != self.known {
            self.choice = None;
            self.ai_turns(step);
        }
    }

    /// The turns of AIs in the only session that is possible, as long as they have no choice.
    fn ai_turns(&mut self, step: usize) {
        while let [one] = &mut self.all[..]
            && let Some(choices) = one.choices()
        {
            self.features.insert(Feature::Ai);
            let [mv] = choices[..] else {
                return self.choose(step);
            };
            let before = *one.session.position();
            let events = one.play(mv, self.compares_words);
            let after = *one.session.position();
            self.take_features(&events, &before, &after);
        }
    }

    /// An AI chooses among several moves in the only session that is possible.
    pub fn choose(&mut self, step: usize) {
        self.choice = Some(step);
        self.typed_since = 0;
        self.has_whole_game = false;
        if let Some(one) = self.all.first() {
            self.known = one.session.clone();
        }
        if self.wins == AssumedWins::AtOnce {
            self.all.clear();
        }
    }

    /// The side that AIs must make win since their first choice.
    pub fn forced_winner(&self) -> Option<Color> {
        const NODES: u64 = 200_000;
        let is_by_ais = self.choice.is_some() && self.typed_since == 0;
        if self.wins == AssumedWins::AtOnce || !is_by_ais || self.known.ai_turn().is_none() {
            return None;
        }
        // The moves of one side within which the document requires a win.
        let moves = if self.known.dialect() == Dialect::FALL_2016 {
            5
        } else {
            4
        };
        let plies = Plies(2 * moves - 1);
        let budget = Budget {
            nodes: Some(NODES),
            ..Budget::unlimited()
        };
        let (position, rules) = (self.known.position(), self.known.game().rules());
        let mut solver = Solver::new(rules, &SolverOptions::default());
        match solver.verdict(position, plies, &budget) {
            Verdict::Win(_) => Some(position.turn()),
            Verdict::Loss(_) => Some(!position.turn()),
            Verdict::None | Verdict::Draw | Verdict::Unknown => None,
        }
    }

    /// Plays the game of each on to its end, in every way; what follows is not known. `is_exchange`
    /// says that the other program plays the other side. `class` gives the class of a result, `None`
    /// where none comes; the search ends once there are two, and early if no result `is_checked`.
    /// Returns the classes, and whether every end was seen.
    pub fn play_games(
        &mut self,
        is_exchange: bool,
        is_checked: bool,
        class: impl Fn(Option<&Output>) -> usize,
    ) -> (BTreeSet<usize>, bool) {
        let mut classes = BTreeSet::new();
        let mut left = if is_checked {
            MAX_POSITIONS
        } else {
            MAX_SESSIONS
        };
        let (mut next, mut is_followed) = (Vec::new(), true);
        let mut is_finished = self.are_known();
        for mut one in std::mem::take(&mut self.all) {
            let result = one.read_result();
            if result.is_some() || one.session.ai_turn().is_none() && !is_exchange {
                classes.insert(class(result.as_ref()));
                next.push(one);
                continue;
            }
            let is_ai = |color| is_exchange || one.session.player(color).is_ai();
            is_followed = false;
            is_finished &= one.play_out(is_ai, &mut left, |result| {
                classes.insert(class(result));
                classes.len() == 1
            });
            if !is_finished {
                break;
            }
        }
        if is_followed {
            self.all = next;
        }
        (classes, is_finished)
    }
}

/// Whether these are not all the same.
pub(super) fn differ<T: PartialEq>(mut all: impl Iterator<Item = T>) -> bool {
    let first = all.next();
    first.is_some_and(|first| all.any(|one| one != first))
}

/// Whether what a command does depends on the board.
const fn is_about_the_board(command: &Command) -> bool {
    matches!(
        command,
        Command::Move(_)
            | Command::Pass
            | Command::Undo
            | Command::Dump
            | Command::Block(_)
            | Command::Blocks(_)
            | Command::Start
    )
}
