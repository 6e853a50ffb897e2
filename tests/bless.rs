//! What is changed in files so that they expect what there is, and what is left alone.

#[path = "blessing/shelf.rs"]
mod shelf;

use ataxx::diagnostic::{Look, render};
use ataxx::scenario::Outcome;
use shelf::Shelf;

/// The differences that come of blessing a file, and what is refused; afterwards, what was
/// blessed is met, and nothing is left to bless.
fn blessed(shelf: &Shelf) -> String {
    let plan = shelf.bless("t.yaml");
    let mut told: String = plan.files.iter().map(|file| file.difference()).collect();
    for diagnostic in &plan.refused {
        told.push_str(&render(diagnostic, Look::Plain));
    }
    if plan.refused.is_empty() {
        for report in shelf.run("t.yaml", false) {
            assert_eq!(report.outcome, Outcome::Pass, "{:?}", report.failure);
        }
        assert!(shelf.bless("t.yaml").is_empty());
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
    +      - turn: "red"
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
    @@ -2,26 +2,33 @@
       - name: x
         steps:
           - play: a7-b7
    -      - board: start # of the game
    +      - board: | # of the game
    +          r r - - - - b
    +          - - - - - b -
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
    +      - { board: "r r - - - - b\n- - - - - b -\n- - - - - - -\n- - - - - - -\n- - - - - - -\n- - - - - - -\nb - - - - - r" }
    +      - {board: "rr----b\n.......\n.......\n.......\n.......\n.......\n......."}
           - board: |2
     
    -            r - - - - - b
    -          - - - - - - -
    +            r r - - - - b
    +          - - - - - b -
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
