//! Findings as scenarios.

use super::rule::broken_rule;
use super::trial::carry_out;
use super::winning::HORIZON;
use super::{Deviation, Finding};
use crate::session::{Dialect, Event, Session, SessionSettings};
use crate::tester::syntax::written::{Quotes, on_one_line};
use ataxx_core::board::{Color, Position};
use ataxx_core::notation::Dump;
use std::fmt::Write as _;

/// A file with a scenario for each fault: it fails for the program and passes for ours.
pub fn scenarios(findings: &[Finding], dialect: Dialect) -> String {
    let mut text = format!("dialect: {}\nscenarios:\n", dialect.name());
    for finding in findings {
        // The seed tells apart what has one title.
        let name = format!("{}, seed {}", title(finding, dialect), finding.seed);
        let _ = writeln!(text, "  - name: {}", one_line(&name));
        let sent = lines(finding);
        let _ = writeln!(text, "    steps:\n      - send: [{sent}]");
        let _ = writeln!(text, "      - {}", check(finding, dialect));
    }
    text
}

/// The check that the program does not pass.
fn check(finding: &Finding, dialect: Dialect) -> String {
    match &finding.deviation {
        Deviation::Result {
            expected: Some(outcome),
            announced,
            ..
        } if announced.len() < 2 => format!("result: {}", word(outcome.winner)),
        Deviation::Result { is_over: false, .. } => "result: none".to_owned(),
        Deviation::Result { .. } => announcements(finding, dialect),
        Deviation::MissedWin(..) => format!("ai-move: {{ wins-within: {} }}", HORIZON + 1),
        Deviation::IllegalMove(_) | Deviation::NoMove(_) => "ai-move: {}".to_owned(),
        Deviation::NoAnswer => "lines: [\"matches /./\"]".to_owned(),
        Deviation::Untold => "error: any".to_owned(),
        Deviation::ReservedWord(line) => {
            let matcher = format!("not equals {}", serde_json::Value::from(line.as_str()));
            format!("lines: [{}]", on_one_line(&matcher, Quotes::None, true))
        }
        _ if is_over(&finding.lines) => "exit: 0".to_owned(),
        Deviation::Board { expected, .. } => board(expected),
        _ => board(&position_after(&finding.lines, dialect)),
    }
}

fn is_over(lines: &[String]) -> bool {
    lines.last().is_some_and(|line| line == "quit")
}

fn board(position: &Position) -> String {
    let mut text = "board: |".to_owned();
    let rows = Dump(*position).to_string();
    for row in rows.lines().skip(1).take(7) {
        let _ = write!(text, "\n          {}", row.trim());
    }
    text
}

/// As many results as the rules give, and no more.
fn announcements(finding: &Finding, dialect: Dialect) -> String {
    const RESULT: &str = "matches /(wins|Draw)\\.$/";
    let mut session = Session::new(dialect, SessionSettings::default());
    let events = finding
        .lines
        .iter()
        .flat_map(|line| carry_out(&mut session, line));
    let results = events.filter(|event| matches!(event, Event::Over(_)));
    let mut matchers = vec![RESULT.to_owned(); results.count()];
    matchers.push(format!("not {RESULT}"));
    let quoted = matchers.iter().map(|matcher| format!("'{matcher}'"));
    let quoted: Vec<String> = quoted.collect();
    format!("lines: [{}]", quoted.join(", "))
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

/// The lines that are sent, and a dump where a result may come with the next command.
fn lines(finding: &Finding) -> String {
    let more = match &finding.deviation {
        Deviation::Result { is_over: true, .. } => Some("dump".to_owned()),
        _ => None,
    };
    let lines = finding.lines.iter().chain(&more);
    let quoted: Vec<String> = lines
        .map(|line| on_one_line(line, Quotes::None, true))
        .collect();
    quoted.join(", ")
}

fn word(winner: Option<Color>) -> &'static str {
    winner.map_or("draw", Color::name)
}

/// What is wrong, in a few words: the fault of ours that behaves alike, or else the rule.
pub fn title(finding: &Finding, dialect: Dialect) -> String {
    match finding.like.first() {
        Some(fault) => fault.description().to_owned(),
        None => broken_rule(finding, dialect),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tester::{SourceText, tasks};

    #[test]
    fn several_findings_are_one_file() {
        let finding = |seed, line: &str| Finding {
            comes_again: true,
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

    #[test]
    fn the_check_is_about_what_differs() {
        let check = |deviation, line: &str| {
            let finding = Finding {
                seed: 1,
                lines: vec![line.to_owned()],
                deviation,
                like: Vec::new(),
                comes_again: true,
            };
            let text = scenarios(&[finding], Dialect::SPRING_2022);
            let file = SourceText::new("faults.yaml", text.as_str());
            assert_eq!(tasks(&file, &()).expect("scenarios").len(), 1);
            text.lines().last().unwrap_or_default().trim().to_owned()
        };
        let help = check(Deviation::NoAnswer, "help");
        assert_eq!(help, "- lines: [\"matches /./\"]");
        assert_eq!(check(Deviation::Untold, "a7-a9"), "- error: any");
        let no_move = check(Deviation::NoMove(Color::Red), "auto red");
        assert_eq!(no_move, "- ai-move: {}");
        let missed = Deviation::MissedWin("a7-a6".to_owned(), "a7-b7".to_owned());
        assert_eq!(check(missed, "auto red"), "- ai-move: { wins-within: 10 }");
        let reserved = check(Deviation::ReservedWord("he wins".to_owned()), "dump");
        assert!(reserved.starts_with("- lines: ["), "{reserved}");
        let crash = Deviation::Crash("it ends".to_owned());
        assert_eq!(check(crash, "quit"), "- exit: 0");
    }
}
