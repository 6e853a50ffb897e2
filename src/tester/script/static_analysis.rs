//! A script carried out by the rules alone, without a program: the commands and situations in it,
//! and the checks that depend on what an AI plays.

use super::action::{Action, GameEnd};
use super::harness::one_blank;
use super::possible::{MOST_POSITIONS, MOST_SESSIONS, Output, PlayedOut, Possible, distinct};
use super::start::OwnOptions;
use super::syntax::{Part, Script};
use crate::session::{
    self, Announcement, Command, Dialect, Event, Files, Loading, Player, Session, SessionSettings,
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
                self.recorded += super::rows::LINES;
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
                self.known = known;
                self.go_on_after(step, events);
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
        let mut last_events = Vec::new();
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
            last_events = events;
        }
        self.possible = possible;
        if !boards.is_empty() {
            if differ(boards.iter().map(|board| Dump(*board).to_string())) {
                self.depends(step);
            }
            self.recorded += super::rows::LINES;
        }
        self.narrow(step);
        self.go_on_after(step, last_events);
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

    /// Does what follows from events that are the same in every session.
    fn go_on_after(&mut self, step: usize, events: Vec<Event>) {
        for event in events {
            match event {
                Event::Quit => self.has_quit = true,
                Event::Load(name) => self.load(step, &name),
                _ => {}
            }
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
mod tests {
    use super::*;
    use crate::session::{LoadError, TextFile};
    use crate::tester::SourceText;
    use crate::tester::script::Format;
    use crate::tester::script::load::load;
    use proptest::prelude::*;

    fn script(name: &str, text: &str) -> Script {
        let source = SourceText::new(name, text);
        let format = Format::of(name).expect("a script");
        load(&source, format, &()).script.expect("a script")
    }

    /// The tags of a script of 2022 with these lines.
    fn tags_of(lines: &str) -> String {
        let script = script("a-1.in", &format!("#* ataxx\n{lines}"));
        tags(&script, &()).join(" ")
    }

    /// Where a script first depends on an AI: the steps of the check and of the choice.
    fn dependence(name: &str, text: &str) -> Option<(usize, usize)> {
        let script = script(name, text);
        let walked = walk(&script, &script.parts[0], &(), AssumedWins::Required);
        walked.dependence.map(|found| (found.check, found.choice))
    }

    fn of_spring(lines: &str) -> Option<(usize, usize)> {
        dependence("a-1.in", &format!("#* ataxx\n{lines}"))
    }

    fn of_fall(lines: &str) -> Option<(usize, usize)> {
        dependence("a.inp", &format!("ataxx\nauto red\nstart\n{lines}"))
    }

    /// A chain of files, each of which loads the next.
    struct Chain(u32);

    impl Files for Chain {
        fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
            let number: u32 = name.parse().map_err(|_| LoadError::NotFound)?;
            let next = format!("load {}\n", number + 1);
            Ok(TextFile {
                name: name.to_owned(),
                path: name.into(),
                text: if number < self.0 {
                    next
                } else {
                    "undo".to_owned()
                },
            })
        }
    }

    #[test]
    fn a_chain_of_files_may_be_long() {
        let script = script("a-1.in", "#* ataxx\nload 1\ndump\n");
        let tags = tags(&script, &Chain(20_000));
        assert_eq!(tags, ["undo", "errors", "load", "dump"]);
    }

    #[test]
    fn tags_say_what_is_in_a_script() {
        assert_eq!(tags_of("dump\n"), "dump");
        assert_eq!(tags_of("# dump\n\nhelp\n"), "");
        assert_eq!(tags_of("manual blue\na7-b7\nundo\n"), "moves undo");
        assert_eq!(tags_of("manual blue\nblock d4\na7-g1\n"), "blocks errors");
        assert_eq!(tags_of("manual blue\n-\nfrobnicate\n"), "passes errors");
        assert_eq!(tags_of("a7-b7\n"), "ai moves");
        assert_eq!(tags_of("manual blue\nauto red\n#*move/win\n"), "ai results");
        assert_eq!(tags_of("load other.txt\n"), "load");
    }

    #[test]
    fn tags_come_from_the_rules() {
        let jumps = "a7-a5\ng7-g5\na5-a7\ng5-g7\n".repeat(7);
        let lines = format!("manual blue\n{jumps}");
        assert_eq!(tags_of(&lines), "moves jump-limit errors results");
        let flips = "manual blue\na7-a5\na1-a3\na5-a4\n";
        assert_eq!(tags_of(flips), "moves flips");
    }

    #[test]
    fn boards_after_a_free_choice_depend_on_it() {
        assert_eq!(of_spring("a7-b7\n#*move\ndump\n"), Some((2, 0)));
        assert_eq!(
            of_spring("a7-b7\n#*move\nmanual blue\ndump\n"),
            Some((3, 0))
        );
        assert_eq!(of_spring("dump\na7-b7\n#*move\n"), None);
        // These lead back to what is known.
        assert_eq!(of_spring("a7-b7\n#*move\nundo\ndump\n"), None);
        assert_eq!(of_spring("a7-b7\n#*move\nnew\ndump\n"), None);
        assert_eq!(
            of_spring("a7-b7\n#*move\nb7-b6\nundo\ndump\n"),
            Some((4, 0))
        );
    }

    #[test]
    fn results_depend_on_a_free_choice_unless_any_may_come() {
        assert_eq!(of_spring("auto red\n#*move/win\n"), None);
        assert_eq!(of_spring("auto red\n#*move/win+\n"), Some((1, 0)));
        assert_eq!(of_fall("@red...(Red wins|Blue wins|Draw)\n"), None);
        assert_eq!(of_fall("@red...Red wins\n"), Some((2, 1)));
    }

    #[test]
    fn lines_depend_on_a_free_choice_unless_every_move_fits() {
        assert_eq!(of_fall("@<Red moves a7-b7.\n"), Some((2, 1)));
        assert_eq!(of_fall("@?Red moves\n"), None);
        assert_eq!(of_fall("@?Red moves a7\n"), Some((2, 1)));
    }

    #[test]
    fn a_win_that_the_ai_must_find_is_known() {
        let won = "manual blue\na7-a6\ng7-g6\ng1-g3\ng7-g5\ng3-f5\na1-c3\na6-a5\nc3-e5\n";
        let text = format!("{won}auto red\n#*move/win+\n");
        assert_eq!(of_spring(&text), None);
    }

    /// Blocks that leave each corner three squares on its edge: b1 and a4 are free.
    const NARROW: &str = "block a2\nblock a3\nblock b1\nblock b2\nblock b3\nblock c2\nblock c3\n\
                          block d1\nblock d2\nblock d3\n";

    #[test]
    fn a_small_tree_of_choices_is_searched() {
        // All 341 positions that can follow lead to a draw.
        let drawn = format!("auto blue\n{NARROW}auto red\n");
        assert_eq!(of_spring(&format!("{drawn}#*move/win+\nquit\n")), None);
        assert_eq!(of_spring(&format!("{drawn}#*move\n#*move/win+\n")), None);
        let fall = format!("ataxx\n{NARROW}auto red\nstart\n");
        assert_eq!(dependence("a.inp", &format!("{fall}@red...Draw\n")), None);
        // The boards differ.
        let dumped = format!("{drawn}#*move/win+\ndump\n");
        assert!(of_spring(&dumped).is_some());
        assert_eq!(of_spring(&format!("{dumped}new\n")), of_spring(&dumped));
        let anew = format!("{drawn}#*move/win\nmanual red\nmanual blue\nnew\ndump\n");
        assert_eq!(of_spring(&anew), None);
    }

    #[test]
    fn the_other_program_chooses_too() {
        let files = |record: &str| {
            let first = format!(
                "#* ataxx\n{NARROW}manual blue\nauto red\n#*move\n#*remote move/win{record}\n"
            );
            let second = format!("#* ataxx\n{NARROW}#*remote move/win{record}\n");
            [first, second]
        };
        for record in ["", "+"] {
            for text in files(record) {
                let script = script_of_part(&text);
                let walked = walk(&script, &script.parts[0], &(), AssumedWins::Required);
                assert_eq!(walked.dependence, None, "{text}");
                assert_eq!(walked.is_decided, record == "+", "{text}");
            }
        }
    }

    #[test]
    fn an_extend_may_be_announced_from_each_origin() {
        // Red's only move is to c7, from b7 or from b6.
        let walls = ["a5", "b5", "c5", "d7", "d6", "c6", "d5"];
        let walls: String = walls.map(|square| format!("block {square}\n")).concat();
        let start = format!("{walls}block a4\nblock b4\nblock c4\nblock d4\n");
        let moves = "a7-b7\na1-b1\nb7-b6\nb1-b2\nb7-a6\n";
        let text =
            |line: &str| format!("ataxx\n{start}{moves}manual red\nauto blue\nstart\n{line}\n");
        let text_of = |line: &str| dependence("a.inp", &text(line));
        assert_eq!(text_of("@?Blue moves"), None);
        assert!(text_of("@<Blue moves b1-c1.").is_some());
    }

    /// A script of one part, though it plays against another program.
    fn script_of_part(text: &str) -> Script {
        let other = SourceText::new("a-2.in", text);
        let part = crate::tester::script::syntax::spring_script(&other).script;
        let mut part = part.expect("a script");
        part.standard = Some(SourceText::new("a-2.std", ""));
        Script {
            format: Format::Spring2022,
            parts: vec![std::sync::Arc::new(part)],
        }
    }

    /// A run of a script in which AIs choose at random: what is recorded and read, line by line.
    struct RandomRun {
        one: Possible,
        choices: Vec<u8>,
        at: usize,
        seen: Vec<String>,
    }

    impl RandomRun {
        fn ply(&mut self) -> bool {
            let Some(choices) = self.one.choices() else {
                return false;
            };
            let pick = usize::from(self.choices[self.at % self.choices.len()]);
            // Later rounds choose otherwise.
            let pick = pick + self.at / self.choices.len();
            self.at += 1;
            self.one.play(choices[pick % choices.len()], false);
            true
        }

        fn next_line(&mut self) -> Option<Output> {
            if self.one.unread.is_empty() {
                self.ply();
            }
            self.one.unread.pop_front()
        }

        fn carry_out(&mut self, action: &Action) {
            match action {
                Action::Send(line) => {
                    let Ok(Some(line)) = session::parse(line, Dialect::SPRING_2022) else {
                        return;
                    };
                    while self.ply() {}
                    let events = self.one.session.execute(&line.command).unwrap_or_default();
                    self.one.note_result(&events);
                    for event in events {
                        if let Event::Dump(position) = event {
                            self.seen.push(Dump(position).to_string());
                        }
                    }
                }
                Action::AiMove => {
                    let is_move = matches!(self.next_line(), Some(Output::Move(_)));
                    self.seen.push(format!("a move: {is_move}"));
                }
                Action::Game { end, .. } => {
                    let result = loop {
                        match self.next_line() {
                            Some(Output::Move(_)) => {}
                            result => break result,
                        }
                    };
                    if matches!(end, GameEnd::Any { record: true }) || result.is_none() {
                        self.seen.push(format!("{result:?}"));
                    }
                }
                _ => {}
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// What does not depend on AIs is the same however they choose.
        #[test]
        fn what_does_not_depend_on_ais_is_always_the_same(
            free in prop::sample::subsequence(vec!["a2", "a4", "b1", "b2", "c1", "d1", "b3"], 0..4),
            lines in prop::collection::vec(
                prop::sample::select(vec![
                    "a7-b7", "a7-a6", "g7-f7", "a7-a5", "g1-g2", "g7-g5", "undo", "dump", "new",
                    "auto red", "auto blue", "manual red", "manual blue", "#*move", "#*move/win+",
                    "#*move/win",
                ]),
                1..8,
            ),
            runs in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..40), 12),
        ) {
            let squares = ["a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d1",
                "d2", "d3", "d4"];
            let blocks = squares.iter().filter(|square| !free.contains(square));
            let blocks: Vec<_> = blocks.map(|square| format!("block {square}\n")).collect();
            let blocks = blocks.concat();
            let text = format!("#* ataxx\nmanual blue\n{blocks}{}\ndump\n", lines.join("\n"));
            let script = script("a-1.in", &text);
            let part = &script.parts[0];
            let depends = walk(&script, part, &(), AssumedWins::Required).dependence;
            let until = depends.map_or(part.lines.len(), |found| found.check);
            let seen = runs.into_iter().map(|choices| {
                let session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
                let mut run = RandomRun {
                    one: Possible::new(session),
                    choices,
                    at: 0,
                    seen: Vec::new(),
                };
                for line in &part.lines[..until] {
                    run.carry_out(&line.action);
                }
                run.seen
            });
            let seen: BTreeSet<Vec<String>> = seen.collect();
            prop_assert_eq!(seen.len(), 1, "{}", text);
        }
    }

    #[test]
    fn an_ai_with_one_choice_leaves_nothing_open() {
        let walls = ["d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3"];
        let walls: String = walls.map(|square| format!("block {square}\n")).concat();
        let moves = "a7-b7\ng7-f7\nb7-c7\nf7-e7\ng1-f1\na1-b1\nf1-e1\na1-c1\n";
        let passes = format!("manual blue\n{walls}{moves}auto red\n#*move\ndump\n");
        assert_eq!(of_spring(&passes), None);
        let won = "manual blue\na7-a6\ng7-g6\ng1-g3\ng7-g5\ng3-f5\na1-c3\na6-a5\nc3-e5\n";
        let text = format!("ataxx\n{won}auto red\nstart\n@red...Red wins\n");
        assert_eq!(dependence("a.inp", &text), None);
    }
}
