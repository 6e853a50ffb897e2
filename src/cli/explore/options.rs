//! The options of `ataxx explore`, and what is done with the results.

use crate::cli::arguments::{Json, OtherRules, WrapperOption, values};
use crate::cli::exit::{EarlyExit, Exit};
use crate::cli::output;
use crate::cli::result_file::{ResultFile, write_each};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::{self as opponents, FailureKind};
use ataxx_session::Dialect;
use ataxx_testing::explore::{Finding, ScriptFile, title};
use clap::builder::NonEmptyStringValueParser;
use serde::Serialize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Search a program for faults with generated sessions.
///
/// Sends generated sessions to a program with a command language of the course, and compares its
/// board and its announcements with the rules after every line. A session that shows a difference
/// is shrunk and written as a scenario, which fails for the program and passes for `ataxx`:
/// both are tried. Differences with one cause are one fault, with up to three examples.
///
/// The same seed gives the same sessions. After Ctrl-C, the faults so far are written.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Program with a command language of the course, a shell command line.
    #[arg(long, value_name = "CMD", value_parser = NonEmptyStringValueParser::new())]
    pub program: String,
    #[command(flatten)]
    pub wrapper: WrapperOption,
    /// Dialect of the program.
    #[arg(long, value_name = "YEAR", default_value = "2022", value_parser = values::dialect())]
    dialect: Dialect,
    #[command(flatten)]
    rules: OtherRules,
    /// Send no line after which an AI moves, for a program that has none yet.
    #[arg(long)]
    pub no_ai: bool,
    /// Number of sessions [default: 1000, or no limit with --time].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sessions: Option<u32>,
    /// Time limit for the whole search, in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(u32::MAX))]
    pub time: Option<Duration>,
    /// Seed of the first session; each further one has the next.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    pub seed: u64,
    /// Number of faults, each with a cause of its own, after which the search ends.
    #[arg(
        long,
        alias = "faults",
        value_name = "N",
        default_value = "10",
        value_parser = clap::value_parser!(u16).range(1..),
    )]
    pub findings: u16,
    /// Start a new process for each session, instead of sending `new` or `clear`.
    #[arg(long)]
    pub fresh: bool,
    /// Time limit for an answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::seconds(86_400))]
    pub timeout: Duration,
    /// Write all reproducible faults to this file, as scenarios.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write each reproducible fault to a scenario file in this folder.
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Write each reproducible fault as a course script in this folder: `NAME-1.in` and
    /// `NAME-1.std` (2022) or `NAME.inp` (2016).
    #[arg(long, value_name = "DIR")]
    pub scripts: Option<PathBuf>,
    #[command(flatten)]
    pub json: Json,
}

impl Args {
    /// The command language of the program, and its rules.
    pub fn dialect(&self) -> Dialect {
        self.rules.for_dialect(self.dialect)
    }

    /// Prints the result of a search, and what ended it early. A program that could not be
    /// started at all has no result.
    pub fn finish(
        &self,
        report: &ExploreReport<impl Serialize>,
        text: impl FnOnce() -> String,
        failure: Option<opponents::Failure>,
    ) -> Result<Exit, EarlyExit> {
        let tried = report.sessions;
        let is_started = !matches!(&failure, Some(failure) if failure.kind.is_failed_start());
        let printed = if tried > 0 || is_started {
            self.json.print(report, text)
        } else {
            Ok(())
        };
        let exit = match failure {
            Some(failure) if failure.kind == FailureKind::Interrupted => Exit::Interrupted,
            Some(failure) => {
                let message = failure.with_stderr("its stderr");
                output::report(&Diagnostic::error("program", message));
                Exit::NotStarted
            }
            None if !report.faults.is_empty() => Exit::Failed,
            None if tried == report.not_reproduced.len() => Exit::NothingSelected,
            None => Exit::Good,
        };
        exit.after(printed)
    }

    /// Writes the findings with these names; `text` makes a file of some of them.
    pub fn write(
        &self,
        names: &[String],
        text: impl Fn(Range<usize>) -> String,
    ) -> Result<(), Diagnostic> {
        let mut written = Vec::new();
        if let Some(out) = &self.out {
            if names.is_empty() {
                let name = out.display();
                output::message(&format!(
                    "there is no scenario to write: `{name}` is not written\n"
                ));
            } else {
                written.push(write(out, &text(0..names.len())));
            }
        }
        for (index, name) in names.iter().enumerate() {
            if let Some(folder) = &self.write {
                let file = folder.join(format!("{name}.yaml"));
                written.push(write(&file, &text(index..index + 1)));
            }
        }
        write_each(written)
    }

    /// Writes findings as scripts of the course.
    pub fn write_scripts(&self, findings: &[Finding], dialect: Dialect) -> Result<(), Diagnostic> {
        let Some(folder) = &self.scripts else {
            return Ok(());
        };
        let mut written = Vec::new();
        for finding in findings {
            for ScriptFile { name, text } in &finding.script {
                written.push(write(&folder.join(name), text));
            }
            if finding.script.is_empty() {
                let title = title(finding, dialect);
                output::message(&format!(
                    "no script of the course can show this fault: {title}\n"
                ));
            }
        }
        write_each(written)
    }
}

fn write(path: &Path, text: &str) -> Result<(), Diagnostic> {
    ResultFile::at(path)?.write_text(text)
}

/// The result of a search as JSON.
#[derive(Serialize)]
pub struct ExploreReport<'a, F> {
    pub program: &'a str,
    pub dialect: &'static str,
    pub seed: u64,
    pub sessions: usize,
    pub lines: usize,
    pub seconds: f64,
    /// Why the search has ended before its time, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_early: Option<&'a str>,
    /// Whether sessions had no AIs, as none has moved.
    pub without_ais: bool,
    pub faults: Vec<F>,
    /// What no scenario shows each time.
    pub not_reproduced: Vec<F>,
}

/// A text as a block that is set off by four blanks.
pub fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines = lines.map(|line| format!("    {line}\n"));
    lines.collect::<String>() + "\n"
}
