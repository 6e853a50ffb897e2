//! Whole games in the Fall 2008 dialect.

use super::transcript::{POCKETS_2008, rounds, transcript};
use ataxx_session::Dialect;
use insta::assert_snapshot;

#[test]
fn one_ai() {
    assert_snapshot!(transcript(Dialect::FALL_2008, "seed 2; start; a7-b7; a7-a6; dump; undo; dump"), @"
    > seed 2; start; a7-b7
    Blue moves g7-f6.
    > a7-a6
    Blue moves f6-e5.
    > dump
    ===
      r r - - - - b
      r - - - - b -
      - - - - b - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    > undo; dump
    ===
      r r - - - - b
      - - - - - b -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
fn the_user_plays_blue() {
    assert_snapshot!(transcript(Dialect::FALL_2008, "seed 2; color blue; start; a1-a2; dump"), @"
    > seed 2; color blue; start
    Red moves a7-b6.
    > a1-a2
    Red moves b6-a6.
    > dump
    ===
      r - - - - - b
      r r - - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b - - - - - -
      b - - - - - r
    ===
    ");
}

#[test]
#[allow(clippy::too_many_lines)] // of a whole game
fn two_ais() {
    assert_snapshot!(transcript(Dialect::FALL_2008, "seed 2; auto; blocks agf5bch6; start; dump"), @"
    > seed 2; auto; blocks agf5bch6; start
    Red moves g1-e1.
    Blue moves g7-e7.
    Red moves e1-f1.
    Blue moves e7-f7.
    Red moves f1-g1.
    Blue moves f7-g7.
    Red moves e1-c1.
    Blue moves a1-b1.
    Red moves f1-d1.
    Blue moves e7-c7.
    Red moves a7-b7.
    Blue moves f7-d7.
    Red moves g1-f1.
    Blue moves g7-f7.
    Red moves d1-e1.
    Blue moves g7-e7.
    Red passes.
    Blue moves f7-g7.
    Draw.
    > dump
    ===
      r r b b b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b r r r r r
    ===
    ");
}

#[test]
fn passes() {
    // The AI begins with a pass.
    assert_snapshot!(transcript(Dialect::FALL_2008, &format!("seed 1; auto; color blue; {POCKETS_2008}; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump; start; dump")), @"
    > seed 1; auto; color blue; blocks 4agf5bch6; a7-b7; g7-f7; b7-c7; f7-e7; g1-f1; a1-b1; f1-e1; a1-c1; dump
    ===
      r r r X b b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      - b b X r r r
    ===
    > start
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
fn elimination_in_set_up() {
    assert_snapshot!(transcript(Dialect::FALL_2008, "g1-e3; g7-e6; a7-c5; e6-d4; start; dump; a7-a6; undo; dump"), @"
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
    ===
    > a7-a6
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
fn a_full_board() {
    assert_snapshot!(transcript(Dialect::FALL_2008, "blocks 4agf5bche; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; c4-a4; g1-f1; a4-b4; e4-f4; g7-f7; d3-d4; b4-c4; a7-b7; -; f4-g4; dump; start"), @"
    > blocks 4agf5bche; g1-f1; g7-f7; f1-d3; a1-b1; d3-c4; f7-d5; d3-e4; c4-a4; g1-f1; a4-b4; e4-f4; g7-f7; d3-d4; b4-c4; a7-b7; -; f4-g4; dump
    ===
      r r X X X b b
      X X X X X X X
      X X X b X X X
      b b b b r r r
      X X X b X X X
      X X X X X X X
      b b X X X r r
    ===
    > start
    Blue wins.
    ");
}

#[test]
fn forty_five_jumps() {
    assert_snapshot!(transcript(Dialect::FALL_2008, &format!("a7-b7; {}; board; g7-g5; start; undo; dump", rounds(11, "g7-g5", "a7-a5"))), @"
    > a7-b7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; board
    7 [r]r - - - - b
    6  - - - - - - -
    5 (-)- - - - - -
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 3, blue 2; Blue to move; 44 jumps in a row
    > g7-g5; start
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
fn a_draw_by_jumps() {
    assert_snapshot!(transcript(Dialect::FALL_2008, &format!("{}; start; board; a7-a5", rounds(11, "a7-a5", "g7-g5"))), @"
    > a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; a7-a5; g7-g5; a5-a7; g5-g7; start; board
    7  r - - - - -[b]
    6  - - - - - - -
    5  - - - - - -(-)
    4  - - - - - - -
    3  - - - - - - -
    2  - - - - - - -
    1  b - - - - - r
       a b c d e f g
    red 2, blue 2; Red to move; 44 jumps in a row
    > a7-a5
    Draw.
    ");
}

#[test]
fn blocks_after_set_up_moves() {
    // A repeat does no harm; taking the move back takes later blocks with it.
    assert_snapshot!(transcript(Dialect::FALL_2008, "a7-b7; blocks 12; blocks 1; dump; blocks d; blocks z; blocks; undo; dump"), @"
    > a7-b7; blocks 12; blocks 1; dump
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      X X - - - X X
      - - - - - - -
      - - - - - - -
      b - - - - - r
    ===
    > blocks d
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
fn clear() {
    assert_snapshot!(transcript(Dialect::FALL_2008, "color blue; auto; blocks a; a7-b7; clear; seed 1; start; a7-b7; dump"), @"
    > color blue; auto; blocks a; a7-b7; clear; seed 1; start; a7-b7
    Blue moves a1-b2.
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

#[test]
fn remote_play() {
    assert_snapshot!(transcript(Dialect::FALL_2008, "host tea; join tea@localhost; dump"), @"
    > host tea
    error: remote play is not available here
     |
     | host tea
     | ^^^^
    > join tea@localhost
    error: remote play is not available here
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
