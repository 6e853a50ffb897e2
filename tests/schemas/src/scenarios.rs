//! The schema that editors check files of scenarios by.

use jsonschema::Validator;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(crate::program())
        .arg("schema")
        .args(arguments)
        .output();
    let output = output.expect("it runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("a text")
}

fn validator(arguments: &[&str]) -> Validator {
    let schema: Value = serde_json::from_str(&printed(arguments)).expect("json");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// What is wrong with a text, and where.
fn wrong(validator: &Validator, text: &str) -> Vec<String> {
    let value: Value =
        serde_yaml::from_str(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    validator
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// All files of YAML in a folder and in those in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|ending| ending == "yaml" || ending == "yml")
            && !path.ends_with("points.yaml")
        {
            found.push(path);
        }
    }
}

#[test]
fn our_own_files_match_the_schema() {
    let (whole, steps) = (validator(&[]), validator(&["--steps"]));
    let mut found = Vec::new();
    let root = crate::root();
    for folder in ["scenarios", "crates/testing/src/scenario/suites"] {
        files(&root.join(folder), &mut found);
    }
    for path in found {
        let text = fs::read_to_string(&path).expect("a file");
        let is_list = serde_yaml::from_str::<Value>(&text).is_ok_and(|value| value.is_array());
        let errors = wrong(if is_list { &steps } else { &whole }, &text);
        assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    }
}

const GOOD: &str = "\
suite: Endings
description: |
  Several lines.
dialect: 2022
rules: 'uai'
nodes: 300
move-time: 0.5
time: { step: 3, scenario: 1m }
tags: [rules, 2022]
vars: { side: red, n: 3, yes: true }
points: 2
before: [{ include: both.yaml }]
after:
  - send: quit
scenarios:
  - name: a side without pieces has lost
    matrix: { line: [a7-h3, 3, true], n: [1] }
    dialect: ${dialect}
    only-if: [unix, session]
    expected-failure: not yet
    points: ${n}
    nodes: ${n}
    position: start
    steps:
      - send: [manual blue, new]
      - play: a7-a6, g7-g6 -
      - play: ['-', A7-a6]
      - play: ${line}
      - board: unchanged
      - board: start
      - board: |
          ===
          r - - . . . X
          ===
      - board: rr-bbbr/r.r b b b r/X
      - pieces: { red: 2, blue: 3, blocks: 0, empty: 3 }
      - turn: ${side}
      - jumps: ${n}
      - result: any
      - legal: { count: 16, only: '', contains: a7-b7, without: [a7-a6, g1-g2] }
      - legal: { only: [] }
      - error: any
      - error: contains \"square\" or \"number\"
      - error: ['matches /x/', '${line}']
      - output: 7
      - lines: [equals \"===\", next contains 'r', not matches /^b/]
      - any-order: equals \"x\"
      - snapshot: { text: '', filters: [{ replace: '[0-9]+', with: 7 }] }
      - snapshot: { file: x.txt }
      - perft: { depth: 2, nodes: 256, by-origin: true }
      - forced-win: { for: red, plies: 3, moves: [a5-c7, a7-c7] }
      - forced-win: { for: '${side}', within: '${n}' }
      - no-forced-win: { within: 3 }
      - ai-move:
      - ai-move: { color: blue, one-of: [a5-c7], within: 10s, best-within: 3 }
      - game: {}
      - game: { result: draw, within: 1, total: 500ms, plies: 400, against: ./program }
      - same-again: 2
      - exit: 0
      - uai: handshake
      - uai: { ready: 3 }
      - uai: { bestmove: [startpos, '${line}'] }
      - uai: { random-positions: { count: '${n}', seed: 1 } }
      - uai: { think: { for: 100ms, then: stop } }
  - name: rows
    matrix:
      - { a: 1, b: x }
    skip: not now
    steps: [{ turn: red }]
";

#[test]
fn valid_scenarios_match_the_schema() {
    assert_eq!(wrong(&validator(&[]), GOOD), Vec::<String>::new());
    let steps = "- turn: red\n- include: x.yaml\n";
    assert_eq!(wrong(&validator(&["--steps"]), steps), Vec::<String>::new());
    assert_ne!(wrong(&validator(&["--steps"]), GOOD), Vec::<String>::new());
}

#[test]
#[allow(clippy::too_many_lines)] // of what is wrong
fn invalid_scenarios_do_not_match_the_schema() {
    let validator = validator(&[]);
    for (right, wrongs) in [
        ("suite: Endings\n", &["dialekt: 2022\n", "suite: [x]\n"][..]),
        (
            "dialect: 2022\n",
            &[
                "dialect: 2021\n",
                "dialect: ${dialect}\n",
                "dialect: [2022]\n",
            ],
        ),
        ("rules: 'uai'\n", &["rules: UAI\n", "rules: chess\n"]),
        (
            "nodes: 300\n",
            &[
                "nodes: many\n",
                "nodes: -1\n",
                "nodes: ${n}\n",
                "nodes: 1.5\n",
            ],
        ),
        (
            "move-time: 0.5\n",
            &[
                "move-time: soon\n",
                "move-time: 0\n",
                "move-time: 5 hours\n",
            ],
        ),
        ("{ step: 3, scenario: 1m }", &["{ steps: 3 }", "3"]),
        ("tags: [rules, 2022]", &["tags: rules"]),
        ("  - name: rows\n", &["  - nam: rows\n"]),
        (
            "[{ turn: red }]",
            &[
                "[{ turn: red, jumps: 0 }]",
                "[turn]",
                "[{ turn: green }]",
                "[{ turn: }]",
                "{ turn: red }",
                "[{}]",
            ],
        ),
        (
            "board: unchanged",
            &["board: same", "bord: unchanged", "board: r - x"],
        ),
        ("a7-a6, g7-g6 -", &["a7-a9", "a7 - a6", "a7", "[a7-h6]"]),
        (
            "pieces: { red: 2,",
            &[
                "pieces: { red: two,",
                "pieces: { rot: 2,",
                "pieces: { red: -1,",
            ],
        ),
        (
            "pieces: { red: 2, blue: 3, blocks: 0, empty: 3 }",
            &["pieces: {}", "pieces: 2"],
        ),
        ("jumps: ${n}", &["jumps: -1", "jumps: some", "jumps: \"3\""]),
        ("result: any\n", &["result: green\n", "result: Red\n"]),
        (
            "legal: { only: [] }",
            &[
                "legal: {}",
                "legal: { count: some }",
                "legal: { only: [x] }",
            ],
        ),
        (
            "error: any\n",
            &[
                "error: every\n",
                "error: contain \"x\"\n",
                "error: [any thing]\n",
            ],
        ),
        (
            "any-order: equals \"x\"",
            &["any-order: next equals \"x\"", "any-order: x"],
        ),
        ("[equals \"===\",", &["[equal \"===\",", "[equals,"]),
        (
            "snapshot: { file: x.txt }",
            &[
                "snapshot: { file: x.txt, text: x }",
                "snapshot: {}",
                "snapshot: x.txt",
            ],
        ),
        ("nodes: 256,", &["nodes: some,", "node: 256,", ""]),
        (
            "{ for: red, plies: 3,",
            &[
                "{ for: green, plies: 3,",
                "{ for: red, ",
                "{ for: red, plies: 3, within: 4,",
                "{ plies: 3,",
            ],
        ),
        (
            "no-forced-win: { within: 3 }",
            &["no-forced-win: { within: soon }", "no-forced-win: 3"],
        ),
        ("color: blue,", &["color: green,", "colour: blue,"]),
        ("within: 10s", &["within: 10 hours", "within: ten"]),
        (
            "game: { result: draw,",
            &["game: { result: none,", "game: { results: draw,"],
        ),
        ("uai: handshake", &["uai: handshak", "uai:", "uai: 3"]),
        (
            "uai: { ready: 3 }",
            &["uai: { redy: 3 }", "uai: { ready: few }"],
        ),
        ("then: stop", &["then: wait"]),
        ("same-again: 2", &["same-again: twice", "same-again:"]),
        ("[unix, session]", &["[windows, dos]", "linux"]),
        ("n: [1] }", &["n: 1 }", "n: [[1]] }", "n: [] }"]),
        ("- { a: 1, b: x }", &["- { a: [1] }", "- 3"]),
    ] {
        assert!(GOOD.contains(right), "{right}");
        for other in wrongs {
            let text = GOOD.replacen(right, other, 1);
            assert!(
                !wrong(&validator, &text).is_empty(),
                "{other} is taken for {right}"
            );
        }
    }
    for text in [
        "suite: x\n",
        "scenarios: []\n",
        "[]",
        "3",
        "scenarios: [3]",
        "scenarios: { name: x }",
    ] {
        assert!(!wrong(&validator, text).is_empty(), "{text}");
    }
}
