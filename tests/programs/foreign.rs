//! The suites of the documents against a program in another language, as it should be and wrong.

use super::python::has_python;
use std::process::Command;

/// What `ataxx test` makes of the program with these arguments by the suite of a dialect: the exit
/// status and the report.
fn test(dialect: &str, options: &[&str], arguments: &str) -> (Option<i32>, String) {
    let program = format!("python3 tests/foreign/ataxx.py {dialect} {arguments}");
    let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["test", "--suite", dialect])
        .args(options)
        .args(["--program", &program])
        .output()
        .expect("it runs");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), report)
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn a_right_program_passes_the_suite_of_its_dialect() {
    if !has_python() {
        return;
    }
    for dialect in ["2022", "2016", "2008"] {
        let (status, text) = test(dialect, &[], "");
        assert_eq!(status, Some(0), "{text}");
    }
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn a_wrong_program_fails() {
    if !has_python() {
        return;
    }
    let faults = [
        (
            "pass-resets-count",
            "not ai",
            "a pass neither resets the count",
        ),
        (
            "new-keeps-count",
            "not ai",
            "a new game starts with a count of zero",
        ),
        (
            "knight-resets-count",
            "jump-limit",
            "a jump of one file and two ranks",
        ),
        (
            "flip-resets-count",
            "jump-limit",
            "a jump that flips pieces",
        ),
        ("blue-by-hand", "ai", "at the beginning Blue is an AI"),
        (
            "seeds-from-zero --fault ai-random",
            "seeds",
            "a seed may be negative",
        ),
        ("around-the-edge", "moves", "no move goes over the edge"),
        ("ai-silent", "ai", "an AI announces its move"),
        ("ai-jumps-uncounted", "ai", "the jumps of AIs count"),
        ("ai-draws", "ai", "two AIs play a whole game"),
        ("capital-colors-only", "ai", "an AI announces its move"),
        (
            "small-colors-only",
            "ai",
            "colors may begin with a capital letter",
        ),
        ("small-seeds", "seeds", "a seed is a long integer"),
        ("one-blank", "errors", "blanks before an operand"),
        (
            "blank-before-comment",
            "comments",
            "a comment needs no blank",
        ),
        ("undo-one-count", "ai", "undo of an AI's jump"),
        ("reserved-help", "help", "do not stand in the help"),
        (
            "reserved-banner",
            "results",
            "in no greeting, answer or error",
        ),
        ("end-of-input-fails", "quit", "the end of input"),
        ("quit-ignored", "quit", "quit ends with status 0"),
        ("undo-always-two", "undo", "undo of the move that ends"),
    ];
    let with_states = [
        ("2016", ("ai-in-set-up", "set-up", "an AI makes no move")),
        (
            "2008",
            ("set-up-after-end", "set-up", "refused after the end"),
        ),
        (
            "2008",
            (
                "flip-resets-count",
                "jump-limit",
                "a jump that flips pieces",
            ),
        ),
    ];
    let all = faults.map(|fault| ("2022", fault)).into_iter();
    for (dialect, (fault, tag, scenario)) in all.chain(with_states) {
        let select = ["--tag", tag, "--filter", scenario];
        let run = || test(dialect, &select, &format!("--fault {fault}"));
        let (mut status, mut text) = run();
        // An AI that plays at random may make the same moves again, but not in every run.
        if fault.contains("ai-random") {
            for _ in 0..4 {
                if status == Some(0) {
                    (status, text) = run();
                }
            }
        }
        assert_eq!(status, Some(1), "{fault}: {text}");
    }
}

#[test]
fn a_program_that_cannot_load_fails() {
    if !has_python() {
        return;
    }
    for (fault, failing) in [
        ("load-ignored", 3),
        ("load-first-line", 3),
        ("load-flat", 1),
    ] {
        let (status, text) = test("2008", &["--tag", "load"], &format!("--fault {fault}"));
        assert_eq!(status, Some(1), "{fault}: {text}");
        assert!(
            text.contains(&format!(" {failing} failed")),
            "{fault}: {text}"
        );
    }
}

/// The document of 2008 asks for no announcements of moves.
#[test]
#[ignore = "takes long: `make check-long`"]
fn ais_need_not_announce_their_moves_in_2008() {
    if !has_python() {
        return;
    }
    let (status, text) = test("2008", &[], "--fault ai-silent");
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("131 passed, 3 unsupported"), "{text}");
    assert!(text.contains("a game of both cannot be followed"), "{text}");

    let wrong = "--fault ai-silent --fault extend-leaves";
    let (status, text) = test("2008", &["--filter", "an AI answers a move"], wrong);
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.contains("no legal move of Blue's AI leads to the board"),
        "{text}"
    );
}

