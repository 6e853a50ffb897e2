//! HTML: one page without scripts or external resources, also fit for print.

mod comparison;
mod scenario;

use super::summary::what_it_did;
use super::tone::Tone;
use super::words::readable;
use super::{Identity, Report, Reporter, Rerun, Stopped, Summary};
use crate::board::Bitboard;
use crate::presentation::Page;
use crate::tester::Outcome;
use maud::{Markup, html};
use std::io::{self, Write};

const STYLE: &str = include_str!("style.css");

/// A page of `ataxx test`; `style` is added to the usual one.
pub(super) fn page(title: &str, style: &str, body: Markup) -> String {
    Page {
        title,
        command: "ataxx test",
        styles: &[STYLE, &filtering(), style],
        body,
        script: None,
    }
    .html()
}

/// The style rules by which the choice of an outcome hides the others.
fn filtering() -> String {
    let rule = |outcome: Outcome| {
        let name = outcome.name();
        format!(
            "main:has(#show-{name}:checked) :is(.scenario:not(.is-{name}),.not-run,\
             section:not(:has(.is-{name}))){{display:none}}\n"
        )
    };
    Outcome::ALL.into_iter().map(rule).collect()
}

/// One page with every scenario: failures first and in full, the others folded. It needs no
/// script and no other file, and can be printed.
#[derive(Debug)]
pub struct Html {
    rerun: Rerun,
    /// The failures, as HTML.
    bad: String,
    /// The other scenarios by file, as HTML.
    rest: Vec<(String, String)>,
    /// The squares that are open in any picture.
    open: Bitboard,
}

impl Html {
    /// A reporter; `rerun` has the options of the run.
    #[must_use]
    pub const fn new(rerun: Rerun) -> Self {
        Self {
            rerun,
            bad: String::new(),
            rest: Vec::new(),
            open: Bitboard::EMPTY,
        }
    }
}

impl Reporter for Html {
    fn tell(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.open |= comparison::open_squares(report);
        let markup = scenario::markup(report, &self.rerun).into_string();
        if report.outcome.is_bad() || report.outcome == Outcome::Flaky {
            self.bad += &markup;
            return Ok(());
        }
        let file = &report.identity.file;
        match self.rest.last_mut() {
            Some((name, text)) if name == file => *text += &markup,
            _ => self.rest.push((file.clone(), markup)),
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let title = verdict(summary);
        let body = html! {
            header {
                h1 class=(if summary.is_good() { "good" } else { "bad" }) { (title) }
                p class="soft" { (summary.in_words()) }
                (stopped(summary))
            }
            (bar(summary))
            (filter(summary))
            @if !self.bad.is_empty() {
                section {
                    h2 { "What is not well" }
                    (maud::PreEscaped(&self.bad))
                }
            }
            @if !summary.not_run.is_empty() {
                section class="not-run" {
                    h2 { "Not run" }
                    ul { @for identity in &summary.not_run { (not_run(identity)) } }
                }
            }
            @if !self.rest.is_empty() {
                section {
                    h2 { (if self.bad.is_empty() { "Scenarios" } else { "Everything else" }) }
                    @for (file, scenarios) in &self.rest {
                        section {
                            h3 { (readable(file)) }
                            (maud::PreEscaped(scenarios))
                        }
                    }
                }
            }
        };
        let page = page(&title, &comparison::style_of_open(self.open), body);
        out.write_all(page.as_bytes())
    }
}

/// The title of the page.
fn verdict(summary: &Summary) -> String {
    let total = summary.total();
    let scenarios = if total == 1 { "scenario" } else { "scenarios" };
    match summary.bad() {
        0 if summary.stopped.is_some() => "Stopped before the end".to_owned(),
        0 => format!("All is well with {total} {scenarios}"),
        bad => format!("{bad} of {total} {scenarios} not well"),
    }
}

fn stopped(summary: &Summary) -> Markup {
    html! {
        @match summary.stopped {
            Some(Stopped::Failures) => p { "The run was stopped, as enough had gone wrong." },
            Some(Stopped::NotStarted) => p { "The program could not be started." },
            Some(Stopped::Interrupted) if summary.cut_short.is_empty() => {
                p { "The run was interrupted." }
            }
            Some(Stopped::Interrupted) => {
                p {
                    "The run was interrupted while this was run: "
                    @for (index, identity) in summary.cut_short.iter().enumerate() {
                        @if index > 0 { ", " }
                        (readable(&identity.key()))
                    }
                }
            }
            None => {}
        }
    }
}

fn not_run(identity: &Identity) -> Markup {
    html! {
        li { (readable(&identity.name)) " " span class="soft" { (readable(&identity.file)) ":" (identity.line) } }
    }
}

/// A bar that shows the share of each outcome, the worst first.
fn bar(summary: &Summary) -> Markup {
    let order = [Tone::Bad, Tone::Odd, Tone::Good, Tone::Faint];
    let count = |tone: Tone| -> usize {
        let same = |outcome: &Outcome| Tone::of(*outcome) == tone;
        let all = Outcome::ALL.into_iter().filter(same);
        let not_run = if tone == Tone::Faint {
            summary.not_run.len()
        } else {
            0
        };
        all.map(|outcome| summary.of(outcome)).sum::<usize>() + not_run
    };
    html! {
        div class="bar" aria-hidden="true" {
            @for tone in order {
                @let count = count(tone);
                @if count > 0 {
                    span class=(tone.class()) style={ "flex:" (count) } {}
                }
            }
        }
    }
}

/// The choice of which outcomes are shown, which works without a script.
fn filter(summary: &Summary) -> Markup {
    let present = Outcome::ALL
        .into_iter()
        .filter(|&outcome| summary.of(outcome) > 0);
    html! {
        fieldset class="filter" {
            legend { "Show" }
            label {
                input type="radio" name="show" id="show-all" checked;
                "all " (summary.total())
            }
            @for outcome in present {
                label {
                    input type="radio" name="show" id={ "show-" (outcome.name()) };
                    (what_it_did(outcome)) " " (summary.of(outcome))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
