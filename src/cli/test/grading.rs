//! Grading: the same scenarios for many programs.

use super::format::{Format, ReportTo};
use super::last::LastFailed;
use super::options::Args;
use super::programs::{self, NamedProgram};
use super::progress::Bar;
use super::work::WorkLoad;
use crate::cli::exit::{Exit, Failure};
use crate::cli::input::FileSystem;
use crate::cli::interrupt::INTERRUPT;
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::opponents::subject::SubjectChoice;
use ataxx_toolkit::tester::report::grades::{self, Grade};
use ataxx_toolkit::tester::runner::{self, Event};
use ataxx_toolkit::tester::{Context, RunSettings, Task};
use std::ops::ControlFlow;
use std::path::Path;

/// Grades all programs in a file. The exit status does not depend on the grades.
///
/// # Errors
///
/// When a file is bad, or a result cannot be written.
pub fn run(args: &Args, file: &Path) -> Result<Exit, Failure> {
    let format = format_of_points(args)?;
    let files = args.report.iter().map(file_of_points);
    let files = files.collect::<Result<Vec<_>, Diagnostic>>()?;
    let programs = programs::read(file)?;
    let load = WorkLoad::read(args, &LastFailed::default())?;
    if load.selected.is_empty() {
        return Ok(load.nothing_selected(args));
    }
    // A bad file is reported once, and does not count.
    let bad = load.complain(&args.settings());
    let sound = load.selected.iter().filter(|one| !one.bad);
    let tasks: Vec<&Task> = sound.map(|one| &one.task).collect();
    let mut bar = Bar::new(tasks.len() * programs.len());
    let mut grades = Vec::new();
    for (number, program) in programs.iter().enumerate() {
        if INTERRUPT.is_requested() {
            break;
        }
        bar.of_program(number * tasks.len(), &program.name);
        grades.push(grade(args, program, &tasks, &mut bar));
    }
    drop(bar);
    let end = if format == Format::Json { "\n" } else { "" };
    output::data(&(in_format(format, &grades)? + end))?;
    for (format, file) in files {
        file.write_text(&in_format(format, &grades)?)?;
    }
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    Ok(if bad > 0 { Exit::Usage } else { Exit::Good })
}

/// Runs all scenarios with a program.
fn grade(args: &Args, program: &NamedProgram, tasks: &[&Task], bar: &mut Bar) -> Grade {
    let settings = RunSettings {
        subject: Some(SubjectChoice::Program(program.command.clone())),
        ..args.settings()
    };
    let context = Context {
        settings: &settings,
        files: &FileSystem,
        stop: &INTERRUPT,
    };
    let mut grade = Grade::new(&program.name, Some(program.command.clone()));
    let ended = runner::run(tasks, &context, args.plan(), |event| {
        match event {
            Event::Started(index) => bar.started(index, tasks[index]),
            Event::Ended(index) => bar.ended(index),
            Event::Finished(_, report) => grade.count(&report),
        }
        ControlFlow::Continue(())
    });
    grade.complete = ended.not_run.is_empty();
    grade
}

/// The format of points on stdout.
///
/// # Errors
///
/// When there is no such format of points.
pub fn format_of_points(args: &Args) -> Result<Format, Diagnostic> {
    let format = args.format();
    if matches!(format, Format::Human | Format::Json) {
        return Ok(format);
    }
    let message = "points are printed with `--format human` or `--format json`";
    Err(Diagnostic::error("format", message))
}

/// The file that a table of points goes into.
fn file_of_points(to: &ReportTo) -> Result<(Format, ResultFile), Diagnostic> {
    if matches!(to.format, Format::Csv | Format::Html | Format::Json) {
        return Ok((to.format, ResultFile::at(&to.path)?));
    }
    let message = "points of many programs are written as csv, html or json";
    Err(Diagnostic::error("report", message))
}

fn in_format(format: Format, grades: &[Grade]) -> Result<String, Failure> {
    Ok(match format {
        Format::Csv => grades::csv(grades),
        Format::Html => grades::page(grades),
        Format::Json => grades::json(grades).map_err(std::io::Error::other)?,
        _ => grades::table(grades),
    })
}
