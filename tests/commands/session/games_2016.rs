//! Whole games in the Fall 2016 dialect.

use super::transcript::{WIDE_POCKETS, rounds, transcript};
use ataxx_session::Dialect;
use insta::assert_snapshot;

#[test]
fn by_hand() {
    assert_snapshot!(transcript(Dialect::FALL_2016, "manual blue; start; a7-b7; a1-a2; a7-a6; a2-a3; a6-a5; a3-a4; dump"), @"
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
fn elimination() {
    assert_snapshot!(transcript(Dialect::FALL_2016, "manual blue; start; g1-e2; g7-e5; a7-c5; a1-c3; c5-d4; dump; c5-c6; undo; c5-c6"), @"
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
    ===
    > c5-c6
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
fn a_full_board() {
    assert_snapshot!(transcript(Dialect::FALL_2016, "manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; start; g1-f1; g7-f7; f1-d3; a1-b1; a7-b7; f7-d5; d3-f4; d5-c4; g1-f1; c4-d3; f4-e4; c4-b4; d3-d4; g7-f7; f4-g4; dump; b4-a4; dump"), @"
    > manual blue; block c1; block d1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; start; g1-f1; g7-f7; f1-d3; a1-b1; a7-b7; f7-d5; d3-f4; d5-c4; g1-f1; c4-d3; f4-e4; c4-b4; d3-d4; g7-f7; f4-g4; dump
    ===
      r r X X X b b
      X X X X X X X
      X X X r X X X
      - b r r r r r
      X X X r X X X
      X X X X X X X
      b b X X X r r
    ===
    > b4-a4
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
fn blocked_sides_and_passes() {
    assert_snapshot!(transcript(Dialect::FALL_2016, &format!("manual blue; {WIDE_POCKETS}; start; g1-f1; g7-f7; f1-d1; a1-b1; a7-b7; f7-d7; g1-f1; d7-f7; b7-d7; -; dump; a7-b7; dump")), @"
    > manual blue; block c1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; start; g1-f1; g7-f7; f1-d1; a1-b1; a7-b7; f7-d7; g1-f1; d7-f7; b7-d7; -; dump
    ===
      r - X r X b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b X r X r r
    ===
    > a7-b7
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
fn twenty_five_jumps() {
    assert_snapshot!(transcript(Dialect::FALL_2016, &format!("manual blue; start; a7-b7; {}; g7-g5", rounds(6, "g7-g5", "a7-a5"))), @"
    > manual blue; start; a7-b7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5
    Red wins.
    ");
}

#[test]
fn set_up_then_start() {
    // Set-up moves are for both sides; what belongs to set-up is refused later.
    assert_snapshot!(transcript(Dialect::FALL_2016, "manual blue; block d4; seed 1; a7-b7; a1-b1; block c3; undo; start; g1-g2; a1-a2; manual red; block c4; seed 1; dump; clear; dump"), @"
    > manual blue; block d4; seed 1; a7-b7; a1-b1; block c3; undo; start; g1-g2
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
     = help: `clear` abandons the game and returns to set-up
    > block c4
    error: `block` belongs to the set-up state; this is the playing state
     |
     | block c4
     | ^^^^^
     |
     = help: `clear` abandons the game and returns to set-up
    > seed 1
    error: `seed` belongs to the set-up state; this is the playing state
     |
     | seed 1
     | ^^^^
     |
     = help: `clear` abandons the game and returns to set-up
    > dump
    ===
      r r - - - - b
      - - - - - - -
      - - - - - - -
      - - - X - - -
      - - - - - - -
      b - - - - - -
      b - - - - - r
    ===
    > clear; dump
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
fn a_game_won_in_set_up() {
    assert_snapshot!(transcript(Dialect::FALL_2016, "g1-e3; a1-b3; a7-c5; b3-d4; dump; b3-b4; start; start; undo; undo; dump"), @"
    > g1-e3; a1-b3; a7-c5; b3-d4; dump
    ===
      - - - - - - b
      - - - - - - -
      - - b - - - -
      - - - b - - -
      - - - - b - -
      - - - - - - -
      - - - - - - -
    ===
    > b3-b4
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
fn set_up_jumps_count() {
    assert_snapshot!(transcript(Dialect::FALL_2016, &format!("manual blue; a7-b7; {}; start; g7-g5", rounds(6, "g7-g5", "a7-a5"))), @"
    > manual blue; a7-b7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; g7-g5; a7-a5; g5-g7; a5-a7; start; g7-g5
    Red wins.
    ");
}

#[test]
fn one_ai() {
    assert_snapshot!(transcript(Dialect::FALL_2016, "seed 5; manual blue; auto red; start; a1-b1; dump"), @"
    > seed 5; manual blue; auto red; start
    Red moves a7-b6.
    > a1-b1
    Red moves b6-c5.
    > dump
    ===
      r - - - - - b
      - r - - - - -
      - - r - - - -
      - - - - - - -
      - - - - - - -
      - - - - - - -
      b b - - - - r
    ===
    ");
}

#[test]
fn two_ais() {
    assert_snapshot!(transcript(Dialect::FALL_2016, &format!("seed 5; auto red; {WIDE_POCKETS}; start; dump; clear; dump")), @"
    > seed 5; auto red; block c1; block a2; block b2; block c2; block d2; block a3; block b3; block c3; block d3; start
    Red moves a7-b7.
    Blue moves g7-f7.
    Red moves b7-d7.
    Blue moves a1-b1.
    Red moves a7-b7.
    Blue moves b1-d1.
    Red moves g1-f1.
    Blue moves a1-b1.
    Draw.
    > dump
    ===
      r r X r X b b
      X X X X X X X
      X X X X X X X
      - - - - - - -
      X X X X X X X
      X X X X X X X
      b b X b X r r
    ===
    > clear; dump
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
