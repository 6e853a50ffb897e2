//! Grades: the points of one program, or of several in a table, as text, CSV or JSON.

use crate::report::{
    Outcome, Points, ProgramResults, Report, StartFailure, informative_line, readable,
};
use ataxx_core::presentation::{Side, aligned, inert_field as field};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use unicode_width::UnicodeWidthStr;

/// The points of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The name of the program.
    #[serde(rename = "name")]
    pub program: String,
    /// The command line that starts it; `None` for the session of this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Whether all scenarios were run.
    pub complete: bool,
    /// Why the program was never started.
    #[serde(rename = "not_started", skip_serializing_if = "Option::is_none")]
    pub start_failure: Option<StartFailure>,
    /// A remark about all scenarios together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The points of all scenarios.
    #[serde(rename = "points")]
    pub total: Points,
    /// The points of the scenarios with a tag.
    pub tags: BTreeMap<String, Points>,
    /// The scenarios in order.
    pub scenarios: Vec<Graded>,
}

/// The points of a program in one scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Graded {
    /// The name of the scenario, with the values of its matrix.
    pub name: String,
    pub file: String,
    /// The line on which the scenario begins, counted from 1.
    pub line: usize,
    pub tags: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    pub points: Points,
    /// What is wrong; empty when the scenario passed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl Grade {
    /// A grade without scenarios.
    pub fn new(program: impl Into<String>, command: Option<String>) -> Self {
        Self {
            program: program.into(),
            command,
            ..Self::default()
        }
    }

    /// The points of a program of a class.
    pub fn of(results: &ProgramResults) -> Self {
        let mut grade = Self::new(&results.name, Some(results.command.clone()));
        for report in &results.reports {
            grade.count(report);
        }
        grade.start_failure.clone_from(&results.start_failure);
        grade.remark = early_end(results);
        grade.end(results.not_run.is_empty());
        grade
    }

    /// Ends the grade, after all scenarios or before.
    pub fn end(&mut self, were_all_run: bool) {
        let mut scenarios = self.scenarios.iter();
        let first = scenarios.find(|one| one.outcome == Outcome::NotJudged);
        self.complete = were_all_run && first.is_none();
        if let Some(Graded { name, message, .. }) = first {
            let (name, message) = (readable(name), readable(message));
            self.remark = Some(format!("not all is judged: `{name}`: {message}"));
        }
    }

    /// Adds a scenario.
    pub fn count(&mut self, report: &Report) {
        let points = report.points();
        self.total += points;
        for tag in &report.identity.tags {
            *self.tags.entry(tag.clone()).or_default() += points;
        }
        let identity = report.identity.clone();
        self.scenarios.push(Graded {
            name: identity.name,
            file: identity.file,
            line: identity.line,
            tags: identity.tags,
            outcome: report.outcome,
            points,
            message: report.message(),
        });
    }
}

/// The points of all programs of a class.
pub fn grades(results: &[ProgramResults]) -> Vec<Grade> {
    results.iter().map(Grade::of).collect()
}

/// That a program ended early in every scenario, with what it wrote to stderr.
fn early_end(results: &ProgramResults) -> Option<String> {
    let mut run = results.reports.iter().filter(|one| one.outcome.was_run());
    let first = run.clone().next()?;
    if results.start_failure.is_some() || !run.all(|one| one.outcome == Outcome::Crash) {
        return None;
    }
    let mut stderr = first.stderr_lines.iter();
    let line = stderr.find_map(|text| informative_line(text));
    let line = line.map_or_else(String::new, |line| format!(": {}", readable(line)));
    Some(format!("the program ended early in every scenario{line}"))
}

/// The grades as one JSON object with `programs`.
pub fn json(grades: &[Grade]) -> io::Result<String> {
    Ok(serde_json::to_string(&BTreeMap::from([(
        "programs", grades,
    )]))?)
}

/// All tags that some scenario has, in order.
pub(super) fn tags(grades: &[Grade]) -> Vec<&str> {
    let mut tags: Vec<&str> = grades
        .iter()
        .flat_map(|grade| grade.tags.keys())
        .map(String::as_str)
        .collect();
    tags.sort_unstable();
    tags.dedup();
    tags
}

/// The points earned in whole percent; `None` if none are possible. Only all points are 100,
/// and only no points are 0.
pub(super) fn percent(points: Points) -> Option<u32> {
    let Points { earned, possible } = points;
    if possible == 0 {
        return None;
    }
    let exact = u64::from(earned) * 100 / u64::from(possible);
    let least = u64::from(earned > 0);
    u32::try_from(exact.max(least)).ok()
}

