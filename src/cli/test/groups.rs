//! The options that `ataxx test`, `ataxx grade` and `ataxx audit` share.

use crate::cli::arguments::{OtherRules, WrapperOption, values};
use ataxx_opponents::subject::{ProgramLimits, SubjectChoice};
use ataxx_testing::runner::{Attempts, RunPlan, RunSettings};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

pub const SUBJECT: &str = "Program under test";
pub const SELECTION: &str = "Selection";
pub const RUNNING: &str = "Execution";
pub const OUTPUT: &str = "Output";

/// Which scenarios are run.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
pub struct SelectionOptions {
    /// Files, folders of files, and scenarios of files.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Run a built-in suite, which tests what a document requires of any program; repeatable;
    /// `list` lists the suites.
    #[arg(long, value_name = "NAME", help_heading = SELECTION)]
    pub suite: Vec<String>,
    /// Run only scenarios whose `FILE::NAME` contains this text; repeatable.
    #[arg(long, value_name = "TEXT", help_heading = SELECTION, allow_hyphen_values = true)]
    pub filter: Vec<String>,
    /// Run only scenarios whose tags match an expression: `rules and not (slow or remote)`.
    #[arg(long, value_name = "TAGS", help_heading = SELECTION)]
    pub tag: Option<String>,
}

/// How scenarios are run.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(
    mut_arg("rules", |rules| rules.help_heading(SUBJECT).help(
        "Play by these rules instead of those of the document: a name, or a name with settings \
         such as `2022,jump-limit=40`. For a program, scenarios that assume other rules are skipped"
    )),
    mut_arg("wrapper", |wrapper| wrapper.help_heading(SUBJECT)),
)]
pub struct ExecutionOptions {
    #[command(flatten)]
    rules: OtherRules,
    #[command(flatten)]
    pub wrapper: WrapperOption,
    /// Memory limit for each process of the program under test, in MiB.
    #[arg(
        long,
        value_name = "MIB",
        help_heading = SUBJECT,
        value_parser = clap::value_parser!(u64).range(1..=16_777_216),
    )]
    memory: Option<u64>,
    /// CPU time limit for each process of the program under test, in seconds.
    #[arg(
        long,
        value_name = "SECONDS",
        help_heading = SUBJECT,
        value_parser = clap::value_parser!(u64).range(1..=86_400),
    )]
    cpu: Option<u64>,
    /// Number of scenarios to run at the same time [default: one for each core].
    #[arg(long, short, value_name = "N", help_heading = RUNNING, value_parser = values::threads())]
    jobs: Option<NonZeroUsize>,
    /// Run scenarios with AIs (those with the tag `ai` or a step that waits for an AI) last and one
    /// at a time, so that nothing slows the AIs down.
    #[arg(long, help_heading = RUNNING)]
    exclusive: bool,
    /// Time limit for each scenario in seconds; replaces the limits in the files. The first answer
    /// of a program may take up to ten seconds all the same.
    #[arg(
        long,
        value_name = "SECONDS",
        help_heading = RUNNING,
        value_parser = values::seconds(86_400),
    )]
    timeout: Option<Duration>,
    /// Seed of the AIs of this program; replaces the seeds in the files.
    #[arg(long, value_name = "N", help_heading = RUNNING)]
    seed: Option<i64>,
    /// Judge course scripts exactly as the harness of the course does: a violation of the rules
    /// that it does not notice is only a warning.
    #[arg(long, help_heading = RUNNING)]
    as_course: bool,
    /// Report all failed checks of a scenario, not only the first; a violation of the rules still
    /// ends it.
    #[arg(long, help_heading = RUNNING)]
    all_checks: bool,
}

impl ExecutionOptions {
    /// Runs one scenario at a time.
    pub const fn run_one_by_one(&mut self) {
        self.jobs = Some(NonZeroUsize::MIN);
    }

    /// The settings of a run that tests this subject, or what the files name.
    pub fn settings(&self, subject: Option<SubjectChoice>) -> RunSettings {
        RunSettings {
            subject,
            rules: self.rules.rules,
            timeout: self.timeout,
            seed: self.seed,
            all_checks: self.all_checks,
            limits: ProgramLimits {
                memory_mib: self.memory,
                cpu_seconds: self.cpu,
            },
            own_program: std::env::current_exe().ok(),
            wrapper: self.wrapper.wrapper(),
            as_course: self.as_course,
            ..RunSettings::default()
        }
    }

    /// The number of workers, and how often scenarios are run.
    pub fn plan(&self, attempts: Attempts, fail_fast: bool) -> RunPlan {
        RunPlan {
            jobs: self.jobs.unwrap_or_else(cores),
            fail_fast,
            attempts,
            exclusive: self.exclusive,
        }
    }

    /// The options that run a scenario again in the same way.
    pub fn options(&self) -> Vec<String> {
        let timeout = self.timeout.map(|time| time.as_secs_f64());
        let values = [
            ("--rules", self.rules.rules.map(|rules| rules.to_string())),
            ("--memory", self.memory.map(|mib| mib.to_string())),
            ("--cpu", self.cpu.map(|seconds| seconds.to_string())),
            ("--timeout", timeout.map(|seconds| seconds.to_string())),
            ("--seed", self.seed.map(|seed| seed.to_string())),
            ("--wrapper", self.wrapper.command().map(str::to_owned)),
        ];
        let given = values
            .into_iter()
            .filter_map(|(name, value)| Some([name.to_owned(), value?]));
        let switch = self.as_course.then(|| "--as-course".to_owned());
        given.flatten().chain(switch).collect()
    }
}

/// The number of cores.
pub fn cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
