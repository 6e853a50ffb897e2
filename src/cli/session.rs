//! The text session: from files, from a pipe, or at a terminal.

use super::arguments::{DisplayArgs, OtherRules, PlayerLimits, Threads, values};
#[cfg(feature = "display")]
use super::display;
use super::exit::{EarlyExit, Exit};
use super::input::WritableFileSystem;
use super::interrupt::INTERRUPT;
use super::session_output::SessionOutput;
use super::tables::TablesOption;
use super::{output, plain, terminal};
use ataxx_core::board::Color;
use ataxx_core::engine::Level;
use ataxx_core::presentation::{Side, aligned};
use ataxx_opponents::remote::{ListenAddress, Tcp};
use ataxx_session::mutants::{Fault, FaultySession};
use ataxx_session::{Dialect, Interpreter, Session, SessionSettings, Strength};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// What the documents allow for a move.
const MAX_SECONDS: u32 = 10;

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("move_time", |time| time.value_parser(values::seconds(MAX_SECONDS)).help(
        "Thinking time for each move of an AI without a seed, in seconds, at most 10; \
         more than 9 are not used [default: 0.3, and less as the game gets longer; no \
         limit with --nodes]"
    )),
    mut_arg("threads", |threads| threads.help(
        "Number of threads of an AI without a seed"
    )),
)]
pub struct Args {
    /// Files of commands to run in order; `-` is standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Dialect of the commands, named after the year of the course document.
    #[arg(long, value_name = "YEAR", default_value = "2022", value_parser = values::dialect())]
    dialect: Dialect,
    #[command(flatten)]
    rules: OtherRules,
    /// Stop at the first error, with exit status 1.
    #[arg(long)]
    strict: bool,
    /// After each command, print it as a comment with the time it took.
    #[arg(long)]
    log: bool,
    /// Run the session with one known fault, to try tests on it, and without line editing; `list`
    /// lists the faults.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = FaultName,
        hide_possible_values = true,
        conflicts_with = "display",
    )]
    fault: Option<FaultChoice>,
    #[command(flatten)]
    display: DisplayArgs,
    /// Skill level of AIs, from 1 for a beginner to 10 for full strength.
    #[arg(long, value_name = "N", value_parser = Level::from_str)]
    skill: Option<Level>,
    #[command(flatten)]
    pub tables: TablesOption,
    #[command(flatten)]
    limits: PlayerLimits,
    #[command(flatten)]
    threads: Threads,
    /// Address on which --display, or else `host`, listens; 0.0.0.0 is every address of this
    /// machine, and port 0 any free port [default: loopback, for this machine alone].
    #[arg(
        long,
        value_name = "ADDRESS[:PORT]",
        default_value = "127.0.0.1",
        hide_default_value = true
    )]
    listen: ListenAddress,
    /// Time that `host` waits for an opponent, in seconds [default: 3600].
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(MAX_WAITING))]
    wait: Option<Duration>,
}

/// The longest wait for an opponent: a day.
const MAX_WAITING: u32 = 24 * 3600;

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    let fault = match args.fault {
        Some(FaultChoice::List) => return list_faults(),
        Some(FaultChoice::One(fault)) => Some(fault),
        None => None,
    };
    let settings = SessionSettings {
        move_time: args.limits.move_time,
        nodes: args.limits.nodes,
        threads: args.threads.threads,
        ..SessionSettings::default()
    };
    let mut session = Session::new(args.rules.for_dialect(args.dialect), settings);
    for color in Color::BOTH {
        session.set_strength(color, args.skill.map(Strength::Level));
    }
    let network = Tcp {
        listen: args.listen,
        wait: args.wait.unwrap_or(Tcp::USUAL_WAIT),
        ..Tcp::default()
    };
    let report = SessionOutput::new(args.dialect, args.strict, args.log);
    if args.display.display {
        #[cfg(feature = "display")]
        return Ok(display::run(
            &args.display,
            &args.files,
            session,
            network,
            report,
        ));
        #[cfg(not(feature = "display"))]
        {
            output::message("error: this build has no graphical interface\n");
            return Ok(Exit::Usage);
        }
    }
    if let Some(fault) = fault {
        let faulty = FaultySession::new(session, fault);
        let interpreter =
            Interpreter::new(faulty, &WritableFileSystem, &INTERRUPT).with_network(&network);
        return Ok(plain::run(&args.files, interpreter, report));
    }
    let interpreter =
        Interpreter::new(session, &WritableFileSystem, &INTERRUPT).with_network(&network);
    // Editing needs both; with one of them, lines are read as from a pipe.
    let is_edited =
        args.files.is_empty() && io::stdin().is_terminal() && io::stdout().is_terminal();
    Ok(if is_edited {
        terminal::run(interpreter, report)
    } else {
        plain::run(&args.files, interpreter, report)
    })
}

/// Prints the names and descriptions of all faults.
fn list_faults() -> Result<Exit, EarlyExit> {
    let row = |fault: &Fault| vec![fault.name().to_owned(), fault.description().to_owned()];
    let rows: Vec<Vec<String>> = Fault::ALL.iter().map(row).collect();
    output::data(&aligned(&rows, &[Side::Left]))?;
    Ok(Exit::Good)
}

/// The value of `--fault`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaultChoice {
    /// This fault.
    One(Fault),
    /// List all faults.
    List,
}

/// The word that asks for the list.
const LIST: &str = "list";

/// A parser for the name of a fault. There are too many names for help and error messages.
#[derive(Clone, Debug)]
struct FaultName;

impl TypedValueParser for FaultName {
    type Value = FaultChoice;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<FaultChoice, clap::Error> {
        let name = StringValueParser::new().try_map(|name| read_fault(&name));
        name.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |fault: &Fault| PossibleValue::new(fault.name()).help(fault.description());
        let list = PossibleValue::new(LIST).help("list the faults");
        Some(Box::new(
            Fault::ALL.iter().map(value).chain(std::iter::once(list)),
        ))
    }
}

fn read_fault(name: &str) -> Result<FaultChoice, String> {
    if name == LIST {
        return Ok(FaultChoice::List);
    }
    Fault::named(name).map(FaultChoice::One).ok_or_else(|| {
        let near = Fault::nearest_name(name)
            .map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        format!("there is no such fault: {near}`--fault list` lists all")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_name_suggests_the_nearest() {
        assert_eq!(
            read_fault("long-jump"),
            Ok(FaultChoice::One(Fault::LongJump))
        );
        assert_eq!(read_fault("list"), Ok(FaultChoice::List));
        let message = read_fault("limit-is-one-more").unwrap_err();
        assert!(message.contains("`limit-one-more`"), "{message}");
    }
}
