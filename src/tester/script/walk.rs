//! A script carried out by the rules alone, without a program: the commands and situations in it,
//! and the checks that depend on what an AI plays.

use super::action::{Action, GameEnd, Pattern};
use super::start::OwnOptions;
use super::syntax::{Part, Script};
use crate::board::{Color, Ending, Move, Position, Rules};
use crate::notation::BerkeleyMove;
use crate::session::{
    self, Announcement, Command, Dialect, Event, Files, Loading, Player, Session, SessionSettings,
};
use crate::solver::{Budget, Plies, Solver, SolverOptions, Verdict};
use std::collections::{BTreeSet, VecDeque};
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
pub(super) struct Dependence {
    /// The step that checks, or that asks for what is compared with the standard.
    pub check: usize,
    /// The step after which the AI has a choice.
    pub choice: usize,
    /// The number of lines that are recorded before, whatever AIs play.
    pub recorded: usize,
}

/// What carrying out a part of a script shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Walked {
    pub features: BTreeSet<Feature>,
    pub dependence: Option<Dependence>,
    /// Whether the result of the game against the other program is known.
    pub is_decided: bool,
    /// The files that the script loads and that cannot be read, each with its step.
    pub missing: Vec<(String, usize)>,
}

/// The tags of a script, besides that of its format.
pub(super) fn tags(script: &Script, files: &dyn Files) -> Vec<String> {
    let walk = |part| walk(script, part, files, Proofs::AtOnce);
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
pub(super) enum Proofs {
    /// Those in one move.
    AtOnce,
    /// All that the document of the dialect requires.
    Required,
}

/// Carries out a part of a script.
pub(super) fn walk(script: &Script, part: &Part, files: &dyn Files, proofs: Proofs) -> Walked {
    let dialect = OwnOptions::of(&part.command).dialect;
    let dialect = dialect.unwrap_or(script.format.dialect());
    let folder = Path::new(&*part.source.name).parent().map(Path::to_owned);
    let mut walker = Walker {
        session: Session::new(dialect, SessionSettings::default()),
        loading: Loading::new(files).in_folder(folder),
        loaded: Vec::new(),
        proofs,
        choice: None,
        result: None,
        typed_since: 0,
        has_quit: false,
        output: VecDeque::new(),
        recorded: 0,
        records: part.standard.is_some(),
        walked: Walked::default(),
    };
    for (step, line) in part.lines.iter().enumerate() {
        walker.carry_out(step, &line.action);
    }
    walker.walked
}

/// A line of output, as far as it is known.
enum Expected {
    /// It is known.
    Known,
    /// It is one of these.
    OneOf(Vec<String>),
    /// It depends on what AIs played before.
    Unknown,
}

struct Walker<'a> {
    session: Session,
    /// The files that are being loaded, counted over the whole script.
    loading: Loading<'a>,
    /// Their lines that are still to be carried out, the next line last.
    loaded: Vec<Vec<String>>,
    proofs: Proofs,
    /// The step after which an AI chose among several moves, so that the position is not known.
    choice: Option<usize>,
    /// The winner that the game must have whatever the AI chooses, where that is known.
    #[expect(
        clippy::option_option,
        reason = "not known, or a result with a winner or without"
    )]
    result: Option<Option<Color>>,
    /// How many moves were typed since the choice.
    typed_since: usize,
    has_quit: bool,
    /// The output that is not read yet (2016).
    output: VecDeque<Expected>,
    /// The number of lines recorded so far (2022).
    recorded: usize,
    /// Whether boards are recorded (2022).
    records: bool,
    walked: Walked,
}

