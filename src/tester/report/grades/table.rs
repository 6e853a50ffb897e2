//! Grades as tables: text and CSV.

use super::{Grade, percent, tags};
use crate::presentation::{Side, aligned, inert_field as field};
use crate::tester::report::words::readable;
use crate::tester::report::{Points, StartFailure};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

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
            readable(&one.identity.key()).into_owned(),
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
