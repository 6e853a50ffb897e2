//! A finding as a scenario and as a script of the course.

use super::{Deviation, Finding};
use crate::board::{Color, Outcome};
use crate::notation::Dump;
use crate::session::Dialect;
use crate::tester::syntax::written::{Quotes, on_one_line};
use std::fmt::Write as _;

/// A file with one scenario that shows the fault: it fails for the program and passes for
/// ours.
#[must_use]
pub fn scenario(finding: &Finding, dialect: Dialect) -> String {
    let mut text = String::new();
    let name = one_line(&title(finding));
    let _ = writeln!(
        text,
        "dialect: {}\nscenarios:\n  - name: {name}",
        dialect.name()
    );
    let _ = writeln!(text, "    steps:\n      - send: [{}]", lines(finding));
    match &finding.deviation {
        Deviation::Result { expected, .. } => {
            let _ = writeln!(text, "      - result: {}", word(*expected));
        }
        Deviation::Board { expected, .. } => {
            text.push_str("      - board: |\n");
            for row in Dump(*expected).to_string().lines().skip(1).take(7) {
                let _ = writeln!(text, "          {}", row.trim());
            }
        }
        // Any answer will do.
        Deviation::Timeout(_) | Deviation::Crash(_) | Deviation::Unreadable(_) => {
            text.push_str("      - board: unchanged\n");
        }
    }
    text
}

fn one_line(text: &str) -> String {
    on_one_line(text, Quotes::None, false)
}

fn lines(finding: &Finding) -> String {
    let quoted = |line: &String| on_one_line(line, Quotes::None, true);
    let lines: Vec<String> = finding.lines.iter().map(quoted).collect();
    lines.join(", ")
}

fn word(result: Option<Outcome>) -> &'static str {
    match result {
        None => "none",
        Some(outcome) => outcome.winner.map_or("draw", Color::name),
    }
}

/// What is wrong, in a few words: the fault of ours that behaves alike, if there is one.
#[must_use]
pub fn title(finding: &Finding) -> String {
    match finding.like.first() {
        Some(fault) => fault.description().to_owned(),
        None => finding.deviation.to_string(),
    }
}
