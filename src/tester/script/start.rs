//! Who is tested: the session of this program, or a program.

use super::Format;
use crate::opponents::subject::{Options, SessionSubject, SubjectChoice, launch};
use crate::opponents::{Peer, Program};
use crate::session::{Command, Dialect};
use crate::session::{Session, Settings};
use crate::tester::Context;
use std::time::Duration;

/// Starts what is tested.
pub trait Starter: Send + Sync {
    /// Starts a program of a test; `number` tells the programs of the test apart.
    ///
    /// # Errors
    ///
    /// When it cannot be started: why.
    fn start<'a>(
        &self,
        cast: &Cast,
        number: usize,
        context: &Context<'a>,
    ) -> Result<Box<dyn Peer + 'a>, String>;
}

/// What takes the part of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Our session, in this process.
    Session(Box<Session>),
    /// The program that this command line starts.
    Program(String),
}

/// Starts what the person who runs the test asks for: our session, or a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked;

impl Starter for Asked {
    fn start<'a>(
        &self,
        cast: &Cast,
        _: usize,
        context: &Context<'a>,
    ) -> Result<Box<dyn Peer + 'a>, String> {
        match cast {
            Cast::Session(session) => Ok(Box::new(SessionSubject::new(
                (**session).clone(),
                context.files,
                context.stop,
                0,
            ))),
            Cast::Program(command) => {
                let launch = launch(command, &Options::default(), &context.environment());
                let program = Program::start(&launch, context.stop);
                match program {
                    Ok(program) => Ok(Box::new(program)),
                    Err(error) => Err(error.to_string()),
                }
            }
        }
    }
}

/// So many positions an AI of ours looks at for a move, where nobody says otherwise: a
/// whole game takes a moment, and is the same again.
pub(super) const NODES: u64 = 20_000;

/// Who takes the part of the program that a script starts like this; an error says why
/// nobody can.
pub(super) fn cast(
    command: &str,
    format: Format,
    context: &Context,
) -> Result<(Cast, Dialect), String> {
    let options = Asking::of(command);
    let dialect = options.dialect.unwrap_or(format.dialect());
    let cast = match &context.settings.subject {
        None | Some(SubjectChoice::Session) => {
            let settings = Settings {
                move_time: options.move_time,
                nodes: Some(options.nodes.unwrap_or(NODES)),
                ..Settings::default()
            };
            let mut session = Session::new(dialect, settings);
            if let Some(seed) = context.settings.seed {
                // A session at its beginning takes any seed.
                let _ = session.execute(&Command::Seed(seed));
            }
            Cast::Session(Box::new(session))
        }
        // What takes the place of the script's program may still speak its dialect.
        Some(SubjectChoice::Program(command)) => Cast::Program(command.clone()),
        Some(SubjectChoice::Uai(_)) => return Err(no_text_session("a UAI engine")),
        Some(SubjectChoice::Agent(_)) => return Err(no_text_session("a Reloaded agent")),
    };
    Ok((cast, dialect))
}

/// How many positions a command line tells our program to look at.
pub(super) fn named_nodes(command: &str) -> Option<u64> {
    Asking::of(command).nodes
}

fn no_text_session(what: &str) -> String {
    format!("the script speaks the language of a text session, which {what} does not")
}

/// What a command line asks of our program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Asking {
    dialect: Option<Dialect>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
}

impl Asking {
    /// The options of a command line, if it starts a program of our name.
    fn of(command: &str) -> Self {
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
        let options = Asking::of("./target/debug/ataxx --dialect 2016 --nodes=50 --move-time 0.5");
        let expected = Asking {
            dialect: Some(Dialect::FALL_2016),
            nodes: Some(50),
            move_time: Some(Duration::from_millis(500)),
        };
        assert_eq!(options, expected);
        for command in [
            "java -ea ataxx.Main --dialect 2016",
            "ataxx --dialect 1999 --nodes 0 --move-time -1",
            "ataxx --nodes",
            "",
        ] {
            assert_eq!(Asking::of(command), Asking::default(), "{command}");
        }
    }
}
