//! The scenarios of a program as HTML.

use super::comparison;
use super::scenario::{self, View};
use crate::tester::Outcome;
use crate::tester::report::words::readable;
use crate::tester::report::{Identity, Report};
use ataxx_core::board::Bitboard;
use maud::{Markup, PreEscaped, html};

/// The scenarios of a program as HTML: failures first, the others by file.
#[derive(Debug, Default)]
pub struct Sections {
    /// The failures.
    bad: String,
    /// The other scenarios by file.
    rest: Vec<(String, String)>,
    /// The squares that are open in any picture.
    open: Bitboard,
}

impl Sections {
    /// Adds a scenario.
    pub fn add(&mut self, report: &Report, view: &View) {
        self.open |= comparison::open_squares(report);
        let markup = scenario::markup(report, view).into_string();
        if report.outcome.is_bad() || report.outcome == Outcome::Flaky {
            self.bad += &markup;
            return;
        }
        let file = &report.identity.file;
        match self.rest.last_mut() {
            Some((name, text)) if name == file => *text += &markup,
            _ => self.rest.push((file.clone(), markup)),
        }
    }

    /// Lets the style include the open squares of other sections.
    pub fn include_open_squares(&mut self, other: &Self) {
        self.open |= other.open;
    }

    /// The style that these scenarios need beside the usual one.
    pub fn style(&self) -> String {
        comparison::style_of_open(self.open)
    }

    /// All scenarios, with those that were not run.
    pub fn markup(&self, not_run: &[Identity]) -> Markup {
        html! {
            @if !self.bad.is_empty() {
                section {
                    h2 { "Problems" }
                    (PreEscaped(&self.bad))
                }
            }
            @if !not_run.is_empty() {
                section class="not-run" {
                    h2 { "Not run" }
                    ul { @for identity in not_run { (item(identity)) } }
                }
            }
            @if !self.rest.is_empty() {
                section {
                    h2 { (if self.bad.is_empty() { "Scenarios" } else { "Everything else" }) }
                    @for (file, scenarios) in &self.rest {
                        section {
                            h3 { (readable(file)) }
                            (PreEscaped(scenarios))
                        }
                    }
                }
            }
        }
    }
}

fn item(identity: &Identity) -> Markup {
    html! {
        li { (readable(&identity.name)) " " span class="soft" { (readable(&identity.file)) ":" (identity.line) } }
    }
}
