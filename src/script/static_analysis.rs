//! A script carried out by the rules alone, without a program: the commands and situations in it,
//! and the checks that depend on what an AI plays.
//!
//! It is no reader of the oracle, which follows one program: it follows all sessions that are possible,
//! and what a document leaves open to programs is not its question.

use super::interpreter::{Driver, carry_out};
use super::output::one_blank;
use super::part::{GameEnd, Opening, Part, Pattern, Script};
use super::possible::Output;
use super::possible_sessions::{AssumedWins, Feature, PossibleSessions, differ};
use super::standard::LINES;
use super::work::OwnOptions;
use crate::session::{self, Announcement, Command, Event, Files, Loading, Request};
use ataxx_core::board::Color;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::path::Path;
use std::time::Duration;

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
    let features = |part| analyze(script, part, files, AssumedWins::AtOnce).features;
    let features = script.parts.iter().flat_map(|part| features(part));
    let mut features: BTreeSet<Feature> = features.collect();
    if script.parts.len() > 1 {
        features.insert(Feature::TwoPrograms);
    }
    features
        .into_iter()
        .map(|feature| feature.tag().to_owned())
        .collect()
}

/// Carries out a part of a script. AIs find these wins.
pub(super) fn analyze(
    script: &Script,
    part: &Part,
    files: &dyn Files,
    wins: AssumedWins,
) -> ScriptAnalysis {
    let dialect = OwnOptions::of(&part.command).dialect;
    let dialect = dialect.unwrap_or(script.format.dialect());
    let folder = Path::new(&*part.source.name).parent().map(Path::to_owned);
    let records = part.standard.is_some();
    let mut analyzer = Analyzer {
        sessions: PossibleSessions::new(dialect, wins, !records),
        step: 0,
        loading: Loading::new(files).in_folder(folder),
        loaded: Vec::new(),
        has_quit: false,
        recorded: 0,
        records,
        found: ScriptAnalysis::default(),
    };
    for line in &part.lines {
        let Ok(_) = carry_out(&line.action, &mut analyzer);
        analyzer.step += 1;
    }
    analyzer.end();
    ScriptAnalysis {
        features: analyzer.sessions.features,
        ..analyzer.found
    }
}

struct Analyzer<'a> {
    sessions: PossibleSessions,
    /// The index of the current line.
    step: usize,
    /// The files that are being loaded, counted over the whole script.
    loading: Loading<'a>,
    /// Their lines that are still to be carried out, the next line last.
    loaded: Vec<Vec<String>>,
    has_quit: bool,
    /// The number of lines recorded so far (2022).
    recorded: usize,
    /// Whether boards are recorded (2022), and not read line by line.
    records: bool,
    found: ScriptAnalysis,
}

impl Driver for Analyzer<'_> {
    type Problem = Infallible;
    type GameResult = ();

    fn send(&mut self, line: &str) -> Result<(), Infallible> {
        self.send_line(line);
        while let Some(lines) = self.loaded.last_mut() {
            if let Some(line) = lines.pop() {
                self.send_line(&line);
            } else {
                self.loaded.pop();
                self.loading.leave();
            }
        }
        Ok(())
    }

    fn limit_time(&mut self, _: Option<Duration>, _: Option<Duration>) {}

    fn read_line(&mut self, text: &str) -> Result<(), Infallible> {
        let text = one_blank(text);
        self.line(|line| one_blank(line) == text, false);
        Ok(())
    }

    fn read_match(&mut self, pattern: &Pattern) -> Result<(), Infallible> {
        let moves = ["Red moves a7-b7.", "Blue moves a1-b1."];
        let fits_any_move = moves.iter().any(|line| pattern.matches(line));
        self.line(|line| pattern.matches(line), fits_any_move);
        Ok(())
    }

    fn read_move(&mut self) -> Result<(), Infallible> {
        self.sessions.has(Feature::Ai);
        if let Some(lines) = self.sessions.next_lines() {
            let is_move = |line: &Option<Output>| matches!(line, Some(Output::Move(_)));
            if differ(lines.iter().map(is_move)) {
                self.depends();
            }
            self.sessions.narrow(self.step);
        }
        Ok(())
    }

    fn read_result(&mut self) -> Result<(), Infallible> {
        self.sessions.has(Feature::Results);
        let is_open = match self.sessions.next_lines() {
            Some(lines) => differ(lines.iter().map(|line| match line {
                Some(Output::Result { winner }) => Some(*winner),
                _ => None,
            })),
            None => self.sessions.forced_winner().is_none(),
        };
        if is_open {
            self.depends();
        }
        self.sessions.narrow(self.step);
        Ok(())
    }

    fn read_game(&mut self, _: Option<Color>, end: &GameEnd) -> Result<(), Infallible> {
        self.game(end, false);
        Ok(())
    }

    fn play_other(
        &mut self,
        _: Opening,
        _: Option<Color>,
        end: &GameEnd,
    ) -> Result<Option<()>, Infallible> {
        // An AI that is to move has its choice already; else the other program moves first.
        if self.sessions.choice.is_none() {
            self.sessions.choose(self.step);
        }
        self.game(end, true);
        Ok(Some(()))
    }

    /// The sessions in which the result matches were separated from the others when it was read.
    fn check_result(&mut self, (): &(), _: &Pattern) -> Result<(), Infallible> {
        Ok(())
    }

    fn record(&mut self, (): ()) {
        self.recorded += 1;
    }
}

