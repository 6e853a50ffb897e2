//! The options of `ataxx test`.

use super::bless::Update;
use super::format::{Format, ReportTo};
use crate::cli::arguments::{Json, OtherRules, ShardOption, SubjectArgs, WrapperOption, values};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::visible;
use ataxx_opponents::subject::ProgramLimits;
use ataxx_storage::Shard;
use ataxx_testing::report::Details;
use ataxx_testing::runner::{Attempts, RunPlan, RunSettings, Task};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Run scenarios and course scripts against the session of this program or another program.
///
/// A PATH is a file, or a folder to search for `.yaml`, `.yml`, `-1.in` and `.inp` files; the
/// default is `scenarios`. `FILE::NAME` is the scenario of this name, `FILE:LINE` the one on this line. A file in it that cannot be read or parsed counts as a failure; the
/// others are still run.
///
/// If several exit statuses apply, that of a failed check is used, but 3 where a program cannot be
/// started any more, which ends the run. After Ctrl-C, the results so far are written.
#[derive(Clone, Debug, clap::Args)]
#[command(
    mut_args(adapted),
    mut_arg("shard", |shard| shard.help_heading(SELECTION).help(
        "Run one part of the scenarios, or with --programs of the programs: `2/5` is the \
         second of five"
    )),
    mut_arg("rules", |rules| rules.help_heading(SUBJECT).help(
        "Play by these rules instead of those of the document: a name, or a name with settings \
         such as `2022,jump-limit=40`. For a program, scenarios that assume other rules are skipped"
    )),
    mut_arg("wrapper", |wrapper| wrapper.help_heading(SUBJECT)),
    mut_arg("json", |json| json.help_heading(OUTPUT).help(
        "The same as `--format json`; with `--list`, an array of the scenarios"
    )),
)]
#[allow(clippy::struct_excessive_bools)] // one for each switch
pub struct Args {
    /// Files, folders of files, and scenarios of files.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Run a built-in suite, which tests what a document requires of any program; repeatable;
    /// `list` lists the suites.
    #[arg(long, value_name = "NAME", help_heading = SELECTION)]
    pub suite: Vec<String>,
    /// Copy the suites to this folder as scenario files, and run nothing.
    #[arg(long, value_name = "DIR", help_heading = SELECTION, requires = "suite", group = MODE)]
    pub write: Option<PathBuf>,

    #[command(flatten)]
    pub subject: SubjectArgs,
    #[command(flatten)]
    rules: OtherRules,
    #[command(flatten)]
    wrapper: WrapperOption,
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

    /// Run only scenarios whose `FILE::NAME` contains this text; repeatable.
    #[arg(long, value_name = "TEXT", help_heading = SELECTION, allow_hyphen_values = true)]
    pub filter: Vec<String>,
    /// Run only scenarios whose tags match an expression: `rules and not (slow or remote)`.
    #[arg(long, value_name = "TAGS", help_heading = SELECTION)]
    pub tag: Option<String>,
    #[command(flatten)]
    pub shard: ShardOption,
    /// List the scenarios without running them.
    #[arg(long, help_heading = SELECTION, group = MODE)]
    pub list: bool,
    /// Read and check all files without running anything.
    #[arg(long, help_heading = SELECTION)]
    pub dry_run: bool,

