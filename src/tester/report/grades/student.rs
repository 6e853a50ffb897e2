//! The page of one program of a class, to send to its author.

use super::page::cell;
use super::table::in_percent;
use super::{Grade, ProgramResults};
use crate::tester::report::html::{Sections, View, page, scenarios};
use crate::tester::report::words::readable;
use maud::{Markup, html};

/// A page about one program: its points, and all its scenarios with boards, dialogues and
/// stderr. It says nothing of other programs.
pub fn student_page(results: &ProgramResults) -> String {
    let grade = results.grade();
    let title = readable(&results.name);
    let mut sections = Sections::default();
    let header = html! {
        header {
            h1 { (title) }
            @if let Some(failure) = &results.start_failure {
                p class="none" { (failure) }
                @if !failure.stderr().is_empty() { pre { (failure.stderr()) } }
            } @else {
                p class="soft" { (results.summary().in_words()) }
                @if let Some(remark) = &grade.remark { p class="none" { (remark) } }
            }
        }
    };
    if results.start_failure.is_some() {
        return page(&title, "", header);
    }
    let view = View::of(&results.rerun);
    for report in &results.reports {
        sections.add(report, &view);
    }
    let body = html! {
        (header)
        (points(&grade))
        (scenarios(&results.summary(), &sections))
    };
    page(&title, &sections.style(), body)
}

/// The points in all, and by tag.
fn points(grade: &Grade) -> Markup {
    html! {
        div class="table" {
            table class="grades" {
                thead { tr { th scope="col" { "Points" } th scope="col" { } th scope="col" { } } }
                tbody {
                    tr {
                        th scope="row" { "Total" }
                        (cell(grade.total))
                        td { (in_percent(grade.total)) }
                    }
                    @for (tag, &points) in &grade.tags {
                        tr {
                            th scope="row" { (readable(tag)) }
                            (cell(points))
                            td { (in_percent(points)) }
                        }
                    }
                }
            }
        }
    }
}
