//! What can be said on the command line.

use super::bless::Mode;
use super::outputs::{Format, ReportTo};
use crate::cli::values;
use ataxx_toolkit::opponents::subject::{ProgramLimits, SubjectChoice};
use ataxx_toolkit::shard::Shard;
use ataxx_toolkit::tester::Settings;
use ataxx_toolkit::tester::runner::Plan;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Run scenarios, and the scripts of the course, against the session of this program or
/// against another program.
///
/// A PATH is a file, or a folder in which all `.yaml`, `.yml`, `-1.in` and `.inp` files
/// are meant; `scenarios` when none is given. A file that cannot be read or understood
/// is a failure of its own: everything else is run.
///
/// The exit status is 0 when all is well, 1 when something failed, 2 when the command
/// line or a file is bad and nothing else failed, 3 when a program could not be started
/// and nothing else failed, 4 when nothing was selected, 5 when `--check` found something
/// to change, 130 after Ctrl-C. What was known by then is still written.
#[derive(Clone, Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools)] // one for each switch
pub struct Args {
    /// Files, and folders of files.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Test this program, a command line that a shell starts, instead of what the files
    /// name.
    #[arg(long, value_name = "CMD", help_heading = SUBJECT, group = "subject")]
    program: Option<String>,
    /// Test this engine of the Universal Ataxx Interface.
    #[arg(long, value_name = "CMD", help_heading = SUBJECT, group = "subject")]
    uai: Option<String>,
    /// Test this agent of Ataxx Reloaded.
    #[arg(long, value_name = "CMD", help_heading = SUBJECT, group = "subject")]
    agent: Option<String>,
    /// Let no process of a program under test use more than so many MiB of memory.
    #[arg(
        long,
        value_name = "MIB",
        help_heading = SUBJECT,
        value_parser = clap::value_parser!(u64).range(1..=16_777_216),
    )]
    memory: Option<u64>,
    /// Let no process of a program under test use the processor for longer.
    #[arg(
        long,
        value_name = "SECONDS",
        help_heading = SUBJECT,
        value_parser = clap::value_parser!(u64).range(1..=86_400),
    )]
    cpu: Option<u64>,

    /// Run the scenarios with this text in `FILE::NAME`; can be given several times.
    #[arg(long, value_name = "TEXT", help_heading = SELECTION, allow_hyphen_values = true)]
    pub filter: Vec<String>,
    /// Run the scenarios with tags like these: `rules and not (slow or remote)`.
    #[arg(long, value_name = "TAGS", help_heading = SELECTION)]
    pub tag: Option<String>,
    /// Run the second of five parts of the scenarios: `2/5`. A scenario is always in the
    /// same part.
    #[arg(long, value_name = "PART/PARTS", help_heading = SELECTION)]
    pub shard: Option<Shard>,
    /// Run what failed when it was run last in this folder.
    #[arg(long, help_heading = SELECTION)]
    pub rerun_failed: bool,
    /// List the scenarios and run none.
    #[arg(long, help_heading = SELECTION, conflicts_with_all = ["format", "dry_run", "watch"])]
    pub list: bool,
    /// Read and check all files, and run nothing.
    #[arg(long, help_heading = SELECTION)]
    pub dry_run: bool,

    /// How many scenarios to run at once; as many as there are cores unless it is said.
    #[arg(long, short, value_name = "N", help_heading = RUNNING, value_parser = values::threads())]
    jobs: Option<NonZeroUsize>,
    /// Stop at the first failure.
    #[arg(long, help_heading = RUNNING)]
    fail_fast: bool,
    /// Stop after so many failures.
    #[arg(long, value_name = "N", help_heading = RUNNING, conflicts_with = "fail_fast")]
    max_fail: Option<NonZeroUsize>,
    /// Try what fails so many times more; what passes then is flaky, and no failure.
    #[arg(
        long,
        value_name = "N",
        help_heading = RUNNING,
        default_value = "0",
        hide_default_value = true,
        value_parser = clap::value_parser!(u32).range(..=100),
    )]
    retries: u32,
    /// How long a scenario may take, whatever it says itself.
    #[arg(
        long,
        value_name = "SECONDS",
        help_heading = RUNNING,
        value_parser = values::seconds(86_400),
    )]
    timeout: Option<Duration>,
    /// The seed of AIs in this program, whatever the files say.
    #[arg(long, value_name = "N", help_heading = RUNNING, allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Run again whenever a file changes, until Ctrl-C.
    #[arg(long, help_heading = RUNNING, conflicts_with_all = ["dry_run", "bless"])]
    pub watch: bool,

    /// The form in which stdout tells of the run.
    #[arg(long, value_name = "FORMAT", help_heading = TELLING, default_value = "human")]
    pub format: Format,
    /// The same as `--format json`; with `--list` an array of the scenarios.
    #[arg(long, help_heading = TELLING, conflicts_with = "format")]
    pub json: bool,
    /// Also write a file, like `junit=FILE` or `html=FILE` (or csv, human, json, jsonl,
    /// tap); can be given several times.
    #[arg(long, value_name = "KIND=FILE", help_heading = TELLING)]
    pub report: Vec<ReportTo>,

    /// Make the files expect what there is, where an expectation was not met; on a build
    /// server only when it is said twice.
    #[arg(long, help_heading = ACCEPTING, action = clap::ArgAction::Count)]
    pub bless: u8,
    /// As `--bless`, asking about one change after the other.
    #[arg(long, help_heading = ACCEPTING, conflicts_with_all = ["bless", "dry_run", "watch"])]
    review: bool,
    /// Say what `--bless` would change, and change nothing.
    #[arg(long, help_heading = ACCEPTING, conflicts_with_all = ["bless", "review", "dry_run"])]
    check: bool,

    /// Tell the points of each scenario and each tag.
    #[arg(long, help_heading = GRADING, conflicts_with_all = ["fail_fast", "max_fail", "list"])]
    pub score: bool,
    /// Grade all programs of a file: a line each, a command line or `NAME = COMMAND`;
    /// everything after `#` is a comment.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = GRADING,
        conflicts_with_all = [
            "subject", "fail_fast", "max_fail", "list", "bless", "review", "check",
            "dry_run", "rerun_failed", "watch",
        ],
    )]
    pub programs: Option<PathBuf>,

    /// Write a script of the course (`-1.in` or `.inp`) as a file of scenarios, and run nothing.
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub convert: Option<PathBuf>,
}

