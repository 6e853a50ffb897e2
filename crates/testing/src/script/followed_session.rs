//! The session of this program carrying out a script, up to the first choice of an AI.

use ataxx_core::board::{Color, Ending, Move, PlayedMove, Position};
use ataxx_core::notation::{BerkeleyMove, Dump};
use ataxx_session::{Announcement, Command, Dialect, Event, Player, Session, SessionSettings};
use std::collections::{BTreeSet, VecDeque};

/// A session, as far as it is the same for every program.
pub(super) struct FollowedSession {
    /// The session; after a choice of an AI as it was before that choice.
    session: Session,
    /// Its output that the script has not read yet.
    unread: VecDeque<Output>,
    /// The step after which an AI has a choice. What follows on the board is not known.
    pub choice: Option<usize>,
    /// Whether each move that it may choose wins at once, and the result was not read yet.
    is_sure_win: bool,
    /// How many moves were typed since the choice.
    typed_since: usize,
    /// Whether two AIs have played on since that choice.
    has_whole_game: bool,
    /// Whether the script compares the words of moves and boards line by line (2016).
    compares_words: bool,
    /// What has come up.
    pub features: BTreeSet<Feature>,
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

impl FollowedSession {
    pub fn new(dialect: Dialect, compares_words: bool) -> Self {
        Self {
            session: Session::new(dialect, SessionSettings::default()),
            unread: VecDeque::new(),
            choice: None,
            is_sure_win: false,
            typed_since: 0,
            has_whole_game: false,
            compares_words,
            features: BTreeSet::new(),
        }
    }

    pub const fn is_known(&self) -> bool {
        self.choice.is_none()
    }

    pub fn has(&mut self, feature: Feature) {
        self.features.insert(feature);
    }

    pub const fn dialect(&self) -> Dialect {
        self.session.dialect()
    }

    /// The next line of output, if one comes and is known.
    pub fn next_line(&mut self) -> Option<Output> {
        self.unread.pop_front()
    }

    /// Reads the output up to the next result. Returns whether that is known.
    pub fn skip_to_result(&mut self) -> bool {
        while let Some(line) = self.unread.pop_front() {
            if matches!(line, Output::Result { .. }) {
                break;
            }
        }
        let is_won = std::mem::take(&mut self.is_sure_win) && self.typed_since == 0;
        self.is_known() || is_won
    }

    /// Whether AIs go on without a typed move, as far as is known.
    pub const fn is_left_to_ais(&self) -> bool {
        self.is_known() || self.typed_since == 0
    }

    /// Whether AIs play the game to its end.
    pub fn ends_by_ais(&self) -> bool {
        self.is_left_to_ais() && self.is_of_two_ais()
    }

    /// Carries out a command of this step, and the moves of AIs that follow. After a choice of an
    /// AI, only what does not depend on the board.
    pub fn execute(&mut self, command: &Command, step: usize) -> Vec<Event> {
        let is_move = matches!(command, Command::Move(_) | Command::Pass);
        if !self.is_known() {
            if is_move {
                self.has(Feature::Moves);
                self.typed_since += 1;
            }
            let begins = matches!(command, Command::New | Command::Clear);
            if begins || *command == Command::Undo && self.takes_choice_back() {
                self.choice = None;
            } else if is_about_the_board(command) {
                return Vec::new();
            }
        }
        let before = *self.session.position();
        let events = self.session.execute(command).unwrap_or_else(|_| {
            self.has(Feature::Errors);
            Vec::new()
        });
        self.take_features(&events, &before);
        if self.is_known() {
            self.take_output(&events);
            self.ai_turns(step);
        } else {
            self.has_whole_game |= self.is_of_two_ais();
        }
        events
    }

    /// Whether `undo` takes back the unknown move of an AI, and the move before it, which was
    /// made by hand: that is what the session does that has not made the AI's move.
    fn takes_choice_back(&self) -> bool {
        let turn = self.session.ai_turn();
        let other = turn.map(|color| self.session.player(!color));
        self.typed_since == 0 && !self.has_whole_game && other == Some(Player::Manual)
    }

    /// Takes what these events, which have changed a position, have in them.
    fn take_features(&mut self, events: &[Event], before: &Position) {
        for event in events {
            match event {
                Event::Played(..) => {
                    self.has(Feature::Moves);
                    let other = !before.turn();
                    let after = self.session.position();
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

    /// Adds what these events print to the unread output.
    fn take_output(&mut self, events: &[Event]) {
        let result = events.iter().find_map(Announcement::of);
        if let Some(Announcement::Result { winner }) = result {
            self.unread.push_back(Output::Result { winner });
        }
        for event in events {
            if let Event::Dump(position) = event
                && self.compares_words
            {
                let text = Dump(*position).to_string();
                let rows = text.lines().map(|row| Output::Row(row.to_owned()));
                self.unread.extend(rows);
            }
        }
    }

    /// The turns of AIs, as long as they have no choice.
    fn ai_turns(&mut self, step: usize) {
        while let Some(choices) = choices(&self.session) {
            self.has(Feature::Ai);
            let position = *self.session.position();
            let (color, dialect) = (position.turn(), self.session.dialect());
            let [mv] = choices[..] else {
                self.choose(step);
                let first = choices.first();
                self.is_sure_win = first.is_some_and(|&mv| wins(&self.session, mv));
                return;
            };
            let line = |played: PlayedMove| {
                let mv = played.into();
                Announcement::Move { color, mv }.line(dialect)
            };
            let compares_words = self.compares_words;
            let words = PlayedMove::with_each_origin(mv, &position).filter(|_| compares_words);
            let words = words.map(line).collect();
            let played = self.session.play_for_ai(BerkeleyMove::of(mv, &position));
            let Ok(events) = played else {
                return;
            };
            self.unread.push_back(Output::Move(words));
            self.take_features(&events, &position);
            self.take_output(&events);
        }
    }

    /// An AI chooses among several moves.
    pub fn choose(&mut self, step: usize) {
        self.choice = Some(step);
        self.unread.clear();
        self.is_sure_win = false;
        self.typed_since = 0;
        self.has_whole_game = self.is_of_two_ais();
    }

    fn is_of_two_ais(&self) -> bool {
        let mut colors = Color::BOTH.into_iter();
        colors.all(|color| self.session.player(color).is_ai())
    }
}

/// The moves that the AI whose turn it is may choose, if it is an AI's turn: those that win at once,
/// if there are any.
pub(super) fn choices(session: &Session) -> Option<Vec<Move>> {
    session.ai_turn()?;
    let moves = session.position().legal_moves(session.game().rules());
    let all: Vec<Move> = moves.collect();
    let winning = all.iter().copied().filter(|&mv| wins(session, mv));
    let winning: Vec<Move> = winning.collect();
    Some(if winning.is_empty() { all } else { winning })
}

/// Whether the side to move wins at once with this move.
fn wins(session: &Session, mv: Move) -> bool {
    let (position, rules) = (session.position(), session.game().rules());
    let outcome = position.after(mv, rules).outcome(rules);
    outcome.is_some_and(|outcome| outcome.winner == Some(position.turn()))
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
