//! The results of a class as HTML: points, and the outcomes of all programs in all scenarios.

use super::grade::{Grade, grades, in_percent, in_words, tags};
use crate::report::{
    Identity, Outcome, Points, ProgramResults, Sections, Summary, View, filter, page, readable,
};
use ataxx_core::diagnostic::text::counted;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A page with a table of the points, a matrix of programs and scenarios, and for each program
/// all its scenarios with boards, dialogues and stderr.
pub fn class_page(results: &[ProgramResults]) -> String {
    let grades = grades(results);
    let title = format!("Points of {}", counted(results.len(), "program"));
    let rows = rows(results);
    let numbers: BTreeMap<String, usize> = rows
        .iter()
        .enumerate()
        .map(|(number, row)| (row.identity.key(), number))
        .collect();
    let details = |number: usize, one: &ProgramResults| {
        let id = |identity: &Identity| {
            let scenario = numbers.get(&identity.key())?;
            Some(id_of_scenario(number, *scenario))
        };
        program(number, one, &grades[number], &sections(one, id))
    };
    let body = html! {
        header { h1 { (title) } }
        (points(&grades))
        @if !rows.is_empty() { (matrix(&rows, results)) }
        h2 { "All scenarios" }
        (filter(&total(results)))
        @for (number, one) in results.iter().enumerate() { (details(number, one)) }
    };
    page(&title, body)
}

/// The counts of all programs together.
fn total(results: &[ProgramResults]) -> Summary {
    let started = results.iter().filter(|one| one.start_failure.is_none());
    let mut total = Summary::default();
    started
        .flat_map(|one| &one.reports)
        .for_each(|report| total.count(report));
    total
}

/// The table of points.
fn points(grades: &[Grade]) -> Markup {
    let tags = tags(grades);
    html! {
        div class="table" {
            table class="grades" {
                thead {
                    tr {
                        th scope="col" { "Program" }
                        th scope="col" colspan="2" { "Total" }
                        @for tag in &tags { th scope="col" { (readable(tag)) } }
                    }
                }
                tbody {
                    @for (number, grade) in grades.iter().enumerate() { (row(number, grade, &tags)) }
                }
            }
        }
    }
}

fn row(number: usize, grade: &Grade, tags: &[&str]) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href={ "#" (id_of_program(number)) } { (readable(&grade.program)) }
                @if !grade.complete { span class="soft" { " (not all was run)" } }
            }
            @if let Some(failure) = &grade.start_failure {
                td class="none problem" colspan=(tags.len() + 2) { span { (failure) } }
            } @else {
                (cell(grade.total))
                td { (in_percent(grade.total)) }
                @for &tag in tags {
                    @match grade.tags.get(tag) {
                        Some(points) => (cell(*points)),
                        None => td { "–" }
                    }
                }
            }
        }
    }
}

pub(super) fn cell(points: Points) -> Markup {
    let class = match points.earned {
        _ if points.possible == 0 => "some",
        0 => "none",
        earned if earned == points.possible => "full",
        _ => "some",
    };
    html! { td class=(class) { (in_words(points)) } }
}

/// The matrix of scenarios and programs.
fn matrix(rows: &[Row], results: &[ProgramResults]) -> Markup {
    let suspicious = rows.iter().filter(|row| row.is_failed_by_all()).count();
    html! {
        h2 { "Programs and scenarios" }
        @if suspicious > 0 {
            p class="note" {
                "All programs fail " (counted(suspicious, "scenario"))
                ": look at the test. It is marked below."
            }
        }
        div class="table" {
            table class="matrix" {
                thead {
                    tr {
                        th scope="col" { "Scenario" }
                        th scope="col" { "Passed" }
                        @for one in results {
                            th scope="col" class="turned" { span { (readable(&one.name)) } }
                        }
                    }
                }
                tbody { @for (number, row) in rows.iter().enumerate() { (matrix_row(number, row, rows)) } }
            }
        }
        p class="soft legend" {
            @for outcome in Outcome::ALL {
                span { span class={ "mark " (outcome.tone().class()) } { (mark(outcome)) } " " (outcome) }
            }
        }
    }
}

fn matrix_row(number: usize, row: &Row, rows: &[Row]) -> Markup {
    let is_new_file = number == 0 || rows[number - 1].identity.file != row.identity.file;
    let (run, passed) = row.run_and_passed();
    html! {
        @if is_new_file {
            tr class="file" { th scope="rowgroup" { (readable(&row.identity.file)) } }
        }
        tr class=[row.is_failed_by_all().then_some("suspicious")] {
            th scope="row" {
                (readable(&row.identity.name))
                @if row.is_failed_by_all() {
                    span class="verdict" { "all programs fail this: look at the test" }
                }
            }
            td { (passed) "/" (run) }
            @for (program, outcome) in row.outcomes.iter().enumerate() {
                @match outcome {
                    None => td {},
                    Some(outcome) => td class={ "mark " (outcome.tone().class()) } title=(outcome) {
                        a href={ "#" (id_of_scenario(program, number)) } aria-label=(outcome) { (mark(*outcome)) }
                    }
                }
            }
        }
    }
}

