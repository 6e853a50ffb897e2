//! Leaf counts against published and specified figures.

use ataxx::board::{Game, Position, Rules, Square, perft};

fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    Square::new(bytes[0] - b'a', bytes[1] - b'1').expect("a square")
}

fn counts(position: &Position, rules: &Rules, counting: perft::Counting, depth: u32) -> Vec<u64> {
    (1..=depth)
        .map(|depth| perft::plain(position, depth, rules, counting))
        .collect()
}

fn start_with_blocks(blocks: &[&str]) -> Position {
    let mut game = Game::new(Rules::UAI);
    for block in blocks {
        game.place_block(square(block)).expect("a free square");
    }
    *game.position()
}

#[test]
fn start_position() {
    let expected = [16, 256, 6460, 155_888];
    for rules in [Rules::UAI, Rules::BERKELEY_2016, Rules::BERKELEY_2008] {
        let found = counts(
            &Position::start(),
            &rules,
            perft::Counting::ByDestination,
            4,
        );
        assert_eq!(found, expected);
    }
}

#[test]
fn blocks() {
    let found = counts(
        &start_with_blocks(&["b2", "c3", "c4"]),
        &Rules::UAI,
        perft::Counting::ByDestination,
        4,
    );
    assert_eq!(found, [12, 144, 2600, 45234]);
    let found = counts(
        &start_with_blocks(&["d4"]),
        &Rules::UAI,
        perft::Counting::ByDestination,
        4,
    );
    assert_eq!(found, [16, 256, 6332, 150_152]);
}

#[test]
fn every_origin() {
    let found = counts(
        &Position::start(),
        &Rules::UAI,
        perft::Counting::ByOrigin,
        4,
    );
    assert_eq!(found, [16, 256, 6652, 165_656]);
}

#[test]
fn reloaded() {
    let found = counts(
        &Position::start(),
        &Rules::RELOADED,
        perft::Counting::ByDestination,
        4,
    );
    assert_eq!(found, [16, 252, 5360, 111_072]);
}
