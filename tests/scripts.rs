//! The course's own test scripts: our collection passes, and what must fail does, with
//! a message that says why.

use ataxx::interpreter::{Files, LoadError, TextFile};
use ataxx::scenario::report::Report;
use ataxx::scenario::script::{Format, tasks_of};
use ataxx::scenario::{Context, Outcome, Settings, SourceText};
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
    use ataxx::diagnostic::{Look, render};
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
