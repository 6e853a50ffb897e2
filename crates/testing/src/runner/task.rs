//! The tasks of a run, and what they have in common.

use crate::report::{Identity, Report};
use ataxx_core::Cancellation;
use ataxx_core::board::Rules;
use ataxx_opponents::Wrapper;
use ataxx_opponents::subject::{Environment, ProgramLimits, SubjectChoice};
use ataxx_session::mutants::{Fault, MoveCache};
use ataxx_session::{Dialect, Files};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// One scenario of a run.
pub struct Task {
    /// Its name and place.
    pub identity: Identity,
    /// What to do.
    pub work: Arc<dyn Work>,
    /// The names of the tasks of its file that it needs: it is not run if one of them fails.
    pub needs: Vec<String>,
}

/// What a task does. It can be done repeatedly, and from several threads at once.
pub trait Work: Send + Sync {
    /// Performs the task. `stop` in the context ends it early.
    fn perform(&self, identity: &Identity, context: &Context) -> Report;

    /// Whether it is skipped with these settings, whatever else happens.
    fn is_left_out(&self, _: &Context) -> bool {
        false
    }

    /// Why the subject cannot do what it needs, whatever it answers, as far as that is known before;
    /// `None` if it may.
    fn unsupported(&self, _: &Context) -> Option<String> {
        None
    }

    /// Whether it starts a program where the run names no subject.
    fn starts_program(&self) -> bool {
        false
    }

    /// Whether it waits for moves of an AI, whose time a busy machine would shorten.
    fn waits_for_ai(&self) -> bool {
        false
    }

    /// What it tests of the session of this program, where the run names no other subject.
    /// Nothing by default.
    fn scopes(&self) -> Vec<Scope> {
        Vec::new()
    }
}

/// The tag of scenarios with AIs.
const AI_TAG: &str = "ai";

impl Task {
    /// A task that needs no other.
    pub fn new(identity: Identity, work: impl Work + 'static) -> Self {
        Self {
            identity,
            work: Arc::new(work),
            needs: Vec::new(),
        }
    }

    /// Whether its result depends on the time that an AI has.
    pub fn measures_time(&self) -> bool {
        let is_tagged = self.identity.tags.iter().any(|tag| tag == AI_TAG);
        is_tagged || self.work.waits_for_ai()
    }
}

/// The part of a session's behaviour that a task can test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// The dialect of the session.
    pub dialect: Dialect,
    /// Whether messages are tested, and not only dumps, announcements and the exit.
    pub tests_messages: bool,
}

/// What all tasks of a run share.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The settings of the run.
    pub settings: &'a RunSettings,
    /// The source of files that a scenario names.
    pub files: &'a (dyn Files + Sync),
    /// Ends the run early.
    pub stop: &'a Cancellation,
}

/// The settings of a run.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent switches"
)]
pub struct RunSettings {
    /// The subject, in place of those that the files name.
    pub subject: Option<SubjectChoice>,
    /// The rules of games in a command language, in place of those of the files.
    pub rules: Option<Rules>,
    /// The time limit of a scenario, in place of its own.
    pub timeout: Option<Duration>,
    /// The seed of AIs in this process, in place of those in the files.
    pub seed: Option<i64>,
    /// The nodes that an AI in this process searches for a move, in place of those in the files.
    pub nodes: Option<u64>,
    /// The fault of the session in this process.
    pub fault: Option<Fault>,
    /// The choices of AIs in sessions with a fault.
    pub memory: MoveCache,
    /// Gather patches: continue after an expectation that is not met if it can be updated.
    pub bless: bool,
    /// After a failed check, go on with the scenario if the program still follows the rules, and
    /// report all checks that fail.
    pub all_checks: bool,
    /// Limits on the programs under test.
    pub limits: ProgramLimits,
    /// What starts the programs under test.
    pub wrapper: Option<Wrapper>,
    /// The path of this program, for `$ATAXX` in command lines.
    pub own_program: Option<PathBuf>,
    /// Scripts are judged as the harness of their course does, to the letter.
    pub as_course: bool,
    /// Reports have all that the programs of scripts printed.
    pub keeps_output: bool,
    /// Steps cannot start programs or sessions: the scenarios are of an unknown author.
    pub is_confined: bool,
}

impl<'a> Context<'a> {
    /// The same with other settings.
    pub fn with<'b>(&self, settings: &'b RunSettings) -> Context<'b>
    where
        'a: 'b,
    {
        Context { settings, ..*self }
    }

    /// The environment of programs that this run starts.
    pub fn environment(&self) -> Environment<'a> {
        Environment {
            files: self.files,
            stop: self.stop,
            limits: self.settings.limits,
            own_program: self.settings.own_program.as_deref(),
            wrapper: self.settings.wrapper.as_ref(),
        }
    }
}
