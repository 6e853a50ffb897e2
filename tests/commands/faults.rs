//! Sessions with a known fault, and `ataxx audit --faults`.

use assert_cmd::Command;
use insta::assert_snapshot;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Stdout, stderr and the exit status in a folder.
fn run(folder: &Path, args: &[&str], input: &str) -> (String, String, i32) {
    let output = Command::cargo_bin("ataxx")
        .expect("the binary is built")
        .args(args)
        .env("NO_COLOR", "1")
        .env("XDG_STATE_HOME", folder)
        .current_dir(folder)
        .write_stdin(input)
        .output()
        .expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let status = output.status.code().expect("no signal");
    (text(output.stdout), text(output.stderr), status)
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("can be written");
    }
    folder
}

const JUMPS: &str = "\
scenarios:
  - name: a jump leaves its square
    steps:
      - send: [manual blue, a7-a5]
      - pieces: { red: 2, blue: 2 }
  - name: a move with a comment
    steps:
      - send: [manual blue, \"a7-a6 # up\"]
      - pieces: { red: 3, blue: 2 }
";

#[test]
fn a_session_has_the_fault_that_is_named() {
    let here = folder(&[]);
    let input = "manual blue\na7-a5\ndump\n";
    let (stdout, stderr, status) = run(here.path(), &["--fault", "jump-keeps-origin"], input);
    assert_eq!((stderr.as_str(), status), ("", 0));
    assert_snapshot!(stdout, @"
    ===
      r - - - - - b
      - - - - - - -
      r - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
    let (sound, ..) = run(here.path(), &[], input);
    assert_ne!(sound, stdout);
}

#[test]
fn every_fault_is_listed_and_can_be_started_in_every_dialect() {
    let here = folder(&[]);
    let (list, _, status) = run(here.path(), &["--fault", "list"], "");
    assert_eq!(status, 0);
    assert!(list.lines().count() >= 79, "{list}");
    let line = list
        .lines()
        .find(|line| line.starts_with("pass-resets-count "));
    assert_snapshot!(line.unwrap_or_default(), @"pass-resets-count       a pass resets the count of consecutive jumps");
    for (dialect, name) in [("2008", "color-ignored"), ("2016", "start-ignored")] {
        let args = ["--dialect", dialect, "--fault", name];
        let (stdout, _, status) = run(here.path(), &args, "dump\n");
        assert!(stdout.starts_with("===\n"), "{stdout}");
        assert_eq!(status, 0);
    }
}

#[test]
fn a_wrong_name_gets_a_suggestion() {
    let here = folder(&[]);
    let (_, stderr, status) = run(here.path(), &["--fault", "pass-reset-count"], "");
    assert_eq!(status, 2);
    assert_snapshot!(stderr.lines().next().unwrap_or_default(), @"error: invalid value 'pass-reset-count' for '--fault <NAME>': there is no such fault: did you mean `pass-resets-count`? `--fault list` lists all");
}

#[test]
fn scenarios_are_graded_by_the_faults_that_they_catch() {
    let here = folder(&[("jumps.yaml", JUMPS)]);
    let args = [
        "audit",
        "jumps.yaml",
        "--faults",
        "--json",
        "--report",
        "csv=f.csv",
    ];
    let (stdout, stderr, status) = run(here.path(), &args, "");
    assert_eq!((stderr.as_str(), status), ("", 0));
    let json: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    let caught_by = |name: &str| {
        let faults = json["faults"].as_array().expect("a list");
        let fault = faults.iter().find(|fault| fault["name"] == name);
        fault.expect(name)["caught_by"].clone()
    };
    let first = "jumps.yaml::a jump leaves its square";
    assert_eq!(caught_by("jump-keeps-origin"), serde_json::json!([first]));
    let second = "jumps.yaml::a move with a comment";
    assert_eq!(caught_by("comments-read"), serde_json::json!([second]));
    assert_eq!(caught_by("limit-one-more"), serde_json::json!([]));
    let not_tried = json["not_tried"].as_array().expect("a list");
    assert!(not_tried.iter().any(|one| one["name"] == "color-ignored"));
    let csv = fs::read_to_string(here.path().join("f.csv")).expect("a file");
    let row = csv.lines().find(|line| line.starts_with("limit-one-more,"));
    assert_snapshot!(row.expect("a row"), @r#"limit-one-more,the limit of consecutive jumps is one higher,true,survived,,"Jump up to the limit, and expect the result there; or enter another move and dump the board.""#);
}

#[test]
fn scenarios_must_pass_before_they_are_graded() {
    let wrong = JUMPS.replace("red: 3", "red: 4");
    let here = folder(&[("jumps.yaml", &wrong)]);
    let (stdout, stderr, status) = run(here.path(), &["audit", "jumps.yaml", "--faults"], "");
    assert_eq!((stdout.as_str(), status), ("", 1));
    let shown = stderr
        .lines()
        .filter(|line| line.starts_with(char::is_alphabetic));
    assert_snapshot!(shown.collect::<Vec<_>>().join("\n"), @"
    FAIL  jumps.yaml:6  a move with a comment
    error: red: expected 4, found 3
    error: the scenarios must pass on the correct session first: 1 of 2 failed
    ");
}

#[test]
fn there_must_be_a_session_to_grade_by() {
    let bare = "rules: uai\nscenarios:\n  - name: a\n    steps:\n      - turn: red\n";
    let here = folder(&[("bare.yaml", bare)]);
    let (stdout, stderr, status) = run(here.path(), &["audit", "bare.yaml", "--faults"], "");
    assert_eq!((stdout.as_str(), status), ("", 4));
    assert_snapshot!(stderr, @"error: no selected scenario tests the session of this program");
}
