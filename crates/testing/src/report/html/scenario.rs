//! A scenario as HTML, with the values that differ.

use crate::report::display_text::{readable, readable_lines};
use crate::report::human::{diff, has_several, line_by_line, sign};
use crate::report::{Boards, Comparison, Outcome, Report, Rerun, StepOutcome, StepReport};
use ataxx_core::board::{Bitboard, Color, Position, Square};
use ataxx_core::diagnostic::{Diagnostic, Look, render, text};
use ataxx_core::notation::picture::{Arrow, PictureOptions, svg};
use ataxx_opponents::dialogue::{Dialogue, Speaker, Utterance};
use maud::{Markup, PreEscaped, html};
use std::time::Duration;

/// The lines of a dialogue that are not folded.
const SHOWN: usize = 30;
/// The most lines of the dialogue of a scenario that passed.
const MAX_WHEN_PASSED: usize = 200;

/// How a scenario is shown.
#[derive(Clone, Debug)]
pub struct View<'a> {
    /// The options of the run.
    pub rerun: &'a Rerun,
    /// Its name on the page, for links.
    pub id: Option<String>,
    /// Whether there is less about scenarios that passed, and all are folded: for pages with
    /// very many.
    pub is_brief: bool,
}

impl<'a> View<'a> {
    /// All of it.
    pub const fn of(rerun: &'a Rerun) -> Self {
        Self {
            rerun,
            id: None,
            is_brief: false,
        }
    }
}

/// A scenario, unfolded if it failed.
pub fn markup(report: &Report, view: &View) -> Markup {
    let (identity, outcome) = (&report.identity, report.outcome);
    let tone = outcome.tone().class();
    let open = outcome.is_own_failure() && !view.is_brief;
    let is_brief = view.is_brief && outcome == Outcome::Pass;
    html! {
        details class={ "scenario " (tone) " is-" (outcome.name()) } open[open] {
            summary {
                span class={ "badge " (tone) } { (outcome) }
                span class="name" { (readable(&identity.name)) }
                @for tag in &identity.tags {
                    span class="tag" { (readable(tag)) }
                }
                span class="where" {
                    (identity.place()) " · " (time(report.duration))
                    @if let Some(attempts) = report.attempts_in_words() { " · " (attempts) }
                }
            }
            div class="inside" id=[&view.id] {
                @if let Some(reason) = report.reason.as_ref().filter(|_| !outcome.is_own_failure()) { p { "Reason: " (text::visible(reason)) } }
                (failure(report))
                @if let Some(hint) = report.hint() { p { "Hint: " (text::visible(hint)) } }
                @if is_brief {
                    (dialogue_in_brief(&report.dialogue))
                } @else {
                    (dialogue(&report.dialogue, outcome))
                }
                (stderr(report))
                (warnings(&report.warnings))
                @if !is_brief { (steps(&report.steps)) }
                @if outcome.is_own_failure() {
                    div {
                        h4 { "Run only this" }
                        pre { (view.rerun.command(identity)) }
                    }
                }
            }
        }
    }
}

fn failure(report: &Report) -> Markup {
    let Some(failure) = &report.failure else {
        let message = report.message();
        return html! { @if report.outcome.is_own_failure() { p { (text::visible(&message)) } } };
    };
    html! {
        @for diagnostic in &failure.diagnostics { (diagnostic_block(diagnostic)) }
        @if let Some(compared) = &failure.comparison { (comparison(compared)) }
    }
}

fn diagnostic_block(diagnostic: &Diagnostic) -> Markup {
    html! { pre class="message" { (render(diagnostic, Look::Plain).trim_end()) } }
}

fn dialogue(dialogue: &Dialogue, outcome: Outcome) -> Markup {
    let all = dialogue.utterances();
    if all.is_empty() {
        return html! {};
    }
    let kept = if outcome.is_bad() {
        all.len()
    } else {
        all.len().min(MAX_WHEN_PASSED)
    };
    let left_out = all.len() - kept + dialogue.dropped();
    let several = has_several(dialogue);
    let folded = kept.saturating_sub(SHOWN);
    let lines = || all.iter().skip(all.len() - kept);
    html! {
        div {
            h4 { "Dialogue" @if several { " (with the number of the program)" } }
            @if left_out > 0 { p class="soft" { "The first " (left_out) " lines are left out." } }
            @if folded > 0 {
                details class="more" {
                    summary { (folded) " lines before these" }
                    (wire(lines().take(folded), several))
                }
            }
            (wire(lines().skip(folded), several))
        }
    }
}

/// The last lines of a dialogue as plain text.
fn dialogue_in_brief(dialogue: &Dialogue) -> Markup {
    let lines = line_by_line(dialogue);
    let left_out = lines.len().saturating_sub(SHOWN);
    let more = left_out + dialogue.dropped();
    html! {
        @if !lines.is_empty() {
            div {
                h4 { "Dialogue" }
                @if more > 0 { p class="soft" { "The first " (more) " lines are left out." } }
                pre { (lines[left_out..].join("\n")) }
            }
        }
    }
}

fn wire<'a>(lines: impl Iterator<Item = &'a Utterance>, several: bool) -> Markup {
    html! {
        ol class="wire" {
            @for line in lines {
                @let sent = line.by == Speaker::Runner;
                li {
                    time { (format!("{:.3} s", line.at.as_secs_f64())) }
                    span class=(if sent { "sent" } else { "received" }) {
                        (sign(line, several)) " " (readable(&line.text))
                    }
                }
            }
        }
    }
}

