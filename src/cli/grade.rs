//! `ataxx grade`.

use super::arguments::{Json, ShardOption};
use super::interrupt::{self, OnInterrupt};
use super::test::format::{ClassFormat, Format, ReportTo, StudentFiles};
use super::test::groups::{ExecutionOptions, OUTPUT, RUNNING, SELECTION, SelectionOptions};
use super::test::progress::Bar;
use super::test::work::{WorkLoad, context, hash_of};
use crate::cli::exit::{EarlyExit, Exit, check_interrupt};
use crate::cli::result_file::{ResultFile, make_folder, write_each};
use crate::cli::{input, output};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_testing::grading::{
    self, ClassError, ClassEvent, ClassResults, ClassRun, Journal, NamedProgram, Plan, grade,
    suspicious_tests,
};
use ataxx_testing::report::{Outcome, ProgramResults};
use ataxx_testing::runner::{Attempts, Task};
use std::path::PathBuf;
use std::{fs, io};

/// Grade all programs of a class with the same scenarios and course scripts.
///
/// CLASS is a file with a program on each line: a command line or `NAME = COMMAND`; `#` begins a
/// comment. The scenarios are those of a suite, or at each PATH as for `ataxx test`. The results
/// are written to a file as they arrive. The exit status depends on whether the programs could be
/// started, and not on their points.
#[derive(Clone, Debug, clap::Args)]
#[command(
    mut_arg("shard", |shard| shard.help_heading(SELECTION).help(
        "Grade one part of the programs: `2/5` is the second of five"
    )),
    mut_arg("json", |json| json.help_heading(OUTPUT).help("Print the points as JSON")),
)]
pub struct Args {
    /// The list of programs.
    #[arg(value_name = "CLASS")]
    class: PathBuf,
    #[command(flatten)]
    selection: SelectionOptions,
    #[command(flatten)]
    shard: ShardOption,
    /// Read and check all files, and list what would be run.
    #[arg(long, help_heading = SELECTION, conflicts_with = "resume")]
    dry_run: bool,
    #[command(flatten)]
    execution: ExecutionOptions,
    /// Number of times to retry a failing scenario; one that passes in a retry is reported as
    /// flaky, and counts as passed.
    #[arg(
        long,
        value_name = "N",
        help_heading = RUNNING,
        default_value = "0",
        hide_default_value = true,
        value_parser = clap::value_parser!(u32).range(..=100),
    )]
    retries: u32,
    /// Write the results to this file as they arrive [default: `CLASS.results.jsonl` in the
    /// working folder].
    #[arg(long, value_name = "FILE", help_heading = RUNNING)]
    results: Option<PathBuf>,
    /// Continue an interrupted run: results in the file are not measured again.
    #[arg(long, help_heading = RUNNING)]
    resume: bool,
    /// Also write a report: `csv=FILE`, `html=FILE`, `json=FILE`, `junit=FILE`, or `pages=FOLDER`
    /// with a page for each program; repeatable.
    #[arg(long, value_name = "KIND=FILE", help_heading = OUTPUT)]
    report: Vec<ReportTo>,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let file = &args.class;
    let stdout = if args.json.wanted {
        Format::JSON
    } else {
        Format::HUMAN
    };
    let name = file.display().to_string();
    let text = input::file(file)
        .map_err(|error| error.diagnostic(&name))?
        .text;
    let programs = grading::programs(&name, &text)?;
    let load = WorkLoad::read(&args.selection, None, None)?;
    // After reading, as a report must not go to a file of scenarios or programs.
    let outputs = ClassOutputs::new(stdout, &args.report)?;
    if load.selected.is_empty() {
        return Ok(load.nothing_selected(&args.selection));
    }
    // A bad file is reported once, and does not count.
    load.report_bad_files(&args.execution.settings(None));
    let run = class_run(args, programs, &load);
    if args.dry_run {
        return dry_run(&run, &load, stdout);
    }
    let place = args.results.clone();
    let place = place.unwrap_or_else(|| grading::usual_place(file, run.shard.as_deref()));
    let (mut journal, mut results) = Journal::open(&place, run, args.resume, output::report)?;
    let performed = perform(args, load, &mut journal, &mut results);
    if let Err(ClassError::Wrapper(why)) = performed {
        return Err(EarlyExit::NotStarted(why));
    }
    let missing = results.missing().len();
    let exit = finish(results, outputs)?;
    if let Err(ClassError::Results(why) | ClassError::Wrapper(why)) = performed {
        return Err(EarlyExit::Refused(why));
    }
    check_interrupt().inspect_err(|_| {
        if missing > 0 {
            let left = text::counted(missing, "result");
            output::message(&format!(
                "{left} missing: the same command with `--resume` continues\n"
            ));
        }
    })?;
    Ok(exit)
}

