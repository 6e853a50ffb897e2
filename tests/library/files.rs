//! Files of scenarios: what is read, what is refused and where, and what comes of it.

use ataxx_core::Cancellation;
use ataxx_core::diagnostic::{Look, render};
use ataxx_opponents::subject::SubjectChoice;
use ataxx_session::{Files, LoadError, TextFile};
use ataxx_testing::report::{Comparison, Report, SourceText, StepOutcome};
use ataxx_testing::runner::{Context, RunSettings};
use ataxx_testing::scenario::tasks;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Files that are not on any disk.
struct Shelf(BTreeMap<&'static str, &'static str>);

impl Files for Shelf {
    fn read(&self, name: &str, _: Option<&Path>) -> Result<TextFile, LoadError> {
        let text = self.0.get(name).ok_or(LoadError::NotFound)?;
        Ok(TextFile {
            name: name.to_owned(),
            path: name.into(),
            text: (*text).to_owned(),
        })
    }
}

fn rendered(text: &str) -> String {
    rendered_with(text, &[])
}

/// All messages about the scenarios in a text, without times.
fn rendered_with(text: &str, files: &[(&'static str, &'static str)]) -> String {
    let files = Shelf(files.iter().copied().collect());
    let stop = Cancellation::new();
    let settings = RunSettings::default();
    let context = Context {
        settings: &settings,
        files: &files,
        stop: &stop,
    };
    let mut text_of_all = String::new();
    match tasks(&SourceText::new("t.yaml", text), &files) {
        Err(errors) => {
            for error in errors {
                text_of_all.push_str(&render(&error, Look::Plain));
            }
        }
        Ok(tasks) => {
            for task in tasks {
                let report = task.work.perform(&task.identity, &context);
                let reason = report.reason.map(|reason| format!(": {reason}"));
                let reason = reason.unwrap_or_default();
                let _ = writeln!(
                    text_of_all,
                    "{} {}{reason}",
                    report.outcome, report.identity.name
                );
                for diagnostic in report
                    .failure
                    .iter()
                    .flat_map(|failure| &failure.diagnostics)
                {
                    text_of_all.push_str(&render(diagnostic, Look::Plain));
                }
                for warning in &report.warnings {
                    text_of_all.push_str(&render(warning, Look::Plain));
                }
            }
        }
    }
    text_of_all
}

/// The report of the only scenario in a text.
fn performed(text: &str, settings: &RunSettings) -> Report {
    let tasks = tasks(&SourceText::new("t.yaml", text), &()).expect("a scenario");
    let context = Context {
        settings,
        files: &(),
        stop: Cancellation::never(),
    };
    tasks[0].work.perform(&tasks[0].identity, &context)
}