impl Walker<'_> {
    fn carry_out(&mut self, step: usize, action: &Action) {
        match action {
            Action::Send(line) => self.send(step, line),
            Action::TimeLimit { .. } => {}
            Action::Line(text) => self.line(step, text),
            Action::Matches(pattern) => self.matches(step, pattern),
            Action::AiMove => self.has(Feature::Ai),
            Action::Result => {
                self.has(Feature::Results);
                self.record_result(step);
            }
            Action::Game { end, .. } => {
                self.has(Feature::Ai);
                self.has(Feature::Results);
                self.end_game(step, end);
            }
            Action::Exchange { end, .. } => {
                self.has(Feature::Ai);
                self.has(Feature::Results);
                // An AI that is to move has its choice already; else the other program moves first.
                if self.choice.is_none() {
                    self.choice = Some(step);
                    self.result = None;
                }
                self.walked.is_decided |= self.result.is_some();
                self.end_game(step, end);
            }
        }
    }

    fn has(&mut self, feature: Feature) {
        self.walked.features.insert(feature);
    }

    /// Notes that this step checks what an AI has chosen.
    fn depends(&mut self, check: usize) {
        let choice = self.choice.unwrap_or(check);
        self.walked.dependence.get_or_insert(Dependence {
            check,
            choice,
            recorded: self.recorded,
        });
    }

    fn end_game(&mut self, step: usize, end: &GameEnd) {
        match end {
            GameEnd::Any { record: false } => {}
            GameEnd::Any { record: true } => self.record_result(step),
            GameEnd::Matching(pattern) => {
                let known = self.result.is_some() || self.choice.is_none();
                let results = ["Red wins.", "Blue wins.", "Draw."];
                if !known && !results.iter().all(|line| pattern.matches(line)) {
                    self.depends(step);
                }
                self.output.clear();
            }
        }
    }

    fn record_result(&mut self, step: usize) {
        if self.choice.is_some() && self.result.is_none() {
            self.depends(step);
        }
        self.recorded += 1;
    }

    /// Reads a line of output that must equal this one (2016).
    fn line(&mut self, step: usize, text: &str) {
        let is_known = match self.next_output() {
            Expected::Known => true,
            Expected::OneOf(lines) => lines.iter().all(|line| line == text.trim()),
            Expected::Unknown => false,
        };
        if !is_known {
            self.depends(step);
        }
    }

    /// Reads a line of output that must match (2016).
    fn matches(&mut self, step: usize, pattern: &Pattern) {
        let is_known = match self.next_output() {
            Expected::Known => true,
            Expected::OneOf(lines) => lines.iter().all(|line| pattern.matches(line)),
            Expected::Unknown => {
                let moves = ["Red moves a7-b7.", "Blue moves a1-b1."];
                moves.iter().any(|line| pattern.matches(line))
            }
        };
        if !is_known {
            self.depends(step);
        }
    }

    fn next_output(&mut self) -> Expected {
        let next = self.output.pop_front();
        next.unwrap_or(if self.choice.is_some() {
            Expected::Unknown
        } else {
            Expected::Known
        })
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
        let dialect = self.session.dialect();
        match session::parse(text, dialect) {
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
        let begins = matches!(command, Command::New | Command::Clear);
        if *command == Command::Undo && self.takes_choice_back() {
            self.choice = None;
            self.result = None;
        }
        if self.choice.is_some() && !begins && is_about_the_board(command) {
            return self.command_in_the_dark(step, command);
        }
        let before = *self.session.position();
        match self.session.execute(command) {
            Ok(events) => {
                if begins {
                    self.choice = None;
                    self.result = None;
                }
                self.take(step, events, &before);
            }
            Err(_) => self.has(Feature::Errors),
        }
        self.ai_turns(step);
    }

    /// Whether `undo` takes back the unknown move of an AI, and the move before it, which was
    /// made by hand: that is what the session does that has not made the AI's move.
    fn takes_choice_back(&self) -> bool {
        let other = self
            .session
            .ai_turn()
            .map(|color| self.session.player(!color));
        self.choice.is_some() && self.typed_since == 0 && other == Some(Player::Manual)
    }

    /// A command about the board while the position is not known.
    fn command_in_the_dark(&mut self, step: usize, command: &Command) {
        match command {
            Command::Dump => self.dump(step),
            Command::Move(_) | Command::Pass => {
                self.has(Feature::Moves);
                self.typed_since += 1;
                self.result = None;
            }
            _ => {}
        }
    }

    /// A dump, whose board is known or not.
    fn dump(&mut self, step: usize) {
        const LINES: usize = super::rows::LINES;
        let is_known = self.choice.is_none();
        if self.records {
            if !is_known {
                self.depends(step);
            }
            self.recorded += LINES;
        }
        let row = || {
            if is_known {
                Expected::Known
            } else {
                Expected::Unknown
            }
        };
        self.output.extend((0..LINES).map(|_| row()));
    }

    /// Takes the events that have changed this position.
    fn take(&mut self, step: usize, events: Vec<Event>, before: &Position) {
        for event in events {
            match event {
                Event::Dump(_) => self.dump(step),
                Event::Played(..) => self.played(before),
                Event::Over(outcome) => {
                    self.has(Feature::Results);
                    if outcome.ending == Ending::JumpLimit {
                        self.has(Feature::JumpLimit);
                    }
                    self.output.push_back(Expected::Known);
                }
                Event::Quit => self.has_quit = true,
                Event::Load(name) => self.load(step, &name),
                _ => {}
            }
        }
    }

    /// A move was made in this position.
    fn played(&mut self, before: &Position) {
        self.has(Feature::Moves);
        let other = !before.turn();
        let left = self.session.position().pieces(other).count();
        if left < before.pieces(other).count() {
            self.has(Feature::Flips);
        }
    }

    /// The turns of AIs, as long as they have no choice.
    fn ai_turns(&mut self, step: usize) {
        while self.choice.is_none()
            && let Some(color) = self.session.ai_turn()
        {
            self.has(Feature::Ai);
            let Some(mv) = self.only_choice(color) else {
                return self.choose(step, color);
            };
            let before = *self.session.position();
            let Ok(events) = self.session.play_for_ai(mv) else {
                return;
            };
            self.output.push_back(Expected::Known);
            self.take(step, events, &before);
        }
    }

    /// The moves that an AI may choose: those that win at once, if there are any.
    fn choices(&self, color: Color) -> Vec<Move> {
        let (position, rules) = (self.session.position(), self.session.game().rules());
        let all: Vec<Move> = position.legal_moves(rules).collect();
        let wins = |mv: &Move| {
            let outcome = position.after(*mv, rules).outcome(rules);
            outcome.is_some_and(|outcome| outcome.winner == Some(color))
        };
        let winning: Vec<Move> = all.iter().copied().filter(wins).collect();
        if winning.is_empty() { all } else { winning }
    }

    /// The only move that the AI of this colour can choose.
    fn only_choice(&self, color: Color) -> Option<BerkeleyMove> {
        let position = self.session.position();
        match self.choices(color)[..] {
            [mv] => Some(BerkeleyMove::of(mv, position)),
            _ => None,
        }
    }

    /// The AI of this colour chooses among several moves.
    fn choose(&mut self, step: usize, color: Color) {
        self.choice = Some(step);
        self.typed_since = 0;
        let (position, rules) = (*self.session.position(), *self.session.game().rules());
        let choices = self.choices(color);
        let line = |mv: &Move| {
            let mv = BerkeleyMove::of(*mv, &position);
            Announcement::Move { color, mv }.line(self.session.dialect())
        };
        let lines = choices.iter().map(line).collect();
        self.output.push_back(Expected::OneOf(lines));
        let wins = choices
            .first()
            .and_then(|mv| position.after(*mv, &rules).outcome(&rules))
            .is_some_and(|outcome| outcome.winner == Some(color));
        if wins {
            self.result = Some(Some(color));
            self.output.push_back(Expected::Known);
        } else if self.proofs == Proofs::Required {
            self.result = self.forced_winner(&position, &rules).map(Some);
        }
    }

    /// The side that can force a win from here within the moves in which AIs must find it.
    fn forced_winner(&self, position: &Position, rules: &Rules) -> Option<Color> {
        const NODES: u64 = 200_000;
        // So many moves of one side, and the replies between them.
        let moves = if self.session.dialect() == Dialect::FALL_2016 {
            5
        } else {
            4
        };
        let plies = Plies(2 * moves - 1);
        let budget = Budget {
            nodes: Some(NODES),
            ..Budget::unlimited()
        };
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
        let walked = walk(&script, &script.parts[0], &(), Proofs::Required);
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
            of_spring("a7-b7\n#*move\na6-a5\nundo\ndump\n"),
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
