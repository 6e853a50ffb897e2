//! Findings as scenarios.

use super::trial::carry_out;
use super::{Deviation, Finding};
use crate::board::{Color, Outcome, Position};
use crate::notation::Dump;
use crate::session::{Dialect, Session, SessionSettings};
use crate::tester::syntax::written::{Quotes, on_one_line};
use std::fmt::Write as _;

/// A file with a scenario for each fault: it fails for the program and passes for ours.
#[must_use]
pub fn scenarios(findings: &[Finding], dialect: Dialect) -> String {
    let mut text = format!("dialect: {}\nscenarios:\n", dialect.name());
    for finding in findings {
        // The seed tells apart what has one title.
        let name = format!("{}, seed {}", title(finding), finding.seed);
        let _ = writeln!(text, "  - name: {}", one_line(&name));
        let _ = writeln!(text, "    steps:\n      - send: [{}]", lines(finding));
        if let Deviation::Result { expected, .. } = &finding.deviation {
            let _ = writeln!(text, "      - result: {}", word(*expected));
            continue;
        }
        text.push_str("      - board: |\n");
        let rows = Dump(position_after(&finding.lines, dialect)).to_string();
        for row in rows.lines().skip(1).take(7) {
            let _ = writeln!(text, "          {}", row.trim());
        }
    }
    text
}

/// The position by the rules after these lines.
fn position_after(lines: &[String], dialect: Dialect) -> Position {
    let mut session = Session::new(dialect, SessionSettings::default());
    for line in lines {
        carry_out(&mut session, line);
    }
    *session.position()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tester::{SourceText, tasks};

    #[test]
    fn several_findings_are_one_file() {
        let finding = |seed, line: &str| Finding {
            seed,
            lines: vec!["manual blue".to_owned(), line.to_owned()],
            deviation: Deviation::Crash(format!("it ends after `{line}`")),
            like: Vec::new(),
        };
        let text = scenarios(
            &[finding(1, "a7-b7"), finding(2, "a7-a5")],
            Dialect::SPRING_2022,
        );
        let file = SourceText::new("faults.yaml", text.as_str());
        let tasks = tasks(&file, &()).expect("a file of scenarios");
        assert_eq!(tasks.len(), 2);
        assert!(text.contains("r r - - - - b"), "{text}");
    }
}
