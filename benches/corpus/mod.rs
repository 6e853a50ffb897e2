//! The positions that the solver is measured on: [`TEXT`], and how to read it.
#![allow(dead_code)] // each program that shares this file uses a part

use ataxx_core::board::{Position, Rules, Symmetry};
use ataxx_core::notation::read_position;
use ataxx_core::solver::{Plies, Verdict};

/// The corpus, a position a line as `--batch` reads it.
pub const TEXT: &str = include_str!("positions.fen");

/// How many positions there are with so many empty squares.
pub const fn quota(empty: usize) -> usize {
    match empty {
        1..=8 => 13,
        9..=MOST_EMPTY => 7,
        _ => 0,
    }
}

/// As many empty squares as the start position has.
pub const MOST_EMPTY: usize = 45;

/// A position of the corpus.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub id: &'static str,
    pub position: Position,
}

impl Entry {
    pub fn empty(&self) -> usize {
        self.position.empty().squares().count()
    }
}

/// All positions, in the order of the file.
///
/// # Panics
///
/// When a line is not a position and an id: the file is part of the program.
pub fn entries() -> Vec<Entry> {
    let lines = TEXT.lines().map(bare).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (fen, id) = line.split_once(" ; id ").expect("a position and an id");
            let position = read_position(fen).expect("a position");
            Entry { id, position }
        })
        .collect()
}

/// What stands where, from the view of the side to move: the same for any two
/// positions that a rotation, a reflection or other colours make alike. The
/// counters do not matter.
pub fn placement(position: &Position) -> [u64; 3] {
    Symmetry::all()
        .map(|symmetry| {
            let image = symmetry.position(position);
            let [own, other] = [image.turn(), !image.turn()].map(|side| image.pieces(side));
            [own, other, image.blocks()].map(ataxx_core::board::Bitboard::bits)
        })
        .min()
        .expect("eight images")
}

/// The corpus of proved values, for anybody's solver.
pub const SOLVED: &str = include_str!("../../docs/corpus/solved.epd");

/// A position with its proved value.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    pub entry: Entry,
    pub rules: Rules,
    /// For the side to move, with the distance of a win or loss.
    pub verdict: Verdict,
}

/// The positions with proved values, in the order of the file.
///
/// # Panics
///
/// When a line is not as the file says.
pub fn solved() -> Vec<Solved> {
    let lines = SOLVED.lines().map(bare).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let (fen, operations) = line.split_once("; ").expect("operations");
            let operation = |name: &str| {
                let mut all = operations.split("; ");
                all.find_map(|one| one.strip_prefix(name)?.strip_prefix(' '))
            };
            let distance = operation("distance").map(|plies| Plies(plies.parse().expect("plies")));
            let verdict = match (operation("value"), distance) {
                (Some("win"), Some(_)) => Verdict::Win(distance),
                (Some("loss"), Some(_)) => Verdict::Loss(distance),
                (Some("draw"), None) => Verdict::Draw,
                _ => panic!("no value: {line}"),
            };
            let rules = operation("rules").expect("rules");
            Solved {
                entry: Entry {
                    id: operation("id").expect("an id"),
                    position: fen.parse().expect("a position"),
                },
                rules: rules.parse().expect("rules"),
                verdict,
            }
        })
        .collect()
}

/// A line without its comment.
fn bare(line: &'static str) -> &'static str {
    line.split('#').next().unwrap_or_default().trim()
}
