//! What `ataxx test` prints about how it ended: commands that run a scenario again, what was
//! tested, what blocks, and failures of one cause.

use super::test::Folder;
use serde_json::Value;
use std::process::Command;

const OURS: &str = env!("CARGO_BIN_EXE_ataxx");

/// Names that are parts of others, have signs of a shell, or characters that cannot be seen.
const ODD: &str = r#"scenarios:
- name: a pass
  steps: [turn: blue]
- name: a pass at the edge
  steps: [turn: blue]
- name: "it's `x` & $HOME \\ (*)"
  steps: [turn: blue]
- name: "a\u200Bb"
  steps: [turn: blue]
- name: "a::b:3"
  matrix: { side: [blue, red] }
  steps: [turn: "${side}", jumps: 3]
"#;

/// Runs a command line that was printed, in a shell.
fn run(folder: &Folder, line: &str) -> (Value, Option<i32>) {
    let script = format!("ataxx() {{ '{OURS}' \"$@\"; }}\n{line} --json");
    let mut command = Command::new("bash");
    command
        .args(["-c", &script])
        .current_dir(folder.absolute("."));
    command.env_remove("CI").env("HOME", folder.absolute("."));
    let output = command.output().expect("there is a shell");
    let json = serde_json::from_slice(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    (
        json.unwrap_or_else(|_| panic!("{line}: {stderr}")),
        output.status.code(),
    )
}

/// The command lines in a text behind this title.
fn lines<'a>(text: &'a str, title: &str) -> Vec<&'a str> {
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix(title));
    lines.map(str::trim).collect()
}

#[test]
fn a_printed_command_runs_that_scenario_and_no_other() {
    let options: [&[&str]; 2] = [&[], &["--seed", "7", "--timeout", "20"]];
    for options in options {
        let folder = Folder::with(&[("-dash.yaml", ODD), ("it's\u{a0}one.yaml", ODD)]);
        let screen = folder.screen(&[&["."], options, &["-v"]].concat());
        let printed = lines(&screen, "run only this:");
        assert!(printed.len() >= 5, "{screen}");
        for line in printed {
            let (json, status) = run(&folder, line);
            let reports = json["reports"].as_array().expect("reports");
            assert_eq!((reports.len(), status), (1, Some(1)), "{line}: {json}");
        }
    }
}

#[test]
fn an_output_is_accepted_for_one_scenario_alone() {
    let folder = Folder::with(&[("a.yaml", ODD)]);
    let screen = folder.screen(&["a.yaml", "-v"]);
    let printed = lines(&screen, "accept this output:");
    let (_, status) = run(&folder, printed[0]);
    assert_eq!(status, Some(0));
    let text = folder.read("a.yaml");
    assert_eq!(text, ODD.replacen("turn: blue", "turn: red", 1));
    // The page has the same line.
    folder.status(&["a.yaml", "--report", "html=a.html"]);
    let page = folder.read("a.html");
    assert!(
        page.contains("ataxx test 'a.yaml::a pass at the edge'"),
        "{page}"
    );
}

#[test]
fn scenarios_are_named_exactly() {
    let folder = Folder::with(&[("a.yaml", ODD), ("b.yaml", ODD)]);
    let named = |paths: &[&str]| {
        let output = folder.output(&[paths, &["--list", "--json"]].concat());
        let list: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let line =
            |one: &Value| format!("{}:{}", one["file"].as_str().expect("a file"), one["line"]);
        list.as_array()
            .expect("a list")
            .iter()
            .map(line)
            .collect::<Vec<_>>()
    };
    assert_eq!(named(&["a.yaml::a pass"]), ["a.yaml:2"]);
    assert_eq!(named(&["./a.yaml:5", "b.yaml:4"]), ["a.yaml:4", "b.yaml:4"]);
    assert_eq!(named(&["b.yaml", "a.yaml:2"]).len(), 7);
    insta::assert_snapshot!(folder.screen(&["a.yaml::a pas"]), @"
    --- stderr
    error: there is no scenario `a pas` in `a.yaml`
     |
     = help: did you mean `a pass`?
    --- exit 2
    ");
    insta::assert_snapshot!(folder.screen(&["a.yaml:1"]), @"
    --- stderr
    error: no scenario of `a.yaml` begins on line 1 or before
    --- exit 2
    ");
}

/// Only what is named is updated, though what it needs is reported.
#[test]
fn what_blocks_is_not_accepted() {
    let text = "scenarios:\n- name: base\n  steps: [turn: blue]\n- name: one\n  needs: base\n  steps: [turn: blue]\n";
    let folder = Folder::with(&[("a.yaml", text)]);
    let screen = folder.screen(&["a.yaml::one", "--bless"]);
    assert!(screen.ends_with("--- exit 1\n"), "{screen}");
    assert_eq!(folder.read("a.yaml"), text);
}

/// A scenario that others need is as selected as they are, where it fails.
#[test]
fn what_blocks_is_reported() {
    let text = "scenarios:\n- name: base\n  steps: [board: start]\n- name: one\n  tags: [t]\n  needs: base\n  \
                steps: [board: start]\n- name: two\n  tags: [t]\n  needs: base\n  steps: [board: start]\n";
    let folder = Folder::with(&[("a.yaml", text)]);
    let missing = folder.screen(&["a.yaml", "--tag", "t", "--program", "nosuch-program"]);
    assert!(missing.contains("not found"), "{missing}");
    assert!(missing.ends_with("--- exit 3\n"), "{missing}");
    let crash = "read line; echo 'no dump' >&2; exit 4";
    let screen = folder.screen(&["a.yaml", "--tag", "t", "--program", crash]);
    assert!(screen.contains("FAIL (crash)  a.yaml:2  base"), "{screen}");
    assert!(screen.contains("no dump"), "{screen}");
    assert!(screen.contains("1 crashed, 2 blocked"), "{screen}");
    assert!(screen.ends_with("--- exit 1\n"), "{screen}");
}

/// A suite that tests our own session is no success of somebody else.
#[test]
fn a_suite_says_what_it_tested() {
    let folder = Folder::with(&[]);
    let args = ["--suite", "2022", "--filter", "dump"];
    let screen = folder.screen(&args);
    assert!(
        screen.contains("testing the session of ataxx itself; `--program CMD`"),
        "{screen}"
    );
    assert!(
        screen.contains("; tested: the session of ataxx itself\n"),
        "{screen}"
    );
    let program = format!("exec '{OURS}' --nodes 10");
    let screen = folder.screen(&[&args[..], &["--program", &program]].concat());
    assert!(
        screen.contains(&format!("; tested: `{program}`\n")),
        "{screen}"
    );
}

#[test]
fn failures_of_one_cause_are_shown_once() {
    let scenario = |name: u32| format!("- name: no {name}\n  steps: [jumps: {name}]\n");
    let text = format!(
        "scenarios:\n{}- name: other\n  steps: [turn: blue]\n",
        (3..9).map(scenario).collect::<String>()
    );
    let folder = Folder::with(&[("a.yaml", &text)]);
    let screen = folder.screen(&["a.yaml"]);
    assert_eq!(lines(&screen, "run only this:").len(), 2, "{screen}");
    assert_eq!(lines(&screen, "of one cause:").len(), 5, "{screen}");
    let all = folder.screen(&["a.yaml", "-v"]);
    assert_eq!(lines(&all, "run only this:").len(), 7, "{all}");
}