const SUBJECT: &str = "What is tested";
const SELECTION: &str = "Which scenarios";
const RUNNING: &str = "How they are run";
const TELLING: &str = "What is told";
const ACCEPTING: &str = "Accepting what there is";
const GRADING: &str = "Grading";

impl Args {
    /// How the scenarios are to be run.
    pub fn settings(&self) -> Settings {
        let subject = [
            self.program.clone().map(SubjectChoice::Program),
            self.uai.clone().map(SubjectChoice::Uai),
            self.agent.clone().map(SubjectChoice::Agent),
        ];
        Settings {
            subject: subject.into_iter().flatten().next(),
            timeout: self.timeout,
            seed: self.seed,
            bless: self.accepting().is_some(),
            limits: ProgramLimits {
                memory_mib: self.memory,
                cpu_seconds: self.cpu,
            },
            own_program: std::env::current_exe().ok(),
        }
    }

    /// How many are run at once, and how much may go wrong.
    pub fn plan(&self) -> Plan {
        let one = NonZeroUsize::MIN;
        let cores = || thread::available_parallelism().unwrap_or(one);
        Plan {
            jobs: self.jobs.unwrap_or_else(cores),
            max_failures: if self.fail_fast {
                Some(one)
            } else {
                self.max_fail
            },
            retries: self.retries,
        }
    }

    /// What is done with expectations that are not met, where it is not just said.
    pub fn accepting(&self) -> Option<Mode> {
        if self.check {
            Some(Mode::Check)
        } else if self.review {
            Some(Mode::Review)
        } else if self.bless > 0 {
            Some(Mode::Bless)
        } else {
            None
        }
    }

    /// The form in which stdout tells of the run.
    pub fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// The command line of what is tested, where it is not what the files name.
    pub fn command(&self) -> Option<&str> {
        let all = [&self.program, &self.uai, &self.agent];
        all.into_iter().flatten().map(String::as_str).next()
    }

    /// What is tested, in words.
    pub fn tested(&self) -> &str {
        self.command().unwrap_or("what the files name")
    }

    /// The options that a scenario must be run with to be run again in the same way.
    pub fn options(&self) -> Vec<String> {
        let all = [
            ("--program", self.program.clone()),
            ("--uai", self.uai.clone()),
            ("--agent", self.agent.clone()),
            ("--memory", self.memory.map(|mib| mib.to_string())),
            ("--cpu", self.cpu.map(|seconds| seconds.to_string())),
            (
                "--timeout",
                self.timeout.map(|time| time.as_secs_f64().to_string()),
            ),
            ("--seed", self.seed.map(|seed| seed.to_string())),
        ];
        all.into_iter()
            .filter_map(|(name, value)| value.map(|value| [name.to_owned(), value]))
            .flatten()
            .collect()
    }
}
