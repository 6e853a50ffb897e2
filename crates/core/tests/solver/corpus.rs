//! Properties of the corpus that the solver is measured on.

#[path = "../../../../benches/corpus/mod.rs"]
mod generated;

use ataxx_core::board::{Bitboard, Color, Position, Rules, Square};
use generated::{Entry, MAX_EMPTY, entries, placement, quota};
use std::collections::HashMap;

const RULES: Rules = Rules::UAI;

fn how_many(wanted: impl Fn(&Position) -> bool) -> usize {
    let wanted = |entry: &&Entry| wanted(&entry.position);
    entries().iter().filter(wanted).count()
}

#[test]
fn every_phase_has_its_share() {
    let entries = entries();
    assert_eq!(entries.len(), 363);
    for empty in 0..=Square::COUNT {
        let here: Vec<&Entry> = entries.iter().filter(|one| one.empty() == empty).collect();
        assert_eq!(here.len(), quota(empty), "with {empty} empty squares");
        for (index, entry) in here.iter().enumerate() {
            assert_eq!(entry.id, format!("{empty:02}-{:02}", index + 1));
        }
    }
    assert!(entries.is_sorted_by(|one, next| one.empty() >= next.empty()));
    assert_eq!(entries[0].empty(), MAX_EMPTY);
}

#[test]
fn no_game_is_over() {
    for Entry { id, position } in entries() {
        assert_eq!(position.outcome(&RULES), None, "{id}");
        for color in Color::BOTH {
            assert!(!position.pieces(color).is_empty(), "{id}");
        }
    }
}

#[test]
fn blocks_lie_as_the_block_command_puts_them() {
    for Entry { id, position } in entries() {
        let sets = position.blocks().squares().map(Position::block_set);
        let all = sets.fold(Bitboard::EMPTY, |all, set| all | set);
        assert_eq!(all, position.blocks(), "{id}");
        assert!(!all.squares().any(Square::is_corner), "{id}");
    }
}

#[test]
fn no_two_positions_are_alike() {
    let mut seen = HashMap::new();
    for Entry { id, position } in entries() {
        if let Some(other) = seen.insert(placement(&position), id) {
            panic!("{id} is {other} again");
        }
    }
}

#[test]
fn every_kind_of_position_is_there() {
    let lead = |position: &Position| {
        let [red, blue] = Color::BOTH.map(|color| position.pieces(color).count());
        red.abs_diff(blue)
    };
    let blocks = how_many(|position| !position.blocks().is_empty());
    let late_with_blocks =
        how_many(|position| !position.blocks().is_empty() && position.empty().count() <= 8);
    let blue = how_many(|position| position.turn() == Color::Blue);
    let high_counts = how_many(|position| position.jumps() >= 40);
    let passes = how_many(|position| !position.can_move(position.turn(), &RULES));
    let level = how_many(|position| lead(position) <= 3);
    let one_sided = how_many(|position| lead(position) >= 12);
    assert!(blocks >= 120, "{blocks} with blocks");
    assert!(
        late_with_blocks >= 35,
        "{late_with_blocks} late with blocks"
    );
    assert!((150..=213).contains(&blue), "{blue} with Blue to move");
    assert!(high_counts >= 20, "{high_counts} with a high count");
    assert!(
        (10..=30).contains(&passes),
        "{passes} where a side must pass"
    );
    assert!(level >= 100, "{level} level ones");
    assert!(one_sided >= 30, "{one_sided} one-sided ones");
}

#[test]
fn positions_are_written_as_the_program_writes_them() {
    for Entry { id, position } in entries() {
        let line = format!("{position} ; id {id}");
        assert!(generated::TEXT.lines().any(|other| other == line), "{line}");
    }
}
