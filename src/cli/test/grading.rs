//! `--programs`.

use super::format::{ClassFormat, Format, ReportTo, StudentFiles};
use super::options::Args;
use super::progress::Bar;
use super::work::{WorkLoad, context, hash_of};
use crate::cli::exit::{EarlyExit, Exit, check_interrupt};
use crate::cli::result_file::{ResultFile, make_folder, write_each};
use crate::cli::{input, output};
use ataxx_core::diagnostic::{Diagnostic, text};
use ataxx_testing::grading::{
    self, ClassError, ClassResults, ClassRun, Journal, NamedProgram, Plan, grade, suspicious_tests,
};
use ataxx_testing::report::{Outcome, ProgramResults};
use ataxx_testing::runner::Task;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What is printed of a class.
const POINTS: &str = "points";

/// Grades all programs in a file. The exit status depends on whether they could be started, and
/// not on the grades.
pub fn run(args: &Args, file: &Path) -> Result<Exit, EarlyExit> {
    let stdout = args.format().for_people_or_json(POINTS)?;
    let name = file.display().to_string();
    let text = input::file(file)
        .map_err(|error| error.diagnostic(&name))?
        .text;
    let programs = grading::programs(&name, &text)?;
    let load = WorkLoad::read(args)?;
    // After reading, as a report must not go to a file of scenarios or programs.
    let outputs = ClassOutputs::new(stdout, &args.report)?;
    if load.selected.is_empty() {
        return Ok(load.nothing_selected(args));
    }
    // A bad file is reported once, and does not count.
    load.report_bad_files(&args.settings());
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
    run.options = args.options();
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
    let settings = args.settings();
    let total = results.total();
    let mut bar = Bar::after(total - results.missing().len(), total);
    let readable = load.selected.into_iter().filter(|one| !one.is_bad);
    let scenarios: Vec<Task> = readable.map(|one| one.task).collect();
    let observe = |index: usize, name: Option<&str>| match name {
        Some(name) => bar.started(index, name),
        None => bar.ended(index),
    };
    grading::perform(
        scenarios,
        load.left_out,
        &context(&settings),
        args.plan(),
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
