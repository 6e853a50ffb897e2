//! Many programs, and the same scenarios for each.

use super::last::LastFailed;
use super::options::Args;
use super::outputs::{Format, Kind, ReportTo};
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
use ataxx_toolkit::tester::{Context, Settings, Task};
use std::path::Path;

/// Grades all programs of a file. The exit status says whether that could be done, not how
/// the programs did.
///
/// # Errors
///
/// When a file is bad, or what is told cannot be written.
pub fn run(args: &Args, file: &Path) -> Result<Exit, Failure> {
    let form = Form::of(args)?;
    let files = args
        .report
        .iter()
        .map(|to| Ok((TableIn::of(to)?, ResultFile::at(&to.path)?)))
        .collect::<Result<Vec<_>, Diagnostic>>()?;
    let programs = programs::read(file)?;
    let load = WorkLoad::read(args, &LastFailed::default())?;
    if load.selected.is_empty() {
        return Ok(load.nothing_selected(args));
    }
    // What is wrong with a file is said once, and counts for nobody.
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
    match form {
        Form::Table => output::data(&grades::table(&grades))?,
        Form::Json => output::data(&format!("{}\n", in_json(&grades)?))?,
    }
    for (table, file) in files {
        let text = match table {
            TableIn::Csv => grades::csv(&grades),
            TableIn::Html => grades::page(&grades),
            TableIn::Json => in_json(&grades)?,
        };
        file.write_text(&text)?;
    }
    if INTERRUPT.is_requested() {
        return Err(Failure::Interrupted);
    }
    Ok(if bad > 0 { Exit::Usage } else { Exit::Good })
}

fn in_json(all: &[Grade]) -> Result<String, Failure> {
    let text = grades::json(all).map_err(std::io::Error::other);
    Ok(text?)
}

/// Runs all scenarios with a program.
fn grade(args: &Args, program: &NamedProgram, tasks: &[&Task], bar: &mut Bar) -> Grade {
    let settings = Settings {
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
        true
    });
    grade.complete = ended.not_run.is_empty();
    grade
}

/// What stdout gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Table,
    Json,
}

impl Form {
    /// The form in which points are told.
    ///
    /// # Errors
    ///
    /// When points cannot be told in this form.
    pub fn of(args: &Args) -> Result<Self, Diagnostic> {
        match args.format() {
            Format::Human => Ok(Self::Table),
            Format::Json => Ok(Self::Json),
            Format::Jsonl | Format::Tap | Format::Github => {
                let message = "points are told with --format human or json";
                Err(Diagnostic::error("format", message))
            }
        }
    }
}

/// What a file gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableIn {
    Csv,
    Html,
    Json,
}

impl TableIn {
    fn of(to: &ReportTo) -> Result<Self, Diagnostic> {
        match to.kind {
            Kind::Csv => Ok(Self::Csv),
            Kind::Html => Ok(Self::Html),
            Kind::Json => Ok(Self::Json),
            Kind::Human | Kind::Jsonl | Kind::Junit | Kind::Tap => {
                let message = "points of many programs are written as csv, html or json";
                Err(Diagnostic::error("report", message))
            }
        }
    }
}
