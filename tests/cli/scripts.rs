//! Folders of course scripts with `ataxx test`: tags, points, strays, missing files, audits.

use super::test::Folder;
use insta::assert_snapshot;

const START: &str = "\
===
  r - - - - - b
  - - - - - - -
  - - - - - - -
  - - - - - - -
  - - - - - - -
  - - - - - - -
  b - - - - - r
===
";

const POINTS: &str = "\
tags: [project-2]
scripts:
  start: 3
  refused: { points: 2, tags: [late] }
";

/// Scripts of each kind.
fn scripts() -> Folder {
    Folder::with(&[
        ("start-1.in", "#* java ataxx.Main\ndump\n"),
        ("start-1.std", START),
        (
            "refused-1.in",
            "#* java ataxx.Main\nmanual blue\na7-a3\na7-b7\nundo\ndump\n",
        ),
        ("refused-1.std", START),
        ("points.yaml", POINTS),
    ])
}

#[test]
fn tags_are_derived_and_points_stand_in_a_file() {
    let folder = scripts();
    assert_snapshot!(folder.screen(&[".", "--list"]), @"");
    assert_snapshot!(folder.screen(&[".", "--tag", "errors and late", "--score"]), @"");
}

#[test]
fn a_bad_file_of_points_is_reported_once() {
    let folder = scripts();
    folder.write("points.yaml", "scripts:\n  strat: 3\n  refused: many\n");
    assert_snapshot!(folder.screen(&["."]), @"");
    // The points of a script that is given are checked, too.
    assert_eq!(folder.status(&["start-1.in"]), 2);
    assert_eq!(folder.status(&["start-1.in", "--dry-run"]), 2);
    // It is no file of scenarios to format.
    folder.write("points.yaml", "scripts: { start:   3 }\n");
    assert_eq!(folder.status(&["."]), 0);
}

#[test]
fn names_that_are_almost_right_are_one_warning_for_each_flaw() {
    let folder = Folder::with(&[
        ("start-1.in", "#* java ataxx.Main\nload opening.in\ndump\n"),
        ("start-1.std", START),
        ("opening.in", "manual blue\n"),
        ("undo.in", "#* java ataxx.Main\ndump\n"),
        ("undo.std", START),
        ("duel-2.in", "#* java ataxx.Main\ndump\n"),
    ]);
    assert_snapshot!(folder.screen(&["."]), @"");
    assert_snapshot!(folder.screen(&["undo.in"]), @"");
}

#[test]
fn missing_files_are_one_warning() {
    let script = "#* java ataxx.Main\nmanual blue\nauto red\n#*move\nquit\n";
    let folder = Folder::with(&[("a-1.in", script), ("b-1.in", script), ("c-1.in", script)]);
    let screen = folder.screen(&["."]);
    assert_snapshot!(screen, @"");
}

#[test]
fn an_audit_sorts_scripts() {
    let after_ai = "#* java ataxx.Main\na7-b7\n#*move\ndump\n";
    let folder = Folder::with(&[
        ("sound-1.in", "#* java ataxx.Main\ndump\n"),
        ("sound-1.std", START),
        (
            "wrong-1.in",
            "#* java ataxx.Main\nmanual blue\na7-b7\ndump\n",
        ),
        ("wrong-1.std", START),
        ("no-newline-1.in", "#* java ataxx.Main\ndump\n"),
        ("no-newline-1.std", START.trim_end()),
        ("unreadable-1.in", "#* java ataxx.Main\n#*mvoe\n"),
        ("no-standard-1.in", "#* java ataxx.Main\ndump\n"),
        (
            "alone-1.in",
            "#* java ataxx.Main\nauto red\n#*move\n#*remote move/win\n",
        ),
        ("alone-1.std", ""),
        ("other-2.in", "#* java ataxx.Main\n"),
        ("loads.inp", "ataxx\nload gone.txt\n"),
        ("nothing-1.in", "#* java ataxx.Main\nmanual blue\na7-b7\n"),
        ("nothing-1.std", ""),
        (
            "forgot-1.in",
            "#* java ataxx.Main\nmanual blue\nauto red\n# move/win\n",
        ),
        ("forgot-1.std", ""),
        ("chance-1.in", after_ai),
        ("chance-1.std", START),
        (
            "chance.inp",
            "ataxx\nauto red\nmanual blue\nstart\n@<Red moves a7-b7.\n",
        ),
        (
            "any.inp",
            "ataxx\nauto red\nmanual blue\nstart\n@?Red moves\n",
        ),
        (
            "good.yaml",
            "scenarios:\n  - name: red begins\n    steps:\n      - turn: red\n",
        ),
        (
            "bad.yaml",
            "scenarios:\n  - name: blue begins\n    steps:\n      - turn: blue\n",
        ),
    ]);
    assert_snapshot!(folder.screen(&["--audit", "."]), @"");
    let output = folder.output(&["--audit", ".", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["counts"][0]["kind"], "wrong");
    let findings = value["findings"].as_array().expect("findings");
    let keys: Vec<&String> = findings[0].as_object().expect("a finding").keys().collect();
    assert_eq!(keys, ["file", "fix", "kind", "line", "name", "reason"]);
    let sound = scripts();
    assert_eq!(sound.status(&["--audit", "."]), 0);
}
