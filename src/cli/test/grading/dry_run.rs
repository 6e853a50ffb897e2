//! `--dry-run` of a class: what would be run.

use super::super::format::Format;
use super::super::work::WorkLoad;
use super::class_run::ClassRun;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output;
use crate::presentation::{Side, aligned};
use crate::tester::report::readable;
use ataxx_core::diagnostic::text::counted;
use serde::Serialize;
use std::collections::BTreeMap;

/// What a run would do, as JSON.
#[derive(Serialize)]
struct Plan<'a> {
    programs: Vec<&'a super::programs::NamedProgram>,
    scenarios: usize,
    runs: usize,
    /// Scenarios that run alone with `--exclusive`.
    with_ai: usize,
    points: u32,
    /// The points of the scenarios with each tag.
    tags: BTreeMap<String, u32>,
}

/// Prints what would be run: the programs, and the points of the scenarios.
pub fn dry_run(run: &ClassRun, load: &WorkLoad, format: Format) -> Result<Exit, Failure> {
    let plan = plan(run, load);
    if format == Format::Json {
        output::json(&plan)?;
    } else {
        output::data(&in_words(&plan))?;
    }
    Ok(if run.bad_files > 0 {
        Exit::Usage
    } else {
        Exit::Good
    })
}

fn plan<'a>(run: &'a ClassRun, load: &WorkLoad) -> Plan<'a> {
    let programs = run.programs_to_run().into_iter();
    let programs: Vec<_> = programs.map(|index| &run.programs[index]).collect();
    let mut tags = BTreeMap::new();
    for identity in run.scenarios() {
        for tag in identity.tags {
            *tags.entry(tag).or_default() += identity.points;
        }
    }
    let scenarios = run.number_of_scenarios();
    Plan {
        runs: programs.len() * scenarios,
        programs,
        scenarios,
        with_ai: load.sound().filter(|one| one.task.measures_time()).count(),
        points: run.scenarios().map(|identity| identity.points).sum(),
        tags,
    }
}

fn in_words(plan: &Plan) -> String {
    let row =
        |[name, value]: [&str; 2]| vec![readable(name).into_owned(), readable(value).into_owned()];
    let programs = plan.programs.iter();
    let mut rows = vec![row(["program", "command"])];
    rows.extend(programs.map(|one| row([&one.name, &one.command])));
    let programs = aligned(&rows, &[Side::Left]);
    let mut rows = vec![row(["tag", "points"])];
    let tags = plan.tags.iter();
    rows.extend(tags.map(|(tag, points)| row([tag, &points.to_string()])));
    rows.push(row(["total", &plan.points.to_string()]));
    let points = aligned(&rows, &[Side::Left, Side::Right]);
    let (scenarios, ai) = (counted(plan.scenarios, "scenario"), plan.with_ai);
    let runs = counted(plan.runs, "run");
    let total = counted(plan.programs.len(), "program");
    format!("{programs}\n{points}\n{total}, {scenarios} ({ai} with AIs): {runs}\n")
}
