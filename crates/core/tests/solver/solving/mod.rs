//! Shared by the tests of the solver: an exhaustive solver with the literal rules,
//! generators of positions, and a tally of what occurred.
#![allow(dead_code)] // each test file uses a part

pub mod check;
pub mod corpus;
pub mod exhaustive;
pub mod positions;
pub mod rules;
pub mod tally;
#[path = "../../twins/mod.rs"]
pub mod twins;

use ataxx_core::board::{Bitboard, Color, Position, Rules, Square};
use std::fmt;
use std::ops::Div;

/// How many of these cases are tried: a quarter, and all with `make check-more`.
#[allow(clippy::disallowed_methods)] // a test
pub fn portion<N: From<u8> + Div<Output = N>>(cases: N) -> N {
    if std::env::var_os("ATAXX_ALL_CASES").is_some() {
        cases
    } else {
        cases / 4.into()
    }
}

/// A position from rows 7 to 1 as in a dump: `r`, `b`, `-`
/// and `X`, rows separated by blanks.
pub fn position(rows: &str, turn: Color, jumps: u16) -> Position {
    let rows: Vec<&str> = rows.split(' ').collect();
    assert_eq!(rows.len(), 7, "{rows:?}");
    let of = |wanted| -> Bitboard {
        Square::all()
            .filter(|square| {
                let row = rows[6 - usize::from(square.rank())].as_bytes();
                assert_eq!(row.len(), 7, "{rows:?}");
                row[usize::from(square.file())] == wanted
            })
            .collect()
    };
    Position::new(of(b'r'), of(b'b'), of(b'X'), turn)
        .expect("a square has one letter")
        .with_jumps(jumps)
}

/// A position with its rules as text, for failure messages.
pub struct Case<'a> {
    pub position: &'a Position,
    pub name: &'a str,
    pub rules: &'a Rules,
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        let row = |rank: u8| -> String {
            Square::all()
                .filter(|square| square.rank() == rank)
                .map(|square| {
                    if position.pieces(Color::Red).contains(square) {
                        'r'
                    } else if position.pieces(Color::Blue).contains(square) {
                        'b'
                    } else if position.blocks().contains(square) {
                        'X'
                    } else {
                        '-'
                    }
                })
                .collect()
        };
        let rows: Vec<String> = (0..Square::SIDE).rev().map(row).collect();
        let rules = self.rules;
        write!(
            f,
            "\"{}\", {:?} to move, jumps {}, plies {}; {}: jumps {:?} by {:?}, pass adds {}, {:?}, plies {:?}",
            rows.join(" "),
            position.turn(),
            position.jumps(),
            position.plies(),
            self.name,
            rules.jump_limit,
            rules.jump_vectors().iter().collect::<Vec<_>>(),
            rules.pass_adds_to_count,
            rules.stuck,
            rules.ply_limit,
        )
    }
}
