//! `ataxx test --suite`, and programs that do not start or cannot be asked.

use super::common::{Run, ataxx};
use std::fs;

const PROGRAM: &str = env!("CARGO_BIN_EXE_ataxx");

fn test(args: &[&str]) -> Run {
    ataxx(&[&["test"], args].concat(), "")
}

#[test]
fn the_suites_are_listed() {
    let run = test(&["--suite", "list"]);
    assert_eq!(run.status, Some(0));
    insta::assert_snapshot!(run.stdout, @"
    2022      154 scenarios  The document of 2022
    2016      140 scenarios  The document of 2016
    2008      134 scenarios  The document of 2008
    uai        22 scenarios  Conformance to the Universal Ataxx Interface
    reloaded   17 scenarios  The document of Ataxx Reloaded
    ");
}

#[test]
fn an_agent_passes_the_suite_of_its_document() {
    let agent = format!("{PROGRAM} agent --nodes 100");
    let run = test(&["--suite", "reloaded", "--agent", &agent]);
    assert_eq!(run.status, Some(0), "{}", run.stdout);
}

#[test]
fn an_agent_with_a_name_that_is_too_long_fails_the_suite() {
    let agent = format!(
        "read -r what; if [ $what = identify ]; then printf '%081d\\n' 1; \
         else {{ echo $what; cat; }} | {PROGRAM} agent --nodes 100; fi"
    );
    let run = test(&["--suite", "reloaded", "--agent", &agent]);
    assert_eq!(run.status, Some(1), "{}", run.stdout);
    let message = "a name has at most 80 characters, and this one has 81";
    assert!(run.stdout.contains(message), "{}", run.stdout);
    assert_eq!(
        run.stdout.matches("run only this:").count(),
        1,
        "{}",
        run.stdout
    );
}

#[test]
fn a_suite_is_written_as_a_file_that_passes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    assert_eq!(test(&["--suite", "2022", "--write", path]).status, Some(0));
    let file = folder.path().join("2022.yaml");
    let text = fs::read_to_string(&file).expect("it is written");
    assert!(text.starts_with("suite: The document of 2022\n"));
    let run = test(&[path, "--filter", "Red moves first"]);
    assert_eq!(run.status, Some(0), "{}", run.stdout);

    // It is never overwritten: it may have been changed.
    fs::write(&file, "mine").expect("it can be written");
    assert_eq!(test(&["--suite", "2022", "--write", path]).status, Some(2));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "mine");
}

#[test]
fn a_part_of_a_suite_is_written_with_what_it_needs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let run = test(&["--suite", "2022", "--write", path, "--tag", "quit"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let text = fs::read_to_string(folder.path().join("2022.yaml")).expect("it is written");
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("  - name: "));
    assert_eq!(
        names.collect::<Vec<_>>(),
        [
            "dump prints a board",
            "quit ends with status 0",
            "the end of input ends with status 0",
            "quit after errors ends with status 0",
        ]
    );
    let run = test(&[path]);
    assert_eq!(run.status, Some(0), "{}", run.stdout);
    let run = test(&["--suite", "2022", "--write", path, "--tag", "nothing"]);
    assert_ne!(run.status, Some(0));
}

/// The suite of a course with rules of its own: what assumes others is skipped, and a program that
/// plays by others fails.
#[test]
fn a_program_is_tested_by_the_rules_of_its_course() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("limit.yaml");
    let text = "rules: 2022,jump-limit=3\nbefore: [{ send: manual blue }]\nscenarios:\n\
                - name: the third jump ends the game\n  steps:\n\
                \x20 - send: [a7-c7, a1-c1]\n  - result: none\n\
                \x20 - send: c7-a7\n  - result: draw\n";
    fs::write(&path, text).expect("it can be written");
    let path = path.to_str().expect("text");
    let own = format!("{PROGRAM} --rules 2022,jump-limit=3 --nodes 300");
    assert_eq!(test(&[path]).status, Some(0));
    assert_eq!(test(&[path, "--program", &own]).status, Some(0));
    assert_eq!(test(&[path, "--program", PROGRAM]).status, Some(1));
    let rules = ["--rules", "2022,jump-limit=3", "--program", &own];
    let run = test(
        &[
            &["--suite", "2022", "--tag", "jump-limit or passes"][..],
            &rules,
        ]
        .concat(),
    );
    assert_eq!(run.status, Some(0), "{}", run.stdout);
    assert!(run.stdout.contains("skipped"), "{}", run.stdout);
}

