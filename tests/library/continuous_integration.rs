//! What a run of CI carries out, and what the jobs on GitHub do.

use std::collections::BTreeSet;
use std::fs;

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_rehearsal_of_a_release_uses_targets_that_exist() {
    let workflow = read(".github/workflows/release.yml");
    assert!(
        workflow.contains("\non: workflow_dispatch\n"),
        "by hand alone"
    );
    let makefile = read("Makefile");
    let targets: Vec<&str> = workflow
        .lines()
        .filter_map(|line| line.split_once(" make "))
        .map(|(_, target)| target)
        .collect();
    assert_eq!(targets, ["release", "image"]);
    for target in targets {
        assert!(makefile.contains(&format!("\n{target}: ##")), "{target}");
    }
}

#[test]
fn each_target_of_a_run_is_a_job() {
    let run = read(".ci/run");
    let lists = run.lines().filter_map(|line| {
        let (_, list) = line.split_once("=(")?;
        list.strip_suffix(')')
    });
    let is_target = |word: &&str| !word.contains('=');
    let words = lists.flat_map(str::split_whitespace);
    let carried_out: BTreeSet<&str> = words.filter(is_target).collect();
    let workflow = read(".github/workflows/ci.yml");
    let rows = workflow
        .lines()
        .filter_map(|line| line.strip_prefix("          - "));
    let words = rows.flat_map(str::split_whitespace);
    let jobs: BTreeSet<&str> = words.filter(is_target).collect();
    // Wine is large, and what a fuzzer finds is a matter of luck.
    let others: Vec<&str> = jobs.difference(&carried_out).copied().collect();
    assert_eq!(others, ["fuzz-short", "wine"]);
    assert!(carried_out.is_subset(&jobs), "{carried_out:?}");
    assert!(jobs.contains("check"), "{jobs:?}");
    let makefile = read("Makefile");
    for job in jobs {
        assert!(makefile.contains(&format!("\n{job}: ")), "{job}");
    }
}
