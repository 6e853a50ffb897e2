//! `ataxx explore`: faults are found and named, and the right program is never accused.

use regex::Regex;
use std::fs;
use std::process::{Command, Output};
use tempfile::TempDir;

const ATAXX: &str = env!("CARGO_BIN_EXE_ataxx");

fn ataxx(args: &[&str]) -> Output {
    Command::new(ATAXX)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .output()
        .expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Explores our session with a fault, and returns the name of the first finding.
fn found(dialect: &str, fault: &str, more: &[&str]) -> String {
    let program = format!("{ATAXX} --dialect {dialect} --nodes 50 --fault {fault}");
    let mut args = vec!["explore", "--program", &program, "--dialect", dialect];
    args.extend(["--sessions", "200", "--findings", "1", "--json"]);
    args.extend(more);
    let output = ataxx(&args);
    assert_eq!(
        output.status.code(),
        Some(1),
        "{fault}: {}",
        text(&output.stderr)
    );
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let title = &json["faults"][0]["title"];
    title.as_str().expect("a title").to_owned()
}

/// What is reported of a search, without its time and the length of its sessions.
fn outline(report: &str) -> String {
    let time = Regex::new(r"in \d+\.\d s").expect("a pattern");
    let lines = Regex::new(r"with [\d,]+ lines?").expect("a pattern");
    let report = time.replace(report, "in _ s");
    lines.replace(&report, "with _ lines").into_owned()
}

#[test]
fn what_does_not_start_has_no_faults() {
    let output = ataxx(&["explore", "--program", "echo 'no such class' >&2; exit 1"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(text(&output.stdout), "");
    insta::assert_snapshot!(text(&output.stderr), @"
    error: `echo 'no such class' >&2; exit 1` ended with exit status 1; its stderr:
           no such class
    ");
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn faults_are_found_and_named() {
    const AT_THE_LIMIT: &str = "the end at the limit of consecutive jumps";
    for (dialect, fault, title) in [
        ("2022", "pass-resets-count", AT_THE_LIMIT),
        ("2022", "limit-one-more", AT_THE_LIMIT),
        ("2022", "undo-takes-one", "`undo` takes back the last move"),
        ("2022", "dump-transposed", "the move puts a piece there"),
        ("2022", "error-ends", "the program goes on after `"),
        ("2022", "help-silent", "`help` writes something"),
        ("2016", "pass-counts", ""),
        ("2016", "wrong-state", "` causes an error message"),
        (
            "2008",
            "blocks-half-done",
            "the line is refused by the rules (",
        ),
    ] {
        let found = found(dialect, fault, &[]);
        assert!(found.contains(title), "{dialect} {fault}: {found}");
    }
}

#[test]
fn the_right_program_is_not_accused_and_no_file_is_written() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("faults.yaml");
    let program = format!("{ATAXX} --nodes 50");
    let name = file.to_string_lossy();
    let output = ataxx(&[
        "explore",
        "--program",
        &program,
        "--sessions",
        "60",
        "--out",
        &name,
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert!(!file.exists());
    insta::assert_snapshot!(text(&output.stderr).replace(&*name, "FILE"), @"there is no scenario to write: `FILE` is not written");
}

/// What is written fails for the program and passes for ours, in both formats.
#[test]
#[ignore = "takes long: `make check-long`"]
fn findings_are_scenarios_and_scripts_that_fail_for_the_program_alone() {
    for (dialect, fault) in [
        ("2022", "pass-resets-count"),
        ("2022", "undo-keeps-flips"),
        ("2016", "limit-one-less"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let place = folder.path().to_string_lossy();
        found(dialect, fault, &["--write", &place, "--scripts", &place]);
        let files: Vec<_> = fs::read_dir(folder.path())
            .expect("files")
            .flatten()
            .collect();
        assert!(files.len() >= 2, "{files:?}");
        let program = format!("{ATAXX} --dialect {dialect} --nodes 50 --fault {fault}");
        for file in files {
            let name = file.path().to_string_lossy().into_owned();
            if file
                .path()
                .extension()
                .is_some_and(|ending| ending == "std")
            {
                continue;
            }
            let ours = ataxx(&["test", &name]);
            assert_eq!(
                ours.status.code(),
                Some(0),
                "{name}: {}",
                text(&ours.stdout)
            );
            let theirs = ataxx(&["test", &name, "--program", &program]);
            assert_eq!(
                theirs.status.code(),
                Some(1),
                "{name}: {}",
                text(&theirs.stdout)
            );
        }
    }
}

/// A crash at one line hides nothing else: it is one fault, and avoided afterwards.
#[test]
#[ignore = "takes long: `make check-long`"]
fn a_crash_at_one_line_does_not_end_the_search() {
    let program = format!(
        "sed -u '/^ *help *$/Q;/^quit/{{p;Q}}' | {ATAXX} --nodes 50 --fault undo-keeps-turn"
    );
    let limits = [
        "--sessions",
        "30",
        "--findings",
        "9",
        "--time",
        "120",
        "--json",
    ];
    let output = ataxx(&[&["explore", "--program", &program], &limits[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let faults = json["faults"].as_array().expect("faults");
    let named = |title: &str| faults.iter().filter(|it| it["title"] == title).count();
    assert_eq!(named("the program goes on after `help`"), 1, "{json}");
    let not_made = "the move is legal, and the program has not made it";
    assert_eq!(named(not_made), 1, "{json}");
}

#[test]
fn a_program_that_answers_nothing_ends_the_search() {
    let output = ataxx(&["explore", "--program", "true"]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert_eq!(report.matches("FAULT").count(), 1, "{report}");
    let ended = "the search ended early: the program answers no line";
    assert_eq!(report.lines().last(), Some(ended), "{report}");
}

#[test]
#[ignore = "takes long: `make check-long`"]
fn the_pass_of_an_ai_in_other_words_is_found() {
    let program = format!(
        "{ATAXX} --dialect 2016 --nodes 50 - | sed -u 's/^\\(Red\\|Blue\\) passes\\./\\1 moves -./'"
    );
    let limits = ["--dialect", "2016", "--sessions", "200", "--findings", "1"];
    let output = ataxx(&[&["explore", "--program", &program], &limits[..]].concat());
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("its AI makes no move"), "{report}");
}

/// Lines with a comment behind a command are lost.
#[test]
fn a_finding_is_as_short_as_can_be() {
    let program = format!("sed -u '/[^ ].*#/d' | {ATAXX} --nodes 50");
    let limits = ["--sessions", "200", "--findings", "1", "--json"];
    let output = ataxx(&[&["explore", "--program", &program], &limits[..]].concat());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lines = json["faults"][0]["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2, "{json}");
}

#[test]
fn the_same_seed_gives_the_same_finding() {
    let program = format!("{ATAXX} --fault flip-too-far");
    let explore = || {
        let seed = ["--seed", "5", "--findings", "1", "--json"];
        let mut args = vec!["explore", "--program", &program];
        args.extend(seed);
        let output = ataxx(&args).stdout;
        let json: serde_json::Value = serde_json::from_slice(&output).expect("JSON");
        json["faults"].clone()
    };
    assert_eq!(explore(), explore());
}

/// Its first answer comes late, after a banner.
#[test]
fn a_program_may_take_its_time_to_start() {
    let program = format!("echo welcome; sleep 4; {ATAXX} --nodes 50");
    let limits = ["--sessions", "2", "--timeout", "3"];
    let output = ataxx(&[&["explore", "--program", &program], &limits[..]].concat());
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{report}");
    insta::assert_snapshot!(outline(&report), @"2 sessions with _ lines in _ s: 0 faults");
}

/// The first process hangs after one line, all others are right.
#[test]
fn what_is_late_once_is_counted_and_no_fault() {
    let folder = TempDir::new().expect("a folder");
    let mark = folder.path().join("mark");
    let program = format!(
        "mkdir '{}' 2>&- && {{ head -n 2 | {ATAXX}; sleep 60; }}; {ATAXX} --nodes 50",
        mark.display()
    );
    let explore = |sessions: &str| {
        let _ = fs::remove_dir(&mark);
        let limits = ["--sessions", sessions, "--fresh", "--timeout", "3"];
        let output = ataxx(&[&["explore", "--program", &program], &limits[..]].concat());
        let status = output.status.code().expect("it ends");
        format!("{}\n--- exit {status}", outline(&text(&output.stdout)))
    };
    insta::assert_snapshot!(explore("2"), @"
    seen once, not reproduced: an answer in time after `new`
      after line 2 (`new`): no answer in time: waited 3.0 s for an answer to `dump`, after line 2 (`new`); its last line was `===`
      seed 1

    for late answers a longer --timeout may help

    2 sessions with _ lines in _ s: 0 faults

    --- exit 0
    ");
    // Nothing could be compared.
    insta::assert_snapshot!(explore("1"), @"
    seen once, not reproduced: an answer in time after `new`
      after line 2 (`new`): no answer in time: waited 3.0 s for an answer to `dump`, after line 2 (`new`); its last line was `===`
      seed 1

    for late answers a longer --timeout may help

    1 session with _ lines in _ s: 0 faults

    --- exit 4
    ");
}

#[test]
fn explore_without_a_program_is_refused() {
    let output = ataxx(&["explore"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
}

#[test]
fn a_program_that_does_not_start_is_no_fault() {
    let output = ataxx(&["explore", "--program", "./no-such-program-anywhere"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(text(&output.stdout), "");
    let stderr = text(&output.stderr);
    let what = "error: `./no-such-program-anywhere` could not be started (exit status 127)";
    assert!(stderr.starts_with(what), "{stderr}");
    assert!(
        stderr.contains("No such file or directory") || stderr.contains("not found"),
        "{stderr}"
    );
}

/// An engine has no board to be asked for: the position is the one that it was report.
#[test]
fn wins_are_proved_in_scenarios_for_engines() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("endings.yaml");
    let scenario = "\
suite: Endings that must be played right
rules: uai
time: { step: 60s }
scenarios:
  - name: it finds the only move that wins
    position: xx1ooox/xxxooox/xxoooox/xxoooox/xxxooox/xxooooo/xxooooo x 0 1
    steps:
      - forced-win: { for: red, plies: 3 }
      - ai-move: { best-within: 5 }
";
    fs::write(&file, scenario).expect("it can be written");
    let file = file.to_str().expect("UTF-8");
    let output = ataxx(&["test", "--uai", &format!("{ATAXX} uai"), file]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn a_program_that_ends_badly_has_a_fault() {
    let program = format!("{ATAXX} --nodes 50; exit 3");
    let output = ataxx(&["explore", "--program", &program, "--sessions", "2"]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    insta::assert_snapshot!(outline(&report), @"
    FAULT  the program ends with exit status 0 after `quit`
      after line 1 (`quit`): it ends with exit status 3 after `quit`
      seed 2; as a scenario:

        dialect: 2022
        scenarios:
          - name: the program ends with exit status 0 after `quit`, seed 2
            steps:
              - send: [quit]
              - exit: 0

    2 sessions with _ lines in _ s: 1 fault
    ");
}

/// A right program whose answers are all late: nothing was compared, which is no success.
#[cfg(unix)]
#[test]
fn a_search_that_compared_nothing_is_no_success() {
    let program = format!(
        "'{ATAXX}' --nodes 50 | while IFS= read -r line; do sleep 2; printf '%s\\n' \"$line\"; done"
    );
    let limits = ["--time", "3", "--timeout", "0.5", "--json"];
    let output = ataxx(&[&["explore", "--program", &program][..], &limits].concat());
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["faults"], serde_json::json!([]));
    let not_reproduced = json["not_reproduced"].as_array().expect("a list");
    assert_eq!(json["sessions"], not_reproduced.len());
}

/// An AI has several moves, and the board after its move depends on them.
#[test]
fn what_an_ai_chooses_is_not_expected() {
    let folder = TempDir::new().expect("a folder");
    let place = folder.path().to_string_lossy();
    found("2022", "ai-move-reversed", &["--write", &place]);
    for file in fs::read_dir(folder.path()).expect("files").flatten() {
        let text = fs::read_to_string(file.path()).expect("text");
        let name = file.path().to_string_lossy().into_owned();
        for seed in ["1", "2", "3"] {
            let ours = ataxx(&["test", &name, "--seed", seed]);
            assert_eq!(
                ours.status.code(),
                Some(0),
                "{text}: {}",
                self::text(&ours.stdout)
            );
        }
    }
}

/// The program has no AI yet: it is waited for once.
#[test]
fn a_program_without_ais_is_searched_without_them() {
    let program =
        format!("sed -u 's/^auto .*/frobnicate/' | '{ATAXX}' --nodes 50 --fault flip-too-far");
    let limits = ["--sessions", "30", "--findings", "9", "--json"];
    let explored = |more: &[&str]| {
        let output = ataxx(&[&["explore", "--program", &program], &limits[..], more].concat());
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let faults = json["faults"].as_array().expect("faults").iter();
        let titles: Vec<String> = faults.map(|it| it["title"].to_string()).collect();
        (titles.join(", "), json["without_ais"] == true)
    };
    let flips = "a move flips only pieces of the other side beside its destination";
    let (titles, is_without) = explored(&[]);
    assert!(
        is_without && titles.contains("an AI moves when it is its turn"),
        "{titles}"
    );
    assert!(titles.contains(flips), "{titles}");
    let (titles, is_without) = explored(&["--no-ai"]);
    assert!(!is_without && !titles.contains("AI"), "{titles}");
    assert!(titles.contains(flips), "{titles}");
}

/// A prompt that looks like the mark of an announcement, and one that is no ASCII.
#[test]
fn prompts_of_right_programs_are_free() {
    for prompt in ["* ", "→ ", "é", "\u{feff}> "] {
        let program = format!(
            "bash -c 'exec 3>&1; exec \"{ATAXX}\" --nodes 50 < <(while IFS= read -r line; do \
             printf \"{prompt}\" >&3; printf \"%s\\n\" \"$line\"; done)'"
        );
        let output = ataxx(&["explore", "--program", &program, "--sessions", "18"]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{prompt}: {}",
            text(&output.stdout)
        );
    }
}