    /// Number of scenarios to run at the same time [default: one for each core].
    #[arg(long, short, value_name = "N", help_heading = RUNNING, value_parser = values::threads())]
    jobs: Option<NonZeroUsize>,
    /// Run scenarios with AIs (those with the tag `ai` or a step that waits for an AI) last and one
    /// at a time, so that nothing slows the AIs down.
    #[arg(long, help_heading = RUNNING)]
    exclusive: bool,
    /// Stop at the first failure.
    #[arg(long, help_heading = RUNNING)]
    fail_fast: bool,
    /// Number of times to retry a failing scenario; one that passes in a retry is reported as
    /// flaky, and counts as passed.
    #[arg(
        long,
        value_name = "N",
        help_heading = RUNNING,
        default_value = "0",
        hide_default_value = true,
        value_parser = clap::value_parser!(u32).range(..=100),
        group = ATTEMPTS,
    )]
    pub retries: u32,
    /// Run each scenario N times; with --fail-fast only up to the first failure. One that fails
    /// some of the times counts as failed.
    #[arg(long, value_name = "N", help_heading = RUNNING, value_parser = times, group = ATTEMPTS)]
    repeat: Option<NonZeroU32>,
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

    /// Output format.
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, default_value = "human")]
    pub format: Format,
    #[command(flatten)]
    pub json: Json,
    /// Show each of several failures with one cause, and list the scenarios that passed, with their
    /// times.
    #[arg(long, short, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Also write a report file: `junit=FILE` or `html=FILE` (or csv, gradescope, human, json,
    /// jsonl); for a class csv, html, json, junit, or `pages=FOLDER` with a page for each
    /// program; repeatable.
    #[arg(long, value_name = "KIND=FILE", help_heading = OUTPUT)]
    pub report: Vec<ReportTo>,
    /// Keep what the programs of course scripts print in this folder: stdout in `NAME-1.out`, the
    /// end of stderr in `NAME-1.err`; of a second program in `NAME-2.out` and `NAME-2.err`.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub keep: Option<PathBuf>,

    /// Update the expectations in the files to match the actual output. With `CI` set, must
    /// be given twice.
    #[arg(long, help_heading = UPDATING, action = clap::ArgAction::Count, group = UPDATE)]
    pub bless: u8,
    /// Show what `--bless` would change, and change nothing.
    #[arg(long, help_heading = UPDATING, group = UPDATE)]
    check: bool,

    /// Print the points of each scenario and each tag.
    #[arg(long, help_heading = GRADING)]
    pub score: bool,
    /// Grade all programs in a file, one per line: a command line or `NAME = COMMAND`; `#` begins a
    /// comment.
    #[arg(long, value_name = "FILE", help_heading = GRADING, group = MODE)]
    pub programs: Option<PathBuf>,
    /// Write the results of a class to this file as they arrive [default: `CLASS.results.jsonl` in
    /// the working folder].
    #[arg(long, value_name = "FILE", help_heading = GRADING, requires = "programs")]
    pub results: Option<PathBuf>,
    /// Continue an interrupted run of a class: results in the file are not measured again.
    #[arg(long, help_heading = GRADING, requires = "programs")]
    pub resume: bool,

    /// Judge the tests in a folder: each is sound, wrong by the rules, incomplete, without a check,
    /// or dependent on what an AI chooses; exit status 1 if one is wrong or incomplete.
    #[arg(long, value_name = "DIR", help_heading = GRADING, group = MODE)]
    pub audit: Option<PathBuf>,

    /// Grade the scenarios themselves: run them against sessions of this program with one known
    /// fault each, and report which scenario detects which fault.
    #[arg(long, help_heading = GRADING, group = MODE)]
    pub faults: bool,
}

/// A number of repetitions.
fn times(text: &str) -> Result<NonZeroU32, String> {
    const MAX: u32 = 1_000_000;
    let number = text.parse().ok().filter(|&number| number <= MAX);
    let number = number.and_then(NonZeroU32::new);
    number.ok_or_else(|| format!("expected a whole number from 1 to {MAX}"))
}

/// The group of options that choose what the command does. Only one of them can be given.
const MODE: &str = "mode";
/// The group of options for several attempts. Only one of them can be given.
const ATTEMPTS: &str = "attempts";
/// The group of options that update expectations. Only one of them can be given.
const UPDATE: &str = "update";

/// Options that cannot be given together, beside those of one group: an option, and those that it
/// has no use for. Of a group that is listed, messages name all options.
const CONFLICTS: [(&str, &str); 12] = [
    ("repeat", "bless check retries"),
    ("suite", "bless check"),
    ("write", "bless check keep"),
    ("list", "bless check format report dry_run keep score"),
    ("json", "format"),
    ("dry_run", "check keep resume"),
    ("score", "fail_fast"),
    ("programs", "bless check subject fail_fast keep"),
    (
        "audit",
        "bless check paths subject format report dry_run score as_course suite \
         filter tag shard timeout seed all_checks memory cpu fail_fast retries repeat \
         verbose keep wrapper",
    ),
    (
        "faults",
        "bless check subject score fail_fast dry_run retries repeat \
         keep wrapper",
    ),
    // With an option that conflicts with `--programs`, clap does not ask for `--programs`.
    ("results", NOT_OF_A_CLASS),
    ("resume", NOT_OF_A_CLASS),
];
const NOT_OF_A_CLASS: &str = "bless check subject fail_fast \
                              keep write list audit faults";

/// The option with its [conflicts](CONFLICTS); those that other commands have, too, with their help
/// here.
fn adapted(option: clap::Arg) -> clap::Arg {
    let id = option.get_id().to_string();
    let option = match CONFLICTS.iter().find(|(name, _)| *name == id) {
        Some((_, others)) => option.conflicts_with_all(others.split(' ')),
        None => option,
    };
    let help = match &*id {
        "program" => {
            "Test this program, a shell command line, instead of those that the files name"
        }
        "uai" => "Test this UAI engine, a shell command line",
        "agent" => "Test this Ataxx Reloaded agent, a shell command line",
        _ => return option,
    };
    option.help(help).help_heading(SUBJECT)
}

