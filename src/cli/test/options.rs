//! The options of `ataxx test`.

use super::bless::Update;
use super::format::{Format, ReportTo};
use super::groups::{ExecutionOptions, OUTPUT, RUNNING, SELECTION, SUBJECT, SelectionOptions};
use crate::cli::arguments::{Json, ShardOption, SubjectArgs};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::visible;
use ataxx_testing::report::Details;
use ataxx_testing::runner::{Attempts, RunPlan, RunSettings, Task};
use std::num::NonZeroU32;
use std::path::PathBuf;

/// Run scenarios and course scripts against the session of this program or another program.
///
/// A PATH is a file, or a folder to search for `.yaml`, `.yml`, `-1.in` and `.inp` files; the
/// default is `scenarios`. `FILE::NAME` is the scenario of this name, `FILE:LINE` the one on this
/// line. A file that cannot be read or parsed counts as a failure; the others are still run.
///
/// If several exit statuses apply, that of a failed check is used, but 3 where a program cannot be
/// started any more, which ends the run. After Ctrl-C, the results so far are written.
#[derive(Clone, Debug, clap::Args)]
#[command(
    mut_args(adapted),
    mut_arg("shard", |shard| shard.help_heading(SELECTION).help(
        "Run one part of the scenarios: `2/5` is the second of five"
    )),
    mut_arg("json", |json| json.help_heading(OUTPUT).help(
        "The same as `--format json`; with `--list`, an array of the scenarios"
    )),
)]
#[allow(clippy::struct_excessive_bools)] // one for each switch
pub struct Args {
    #[command(flatten)]
    pub selection: SelectionOptions,
    /// Copy the suites to this folder as scenario files, and run nothing.
    #[arg(long, value_name = "DIR", help_heading = SELECTION, requires = "suite", group = MODE)]
    pub write: Option<PathBuf>,

    #[command(flatten)]
    pub subject: SubjectArgs,
    #[command(flatten)]
    pub execution: ExecutionOptions,
    #[command(flatten)]
    pub shard: ShardOption,
    /// List the scenarios without running them.
    #[arg(long, help_heading = SELECTION, group = MODE)]
    pub list: bool,
    /// Read and check all files without running anything.
    #[arg(long, help_heading = SELECTION)]
    pub dry_run: bool,

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
    /// Output format.
    #[arg(long, value_name = "FORMAT", help_heading = OUTPUT, default_value = "human")]
    pub format: Format,
    #[command(flatten)]
    pub json: Json,
    /// Show each of several failures with one cause, and list the scenarios that passed, with their
    /// times.
    #[arg(long, short, help_heading = OUTPUT)]
    pub verbose: bool,
    /// Also write a report file: `junit=FILE` or `html=FILE` (or csv, human, json, jsonl, and for
    /// other systems classroom50, codegrade, gradescope, prairielearn); repeatable.
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
const CONFLICTS: [(&str, &str); 7] = [
    ("repeat", "bless check retries"),
    ("suite", "bless check"),
    ("write", "bless check keep"),
    ("list", "bless check format report dry_run keep score"),
    ("json", "format"),
    ("dry_run", "check keep"),
    ("score", "fail_fast"),
];

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

const UPDATING: &str = "Updating expectations";
const GRADING: &str = "Grading";

impl Args {
    /// The settings of the run.
    pub fn settings(&self) -> RunSettings {
        RunSettings {
            bless: self.updating().is_some(),
            keeps_output: self.keep.is_some(),
            ..self.execution.settings(self.subject.choice())
        }
    }

    /// The number of workers, and the limits on failures and retries.
    pub fn plan(&self) -> RunPlan {
        let attempts = match self.repeat {
            Some(times) => Attempts::Repeat(times),
            None => Attempts::Retry(self.retries),
        };
        self.execution.plan(attempts, self.fail_fast)
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
        let is_of_nothing = self.execution.wrapper.command().is_some()
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
        (!self.selection.suite.is_empty()).then(tested)
    }

    /// What the report for people shows beside failures.
    pub const fn details(&self) -> Details {
        Details {
            passed: self.verbose,
        }
    }

    /// The options that run a scenario again in the same way.
    pub fn options(&self) -> Vec<String> {
        let subject = self.subject.option();
        let subject = subject.map(|(name, command)| [name.to_owned(), command.to_owned()]);
        let mut options: Vec<String> = subject.into_iter().flatten().collect();
        options.extend(self.execution.options());
        let retries = Some(self.retries).filter(|&retries| retries > 0);
        let attempts = [
            ("--repeat", self.repeat.map(|times| times.to_string())),
            ("--retries", retries.map(|times| times.to_string())),
        ];
        let given = attempts
            .into_iter()
            .filter_map(|(name, value)| Some([name.to_owned(), value?]));
        options.extend(given.flatten());
        options
    }
}
