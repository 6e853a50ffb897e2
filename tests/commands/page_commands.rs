//! The commands in `sh` blocks of docs/ENGINES.md, docs/GRADING.md and docs/MATCHES.md are run as
//! they stand there, with stand-ins for the programs of other people.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The programs that the pages name: a line of shell each.
const PROGRAMS: [(&str, &str); 4] = [
    ("bin/java", "exec ataxx --nodes 10"),
    ("bin/python3", "exec ataxx --nodes 10"),
    // Its answers are in time on a busy machine, too.
    ("my-engine", "exec ataxx uai --move-overhead 200"),
    // It answers at once, whatever its clock says.
    (
        "their-engine",
        "sed -u 's/^go .*/go nodes 50/' | ataxx uai --hash 1",
    ),
];

/// A file of the documentation.
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(name);
    fs::read_to_string(path).expect("the page")
}

/// The blocks of a page in this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let start = format!("\n```{language}\n");
    let blocks = page.split(start.as_str()).skip(1);
    blocks
        .map(|rest| rest.split_once("\n```").expect("an end").0)
        .collect()
}

/// A folder with what the commands need.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    for name in ["bin", "proj", "project2", "ada/testing"] {
        fs::create_dir_all(path(name)).expect("a folder");
    }
    symlink(env!("CARGO_BIN_EXE_ataxx"), path("bin/ataxx")).expect("a link");
    for (name, line) in PROGRAMS {
        fs::write(path(name), format!("#!/bin/sh\n{line}\n")).expect("a program");
        fs::set_permissions(path(name), fs::Permissions::from_mode(0o755)).expect("its owner");
    }
    let grading = page("GRADING.md");
    let scenarios = blocks(&grading, "yaml");
    fs::write(path("project2/tests.yaml"), scenarios[0]).expect("a file");
    fs::write(path("ada/testing/tests.yaml"), page("examples/first.yaml")).expect("a file");
    let class = blocks(&grading, "text");
    fs::write(path("class.txt"), class[0]).expect("a file");
    folder
}

/// The files that a command is told to write.
fn reports(commands: &str) -> impl Iterator<Item = &str> {
    let reports = commands.split("--report ").skip(1);
    reports.filter_map(|rest| {
        rest.split_whitespace()
            .next()?
            .split_once('=')
            .map(|it| it.1)
    })
}

/// Runs the blocks of a page but those with these words, and returns how many were run.
fn run(name: &str, left_out: &str) -> usize {
    let folder = folder();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", folder.path().join("bin").display());
    let page = page(name);
    let mut blocks = blocks(&page, "sh");
    blocks.retain(|block| !block.contains(left_out));
    for block in &blocks {
        let output = Command::new("bash")
            .args(["-ec", block])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("HOME", folder.path())
            .env("NO_COLOR", "1")
            .output()
            .expect("a shell");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
        let is_good = output.status.success();
        assert!(is_good, "{name}:\n{block}\n{stdout}\n{stderr}");
        for report in reports(block) {
            let is_there = folder.path().join(report).exists();
            assert!(is_there, "{name}:\n{block}\n{report} is not there");
        }
    }
    blocks.len()
}

#[test]
fn commands_for_authors_of_engines_run() {
    assert_eq!(run("ENGINES.md", "nothing is left out"), 1);
}

#[test]
fn commands_for_graders_run() {
    // The one that is left out is run by the tests of the scripts for Gradescope.
    assert_eq!(run("GRADING.md", "AUTOGRADER"), 3);
}

#[test]
fn commands_for_matches_run() {
    // The one that is left out plays a tournament with programs that have to be built.
    assert_eq!(run("MATCHES.md", "cargo build"), 1);
}
