//! Why something is refused: the reasons, one board for each.

use ataxx_core::board::{
    Bitboard, BlockError, Cell, Color, Ending, Game, IllegalMove, InvalidPosition, Move, Outcome,
    Position, Rules, Square,
};

fn sq(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::new(bytes[0] - b'a', bytes[1] - b'1').expect("a square")
}

fn set(names: &str) -> Bitboard {
    names.split_whitespace().map(sq).collect()
}

fn extend(to: &str) -> Move {
    Move::Extend { to: sq(to) }
}

fn jump(from: &str, to: &str) -> Move {
    Move::Jump {
        from: sq(from),
        to: sq(to),
    }
}

/// The start with a block on c7 and its reflections: c7, e7, c1, e1.
fn position() -> Position {
    let rules = Rules::BERKELEY_2016;
    Position::start()
        .with_block(sq("c7"), &rules)
        .expect("a free square")
}

#[test]
fn moves_that_are_refused() {
    let (red, blue) = (Cell::Piece(Color::Red), Cell::Piece(Color::Blue));
    let not_own = |name, found| IllegalMove::NotOwnPiece {
        square: sq(name),
        found,
    };
    let not_empty = |name, found| IllegalMove::NotEmpty {
        square: sq(name),
        found,
    };
    let out_of_reach = |from, to| IllegalMove::OutOfReach {
        from: sq(from),
        to: sq(to),
    };
    for (mv, expected) in [
        (jump("d4", "d6"), not_own("d4", Cell::Empty)),
        (jump("a1", "a3"), not_own("a1", blue)),
        (jump("c7", "a7"), not_own("c7", Cell::Block)),
        (jump("a7", "c7"), not_empty("c7", Cell::Block)),
        (jump("a7", "a7"), not_empty("a7", red)),
        (jump("a7", "g7"), not_empty("g7", blue)),
        (jump("a7", "a4"), out_of_reach("a7", "a4")),
        (jump("a7", "a6"), out_of_reach("a7", "a6")),
        (extend("e7"), not_empty("e7", Cell::Block)),
        (extend("g1"), not_empty("g1", red)),
        (extend("d4"), IllegalMove::NothingToExtend { to: sq("d4") }),
        (extend("a2"), IllegalMove::NothingToExtend { to: sq("a2") }),
        (Move::Pass, IllegalMove::CanMove),
    ] {
        let rules = Rules::BERKELEY_2016;
        assert_eq!(position().check(mv, &rules), Err(expected), "{mv:?}");
        assert_eq!(position().play(mv, &rules), Err(expected), "{mv:?}");
        if let Move::Jump { from, to } = mv
            && from.distance(to) != 1
        {
            let between = position().move_between(from, to, &rules);
            assert_eq!(between, Err(expected), "{mv:?}");
        }
    }
}

#[test]
fn after_the_end_every_move_is_refused_for_that() {
    let rules = Rules::BERKELEY_2016;
    let over = position().with_jumps(25);
    for mv in [
        extend("a6"),
        extend("d4"),
        jump("a7", "a5"),
        jump("d4", "d6"),
        Move::Pass,
    ] {
        assert_eq!(over.check(mv, &rules), Err(IllegalMove::GameOver));
    }
    let between = over.move_between(sq("a7"), sq("a6"), &rules);
    assert_eq!(between, Err(IllegalMove::GameOver));
}

#[test]
fn blocks_that_are_refused() {
    let rules = Rules::BERKELEY_2016;
    let mut game = Game::new(rules);
    game.play(jump("a7", "b5")).expect("legal");
    let known = game.clone();
    for corner in ["a1", "a7", "g1", "g7"] {
        assert_eq!(game.place_block(sq(corner)), Err(BlockError::Corner));
    }
    let square = sq("b5");
    for reflection in ["b3", "b5", "f3", "f5"] {
        let refused = game.place_block(sq(reflection));
        assert_eq!(refused, Err(BlockError::OnPiece { square }));
    }
    assert_eq!(game, known);
    let refused = Position::start().with_block(sq("d4"), &Rules::RELOADED);
    assert_eq!(refused, Err(BlockError::NotInTheseRules));
}

#[test]
fn a_block_set_has_one_two_or_four_squares() {
    for (square, expected) in [
        ("d4", "d4"),
        ("d6", "d2 d6"),
        ("b4", "b4 f4"),
        ("c6", "c2 e2 c6 e6"),
        ("e2", "c2 e2 c6 e6"),
    ] {
        assert_eq!(Position::block_set(sq(square)), set(expected));
    }
}

#[test]
fn a_square_holds_one_thing() {
    let square = sq("d4");
    for [red, blue, blocks] in [
        ["d4 a1", "d4", ""],
        ["d4 a1", "a2", "d4 a3"],
        ["a1", "d4 e5 a2", "d4 e5"],
    ] {
        let found = Position::new(set(red), set(blue), set(blocks), Color::Red);
        assert_eq!(found, Err(InvalidPosition { square }));
    }
}

#[test]
fn two_positions_that_differ_in_one_thing_are_not_equal() {
    let start = Position::start();
    assert_eq!(start, Position::default());
    assert_ne!(start, start.with_jumps(1));
    assert_ne!(start, start.with_plies(1));
    assert_ne!(start, start.with_turn(Color::Blue));
    assert_ne!(start, position());
}

/// The order of the reasons for an end shows where two of them hold.
#[test]
fn no_pieces_decides_before_anything_else() {
    let red_alone = Position::new(set("a1"), set(""), set(""), Color::Blue).expect("valid");
    for rules in [Rules::UAI, Rules::BERKELEY_2016, Rules::RELOADED] {
        let over = red_alone.with_jumps(200).with_plies(200).outcome(&rules);
        let expected = Outcome {
            winner: Some(Color::Red),
            ending: Ending::NoPieces,
        };
        assert_eq!(over, Some(expected));
    }
}
