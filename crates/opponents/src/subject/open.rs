//! Starting what is to be tested, and why it does not start.

use super::agents::AgentSubject;
use super::engines::UaiSubject;
use super::interface::{Subject, SubjectOptions};
use super::program::ProgramSubject;
use super::session::SessionSubject;
use crate::uai::client::EngineClient;
use crate::{Ended, Failure, FailureKind, Launch, Peer, Program, ReadError, Wrapper};
use ataxx_core::Cancellation;
use ataxx_session::{Executor, Files, Session};
use std::path::Path;
use std::time::{Duration, Instant};

/// The kind of a subject.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SubjectChoice {
    /// The session of this program, in this process.
    Session,
    /// A program with a command language of the course, started by this command line.
    Program(String),
    /// An engine of the Universal Ataxx Interface.
    Uai(String),
    /// An agent of Ataxx Reloaded.
    Agent(String),
}

impl SubjectChoice {
    /// Why the board of no subject of this kind can be seen; `None` if it can.
    pub fn why_no_board(&self) -> Option<String> {
        let noun = self.without_language()?;
        Some(format!("{noun} does not tell what is on its board"))
    }

    /// The same for the side to move and the count of jumps. `what` depends on them.
    pub fn why_no_turn(&self, what: &str) -> Option<String> {
        match self {
            Self::Program(_) => Some(format!(
                "a program with a command language cannot be asked for {what}"
            )),
            _ => self.why_no_board(),
        }
    }

    /// Why no subject of this kind announces results; `None` if one does.
    pub fn why_no_result(&self) -> Option<String> {
        let noun = self.without_language()?;
        Some(format!("{noun} announces no results"))
    }

    /// Its name, if it has no command language.
    const fn without_language(&self) -> Option<&'static str> {
        match self {
            Self::Session | Self::Program(_) => None,
            Self::Uai(_) => Some("an engine of UAI"),
            Self::Agent(_) => Some("an agent of Reloaded"),
        }
    }
}

/// The limits of a program under test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ProgramLimits {
    /// Memory limit for each of its processes, in MiB.
    pub memory_mib: Option<u64>,
    /// Processor time limit for each of its processes, in seconds.
    pub cpu_seconds: Option<u64>,
}

impl ProgramLimits {
    /// The memory limit in KiB.
    pub fn memory_kib(self) -> Option<u64> {
        const KIB_IN_MIB: u64 = 1024;
        self.memory_mib.map(|mib| mib.saturating_mul(KIB_IN_MIB))
    }
}

/// What all subjects of a run have in common.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The files that sessions load.
    pub files: &'a (dyn Files + Sync),
    /// Ends the run early.
    pub stop: &'a Cancellation,
    /// The limits of programs.
    pub limits: ProgramLimits,
    /// The path of this program, for command lines that name it as `$ATAXX`.
    pub own_program: Option<&'a Path>,
    /// What starts programs.
    pub wrapper: Option<&'a Wrapper>,
}

/// Starts what is to be tested.
pub fn open<'a>(
    choice: &SubjectChoice,
    options: &SubjectOptions,
    environment: &Environment<'a>,
) -> Result<Box<dyn Subject + 'a>, Failure> {
    match choice {
        SubjectChoice::Session => {
            let session = Session::new(options.dialect, options.session);
            Ok(session_subject(session, options, environment))
        }
        SubjectChoice::Program(command) => {
            Ok(Box::new(open_program(command, options, environment)?))
        }
        SubjectChoice::Uai(command) => Ok(Box::new(open_uai(command, options, environment)?)),
        SubjectChoice::Agent(command) => Ok(Box::new(AgentSubject::new(
            launch(command, options, environment),
            environment.stop,
            options.start,
            options.program,
        ))),
    }
}

/// Starts a program with a command language.
pub fn open_program<'a>(
    command: &str,
    options: &SubjectOptions,
    environment: &Environment<'a>,
) -> Result<ProgramSubject<'a>, Failure> {
    let program = start(command, options, environment)?;
    Ok(ProgramSubject::new(
        Box::new(program),
        command,
        options.dialect,
        environment.files,
        options.start,
        options.program,
    ))
}

