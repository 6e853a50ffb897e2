//! Grades as tables: text and CSV.

use super::{Grade, percent, tags};
use crate::presentation::{Side, aligned, inert_field as field};
use crate::tester::report::Points;
use crate::tester::report::words::readable;
use std::fmt::Write;

/// A table with a row for each program, and columns for the total and the tags.
#[must_use]
pub fn table(grades: &[Grade]) -> String {
    let tags = tags(grades);
    let mut rows = vec![vec![
        "program".to_owned(),
        "total".to_owned(),
        String::new(),
    ]];
    rows[0].extend(tags.iter().map(|tag| readable(tag).into_owned()));
    for grade in grades {
        let mark = if grade.complete { "" } else { " (not all)" };
        let mut row = vec![
            format!("{}{mark}", readable(&grade.program)),
            in_words(grade.total),
            in_percent(grade.total),
        ];
        row.extend(tags.iter().map(|&tag| {
            let points = grade.tags.get(tag);
            points.map_or_else(|| "-".to_owned(), |points| in_words(*points))
        }));
        rows.push(row);
    }
    aligned(&rows, &[Side::Left, Side::Right])
}

/// A table with the points of each scenario and each tag, and the total of one program.
#[must_use]
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
/// possible, and the same two for each tag.
#[must_use]
pub fn csv(grades: &[Grade]) -> String {
    let tags = tags(grades);
    let mut text = "program,command,complete,earned,possible".to_owned();
    for tag in &tags {
        let [earned, possible] = ["earned", "possible"].map(|what| field(&format!("{tag} {what}")));
        let _ = write!(text, ",{earned},{possible}");
    }
    text.push('\n');
    for grade in grades {
        let command = field(grade.command.as_deref().unwrap_or_default());
        let Points { earned, possible } = grade.total;
        let complete = grade.complete;
        let program = field(&grade.program);
        let _ = write!(text, "{program},{command},{complete},{earned},{possible}");
        for &tag in &tags {
            let Points { earned, possible } = grade.tags.get(tag).copied().unwrap_or_default();
            let _ = write!(text, ",{earned},{possible}");
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
