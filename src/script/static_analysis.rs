//! A script carried out by the rules alone, without a program: the commands and situations in it,
//! and the checks that depend on what an AI plays.

use super::output::one_blank;
use super::part::{Action, GameEnd, Part, Script};
use super::possible::{MOST_POSITIONS, MOST_SESSIONS, Output, PlayedOut, Possible, distinct};
use super::standard::LINES;
use super::work::OwnOptions;
use crate::session::{
    self, Announcement, Command, Dialect, Event, Files, Loading, Player, Request, Session,
    SessionSettings,
};
use ataxx_core::board::{Color, Ending, Position};
use ataxx_core::notation::Dump;
use ataxx_core::solver::{Budget, Plies, Solver, SolverOptions, Verdict};
use std::collections::BTreeSet;
use std::path::Path;

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

/// A check whose outcome depends on what an AI plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AiDependence {
    /// The step that checks, or that asks for what is compared with the standard.
    pub check: usize,
    /// The step after which the AI has a choice.
    pub choice: usize,
    /// The number of lines that are recorded before, whatever AIs play.
    pub recorded: usize,
}

/// What carrying out a part of a script shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ScriptAnalysis {
    pub features: BTreeSet<Feature>,
    pub dependence: Option<AiDependence>,
    /// Whether the result of the game against the other program is known.
    pub is_decided: bool,
    /// The files that the script loads and that cannot be read, each with its step.
    pub missing: Vec<(String, usize)>,
}

/// The results of 2016, as they are announced.
const RESULTS: [&str; 3] = ["Red wins.", "Blue wins.", "Draw."];

/// The tags of a script, besides that of its format.
pub(super) fn tags(script: &Script, files: &dyn Files) -> Vec<String> {
    let walk = |part| walk(script, part, files, AssumedWins::AtOnce);
    let walks = script.parts.iter().map(|part| walk(part));
    let mut features: BTreeSet<Feature> = walks.flat_map(|walked| walked.features).collect();
    if script.parts.len() > 1 {
        features.insert(Feature::TwoPrograms);
    }
    features
        .into_iter()
        .map(|feature| feature.tag().to_owned())
        .collect()
}

/// The wins that an AI is taken to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AssumedWins {
    /// Those in one move.
    AtOnce,
    /// All that the document of the dialect requires.
    Required,
}

/// Carries out a part of a script.
pub(super) fn walk(
    script: &Script,
    part: &Part,
    files: &dyn Files,
    proofs: AssumedWins,
) -> ScriptAnalysis {
    let dialect = OwnOptions::of(&part.command).dialect;
    let dialect = dialect.unwrap_or(script.format.dialect());
    let folder = Path::new(&*part.source.name).parent().map(Path::to_owned);
    let session = Session::new(dialect, SessionSettings::default());
    let mut walker = Walker {
        possible: vec![Possible::new(session.clone())],
        known: session,
        loading: Loading::new(files).in_folder(folder),
        loaded: Vec::new(),
        proofs,
        choice: None,
        typed_since: 0,
        has_quit: false,
        recorded: 0,
        records: part.standard.is_some(),
        walked: ScriptAnalysis::default(),
    };
    for (step, line) in part.lines.iter().enumerate() {
        walker.carry_out(step, &line.action);
    }
    walker.end(part.lines.len());
    walker.walked
}

struct Walker<'a> {
    /// All that the session may be, by what AIs have chosen; nothing where that is not known.
    possible: Vec<Possible>,
    /// The session before the first choice of an AI that still matters.
    known: Session,
    /// The files that are being loaded, counted over the whole script.
    loading: Loading<'a>,
    /// Their lines that are still to be carried out, the next line last.
    loaded: Vec<Vec<String>>,
    proofs: AssumedWins,
    /// The step after which an AI had that choice.
    choice: Option<usize>,
    /// How many moves were typed since the choice.
    typed_since: usize,
    has_quit: bool,
    /// The number of lines recorded so far (2022).
    recorded: usize,
    /// Whether boards are recorded (2022), and not read line by line.
    records: bool,
    walked: ScriptAnalysis,
}

