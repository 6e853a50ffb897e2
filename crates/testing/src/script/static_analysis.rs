//! A script carried out by the session of this program, without a program under test: the commands
//! and situations in it, and the first check that depends on what an AI plays.

use super::followed_session::{Feature, FollowedSession, Output};
use super::interpreter::{Driver, carry_out};
use super::output::one_blank;
use super::part::{GameEnd, Opening, Part, Pattern, Script};
use super::standard::LINES;
use super::work::OwnOptions;
use ataxx_core::board::Color;
use ataxx_session::{self as session, Command, Event, Files, Loading, Request};
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
    /// The files that the script loads and that cannot be read, each with its step.
    pub missing: Vec<(String, usize)>,
}

/// The results of 2016, as they are announced.
const RESULTS: [&str; 3] = ["Red wins.", "Blue wins.", "Draw."];

/// The tags of a script, besides that of its format.
pub(super) fn tags(script: &Script, files: &dyn Files) -> Vec<String> {
    let features = |part| analyze(script, part, files).features;
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

/// Carries out a part of a script.
pub(super) fn analyze(script: &Script, part: &Part, files: &dyn Files) -> ScriptAnalysis {
    let dialect = OwnOptions::of(&part.command).dialect;
    let dialect = dialect.unwrap_or(script.format.dialect());
    let folder = Path::new(&*part.source.name).parent().map(Path::to_owned);
    let records = part.standard.is_some();
    let mut analyzer = Analyzer {
        session: FollowedSession::new(dialect, !records),
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
    ScriptAnalysis {
        features: analyzer.session.features,
        ..analyzer.found
    }
}

struct Analyzer<'a> {
    session: FollowedSession,
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
        // Two moves of a colour that have no square in common.
        let moves = [
            ["Red moves a7-b7.", "Red moves g1-e2."],
            ["Blue moves a1-b1.", "Blue moves g7-e6."],
        ];
        let fits_all = |lines: &[&str; 2]| lines.iter().all(|line| pattern.matches(line));
        let fits_any_move = moves.iter().any(fits_all);
        self.line(|line| pattern.matches(line), fits_any_move);
        Ok(())
    }

    fn read_move(&mut self) -> Result<(), Infallible> {
        self.session.has(Feature::Ai);
        self.session.next_line();
        // That it comes is known, whatever it is.
        if !self.session.is_left_to_ais() {
            self.depends();
        }
        Ok(())
    }

    fn read_result(&mut self) -> Result<(), Infallible> {
        self.session.has(Feature::Results);
        if self.session.is_known() {
            self.session.next_line();
        } else {
            self.depends();
        }
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
        if self.session.is_known() {
            self.session.choose(self.step);
        }
        self.game(end, true);
        Ok(Some(()))
    }

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
        let choice = self.session.choice.unwrap_or(self.step);
        self.found.dependence.get_or_insert(AiDependence {
            check: self.step,
            choice,
            recorded: self.recorded,
        });
    }

    /// Reads a game up to its result, which `end` checks. `is_exchange`: the other program plays, too.
    fn game(&mut self, end: &GameEnd, is_exchange: bool) {
        self.session.has(Feature::Ai);
        self.session.has(Feature::Results);
        let fits_any = match end {
            GameEnd::Any { record } => !record,
            GameEnd::Matching(pattern) => RESULTS.iter().all(|line| pattern.matches(line)),
        };
        let comes = is_exchange || self.session.ends_by_ais();
        if !(self.session.skip_to_result() || fits_any && comes) {
            self.depends();
        }
    }

    /// Reads a line of output that must fit (2016). `fits_any_move`: whether each move of an AI does.
    fn line(&mut self, fits: impl Fn(&str) -> bool, fits_any_move: bool) {
        let is_open = match self.session.next_line() {
            _ if !self.session.is_known() => !fits_any_move || !self.session.is_left_to_ais(),
            // An extend may be announced from each origin.
            Some(Output::Move(words)) => {
                let fitting = words.iter().filter(|words| fits(words)).count();
                fitting > 0 && fitting < words.len()
            }
            _ => false,
        };
        if is_open {
            self.depends();
        }
    }

    fn send_line(&mut self, text: &str) {
        match session::parse(text, self.session.dialect()) {
            _ if self.has_quit => {}
            Ok(None) => {}
            Ok(Some(line)) => self.command(&line.command),
            Err(_) => self.session.has(Feature::Errors),
        }
    }

    fn command(&mut self, command: &Command) {
        match command {
            Command::Pass => self.session.has(Feature::Passes),
            Command::Block(_) | Command::Blocks(_) => self.session.has(Feature::Blocks),
            Command::Undo => self.session.has(Feature::Undo),
            Command::Load(_) => self.session.has(Feature::Load),
            Command::Dump => self.session.has(Feature::Dump),
            _ => {}
        }
        if self.records && *command == Command::Dump {
            if !self.session.is_known() {
                self.depends();
            }
            self.recorded += LINES;
        }
        let events = self.session.execute(command, self.step);
        self.has_quit |= events.contains(&Event::Quit);
        if let [Event::Request(Request::Load(name))] = &events[..] {
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
