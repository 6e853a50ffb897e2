//! Grades as HTML.

use super::table::{in_percent, in_words};
use super::{Grade, Graded, tags};
use crate::tester::report::Points;
use crate::tester::report::html::page as around;
use crate::tester::report::tone::Tone;
use crate::tester::report::words::readable;
use maud::{Markup, html};

/// A page with a table of the programs, and the scenarios in which each lost points.
#[must_use]
pub fn page(grades: &[Grade]) -> String {
    let tags = tags(grades);
    let programs = match grades.len() {
        1 => "1 program".to_owned(),
        programs => format!("{programs} programs"),
    };
    let title = format!("Points of {programs}");
    let body = html! {
        header { h1 { (title) } }
        div class="table" {
            table class="grades" {
                thead {
                    tr {
                        th scope="col" { "Program" }
                        th scope="col" colspan="2" { "Total" }
                        @for tag in &tags { th scope="col" { (readable(tag)) } }
                    }
                }
                tbody {
                    @for grade in grades { (row(grade, &tags)) }
                }
            }
        }
        @for grade in grades { (program(grade)) }
    };
    around(&title, "", body)
}

fn row(grade: &Grade, tags: &[&str]) -> Markup {
    html! {
        tr {
            td {
                (readable(&grade.program))
                @if !grade.complete { span class="soft" { " (not all was run)" } }
            }
            (cell(grade.total))
            td { (in_percent(grade.total)) }
            @for &tag in tags {
                @match grade.tags.get(tag) {
                    Some(points) => (cell(*points)),
                    None => td { "–" }
                }
            }
        }
    }
}

fn cell(points: Points) -> Markup {
    let class = match points.earned {
        _ if points.possible == 0 => "some",
        0 => "none",
        earned if earned == points.possible => "full",
        _ => "some",
    };
    html! { td class=(class) { (in_words(points)) } }
}

/// The scenarios in which a program lost points.
fn program(grade: &Grade) -> Markup {
    let lost: Vec<&Graded> = grade
        .scenarios
        .iter()
        .filter(|one| one.outcome.is_bad() || one.points.earned < one.points.possible)
        .collect();
    html! {
        section {
            h2 {
                (readable(&grade.program)) " "
                span class="soft" { (in_words(grade.total)) " points" }
            }
            @if let Some(command) = &grade.command { pre { (readable(command)) } }
            @if lost.is_empty() {
                p class="soft" { "Nothing was lost." }
            }
            @for one in lost { (loss(one)) }
        }
    }
}

fn loss(one: &Graded) -> Markup {
    let (tone, identity) = (Tone::of(one.outcome).class(), &one.identity);
    html! {
        details class={ "scenario " (tone) } {
            summary {
                span class={ "badge " (tone) } { (one.outcome) }
                span class="name" { (readable(&identity.name)) }
                @for tag in &identity.tags { span class="tag" { (readable(tag)) } }
                span class="where" {
                    (in_words(one.points)) " points · " (readable(&identity.file)) ":" (identity.line)
                }
            }
            div class="inside" {
                @for line in one.message.lines() { p { (readable(line)) } }
            }
        }
    }
}
