//! Small groups: `--rules`, `--notation`, `--json`, `--hash`, `--threads`, `--shard`, `--color`,
//! the limits of searches and players, programs under test, and the board in the browser.

use crate::cli::output;
use ataxx_console::values;
use ataxx_core::board::Rules;
use ataxx_core::engine::Limits;
use ataxx_core::notation::MoveNotation;
use ataxx_opponents::subject::SubjectChoice;
use ataxx_opponents::{Launch, Wrapper};
use ataxx_session::Dialect;
use ataxx_storage::Shard;
use clap::builder::NonEmptyStringValueParser;
use serde::Serialize;
use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The rules of a game.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct RulesOption {
    /// Rules to play by: a name, or a name with settings such as `2022,jump-limit=40`.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "2022",
        ignore_case = true,
        value_parser = values::RulesText,
    )]
    pub rules: Rules,
}

/// Other rules than those of the document of a dialect.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct OtherRules {
    /// Play by these rules instead of those of the document: a name, or a name with settings such
    /// as `2022,jump-limit=40`.
    #[arg(
        long,
        value_name = "RULES",
        ignore_case = true,
        value_parser = values::RulesText,
    )]
    pub rules: Option<Rules>,
}

impl OtherRules {
    /// The command language of this dialect, with these rules.
    pub fn for_dialect(self, dialect: Dialect) -> Dialect {
        let other = self.rules.map(|rules| dialect.with_rules(rules));
        other.unwrap_or(dialect)
    }
}

/// The notation of moves in the output.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Notation {
    /// Notation of moves in the output.
    #[arg(
        long,
        value_name = "NOTATION",
        default_value = "berkeley",
        ignore_case = true,
        value_parser = values::choice(MoveNotation::ALL, MoveNotation::name),
    )]
    pub notation: MoveNotation,
}

/// The choice between text and JSON.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Json {
    /// Print JSON instead of text.
    #[arg(id = "json", long = "json")]
    pub wanted: bool,
}

impl Json {
    /// Writes a result to stdout, as a line of JSON or as text.
    pub fn print(self, result: &impl Serialize, text: impl FnOnce() -> String) -> io::Result<()> {
        if self.wanted {
            output::json(result)
        } else {
            output::data(&text())
        }
    }
}

/// The size of a transposition table.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Hash {
    /// Size of the transposition table in MiB, at most 65536 [default: 64].
    #[arg(
        id = "hash",
        long = "hash",
        value_name = "MB",
        value_parser = clap::value_parser!(u64).range(..=Self::MAX),
    )]
    pub given: Option<u64>,
}

impl Hash {
    /// The greatest size in MiB.
    pub const MAX: u64 = 65_536;

    /// The size in MiB.
    pub fn mib(self) -> u64 {
        self.given.unwrap_or(64)
    }

    /// The size in bytes.
    pub fn bytes(self) -> usize {
        usize::try_from(self.mib().saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}

/// The number of threads of a search.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct Threads {
    /// Number of threads.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = values::threads(),
    )]
    pub threads: NonZeroUsize,
}

/// The response to an illegal move of an agent of Ataxx Reloaded. A late or missing one is forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OnIllegal {
    // As in the framework of the document.
    Random,
    Forfeit,
}

/// The limits of a search of one position.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct SearchLimits {
    /// Time limit for each position, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    pub time: Option<Duration>,
    /// Depth limit in plies, at most 200.
    #[arg(long, value_name = "N", value_parser = values::depth())]
    pub depth: Option<u32>,
    /// Node limit for each position (approximate).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

impl SearchLimits {
    /// The limits that were given.
    pub const fn limits(self) -> Limits {
        Limits {
            time: self.time,
            nodes: self.nodes,
            depth: self.depth,
            proof_time: None,
        }
    }

    /// The limits that were given, or `usual` without any.
    pub fn limits_or(self, usual: Limits) -> Limits {
        match self.limits() {
            none if none == Limits::default() => usual,
            given => given,
        }
    }
}

/// How much an AI may think about a move.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct PlayerLimits {
    /// Thinking time of the AI for each move, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    pub move_time: Option<Duration>,
    /// Node limit of the AI for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

/// One of several parts of the work.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(skip)]
pub struct ShardOption {
    /// Do only one part of the work: `2/5` is the second of five.
    #[arg(long, value_name = "PART/PARTS")]
    pub shard: Option<Shard>,
}

/// The board in the browser.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct DisplayArgs {
    /// Open a board in the browser for the same session.
    #[arg(long)]
    pub display: bool,
    /// With --display: print the address and do not open a browser.
    #[arg(long, requires = "display")]
    pub no_open: bool,
    /// With --display: command line of a UAI engine to play against; repeatable.
    #[arg(long, value_name = "COMMAND", requires = "display")]
    pub engine: Vec<String>,
}

/// The program under test.
#[derive(Clone, Debug, clap::Args)]
#[group(id = "subject", multiple = false)]
pub struct SubjectArgs {
    /// Program with a command language of the course, a shell command line.
    #[arg(long, value_name = "CMD", value_parser = NonEmptyStringValueParser::new())]
    program: Option<String>,
    /// Engine of the Universal Ataxx Interface, a shell command line.
    #[arg(long, value_name = "CMD", value_parser = NonEmptyStringValueParser::new())]
    pub uai: Option<String>,
    /// Ataxx Reloaded agent, a shell command line.
    #[arg(long, value_name = "CMD", value_parser = NonEmptyStringValueParser::new())]
    agent: Option<String>,
}

impl SubjectArgs {
    pub fn choice(&self) -> Option<SubjectChoice> {
        let program = self.program.clone().map(SubjectChoice::Program);
        let uai = || self.uai.clone().map(SubjectChoice::Uai);
        let agent = || self.agent.clone().map(SubjectChoice::Agent);
        program.or_else(uai).or_else(agent)
    }

    /// The option that names the program, and its command line.
    pub fn option(&self) -> Option<(&'static str, &str)> {
        let all = [
            ("--program", &self.program),
            ("--uai", &self.uai),
            ("--agent", &self.agent),
        ];
        all.into_iter()
            .find_map(|(name, command)| Some((name, command.as_deref()?)))
    }
}

/// The wrapper of programs under test.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct WrapperOption {
    /// Start every program with this command, in a sandbox for example: a prefix of its command
    /// line, such as `bwrap …`. It can use `$ATAXX_NAME`, the name of the program in a class or
    /// match, and `$ATAXX_FILES`, the folder with the files of a scenario.
    #[arg(long, value_name = "CMD", value_parser = NonEmptyStringValueParser::new())]
    wrapper: Option<String>,
}

impl WrapperOption {
    pub fn wrapper(&self) -> Option<Wrapper> {
        self.command().map(Wrapper::new)
    }

    /// A program with this command line, started with the wrapper.
    pub fn launch(&self, command: &str) -> Launch {
        Launch {
            own_program: std::env::current_exe().ok(),
            wrapper: self.wrapper(),
            ..Launch::new(command)
        }
    }

    /// The command line, if the option is given.
    pub fn command(&self) -> Option<&str> {
        self.wrapper.as_deref()
    }
}
