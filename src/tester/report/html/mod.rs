//! HTML: one page without scripts or external resources, also fit for print.

mod comparison;
mod scenario;
mod sections;

pub(super) use scenario::View;
pub(super) use sections::Sections;

use super::summary::what_it_did;
use super::tone::Tone;
use super::words::{readable, readable_lines};
use super::{Report, Reporter, Rerun, Stopped, Summary};
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
    sections: Sections,
}

impl Html {
    /// A reporter; `rerun` has the options of the run.
    pub fn new(rerun: Rerun) -> Self {
        Self {
            rerun,
            sections: Sections::default(),
        }
    }
}

impl Reporter for Html {
    fn tell(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
        self.sections.add(report, &View::of(&self.rerun));
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
            (scenarios(summary, &self.sections))
        };
        let page = page(&title, &self.sections.style(), body);
        out.write_all(page.as_bytes())
    }
}

/// Scenarios below a bar with the share of each outcome, and a choice of what is shown.
pub(super) fn scenarios(summary: &Summary, sections: &Sections) -> Markup {
    html! {
        (bar(summary))
        (filter(summary))
        (sections.markup(&summary.not_run))
    }
}

/// The title of the page.
fn verdict(summary: &Summary) -> String {
    let total = summary.total();
    let scenarios = if total == 1 { "scenario" } else { "scenarios" };
    match summary.bad() {
        0 if summary.stopped.is_some() => "Stopped before the end".to_owned(),
        0 => format!("All is well with {total} {scenarios}"),
        bad => format!("{bad} of {total} {scenarios} with problems"),
    }
}

fn stopped(summary: &Summary) -> Markup {
    html! {
        @match summary.stopped {
            Some(Stopped::Failures) => p { "The run was stopped, as enough had gone wrong." },
            Some(Stopped::NotStarted) => {
                p { "The program could not be started." }
                @if let Some(why) = &summary.start_failure { pre { (readable_lines(why)) } }
            }
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
pub(super) fn filter(summary: &Summary) -> Markup {
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
