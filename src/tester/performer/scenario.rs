//! A scenario as it is run: everything in it has been read.

use super::step::StepAt;
use crate::board::{Game, Rules};
use crate::opponents::subject::SubjectChoice;
use crate::session::Dialect;
use crate::tester::Place;
use crate::tester::faults::Fault;
use std::sync::Arc;
use std::time::Duration;

/// A scenario as it is run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is about, for people.
    pub description: Option<String>,
    /// Where it begins.
    pub place: Place,
    /// The dialect of a session.
    pub dialect: Dialect,
    /// The rules it plays by.
    pub rules: Rules,
    /// What is tested; `None` for the session of this program, or, where the rules are not the
    /// dialect's, a bare game by those rules.
    pub subject: Option<SubjectChoice>,
    /// The options that an engine is set, with their values; none for a button.
    pub engine_options: Vec<(String, Option<String>)>,
    /// How many positions an AI of this program searches for a move.
    pub nodes: Option<u64>,
    /// How long an AI of this program thinks about a move.
    pub move_time: Option<Duration>,
    /// The time limit of a step.
    pub step_limit: Duration,
    /// The time limit of the scenario.
    pub limit: Duration,
    /// Why it is not to be run.
    pub skip: Option<String>,
    /// What must be so for it to be run.
    pub conditions: Vec<Condition>,
    /// Why it is expected to fail.
    pub expected_failure: Option<String>,
    /// The game it begins with, and where that is said.
    pub start: Option<(Box<Game>, Place)>,
    /// What is done, in order.
    pub steps: Arc<[StepAt]>,
    /// What is done afterwards in any case.
    pub after: Arc<[StepAt]>,
    /// In which way a session that it tests is wrong on purpose.
    pub fault: Option<Fault>,
}

impl Scenario {
    /// What is tested: what the run says (`choice`), or else the scenario.
    #[must_use]
    pub fn subject(&self, choice: Option<&SubjectChoice>) -> SubjectChoice {
        let choice = choice.or(self.subject.as_ref());
        choice.cloned().unwrap_or(SubjectChoice::Session)
    }

    /// Whether it needs no session, but rules that no session plays by.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        self.rules.to_string() != self.dialect.name()
    }
}

/// What must be so for a scenario to be run.
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
    #[must_use]
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, other)| *other == self)
            .map_or("", |(name, _)| name)
    }

    /// Whether it is so where this is tested.
    #[must_use]
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