/// The run that the command line asks for.
fn class_run(args: &Args, programs: Vec<NamedProgram>, load: &WorkLoad) -> ClassRun {
    let hashed = |path: &PathBuf| {
        let bytes = fs::read(path).unwrap_or_default();
        let hash = hash_of(&String::from_utf8_lossy(&bytes));
        (path.display().to_string(), hash)
    };
    let scenarios = load.readable().map(|task| task.identity.clone());
    let files = load.files.iter().map(hashed);
    let mut run = ClassRun::new(programs, scenarios.collect());
    run.shard = args.shard.shard.map(|shard| shard.to_string());
    run.files = files.chain(load.included.clone()).collect();
    run.options = args.execution.options();
    run.retries = args.retries;
    run.bad_files = load.selected.len() - load.readable().count();
    run
}

/// Prints what would be run.
fn dry_run(run: &ClassRun, load: &WorkLoad, format: Format) -> Result<Exit, EarlyExit> {
    let with_ai = load.readable().filter(|task| task.measures_time());
    let plan = Plan::of(run, with_ai.count());
    let printed = if format == Format::JSON {
        output::json(&plan)
    } else {
        output::data(&plan.in_words())
    };
    let exit = if run.bad_files > 0 {
        Exit::Usage
    } else {
        Exit::Good
    };
    exit.after(printed)
}

/// Runs everything that has no result yet.
fn perform(
    args: &Args,
    load: WorkLoad,
    journal: &mut Journal,
    results: &mut ClassResults,
) -> Result<(), ClassError> {
    let settings = args.execution.settings(None);
    let total = results.total();
    let mut bar = Bar::after(total - results.missing().len(), total);
    let readable = load.selected.into_iter().filter(|one| !one.is_bad);
    let scenarios: Vec<Task> = readable.map(|one| one.task).collect();
    let observe = |event: ClassEvent| match event {
        ClassEvent::Started(pair, name) => bar.started(pair, name),
        ClassEvent::Ended(pair) => bar.ended(pair),
    };
    grading::perform(
        scenarios,
        load.left_out,
        &context(&settings),
        args.execution.plan(Attempts::Retry(args.retries), false),
        journal,
        results,
        observe,
    )
}

/// Writes the reports. Returns the exit status.
fn finish(results: ClassResults, outputs: ClassOutputs) -> Result<Exit, EarlyExit> {
    let bad_files = results.run.bad_files;
    let programs = results.of_programs();
    let printed = outputs.write(&programs)?;
    let is_missing = |one: &ProgramResults| one.start_failure.is_some();
    let mut reports = programs.iter().flat_map(|one| &one.reports);
    let exit = if reports.any(|report| report.outcome == Outcome::NotJudged) {
        Exit::Fault
    } else if programs.iter().any(is_missing) {
        Exit::NotStarted
    } else if bad_files > 0 {
        Exit::Usage
    } else {
        Exit::Good
    };
    exit.after(printed)
}

/// The reports of a class, checked before the work and written after it.
struct ClassOutputs {
    stdout: Format,
    files: Vec<ClassReport>,
}

/// A report of a class, and where it goes.
enum ClassReport {
    File(fn(&[ProgramResults]) -> io::Result<String>, ResultFile),
    Folder(StudentFiles, PathBuf),
}

impl ClassOutputs {
    /// The reports that the command line asks for.
    fn new(stdout: Format, reports: &[ReportTo]) -> Result<Self, Diagnostic> {
        let report = |to: &ReportTo| match to.format.class {
            Some(ClassFormat::File(text)) => Ok(ClassReport::File(text, ResultFile::at(&to.path)?)),
            Some(ClassFormat::Folder(files)) => {
                make_folder(&to.path)?;
                Ok(ClassReport::Folder(files, to.path.clone()))
            }
            None => {
                let message = "expected a report of a class: csv, html, json, junit or pages";
                let help = "the other kinds are written for one program, with `--program`";
                Err(Diagnostic::error("report", message).with_help([help.to_owned()]))
            }
        };
        let files = reports.iter().map(report).collect::<Result<_, _>>()?;
        Ok(Self { stdout, files })
    }

    /// Writes all reports. Returns whether stdout was written.
    fn write(self, results: &[ProgramResults]) -> Result<io::Result<()>, EarlyExit> {
        let grades = grade::grades(results);
        let text = if self.stdout == Format::JSON {
            grade::json(&grades)? + "\n"
        } else {
            grade::table(&grades) + &suspicious_tests(results)
        };
        // The files are written even if stdout cannot be.
        let printed = output::data(&text);
        let mut written = Vec::new();
        for report in self.files {
            match report {
                ClassReport::File(text, file) => written.push(file.write_text(&text(results)?)),
                ClassReport::Folder(files, folder) => {
                    let mut files = files(results).into_iter();
                    written.push(files.try_for_each(|(name, text)| {
                        ResultFile::at(&folder.join(name))?.write_text(&text)
                    }));
                }
            }
        }
        write_each(written)?;
        Ok(printed)
    }
}
