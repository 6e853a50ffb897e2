//! The types of the board are written as JSON and read back.

use crate::notation::{games, positions};
use ataxx_core::board::{
    Bitboard, Cell, Color, Ending, Move, Outcome, PlayedMove, Position, Rules, Square,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};
use std::fmt::Debug;

/// Checks that a value is written as this JSON, and read back from it.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: Value) {
    assert_eq!(to_value(value).expect("JSON"), expected);
    assert_eq!(&from_value::<T>(expected).expect("a value"), value);
}

fn error<T: DeserializeOwned + Debug>(json: Value) -> String {
    from_value::<T>(json).expect_err("no value").to_string()
}

#[test]
fn types_with_a_text_form_are_strings() {
    check(&Square::B7, json!("b7"));
    check(&Color::Blue, json!("Blue"));
    check(&Move::Pass, json!("0000"));
    check(&Move::Extend { to: Square::B7 }, json!("b7"));
    let (from, to) = (Square::A7, Square::C5);
    check(&Move::Jump { from, to }, json!("a7c5"));
    let mut rules = Rules::UAI;
    rules.blocks = false;
    check(&rules, json!("uai,blocks=no"));
}

#[test]
fn positions_keep_the_side_to_move_and_both_counters() {
    check(&Position::start(), json!("x5o/7/7/7/7/7/o5x x 0 1"));
    let position = Position::start().with_turn(Color::Blue).with_jumps(7);
    check(&position.with_plies(5), json!("x5o/7/7/7/7/7/o5x o 7 3"));
}

#[test]
fn sets_are_lists_and_the_rest_has_named_fields() {
    let set = Bitboard::from_iter([Square::G7, Square::A1]);
    check(&set, json!(["a1", "g7"]));
    check(&Bitboard::EMPTY, json!([]));
    check(&Cell::Block, json!("block"));
    check(&Cell::Piece(Color::Red), json!({ "piece": "Red" }));
    let outcome = Outcome {
        winner: None,
        ending: Ending::JumpLimit,
    };
    check(&outcome, json!({ "winner": null, "ending": "jump-limit" }));
    let played = PlayedMove {
        mv: Move::Extend { to: Square::B7 },
        from: Some(Square::A7),
    };
    check(&played, json!({ "mv": "b7", "from": "a7" }));
}

#[test]
fn errors_are_those_of_the_text_form() {
    assert_eq!(
        error::<Square>(json!("h1")),
        "`h1` is not a square: files run from a to g"
    );
    assert_eq!(
        error::<Position>(json!("x5o/7 x")),
        "expected `/` and rank 5, found `x`"
    );
    assert_eq!(
        error::<Bitboard>(json!(["a1", "a8"])),
        "`a8` is not a square: ranks run from 1 to 7"
    );
    assert!(error::<Color>(json!(1)).starts_with("invalid type: integer `1`"));
}

proptest! {
    #[test]
    fn positions_are_read_back(position in positions()) {
        let json = to_value(position).expect("JSON");
        prop_assert_eq!(from_value::<Position>(json).expect("a position"), position);
    }

    #[test]
    fn games_are_read_back((rules, game) in games()) {
        let json = to_value(rules).expect("JSON");
        let read: Rules = from_value(json).expect("rules");
        prop_assert_eq!(read, rules);
        prop_assert_eq!(read.base_name(), rules.base_name());
        for played in game.moves() {
            let json = to_value(played).expect("JSON");
            prop_assert_eq!(from_value::<PlayedMove>(json).expect("a move"), played);
        }
        let json = to_value(game.outcome()).expect("JSON");
        prop_assert_eq!(from_value::<Option<Outcome>>(json).expect("an outcome"), game.outcome());
    }
}
