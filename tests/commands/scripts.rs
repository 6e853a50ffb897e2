//! Folders of course scripts with `ataxx test`: tags, points, missing files, audits.

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
    assert_snapshot!(folder.screen(&[".", "--list"]), @"
    refused-1.in::refused  line 1  [course-2022, moves, undo, errors, dump, project-2, late]
    start-1.in::start  line 1  [course-2022, dump, project-2]
    --- exit 0
    ");
    assert_snapshot!(folder.screen(&[".", "--tag", "errors and late", "--score"]), @"
    ok    refused-1.in: 1 passed

    1 scenario in 1 file: 1 passed ( _ s)

    scenario               points
    refused-1.in::refused     2/2
    tag course-2022           2/2  100 %
    tag dump                  2/2  100 %
    tag errors                2/2  100 %
    tag late                  2/2  100 %
    tag moves                 2/2  100 %
    tag project-2             2/2  100 %
    tag undo                  2/2  100 %
    total                     2/2  100 %
    --- exit 0
    ");
}

#[test]
fn a_bad_file_of_points_is_reported_once() {
    let folder = scripts();
    folder.write("points.yaml", "scripts:\n  strat: 3\n  refused: many\n");
    assert_snapshot!(folder.screen(&["."]), @"
    FAIL (error)  points.yaml:2  (the whole file)
    error: there is no script `strat` beside this file
     --> points.yaml:2:3
      |
    2 |   strat: 3
      |   ^^^^^
      |
      = help: did you mean `start`?
    error: expected a whole number that is not negative, found `many`
     --> points.yaml:3:12
      |
    3 |   refused: many
      |            ^^^^

      run only this:      ataxx test points.yaml

    FAIL  points.yaml: 1 in error
    ok    refused-1.in: 1 passed
    ok    start-1.in: 1 passed

    3 scenarios in 3 files: 2 passed, 1 in error ( _ s)
    --- exit 2
    ");
    // The points of a script that is given are checked, too.
    assert_eq!(folder.status(&["start-1.in"]), 2);
    assert_eq!(folder.status(&["start-1.in", "--dry-run"]), 2);
    // It is no file of scenarios to format.
    folder.write("points.yaml", "scripts: { start:   3 }\n");
    assert_eq!(folder.status(&["."]), 0);
}

#[test]
fn missing_files_are_one_warning() {
    let script = "#* java ataxx.Main\nmanual blue\nauto red\n#*move\nquit\n";
    let folder = Folder::with(&[("a-1.in", script), ("b-1.in", script), ("c-1.in", script)]);
    assert_snapshot!(folder.screen(&["."]), @"
    ok    a-1.in: 1 passed
    ok    b-1.in: 1 passed
    ok    c-1.in: 1 passed

    warning: there are no files for 3 tests: each counts as empty
     |
     = help: missing: a-1.std, b-1.std, c-1.std
     = help: an empty file expects neither boards nor results

    3 scenarios in 3 files: 3 passed; 3 warnings ( _ s)
    --- exit 0
    ");
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
    assert_snapshot!(folder.screen(&["audit", "."]), @"
    wrong             bad.yaml:4  side to move: expected blue, found red
    wrong             no-newline-1.std:9  the course's harness fails this: the last line of the file has no newline; fix: end the last line with a newline
    wrong             unreadable-1.in:2  expected a directive, found `mvoe`; fix: did you mean `#*move`?
    wrong             wrong-1.std:2  the board differs on b7: `dump` on line 4 of wrong-1.in printed another; fix: `ataxx test wrong-1.in --bless` writes what the rules give
    incomplete        alone-1.in:4  this needs a second program, and there is none; fix: the script of the second program is `NAME-2.in` beside `NAME-1.in`
    incomplete        loads.inp:2  it loads `gone.txt`, which cannot be read; fix: put `gone.txt` beside the script
    incomplete        no-standard-1.in:1  it records boards or results, and there is no file `no-standard-1.std`; fix: `ataxx test no-standard-1.in --bless` writes what the rules give
    checks nothing    forgot-1.in:4  every program passes that ends without announcing anything wrong; fix: write `#*move/win`
    checks nothing    nothing-1.in:1  every program passes that ends without announcing anything wrong; fix: add `dump` and the board that it prints to the `.std` file
    depends on an AI  chance-1.in:4  this expects what an AI is free not to choose after line 2; fix: play both sides by hand, or begin where the AI has one move only
    depends on an AI  chance.inp:5  this expects what an AI is free not to choose after line 4; fix: `@?Red moves` accepts any move; play both sides by hand for boards
    sound             any.inp:1  it checks 1 line
    sound             good.yaml:2  the session of ataxx passes it
    sound             sound-1.in:1  it checks 1 board

    14 tests: 4 wrong, 3 incomplete, 2 checks nothing, 2 depends on an AI, 3 sound
    --- exit 1
    ");
    let output = folder.output(&["audit", ".", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["counts"][0]["kind"], "wrong");
    let findings = value["findings"].as_array().expect("findings");
    let keys: Vec<&String> = findings[0].as_object().expect("a finding").keys().collect();
    assert_eq!(keys, ["file", "fix", "kind", "line", "name", "reason"]);
    let sound = scripts();
    assert_eq!(sound.status(&["audit", "."]), 0);
}

#[test]
fn what_comes_before_the_choice_of_an_ai_does_not_depend_on_it() {
    let script = "#* ataxx\ndump\na7-b7\n#*move\ndump\n";
    let wrong = START.replacen("r - -", "- - -", 1);
    let twice = format!("{START}{START}");
    let folder = Folder::with(&[
        ("before-1.in", script),
        ("before-1.std", &wrong),
        ("after-1.in", script),
        ("after-1.std", &twice),
        (
            "result-1.in",
            "#* ataxx --nodes 100\nauto red\n#*move/win+\n",
        ),
        ("result-1.std", "* Red wins.\n"),
        (
            "game.inp",
            "ataxx --nodes 100\nauto red\nstart\n@red...Red wins\n",
        ),
    ]);
    assert_snapshot!(folder.screen(&["audit", "."]), @"
    wrong             before-1.std:2  the board differs on a7: `dump` on line 2 of before-1.in printed another; fix: `ataxx test before-1.in --bless` writes what the rules give
    depends on an AI  after-1.in:5  this expects what an AI is free not to choose after line 3; fix: play both sides by hand, or begin where the AI has one move only
    depends on an AI  game.inp:4  this expects what an AI is free not to choose after line 3; fix: expect any result: `(Red wins|Blue wins|Draw)`
    depends on an AI  result-1.in:3  this expects what an AI is free not to choose after line 2; fix: `#*move/win` without `+` accepts any result

    4 tests: 1 wrong, 3 depends on an AI
    --- exit 1
    ");
}

#[test]
fn further_files_of_a_script_are_no_tests_of_their_own() {
    let folder = Folder::with(&[
        ("t/duel-1.in", "#* ataxx\nmanual blue\ndump\n"),
        ("t/duel-1.std", START),
        ("t/duel-2.in", "#* ataxx\nmanual blue\ndump\n"),
        ("t/duel-2.std", START),
        ("t/lone-2.in", "#* ataxx\n"),
    ]);
    let passed =
        "ok    t/duel-1.in: 1 passed\n\n1 scenario in 1 file: 1 passed ( _ s)\n--- exit 0\n";
    for files in [
        &["t/duel-1.in", "t/duel-2.in"][..],
        &["t/duel-2.in", "t/duel-1.in"],
        &["t/duel-2.in"],
        &["t/duel-1.in", "t/duel-1.std", "t/duel-2.in", "t/duel-2.std"],
    ] {
        assert_eq!(folder.screen(files), passed, "{files:?}");
    }
    assert_snapshot!(folder.screen(&["t/lone-2.in"]), @"
    FAIL (error)  t/lone-2.in:1  (the whole file)
    error: `t/lone-2.in` is no file of scenarios: expected .yaml, .yml, -1.in or .inp
     |
     = help: the test is run by its first file, `lone-1.in`

      run only this:      ataxx test t/lone-2.in

    FAIL  t/lone-2.in: 1 in error

    1 scenario in 1 file: 1 in error ( _ s)
    --- exit 2
    ");
}

#[test]
fn what_programs_printed_is_kept() {
    let script = "#* ataxx\nfly\nmanual blue\ndump\n";
    let folder = Folder::with(&[
        ("t/duel-1.in", script),
        ("t/duel-1.std", START),
        ("t/duel-2.in", "#* ataxx\nmanual blue\na7-b7\nboard\n"),
        ("t/duel-2.std", ""),
        ("u/duel-1.in", script),
        ("u/duel-1.std", ""),
        ("two.inp", "ataxx\nmanual blue\n----------\nataxx\nfly\n"),
        (
            "good.yaml",
            "scenarios:\n  - name: a\n    steps: [{ board: start }]\n",
        ),
    ]);
    let run = [
        "t",
        "u",
        "two.inp",
        "good.yaml",
        "--keep",
        "kept",
        "-j",
        "4",
        "--retries",
        "2",
    ];
    assert_eq!(folder.status(&run), 1);
    for name in ["t/duel-1", "u/duel-1"] {
        assert_eq!(folder.read(&format!("kept/{name}.out")), START);
        let errors = folder.read(&format!("kept/{name}.err"));
        assert_eq!(errors, folder.read("kept/two-2.err"));
    }
    assert_snapshot!(folder.read("kept/two-2.err"), @"
    error: expected a command, found `fly`
     |
     | fly
     | ^^^
     |
     = help: `help` lists the commands
    ");
    // All is kept, also what the harness passes over.
    assert_snapshot!(folder.read("kept/t/duel-2.out"), @"
    7  r[r]- - - - b
    6  - - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 3, blue 2; Blue to move; no jumps in a row
    ");
    assert_eq!(folder.read("kept/t/duel-2.err"), "");
    assert_eq!(folder.read("kept/two-1.err"), "");
    assert_eq!(folder.status(&["good.yaml", "--keep", "kept"]), 2);
    assert_eq!(folder.status(&["u", "--keep", "two.inp"]), 2);
}

#[test]
fn an_audit_of_a_mixed_folder_is_about_the_tests_in_it() {
    let folder = Folder::with(&[
        ("Start-1.in", "#* ataxx\ndump\n"),
        ("start-1.std", START),
        ("config.h.in", "#define NAME @NAME@\n"),
        ("day-2.in", "3 4\n"),
        ("sum.std", "7\n"),
        ("loads-1.in", "#* ataxx\nload Opening.txt\n"),
        ("loads-1.std", ""),
        ("opening.txt", "manual blue\n"),
    ]);
    assert_snapshot!(folder.screen(&["audit", "."]), @"
    incomplete        Start-1.in:1  it records boards or results, and there is no file `Start-1.std`; fix: rename `start-1.std` to `Start-1.std`: only upper and lower case differ
    incomplete        loads-1.in:2  it loads `Opening.txt`, which cannot be read; fix: rename `opening.txt` to `Opening.txt`: only upper and lower case differ

    2 tests: 2 incomplete
    --- exit 1
    ");
}

#[test]
fn an_audit_counts_what_is_checked() {
    let board = format!("@<{}\n", START.trim_end().replace('\n', "\n@<"));
    let lines = format!("ataxx\nmanual blue\ndump\n{board}auto red\nstart\n@?Red moves\n");
    let folder = Folder::with(&[
        ("a.inp", &lines),
        (
            "b.inp",
            "ataxx --nodes 100\nauto red\nstart\n@red...(Red wins|Blue wins|Draw)\n",
        ),
        ("c-1.in", "#* ataxx\nmanual blue\nauto red\n#*move\n"),
        ("c-1.std", ""),
    ]);
    assert_snapshot!(folder.screen(&["audit", "."]), @"
    sound             a.inp:1  it checks 1 board, 1 line
    sound             b.inp:1  it checks 1 game
    sound             c-1.in:1  it checks 1 AI move

    3 tests: 3 sound
    --- exit 0
    ");
}
