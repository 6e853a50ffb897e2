//! Starting what is tested: the session of this program, or another program.

use crate::opponents::subject::{Options, SessionSubject, SubjectChoice, launch};
use crate::opponents::{Peer, Program};
use crate::session::{Command, Dialect, Session, SessionSettings};
use crate::tester::Context;
use crate::tester::faults::{Fault, FaultySession};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The nodes that an AI of this program searches for a move where the command line does not
/// say: a game takes a moment, and is the same every time.
pub(super) const NODES: u64 = 20_000;

/// Why what is tested cannot take the part of a program in a script.
pub(super) fn unsupported(context: &Context) -> Option<String> {
    let what = match &context.settings.subject {
        None | Some(SubjectChoice::Session | SubjectChoice::Program(_)) => return None,
        Some(SubjectChoice::Uai(_)) => "a UAI engine",
        Some(SubjectChoice::Agent(_)) => "a Reloaded agent",
    };
    Some(format!(
        "the script speaks the language of a text session, which {what} does not"
    ))
}

/// Starts what takes the part of a program: the session of this program, with these options and
/// files looked up in the folder too, or the program that the run names.
pub(super) fn start<'a>(
    dialect: Dialect,
    options: OwnOptions,
    folder: Option<PathBuf>,
    context: &Context<'a>,
) -> Result<Box<dyn Peer + 'a>, String> {
    if let Some(SubjectChoice::Program(command)) = &context.settings.subject {
        let launch = launch(command, &Options::default(), &context.environment());
        let program = Program::start(&launch, context.stop);
        return match program {
            Ok(program) => Ok(Box::new(program)),
            Err(error) => Err(error.to_string()),
        };
    }
    let settings = SessionSettings {
        move_time: options.move_time,
        nodes: context.settings.nodes.or(options.nodes).or(Some(NODES)),
        ..SessionSettings::default()
    };
    let mut session = Session::new(dialect, settings);
    if let Some(seed) = context.settings.seed {
        // A session at its beginning takes any seed.
        let _ = session.execute(&Command::Seed(seed));
    }
    // A fault can keep a game of two AIs from ending.
    let limit = context.settings.timeout;
    let until = limit.and_then(|limit| Instant::now().checked_add(limit));
    let (files, stop) = (context.files, context.stop);
    Ok(match context.settings.fault.or(options.fault) {
        None => Box::new(
            SessionSubject::new(session, files, stop, 0)
                .in_folder(folder)
                .until(until),
        ),
        Some(fault) => {
            let faulty =
                FaultySession::new(session, fault).with_memory(context.settings.memory.clone());
            Box::new(
                SessionSubject::new(faulty, files, stop, 0)
                    .in_folder(folder)
                    .until(until),
            )
        }
    })
}

/// The options of this program in a command line of a script. They count for what takes its
/// place, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnOptions {
    pub dialect: Option<Dialect>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    pub fault: Option<Fault>,
}

impl OwnOptions {
    /// The options in a command line; none where it starts another program.
    pub fn of(command: &str) -> Self {
        let is_ours = |word: &str| {
            let base = super::format::base(word);
            base == "ataxx" || base == "ataxx.exe"
        };
        let mut words = command.split_whitespace().skip_while(|word| !is_ours(word));
        let mut options = Self::default();
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            let mut value = || value.or_else(|| words.next()).unwrap_or_default();
            match name {
                "--dialect" => {
                    let name = value();
                    options.dialect = Dialect::named(name);
                }
                "--fault" => options.fault = Fault::named(value()),
                "--nodes" => options.nodes = value().parse().ok().filter(|nodes| *nodes > 0),
                "--move-time" => {
                    let seconds = value().parse().ok();
                    options.move_time =
                        seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
                }
                _ => {}
            }
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_our_program_are_heeded() {
        let options = OwnOptions::of(
            "./target/debug/ataxx --dialect 2016 --nodes=50 --move-time 0.5 --fault long-jump",
        );
        let expected = OwnOptions {
            dialect: Some(Dialect::FALL_2016),
            nodes: Some(50),
            move_time: Some(Duration::from_millis(500)),
            fault: Some(Fault::LongJump),
        };
        assert_eq!(options, expected);
        for command in [
            "java -ea ataxx.Main --dialect 2016",
            "ataxx --dialect 1999 --nodes 0 --move-time -1",
            "ataxx --nodes",
            "",
        ] {
            assert_eq!(OwnOptions::of(command), OwnOptions::default(), "{command}");
        }
    }
}