#[test]
fn a_suite_tests_one_kind_of_program() {
    let run = test(&["--suite", "2022", "--uai", "cat"]);
    assert_eq!(run.status, Some(2));
    insta::assert_snapshot!(run.stderr, @"
    error: the suite `2022` is for another kind of program
     |
     = help: it tests the program of `--program CMD`
    ");
    let run = test(&["--suite", "2202"]);
    assert_eq!(run.status, Some(2));
    insta::assert_snapshot!(run.stderr, @"
    error: there is no suite `2202`
     |
     = help: did you mean `2022`?
    ");
}

#[test]
fn a_program_that_never_starts_is_one_message() {
    let mut messages = Vec::new();
    for command in [
        "./there-is-no-such-program",
        "echo 'No such class' >&2; exit 1",
    ] {
        let run = test(&["--suite", "2022", "--program", command]);
        assert_eq!(run.status, Some(3), "{command}");
        let message = format!("error: the program could not be started: `{command}` ended with");
        assert_eq!(run.stderr.matches(&message).count(), 1, "{}", run.stderr);
        let summary = run.stdout.lines().last().expect("a summary");
        let (summary, _) = summary.split_once(" (").expect("a time");
        assert_eq!(summary, "154 scenarios in 1 file: 154 not run");
        messages.push(run.stderr);
    }
    // Its stderr says why.
    insta::assert_snapshot!(messages[1], @"
    testing `echo 'No such class' >&2; exit 1`
    error: the program could not be started: `echo 'No such class' >&2; exit 1` ended with exit status 1; its stderr:
           No such class
    ");
}

/// The last line of each answer has no end yet when the program waits.
#[test]
fn a_program_that_begins_lines_where_others_end_them_passes() {
    let program =
        "\"$ATAXX\" --nodes 300 | while IFS= read -r line; do printf '\\n%s' \"$line\"; done";
    let tags = "dump or results or quit or answers";
    let run = test(&["--suite", "2022", "--program", program, "--tag", tags]);
    assert_eq!(run.status, Some(0), "{}", run.stdout);
}

/// A program that prints no readable board fails once, and not once for each scenario.
#[test]
fn a_program_without_dumps_fails_once() {
    let program = "\"$ATAXX\" | sed -u 's/^===$/==/'";
    let run = test(&[
        "--suite",
        "2022",
        "--program",
        program,
        "--timeout",
        "2",
        "--exclusive",
    ]);
    assert_eq!(run.status, Some(1), "{}", run.stderr);
    let blocked = "\n153 blocked: it needs `dump prints a board`, which timed out\n";
    assert!(run.stdout.contains(blocked), "{}", run.stdout);
    assert_eq!(run.stdout.matches("FAIL (").count(), 1, "{}", run.stdout);
}

#[test]
fn the_start_of_a_program_is_not_part_of_the_time_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.yaml");
    let steps = "[{ send: a7-a1 }, { error: any }, { send: a7-a1 }, { board: start }]";
    let text = format!("scenarios:\n- name: one\n  steps: {steps}\n");
    fs::write(&path, text).expect("it can be written");
    let program = "sleep 2.5; exec \"$ATAXX\"";
    let path = path.to_str().expect("text");
    let run = test(&[path, "--program", program, "--timeout", "2"]);
    assert_eq!(run.status, Some(0), "{}", run.stdout);
}

/// So does an engine that does not answer, or an agent that answers with anything else.
#[test]
fn engines_and_agents_that_do_not_answer_fail_once() {
    for (suite, kind, command, blocked) in [
        (
            "uai",
            "--uai",
            "read -r line",
            "21 blocked: it needs `isready`, which ",
        ),
        (
            "reloaded",
            "--agent",
            "echo rubbish",
            "16 blocked: it needs `the first move is legal`, which failed",
        ),
    ] {
        let run = test(&["--suite", suite, kind, command]);
        assert_eq!(run.status, Some(1), "{}", run.stderr);
        assert!(run.stdout.contains(blocked), "{}", run.stdout);
        assert_eq!(
            run.stdout.matches("run only this:").count(),
            1,
            "{}",
            run.stdout
        );
    }
}

/// A program that does what the code of the course does not do: it ends at `help`, and refuses
/// comments behind other text and seeds with a sign.
fn like_the_skeleton(dialect: &str) -> String {
    let filter = "while read -r line; do case $line in \
                  quit) echo quit; exit;; help) exit 1;; [!#]*'#'* | seed\\ -*) echo 'Unknown command.' >&2;; \
                  *) printf '%s\\n' \"$line\";; esac; done";
    format!("{filter} | \"$ATAXX\" --dialect {dialect} --nodes 3000")
}

#[test]
fn only_course_material_fails_a_program_built_on_the_skeleton() {
    for dialect in ["2022", "2016", "2008"] {
        let program = like_the_skeleton(dialect);
        let rest = "not course-material and not ai";
        let run = test(&["--suite", dialect, "--program", &program, "--tag", rest]);
        assert_eq!(
            run.status,
            Some(0),
            "{dialect}: {}{}",
            run.stdout,
            run.stderr
        );
        let run = test(&[
            "--suite",
            dialect,
            "--program",
            &program,
            "--tag",
            "help or comments",
        ]);
        assert_eq!(run.status, Some(1), "{dialect}: {}", run.stdout);
    }
}

#[test]
fn a_program_that_crashes_when_it_is_sent_something_is_tested() {
    let run = test(&[
        "--suite",
        "2022",
        "--program",
        "read line; exit 1",
        "--filter",
        "Red moves",
    ]);
    assert_eq!(run.status, Some(1), "{}", run.stdout);
}

#[test]
fn a_run_that_checks_nothing_is_no_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.yaml");
    let text = "scenarios:\n  - name: a\n    skip: not today\n    steps: [{ board: start }]\n";
    fs::write(&file, text).expect("it can be written");
    let run = test(&[file.to_str().expect("text")]);
    assert_eq!(run.status, Some(4));
    insta::assert_snapshot!(run.stderr, @"
    error: nothing was checked: the scenario was not run
     |
     = help: the first was not, because not today
    ");
}
