//! What is changed in files so that they expect what there is, and what is left alone.

use crate::shelf::Shelf;
use ataxx_core::diagnostic::{Look, render};
use ataxx_testing::report::Outcome;
use ataxx_testing::scenario::bless::{BlessPlan, FileChange};

/// The differences that come of blessing a file, and what is refused; afterwards, what was
/// blessed is met, and nothing is left to bless.
fn blessed(shelf: &Shelf) -> String {
    let plan = shelf.bless("t.yaml");
    let mut told: String = plan.files.iter().map(FileChange::difference).collect();
    for diagnostic in &plan.refused {
        told.push_str(&render(diagnostic, Look::Plain));
    }
    if plan.refused.is_empty() {
        for report in shelf.run("t.yaml", false) {
            assert_eq!(report.outcome, Outcome::Pass, "{:?}", report.failure);
        }
        assert!(shelf.bless("t.yaml").files.is_empty());
    }
    told
}

fn blessed_text(text: &str) -> String {
    blessed(&Shelf::with(&[("t.yaml", text)]))
}

#[test]
fn single_values_keep_their_quotes_and_comments() {
    let text = "\
scenarios:
  - name: x
    steps:
      - turn: blue   # not yet
      - turn: 'blue'
      - turn: \"blue\"  # \"blue\"
      - jumps: 3
      - result: \"red\"
      - pieces: { red: 1, blue: 2, empty: 4 } # { red: 1 }
      - pieces:
          red: 7 # seven
          blocks: 2
      - perft: {depth: 2,nodes: 1}
      - legal: { count: 1 }
";
    insta::assert_snapshot!(blessed_text(text), @r#"
    --- t.yaml
    +++ t.yaml
    @@ -1,14 +1,14 @@
     scenarios:
       - name: x
         steps:
    -      - turn: blue   # not yet
    -      - turn: 'blue'
    -      - turn: "blue"  # "blue"
    -      - jumps: 3
    -      - result: "red"
    -      - pieces: { red: 1, blue: 2, empty: 4 } # { red: 1 }
    +      - turn: red   # not yet
    +      - turn: 'red'
    +      - turn: "red"  # "blue"
    +      - jumps: 0
    +      - result: "none"
    +      - pieces: { red: 2, blue: 2, empty: 45 } # { red: 1 }
           - pieces:
    -          red: 7 # seven
    -          blocks: 2
    -      - perft: {depth: 2,nodes: 1}
    -      - legal: { count: 1 }
    +          red: 2 # seven
    +          blocks: 0
    +      - perft: {depth: 2,nodes: 256}
    +      - legal: { count: 16 }
    "#);
}

#[test]
fn boards_keep_what_they_leave_open_and_how_they_are_written() {
    let text = "\
scenarios:
  - name: x
    steps:
      - send: manual blue
      - play: a7-b7
      - board: start # of the game
      - board: |  # the rows
             ===
             r - - - - - b
             . . . . . . .
             . . . . . . .
             . . . X . . .
             . . . . . . .
             . . . . . . .
             b - - - - - -
             ===

      # and on one line
      - board: r-----b/......./......./......./......./......./......r
      - { board: start }
      - {board: \"r-----b\\n.......\\n.......\\n.......\\n.......\\n.......\\n.......\"}
      - board: |2

            r - - - - - b
          - - - - - - -
          - - - - - - -
          - - - - - - -
          - - - - - - -
          - - - - - - -
          b - - - - - r
";
    insta::assert_snapshot!(blessed_text(text), @r#"
    --- t.yaml
    +++ t.yaml
    @@ -3,25 +3,32 @@
         steps:
           - send: manual blue
           - play: a7-b7
    -      - board: start # of the game
    +      - board: | # of the game
    +          r r - - - - b
    +          - - - - - - -
    +          - - - - - - -
    +          - - - - - - -
    +          - - - - - - -
    +          - - - - - - -
    +          b - - - - - r
           - board: |  # the rows
                  ===
    -             r - - - - - b
    +             r r - - - - b
                  . . . . . . .
                  . . . . . . .
    -             . . . X . . .
    +             . . . - . . .
                  . . . . . . .
                  . . . . . . .
    -             b - - - - - -
    +             b - - - - - r
                  ===
     
           # and on one line
    -      - board: r-----b/......./......./......./......./......./......r
    -      - { board: start }
    -      - {board: "r-----b\n.......\n.......\n.......\n.......\n.......\n......."}
    +      - board: rr----b/......./......./......./......./......./......r
    +      - { board: "r r - - - - b\n- - - - - - -\n- - - - - - -\n- - - - - - -\n- - - - - - -\n- - - - - - -\nb - - - - - r" }
    +      - {board: "rr----b\n.......\n.......\n.......\n.......\n.......\n......."}
           - board: |2
     
    -            r - - - - - b
    +            r r - - - - b
               - - - - - - -
               - - - - - - -
               - - - - - - -
    "#);
}

#[test]
fn lists_of_moves_stay_lists_or_words() {
    let text = "\
scenarios:
  - name: x
    position: r------/-------/-------/-------/-------/-------/b------ r 0
    steps:
      - legal: { only: [a7-b7, a7-c7], count: 3 }
      - legal: { only: a7-b7 a7-c7 }
      - legal:
          only:
          - a7-b7
          - a7-a6
      - legal:
          only: # all of them
            - a7-b7
      - legal:
          only: [
            a7-b7,
            ]
  - name: none
    position: r------/-------/-------/-------/-------/-------/------- r 0
    steps:
      - legal: { only: [a7-b7] }
      - legal:
          only:
            - a7-b7
            - a7-a6   # a comment would be lost
";
    insta::assert_snapshot!(blessed_text(text), @"
    --- t.yaml
    +++ t.yaml
    @@ -2,24 +2,34 @@
       - name: x
         position: r------/-------/-------/-------/-------/-------/b------ r 0
         steps:
    -      - legal: { only: [a7-b7, a7-c7], count: 3 }
    -      - legal: { only: a7-b7 a7-c7 }
    +      - legal: { only: [a7-a5, a7-a6, a7-b5, a7-b6, a7-b7, a7-c5, a7-c6, a7-c7], count: 8 }
    +      - legal: { only: a7-a5 a7-a6 a7-b5 a7-b6 a7-b7 a7-c5 a7-c6 a7-c7 }
           - legal:
               only:
    +          - a7-a5
    +          - a7-a6
    +          - a7-b5
    +          - a7-b6
               - a7-b7
    -          - a7-a6
    +          - a7-c5
    +          - a7-c6
    +          - a7-c7
           - legal:
               only: # all of them
    +            - a7-a5
    +            - a7-a6
    +            - a7-b5
    +            - a7-b6
                 - a7-b7
    +            - a7-c5
    +            - a7-c6
    +            - a7-c7
           - legal:
    -          only: [
    -            a7-b7,
    -            ]
    +          only: [a7-a5, a7-a6, a7-b5, a7-b6, a7-b7, a7-c5, a7-c6, a7-c7]
       - name: none
         position: r------/-------/-------/-------/-------/-------/------- r 0
         steps:
    -      - legal: { only: [a7-b7] }
    +      - legal: { only: [] }
           - legal:
               only:
    -            - a7-b7
    -            - a7-a6   # a comment would be lost
    +            []   # a comment would be lost
    ");
}

#[test]
#[allow(clippy::too_many_lines)] // of what files look like before and after
fn output_is_written_in_whatever_can_hold_it() {
    let text = "\
scenarios:
  - name: x
    steps:
      - send: dump
      - output: \"\"   # not yet known
      - send: dump
      - output: 'x'
      - send: dump
      - output: |  # all of it
      - send: dump
      - output: >-
          ===
          folded

      - send: dump
      - output: { }
";
    let text = text.replace(
        "      - output: { }\n",
        "      - snapshot: { text: x, filters: [] }\n",
    );
    insta::assert_snapshot!(blessed_text(&text), @r#"
    --- t.yaml
    +++ t.yaml
    @@ -2,15 +2,49 @@
       - name: x
         steps:
           - send: dump
    -      - output: ""   # not yet known
    +      - output: |   # not yet known
    +          ===
    +            r - - - - - b
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            b - - - - - r
    +          ===
           - send: dump
    -      - output: 'x'
    +      - output: |
    +          ===
    +            r - - - - - b
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            b - - - - - r
    +          ===
           - send: dump
           - output: |  # all of it
    +          ===
    +            r - - - - - b
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            b - - - - - r
    +          ===
           - send: dump
    -      - output: >-
    +      - output: |-
    +          ===
    +            r - - - - - b
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            b - - - - - r
               ===
    -          folded
     
           - send: dump
    -      - snapshot: { text: x, filters: [] }
    +      - snapshot: { text: "===\n  r - - - - - b\n  - - - - - - -\n  - - - - - - -\n  - - - - - - -\n  - - - - - - -\n  - - - - - - -\n  b - - - - - r\n===", filters: [] }
    "#);
    let text = "\
scenarios:
  - name: blanks first
    steps:
      - send: board
      - snapshot:
          text: |

            x
      - send: board
      - snapshot:
          filters:
            - { replace: r, with: '$$${x}' }
          text: |+ # c
             x

  - name: nothing
    steps:
      - send: seed 3
      - output: |
          something
  - name: \"no end\"
    steps:
      - send: dump
      - output: |
          something";
    insta::assert_snapshot!(blessed_text(text), @r#"
    --- t.yaml
    +++ t.yaml
    @@ -4,22 +4,44 @@
           - send: board
           - snapshot:
               text: |
    -
    -            x
    +            7  r - - - - - b
    +            6  - - - - - - -
    +            5  - - - - - - -
    +            4  - - - - - - -
    +            3  - - - - - - -
    +            2  - - - - - - -
    +            1  b - - - - - r
    +               a b c d e f g
    +            red 2, blue 2; Red to move; no jumps in a row
           - send: board
           - snapshot:
               filters:
                 - { replace: r, with: '$$${x}' }
               text: |+ # c
    -             x
    +             7  $${x} - - - - - b
    +             6  - - - - - - -
    +             5  - - - - - - -
    +             4  - - - - - - -
    +             3  - - - - - - -
    +             2  - - - - - - -
    +             1  b - - - - - $${x}
    +                a b c d e f g
    +             $${x}ed 2, blue 2; Red to move; no jumps in a $${x}ow
     
       - name: nothing
         steps:
           - send: seed 3
    -      - output: |
    -          something
    +      - output: ""
       - name: "no end"
         steps:
           - send: dump
           - output: |
    -          something
    \ No newline at end of file
    +          ===
    +            r - - - - - b
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            - - - - - - -
    +            b - - - - - r
    +          ===
    \ No newline at end of file
    "#);
}

#[test]
fn carriage_returns_and_the_mark_at_the_start_stay() {
    let text = "\u{feff}scenarios:\r
  - name: x\r
    steps:\r
      - board: start\r
      - send: dump\r
      - output: |\r
          x\r
      - send: manual blue\r
      - play: a7-b7\r
      - board: start # c\r
      - snapshot: { file: s.txt }\r
      - turn: red";
    let shelf = Shelf::with(&[("t.yaml", text), ("s.txt", "one\r\n")]);
    blessed(&shelf);
    let now = shelf.text("t.yaml");
    assert_eq!(now.matches('\n').count(), now.matches("\r\n").count());
    assert!(now.starts_with('\u{feff}'));
    insta::assert_snapshot!(now.replace(['\r', '\u{feff}'], ""), @"
    scenarios:
      - name: x
        steps:
          - board: start
          - send: dump
          - output: |
              ===
                r - - - - - b
                - - - - - - -
                - - - - - - -
                - - - - - - -
                - - - - - - -
                - - - - - - -
                b - - - - - r
              ===
          - send: manual blue
          - play: a7-b7
          - board: | # c
              r r - - - - b
              - - - - - - -
              - - - - - - -
              - - - - - - -
              - - - - - - -
              - - - - - - -
              b - - - - - r
          - snapshot: { file: s.txt }
          - turn: blue
    ");
    assert!(now.ends_with("      - turn: blue"));
    assert_eq!(shelf.text("s.txt"), "");
}

#[test]
fn snapshots_in_files_are_written_and_made() {
    let text = "\
scenarios:
  - name: old
    steps:
      - send: dump
      - snapshot: { file: old.txt }
  - name: new
    steps:
      - send: dump
      - snapshot: { file: new.txt, filters: [{ replace: '-', with: '.' }] }
  - name: the same again
    steps:
      - send: dump
      - snapshot: { file: new.txt, filters: [{ replace: '-', with: '.' }] }
  - name: as it is
    steps:
      - send: seed 3
      - snapshot: { file: empty.txt }
  - name: nothing, and no file
    steps:
      - send: seed 3
      - snapshot: { file: none.txt }
";
    let shelf = Shelf::with(&[
        ("dir/t.yaml", text),
        ("old.txt", "in another folder"),
        ("dir/old.txt", "something\n"),
        ("dir/empty.txt", ""),
    ]);
    let plan = shelf.bless("dir/t.yaml");
    let told: String = plan.files.iter().map(FileChange::difference).collect();
    insta::assert_snapshot!(told, @"
    --- dir/new.txt
    +++ dir/new.txt
    @@ -0,0 +1,9 @@
    +===
    +  r . . . . . b
    +  . . . . . . .
    +  . . . . . . .
    +  . . . . . . .
    +  . . . . . . .
    +  . . . . . . .
    +  b . . . . . r
    +===
    --- dir/none.txt
    +++ dir/none.txt
    @@ -0,0 +1 @@
    +
    --- dir/old.txt
    +++ dir/old.txt
    @@ -1 +1,9 @@
    -something
    +===
    +  r - - - - - b
    +  - - - - - - -
    +  - - - - - - -
    +  - - - - - - -
    +  - - - - - - -
    +  - - - - - - -
    +  b - - - - - r
    +===
    ");
    assert_eq!(shelf.text("old.txt"), "in another folder");
    assert_eq!(shelf.text("dir/t.yaml"), text);
    assert!(shelf.bless("dir/t.yaml").files.is_empty());
}

#[test]
fn what_scenarios_do_not_agree_on_is_left_alone() {
    let text = "\
scenarios:
  - name: x
    matrix: { move: [a7-b7, a7-c7] }
    steps:
      - send: manual blue
      - turn: blue
      - play: ${move}
      - turn: blue
      - pieces: { red: 2, blue: 3 }
      - board: start
  - name: y
    matrix: { n: [1, 2] }
    steps:
      - send: seed ${n}
      - jumps: ${n}
  - name: z
    matrix: { move: [a7-b7, a7-c7] }
    steps:
      - send: manual blue
      - play: ${move}
      - turn: red
";
    insta::assert_snapshot!(blessed_text(text), @"
    --- t.yaml
    +++ t.yaml
    @@ -3,7 +3,7 @@
         matrix: { move: [a7-b7, a7-c7] }
         steps:
           - send: manual blue
    -      - turn: blue
    +      - turn: red
           - play: ${move}
           - turn: blue
           - pieces: { red: 2, blue: 3 }
    @@ -18,4 +18,4 @@
         steps:
           - send: manual blue
           - play: ${move}
    -      - turn: red
    +      - turn: blue
    error: `t.yaml::x [move=a7-b7]` and `t.yaml::x [move=a7-c7]` disagree about this expectation
     --> t.yaml:9:24
      |
    9 |       - pieces: { red: 2, blue: 3 }
      |                        ^
      |
      = help: `t.yaml::x [move=a7-b7]` expects: 3 … 2
      = help: `t.yaml::x [move=a7-c7]` expects: 2
    error: `t.yaml::x [move=a7-b7]` and `t.yaml::x [move=a7-c7]` disagree about this expectation
      --> t.yaml:10:16
       |
    10 |       - board: start
       |                ^^^^^
       |
       = help: `t.yaml::x [move=a7-b7]` expects:
               |
                         r r - - - - b
                         - - - - - - -
                         - - - - - - -
                         - - - - - - -
                         - - - - - - -
                         - - - - - - -
                         b - - - - - r
       = help: `t.yaml::x [move=a7-c7]` expects:
               |
                         - - r - - - b
                         - - - - - - -
                         - - - - - - -
                         - - - - - - -
                         - - - - - - -
                         - - - - - - -
                         b - - - - - r
    ");
}

#[test]
fn steps_of_others_are_changed_where_they_are() {
    let text = "\
before:
  - include: steps.yaml
scenarios:
  - name: x
    steps: [jumps: 0]
  - name: y
    steps: [{ jumps: 1 }]
";
    let steps = "- turn: blue\n- board: |\n   r - - - - - b\n   . . . . . . .\n   r . . . . . .\n   \
                 . . . . . . .\n   . . . . . . .\n   . . . . . . .\n   . . . . . . .\n";
    let shelf = Shelf::with(&[("t.yaml", text), ("steps.yaml", steps)]);
    insta::assert_snapshot!(blessed(&shelf), @"
    --- steps.yaml
    +++ steps.yaml
    @@ -1,8 +1,8 @@
    -- turn: blue
    +- turn: red
     - board: |
        r - - - - - b
        . . . . . . .
    -   r . . . . . .
    +   - . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    --- t.yaml
    +++ t.yaml
    @@ -4,4 +4,4 @@
       - name: x
         steps: [jumps: 0]
       - name: y
    -    steps: [{ jumps: 1 }]
    +    steps: [{ jumps: 0 }]
    ");
}

#[test]
fn only_failures_are_blessed() {
    let text = "\
scenarios:
  - name: expected
    expected-failure: it is so
    steps:
      - turn: blue
  - name: wrong later
    steps:
      - turn: blue
      - play: a7-a7
      - turn: blue
  - name: not to be changed later
    steps:
      - turn: blue
      - lines: equals \"x\"
      - turn: blue
  - name: skipped
    skip: not now
    steps:
      - turn: blue
";
    let shelf = Shelf::with(&[("t.yaml", text)]);
    let reports = shelf.run("t.yaml", true);
    let outcomes: Vec<String> = reports
        .iter()
        .map(|report| {
            format!(
                "{}: {}, mended: {}",
                report.identity.name, report.outcome, report.passes_with_patches
            )
        })
        .collect();
    insta::assert_snapshot!(outcomes.join("\n"), @"
    expected: expected failure, mended: false
    wrong later: error, mended: false
    not to be changed later: fail, mended: false
    skipped: skipped, mended: false
    ");
    insta::assert_snapshot!(BlessPlan::of(&reports).files[0].difference(), @r#"
    --- t.yaml
    +++ t.yaml
    @@ -10,7 +10,7 @@
           - turn: blue
       - name: not to be changed later
         steps:
    -      - turn: blue
    +      - turn: red
           - lines: equals "x"
           - turn: blue
       - name: skipped
    "#);
}

#[test]
fn a_file_that_has_changed_is_left_alone() {
    let text = "scenarios:\n  - name: x\n    steps:\n      - turn: blue\n";
    let shelf = Shelf::with(&[("t.yaml", text)]);
    let plan = BlessPlan::of(&shelf.run("t.yaml", true));
    let other = text.replace("name: x", "name: y");
    shelf.put("t.yaml", other.as_bytes());
    let errors = plan.apply(&shelf).expect_err("it has changed");
    insta::assert_snapshot!(errors[0].message, @"`t.yaml` has changed since it was read, and is left unchanged");
    assert_eq!(shelf.text("t.yaml"), other);
    shelf.put(
        "t.yaml",
        b"scenarios: # \xff\n  - name: x\n    steps:\n      - turn: blue\n",
    );
    let plan = BlessPlan::of(&shelf.run("t.yaml", true));
    assert!(plan.apply(&shelf).is_err());
}