/// Starts an engine of the Universal Ataxx Interface.
pub fn open_uai<'a>(
    command: &str,
    options: &SubjectOptions,
    environment: &Environment<'a>,
) -> Result<UaiSubject<'a>, Failure> {
    let program = Box::new(start(command, options, environment)?);
    let engine = EngineClient::named(program, options.program, format!("`{command}`"));
    Ok(UaiSubject::new(engine, options))
}

/// A session of this program under test.
pub fn session_subject<'a, E: Executor + 'a>(
    executor: E,
    options: &SubjectOptions,
    environment: &Environment<'a>,
) -> Box<dyn Subject + 'a> {
    let Environment { files, stop, .. } = *environment;
    let subject = SessionSubject::new(executor, files, stop, options.program);
    Box::new(subject.in_folder(options.folder.clone()))
}

/// How a program is started with these options.
pub fn launch(command: &str, options: &SubjectOptions, environment: &Environment) -> Launch {
    let limits = environment.limits;
    Launch {
        command: command.to_owned(),
        folder: options.folder.clone(),
        memory_kib: limits.memory_kib(),
        cpu_seconds: limits.cpu_seconds,
        own_program: environment.own_program.map(Path::to_owned),
        files: options.files.clone(),
        wrapper: environment.wrapper.cloned(),
    }
}

fn start<'a>(
    command: &str,
    options: &SubjectOptions,
    environment: &Environment<'a>,
) -> Result<Program<'a>, Failure> {
    let launch = launch(command, options, environment);
    Program::start(&launch, environment.stop).map_err(|error| Failure::of_start(command, &error))
}

/// The usual time in which a program that does not start must have ended.
pub const TRY_START_TIME: Duration = Duration::from_secs(2);

/// Starts a program, and returns why it does not start: it is sent nothing, and ends by itself with
/// a bad exit status before it has written a line to stdout. `None` where it starts, where this is
/// not certain within `time`, and for a session.
pub fn try_start(
    choice: &SubjectChoice,
    options: &SubjectOptions,
    environment: &Environment,
    time: Duration,
) -> Option<Failure> {
    let (SubjectChoice::Program(command)
    | SubjectChoice::Uai(command)
    | SubjectChoice::Agent(command)) = choice
    else {
        return None;
    };
    let launch = launch(command, options, environment);
    let mut program = match Program::start(&launch, environment.stop) {
        Ok(program) => program,
        Err(error) => {
            let message = format!("`{command}`: {error}");
            return Some(Failure {
                message,
                ..Failure::of_start(command, &error)
            });
        }
    };
    let Err(ReadError::Ended(Some(ended))) = program.read_line(Instant::now() + time) else {
        return None;
    };
    if let Some(wrapper) = program.unfinished_wrapper() {
        let failure = Failure::of_wrapper(wrapper, &format!("`{command}`"), Some(ended));
        let stderr_end = Some(program.stderr_lines());
        return Some(Failure {
            stderr_end,
            ..failure
        });
    }
    if ended == Ended::Status(0) {
        return None;
    }
    Some(Failure {
        kind: FailureKind::NotStarted,
        message: format!("`{command}` ended with {}", ended.in_words()),
        stderr_end: Some(program.stderr_lines()),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn of(command: &str) -> Option<String> {
        let environment = Environment {
            files: &(),
            stop: &Cancellation::new(),
            limits: ProgramLimits::default(),
            own_program: None,
            wrapper: None,
        };
        let choice = SubjectChoice::Program(command.to_owned());
        let options = SubjectOptions::default();
        let failure = try_start(&choice, &options, &environment, TRY_START_TIME);
        failure.map(|failure| failure.with_stderr("its stderr"))
    }

    #[test]
    fn a_program_that_ends_by_itself_does_not_start() {
        let missing = of("./there-is-no-such-program").unwrap_or_default();
        assert!(missing.contains("exit status 127"), "{missing}");
        insta::assert_snapshot!(of("echo 'No such class' >&2; exit 1").unwrap_or_default(), @"
        `echo 'No such class' >&2; exit 1` ended with exit status 1; its stderr:
        No such class
        ");
    }

    #[test]
    fn a_program_that_waits_prints_or_exits_with_0_starts() {
        for command in ["cat", "echo hello; exit 1", "true", "printf '> '; exit 3"] {
            assert_eq!(of(command), None, "{command}");
        }
    }
}
