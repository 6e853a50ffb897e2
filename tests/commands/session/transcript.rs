//! Whole games as transcripts: what was typed behind `>`, then what a program that
//! reads the output sees.
#![allow(dead_code)] // each test file uses a part

use ataxx_core::Cancellation;
use ataxx_core::diagnostic::{Look, render};
use ataxx_session::{Dialect, Flow, Interpreter, LineOfText, Output, Session, SessionSettings};

/// Carries out commands separated by `;`. AIs look at few positions, so that a
/// whole game takes a moment.
pub fn transcript(dialect: Dialect, commands: &str) -> String {
    let settings = SessionSettings {
        nodes: Some(500),
        ..SessionSettings::default()
    };
    let told = Cancellation::new();
    let mut interpreter = Interpreter::new(Session::new(dialect, settings), &(), &told);
    let mut text = String::new();
    let mut silent: Vec<&str> = Vec::new();
    for command in commands
        .split(';')
        .map(str::trim)
        .filter(|command| !command.is_empty())
    {
        silent.push(command);
        let line = LineOfText {
            source: None,
            number: 1,
            text: command,
        };
        let mut shown = String::new();
        let flow = interpreter.line(line, &mut |_, output| {
            match output {
                Output::Event(event) => shown += &event.announcement(dialect).unwrap_or_default(),
                Output::Refused(diagnostic) => shown += &render(&diagnostic, Look::Plain),
                _ => {}
            }
            Flow::GoOn
        });
        assert_eq!(flow, Flow::GoOn);
        if !shown.is_empty() {
            text.extend(["> ", &silent.join("; "), "\n", &shown]);
            silent.clear();
        }
    }
    if !silent.is_empty() {
        text.extend(["> ", &silent.join("; "), "\n"]);
    }
    text
}

/// Blocks that leave a pocket around each corner, with a passage of one jump
/// between neighbouring pockets along the ranks.
pub const POCKETS: &str = "block d1; block a2; block b2; block c2; block d2; block a3; block b3; \
                       block c3; block d3";
/// The same by letters.
pub const POCKETS_2008: &str = "blocks 4agf5bch6";
/// The same, but the passage is wider.
pub const WIDE_POCKETS: &str = "block c1; block a2; block b2; block c2; block d2; block a3; block b3; \
                            block c3; block d3";

/// So many rounds of four jumps there and back.
pub fn rounds(count: usize, first: &str, second: &str) -> String {
    let back = |step: &str| step.split('-').rev().collect::<Vec<_>>().join("-");
    format!("{first}; {second}; {}; {}; ", back(first), back(second)).repeat(count)
}
