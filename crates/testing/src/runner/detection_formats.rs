//! Detected faults as text, CSV, JSON and HTML.

use super::detection::{Detection, NotTried, Tried};
use crate::report::{Identity, readable};
use ataxx_core::diagnostic::text::counted;
use ataxx_core::presentation::{Page, Side, aligned, inert_field, rows};
use ataxx_session::mutants::Fault;
use maud::{Markup, html};
use serde::Serialize;
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

/// A row for each fault: `caught`, `survived`, `unfinished`, or why it was not tried.
pub fn csv(detection: &Detection) -> String {
    let tried = detection.tried.iter().map(|tried| {
        let scenarios: Vec<String> = tried.caught_by.iter().map(Identity::key).collect();
        csv_row(
            tried.fault,
            tried.counts(),
            result(tried),
            &scenarios.join("; "),
        )
    });
    let not_tried = detection
        .not_tried
        .iter()
        .map(|(fault, reason)| csv_row(*fault, false, reason.name(), ""));
    rows(
        [
            "fault",
            "description",
            "counts",
            "result",
            "caught_by",
            "test",
        ],
        tried.chain(not_tried),
    )
}

fn csv_row(fault: Fault, counts: bool, result: &str, scenarios: &str) -> [String; 6] {
    [
        fault.name().to_owned(),
        inert_field(fault.description()),
        counts.to_string(),
        result.to_owned(),
        inert_field(scenarios),
        inert_field(fault.test()),
    ]
}

const fn result(tried: &Tried) -> &'static str {
    if tried.is_caught() {
        "caught"
    } else if tried.complete {
        "survived"
    } else {
        "unfinished"
    }
}

/// The detected faults as one JSON object.
pub fn json(detection: &Detection) -> serde_json::Result<String> {
    serde_json::to_string(&Document {
        caught: detection.caught(),
        of: detection.of(),
        complete: detection.is_complete(),
        scenarios: detection.scenarios.len(),
        faults: detection.tried.iter().map(FaultEntry::of).collect(),
        not_tried: detection
            .not_tried
            .iter()
            .map(|(fault, reason)| Left {
                name: fault.name(),
                reason: reason.name(),
            })
            .collect(),
        idle: detection.idle().map(Identity::key).collect(),
    })
}

#[derive(Serialize)]
struct Document {
    caught: usize,
    of: usize,
    complete: bool,
    scenarios: usize,
    faults: Vec<FaultEntry>,
    not_tried: Vec<Left>,
    /// The scenarios that caught no fault.
    idle: Vec<String>,
}

#[derive(Serialize)]
struct FaultEntry {
    name: &'static str,
    description: &'static str,
    /// Whether it counts for the score.
    counts: bool,
    caught_by: Vec<String>,
    complete: bool,
    test: &'static str,
}

impl FaultEntry {
    fn of(tried: &Tried) -> Self {
        Self {
            name: tried.fault.name(),
            description: tried.fault.description(),
            counts: tried.counts(),
            caught_by: tried.caught_by.iter().map(Identity::key).collect(),
            complete: tried.complete,
            test: tried.fault.test(),
        }
    }
}

#[derive(Serialize)]
struct Left {
    name: &'static str,
    reason: &'static str,
}

const STYLE: &str = "\
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .35rem .9rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-size: .82rem; font-weight: 600; }
td.caught { color: var(--good); } td.missed { color: var(--bad); } td.number { white-space: nowrap; }
summary { cursor: pointer; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
.score { font-size: 1.15rem; margin: .5rem 0; }
";

/// A page with the score, the survivors with what a test would do, and what caught each fault.
pub fn page(detection: &Detection) -> String {
    let body = html! {
        header {
            h1 { "Faults caught by " (counted(detection.scenarios.len(), "scenario")) }
            p class="score" { (page_score(detection)) }
        }
        (page_survivors(detection))
        (page_caught(detection))
        (page_idle(detection))
        (page_not_tried(detection))
    };
    Page {
        title: "Faults caught",
        command: "ataxx audit --faults",
        styles: &[STYLE],
        body,
        script: None,
    }
    .html()
}

fn page_score(detection: &Detection) -> String {
    let unfinished = if detection.is_complete() {
        ""
    } else {
        " (not all was run)"
    };
    let (caught, of) = (detection.caught(), detection.of());
    format!("{caught} of {}{unfinished}", counted(of, "fault"))
}

fn page_survivors(detection: &Detection) -> Markup {
    html! {
        @if detection.survivors().next().is_some() {
            h2 { "Not caught" }
            div class="table" {
                table {
                    thead { tr { th { "Fault" } th { "What is wrong" } th { "A test that catches it" } } }
                    tbody {
                        @for tried in detection.survivors() {
                            tr {
                                td class="missed" { (tried.fault.name()) }
                                td { (tried.fault.description()) }
                                td { (tried.fault.test()) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn page_caught(detection: &Detection) -> Markup {
    let caught = detection.tried.iter().filter(|tried| tried.is_caught());
    html! {
        h2 { "Caught" }
        div class="table" {
            table {
                thead { tr { th { "Fault" } th { "What is wrong" } th { "Caught by" } } }
                tbody { @for tried in caught { (page_row(tried)) } }
            }
        }
    }
}

fn page_row(tried: &Tried) -> Markup {
    html! {
        tr {
            td class="caught" { (tried.fault.name()) }
            td {
                (tried.fault.description())
                @if !tried.counts() { span class="soft" { " (no document excludes it: it does not count)" } }
            }
            td {
                details {
                    summary { (counted(tried.caught_by.len(), "scenario")) }
                    (list(tried.caught_by.iter()))
                }
            }
        }
    }
}

fn list<'i>(scenarios: impl Iterator<Item = &'i Identity>) -> Markup {
    html! {
        ul { @for one in scenarios { li { (readable(&one.key())) } } }
    }
}

fn page_idle(detection: &Detection) -> Markup {
    let is_shown = detection.is_complete() && detection.idle().next().is_some();
    html! {
        @if is_shown {
            h2 { "Scenarios that caught nothing" }
            (list(detection.idle()))
        }
    }
}

fn page_not_tried(detection: &Detection) -> Markup {
    html! {
        @if !detection.not_tried.is_empty() {
            h2 { "Not tried" }
            ul {
                @for (fault, reason) in &detection.not_tried {
                    li { (fault.name()) ": " (fault.description()) span class="soft" { " (" (reason.words()) ")" } }
                }
            }
        }
    }
}
