//! The course's own test scripts: our collection passes, and what must fail does, with
//! a message that says why.

use ataxx::diagnostic::{Look, render};
use ataxx::interpreter::{Files, LoadError, TextFile};
use ataxx::notation::Rows;
use ataxx::scenario::report::{Comparison, Report};
use ataxx::scenario::script::{Format, tasks_of};
use ataxx::scenario::{Context, Outcome, Settings, SourceText, SubjectChoice};
use regex::Regex;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The files of the repository.
struct Disk;

impl Files for Disk {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name);
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => LoadError::NotFound,
            _ => LoadError::Refused(error.to_string()),
        })?;
        Ok(TextFile {
            name: name.to_owned(),
            path,
            text,
        })
    }
}

/// The scripts in a folder of the repository, in the order of their names.
fn scripts_in(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(path).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .map(|name| format!("{folder}/{}", name.to_str().expect("a plain name")))
        .filter(|name| Format::of(name).is_some())
        .collect();
    names.sort();
    names
}

fn performed(name: &str, settings: &Settings) -> Report {
    let text = Disk.read(name, None).expect(name).text;
    let tasks = tasks_of(&SourceText::new(name, text), &Disk);
    let [task] = &tasks[..] else {
        panic!("{name} holds {} tasks", tasks.len());
    };
    let context = Context {
        settings,
        files: &Disk,
        stop: &AtomicBool::new(false),
    };
    task.work.perform(&task.identity, &context)
}

/// All that a report says is wrong or odd.
fn told(report: &Report) -> String {
    let failure = report
        .failure
        .iter()
        .flat_map(|failure| &failure.diagnostics);
    failure
        .chain(&report.warnings)
        .map(|diagnostic| render(diagnostic, Look::Plain))
        .collect()
}

#[test]
fn the_collections_pass() {
    let mut count = 0;
    for folder in ["scenarios/course-2022", "scenarios/course-2016"] {
        for name in scripts_in(folder) {
            let report = performed(&name, &Settings::default());
            assert_eq!(report.outcome, Outcome::Pass, "{name}\n{}", told(&report));
            assert_eq!(told(&report), "", "{name}");
            count += 1;
        }
    }
    assert!(count >= 40, "{count} scripts");
}

/// A report as it is pinned: how it ended, and all that is said.
fn pinned(name: &str, report: &Report) -> String {
    let mut text = format!("== {name}: {}\n", report.outcome);
    text += &told(report);
    for failure in &report.failure {
        text += &failure.comparison.as_ref().map_or(String::new(), compared);
    }
    for patch in &report.patches {
        let old = &patch.source.text[patch.span.clone()];
        let line = patch.source.line_of(patch.span.start);
        text += &format!(
            "patch of line {line}: {old:?} becomes {:?}\n",
            patch.replacement
        );
    }
    without_chances(&text)
}

fn compared(comparison: &Comparison) -> String {
    match comparison {
        Comparison::Values {
            what,
            expected,
            actual,
        } => {
            format!("{what}: {expected} | {actual}\n")
        }
        Comparison::Texts { expected, actual } => {
            format!(
                "{} lines | {} lines\n",
                expected.lines().count(),
                actual.lines().count()
            )
        }
        Comparison::Boards {
            expected, actual, ..
        } => {
            format!("{} |\n{}\n", Rows(**expected), Rows(**actual))
        }
        Comparison::Sets { .. } => "sets\n".to_owned(),
    }
}

/// The text without what a busy machine changes, or a better AI.
fn without_chances(text: &str) -> String {
    let mut text = text.to_owned();
    for (pattern, replacement) in [
        (r"waited \d+\.\d s", "waited [time]"),
        (r"(Red|Blue) moves [a-g][1-7]-[a-g][1-7]", "$1 moves [move]"),
        (
            r"the other program's [a-g][1-7]-[a-g][1-7]",
            "the other program's [move]",
        ),
        (r"no piece is on [a-g][1-7]", "no piece is on [square]"),
        (r"the piece on [a-g][1-7] is", "the piece on [square] is"),
    ] {
        let pattern = Regex::new(pattern).expect("a pattern");
        text = pattern.replace_all(&text, replacement).into_owned();
    }
    text
}

/// All that is said of the scripts in a folder.
fn pinned_folder(folder: &str, settings: impl Fn(&str) -> Settings) -> String {
    let scripts = scripts_in(folder);
    let pinned = scripts.iter().map(|name| {
        let report = performed(name, &settings(name));
        pinned(name.rsplit('/').next().expect("a name"), &report)
    });
    pinned.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_must_fail_does_and_says_why() {
    let all = pinned_folder("tests/scripts/failing", |_| Settings::default());
    insta::assert_snapshot!("failing", all);
    assert!(!all.contains(": pass\n"));
}

#[test]
fn what_is_odd_passes_with_a_warning() {
    let all = pinned_folder("tests/scripts/odd", |_| Settings::default());
    insta::assert_snapshot!("odd", all);
    assert!(!all.contains(": fail\n"));
}

/// The program that a script itself starts.
fn own_program(name: &str) -> Settings {
    let text = Disk.read(name, None).expect(name).text;
    let first = text.lines().next().expect("a command line");
    let command = first.trim_start_matches("#*").trim();
    Settings {
        subject: Some(SubjectChoice::Program(command.to_owned())),
        ..Settings::default()
    }
}

#[cfg(unix)]
#[test]
fn programs_that_misbehave() {
    insta::assert_snapshot!(
        "programs",
        pinned_folder("tests/scripts/programs", own_program)
    );
}