#[test]
fn a_program_may_answer_while_its_ai_thinks() {
    answers_while_its_ai_thinks("2022");
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn a_program_of_2008_may_answer_while_its_ai_thinks() {
    answers_while_its_ai_thinks("2008");
}

fn answers_while_its_ai_thinks(dialect: &str) {
    if !has_python() {
        return;
    }
    let (status, text) = test(dialect, &["--tag", "ai"], "--aside --resetting");
    assert_eq!(status, Some(0), "{text}");
}

/// No dump shows the prompt of such a program.
#[test]
fn a_prompt_that_no_dump_shows_is_free() {
    if !has_python() {
        return;
    }
    for dialect in ["2016", "2008"] {
        let (status, text) = test(dialect, &["--tag", "ai and not long"], "--agreeing");
        assert_eq!(status, Some(0), "{text}");
    }
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn prompts_messages_and_announcements_in_set_up_are_free() {
    if !has_python() {
        return;
    }
    for dialect in ["2022", "2016", "2008"] {
        for manners in ["--counting --early", "--inline --resetting"] {
            let (status, text) = test(dialect, &["--tag", "not ai"], manners);
            assert_eq!(status, Some(0), "{text}");
        }
    }
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn generated_sessions_find_a_fault_and_nothing_in_a_right_program() {
    if !has_python() {
        return;
    }
    let explore = |dialect: &str, arguments: &str| {
        let program = format!("python3 tests/foreign/ataxx.py {dialect} {arguments}");
        let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["explore", "--dialect", dialect, "--sessions", "60"])
            .args(["--program", &program])
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    for (dialect, kind) in [
        ("2022", ""),
        ("2016", ""),
        ("2008", ""),
        ("2008", "--fault ai-silent"),
        ("2022", "--aside"),
        ("2008", "--fault ai-silent --aside"),
        ("2022", "--counting --inline --resetting"),
        ("2016", "--counting --early"),
        ("2008", "--counting --inline --early"),
    ] {
        let (status, text) = explore(dialect, kind);
        assert_eq!(status, Some(0), "{text}");
    }
    let (status, text) = explore("2022", "--fault pass-resets-count");
    assert_eq!(status, Some(1));
    let found = "FAULT  the end at the limit of consecutive jumps\n";
    assert!(text.starts_with(found), "{text}");
    for dialect in ["2016", "2008"] {
        let (status, text) = explore(dialect, "--fault seed-in-play");
        assert_eq!(status, Some(1), "{text}");
        let found = "(`seed 7`): it does not say that this is an error\n";
        assert!(text.contains(found), "{text}");
    }
}

/// What a failed scenario says about the cause, by the name of the fault and of the scenario.
#[test]
fn the_first_difference_of_a_wrong_program_is_reported() {
    if !has_python() {
        return;
    }
    let cause = |fault: &str, scenario: &str| {
        let program = format!("python3 tests/foreign/ataxx.py 2022 --fault {fault}");
        let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["test", "--suite", "2022", "--filter", scenario])
            .args(["--program", &program])
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let help = text.lines().filter_map(|line| line.split_once("= help: "));
        help.flat_map(|(_, text)| [text, "\n"]).collect::<String>()
    };
    let told = [
        cause("jump-stays", "a jump along a file"),
        cause("flips-around-origin", "a jump flips all neighbours"),
        cause("pass-resets-count", "a pass neither resets"),
        cause("stuck-loses", "equal pieces draw when"),
    ];
    insta::assert_snapshot!(told.join("\n"), @"
    first difference from the rules: after line 2 of those sent (`a7-a5`), a7 is red, and empty by the rules: a jump takes its piece along

    first difference from the rules: after line 7 of those sent (`f6-d4`), e6 is blue, and red by the rules: a move flips only pieces of the other side beside its destination

    by the rules the game is over, blue: 25 jumps in a row; it was not announced
    first difference from the rules: after line 67 of those sent (`g1-e1`), no result is announced; by the rules it is a victory of Blue: 25 jumps in a row
    a program behaves so where a pass resets the count of consecutive jumps, or only Red's jumps count, or the limit of consecutive jumps is one higher

    by the rules the game is over, draw: neither side can move
    first difference from the rules: after line 18 of those sent (`f7-e7`), a victory of Blue is announced; by the rules it is a draw: neither side can move
    a program behaves so where a draw is announced as Blue's victory
    ");
}

#[test]
fn all_failed_checks_are_reported_while_the_program_follows_the_rules() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.yaml");
    let text = "\
scenarios:
  - name: two wrong expectations
    steps:
      - send: [manual blue, a7-a6]
      - pieces: { red: 5 }
      - pieces: { blue: 2 }
      - send: a1-a2
      - pieces: { blue: 7 }
";
    std::fs::write(&file, text).expect("it can be written");
    let count = |fault: &str, option: &[&str]| {
        let program = format!("python3 tests/foreign/ataxx.py 2022 {fault}");
        let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["test", "--program", &program])
            .args(option)
            .arg(&file)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.matches("error: ").count()
    };
    assert_eq!(count("", &[]), 1);
    assert_eq!(count("", &["--all-checks"]), 2);
    // Once the program has left the rules, later failures follow from that.
    assert_eq!(count("--fault extend-leaves", &["--all-checks"]), 1);
}

/// The scenario plays to a draw by the limit of jumps and checks no result.
#[test]
fn a_wrong_result_fails_whatever_is_checked() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.yaml");
    let jumps = "a7-c7, a1-c1, c7-a7, c1-a1, ".repeat(6);
    let text = format!(
        "scenarios:\n  - name: a\n    steps:\n      - send: [manual blue, {jumps}a7-c7]\n      \
         - pieces: {{ red: 2, blue: 2 }}\n"
    );
    std::fs::write(&file, text).expect("it can be written");
    let tested = |fault: &str| {
        let program = format!("python3 tests/foreign/ataxx.py 2022 {fault}");
        Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["test", "--program", &program])
            .arg(&file)
            .output()
            .expect("it runs")
    };
    assert_eq!(tested("").status.code(), Some(0));
    let wrong = tested("--fault draw-is-red");
    assert_eq!(wrong.status.code(), Some(1));
    let text = String::from_utf8_lossy(&wrong.stdout);
    let message = "the program has announced a victory of Red; by the rules it is a draw";
    assert!(text.contains(message), "{text}");
}