/// The sign of an outcome in the matrix.
const fn mark(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "✓",
        Outcome::Fail => "✗",
        Outcome::Error => "E",
        Outcome::TimeOut => "T",
        Outcome::Crash => "C",
        Outcome::UnexpectedPass => "!",
        Outcome::Flaky => "~",
        Outcome::ExpectedFailure => "x",
        Outcome::Skipped => "·",
        Outcome::Unsupported => "–",
        Outcome::Blocked => "B",
        Outcome::NotJudged => "?",
    }
}

/// The scenarios of a program; none if it was never started.
fn sections(one: &ProgramResults, id: impl Fn(&Identity) -> Option<String>) -> Sections {
    let mut sections = Sections::default();
    if one.start_failure.is_some() {
        return sections;
    }
    for report in &one.reports {
        let view = View {
            rerun: &one.rerun,
            id: id(&report.identity),
            is_brief: true,
        };
        sections.add(report, &view);
    }
    sections
}

/// All scenarios of a program, folded.
fn program(number: usize, one: &ProgramResults, grade: &Grade, sections: &Sections) -> Markup {
    html! {
        details class="program" {
            summary {
                span class="name" { (readable(&one.name)) }
                @match &one.start_failure {
                    Some(_) => span class="where none" { "not started" },
                    None => span class="where" {
                        (in_words(grade.total)) " points " (in_percent(grade.total))
                        " · " (one.summary().counts_in_words())
                    }
                }
            }
            // A link to what is inside unfolds it.
            div id=(id_of_program(number)) {
                pre { (readable(&one.command)) }
                @if let Some(failure) = &one.start_failure {
                    p class="none" { (failure) }
                    @if !failure.stderr.is_empty() { pre { (failure.stderr) } }
                } @else {
                    @if let Some(remark) = &grade.remark { p class="none" { (remark) } }
                    (sections.markup(&one.not_run))
                }
            }
        }
    }
}

fn id_of_program(number: usize) -> String {
    format!("p{}", number + 1)
}

/// The name of a scenario of a program on the page, by its row in the matrix.
fn id_of_scenario(program: usize, scenario: usize) -> String {
    format!("p{}s{}", program + 1, scenario + 1)
}

/// The outcomes of a scenario for each program.
#[derive(Clone, Debug)]
struct Row<'a> {
    identity: &'a Identity,
    /// The outcome for each program, in their order; `None` where it was not run.
    outcomes: Vec<Option<Outcome>>,
}

impl Row<'_> {
    /// The number of programs for which the scenario was run, and that of those that passed.
    fn run_and_passed(&self) -> (usize, usize) {
        let run = self.outcomes.iter().flatten().filter(|one| one.was_run());
        let passed = run.clone().filter(|one| !one.is_bad());
        (run.count(), passed.count())
    }

    /// Whether several programs were tried and none passed, so that the scenario may be wrong.
    fn is_failed_by_all(&self) -> bool {
        matches!(self.run_and_passed(), (2.., 0))
    }
}

/// The scenarios in order, each with the outcomes of the programs. Programs that were never
/// started have none.
fn rows(results: &[ProgramResults]) -> Vec<Row<'_>> {
    let mut places = BTreeMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for (program, one) in results.iter().enumerate() {
        let reports = one.reports.iter();
        let run = reports.map(|report| (&report.identity, Some(report.outcome)));
        let not_run = one.not_run.iter().map(|identity| (identity, None));
        for (identity, outcome) in run.chain(not_run) {
            let place = *places.entry(identity.key()).or_insert_with(|| {
                rows.push(Row {
                    identity,
                    outcomes: vec![None; results.len()],
                });
                rows.len() - 1
            });
            if one.start_failure.is_none() {
                rows[place].outcomes[program] = outcome;
            }
        }
    }
    rows
}

/// The scenarios that several programs were tried with and none passed.
pub fn failed_by_all(results: &[ProgramResults]) -> Vec<&Identity> {
    let rows = rows(results).into_iter();
    rows.filter(Row::is_failed_by_all)
        .map(|row| row.identity)
        .collect()
}

/// The scenarios that all programs fail, in words; empty if there are none.
pub fn suspicious_tests(results: &[ProgramResults]) -> String {
    let failed = failed_by_all(results);
    if failed.is_empty() {
        return String::new();
    }
    let line = |identity: &Identity| format!("  {}\n", identity.place_and_name());
    let lines: String = failed.into_iter().map(line).collect();
    format!("\nall programs fail these scenarios: look at the tests\n{lines}")
}
