//! Figures as text.

use super::solvers::Verdict;
use std::time::Duration;

/// What stands where there is no figure.
pub const NONE: &str = "–";

/// A time in three digits and the unit that suits it.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        0.0..1e-6 => (seconds * 1e9, "ns"),
        1e-6..1e-3 => (seconds * 1e6, "µs"),
        1e-3..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    format!("{} {unit}", three_digits(value))
}

pub fn time_or_none(value: Option<Duration>) -> String {
    value.map_or(NONE.to_owned(), time)
}

pub fn three_digits(value: f64) -> String {
    match value {
        ..10.0 => format!("{value:.2}"),
        10.0..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

pub fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(plies) => format!("win in {}", plies.0),
        Verdict::Loss(plies) => format!("loss in {}", plies.0),
        Verdict::Open => "open".to_owned(),
    }
}

/// Rows of equal length with their columns in line: the first to the left, the
/// others to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            match column {
                0 => format!("{cell:width$}"),
                _ => format!("  {cell:>width$}"),
            }
        });
        cells.collect::<String>() + "\n"
    };
    rows.iter().map(line).collect()
}

/// A row of a table.
pub fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}