impl Analyzer<'_> {
    /// Notes that this step checks what an AI has chosen.
    fn depends(&mut self) {
        let choice = self.sessions.choice.unwrap_or(self.step);
        self.found.dependence.get_or_insert(AiDependence {
            check: self.step,
            choice,
            recorded: self.recorded,
        });
    }

    /// Reads a game up to its result, which `end` checks. In a game against the other program both
    /// sides are AIs.
    fn game(&mut self, end: &GameEnd, is_exchange: bool) {
        self.sessions.has(Feature::Ai);
        self.sessions.has(Feature::Results);
        let dialect = self.sessions.dialect();
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
        let (classes, is_finished) = self.sessions.play_games(is_exchange, is_checked, class);
        let is_certain = is_finished && classes.len() == 1;
        let is_open = match end {
            GameEnd::Any { record: false } => classes.len() > 1,
            GameEnd::Any { record: true } => !is_certain,
            GameEnd::Matching(pattern) => {
                !is_certain && !RESULTS.iter().all(|line| pattern.matches(line))
            }
        };
        if is_open && self.sessions.forced_winner().is_none() {
            self.depends();
        }
        if is_exchange {
            let is_forced = self.sessions.forced_winner().is_some();
            self.found.is_decided |= is_certain && is_checked || is_forced;
        }
        self.sessions.narrow(self.step);
    }

    /// Reads a line of output that must fit (2016). `fits_any_move`: whether each move of an AI does.
    fn line(&mut self, fits: impl Fn(&str) -> bool, fits_any_move: bool) {
        let dialect = self.sessions.dialect();
        let is_open = match self.sessions.next_lines() {
            Some(lines) => {
                let texts = lines.into_iter().flat_map(|line| match line {
                    Some(Output::Move(words)) => words.into_iter().map(Some).collect(),
                    Some(Output::Result { winner }) => {
                        vec![Some(Announcement::Result { winner }.line(dialect))]
                    }
                    Some(Output::Row(row)) => vec![Some(row)],
                    None => vec![None],
                });
                differ(texts.map(|text| text.is_some_and(|text| fits(&text))))
            }
            None => !fits_any_move,
        };
        if is_open {
            self.depends();
        }
        self.sessions.narrow(self.step);
    }

    /// The script ends, and with it the input. In 2016 all output must have been read.
    fn end(&mut self) {
        if self.records {
            return;
        }
        self.sessions.settle();
        if self.sessions.differ_in_unread() {
            self.depends();
        }
    }

    fn send_line(&mut self, text: &str) {
        match session::parse(text, self.sessions.dialect()) {
            _ if self.has_quit => {}
            Ok(None) => {}
            Ok(Some(line)) => self.command(&line.command),
            Err(_) => self.sessions.has(Feature::Errors),
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Pass => self.sessions.has(Feature::Passes),
            Command::Block(_) | Command::Blocks(_) => self.sessions.has(Feature::Blocks),
            Command::Undo => self.sessions.has(Feature::Undo),
            Command::Load(_) => self.sessions.has(Feature::Load),
            Command::Dump => self.sessions.has(Feature::Dump),
            _ => {}
        }
        self.sessions.settle();
        let is_recorded = self.records && *command == Command::Dump;
        let is_unknown = !self.sessions.are_known();
        let done = self.sessions.execute(command);
        if is_recorded && (is_unknown || differ(done.boards.iter())) {
            self.depends();
        }
        if is_recorded {
            self.recorded += LINES;
        }
        self.sessions.narrow(self.step);
        self.has_quit |= done.events.contains(&Event::Quit);
        if let [Event::Request(Request::Load(name))] = &done.events[..] {
            self.load(name);
        }
    }

    fn load(&mut self, name: &str) {
        let file = match self.loading.open(name) {
            Ok(file) => file,
            Err(error) if error.is_endless() => return,
            Err(_) => return self.found.missing.push((name.to_owned(), self.step)),
        };
        self.loading.enter(&file);
        let lines = file.text.lines().rev().map(str::to_owned).collect();
        self.loaded.push(lines);
    }
}

#[cfg(test)]
mod tests;