const SUBJECT: &str = "Program under test";
const SELECTION: &str = "Selection";
const RUNNING: &str = "Execution";
const OUTPUT: &str = "Output";
const UPDATING: &str = "Updating expectations";
const GRADING: &str = "Grading";

impl Args {
    /// The settings of the run.
    pub fn settings(&self) -> RunSettings {
        RunSettings {
            subject: self.subject.choice(),
            rules: self.rules.rules,
            timeout: self.timeout,
            seed: self.seed,
            bless: self.updating().is_some(),
            all_checks: self.all_checks,
            limits: ProgramLimits {
                memory_mib: self.memory,
                cpu_seconds: self.cpu,
            },
            own_program: std::env::current_exe().ok(),
            wrapper: self.wrapper.wrapper(),
            as_course: self.as_course,
            keeps_output: self.keep.is_some(),
            ..RunSettings::default()
        }
    }

    /// The number of workers, and the limits on failures and retries.
    pub fn plan(&self) -> RunPlan {
        let one = NonZeroUsize::MIN;
        let cores = || thread::available_parallelism().unwrap_or(one);
        RunPlan {
            jobs: self.jobs.unwrap_or_else(cores),
            fail_fast: self.fail_fast,
            attempts: match self.repeat {
                Some(times) => Attempts::Repeat(times),
                None => Attempts::Retry(self.retries),
            },
            exclusive: self.exclusive,
        }
    }

    /// The part of the scenarios to run. Of a class, a part of the programs is run.
    pub fn shard_of_scenarios(&self) -> Option<Shard> {
        let shard = self.shard.shard;
        shard.filter(|_| self.programs.is_none())
    }

    /// How expectations are updated, if they are.
    pub fn updating(&self) -> Option<Update> {
        if self.check {
            Some(Update::Check)
        } else if self.bless > 0 {
            Some(Update::Bless)
        } else {
            None
        }
    }

    /// Refuses a wrapper of these tasks if none of them starts a program.
    pub fn check_wrapper<'a>(
        &self,
        mut tasks: impl Iterator<Item = &'a Task>,
    ) -> Result<(), Diagnostic> {
        let is_of_nothing = self.wrapper.command().is_some()
            && self.subject.choice().is_none()
            && !tasks.any(|task| task.work.starts_program());
        if !is_of_nothing {
            return Ok(());
        }
        let message = "`--wrapper` has nothing to start: the session of this program is tested";
        let help = "name a program too, with `--program` for example".to_owned();
        Err(Diagnostic::error("wrapper", message).with_help([help]))
    }

    /// The format of stdout.
    pub fn format(&self) -> Format {
        if self.json.wanted {
            Format::JSON
        } else {
            self.format
        }
    }

    /// The command line of the subject, if one is given.
    pub fn command(&self) -> Option<&str> {
        self.subject.option().map(|(_, command)| command)
    }

    /// The subject in words.
    pub fn tested(&self) -> &str {
        self.command().unwrap_or("what the files name")
    }

    /// What a suite tests, in words; `None` without one.
    pub fn tested_by_suite(&self) -> Option<String> {
        let tested = || match self.command() {
            Some(command) => format!("`{}`", visible(command)),
            None => "the session of ataxx itself".to_owned(),
        };
        (!self.suite.is_empty()).then(tested)
    }

    /// What the report for people shows beside failures.
    pub const fn details(&self) -> Details {
        Details {
            passed: self.verbose,
        }
    }

    /// The options that run a scenario again in the same way.
    pub fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let mut add = |name: &str, value: Option<String>| {
            options.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
        };
        if let Some((name, command)) = self.subject.option() {
            add(name, Some(command.to_owned()));
        }
        let timeout = self.timeout.map(|time| time.as_secs_f64());
        let retries = Some(self.retries).filter(|&retries| retries > 0);
        add("--memory", self.memory.map(|mib| mib.to_string()));
        add("--cpu", self.cpu.map(|seconds| seconds.to_string()));
        add("--timeout", timeout.map(|seconds| seconds.to_string()));
        add("--seed", self.seed.map(|seed| seed.to_string()));
        add("--wrapper", self.wrapper.command().map(str::to_owned));
        add("--repeat", self.repeat.map(|times| times.to_string()));
        add("--retries", retries.map(|times| times.to_string()));
        options.extend(self.as_course.then(|| "--as-course".to_owned()));
        options
    }
}