#[test]
fn the_example_of_the_manual() {
    let text = "\
suite: Endings
dialect: 2022
tags: [rules]

scenarios:
  - name: a side without pieces has lost
    steps:
      - send: manual blue
      - play: a7-a6 g7-g6 g1-g3 g7-g5 g3-f5 a1-c3 a6-a5 c3-e5
      - board: |
          . . . . . . .
          . . . . . . .
          . . . . . . .
          . . . . . . .
          . . . . . . .
          . . . . . . .
          . . . . . . -
      - play: g6-f6
      - result: red
      - pieces: { red: 8, blue: 0 }

  - name: the only win is a jump
    position: rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0
    steps:
      - forced-win: { for: red, plies: 3, moves: [a5-c7, a7-c7] }
      - send: auto red
      - ai-move: { one-of: [a5-c7, a7-c7], within: 10s, best-within: 3 }

  - name: bad squares are refused and change nothing
    matrix: { line: [a7-h3, a0-a1, \"block z9\", \"seed x\"] }
    steps:
      - send: ${line}
      - error: contains \"square\" or \"number\"
      - board: unchanged
";
    insta::assert_snapshot!(rendered(text), @"
    pass a side without pieces has lost
    pass the only win is a jump
    pass bad squares are refused and change nothing [line=a7-h3]
    pass bad squares are refused and change nothing [line=a0-a1]
    pass bad squares are refused and change nothing [line=block z9]
    pass bad squares are refused and change nothing [line=seed x]
    ");
}

#[test]
#[allow(clippy::too_many_lines)] // of one file and what is said of it
fn all_errors_are_reported_together() {
    let text = "\
suite: Wrong
dialekt: 2022
scenarios:
  - name: one
    positon: start
    steps:
      - bord: start
      - board: |
          r - - - - - b
          - - - x - - -
      - play: a7-a9
      - pieces: { red: two }
      - send: ${who}
        error: any
      - forced-win: { for: green, plies: 3 }
      - jumps: -1
  - steps:
      - turn: red
  - name: one
    dialect: 2021
    steps:
      - turn: red
  - name: nothing is checked
    steps:
      - send: dump
  - 3
";
    insta::assert_snapshot!(rendered(text), @"
    error: unknown key `dialekt`
     --> t.yaml:2:1
      |
    2 | dialekt: 2022
      | ^^^^^^^
      |
      = help: did you mean `dialect`?
    error: unknown key `positon`
     --> t.yaml:5:5
      |
    5 |     positon: start
      |     ^^^^^^^
      |
      = help: did you mean `position`?
    error: unknown key `bord`
     --> t.yaml:7:9
      |
    7 |       - bord: start
      |         ^^^^
      |
      = help: did you mean `board`?
    error: expected `r`, `b`, `-`, `X` or `.`, found `x`
      --> t.yaml:10:17
       |
    10 |           - - - x - - -
       |                 ^
       |
       = help: Red is `r`, Blue is `b`, a block is `X`
    error: `a9` is not a square: ranks run from 1 to 7
      --> t.yaml:11:18
       |
    11 |       - play: a7-a9
       |                  ^^
    error: expected a whole number that is not negative, found `two`
      --> t.yaml:12:24
       |
    12 |       - pieces: { red: two }
       |                        ^^^
    error: there is no variable `who`
      --> t.yaml:13:15
       |
    13 |       - send: ${who}
       |               ^^^^^^
       |
       = help: variables come from `vars`, `matrix`, and groups in `matches`
    error: a step has one key, found a second
      --> t.yaml:14:9
       |
    14 |         error: any
       |         ^^^^^
       |
       = help: each step has a `-` of its own: `- error: …`
    error: expected a side (red, blue), found `green`
      --> t.yaml:15:28
       |
    15 |       - forced-win: { for: green, plies: 3 }
       |                            ^^^^^
    error: expected a whole number that is not negative, found `-1`
      --> t.yaml:16:16
       |
    16 |       - jumps: -1
       |                ^^
    error: this scenario has no `name`
      --> t.yaml:17:5
       |
    17 |   - steps:
       |     ^^^^^
    error: duplicate name: another scenario of this file is called `one`
      --> t.yaml:19:11
       |
    19 |   - name: one
       |           ^^^
    error: there is no check in this scenario
      --> t.yaml:23:5
       |
    23 |   - name: nothing is checked
       |     ^^^^
       |
       = help: a step such as `board`, `result` or `error` checks something
    error: expected keys and values, found `3`
      --> t.yaml:26:5
       |
    26 |   - 3
       |     ^
    ");
}

#[test]
#[allow(clippy::too_many_lines)] // of one file and what is said of it
fn failures_point_at_the_expectation() {
    let text = "\
scenarios:
  - name: board
    steps:
      - play: a7-b7
      - board: start
  - name: pieces
    steps:
      - pieces: { red: 2, blue: 3 }
  - name: turn
    steps:
      - turn: blue
  - name: result
    steps:
      - result: draw
  - name: legal
    steps:
      - legal: { count: 16 }
      - legal: { contains: [a7-b7], without: [g1-f1] }
  - name: error
    steps:
      - send: frobnicate
      - error: contains \"banana\"
  - name: no error
    steps:
      - send: seed 3
      - error: any
  - name: an illegal move
    steps:
      - play: a7-b7 a7-b7 g7-g6
      - turn: red
  - name: unnoticed
    steps:
      - send: frobnicate
      - turn: red
  - name: lines
    steps:
      - send: dump
      - lines:
          - equals \"===\"
          - next contains \"r\"
          - not contains \"r - -\"
          - contains \"r\"
  - name: expected
    expected-failure: the rules are not like that
    steps:
      - jumps: 4
  - name: unexpected
    expected-failure: the rules are not like that
    steps:
      - jumps: 0
  - name: skipped
    skip: not now
    steps:
      - jumps: 4
  - name: perft
    rules: uai
    steps:
      - perft: { depth: 3, nodes: 6460 }
      - perft: { depth: 2, nodes: 255 }
  - name: mobility
    steps:
      - mobility: { red: 16, blue: 16 }
      - mobility: 15
";
    insta::assert_snapshot!(rendered(text), @r#"
    fail board
    error: 2 squares of the board are not as expected
     --> t.yaml:5:16
      |
    5 |       - board: start
      |                ^^^^^
    fail pieces
    error: blue: expected 3, found 2
     --> t.yaml:8:33
      |
    8 |       - pieces: { red: 2, blue: 3 }
      |                                 ^
    fail turn
    error: side to move: expected blue, found red
      --> t.yaml:11:15
       |
    11 |       - turn: blue
       |               ^^^^
    fail result
    error: result: expected draw, found none
      --> t.yaml:14:17
       |
    14 |       - result: draw
       |                 ^^^^
       |
       = help: by the rules the game goes on
    fail legal
    error: g1-f1 is legal
      --> t.yaml:18:46
       |
    18 |       - legal: { contains: [a7-b7], without: [g1-f1] }
       |                                              ^^^^^^^
       |
       = help: in r-----b/-------/-------/-------/-------/-------/b-----r r 0
    fail error
    error: no error contains "banana"
      --> t.yaml:22:16
       |
    22 |       - error: contains "banana"
       |                ^^^^^^^^^^^^^^^^^
       |
       = help: there is: expected a command, found `frobnicate`
               help: `help` lists the commands
    fail no error
    error: expected an error, found none
      --> t.yaml:26:16
       |
    26 |       - error: any
       |                ^^^
    error an illegal move
    error: a7-b7 is not legal: b7 is not empty
      --> t.yaml:29:21
       |
    29 |       - play: a7-b7 a7-b7 g7-g6
       |                     ^^^^^
       |
       = help: in rr----b/-----b-/-------/-------/-------/-------/b-----r r 0
    pass unnoticed
    warning: unchecked error: expected a command, found `frobnicate`
             help: `help` lists the commands
      --> t.yaml:33:15
       |
    33 |       - send: frobnicate
       |               ^^^^^^^^^^
       |
       = help: if it is expected, add an `error` check after this step
    pass lines
    expected failure expected: the rules are not like that
    error: jumps: expected 4, found 0
      --> t.yaml:46:16
       |
    46 |       - jumps: 4
       |                ^
    unexpected pass unexpected: the rules are not like that
    skipped skipped: not now
    fail perft
    error: nodes: expected 255, found 256
      --> t.yaml:59:35
       |
    59 |       - perft: { depth: 2, nodes: 255 }
       |                                   ^^^
       |
       = help: in r-----b/-------/-------/-------/-------/-------/b-----r r 0
    fail mobility
    error: mobility: expected 15, found 16
      --> t.yaml:63:19
       |
    63 |       - mobility: 15
       |                   ^^
    "#);
}

#[test]
fn included_steps_and_captured_texts() {
    let text = "\
vars: { side: red }
before:
  - include: both.yaml
scenarios:
  - name: what an AI plays can be said again
    steps:
      - send: auto ${side}
      - ai-move: { color: red }
      - lines: 'matches /^\\* Red moves (?<move>\\S+)\\.$/'
      - send: [manual red, new]
      - send: ${move}
      - error: none
      - turn: blue
      - same-again: 2
  - name: a place in an included file
    steps:
      - include: wrong.yaml
";
    let files = [
        ("both.yaml", "- send: [manual red, manual blue]\n"),
        ("wrong.yaml", "# steps\n- jumps: 1\n"),
    ];
    insta::assert_snapshot!(rendered_with(text, &files), @"
    pass what an AI plays can be said again
    fail a place in an included file
    error: jumps: expected 1, found 0
     --> wrong.yaml:2:10
      |
    2 | - jumps: 1
      |          ^
      |
      = help: included from t.yaml:17
    ");
    let loops = "scenarios:\n  - name: x\n    steps:\n      - include: loop.yaml\n";
    let files = [("loop.yaml", "- include: loop.yaml\n")];
    insta::assert_snapshot!(rendered_with(loops, &files), @"
    error: `loop.yaml` includes itself
     --> loop.yaml:1:12
      |
    1 | - include: loop.yaml
      |            ^^^^^^^^^
      |
      = help: included from t.yaml:4
    ");
}

#[test]
fn variables_keep_the_type_of_their_value() {
    let text = "\
vars: { last: 0 }
scenarios:
  - name: a number of the file
    steps:
      - jumps: ${last}
      - jumps: \"${last}\"
      - include: { file: steps.yaml, vars: { count: \"${last}\" } }
  - name: a number of the scenario
    vars: { last: 0 }
    steps:
      - jumps: ${last}
  - name: numbers as texts
    vars: { file: a7, rank: 2 }
    steps:
      - send: ${file}-b${rank}
      - error: any
";
    let files = [("steps.yaml", "- jumps: ${count}\n")];
    insta::assert_snapshot!(rendered_with(text, &files), @"
    pass a number of the file
    pass a number of the scenario
    pass numbers as texts
    ");
    let text = "\
vars: { last: \"24\" }
scenarios:
  - name: texts
    vars: { more: '3' }
    steps:
      - jumps: ${last}
      - jumps: ${more}
      - jumps: '5'
      - jumps: ${last}${more}
      - jumps: \"x\"
      - include: { file: steps.yaml, vars: { count: \"7\" } }
";
    insta::assert_snapshot!(rendered_with(text, &files), @r#"
    error: expected a whole number that is not negative, found the text `7`
     --> steps.yaml:1:10
      |
    1 | - jumps: ${count}
      |          ^^^^^^^^
      |
      = help: included from t.yaml:11
    error: expected a whole number that is not negative, found the text `24`
     --> t.yaml:6:16
      |
    6 |       - jumps: ${last}
      |                ^^^^^^^
    error: expected a whole number that is not negative, found the text `3`
     --> t.yaml:7:16
      |
    7 |       - jumps: ${more}
      |                ^^^^^^^
    error: expected a whole number that is not negative, found the text `5`
     --> t.yaml:8:16
      |
    8 |       - jumps: '5'
      |                ^^^
    error: expected a whole number that is not negative, found the text `243`
     --> t.yaml:9:16
      |
    9 |       - jumps: ${last}${more}
      |                ^^^^^^^^^^^^^^
    error: expected a whole number that is not negative, found `x`
      --> t.yaml:10:16
       |
    10 |       - jumps: "x"
       |                ^^^
    "#);
}

/// An error that comes again, in another scenario of a file or matrix, is not shown again, and there
/// is no other in its place.
#[test]
fn an_error_in_steps_before_all_is_shown_once() {
    let text = "\
before:
  - include: wrong.yaml
scenarios:
  - name: one
    matrix: { side: [red, blue] }
    steps:
      - send: manual ${side}
  - name: two
    steps:
      - send: new
";
    for wrong in ["- send: ${who}\n", "- turn: [\n"] {
        let shown = rendered_with(text, &[("wrong.yaml", wrong)]);
        assert_eq!(shown.matches("error: ").count(), 1, "{shown}");
        assert!(!shown.contains("no check"), "{shown}");
    }
}

#[test]
fn a_variable_between_braces_needs_quotes() {
    for pieces in ["{ red: ${n} }", "{ red: 2, blue: ${n} }"] {
        let text = format!(
            "scenarios:\n  - name: x\n    matrix: {{ n: [2] }}\n    steps:\n      - pieces: {pieces}\n"
        );
        let shown = rendered(&text);
        let help = "help: quote `${…}` between braces or brackets";
        assert!(shown.contains(help), "{shown}");
    }
    let shown = rendered("scenarios:\n  - name: x\n    tags: [a, b\n    vars: { n: \"${n}\" }\n");
    assert!(!shown.contains("help: quote"), "{shown}");
}

#[test]
fn included_files_with_variables() {
    let text = "\
scenarios:
  - name: steps
    steps:
      - include: { file: steps.yaml, vars: { side: red, count: 0 } }
  - include: { file: more.yaml, vars: { side: blue } }
";
    let files = [
        ("steps.yaml", "- turn: ${side}\n- jumps: ${count}\n"),
        (
            "more.yaml",
            "- name: ${side} to move\n  steps:\n    - turn: ${side}\n",
        ),
    ];
    insta::assert_snapshot!(rendered_with(text, &files), @"
    pass steps
    fail blue to move
    error: side to move: expected blue, found red
     --> more.yaml:3:13
      |
    3 |     - turn: ${side}
      |             ^^^^^^^
      |
      = help: included from t.yaml:5
    ");
    let text = "\
scenarios:
  - name: steps
    steps:
      - include: { file: steps.yaml, vars: { side: red, cuont: 0 } }
";
    insta::assert_snapshot!(rendered_with(text, &files), @"
    error: there is no variable `count`
     --> steps.yaml:2:10
      |
    2 | - jumps: ${count}
      |          ^^^^^^^^
      |
      = help: did you mean `${cuont}`?
      = help: included from t.yaml:4
    error: expected a whole number that is not negative, found `${count}`
     --> steps.yaml:2:10
      |
    2 | - jumps: ${count}
      |          ^^^^^^^^
      |
      = help: included from t.yaml:4
    error: `steps.yaml` does not use the variable `cuont`
     --> t.yaml:4:57
      |
    4 |       - include: { file: steps.yaml, vars: { side: red, cuont: 0 } }
      |                                                         ^^^^^
    ");
}

#[test]
fn games_of_ais() {
    let text = "\
scenarios:
  - name: to the end
    nodes: 200
    steps:
      - send: [auto blue, auto red]
      - game: { result: any, plies: 400 }
  - name: by other rules
    rules: reloaded
    nodes: 100
    steps:
      - game: { plies: 200 }
      - result: any
  - name: nobody plays
    steps:
      - send: manual blue
      - game: {}
";
    insta::assert_snapshot!(rendered(text), @"
    pass to the end
    pass by other rules
    error nobody plays
    error: no AI is to move: it is Red's turn, and Red is played by hand
      --> t.yaml:16:15
       |
    16 |       - game: {}
       |               ^^
    ");
}

#[cfg(unix)]
#[test]
fn a_game_against_another_program() {
    let program = env!("CARGO_BIN_EXE_ataxx");
    let text = format!(
        "\
dialect: 2016
nodes: 100
scenarios:
  - name: both play to the end
    steps:
      - game: {{ against: '{program} --dialect 2016 --nodes 100', color: blue, plies: 500 }}
  - name: a program that does not play
    time: {{ scenario: 1s }}
    steps:
      - game: {{ against: 'cat > /dev/null' }}
"
    );
    insta::assert_snapshot!(rendered(&text).replace(program, "ataxx"), @"
    pass both play to the end
    time-out a program that does not play
    error: waited 1.0 s for an answer to `dump`, after line 3 (`start`); it has printed nothing
      --> t.yaml:10:15
       |
    10 |       - game: { against: 'cat > /dev/null' }
       |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn what_is_not_forced_is_no_forced_win() {
    let text = "\
scenarios:
  - name: the other side
    position: &
    steps:
      - forced-win: { for: blue, plies: 3 }
  - name: another distance
    position: &
    steps:
      - forced-win: { for: red, plies: 5 }
  - name: too soon
    position: &
    steps:
      - forced-win: { for: red, within: 2 }
  - name: other moves
    position: &
    steps:
      - forced-win: { for: red, plies: 3, moves: [a5-c7, d4-c5] }
  - name: one there is
    position: &
    steps:
      - no-forced-win: { within: 3 }
  - name: late
    nodes: 200000
    steps:
      - send: [manual blue, auto red]
      - ai-move: { within: 1ms }
"
    .replace(
        '&',
        "rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0",
    );
    let text_of_all = rendered(&text);
    // How long it took is another matter each time.
    let text_of_all = text_of_all
        .lines()
        .map(|line| match line.split_once("AI took") {
            Some((before, _)) => format!("{before}AI took …\n"),
            None => format!("{line}\n"),
        });
    insta::assert_snapshot!(text_of_all.collect::<String>(), @"
    fail the other side
    error: Blue cannot force it: Red can in 3
     --> t.yaml:5:21
      |
    5 |       - forced-win: { for: blue, plies: 3 }
      |                     ^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: in rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0
    fail another distance
    error: plies: expected 5, found 3
     --> t.yaml:9:40
      |
    9 |       - forced-win: { for: red, plies: 5 }
      |                                        ^
      |
      = help: in rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0
    fail too soon
    error: neither side can force it within 2 plies
      --> t.yaml:13:21
       |
    13 |       - forced-win: { for: red, within: 2 }
       |                     ^^^^^^^^^^^^^^^^^^^^^^^
       |
       = help: in rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0
    fail other moves
    error: missing: d4-c5; not expected: a7-c7
      --> t.yaml:17:50
       |
    17 |       - forced-win: { for: red, plies: 3, moves: [a5-c7, d4-c5] }
       |                                                  ^^^^^^^^^^^^^^
    fail one there is
    error: Red can force it in 3 plies
      --> t.yaml:21:24
       |
    21 |       - no-forced-win: { within: 3 }
       |                        ^^^^^^^^^^^^^
       |
       = help: in rr-bbbr/rrrbbbr/rrbbbbr/rrbbbbr/rrrbbbr/rrbbbbb/rrbbbbb r 0
    time-out late
    error: Red's AI took …
      --> t.yaml:26:18
       |
    26 |       - ai-move: { within: 1ms }
       |                  ^^^^^^^^^^^^^^^
    ");
}

#[test]
fn a_result_of_any_kind_is_a_result() {
    let text = "\
scenarios:
  - name: a game that goes on
    steps:
      - result: any
";
    insta::assert_snapshot!(rendered(text), @"
    fail a game that goes on
    error: result: expected any, found none
     --> t.yaml:4:17
      |
    4 |       - result: any
      |                 ^^^
      |
      = help: by the rules the game goes on
    ");
}

#[cfg(unix)]
#[test]
fn programs_that_are_not_what_they_should_be() {
    let program = env!("CARGO_BIN_EXE_ataxx");
    let folder = tempfile::tempdir().expect("a folder");
    let once = folder.path().join("once");
    let once = once.display();
    let mute = "while IFS= read -r line; do case $line in *wins*|*Draw*) ;; *) echo \"$line\";; esac; done";
    let text = format!(
        "\
nodes: 100
scenarios:
  - name: other words each time
    program: 'echo $$; exec {program}'
    steps:
      - send: dump
      - same-again: 1
  - name: another board each time
    program: '(mkdir {once} 2> {once}.log && echo a7-b7; cat) | {program}'
    steps:
      - send: dump
      - same-again: 1
  - name: the other does not announce the result
    steps:
      - game: {{ against: '{program} --nodes 100 | {mute}' }}
"
    );
    let text_of_all = rendered(&text).replace(program, "ataxx");
    let text_of_all = text_of_all.replace(mute, "…");
    // What the result is, depends on what AIs play.
    let text_of_all = text_of_all.replace("expected blue", "expected red");
    let places = text_of_all.lines().filter(|line| !line.contains('|'));
    insta::assert_snapshot!(places.collect::<Vec<_>>().join("\n"), @"
    pass other words each time
    fail another board each time
    error: repetition 1 gave other output
      --> t.yaml:12:21
    fail the other does not announce the result
    error: result that the other program announced: expected red, found none
      --> t.yaml:15:26
    ");
}

#[test]
fn orders_to_an_engine_are_read_before_it_is_started() {
    let scenario = |step: &str| {
        let text = format!(
            "scenarios:\n  - name: a\n    uai: ./none\n    steps:\n      - ai-move: {step}\n"
        );
        rendered(&text)
    };
    let text_of_all = [
        "{ go: deep }",
        "{ go: infinite }",
        "{ go: depth 3, stop-after: 1s }",
        "{ stop-after: 1s }",
    ]
    .map(scenario);
    insta::assert_snapshot!(text_of_all.concat(), @"
    error: expected `depth`, `nodes`, `movetime`, `mate`, `btime`, `wtime`, `binc`, `winc` or `infinite`, found `deep`
     --> t.yaml:5:24
      |
    5 |       - ai-move: { go: deep }
      |                        ^^^^
    error: `infinite` never ends without `stop-after`, such as `stop-after: 1s`
     --> t.yaml:5:24
      |
    5 |       - ai-move: { go: infinite }
      |                        ^^^^^^^^
    error: this is only for `go: infinite`
     --> t.yaml:5:45
      |
    5 |       - ai-move: { go: depth 3, stop-after: 1s }
      |                                             ^^
    error: this is only for `go: infinite`
     --> t.yaml:5:32
      |
    5 |       - ai-move: { stop-after: 1s }
      |                                ^^
    ");
}

#[test]
fn checks_of_the_protocol_are_read_before_an_engine_is_started() {
    let scenario = |check: &str| {
        let text =
            format!("scenarios:\n  - name: a\n    uai: ./none\n    steps:\n      - uai: {check}\n");
        rendered(&text)
    };
    let text_of_all = [
        "handshak",
        "{ ready: many }",
        "{ bestmove: [startpos moves d4] }",
        "{ bestmove: [fen x] }",
        "{ go: [{ position: startpos, orders: [deep] }] }",
        "{ think: { for: 1s, then: wait } }",
        "{ random-positions: { count: few, seed: 1 } }",
    ]
    .map(scenario);
    insta::assert_snapshot!(text_of_all.concat(), @"
    error: unknown key `handshak`
     --> t.yaml:5:14
      |
    5 |       - uai: handshak
      |              ^^^^^^^^
      |
      = help: did you mean `handshake`?
    error: expected a whole number that is not negative, found `many`
     --> t.yaml:5:23
      |
    5 |       - uai: { ready: many }
      |                       ^^^^
    error: d4: no own piece is next to d4
     --> t.yaml:5:27
      |
    5 |       - uai: { bestmove: [startpos moves d4] }
      |                           ^^^^^^^^^^^^^^^^^
    error: position: rank 7 has 1 square instead of 7
     --> t.yaml:5:27
      |
    5 |       - uai: { bestmove: [fen x] }
      |                           ^^^^^
    error: expected `depth`, `nodes`, `movetime`, `mate`, `btime`, `wtime`, `binc`, `winc` or `infinite`, found `deep`
     --> t.yaml:5:52
      |
    5 |       - uai: { go: [{ position: startpos, orders: [deep] }] }
      |                                                    ^^^^
    error: unknown key `wait`
     --> t.yaml:5:40
      |
    5 |       - uai: { think: { for: 1s, then: wait } }
      |                                        ^^^^
      |
      = help: known here: stop, ready, quit
    error: expected a whole number, found `few`
     --> t.yaml:5:43
      |
    5 |       - uai: { random-positions: { count: few, seed: 1 } }
      |                                           ^^^
    ");
}

#[test]
fn checks_of_the_protocol_need_an_engine() {
    let scenario = "scenarios:\n  - name: a\n    steps:\n      - uai: handshake\n";
    insta::assert_snapshot!(rendered(scenario), @"unsupported a: only a UAI engine can be checked for its protocol");
}

#[cfg(unix)]
#[test]
fn an_engine_that_breaks_the_protocol_fails() {
    let text = "\
uai: sh tests/misbehaving/uai.sh plays-d4
rules: uai
scenarios:
  - name: handshake
    steps:
      - uai: handshake
  - name: move
    steps:
      - uai: { bestmove: [startpos] }
  - name: perft
    steps:
      - uai: { perft: [{ position: startpos, nodes: [16] }] }
";
    insta::assert_snapshot!(rendered(text), @"
    pass handshake
    fail move
    error: after `position startpos`: `d4` is no legal move: no own piece is next to d4
     --> t.yaml:9:14
      |
    9 |       - uai: { bestmove: [startpos] }
      |              ^^^^^^^^^^^^^^^^^^^^^^^^
    unsupported perft: it does not support `perft`
    ");
}

#[test]
fn of_many_errors_the_first_are_reported_and_the_others_counted() {
    let steps = "      - bord: start\n".repeat(4_000);
    let text = format!("scenarios:\n  - name: bad\n    steps:\n{steps}");
    let errors = tasks(&SourceText::new("t.yaml", text), &());
    let errors = errors.err().expect("mistakes");
    assert_eq!(errors.len(), 201);
    assert_eq!(errors[200].message, "and 3800 more");
}

#[test]
fn names_of_files_that_scenarios_bring_along() {
    let refused = rendered(
        "\
scenarios:
  - name: one
    files: { ../x: a7-b7, ok.txt: 3, \"\": x }
    steps:
      - send: load ${file}/ok.txt
      - board: start
  - name: two
    files: [a, b]
    steps:
      - board: start
  - name: three
    vars: { files: here }
    files: { a.txt: a7-b7 }
    steps:
      - board: start
  - name: four
    files: { a.txt: a7-b7 }
    steps:
      - send: auto red
      - output: matches /(?<files>Red)/
",
    );
    insta::assert_snapshot!(refused, @r#"
    error: `../x` is not the name of a file: expected ASCII letters, digits, `.`, `-` and `_`
     --> t.yaml:3:14
      |
    3 |     files: { ../x: a7-b7, ok.txt: 3, "": x }
      |              ^^^^
    error: `` is not the name of a file: expected ASCII letters, digits, `.`, `-` and `_`
     --> t.yaml:3:38
      |
    3 |     files: { ../x: a7-b7, ok.txt: 3, "": x }
      |                                      ^^
    error: there is no variable `file`
     --> t.yaml:5:20
      |
    5 |       - send: load ${file}/ok.txt
      |                    ^^^^^^^
      |
      = help: did you mean `${files}`?
    error: expected keys and values, found a list
     --> t.yaml:8:13
      |
    8 |     files: [a, b]
      |             ^
    error: with `files`, no other variable can be called `files`
      --> t.yaml:13:12
       |
    13 |     files: { a.txt: a7-b7 }
       |            ^^^^^^^^^^^^^^^^
    error: with `files`, no other variable can be called `files`
      --> t.yaml:17:12
       |
    17 |     files: { a.txt: a7-b7 }
       |            ^^^^^^^^^^^^^^^^
    "#);
}

#[test]
#[allow(clippy::too_many_lines)] // of one list
fn checks_that_check_nothing_are_refused() {
    let steps = [
        "legal: {}",
        "pieces: {}",
        "mobility: {}",
        "play: []",
        "lines: []",
        "any-order: []",
        "error: []",
        "snapshot: {}",
        "snapshot: { text: x, filters: [{ replace: '(?s).*', with: x }] }",
        "lines: contains \"\"",
        "lines: [equals \"a\", next contains \"b\" or '']",
        "any-order: matches //",
        "error: matches /.*|x/",
        "error: ['matches /^/', 'matches /x?/', 'matches /(a|)/', 'matches /[^b]*$/']",
        "same-again: 0",
        "no-forced-win: { within: 0 }",
        "perft: { depth: 0, nodes: 1 }",
        "ai-move: { best-within: 0 }",
        "uai: { ready: 0 }",
        "uai: { ignores: [] }",
        "uai: { bestmove: [] }",
        "uai: { go: [{ position: startpos, orders: [] }] }",
        "uai: { wins: { move-time: 1, positions: [] } }",
        "uai: { random-positions: { count: 0, seed: 1 } }",
        "uai: { perft: [] }",
        "board: ......./......./......./......./......./......./.......",
    ];
    let messages = steps.map(|step| {
        rendered(&format!(
            "scenarios:\n  - name: a\n    steps:\n      - {step}\n      - turn: red\n"
        ))
    });
    insta::assert_snapshot!(messages.concat(), @r#"
    error: empty check: expected `count`, `only`, `contains` or `without`
     --> t.yaml:4:16
      |
    4 |       - legal: {}
      |                ^^
    error: empty check: expected `red`, `blue`, `blocks` or `empty`
     --> t.yaml:4:17
      |
    4 |       - pieces: {}
      |                 ^^
    error: empty check: expected `red` or `blue`
     --> t.yaml:4:19
      |
    4 |       - mobility: {}
      |                   ^^
    error: empty check: expected at least one move
     --> t.yaml:4:15
      |
    4 |       - play: []
      |               ^^
    error: empty check: expected at least one matcher
     --> t.yaml:4:16
      |
    4 |       - lines: []
      |                ^^
    error: empty check: expected at least one matcher
     --> t.yaml:4:20
      |
    4 |       - any-order: []
      |                    ^^
    error: empty check: expected at least one matcher
     --> t.yaml:4:16
      |
    4 |       - error: []
      |                ^^
    error: empty check: expected either `text` or `file`
     --> t.yaml:4:19
      |
    4 |       - snapshot: {}
      |                   ^^
    error: empty check: expected a filter that leaves something of the output
     --> t.yaml:4:51
      |
    4 |       - snapshot: { text: x, filters: [{ replace: '(?s).*', with: x }] }
      |                                                   ^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:16
      |
    4 |       - lines: contains ""
      |                ^^^^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:29
      |
    4 |       - lines: [equals "a", next contains "b" or '']
      |                             ^^^^^^^^^^^^^^^^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:20
      |
    4 |       - any-order: matches //
      |                    ^^^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:16
      |
    4 |       - error: matches /.*|x/
      |                ^^^^^^^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:17
      |
    4 |       - error: ['matches /^/', 'matches /x?/', 'matches /(a|)/', 'matches /[^b]*$/']
      |                 ^^^^^^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:32
      |
    4 |       - error: ['matches /^/', 'matches /x?/', 'matches /(a|)/', 'matches /[^b]*$/']
      |                                ^^^^^^^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:48
      |
    4 |       - error: ['matches /^/', 'matches /x?/', 'matches /(a|)/', 'matches /[^b]*$/']
      |                                                ^^^^^^^^^^^^^^^^
    error: empty check: expected a matcher that does not fit every line
     --> t.yaml:4:66
      |
    4 |       - error: ['matches /^/', 'matches /x?/', 'matches /(a|)/', 'matches /[^b]*$/']
      |                                                                  ^^^^^^^^^^^^^^^^^^
    error: empty check: expected at least one repetition
     --> t.yaml:4:21
      |
    4 |       - same-again: 0
      |                     ^
    error: empty check: expected 1 ply or more
     --> t.yaml:4:34
      |
    4 |       - no-forced-win: { within: 0 }
      |                                  ^
    error: empty check: expected a depth of 1 or more
     --> t.yaml:4:25
      |
    4 |       - perft: { depth: 0, nodes: 1 }
      |                         ^
    error: empty check: expected 1 ply or more
     --> t.yaml:4:33
      |
    4 |       - ai-move: { best-within: 0 }
      |                                 ^
    error: empty check: expected at least one of what is checked
     --> t.yaml:4:14
      |
    4 |       - uai: { ready: 0 }
      |              ^^^^^^^^^^^^
    error: empty check: expected at least one of what is checked
     --> t.yaml:4:14
      |
    4 |       - uai: { ignores: [] }
      |              ^^^^^^^^^^^^^^^
    error: empty check: expected at least one of what is checked
     --> t.yaml:4:14
      |
    4 |       - uai: { bestmove: [] }
      |              ^^^^^^^^^^^^^^^^
    error: empty check: expected at least one of what is checked
     --> t.yaml:4:14
      |
    4 |       - uai: { go: [{ position: startpos, orders: [] }] }
      |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    error: empty check: expected at least one of what is checked
     --> t.yaml:4:14
      |
    4 |       - uai: { wins: { move-time: 1, positions: [] } }
      |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    error: empty check: expected at least one of what is checked
     --> t.yaml:4:14
      |
    4 |       - uai: { random-positions: { count: 0, seed: 1 } }
      |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    error: empty check: expected at least one of what is checked
     --> t.yaml:4:14
      |
    4 |       - uai: { perft: [] }
      |              ^^^^^^^^^^^^^
    error: empty check: expected at least one square that is not `.`
     --> t.yaml:4:16
      |
    4 |       - board: ......./......./......./......./......./......./.......
      |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn lines_in_any_order() {
    let text = "\
scenarios:
  - name: each has a line of its own
    steps:
      - send: dump
      - any-order: ['contains \"r\"', 'equals \"  r - - - - - b\"', equals \"===\", equals \"===\"]
      - any-order: ['contains \"- -\"']
  - name: one too many
    steps:
      - send: dump
      - any-order: [equals \"===\", equals \"===\", equals \"===\"]
";
    insta::assert_snapshot!(rendered(text), @r#"
    pass each has a line of its own
    fail one too many
    error: no line equals "===" is left
      --> t.yaml:10:49
       |
    10 |       - any-order: [equals "===", equals "===", equals "==="]
       |                                                 ^^^^^^^^^^^^
       |
       = help: what was written:
               ===
                 r - - - - - b
                 - - - - - - -
                 - - - - - - -
                 - - - - - - -
                 - - - - - - -
                 - - - - - - -
                 b - - - - - r
               … and 1 more line
    "#);
}

#[cfg(unix)]
#[test]
fn a_move_that_misses_the_win_fails() {
    let text = "\
uai: sh tests/misbehaving/engine.sh a2
rules: uai
scenarios:
  - name: any win
    position: 7/7/7/7/7/2x4/xxo4 x 0 30
    steps:
      - ai-move: { wins-within: 1 }
  - name: the best
    position: 7/7/7/7/7/2x4/xxo4 x 0 30
    steps:
      - ai-move: { best-within: 1 }
";
    insta::assert_snapshot!(rendered(text), @"
    fail any win
    error: Red made the move a1-a2, which does not force its victory within 1 ply; c2-d1 does
     --> t.yaml:7:33
      |
    7 |       - ai-move: { wins-within: 1 }
      |                                 ^
      |
      = help: in -------/-------/-------/-------/-------/--r----/rrb---- r 0
    fail the best
    error: Red made the move a1-a2; what wins soonest is c2-d1 or a1-b2 or c2-d2 or b1-d1 or b1-d2
      --> t.yaml:11:33
       |
    11 |       - ai-move: { best-within: 1 }
       |                                 ^
       |
       = help: in -------/-------/-------/-------/-------/--r----/rrb---- r 0
    ");
}

#[test]
fn a_scenario_whose_condition_does_not_hold_is_skipped() {
    let text = "scenarios:\n  - name: a\n    only-if: program\n    steps:\n      - jumps: 4\n";
    insta::assert_snapshot!(rendered(text), @"skipped a: only if program");
}

#[cfg(unix)]
#[test]
fn a_program_that_is_gone_has_no_position_to_prove() {
    let steps = "steps:\n      - no-forced-win: { within: 1 }\n";
    let text = format!("scenarios:\n  - name: a\n    program: exit 0\n    {steps}");
    // It may have ended before it was asked, or after.
    let text_of_all = rendered(&text);
    assert_eq!(text_of_all.lines().next(), Some("crash a"), "{text_of_all}");
}

#[cfg(unix)]
#[test]
fn a_legal_move_that_a_program_refuses_fails() {
    let empty = "  - - - - - - -\\n".repeat(5);
    let board = format!("===\\n  r - - - - - b\\n{empty}  b - - - - - r\\n===\\n");
    let text = format!(
        "\
scenarios:
  - name: a
    program: |
      while read -r line; do
        case $line in dump) printf '{board}';; *) echo 'Error: no';; esac
      done
    steps:
      - send: manual blue
      - error: any
      - play: a7-b7
      - error: any
"
    );
    insta::assert_snapshot!(rendered(&text), @"
    fail a
    error: the legal move a7-b7 was refused: Error: no
      --> t.yaml:10:15
       |
    10 |       - play: a7-b7
       |               ^^^^^
       |
       = help: first difference from the rules: after line 2 of those sent (`a7-b7`), b7 is empty, and red by the rules: the move is legal, and the program has not made it
    ");
}

#[test]
fn a_game_that_is_too_long_fails() {
    let text =
        "rules: uai\nnodes: 50\nscenarios:\n  - name: a\n    steps:\n      - game: { plies: 3 }\n";
    insta::assert_snapshot!(rendered(text), @"
    fail a
    error: the game is not over after 3 plies
     --> t.yaml:6:24
      |
    6 |       - game: { plies: 3 }
      |                        ^
    ");
}

#[cfg(unix)]
#[test]
fn options_of_the_file_are_set_unless_the_scenario_has_its_own() {
    let text = "\
uai: sh tests/misbehaving/uai.sh well
rules: uai
options: { Hash: 9 }
scenarios:
  - name: of the file
    steps:
      - ai-move: {}
  - name: of the scenario
    options: { hash: 4 }
    steps:
      - ai-move: {}
";
    insta::assert_snapshot!(rendered(text), @"
    error of the file
    error: option `Hash` takes a whole number from 1 to 8, not `9`
     --> t.yaml:7:18
      |
    7 |       - ai-move: {}
      |                  ^^
    pass of the scenario
    ");
}

#[cfg(unix)]
#[test]
fn lines_for_sessions_are_not_sent_to_engines() {
    let engine = "sh tests/misbehaving/uai.sh well".to_owned();
    let settings = RunSettings {
        subject: Some(SubjectChoice::Uai(engine)),
        ..RunSettings::default()
    };
    let text = "scenarios:\n  - name: a\n    steps:\n      - send: isready\n      - lines: equals \"readyok\"\n";
    let refused = "unsupported: an engine of UAI has no commands of 2022";
    assert_eq!(performed(text, &settings).message(), refused);
    let of_engines = performed(&format!("rules: uai\n{text}"), &settings);
    assert_eq!(of_engines.message(), "");
}

#[cfg(unix)]
#[test]
fn checks_of_the_protocol_end_with_the_time_of_the_scenario() {
    let text = "\
uai: sh tests/misbehaving/uai.sh hangs-at-go
rules: uai
time: { scenario: 500ms }
scenarios:
  - name: a
    steps:
      - uai: { bestmove: [startpos] }
";
    let text_of_all = rendered(text);
    assert!(text_of_all.contains("waited 0."), "{text_of_all}");
}

#[test]
fn times_out_of_range_are_refused() {
    let messages = ["0", "86401"].map(|time| {
        let rest = "scenarios:\n  - name: a\n    steps:\n      - turn: red\n";
        rendered(&format!("time: {{ step: {time} }}\n{rest}"))
    });
    insta::assert_snapshot!(messages.concat(), @"
    error: expected a time above zero and up to a day, found `0`
     --> t.yaml:1:15
      |
    1 | time: { step: 0 }
      |               ^
    error: expected a time above zero and up to a day, found `86401`
     --> t.yaml:1:15
      |
    1 | time: { step: 86401 }
      |               ^^^^^
    ");
}

#[test]
fn a_session_gets_the_seed_of_the_run() {
    let settings = RunSettings {
        seed: Some(7),
        ..RunSettings::default()
    };
    let text = "scenarios:\n  - name: a\n    steps:\n      - turn: red\n";
    let report = performed(text, &settings);
    let mut said = report.dialogue.utterances().iter();
    assert!(said.any(|said| said.text == "seed 7"));
}

#[test]
fn every_step_is_reported_as_it_ended() {
    let text = "scenarios:\n  - name: a\n    steps:\n      - turn: blue\n      - turn: red\n";
    let outcomes = |all_checks| {
        let settings = RunSettings {
            all_checks,
            ..RunSettings::default()
        };
        let steps = performed(text, &settings).steps;
        steps.iter().map(|step| step.outcome).collect::<Vec<_>>()
    };
    assert_eq!(outcomes(false), [StepOutcome::Failed, StepOutcome::NotRun]);
    assert_eq!(outcomes(true), [StepOutcome::Failed, StepOutcome::Done]);
}

#[test]
fn a_key_that_stands_twice_is_shown() {
    let text = "scenarios:\n  - name: a\n    name: b\n    steps:\n      - turn: red\n";
    insta::assert_snapshot!(rendered(text), @"
    error: duplicate key `name`
     --> t.yaml:3:5
      |
    2 |   - name: a
      |     ---- here first
    3 |     name: b
      |     ^^^^
    ");
}

#[test]
fn scenarios_that_wait_for_an_ai_measure_time() {
    let measures = |step: &str| {
        let text = format!("scenarios:\n  - name: a\n    steps:\n      - {step}\n");
        let tasks = tasks(&SourceText::new("t.yaml", text), &()).expect("a scenario");
        tasks[0].measures_time()
    };
    assert!(measures("ai-move: {}"));
    assert!(measures("game: {}"));
    assert!(!measures("turn: red"));
}

#[test]
fn truths_and_fractions_are_texts() {
    let text = "scenarios:\n  - name: a\n    matrix: { a: [true, 1.5] }\n    steps:\n      - send: ${a}\n      - error: contains \"${a}\"\n";
    assert_eq!(rendered(text), "pass a [a=true]\npass a [a=1.5]\n");
}

#[test]
fn what_cannot_be_seen_in_a_difference_is_named() {
    let text = "scenarios:\n- name: a\n  steps:\n  - send: fen\n  - output: \"x5o/7/7/7/7/7/o5x\u{a0}x 0 1\"\n";
    let shown = rendered(text).replace('\u{a0}', "_");
    insta::assert_snapshot!(shown, @r#"
    fail a
    error: the output is not as expected
     --> t.yaml:5:13
      |
    5 |   - output: "x5o/7/7/7/7/7/o5x_x 0 1"
      |             ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: column 31: U+00A0 (no-break space)
      = help: line 1, column 18: expected U+00A0 (no-break space), found U+0020 (space)
    "#);
}

/// What YAML takes for numbers, truths, nulls and dates stays as it is written where a text is
/// expected.
#[test]
fn texts_are_kept_as_they_are_written() {
    let words = [
        "1.50",
        "1e3",
        "-0",
        "0x10",
        "0o17",
        "017",
        "1_000",
        ".inf",
        "-.INF",
        ".nan",
        "yes",
        "~",
        "null",
        "True",
        "2024-01-01",
        "+5",
        "1.",
        "12345678901234567890123",
    ];
    for word in words {
        // A `-` is a command, and what has one in it a move.
        let error = match word.split_once('-') {
            Some(("", rest)) => format!("contains \"nothing more, found `{rest}`\""),
            Some(_) => "contains \"`20` is not a square\"".to_owned(),
            None => format!("contains \"expected a command, found `{word}`\""),
        };
        let shown = rendered(&format!(
            "scenarios:\n- name: a\n  steps: [send: {word}, error: '{error}']\n"
        ));
        assert_eq!(shown, "pass a\n", "{word}");
        let text = format!(
            "scenarios:\n- name: {word}\n  vars: {{ v: {word} }}\n  matrix: {{ m: [{word}] }}\n  steps:\n  - send: ${{v}}\n  \
             - error: {error}\n  - send: [{word}, \"${{m}}\"]\n  - error: {error}\n"
        );
        assert_eq!(
            rendered(&text),
            format!("pass {word} [m={word}]\n"),
            "{text}"
        );
    }
    let name = rendered("scenarios:\n- name:\n  steps: [turn: red]\n");
    assert!(
        name.starts_with("error: expected a text, found nothing\n"),
        "{name}"
    );
    let key = rendered(
        "scenarios:\n- name: a\n  vars: { 1.50: b, 1.5: c }\n  steps: [send: '${1.50}', error: contains \"`b`\"]\n",
    );
    assert_eq!(key, "pass a\n");
    let twice =
        rendered("scenarios:\n- name: a\n  vars: { 1: b, \"1\": c }\n  steps: [turn: red]\n");
    assert!(twice.starts_with("error: duplicate key `1`\n"), "{twice}");
    let time = rendered("time: { step: 1e99 }\nscenarios:\n- name: a\n  steps: [turn: red]\n");
    assert!(time.contains("found `1e99`"), "{time}");
}

#[test]
fn moves_that_are_as_expected_are_counted() {
    let text = "scenarios:\n  - name: a\n    steps:\n      - legal: { only: [a7-b7, a7-c7] }\n";
    let failure = performed(text, &RunSettings::default()).failure;
    let comparison = failure.expect("it fails").comparison;
    let expected = matches!(
        comparison.as_deref(),
        Some(Comparison::Sets { common: 2, .. })
    );
    assert!(expected, "{comparison:?}");
}

#[test]
fn steps_are_called_by_their_first_words() {
    let long = "x".repeat(50);
    let text = format!(
        "scenarios:\n  - name: a\n    steps:\n      - send: [manual blue, seed 3]\n      - turn: red\n      - output: {long}\n"
    );
    let steps = performed(&text, &RunSettings::default()).steps;
    let names: Vec<&str> = steps.iter().map(|step| &*step.name).collect();
    assert_eq!(names, ["send: manual blue", "turn: red", "output"]);
}

#[test]
fn a_forbidden_line_and_a_step_afterwards_fail() {
    let forbidden = rendered(
        "scenarios:\n  - name: a\n    steps:\n      - send: dump\n      - lines: ['not contains \"r\"']\n",
    );
    insta::assert_snapshot!(forbidden, @r#"
    fail a
    error: a line that contains "r" is forbidden, found:   r - - - - - b
     --> t.yaml:5:17
      |
    5 |       - lines: ['not contains "r"']
      |                 ^^^^^^^^^^^^^^^^^^
    "#);
    let after =
        rendered("after:\n  - jumps: 1\nscenarios:\n  - name: a\n    steps:\n      - turn: red\n");
    insta::assert_snapshot!(after, @"
    fail a
    error: jumps: expected 1, found 0
     --> t.yaml:2:12
      |
    2 |   - jumps: 1
      |            ^
    ");
}

#[test]
fn keys_that_must_have_a_value_are_refused_without() {
    insta::assert_snapshot!(rendered(
        "visibility:\nneeds: ~\nhint: ''\nscenarios:\n- name: a\n  hint:\n  visibility:\n  needs:\n  skip:\n  \
         steps: [turn: red]\n- name: b\n  hint: \" \"\n  steps: [turn: red]\n"
    ), @r#"
    error: `visibility` has no value: expected visible, after-due-date or hidden
     --> t.yaml:1:1
      |
    1 | visibility:
      | ^^^^^^^^^^
    error: `needs` has no value: expected a name, or a list of names and tags, `[]` for none
     --> t.yaml:2:1
      |
    2 | needs: ~
      | ^^^^^
    error: expected a hint, found an empty text
     --> t.yaml:3:7
      |
    3 | hint: ''
      |       ^^
    error: `hint` has no value: expected a text
     --> t.yaml:6:3
      |
    6 |   hint:
      |   ^^^^
    error: `visibility` has no value: expected visible, after-due-date or hidden
     --> t.yaml:7:3
      |
    7 |   visibility:
      |   ^^^^^^^^^^
    error: `needs` has no value: expected a name, or a list of names and tags, `[]` for none
     --> t.yaml:8:3
      |
    8 |   needs:
      |   ^^^^^
    error: `skip` has no value: expected a reason
     --> t.yaml:9:3
      |
    9 |   skip:
      |   ^^^^
    error: expected a hint, found an empty text
      --> t.yaml:12:9
       |
    12 |   hint: " "
       |         ^^^
    "#);
}

#[test]
fn one_subject_is_tested() {
    insta::assert_snapshot!(rendered(
        "agent: a\nprogram: b\nscenarios:\n- name: a\n  agent: x\n  uai: y\n  steps: [turn: red]\n"
    ), @"
    error: `agent` and `program` both name what is tested: expected only one of them
     --> t.yaml:2:1
      |
    1 | agent: a
      | ----- here first
    2 | program: b
      | ^^^^^^^
    error: `agent` and `uai` both name what is tested: expected only one of them
     --> t.yaml:6:3
      |
    5 |   agent: x
      |   ----- here first
    6 |   uai: y
      |   ^^^
    ");
}
