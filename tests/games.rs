//! Whole games in the three dialects, each as a transcript: what was typed behind
//! `>`, then what a program that reads the output sees.

use ataxx::diagnostic::{Look, render};
use ataxx::grammar::Dialect;
use ataxx::grammar::Dialect::{Fall2008, Fall2016, Spring2022};
use ataxx::interpreter::{Flow, Interpreter, LineOfText, Output, Session, Settings, Transcript};
use insta::assert_snapshot;
use std::sync::atomic::AtomicBool;

/// Carries out commands separated by `;`. AIs look at few positions, so that a
/// whole game takes a moment.
fn transcript(dialect: Dialect, commands: &str) -> String {
    let settings = Settings {
        nodes: Some(500),
        ..Settings::default()
    };
    let told = AtomicBool::new(false);
    let mut interpreter = Interpreter::new(Session::new(dialect, settings), &(), &told);
    let words = Transcript::new(dialect);
    let mut text = String::new();
    let mut silent: Vec<&str> = Vec::new();
    for command in commands
        .split(';')
        .map(str::trim)
        .filter(|command| !command.is_empty())
    {
        silent.push(command);
        let line = LineOfText {
            source: None,
            number: 1,
            text: command,
        };
        let mut shown = String::new();
        let flow = interpreter.line(line, &mut |_, output| {
            match output {
                Output::Event(event) => shown += &words.announcement(&event).unwrap_or_default(),
                Output::Refused(diagnostic) => shown += &render(&diagnostic, Look::Plain),
                _ => {}
            }
            Flow::GoOn
        });
        assert_eq!(flow, Flow::GoOn);
        if !shown.is_empty() {
            text += &format!("> {}\n{shown}", silent.join("; "));
            silent.clear();
        }
    }
    if !silent.is_empty() {
        text += &format!("> {}\n", silent.join("; "));
    }
    text
}

/// Blocks that leave a pocket around each corner, with a passage of one jump
/// between neighbouring pockets along the ranks.
const POCKETS: &str = "block d1; block a2; block b2; block c2; block d2; block a3; block b3; \
                       block c3; block d3";
/// The same by letters.
const POCKETS_2008: &str = "blocks 4agf5bch6";
/// The same, but the passage is wider.
const WIDE_POCKETS: &str = "block c1; block a2; block b2; block c2; block d2; block a3; block b3; \
                            block c3; block d3";

/// Six rounds of jumps there and back: 24 jumps, from any position in which the
/// pieces on a7 and g7 have not been touched.
fn rounds(first: &str, second: &str) -> String {
    let back = |step: &str| step.split('-').rev().collect::<Vec<_>>().join("-");
    format!("{first}; {second}; {}; {}; ", back(first), back(second)).repeat(6)
}

// Spring 2022

