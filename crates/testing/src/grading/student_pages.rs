//! A page for each program of a class, to send to its author.

use super::class_page::cell;
use super::grade::{Grade, in_percent};
use crate::report::{ProgramResults, Sections, View, page, readable, scenarios};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// A page for each program with what students see at once, with the names of their files.
pub fn student_pages(results: &[ProgramResults]) -> Vec<(String, String)> {
    let names = file_names(results.iter().map(|one| one.name.as_str()), "html");
    names
        .into_iter()
        .zip(results.iter().map(student_page))
        .collect()
}

/// A page about one program: its points, and all its scenarios with boards, dialogues and
/// stderr. Other programs are not mentioned.
pub(super) fn student_page(results: &ProgramResults) -> String {
    let (results, summary) = &results.for_students();
    let grade = Grade::of(results);
    let title = readable(&results.name);
    let mut sections = Sections::default();
    let header = html! {
        header {
            h1 { (title) }
            @if let Some(failure) = &results.start_failure {
                p class="none" { (failure) }
                @if !failure.stderr.is_empty() { pre { (failure.stderr) } }
            } @else {
                p class="soft" { (summary.in_words()) }
                @if summary.hidden > 0 { p class="soft" { "The points are without hidden scenarios." } }
                @if let Some(remark) = &grade.remark { p class="none" { (remark) } }
            }
        }
    };
    if results.start_failure.is_some() {
        return page(&title, header);
    }
    let view = View::of(&results.rerun);
    for report in &results.reports {
        sections.add(report, &view);
    }
    let body = html! {
        (header)
        (points(&grade))
        (scenarios(summary, &sections))
    };
    page(&title, body)
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

/// The most characters of a name, its ending not counted.
const MAX_LENGTH: usize = 60;

/// Names that some systems keep for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A file name for each program, with this ending. No two differ only in case, and each is
/// valid on all usual systems, whatever the program is called.
fn file_names<'a>(programs: impl IntoIterator<Item = &'a str>, ending: &str) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut unique = |name: &str| {
        let stem = stem(name);
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let mut all = std::iter::once(stem.clone()).chain(numbered);
        let free = all.find(|name| taken.insert(name.to_lowercase()));
        format!("{}.{ending}", free.unwrap_or(stem))
    };
    programs.into_iter().map(&mut unique).collect()
}

/// A name without characters that have a meaning in file names.
fn stem(name: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let parts = name.split(|letter| !is_plain(letter));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let joined: String = parts.join("-").chars().take(MAX_LENGTH).collect();
    // A leading dot would hide the file, a leading `-` make it an option.
    let stem = joined.trim_matches(['.', '-']);
    let before_dot = stem.split('.').next().unwrap_or_default();
    if stem.is_empty() || DEVICES.contains(&before_dot.to_lowercase().as_str()) {
        return format!("program-{stem}").trim_end_matches('-').to_owned();
    }
    stem.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_differ() {
        let programs = [
            "ada",
            "Ada",
            "ada-2",
            "../../etc/passwd",
            "java -cp students/grace -ea ataxx.Main",
            "Žofie Nováková",
            "",
            "...",
            "nul.txt",
            "a\0b\nc",
            "-rf",
        ];
        let names = file_names(programs, "html");
        insta::assert_snapshot!(names.join("\n"), @"
        ada.html
        Ada-2.html
        ada-2-2.html
        etc-passwd.html
        java-cp-students-grace-ea-ataxx.Main.html
        Žofie-Nováková.html
        program.html
        program-2.html
        program-nul.txt.html
        a-b-c.html
        rf.html
        ");
        let long = "x".repeat(500);
        assert_eq!(file_names([long.as_str()], "html")[0].len(), 65);
    }
}