fn stderr(report: &Report) -> Markup {
    let several = report.stderr_lines.len() > 1;
    html! {
        @for (number, text) in (1..).zip(&report.stderr_lines) {
            @if !text.trim().is_empty() {
                div {
                    h4 { "The end of stderr" @if several { " of program " (number) } }
                    pre { (readable_lines(text)) }
                }
            }
        }
    }
}

fn warnings(warnings: &[Diagnostic]) -> Markup {
    html! {
        @if !warnings.is_empty() {
            div {
                h4 { "Warnings" }
                @for warning in warnings { (diagnostic_block(warning)) }
            }
        }
    }
}

fn steps(steps: &[StepReport]) -> Markup {
    html! {
        @if !steps.is_empty() {
            div {
                h4 { "Steps" }
                ol class="steps" { @for one in steps { (step(one)) } }
            }
        }
    }
}

fn step(step: &StepReport) -> Markup {
    let (class, mark) = match step.outcome {
        StepOutcome::Done => ("done", "done"),
        StepOutcome::Failed => ("failed", "failed"),
        StepOutcome::NotRun => ("not-run", "not run"),
    };
    html! {
        li class=(class) {
            span class="mark" { (mark) }
            span class="what" { (readable(&step.name)) }
            span class="soft" {
                "line " (step.line)
                @if step.outcome != StepOutcome::NotRun { " · " (time(step.duration)) }
            }
        }
    }
}

/// A time, rounded for people.
fn time(time: Duration) -> String {
    if time < Duration::from_millis(1) {
        "under 1 ms".to_owned()
    } else if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.2} s", time.as_secs_f64())
    }
}

fn comparison(comparison: &Comparison) -> Markup {
    match comparison {
        Comparison::Values {
            what,
            expected,
            actual,
        } => html! {
            table class="compare" {
                caption class="soft" { (readable(what)) }
                tr { th scope="row" { "expected" } td { code { (readable_lines(expected)) } } }
                tr { th scope="row" { "actual" } td { code { (readable_lines(actual)) } } }
            }
        },
        Comparison::Texts { expected, actual } => html! {
            div {
                h4 { "The difference (- expected, + actual)" }
                pre class="diff" {
                    @for line in diff(expected, actual) {
                        span class=(class_of(&line)) { (line) "\n" }
                    }
                }
            }
        },
        Comparison::Boards(compared) => boards(compared),
        Comparison::Sets {
            what,
            missing,
            surplus,
            common,
        } => html! {
            table class="compare" {
                caption class="soft" { (readable(what)) ": " (common) " as expected" }
                @for (name, items) in [("missing", missing), ("surplus", surplus)] {
                    @if !items.is_empty() {
                        tr {
                            th scope="row" { (name) " (" (items.len()) ")" }
                            td { code { (items.iter().map(|item| readable(item)).collect::<Vec<_>>().join(", ")) } }
                        }
                    }
                }
            }
        },
    }
}

/// The class of a line of a difference.
fn class_of(line: &str) -> &'static str {
    match line.as_bytes().first() {
        Some(b'-') => "out",
        Some(b'+') => "in",
        _ => "both",
    }
}

fn boards(boards: &Boards) -> Markup {
    let (open, differing) = (boards.open, boards.differing);
    let wanted = only(&boards.expected, !open);
    let differences: Vec<String> = boards.differences().collect();
    html! {
        div {
            div class="boards" {
                figure class=(open_classes(open)) {
                    figcaption { "Expected" }
                    (picture(&wanted, differing, "The expected board"))
                }
                figure {
                    figcaption { "Actual" }
                    (picture(&boards.actual, differing, "The actual board"))
                }
            }
            p class="difference" {
                @if !differences.is_empty() { "Marked with a diamond: " (differences.join("; ")) ". " }
                @if !open.is_empty() { "Grey squares may hold anything." }
            }
        }
    }
}

/// The position with these squares only.
fn only(position: &Position, squares: Bitboard) -> Position {
    Position::new(
        position.pieces(Color::Red) & squares,
        position.pieces(Color::Blue) & squares,
        position.blocks() & squares,
        position.turn(),
    )
    // Parts of sets that share no square share none.
    .unwrap_or(*position)
}

fn picture(position: &Position, differing: Bitboard, title: &str) -> Markup {
    let arrows = differing.squares().map(|square| Arrow {
        from: square,
        to: square,
    });
    let options = PictureOptions {
        arrows: arrows.collect(),
        title: Some(title.to_owned()),
        ..PictureOptions::default()
    };
    PreEscaped(svg(position, &options))
}

/// The classes of the open squares of a picture.
fn open_classes(open: Bitboard) -> String {
    let classes: Vec<String> = open
        .squares()
        .map(|square| format!("open-{square}"))
        .collect();
    classes.join(" ")
}

/// The style of open squares, which must not look like empty ones.
pub fn style_of_open() -> String {
    let rule = |square: Square| {
        format!(".open-{square} .ataxx-board .square.{square}{{fill:#b9b1a1;fill-opacity:.55}}\n")
    };
    Square::all().map(rule).collect()
}
