//! Scenarios, parsed and ready to run.

use super::files::ScenarioFiles;
use super::step::StepAt;
use crate::opponents::subject::SubjectChoice;
use crate::session::Dialect;
use crate::tester::Place;
use ataxx_core::board::{Game, Rules};
use std::sync::Arc;
use std::time::Duration;

/// A scenario, parsed and ready to run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is about, for people.
    pub description: Option<String>,
    /// Its place.
    pub place: Place,
    /// The dialect of a session.
    pub dialect: Dialect,
    /// The rules.
    pub rules: Rules,
    /// The subject; `None` for the session of this program, or for a bare game where the rules
    /// are not those of the dialect.
    pub subject: Option<SubjectChoice>,
    /// The options of an engine, with their values; no value for a button.
    pub engine_options: Vec<(String, Option<String>)>,
    /// The number of nodes that an AI of this program searches for a move.
    pub nodes: Option<u64>,
    /// The time that an AI of this program thinks about a move.
    pub move_time: Option<Duration>,
    /// The time limit of a step.
    pub step_limit: Duration,
    /// The time limit of the scenario.
    pub limit: Duration,
    /// Why it is skipped.
    pub skip: Option<String>,
    /// The conditions under which it runs.
    pub conditions: Vec<Condition>,
    /// Why it is expected to fail.
    pub expected_failure: Option<String>,
    /// The files that it brings along.
    pub files: Option<Arc<ScenarioFiles>>,
    /// The game that it begins with, and the place of that.
    pub start: Option<(Box<Game>, Place)>,
    /// The steps.
    pub steps: Arc<[StepAt]>,
    /// The steps that are carried out afterwards in any case.
    pub after: Arc<[StepAt]>,
}

impl Scenario {
    /// The subject: `choice`, which is that of the run, or else that of the scenario.
    pub fn subject(&self, choice: Option<&SubjectChoice>) -> SubjectChoice {
        let choice = choice.or(self.subject.as_ref());
        choice.cloned().unwrap_or(SubjectChoice::Session)
    }

    /// Whether its lines are for engines of the Universal Ataxx Interface: its file names one, or
    /// its rules are not those of a command language.
    pub fn is_for_engines(&self) -> bool {
        matches!(self.subject, Some(SubjectChoice::Uai(_))) || self.is_bare()
    }

    /// Whether its rules are not those of the dialect, so that no session can play it.
    pub fn is_bare(&self) -> bool {
        self.rules.to_string() != self.dialect.name()
    }
}

/// A condition under which a scenario runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The session of this program is tested.
    Session,
    /// A program with a command language is tested.
    Program,
    /// A UAI engine is tested.
    Uai,
    /// A Reloaded agent is tested.
    Agent,
    /// The system is a Unix.
    Unix,
    /// The system is Windows.
    Windows,
}

impl Condition {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("session", Self::Session),
        ("program", Self::Program),
        ("uai", Self::Uai),
        ("agent", Self::Agent),
        ("unix", Self::Unix),
        ("windows", Self::Windows),
    ];

    /// Its name in files of scenarios.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, other)| *other == self)
            .map_or("", |(name, _)| name)
    }

    /// Whether it holds for this subject.
    pub const fn holds(self, subject: &SubjectChoice) -> bool {
        match self {
            Self::Session => matches!(subject, SubjectChoice::Session),
            Self::Program => matches!(subject, SubjectChoice::Program(_)),
            Self::Uai => matches!(subject, SubjectChoice::Uai(_)),
            Self::Agent => matches!(subject, SubjectChoice::Agent(_)),
            Self::Unix => cfg!(unix),
            Self::Windows => cfg!(windows),
        }
    }
}
