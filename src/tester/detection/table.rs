//! Detected faults as text.

use super::{Detection, NotTried, Tried};
use crate::presentation::{Side, aligned};
use crate::tester::report::{Identity, readable};
use ataxx_core::diagnostic::text::counted;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// How many scenarios are named.
const NAMED: usize = 3;

/// The faults that were caught and by what, the survivors with what a test would do, and the
/// score.
pub fn table(detection: &Detection) -> String {
    let mut text = caught(detection);
    text += &survivors(detection);
    text += &score(detection);
    text += &not_tried(detection);
    text += &idle(detection);
    text
}

fn caught(detection: &Detection) -> String {
    let mut rows = vec![
        ["fault", "caught by", "the first of them"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let caught = detection.tried.iter().filter(|tried| tried.is_caught());
    rows.extend(caught.map(|tried| {
        let number = tried.caught_by.len();
        let names = first_names(&tried.caught_by);
        vec![tried.fault.name().to_owned(), number.to_string(), names]
    }));
    if rows.len() == 1 {
        return String::new();
    }
    aligned(&rows, &[Side::Left, Side::Right, Side::Left]) + "\n"
}

/// The names of the first scenarios that stand in different places: those of a matrix are in
/// one.
fn first_names(scenarios: &[Identity]) -> String {
    let mut places = BTreeSet::new();
    let mut names = Vec::new();
    for one in scenarios {
        if names.len() < NAMED && places.insert((&one.file, one.line)) {
            names.push(readable(&one.name));
        }
    }
    names.join("; ")
}

fn survivors(detection: &Detection) -> String {
    let mut text = String::new();
    for tried in detection.survivors() {
        text += &explained(tried);
    }
    if text.is_empty() {
        return text;
    }
    format!("not caught:\n{text}\n")
}

fn explained(tried: &Tried) -> String {
    let fault = tried.fault;
    let (name, description, test) = (fault.name(), fault.description(), fault.test());
    format!("  {name}: {description}\n      {test}\n")
}

fn score(detection: &Detection) -> String {
    let (caught, of) = (detection.caught(), detection.of());
    let mut text = format!(
        "{} caught {caught} of {}",
        counted(detection.scenarios.len(), "scenario"),
        counted(of, "fault"),
    );
    if let Some(percent) = (caught * 100).checked_div(of) {
        let _ = write!(text, " ({percent} %)");
    }
    if !detection.is_complete() {
        text += "; not all was run";
    }
    text + "\n"
}

fn not_tried(detection: &Detection) -> String {
    let mut text = String::new();
    let extras = detection.extras().count();
    if extras > 0 {
        let caught = detection.extras().filter(|tried| tried.is_caught()).count();
        let _ = writeln!(
            text,
            "{caught} of {} that no document excludes; these do not count",
            counted(extras, "fault")
        );
    }
    for reason in [NotTried::OtherDialect, NotTried::NotCompared] {
        let left = &detection.not_tried;
        let number = left.iter().filter(|(_, why)| *why == reason).count();
        if number > 0 {
            let _ = writeln!(
                text,
                "not tried: {} {}",
                counted(number, "fault"),
                reason.words()
            );
        }
    }
    text
}

fn idle(detection: &Detection) -> String {
    let idle: Vec<Identity> = detection.idle().cloned().collect();
    if idle.is_empty() || !detection.is_complete() {
        return String::new();
    }
    let more = if idle.len() > NAMED { "; …" } else { "" };
    format!(
        "{} caught nothing: {}{more}\n",
        counted(idle.len(), "scenario"),
        first_names(&idle)
    )
}
