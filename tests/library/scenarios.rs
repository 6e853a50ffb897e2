//! Our own collection of scenarios: all of it passes, and it is as big as it is said to be.

use crate::collection::{collection, description_of, perform};
use ataxx_testing::report::Outcome;
use ataxx_testing::runner::RunSettings;
use ataxx_testing::scenario::tasks;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What the collection holds at least.
const LEAST: usize = 200;

#[test]
fn all_scenarios_pass() {
    let tasks = collection(tasks).unwrap_or_else(|wrong| panic!("{wrong}"));
    let reports = perform(&tasks, &RunSettings::default());
    let is_good = |outcome| matches!(outcome, Outcome::Pass | Outcome::ExpectedFailure);
    let bad = reports
        .iter()
        .filter(|report| !is_good(report.outcome) || !report.warnings.is_empty());
    let bad: Vec<String> = bad.map(description_of).collect();
    assert!(
        bad.is_empty(),
        "{} of {} scenarios:\n\n{}",
        bad.len(),
        reports.len(),
        bad.join("\n")
    );
}

#[test]
fn scenarios_have_suites_tags_and_unique_names() {
    let tasks = collection(tasks).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(tasks.len() >= LEAST, "{} scenarios", tasks.len());
    let mut names = BTreeSet::new();
    for task in &tasks {
        let identity = &task.identity;
        assert!(identity.suite.is_some(), "{} has no suite", identity.file);
        assert!(!identity.tags.is_empty(), "{} has no tags", identity.key());
        assert!(
            names.insert(&identity.name),
            "two are called {}",
            identity.name
        );
    }
}

/// Indentation in twos, no blanks at the ends of lines, at most one blank line in a row.
#[test]
fn our_files_are_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in [
        "scenarios",
        "docs/examples",
        "crates/testing/src/scenario/suites",
    ] {
        add_files(&root.join(folder), &mut files);
    }
    assert!(files.len() > 60, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        let name = file.display();
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name}");
        let mut before = "";
        for (line, number) in text.lines().zip(1..) {
            let bare = line.trim_start_matches(' ');
            let indent = line.len() - bare.len();
            let is_tidy = line.trim_end() == line
                && !line.contains('\t')
                && !(line.is_empty() && before.is_empty())
                && (!bare.starts_with("- ") || indent % 2 == 0);
            assert!(is_tidy, "{name}:{number}: {line}");
            before = line;
        }
    }
}

/// Adds the scenario files in a folder and below it.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_files(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            files.push(path);
        }
    }
}