/// A failed check of a course script does not end it with `--all-checks`.
#[test]
fn all_checks_of_a_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a-1.in");
    std::fs::write(&file, "#* ataxx\na7-b7\n").expect("it can be written");
    std::fs::write(folder.path().join("a-1.std"), "* Red wins.\n").expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .args(["test", "--all-checks"])
        .arg(&file)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("panicked"), "{text}");
    assert_eq!(output.status.code(), Some(1), "{text}");
}

/// The document of 2022 leaves open whether `new` sets the players back.
#[test]
fn a_new_game_may_set_the_players_back() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let script = "#* ataxx\nmanual blue\na7-b7\nnew\na7-b7\n#*move\nquit\n";
    let scenario = "scenarios:\n  - name: a\n    position: start\n    steps:\n      \
        - send: a7-b7\n      - pieces: { red: 3, blue: 2 }\n";
    std::fs::write(path("a-1.in"), script).expect("it can be written");
    std::fs::write(path("a-1.std"), "").expect("it can be written");
    std::fs::write(path("b.yaml"), scenario).expect("it can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "test",
            "--program",
            "python3 tests/foreign/ataxx.py 2022 --resetting",
        ])
        .arg(folder.path())
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let summary = text.lines().last().expect("a summary");
    insta::assert_snapshot!(summary.split(" (").next().unwrap_or(&text), @"2 scenarios in 2 files: 2 passed; 1 warning");
}

/// The program shows the board that the scenario asks for, whatever it announces.
#[test]
fn an_illegal_move_fails_whatever_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.yaml");
    let text = "scenarios:\n  - name: a\n    steps:\n      - send: a7-b7\n      \
        - pieces: { red: 3, blue: 2 }\n";
    std::fs::write(&file, text).expect("it can be written");
    let tested = |announced: &str| {
        let row = "  - - - - - - -";
        let rows = [
            "  r r - - - - b",
            row,
            row,
            row,
            row,
            row,
            "  b - - - - - r",
        ];
        let dump = format!("printf '===\\n{}\\n===\\n'", rows.join("\\n"));
        let program = format!(
            "while read line; do case $line in a7-b7) {announced} ;; dump) {dump} ;; quit) exit ;; esac; done"
        );
        let output = Command::new(env!("CARGO_BIN_EXE_ataxx"))
            .args(["test", "--program", &program])
            .arg(&file)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = text.lines().find(|line| line.starts_with("error: "));
        error.unwrap_or_default().to_owned()
    };
    let told = ["* Blue moves a1-g7.", "* Red moves a7-b7."]
        .map(|announced| tested(&format!("echo '{announced}'")));
    insta::assert_snapshot!(told.join("\n"), @"
    error: the program has announced that Blue moves a1-g7: g7 is taken by a Blue piece
    error: the program has announced that Red moves a7-b7: it is Blue's turn
    ");
}

#[test]
fn the_first_difference_is_reported_with_a_failed_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a-1.in");
    std::fs::write(&file, "#* ataxx\nmanual blue\na7-a5\ndump\n").expect("it can be written");
    std::fs::write(folder.path().join("a-1.std"), "").expect("it can be written");
    let ours = env!("CARGO_BIN_EXE_ataxx");
    let output = Command::new(ours)
        .args(["test", "--program"])
        .arg(format!("'{ours}' --fault jump-keeps-origin"))
        .arg(&file)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let difference = text.lines().find(|line| line.contains("first difference"));
    insta::assert_snapshot!(difference.unwrap_or(&text).trim(), @"= help: first difference from the rules: after line 2 of those sent (`a7-a5`), a7 is red, and empty by the rules: a jump takes its piece along");
}