#[test]
fn by_hand_in_2022() {
    assert_snapshot!(transcript(Spring2022, "manual blue; a7-b7; a1-a2; a7-a6; a2-a3; a6-a5; a3-a4; dump; board"), @"
    > manual blue; a7-b7; a1-a2; a7-a6; a2-a3; a6-a5; a3-a4; dump
    ===
      r r - - - - b
      r - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - r
    ===> board
    7  r r - - - - b
    6  r - - - - - -
    5  b - - - - - -
    4 [b]- - - - - -
    3  b - - - - - -
    2  b - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 4, blue 6; Red to move; no jumps in a row
    ");
}

#[test]
fn elimination_in_2022() {
    assert_snapshot!(transcript(Spring2022, "manual blue; a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5; g6-f6; dump; a6-a7"), @"
    > manual blue; a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5; g6-f6
    * Red wins.
    > dump
    ===
      r - - - - - -
      r - - - - r r
      r - - - r r r
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
    ===> a6-a7
    error: the game is over
     |
     | a6-a7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `new` begins another game
    ");
}

#[test]
fn a_full_board_in_2022() {
    assert_snapshot!(transcript(Spring2022, "manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; g7-f7; e4-f4; c4-b4; g1-f1; b4-a4; a7-b7; c4-d4; dump; f4-g4; dump"), @"
    > manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; g7-f7; e4-f4; c4-b4; g1-f1; b4-a4; a7-b7; c4-d4; dump
    ===
      r r X X X b b
      X X X X X X X
      X X X b X X X
      b b b b b r -
      X X X b X X X
      X X X X X X X
      b b X X X r r
    ===> f4-g4
    * Blue wins.
    > dump
    ===
      r r X X X b b
      X X X X X X X
      X X X b X X X
      b b b b b r r
      X X X b X X X
      X X X X X X X
      b b X X X r r
    ===
    ");
}

#[test]
fn blocked_sides_in_2022() {
    assert_snapshot!(transcript(Spring2022, &format!("manual blue; {POCKETS}; g1-f1; a1-b1; f1-e1; g7-f7; e1-c1; f7-e7; f1-e1; e7-c7; a7-b7; f7-e7; dump")), @"
    > manual blue; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; g1-f1; a1-b1; f1-e1; g7-f7; e1-c1; f7-e7; f1-e1; e7-c7; a7-b7; f7-e7
    * Red wins.
    > dump
    ===
      r r r X b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b r r X r r r
    ===
    ");
}

#[test]
fn blocks_that_leave_no_move_in_2022() {
    // The last block ends the game; another one does not end it again.
    assert_snapshot!(transcript(Spring2022, "block b1; block c1; block a2; block b2; block c2; block a3; block b3; dump; block c3; a7-b7; block d1; new; a7-b7"), @"
    > block b1; block c1; block a2; block b2; block c2; block a3; block b3; dump
    ===
      r X X - X X b
      X X X - X X X
      X X - - - X X
      - - - - - - -
      X X - - - X X
      X X X - X X X
      b X X - X X r
    ===> block c3
    * Draw.
    > a7-b7
    error: the game is over
     |
     | a7-b7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `new` begins another game
    > block d1; new; a7-b7
    * Blue moves a1-b2.
    ");
}

#[test]
fn twenty_five_jumps_in_2022() {
    assert_snapshot!(transcript(Spring2022, &format!("manual blue; a7-b7; {}; board; g7-g5; dump; undo; g7-g6; undo; g7-e7", rounds("g7-g5", "a7-a5"))), @"
    > manual blue; a7-b7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; board
    7 [r]r - - - - b
    6  - - - - - - -
    5 (-)- - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 3, blue 2; Blue to move; 24 jumps in a row
    > g7-g5
    * Red wins.
    > dump
    ===
      r r - - - - -
      - - - - - - -
      - - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===> undo; g7-g6; undo; g7-e7
    * Red wins.
    ");
}

#[test]
fn a_draw_by_jumps_in_2022() {
    assert_snapshot!(transcript(Spring2022, &format!("manual blue; {}; board; a7-a5", rounds("a7-a5", "g7-g5"))), @"
    > manual blue; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; board
    7  r - - - - -[b]
    6  - - - - - - -
    5  - - - - - -(-)
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 2, blue 2; Red to move; 24 jumps in a row
    > a7-a5
    * Draw.
    ");
}

#[test]
fn passes_in_2022() {
    // Only Red has to pass, and Blue may not.
    assert_snapshot!(transcript(Spring2022, &format!("manual blue; {POCKETS}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump; b7-a7; -; b1-a1; dump")), @"
    > manual blue; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump
    ===
      r r r X b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      - b b X r r r
    ===> b7-a7
    error: a7 is taken by a Red piece
     |
     | b7-a7
     |    ^^
    > -; b1-a1
    * Draw.
    > dump
    ===
      r r r X b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b b X r r r
    ===
    ");
}

#[test]
fn undo_over_a_pass_in_2022() {
    assert_snapshot!(transcript(Spring2022, &format!("manual blue; {POCKETS}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; pass; undo; board; -; b1-a1; undo; undo; undo; a1-a2; board")), @"
    > manual blue; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; pass; undo; board
    7  r r r X b b b
    6  X X X X X X X
    5  X X X X X X X
    4  - - - - - - -
    3  X X X X X X X
    2  X X X X X X X
    1 (-)b[b]X r r r
       a b c d e f g
    red 6, blue 5; Red to move; 1 jump in a row
    > -; b1-a1
    * Draw.
    > undo; undo; undo; a1-a2
    error: a2 is a block
     |
     | a1-a2
     |    ^^
    > board
    7  r r r X b b b
    6  X X X X X X X
    5  X X X X X X X
    4  - - - - - - -
    3  X X X X X X X
    2  X X X X X X X
    1  b b - X[r]r r
       a b c d e f g
    red 6, blue 5; Blue to move; no jumps in a row
    ");
}

#[test]
fn an_ai_passes_in_2022() {
    assert_snapshot!(transcript(Spring2022, &format!("seed 1; manual blue; {POCKETS}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; auto red; board; undo")), @"
    > seed 1; manual blue; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; auto red
    * Red moves -.
    > board
    7  r r r X b b b
    6  X X X X X X X
    5  X X X X X X X
    4  - - - - - - -
    3  X X X X X X X
    2  X X X X X X X
    1  - b b X r r r
       a b c d e f g
    red 6, blue 5; Blue to move; 1 jump in a row
    > undo
    ");
}

#[test]
fn undo_over_the_end_in_2022() {
    assert_snapshot!(transcript(Spring2022, "manual blue; g1-e3; a1-b3; a7-c5; b3-d4; undo; dump; b3-d4; undo; b3-c3"), @"
    > manual blue; g1-e3; a1-b3; a7-c5; b3-d4
    * Blue wins.
    > undo; dump
    ===
      - - - - - - b
      - - - - - - -
      - - r - - - -
      - - - - - - -
      - b - - r - -
      - - - - - - -
      - - - - - - -
    ===> b3-d4
    * Blue wins.
    > undo; b3-c3
    ");
}

#[test]
fn one_ai_in_2022() {
    assert_snapshot!(transcript(Spring2022, "seed 7; a7-b7; a7-a6; g1-f2; board; undo; board"), @"
    > seed 7; a7-b7
    * Blue moves a1-a2.
    > a7-a6
    * Blue moves a2-b3.
    > g1-f2
    * Blue moves b3-a4.
    > board
    7  r r - - - - b
    6  r - - - - - -
    5  - - - - - - -
    4 [b]- - - - - -
    3  - b - - - - -
    2  b - - - - r -
    1  b - - - - - r
       a b c d e f g
    red 5, blue 5; Red to move; no jumps in a row
    > undo; board
    7  r r - - - - b
    6  r - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  -[b]- - - - -
    2  b - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 4, blue 4; Red to move; no jumps in a row
    ");
}

#[test]
fn two_ais_in_2022() {
    assert_snapshot!(transcript(Spring2022, "seed 7; block c3; block d2; auto red; dump"), @"
    > seed 7; block c3; block d2; auto red
    * Red moves g1-f1.
    * Blue moves g7-f7.
    * Red moves f1-g2.
    * Blue moves f7-g6.
    * Red moves g2-g3.
    * Blue moves g6-f5.
    * Red moves g3-g4.
    * Blue moves g6-f4.
    * Red moves g2-f3.
    * Blue moves f5-g5.
    * Red moves g2-e4.
    * Blue moves g4-g2.
    * Red moves f4-f2.
    * Blue moves g5-f4.
    * Red moves f2-g4.
    * Blue moves e4-f2.
    * Red moves f5-g6.
    * Blue moves f3-e4.
    * Red moves g4-e2.
    * Blue moves f4-f6.
    * Red moves f3-f4.
    * Blue moves g2-e1.
    * Red moves f4-g2.
    * Blue moves g6-f4.
    * Red moves g2-g4.
    * Blue moves e2-g2.
    * Red moves f5-g6.
    * Blue moves e4-e6.
    * Red moves f4-e4.
    * Blue moves e1-e2.
    * Red moves g7-e7.
    * Blue moves e2-d3.
    * Red moves e6-d4.
    * Blue moves a1-c2.
    * Red moves d4-c4.
    * Blue moves f3-d5.
    * Red moves f4-f3.
    * Blue moves d5-e6.
    * Red moves g6-g7.
    * Blue moves e1-d1.
    * Red moves d3-c1.
    * Blue moves e2-d3.
    * Red moves c1-b3.
    * Blue moves d5-b4.
    * Red moves a7-b5.
    * Blue moves d4-d5.
    * Red moves b5-d7.
    * Blue moves b3-c1.
    * Red moves b4-b3.
    * Blue moves c1-b2.
    * Red moves b4-a3.
    * Blue moves c1-a2.
    * Red moves b4-a4.
    * Blue moves d5-b5.
    * Red moves e6-d5.
    * Blue moves b5-c6.
    * Red moves a3-c1.
    * Blue moves a2-a3.
    * Red moves c1-b1.
    * Blue moves a3-a1.
    * Red moves c4-a3.
    * Blue moves d3-c4.
    * Red moves a4-a5.
    * Blue moves c6-b6.
    * Red moves e7-c7.
    * Blue moves f5-e7.
    * Red moves e4-f5.
    * Blue moves a5-b7.
    * Red moves a4-a6.
    * Blue moves b3-a5.
    * Red moves a2-b3.
    * Blue moves a6-a4.
    * Red moves b7-a6.
    * Blue moves c7-a7.
    * Red moves a5-c7.
    * Blue moves b3-a5.
    * Red moves a2-b3.
    * Red wins.
    > dump
    ===
      b r r r b b r
      b b r X r r r
      b b X b X r r
      r r r b r r r
      r r X b X r r
      r r r X b r r
      b b r r b b b
    ===
    ");
}

#[test]
fn clear_against_new_in_2022() {
    // After `new` Blue is still played by hand, after `clear` by an AI.
    assert_snapshot!(transcript(Spring2022, "manual blue; block d4; a7-b7; new; dump; a7-b7; a1-b1; clear; seed 3; a7-b7; dump"), @"
    > manual blue; block d4; a7-b7; new; dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===> a7-b7; a1-b1; clear; seed 3; a7-b7
    * Blue moves a1-b1.
    > dump
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b b - - - - r
    ===
    ");
}

// Fall 2016

#[test]
fn by_hand_in_2016() {
    assert_snapshot!(transcript(Fall2016, "manual blue; start; a7-b7; a1-a2; a7-a6; a2-a3; a6-a5; a3-a4; dump"), @"
    > manual blue; start; a7-b7; a1-a2; a7-a6; a2-a3; a6-a5; a3-a4; dump
    ===
      r r - - - - b
      r - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn elimination_in_2016() {
    assert_snapshot!(transcript(Fall2016, "manual blue; start; g1-e2; g7-e5; a7-c5; a1-c3; c5-d4; dump; c5-c6; undo; c5-c6"), @"
    > manual blue; start; g1-e2; g7-e5; a7-c5; a1-c3; c5-d4
    Red wins.
    > dump
    ===
      - - - - - - -
      - - - - - - -
      - - r - r - -
      - - - r - - -
      - - r - - - -
      - - - - r - -
      - - - - - - -
    ===> c5-c6
    error: a move belongs to the set-up or playing state; this is the finished state
     |
     | c5-c6
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` returns to set-up
    > undo; c5-c6
    ");
}

#[test]
fn a_full_board_in_2016() {
    assert_snapshot!(transcript(Fall2016, "manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; start; g1-f1; g7-f7; f1-d3; a1-b1; a7-b7; f7-d5; d3-f4; d5-c4; g1-f1; c4-d3; f4-e4; c4-b4; d3-d4; g7-f7; f4-g4; dump; b4-a4; dump"), @"
    > manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; start; g1-f1; g7-f7; f1-d3; a1-b1; a7-b7; f7-d5; d3-f4; d5-c4; g1-f1; c4-d3; f4-e4; c4-b4; d3-d4; g7-f7; f4-g4; dump
    ===
      r r X X X b b
      X X X X X X X
      X X X r X X X
      - b r r r r r
      X X X r X X X
      X X X X X X X
      b b X X X r r
    ===> b4-a4
    Red wins.
    > dump
    ===
      r r X X X b b
      X X X X X X X
      X X X r X X X
      b b r r r r r
      X X X r X X X
      X X X X X X X
      b b X X X r r
    ===
    ");
}

#[test]
fn blocked_sides_and_passes_in_2016() {
    assert_snapshot!(transcript(Fall2016, &format!("manual blue; {WIDE_POCKETS}; start; g1-f1; g7-f7; f1-d1; a1-b1; a7-b7; f7-d7; g1-f1; d7-f7; b7-d7; -; dump; a7-b7; dump")), @"
    > manual blue; block c1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; start; g1-f1; g7-f7; f1-d1; a1-b1; a7-b7; f7-d7; g1-f1; d7-f7; b7-d7; -; dump
    ===
      r - X r X b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b X r X r r
    ===> a7-b7
    Red wins.
    > dump
    ===
      r r X r X b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b X r X r r
    ===
    ");
}

#[test]
fn twenty_five_jumps_in_2016() {
    assert_snapshot!(transcript(Fall2016, &format!("manual blue; start; a7-b7; {}; g7-g5", rounds("g7-g5", "a7-a5"))), @"
    > manual blue; start; a7-b7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5
    Red wins.
    ");
}

#[test]
fn set_up_then_start_in_2016() {
    // Set-up moves are for both sides; what belongs to set-up is refused later.
    assert_snapshot!(transcript(Fall2016, "manual blue; block d4; seed 1; a7-b7; a1-b1; block c3; undo; start; g1-g2; a1-a2; manual red; block c4; seed 1; dump; clear; dump"), @"
    > manual blue; block d4; seed 1; a7-b7; a1-b1; block c3
    error: blocks are placed before the first move
     |
     | block c3
     |       ^^
    > undo; start; g1-g2
    error: the piece on g1 is Red, and it is Blue's turn
     |
     | g1-g2
     | ^^
    > a1-a2; manual red
    error: `manual` belongs to the set-up state; this is the playing state
     |
     | manual red
     | ^^^^^^
     |
     = help: `clear` gives the game up and returns to set-up
    > block c4
    error: `block` belongs to the set-up state; this is the playing state
     |
     | block c4
     | ^^^^^
     |
     = help: `clear` gives the game up and returns to set-up
    > seed 1
    error: `seed` belongs to the set-up state; this is the playing state
     |
     | seed 1
     | ^^^^
     |
     = help: `clear` gives the game up and returns to set-up
    > dump
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - X - - -
      - - - - - - -
      b - - - - - -
      b - - - - - r
    ===> clear; dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn a_game_won_in_set_up_in_2016() {
    assert_snapshot!(transcript(Fall2016, "g1-e3; a1-b3; a7-c5; b3-d4; dump; b3-b4; start; start; undo; undo; dump"), @"
    > g1-e3; a1-b3; a7-c5; b3-d4; dump
    ===
      - - - - - - b
      - - - - - - -
      - - b - - - -
      - - - b - - -
      - - - - b - -
      - - - - - - -
      - - - - - - -
    ===> b3-b4
    error: the game is over
     |
     | b3-b4
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > start
    Blue wins.
    > start
    error: `start` belongs to the set-up state; this is the finished state
     |
     | start
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` returns to set-up
    > undo; undo; dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn set_up_jumps_count_in_2016() {
    assert_snapshot!(transcript(Fall2016, &format!("manual blue; a7-b7; {}; start; g7-g5", rounds("g7-g5", "a7-a5"))), @"
    > manual blue; a7-b7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; start; g7-g5
    Red wins.
    ");
}

#[test]
fn one_ai_in_2016() {
    assert_snapshot!(transcript(Fall2016, "seed 5; manual blue; auto red; start; a1-b1; dump"), @"
    > seed 5; manual blue; auto red; start
    Red moves g1-f1.
    > a1-b1
    Red moves f1-e1.
    > dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b b - - r r r
    ===
    ");
}

#[test]
fn two_ais_in_2016() {
    assert_snapshot!(transcript(Fall2016, "seed 5; auto red; block c3; block d2; start; dump; clear; dump"), @"
    > seed 5; auto red; block c3; block d2; start
    Red moves a7-a6.
    Blue moves a1-a2.
    Red moves a6-b5.
    Blue moves a2-b3.
    Red moves b5-a4.
    Blue moves a2-b4.
    Red moves a6-a5.
    Blue moves b3-a3.
    Red moves a6-c4.
    Blue moves a4-b6.
    Red moves b4-a6.
    Blue moves a3-b4.
    Red moves a6-a4.
    Blue moves c4-a6.
    Red moves b3-c4.
    Blue moves b6-c6.
    Red moves c4-d5.
    Blue moves a1-a2.
    Red moves c6-b7.
    Blue moves a5-c7.
    Red moves a4-b2.
    Blue moves b5-d4.
    Red moves b4-b5.
    Blue moves c7-d7.
    Red moves c4-e4.
    Blue moves d7-e6.
    Red moves d4-f6.
    Blue moves d5-c4.
    Red moves b6-a4.
    Blue moves b7-a5.
    Red moves e4-d4.
    Blue moves b4-d3.
    Red moves a3-b4.
    Blue moves d3-b1.
    Red moves c4-d3.
    Blue moves a6-b6.
    Red moves b3-c2.
    Blue moves d7-f7.
    Red moves e4-f5.
    Blue moves a1-c1.
    Red moves f5-g6.
    Blue moves c7-e7.
    Red moves f5-d7.
    Blue moves f6-f5.
    Red moves g7-g5.
    Blue moves e4-f4.
    Red moves d7-b7.
    Blue moves e6-c7.
    Red moves d5-e6.
    Blue moves c6-d7.
    Red moves f5-g4.
    Blue moves e4-g3.
    Red moves d4-f3.
    Blue moves e6-d4.
    Red moves f6-e4.
    Blue moves c4-e6.
    Red moves d4-f6.
    Blue moves a5-c4.
    Red moves a4-a5.
    Blue moves d3-d4.
    Red moves f3-d1.
    Blue moves e4-f3.
    Red moves g1-e2.
    Blue moves g3-f2.
    Red moves d1-e1.
    Blue moves g3-f1.
    Red moves c1-a1.
    Blue moves e1-c1.
    Red moves d3-e1.
    Blue moves c2-d3.
    Red moves f2-g3.
    Blue moves e2-g1.
    Red moves d1-e2.
    Blue moves e4-g2.
    Red moves d3-e4.
    Blue passes.
    Red moves f6-g7.
    Red wins.
    > dump
    ===
      r b b b r r r
      r r b X r r r
      r r X r X r r
      r r b r r r r
      r b X r X r b
      r b b X r b b
      r b b r r b b
    ===> clear; dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}

// Fall 2008

#[test]
fn one_ai_in_2008() {
    assert_snapshot!(transcript(Fall2008, "seed 2; start; a7-b7; a7-a6; dump; undo; dump"), @"
    > seed 2; start; a7-b7
    Blue moves a1-b2.
    > a7-a6
    Blue moves b2-c3.
    > dump
    ===
      r r - - - - b
      r - - - - - -
      - - - - - - -
      - - - - - - -
      - - b - - - -
      - b - - - - -
      b - - - - - r
    ===> undo; dump
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - b - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn the_user_plays_blue_in_2008() {
    assert_snapshot!(transcript(Fall2008, "seed 2; color blue; start; a1-a2; dump"), @"
    > seed 2; color blue; start
    Red moves g1-g2.
    > a1-a2
    Red moves a7-b7.
    > dump
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
      b - - - - - r
    ===
    ");
}

#[test]
fn two_ais_in_2008() {
    assert_snapshot!(transcript(Fall2008, "seed 2; auto; blocks 3gh; start; dump"), @"
    > seed 2; auto; blocks 3gh; start
    Red moves g1-f1.
    Blue moves a1-b1.
    Red moves f1-e2.
    Blue moves a1-a2.
    Red moves e2-d1.
    Blue moves g7-g6.
    Red moves d1-c2.
    Blue moves a2-c1.
    Red moves e2-d2.
    Blue moves b1-d3.
    Red moves d1-b1.
    Blue moves e2-g2.
    Red moves c1-e2.
    Blue moves g2-f3.
    Red moves f1-g3.
    Blue moves e2-c1.
    Red moves f3-d1.
    Blue moves g1-f3.
    Red moves d3-f5.
    Blue moves g7-g5.
    Red moves a1-a2.
    Blue moves f3-e2.
    Red moves c2-e1.
    Blue moves g2-f1.
    Red moves d2-f4.
    Blue moves e2-g4.
    Red moves d1-e2.
    Blue moves g2-g1.
    Red moves c1-d2.
    Blue moves g6-g7.
    Red moves d2-d3.
    Blue moves g6-f7.
    Red moves a7-b7.
    Blue moves f7-e7.
    Red moves a2-b3.
    Blue moves e7-d6.
    Red moves f3-d5.
    Blue moves f4-e6.
    Red moves b7-d7.
    Blue moves d5-c7.
    Red moves a7-c6.
    Blue moves f5-d5.
    Red moves d3-f5.
    Blue moves g2-f3.
    Red moves d2-f4.
    Blue moves e2-c2.
    Red moves c7-b7.
    Blue moves c1-e2.
    Red moves a2-c1.
    Blue moves e1-d2.
    Red moves a1-a2.
    Blue moves c1-a3.
    Red moves b1-d3.
    Blue moves d1-b1.
    Red moves e2-c1.
    Blue moves f3-d1.
    Red moves g3-e2.
    Blue moves d5-d4.
    Red moves d2-b4.
    Blue moves c1-d2.
    Red moves b7-a7.
    Blue moves d4-b5.
    Red moves a3-a4.
    Blue moves c6-a5.
    Red moves a7-c6.
    Blue moves a5-a6.
    Red moves d5-d4.
    Blue moves a6-a7.
    Red moves f1-f3.
    Blue moves e1-g3.
    Red moves d3-f1.
    Blue moves c1-d3.
    Red moves a3-c1.
    Blue moves a1-a3.
    Red moves c2-a1.
    Blue moves d4-c2.
    Red moves f5-d4.
    Blue moves f4-f5.
    Red moves g1-e1.
    Blue moves g3-g1.
    Red moves e2-g3.
    Blue moves f1-e2.
    Blue wins.
    > dump
    ===
      b b r r r b b
      b X r r b X b
      b b X r X b b
      b b X r X r r
      b b X b X b r
      r X b b b X r
      r b b b b b b
    ===
    ");
}

#[test]
fn passes_in_2008() {
    // The AI begins with a pass.
    assert_snapshot!(transcript(Fall2008, &format!("seed 1; auto; color blue; {POCKETS_2008}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump; start; dump")), @"
    > seed 1; auto; color blue; blocks 4agf5bch6; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump
    ===
      r r r X b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      - b b X r r r
    ===> start
    Red passes.
    Blue moves b1-a1.
    Draw.
    > dump
    ===
      r r r X b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b b X r r r
    ===
    ");
}

#[test]
fn elimination_in_set_up_in_2008() {
    assert_snapshot!(transcript(Fall2008, "g1-e3; g7-e6; a7-c5; e6-d4; start; dump; a7-a6; undo; dump"), @"
    > g1-e3; g7-e6; a7-c5; e6-d4; start
    Blue wins.
    > dump
    ===
      - - - - - - -
      - - - - - - -
      - - b - - - -
      - - - b - - -
      - - - - b - -
      - - - - - - -
      b - - - - - -
    ===> a7-a6
    error: a move belongs to the set-up or playing state; this is the finished state
     |
     | a7-a6
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` returns to set-up
    > undo; dump
    ===
      r - - - - - -
      - - - - b - -
      - - - - - - -
      - - - - - - -
      - - - - r - -
      - - - - - - -
      b - - - - - -
    ===
    ");
}

#[test]
fn a_full_board_in_2008() {
    assert_snapshot!(transcript(Fall2008, "blocks 4agf5bche; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; c4-a4; g1-f1; a4-b4; e4-f4; g7-f7; d3-d4; b4-c4; a7-b7; -; f4-g4; dump; start"), @"
    > blocks 4agf5bche; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; c4-a4; g1-f1; a4-b4; e4-f4; g7-f7; d3-d4; b4-c4; a7-b7; -; f4-g4; dump
    ===
      r r X X X b b
      X X X X X X X
      X X X b X X X
      b b b b r r r
      X X X b X X X
      X X X X X X X
      b b X X X r r
    ===> start
    Blue wins.
    ");
}

#[test]
fn forty_five_jumps_in_2008() {
    assert_snapshot!(transcript(Fall2008, &format!("a7-b7; {0}{0}; g7-g5; a7-a5; g5-g7; start; undo; dump", rounds("g7-g5", "a7-a5"))), @"
    > a7-b7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5
    error: the game is over
     |
     | a7-a5
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > g5-g7
    error: the game is over
     |
     | g5-g7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > a5-a7
    error: the game is over
     |
     | a5-a7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > g7-g5
    error: the game is over
     |
     | g7-g5
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > a7-a5
    error: the game is over
     |
     | a7-a5
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > g5-g7
    error: the game is over
     |
     | g5-g7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > start
    Red wins.
    > undo; dump
    ===
      - r - - - - b
      - - - - - - -
      r - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn a_draw_by_jumps_in_2008() {
    assert_snapshot!(transcript(Fall2008, &format!("{0}{0}; undo; undo; undo; undo; dump; start", rounds("a7-a5", "g7-g5"))), @"
    > a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5
    error: the game is over
     |
     | g7-g5
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > a5-a7
    error: the game is over
     |
     | a5-a7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > g5-g7
    error: the game is over
     |
     | g5-g7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `clear` begins another game
    > undo; undo; undo; undo; dump
    ===
      - - - - - - b
      - - - - - - -
      r - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===> start
    Blue moves a1-b2.
    ");
}

#[test]
fn blocks_after_set_up_moves_in_2008() {
    // A repeat does no harm; taking the move back takes later blocks with it.
    assert_snapshot!(transcript(Fall2008, "a7-b7; blocks 12; blocks 1; dump; blocks d; blocks z; blocks; undo; dump"), @"
    > a7-b7; blocks 12; blocks 1; dump
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      X X - - - X X
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===> blocks d
    error: b7 holds a piece
     |
     | blocks d
     |        ^
    > blocks z
    error: `z` names no square: expected the letters of blocks, a to h and 1 to 6
     |
     | blocks z
     |        ^
     |
     = help: usage: blocks LETTERS
    > blocks
    error: expected the letters of blocks, a to h and 1 to 6, found the end
     |
     | blocks
     |       ^
     |
     = help: usage: blocks LETTERS
    > undo; dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn clear_in_2008() {
    assert_snapshot!(transcript(Fall2008, "color blue; auto; blocks a; a7-b7; clear; seed 1; start; a7-b7; dump"), @"
    > color blue; auto; blocks a; a7-b7; clear; seed 1; start; a7-b7
    Blue moves g7-f7.
    > dump
    ===
      r r - - - b b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn remote_play_in_2008() {
    assert_snapshot!(transcript(Fall2008, "host tea; join tea@localhost; dump"), @"
    > host tea
    error: remote play is not available yet
     |
     | host tea
     | ^^^^
    > join tea@localhost
    error: remote play is not available yet
     |
     | join tea@localhost
     | ^^^^
    > dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}
