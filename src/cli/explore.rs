//! `ataxx explore`.

mod engine;
mod options;
mod program;

pub use options::Args;

use super::exit::{Exit, Failure};
use super::input::FileSystem;
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::result_file::{ResultFile, make_folder};
use crate::explore::ExploreSettings;
use crate::opponents::subject::{Environment, Options, ProgramLimits, SubjectChoice};
use options::Explored;
use std::time::Instant;

/// How many sessions one process of the program carries out.
const REUSE: usize = 25;
/// How many sessions there are without a limit on the time.
const USUAL_SESSIONS: usize = 1000;

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let Some(subject) = args.subject.choice() else {
        return Ok(Exit::Usage);
    };
    if let Some(out) = &args.out {
        ResultFile::at(out)?;
    }
    for folder in [&args.write, &args.scripts].into_iter().flatten() {
        make_folder(folder)?;
    }
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let begun = Instant::now();
    let own_program = std::env::current_exe().ok();
    let environment = Environment {
        files: &FileSystem,
        stop: &INTERRUPT,
        limits: ProgramLimits::default(),
        own_program: own_program.as_deref(),
    };
    let is_program = matches!(subject, SubjectChoice::Program(_));
    let settings = ExploreSettings {
        subject,
        options: Options {
            dialect: args.dialect,
            ..Options::default()
        },
        seed: args.seed,
        sessions: match (args.sessions, args.time) {
            (Some(sessions), _) => sessions as usize,
            (None, Some(_)) => usize::MAX,
            (None, None) => USUAL_SESSIONS,
        },
        until: args.time.map(|time| begun + time),
        patience: args.timeout,
        reuse: if args.fresh { 1 } else { REUSE },
        findings: usize::from(args.findings),
    };
    let explored = Explored { args, begun };
    if is_program {
        program::run(&explored, &settings, &environment)
    } else {
        engine::run(&explored, &settings, &environment)
    }
}
