//! HTML: one page without scripts or external resources, also fit for print.

mod scenario;

pub use scenario::View;

use super::display_text::{Tone, readable, readable_lines};
use super::{Identity, Report, Reporter, Rerun, Stopped, Summary};
use crate::report::Outcome;
use ataxx_core::diagnostic::text::counted;
use ataxx_core::presentation::Page;
use maud::{Markup, PreEscaped, html};
use std::io::{self, Write};

const STYLE: &str = include_str!("html/style.css");

/// A page of `ataxx test`.
pub fn page(title: &str, body: Markup) -> String {
    Page {
        title,
        command: "ataxx test",
        styles: &[STYLE, &filtering(), &scenario::style_of_open()],
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
    fn report(&mut self, report: &Report, _: &mut dyn Write) -> io::Result<()> {
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
        let page = page(&title, body);
        out.write_all(page.as_bytes())
    }
}

/// Scenarios below a bar with the share of each outcome, and a choice of what is shown.
pub fn scenarios(summary: &Summary, sections: &Sections) -> Markup {
    html! {
        @for hint in &summary.hints { p { "Hint: " (readable(hint)) } }
        (bar(summary))
        (filter(summary))
        (sections.markup(&summary.not_run))
    }
}

/// The title of the page.
fn verdict(summary: &Summary) -> String {
    let scenarios = counted(summary.total(), "scenario");
    match summary.bad() {
        0 if summary.stopped.is_some() => "Stopped before the end".to_owned(),
        0 => format!("No problems in {scenarios}"),
        bad => format!("{bad} of {scenarios} with problems"),
    }
}

fn stopped(summary: &Summary) -> Markup {
    html! {
        @match summary.stopped {
            Some(Stopped::Failures) => p { "The run was stopped: the failure limit was reached." },
            Some(Stopped::NotStarted) => {
                p { "The program could not be started." }
                @if let Some(why) = &summary.start_failure { pre { (readable_lines(why)) } }
            }
            Some(Stopped::Interrupted) if summary.cut_short.is_empty() => {
                p { "The run was interrupted." }
            }
            Some(Stopped::Interrupted) => {
                p { "The run was interrupted while this was run: " (summary.cut_short_in_words()) }
            }
            None => {}
        }
    }
}

/// A bar that shows the share of each outcome, the worst first.
fn bar(summary: &Summary) -> Markup {
    let order = [Tone::Bad, Tone::Odd, Tone::Good, Tone::Faint];
    let count = |tone: Tone| -> usize {
        let same = |outcome: &Outcome| outcome.tone() == tone;
        let all = Outcome::ALL.into_iter().filter(same);
        let run: usize = all.map(|outcome| summary.of(outcome)).sum();
        match tone {
            Tone::Faint => run + summary.not_run.len(),
            _ => run,
        }
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
pub fn filter(summary: &Summary) -> Markup {
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
                    (outcome.past_tense()) " " (summary.of(outcome))
                }
            }
        }
    }
}

/// The scenarios of a program as HTML: failures first, the others by file.
#[derive(Debug, Default)]
pub struct Sections {
    /// The failures.
    bad: String,
    /// The other scenarios by file.
    rest: Vec<(String, String)>,
}

impl Sections {
    /// Adds a scenario.
    pub fn add(&mut self, report: &Report, view: &View) {
        let markup = scenario::markup(report, view).into_string();
        if report.outcome.is_own_failure() || report.outcome == Outcome::Flaky {
            self.bad += &markup;
            return;
        }
        let file = &report.identity.file;
        match self.rest.last_mut() {
            Some((name, text)) if name == file => *text += &markup,
            _ => self.rest.push((file.clone(), markup)),
        }
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
                    ul {
                        @for identity in not_run {
                            li { (readable(&identity.name)) " " span class="soft" { (identity.place()) } }
                        }
                    }
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

#[cfg(test)]
mod tests;
