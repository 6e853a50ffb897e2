//! Whole games in the Spring 2022 dialect.

use super::transcript::{POCKETS, rounds, transcript};
use ataxx_session::Dialect;
use insta::assert_snapshot;

#[test]
fn by_hand() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, "manual blue; a7-b7; a1-a2; a7-a6; a2-a3; a6-a5; a3-a4; dump; board"), @"
    > manual blue; a7-b7; a1-a2; a7-a6; a2-a3; a6-a5; a3-a4; dump
    ===
      r r - - - - b
      r - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - -
      b - - - - - r
    ===
    > board
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
fn elimination() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, "manual blue; a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5; g6-f6; dump; a6-a7"), @"
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
    ===
    > a6-a7
    error: the game is over
     |
     | a6-a7
     | ^^^^^
     |
     = help: `undo` takes the last move back; `new` begins another game
    ");
}

#[test]
fn a_full_board() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, "manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; g7-f7; e4-f4; c4-b4; g1-f1; b4-a4; a7-b7; c4-d4; dump; f4-g4; dump"), @"
    > manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; g7-f7; e4-f4; c4-b4; g1-f1; b4-a4; a7-b7; c4-d4; dump
    ===
      r r X X X b b
      X X X X X X X
      X X X b X X X
      b b b b b r -
      X X X b X X X
      X X X X X X X
      b b X X X r r
    ===
    > f4-g4
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
fn blocked_sides() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, &format!("manual blue; {POCKETS}; g1-f1; a1-b1; f1-e1; g7-f7; e1-c1; f7-e7; f1-e1; e7-c7; a7-b7; f7-e7; dump")), @"
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
fn blocks_that_leave_no_move() {
    // The last block ends the game; another one does not end it again.
    assert_snapshot!(transcript(Dialect::SPRING_2022, "block b1; block c1; block a2; block b2; block c2; block a3; block b3; dump; block c3; a7-b7; block d1; new; a7-b7"), @"
    > block b1; block c1; block a2; block b2; block c2; block a3; block b3; dump
    ===
      r X X - X X b
      X X X - X X X
      X X - - - X X
      - - - - - - -
      X X - - - X X
      X X X - X X X
      b X X - X X r
    ===
    > block c3
    * Draw.
    > a7-b7
    error: the game is over
     |
     | a7-b7
     | ^^^^^
     |
     = help: `new` begins another game
    > block d1; new; a7-b7
    * Blue moves g7-f6.
    ");
}

#[test]
fn twenty_five_jumps() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, &format!("manual blue; a7-b7; {}; board; g7-g5; dump; undo; g7-g6; undo; g7-e7", rounds(6, "g7-g5", "a7-a5"))), @"
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
    ===
    > undo; g7-g6; undo; g7-e7
    * Red wins.
    ");
}

#[test]
fn a_draw_by_jumps() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, &format!("manual blue; {}; board; a7-a5", rounds(6, "a7-a5", "g7-g5"))), @"
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
fn passes() {
    // Only Red has to pass, and Blue may not.
    assert_snapshot!(transcript(Dialect::SPRING_2022, &format!("manual blue; {POCKETS}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump; b7-a7; -; b1-a1; dump")), @"
    > manual blue; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump
    ===
      r r r X b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      - b b X r r r
    ===
    > b7-a7
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
fn undo_over_a_pass() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, &format!("manual blue; {POCKETS}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; pass; undo; board; -; b1-a1; undo; undo; undo; a1-a2; board")), @"
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
fn an_ai_passes() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, &format!("seed 1; manual blue; {POCKETS}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; auto red; board; undo")), @"
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
fn undo_over_the_end() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, "manual blue; g1-e3; a1-b3; a7-c5; b3-d4; undo; dump; b3-d4; undo; b3-c3"), @"
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
    ===
    > b3-d4
    * Blue wins.
    > undo; b3-c3
    ");
}

#[test]
fn one_ai() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, "seed 7; a7-b7; a7-a6; g1-f2; board; undo; board"), @"
    > seed 7; a7-b7
    * Blue moves a1-b2.
    > a7-a6
    * Blue moves b2-c3.
    > g1-f2
    * Blue moves g7-f6.
    > board
    7  r r - - - - b
    6  r - - - -[b]-
    5  - - - - - - -
    4  - - - - - - -
    3  - - b - - - -
    2  - b - - - r -
    1  b - - - - - r
       a b c d e f g
    red 5, blue 5; Red to move; no jumps in a row
    > undo; board
    7  r r - - - - b
    6  r - - - - - -
    5  - - - - - - -
    4  - - - - - - -
    3  - -[b]- - - -
    2  - b - - - - -
    1  b - - - - - r
       a b c d e f g
    red 4, blue 4; Red to move; no jumps in a row
    ");
}

#[test]
fn two_ais() {
    assert_snapshot!(transcript(Dialect::SPRING_2022, &format!("seed 7; {POCKETS}; auto red; dump")), @"
    > seed 7; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; auto red
    * Red moves g1-f1.
    * Blue moves a1-b1.
    * Red moves a7-b7.
    * Blue moves b1-c1.
    * Red moves f1-e1.
    * Blue moves g7-f7.
    * Red moves b7-c7.
    * Blue moves g7-e7.
    * Red moves -.
    * Blue moves f7-g7.
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
fn clear_against_new() {
    // After `new` Blue is still played by hand, after `clear` by an AI.
    assert_snapshot!(transcript(Dialect::SPRING_2022, "manual blue; block d4; a7-b7; new; dump; a7-b7; a1-b1; clear; seed 3; a7-b7; dump"), @"
    > manual blue; block d4; a7-b7; new; dump
    ===
      r - - - - - b
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    > a7-b7; a1-b1; clear; seed 3; a7-b7
    * Blue moves a1-b2.
    > dump
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
