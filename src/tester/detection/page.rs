//! Detected faults as HTML.

use super::{Detection, Tried};
use crate::presentation::Page;
use crate::tester::report::{Identity, readable};
use ataxx_core::diagnostic::text::counted;
use maud::{Markup, html};

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
            p class="score" { (score(detection)) }
        }
        (survivors(detection))
        (tried(detection))
        (idle(detection))
        (not_tried(detection))
    };
    Page {
        title: "Faults caught",
        command: "ataxx test --faults",
        styles: &[STYLE],
        body,
        script: None,
    }
    .html()
}

fn score(detection: &Detection) -> String {
    let unfinished = if detection.is_complete() {
        ""
    } else {
        " (not all was run)"
    };
    let (caught, of) = (detection.caught(), detection.of());
    format!("{caught} of {}{unfinished}", counted(of, "fault"))
}

fn survivors(detection: &Detection) -> Markup {
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

fn tried(detection: &Detection) -> Markup {
    let caught = detection.tried.iter().filter(|tried| tried.is_caught());
    html! {
        h2 { "Caught" }
        div class="table" {
            table {
                thead { tr { th { "Fault" } th { "What is wrong" } th { "Caught by" } } }
                tbody { @for tried in caught { (row(tried)) } }
            }
        }
    }
}

fn row(tried: &Tried) -> Markup {
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

fn idle(detection: &Detection) -> Markup {
    let is_shown = detection.is_complete() && detection.idle().next().is_some();
    html! {
        @if is_shown {
            h2 { "Scenarios that caught nothing" }
            (list(detection.idle()))
        }
    }
}

fn not_tried(detection: &Detection) -> Markup {
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
