//! The moves and ends of a small board are those of the literal rules.

use super::board::{DRAW, LOSS, SmallBoard, Squares, WIN, Worth};
use super::{VerifyOptions, verify};
use crate::folder::TableFolder;
use crate::layers::{Board, LayerOptions, Settled};
use crate::tables::Tables;
use ataxx_core::board::{Color, Move, Rules, Square};
use ataxx_core::reference::{Cell, LiteralPosition};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::num::NonZeroUsize;

/// The position with these pieces in a corner of the large board, Red to move.
fn literal((files, ranks): (u8, u8), own: Squares, other: Squares) -> LiteralPosition {
    LiteralPosition::from_cells(Color::Red, |square| {
        if square.file() >= files || square.rank() >= ranks {
            return Cell::Block;
        }
        let number = square.rank() * files + square.file();
        match (own >> number & 1, other >> number & 1) {
            (1, _) => Cell::Red,
            (_, 1) => Cell::Blue,
            _ => Cell::Empty,
        }
    })
}

/// The pieces of the side to move, and those of the other.
fn pieces((files, ranks): (u8, u8), position: &LiteralPosition) -> (Squares, Squares) {
    let set = |cell| {
        let squares = Square::all().filter(|square| square.file() < files && square.rank() < ranks);
        squares
            .filter(|&square| position.cell(square) == cell)
            .fold(0, |set, square| {
                set | 1 << (square.rank() * files + square.file())
            })
    };
    let turn = position.turn;
    (set(Cell::piece(turn)), set(Cell::piece(!turn)))
}

fn worth(position: &LiteralPosition, rules: &Rules) -> Option<Worth> {
    let outcome = position.outcome(rules)?;
    Some(match outcome.winner {
        None => DRAW,
        Some(winner) if winner == position.turn => WIN,
        Some(_) => LOSS,
    })
}

fn compare(size: (u8, u8), text: &str) -> usize {
    let rules: Rules = text.parse().expect(text);
    let board = SmallBoard::new(size.0, size.1, &rules);
    let mut compared = 0;
    let squares = u32::from(size.0 * size.1);
    for number in 0..3_u32.pow(squares) {
        let digits = (0..squares).map(|square| number / 3_u32.pow(square) % 3);
        let (own, other) = (0..)
            .zip(digits)
            .fold((0, 0), |(own, other), (square, digit)| {
                let bit: Squares = 1 << square;
                match digit {
                    1 => (own | bit, other),
                    2 => (own, other | bit),
                    _ => (own, other),
                }
            });
        if own | other == 0 {
            continue;
        }
        let position = literal(size, own, other);
        let name = format!("{text}: {own:b} {other:b}");
        assert_eq!(board.end(own, other), worth(&position, &rules), "{name}");
        compared += 1;
        if position.outcome(&rules).is_some() {
            continue;
        }
        if let Some(limit) = rules.jump_limit {
            let jumps = limit.jumps.get().into();
            let at_limit = LiteralPosition { jumps, ..position };
            assert_eq!(
                Some(board.at_limit(own, other)),
                worth(&at_limit, &rules),
                "{name}"
            );
        }
        // A move is never a win here, so that all are looked at.
        let [mut extends, mut jumps] = [BTreeSet::new(), BTreeSet::new()];
        let add = |set: &mut BTreeSet<_>, pieces| {
            set.insert(pieces);
            Ok::<Worth, Infallible>(WIN)
        };
        let Ok(_) = board.best_extend(own, other, |own, other| add(&mut extends, (own, other)));
        let Ok(_) = board.best_jump(own, other, LOSS, |own, other| add(&mut jumps, (own, other)));
        let mut expected = [BTreeSet::new(), BTreeSet::new()];
        for mv in position.legal_moves(&rules) {
            let after = pieces(size, &position.play(mv, &rules).expect("legal"));
            match mv {
                Move::Extend { .. } => expected[0].insert(after),
                Move::Jump { .. } => expected[1].insert(after),
                Move::Pass => {
                    assert!(!board.can_move(own, other), "{name}");
                    continue;
                }
            };
            assert!(board.can_move(own, other), "{name}");
        }
        assert_eq!([extends, jumps], expected, "{name}");
    }
    compared
}

#[test]
fn moves_and_ends_are_those_of_the_literal_rules() {
    for text in [
        "uai",
        "2022",
        "uai,stuck=award",
        "2022,stuck=award,jumps=21",
        "2022,jumps=none",
        "uai,jump-limit=none,jumps=20+22",
    ] {
        assert_eq!(compare((4, 2), text), 6560);
        assert_eq!(compare((3, 3), text), 19_682);
    }
    // Here a side that is stuck can have as many pieces as the other.
    assert_eq!(compare((5, 2), "uai,stuck=award"), 59_048);
}

/// What the check says of a table of 3x3 in whose layer of five pieces the values with few jumps left are
/// those with more.
fn without_differences(text: &str, sample: Option<u64>) -> String {
    let rules: Rules = text.parse().expect(text);
    let folder = tempfile::tempdir().expect("a folder");
    let kept = TableFolder::of(folder.path(), 3, 3, &rules);
    kept.make().expect("a folder");
    let options = LayerOptions {
        threads: NonZeroUsize::MIN,
        all: true,
        proceed: &|_| true,
        folder: None,
    };
    let board = Board::of_size(3, 3, &rules).expect("small");
    board
        .settle_with(
            &options,
            &mut Settled::default(),
            Some(&mut |finished, counts| {
                if counts.pieces == 5 {
                    let differences = finished.differences.as_ref().expect("kept");
                    finished.differences = Some(differences.emptied());
                }
                kept.keep(finished, counts).expect("kept");
            }),
        )
        .expect("settled");
    let tables = Tables::open(folder.path()).expect("tables");
    let table = tables.tables().next().expect("one");
    let options = VerifyOptions {
        threads: NonZeroUsize::MIN,
        sample,
        proceed: &|_, _| true,
    };
    verify(table, &options)
        .expect_err("it is wrong")
        .to_string()
}

#[test]
fn a_wrong_value_with_few_jumps_left_is_found() {
    for text in ["2022", "uai", "uai,jump-limit=4"] {
        for sample in [None, Some(3000)] {
            let error = without_differences(text, sample);
            assert!(error.contains("05.layer`: "), "{error}");
            assert!(error.contains(" left, and "), "{error}");
        }
    }
}