/// A table with a row for each program, and columns for the total and the tags. A program that
/// was never started has the reason in place of points, with its stderr below. Remarks come
/// after the table.
pub fn table(grades: &[Grade]) -> String {
    let tags = tags(grades);
    let mut rows = vec![vec![
        "program".to_owned(),
        "total".to_owned(),
        String::new(),
    ]];
    rows[0].extend(tags.iter().map(|tag| readable(tag).into_owned()));
    rows.extend(grades.iter().map(|grade| row(grade, &tags)));
    let width = rows.iter().filter_map(|row| row.first());
    let width = width.map(|name| name.width()).max().unwrap_or(0);
    let aligned = aligned(&rows, &[Side::Left, Side::Right]);
    let failures = grades.iter().map(|grade| grade.start_failure.as_ref());
    let lines = aligned.lines().zip(std::iter::once(None).chain(failures));
    let mut text: String = lines
        .map(|(line, failure)| with_reason(line, failure, width))
        .collect();
    for (number, grade) in grades.iter().filter(|one| one.remark.is_some()).enumerate() {
        let blank_line = if number == 0 { "\n" } else { "" };
        let remark = grade.remark.as_deref().unwrap_or_default();
        let _ = writeln!(text, "{blank_line}{}: {remark}", readable(&grade.program));
    }
    text
}

/// A line of the table. If the program was never started, it has its name only, and the reason
/// follows in the next column.
fn with_reason(line: &str, failure: Option<&StartFailure>, width: usize) -> String {
    let mut text = line.to_owned();
    if let Some(failure) = failure {
        let blanks = " ".repeat(width.saturating_sub(line.width()));
        let _ = write!(text, "{blanks}  {failure}");
        for line in failure.further_lines() {
            let _ = write!(text, "\n{:width$}  | {line}", "");
        }
    }
    text + "\n"
}

/// The cells of a program; only its name if it was never started.
fn row(grade: &Grade, tags: &[&str]) -> Vec<String> {
    let mark = if grade.complete { "" } else { " (not all)" };
    let mut row = vec![format!("{}{mark}", readable(&grade.program))];
    if grade.start_failure.is_some() {
        return row;
    }
    row.extend([in_words(grade.total), in_percent(grade.total)]);
    row.extend(tags.iter().map(|&tag| {
        let points = grade.tags.get(tag);
        points.map_or_else(|| "-".to_owned(), |points| in_words(*points))
    }));
    row
}

/// A table with the points of each scenario and each tag, and the total of one program.
pub fn scenarios(grade: &Grade) -> String {
    let mut rows = vec![vec![
        "scenario".to_owned(),
        "points".to_owned(),
        String::new(),
    ]];
    rows.extend(grade.scenarios.iter().map(|one| {
        vec![
            readable(&format!("{}::{}", one.file, one.name)).into_owned(),
            in_words(one.points),
            String::new(),
        ]
    }));
    let sums = grade
        .tags
        .iter()
        .map(|(tag, points)| (format!("tag {}", readable(tag)), *points));
    for (name, points) in sums.chain([("total".to_owned(), grade.total)]) {
        rows.push(vec![name, in_words(points), in_percent(points)]);
    }
    aligned(&rows, &[Side::Left, Side::Right])
}

/// CSV with a row for each program: name, command, whether all was run, points earned and
/// possible, what is wrong with all of it, and the points earned and possible for each tag. A
/// program that was never started has no points.
pub fn csv(grades: &[Grade]) -> String {
    let tags = tags(grades);
    let mut text = "program,command,complete,earned,possible,problem".to_owned();
    for tag in &tags {
        let [earned, possible] = ["earned", "possible"].map(|what| field(&format!("{tag} {what}")));
        let _ = write!(text, ",{earned},{possible}");
    }
    text.push('\n');
    for grade in grades {
        let command = field(grade.command.as_deref().unwrap_or_default());
        let (program, complete) = (field(&grade.program), grade.complete);
        let problem = grade.start_failure.as_ref().map(ToString::to_string);
        let problem = problem.as_ref().or(grade.remark.as_ref());
        let points = |points: Points| match grade.start_failure {
            Some(_) => ",".to_owned(),
            None => format!("{},{}", points.earned, points.possible),
        };
        let total = points(grade.total);
        let _ = write!(text, "{program},{command},{complete},{total}");
        let _ = write!(
            text,
            ",{}",
            field(problem.map(String::as_str).unwrap_or_default())
        );
        for &tag in &tags {
            let of_tag = grade.tags.get(tag).copied().unwrap_or_default();
            let _ = write!(text, ",{}", points(of_tag));
        }
        text.push('\n');
    }
    text
}

pub(super) fn in_words(points: Points) -> String {
    format!("{}/{}", points.earned, points.possible)
}

pub(super) fn in_percent(points: Points) -> String {
    percent(points).map_or_else(String::new, |percent| format!("{percent} %"))
}
