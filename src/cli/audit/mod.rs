//! `ataxx audit`: how sound tests are, and which known faults they detect.

mod faults;

use super::interrupt::{self, OnInterrupt};
use super::test::files::{self, FileKind, USUAL, shown};
use super::test::format::ReportTo;
use super::test::groups::{SelectionOptions, cores};
use super::test::work::{context, tasks_of};
use crate::cli::arguments::{Json, values};
use crate::cli::exit::{self, EarlyExit, Exit};
use crate::cli::input::{self, FileSystem};
use ataxx_core::diagnostic::text::{counted, visible};
use ataxx_testing::report::soundness::{AuditFinding, Soundness};
use ataxx_testing::report::{Outcome, SourceText, Stopped};
use ataxx_testing::runner::{self, Attempts, RunPlan, RunSettings, Task};
use ataxx_testing::script;
use serde::Serialize;
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Judge tests: each is sound, wrong by the rules, incomplete, without a check, or dependent on
/// what an AI chooses.
///
/// A PATH is a file or a folder of tests; the default is `scenarios`. Exit status 1 if a test is
/// wrong or incomplete.
#[derive(Clone, Debug, clap::Args)]
#[command(
    mut_args(|option| match option.get_id().as_str() {
        "suite" | "filter" | "tag" => option.requires("faults"),
        _ => option,
    }),
    mut_arg("json", |json| json.help("Print the findings, or the caught faults, as JSON")),
)]
pub struct Args {
    #[command(flatten)]
    selection: SelectionOptions,
    /// Run the tests against sessions of this program with one known fault each, and report which
    /// test detects which fault.
    #[arg(long)]
    faults: bool,
    /// Number of tests to run at the same time [default: one for each core].
    #[arg(long, short, value_name = "N", value_parser = values::threads())]
    jobs: Option<NonZeroUsize>,
    /// Also write the caught faults: `csv=FILE`, `html=FILE` or `json=FILE`; repeatable.
    #[arg(long, value_name = "KIND=FILE", requires = "faults")]
    report: Vec<ReportTo>,
    #[command(flatten)]
    json: Json,
}

impl Args {
    /// The number of workers.
    fn plan(&self) -> RunPlan {
        RunPlan {
            jobs: self.jobs.unwrap_or_else(cores),
            fail_fast: false,
            attempts: Attempts::Retry(0),
            exclusive: false,
        }
    }
}

/// A test, and its text if it is a script.
type AuditedTest = (Task, Option<SourceText>);

/// The result as it is printed for programs.
#[derive(Serialize)]
struct Audit<'a> {
    counts: Vec<Count>,
    findings: &'a [AuditFinding],
}

#[derive(Serialize)]
struct Count {
    kind: Soundness,
    tests: usize,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    if args.faults {
        return faults::run(args);
    }
    let usual = [PathBuf::from(USUAL)];
    let paths = match &args.selection.paths[..] {
        [] => &usual[..],
        paths => paths,
    };
    let files = files::found(paths)?;
    let tests: Vec<AuditedTest> = files.iter().flat_map(|path| tests_of(path)).collect();
    let audited = audit(args, &tests);
    let (mut findings, interrupted) = (audited.findings, audited.is_interrupted);
    if findings.is_empty() && interrupted {
        return Err(EarlyExit::Interrupted);
    }
    if findings.is_empty() {
        let names: Vec<String> = paths
            .iter()
            .map(|path| format!("`{}`", shown(path)))
            .collect();
        let message = format!("there is no test in {}", names.join(", "));
        return Ok(exit::nothing_selected(message));
    }
    findings.sort_by(|one, other| (one.kind, &one.file).cmp(&(other.kind, &other.file)));
    let count = |kind| Count {
        kind,
        tests: findings.iter().filter(|it| it.kind == kind).count(),
    };
    let audit = Audit {
        counts: Soundness::ALL.map(count).into(),
        findings: &findings,
    };
    let printed = args.json.print(&audit, || in_words(&audit));
    if interrupted {
        return Err(EarlyExit::Interrupted);
    }
    let exit = if audited.has_fault {
        Exit::Fault
    } else {
        Exit::good_if(findings.iter().all(|it| !it.kind.is_bad()))
    };
    exit.after(printed)
}

fn tests_of(path: &Path) -> Vec<AuditedTest> {
    let name = shown(path);
    if FileKind::of(path) == Some(FileKind::Script)
        && let Ok(file) = input::file(path)
    {
        let source = SourceText::new(name, file.text);
        let tasks = script::tasks_of(&source, &FileSystem).into_iter();
        return tasks.map(|task| (task, Some(source.clone()))).collect();
    }
    let candidates = tasks_of(path, &FileSystem).into_iter();
    candidates.map(|one| (one.task, None)).collect()
}

/// What an audit has found, and how it ended.
#[derive(Default)]
struct Audited {
    findings: Vec<AuditFinding>,
    is_interrupted: bool,
    /// Whether a fault of this program has ended a test.
    has_fault: bool,
}

/// Performs all tests on the session of this program.
fn audit(args: &Args, tests: &[AuditedTest]) -> Audited {
    let settings = RunSettings {
        own_program: std::env::current_exe().ok(),
        bless: true,
        ..RunSettings::default()
    };
    let tasks: Vec<&Task> = tests.iter().map(|(task, _)| task).collect();
    let mut audited = Audited::default();
    let ended = runner::run(&tasks, &context(&settings), args.plan(), |event| {
        if let runner::RunEvent::Finished(index, report) = event {
            let (_, source) = &tests[index];
            let is_judged = report.outcome != Outcome::NotJudged;
            audited.has_fault |= !is_judged;
            audited.findings.push(match source {
                Some(source) if is_judged => script::audit(source, &FileSystem, &report),
                _ => AuditFinding::of_scenario(&report),
            });
        }
        ControlFlow::Continue(())
    });
    audited.is_interrupted = ended.stopped == Some(Stopped::Interrupted);
    audited
}

/// The findings, one a line, and the counts.
fn in_words(audit: &Audit) -> String {
    let width = Soundness::ALL.map(|kind| kind.name().len());
    let width = width.into_iter().max().unwrap_or_default();
    let mut text = String::new();
    for finding in audit.findings {
        let place = format!("{}:{}", finding.file, finding.line);
        let fix = finding.fix.as_ref().map(|fix| format!("; fix: {fix}"));
        let line = format!(
            "{:width$}  {place}  {}{}",
            finding.kind.name(),
            finding.reason,
            fix.unwrap_or_default(),
        );
        let _ = writeln!(text, "{}", visible(&line));
    }
    let counts = audit.counts.iter().filter(|count| count.tests > 0);
    let counts: Vec<String> = counts
        .map(|count| format!("{} {}", count.tests, count.kind.name()))
        .collect();
    let tests = counted(audit.findings.len(), "test");
    let _ = writeln!(text, "\n{tests}: {}", counts.join(", "));
    text
}
