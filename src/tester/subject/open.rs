//! A subject from what was chosen.

use super::{AgentSubject, ProgramSubject, SessionSubject, Subject, Trouble, UaiSubject};
use crate::opponents::{Launch, Program};
#[cfg(debug_assertions)]
use crate::session::Fault;
use crate::session::Settings;
use crate::session::grammar::Dialect;
use crate::tester::{Context, SubjectChoice};
use std::path::PathBuf;
use std::time::Duration;

/// What there is to say of a subject beyond what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The command language it speaks, for those that speak one.
    pub dialect: Dialect,
    /// How AIs in this process play, and how long engines may think.
    pub session: Settings,
    /// How long a program may take to start.
    pub start: Duration,
    /// The folder that a program is started in, and where a session looks files up after our
    /// own; `None` for our own.
    pub folder: Option<PathBuf>,
    /// The options that an engine is set, with their values; none for a button.
    pub engine_options: Vec<(String, Option<String>)>,
    /// Which program it is in the dialogue, counted from 0.
    pub program: usize,
    /// In which way a session is wrong on purpose.
    #[cfg(debug_assertions)]
    pub fault: Option<Fault>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dialect: Dialect::default(),
            session: Settings::default(),
            start: Duration::from_secs(10),
            folder: None,
            engine_options: Vec::new(),
            program: 0,
            #[cfg(debug_assertions)]
            fault: None,
        }
    }
}

/// Starts what is to be tested.
///
/// # Errors
///
/// [`Trouble::NotStarted`] when a program cannot be started at all; a command that the shell
/// does not find shows when it is asked something.
pub fn open<'a>(
    choice: &SubjectChoice,
    options: &Options,
    context: &Context<'a>,
) -> Result<Box<dyn Subject + 'a>, Trouble> {
    match choice {
        SubjectChoice::Session => {
            let (files, stop) = (context.files, context.stop);
            let (dialect, settings) = (options.dialect, options.session);
            let subject = SessionSubject::new(dialect, settings, files, stop, options.program)
                .in_folder(options.folder.clone());
            #[cfg(debug_assertions)]
            let subject = match options.fault {
                Some(fault) => subject.with_fault(fault),
                None => subject,
            };
            Ok(Box::new(subject))
        }
        SubjectChoice::Program(command) => {
            let program = start(command, options, context)?;
            Ok(Box::new(ProgramSubject::new(
                Box::new(program),
                command,
                options.dialect,
                context.files,
                options.start,
                options.program,
            )))
        }
        SubjectChoice::Uai(command) => {
            let program = start(command, options, context)?;
            Ok(Box::new(UaiSubject::new(
                Box::new(program),
                command,
                options,
            )))
        }
        SubjectChoice::Agent(command) => Ok(Box::new(AgentSubject::new(
            launch(command, options, context),
            context.stop,
            options.start,
            options.program,
        ))),
    }
}

/// How a command line is started with these options.
pub(in crate::tester) fn launch(command: &str, options: &Options, context: &Context) -> Launch {
    const KIB_IN_MIB: u64 = 1024;
    let limits = context.settings.limits;
    Launch {
        command: command.to_owned(),
        folder: options.folder.clone(),
        memory_kib: limits.memory_mib.map(|mib| mib.saturating_mul(KIB_IN_MIB)),
        cpu_seconds: limits.cpu_seconds,
        own_program: context.settings.own_program.clone(),
    }
}

fn start<'a>(
    command: &str,
    options: &Options,
    context: &Context<'a>,
) -> Result<Program<'a>, Trouble> {
    Program::start(&launch(command, options, context), context.stop)
        .map_err(|error| Trouble::NotStarted(format!("`{command}` could not be started: {error}")))
}