impl Walker<'_> {
    fn carry_out(&mut self, step: usize, action: &Action) {
        match action {
            Action::Send(line) => self.send(step, line),
            Action::TimeLimit { .. } => {}
            Action::Line(text) => {
                let text = one_blank(text);
                self.line(step, |line| one_blank(line) == text, false);
            }
            Action::Matches(pattern) => {
                let moves = ["Red moves a7-b7.", "Blue moves a1-b1."];
                let fits_any_move = moves.iter().any(|line| pattern.matches(line));
                self.line(step, |line| pattern.matches(line), fits_any_move);
            }
            Action::AiMove => {
                self.has(Feature::Ai);
                self.ai_move(step);
            }
            Action::Result => {
                self.has(Feature::Results);
                self.result(step);
            }
            Action::Game { end, .. } => {
                self.has(Feature::Ai);
                self.has(Feature::Results);
                self.game(step, end, false);
            }
            Action::Exchange { end, .. } => {
                self.has(Feature::Ai);
                self.has(Feature::Results);
                // An AI that is to move has its choice already; else the other program moves first.
                if self.choice.is_none() {
                    self.choose(step);
                }
                self.game(step, end, true);
            }
        }
    }

    fn has(&mut self, feature: Feature) {
        self.walked.features.insert(feature);
    }

    /// Notes that this step checks what an AI has chosen.
    fn depends(&mut self, check: usize) {
        let choice = self.choice.unwrap_or(check);
        self.walked.dependence.get_or_insert(AiDependence {
            check,
            choice,
            recorded: self.recorded,
        });
    }

    /// Reads a game up to its result, which `end` checks. In a game against the other program both
    /// sides are AIs.
    fn game(&mut self, step: usize, end: &GameEnd, is_exchange: bool) {
        let dialect = self.dialect();
        let is_checked = !matches!(end, GameEnd::Any { record: false });
        // Results of one class are the same to this step. Where none comes, it fails.
        let class = |result: Option<&Output>| {
            let Some(Output::Result { winner }) = result else {
                return usize::MAX;
            };
            match end {
                GameEnd::Any { record: false } => 0,
                GameEnd::Any { record: true } => winner.map_or(2, Color::index),
                GameEnd::Matching(pattern) => {
                    let line = Announcement::Result { winner: *winner }.line(dialect);
                    usize::from(pattern.matches(&line))
                }
            }
        };
        let mut classes = BTreeSet::new();
        let mut left = MOST_POSITIONS;
        let (mut next, mut is_followed) = (Vec::new(), true);
        let mut is_finished = !self.possible.is_empty();
        for mut one in std::mem::take(&mut self.possible) {
            let played = if let Some(result) = one.read_result() {
                classes.insert(class(Some(&result)));
                PlayedOut::Ends(vec![one])
            } else {
                let is_ai = |color| is_exchange || one.session.player(color).is_ai();
                one.play_out(is_ai, &mut left, |result, ends| {
                    classes.insert(class(result));
                    classes.len() == 1 && (is_checked || ends <= MOST_SESSIONS)
                })
            };
            match played {
                PlayedOut::Ends(ends) => next.extend(ends),
                PlayedOut::TooMany => is_followed = false,
                PlayedOut::Unfinished => {
                    is_finished = false;
                    break;
                }
            }
        }
        let is_certain = is_finished && classes.len() == 1;
        let is_open = match end {
            GameEnd::Any { record: false } => classes.len() > 1,
            GameEnd::Any { record: true } => !is_certain,
            GameEnd::Matching(pattern) => {
                !is_certain && !RESULTS.iter().all(|line| pattern.matches(line))
            }
        };
        if is_open && self.forced_winner().is_none() {
            self.depends(step);
        }
        if is_exchange {
            self.walked.is_decided |= is_certain && is_checked || self.forced_winner().is_some();
        }
        if matches!(end, GameEnd::Any { record: true }) {
            self.recorded += 1;
        }
        if is_finished && is_followed {
            self.possible = next;
        }
        self.narrow(step);
    }

    /// Reads the move of an AI (2022).
    fn ai_move(&mut self, step: usize) {
        let Some(lines) = self.next_lines() else {
            return;
        };
        let is_move = |line: &Option<Output>| matches!(line, Some(Output::Move(_)));
        if differ(lines.iter().map(is_move)) {
            self.depends(step);
        }
        self.narrow(step);
    }

    /// Reads a result, which is recorded (2022).
    fn result(&mut self, step: usize) {
        let is_open = match self.next_lines() {
            Some(lines) => differ(lines.iter().map(|line| match line {
                Some(Output::Result { winner }) => Some(*winner),
                _ => None,
            })),
            None => self.forced_winner().is_none(),
        };
        if is_open {
            self.depends(step);
        }
        self.recorded += 1;
        self.narrow(step);
    }

    /// Reads a line of output that must fit (2016). `fits_any_move` tells whether each move of an
    /// AI does.
    fn line(&mut self, step: usize, fits: impl Fn(&str) -> bool, fits_any_move: bool) {
        let dialect = self.dialect();
        let is_open = match self.next_lines() {
            Some(lines) => {
                let texts = lines.into_iter().flat_map(|line| match line {
                    Some(Output::Move(words)) => words.into_iter().map(Some).collect(),
                    Some(Output::Result { winner }) => {
                        vec![Some(Announcement::Result { winner }.line(dialect))]
                    }
                    Some(Output::Row(row)) => vec![Some(row)],
                    Some(Output::Moves) | None => vec![None],
                });
                differ(texts.map(|text| text.is_some_and(|text| fits(&text))))
            }
            None => !fits_any_move,
        };
        if is_open {
            self.depends(step);
        }
        self.narrow(step);
    }

    /// The next line of output of each possible session, `None` where none comes. `None` where it
    /// is not known.
    fn next_lines(&mut self) -> Option<Vec<Option<Output>>> {
        self.ply(|one| one.unread.is_empty());
        let is_vague = |one: &Possible| one.unread.front() == Some(&Output::Moves);
        if self.possible.iter().any(is_vague) {
            self.possible.clear();
        }
        let lines = self.possible.iter_mut().map(|one| one.unread.pop_front());
        let lines: Vec<_> = lines.collect();
        (!lines.is_empty()).then_some(lines)
    }

    /// The script ends, and with it the input. In 2016 all output must have been read.
    fn end(&mut self, step: usize) {
        if self.records {
            return;
        }
        self.settle();
        if differ(self.possible.iter().map(|one| one.unread.is_empty())) {
            self.depends(step);
        }
    }

    fn dialect(&self) -> Dialect {
        let session = self
            .possible
            .first()
            .map_or(&self.known, |one| &one.session);
        session.dialect()
    }

    fn send(&mut self, step: usize, text: &str) {
        self.send_line(step, text);
        while let Some(lines) = self.loaded.last_mut() {
            if let Some(line) = lines.pop() {
                self.send_line(step, &line);
            } else {
                self.loaded.pop();
                self.loading.leave();
            }
        }
    }

    fn send_line(&mut self, step: usize, text: &str) {
        match session::parse(text, self.dialect()) {
            _ if self.has_quit => {}
            Ok(None) => {}
            Ok(Some(line)) => self.command(step, &line.command),
            Err(_) => self.has(Feature::Errors),
        }
    }

    fn command(&mut self, step: usize, command: &Command) {
        match command {
            Command::Pass => self.has(Feature::Passes),
            Command::Block(_) | Command::Blocks(_) => self.has(Feature::Blocks),
            Command::Undo => self.has(Feature::Undo),
            Command::Load(_) => self.has(Feature::Load),
            Command::Dump => self.has(Feature::Dump),
            _ => {}
        }
        self.settle();
        if self.possible.is_empty() {
            return self.command_in_unknown_position(step, command);
        }
        if matches!(command, Command::Move(_) | Command::Pass) {
            self.typed_since += 1;
        }
        self.execute(step, command);
    }

    /// Carries out a command while the session is not known.
    fn command_in_unknown_position(&mut self, step: usize, command: &Command) {
        let begins = matches!(command, Command::New | Command::Clear);
        match command {
            Command::Dump if self.records => {
                self.depends(step);
                self.recorded += LINES;
            }
            Command::Move(_) | Command::Pass => {
                self.has(Feature::Moves);
                self.typed_since += 1;
            }
            _ if begins || *command == Command::Undo && self.takes_choice_back() => {
                self.choice = None;
                self.possible = vec![Possible::new(self.known.clone())];
                self.execute(step, command);
            }
            _ if is_about_the_board(command) => {}
            _ => {
                // It does the same in every session.
                let mut known = self.known.clone();
                let events = self.execute_in(&mut known, command);
                let request = known.take_request();
                self.known = known;
                self.go_on_after(step, &events, request);
            }
        }
    }

    /// Whether `undo` takes back the unknown move of an AI, and the move before it, which was
    /// made by hand: that is what the session does that has not made the AI's move.
    fn takes_choice_back(&self) -> bool {
        let other = self.known.ai_turn().map(|color| self.known.player(!color));
        self.typed_since == 0 && other == Some(Player::Manual)
    }

    /// Carries out a command in all sessions that are possible.
    fn execute(&mut self, step: usize, command: &Command) {
        let mut boards = Vec::new();
        let mut last = (Vec::new(), None);
        let mut possible = std::mem::take(&mut self.possible);
        for one in &mut possible {
            let events = self.execute_in(&mut one.session, command);
            one.note_result(&events);
            for event in &events {
                let Event::Dump(position) = event else {
                    continue;
                };
                if self.records {
                    boards.push(*position);
                } else {
                    let text = Dump(*position).to_string();
                    let rows = text.lines().map(|row| Output::Row(row.to_owned()));
                    one.unread.extend(rows);
                }
            }
            last = (events, one.session.take_request());
        }
        self.possible = possible;
        if !boards.is_empty() {
            if differ(boards.iter().map(|board| Dump(*board).to_string())) {
                self.depends(step);
            }
            self.recorded += LINES;
        }
        self.narrow(step);
        self.go_on_after(step, &last.0, last.1);
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

    /// Does what follows from a command, which is the same in every session.
    fn go_on_after(&mut self, step: usize, events: &[Event], request: Option<Request>) {
        self.has_quit |= events.contains(&Event::Quit);
        if let Some(Request::Load(name)) = request {
            self.load(step, &name);
        }
    }

    /// Makes the moves of AIs that a program makes before it reads the next line.
    fn settle(&mut self) {
        let is_of_two = |one: &Possible| {
            let turn = one.session.ai_turn();
            turn.is_some_and(|color| one.session.player(!color).is_ai())
        };
        while self
            .possible
            .iter()
            .any(|one| one.session.ai_turn().is_some())
        {
            if self.possible.iter().any(is_of_two) {
                self.play_out(is_of_two);
            } else {
                self.ply(|_| true);
            }
        }
    }

    /// Plays the games of two AIs to their ends.
    fn play_out(&mut self, is_of_two: impl Fn(&Possible) -> bool) {
        let mut left = MOST_POSITIONS;
        let mut next = Vec::new();
        for one in std::mem::take(&mut self.possible) {
            if !is_of_two(&one) {
                next.push(one);
                continue;
            }
            let PlayedOut::Ends(ends) =
                one.play_out(|_| true, &mut left, |_, ends| ends <= MOST_SESSIONS)
            else {
                return;
            };
            next.extend(ends.into_iter().map(|mut end| {
                end.unread.clone_from(&one.unread);
                end.unread.push_back(Output::Moves);
                end.unread.extend(end.result());
                end
            }));
        }
        self.follow(next);
    }

    /// Lets the AIs of these sessions make a move, where it is their turn.
    fn ply(&mut self, is_asked: impl Fn(&Possible) -> bool) {
        let mut next = Vec::new();
        for one in std::mem::take(&mut self.possible) {
            let Some(choices) = one.choices().filter(|_| is_asked(&one)) else {
                next.push(one);
                continue;
            };
            for mv in choices {
                let mut after = one.clone();
                after.play(mv, !self.records);
                next.push(after);
            }
        }
        self.follow(next);
    }

    /// Goes on with these sessions, unless they are too many.
    fn follow(&mut self, sessions: Vec<Possible>) {
        self.possible = distinct(sessions);
        if self.possible.len() > MOST_SESSIONS {
            self.possible.clear();
        }
    }

    /// Makes the session certain if only one is possible.
    fn narrow(&mut self, step: usize) {
        let sessions = std::mem::take(&mut self.possible);
        self.follow(sessions);
        let [one] = &self.possible[..] else {
            return;
        };
        if self.choice.is_none() || one.session != self.known {
            self.choice = None;
            self.ai_turns(step);
        }
    }

    /// The turns of AIs in the only session that is possible, as long as they have no choice.
    fn ai_turns(&mut self, step: usize) {
        while let [one] = &mut self.possible[..]
            && let Some(choices) = one.choices()
        {
            self.walked.features.insert(Feature::Ai);
            let [mv] = choices[..] else {
                return self.choose(step);
            };
            let before = *one.session.position();
            let events = one.play(mv, !self.records);
            let after = *one.session.position();
            self.take_features(&events, &before, &after);
        }
    }

    /// An AI chooses among several moves in the only session that is possible.
    fn choose(&mut self, step: usize) {
        self.choice = Some(step);
        self.typed_since = 0;
        if let Some(one) = self.possible.first() {
            self.known = one.session.clone();
        }
        if self.proofs == AssumedWins::AtOnce {
            self.possible.clear();
        }
    }

    /// The side that AIs must make win since their first choice.
    fn forced_winner(&self) -> Option<Color> {
        const NODES: u64 = 200_000;
        let is_by_ais = self.choice.is_some() && self.typed_since == 0;
        if self.proofs == AssumedWins::AtOnce || !is_by_ais || self.known.ai_turn().is_none() {
            return None;
        }
        // So many moves of one side, and the replies between them.
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

    fn load(&mut self, step: usize, name: &str) {
        let file = match self.loading.open(name) {
            Ok(file) => file,
            Err(error) if error.is_endless() => return,
            Err(_) => return self.walked.missing.push((name.to_owned(), step)),
        };
        self.loading.enter(&file);
        let lines = file.text.lines().rev().map(str::to_owned).collect();
        self.loaded.push(lines);
    }
}

/// Whether these are not all the same.
fn differ<T: PartialEq>(mut all: impl Iterator<Item = T>) -> bool {
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

#[cfg(test)]
mod tests;
