//! What a run consists of.

use super::report::{Identity, Report};
use crate::cancellation::Cancellation;
use crate::opponents::subject::{Environment, ProgramLimits, SubjectChoice};
use crate::session::Files;
use std::path::PathBuf;
use std::time::Duration;

/// One scenario of a run.
pub struct Task {
    /// What it is called and where it stands.
    pub identity: Identity,
    /// What is to be done.
    pub work: Box<dyn Work>,
}

/// Something that can be done, again and again, and from several threads at once.
pub trait Work: Send + Sync {
    /// Does it, and tells what became of it. `stop` in the context ends it soon.
    fn perform(&self, identity: &Identity, context: &Context) -> Report;
}

/// What all scenarios of a run have in common.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// How they are to be run.
    pub settings: &'a Settings,
    /// Where files come from that a scenario names.
    pub files: &'a (dyn Files + Sync),
    /// Set when all is to end.
    pub stop: &'a Cancellation,
}

/// How the scenarios of a run are to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What is tested instead of what the files say.
    pub subject: Option<SubjectChoice>,
    /// How long a scenario may take instead of what it says.
    pub timeout: Option<Duration>,
    /// The seed of AIs in this process instead of what the files say.
    pub seed: Option<i64>,
    /// Carry on after an expectation that is not met and can be rewritten, and tell
    /// how it would have to read.
    pub bless: bool,
    /// What the programs under test may use.
    pub limits: ProgramLimits,
    /// Where this program itself is, for command lines that name it as `$ATAXX`.
    pub own_program: Option<PathBuf>,
    /// Steps start nothing: neither programs nor sessions.
    pub is_confined: bool,
}

impl<'a> Context<'a> {
    /// What an opponent that is started in this run needs.
    #[must_use]
    pub fn environment(&self) -> Environment<'a> {
        Environment {
            files: self.files,
            stop: self.stop,
            limits: self.settings.limits,
            own_program: self.settings.own_program.as_deref(),
        }
    }
}
