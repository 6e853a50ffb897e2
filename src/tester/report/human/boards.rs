//! Two boards side by side, with the differences marked.

use super::paint::{Paint, Tone};
use crate::board::{Bitboard, Cell, Color, Position, Square};

/// Two boards to compare.
#[derive(Clone, Copy)]
pub struct Boards<'a> {
    pub expected: &'a Position,
    /// The squares about which something was expected.
    pub constrained: Bitboard,
    pub actual: &'a Position,
    pub differing: Bitboard,
}

/// How wide a board is with the numbers of its ranks.
const WIDTH: usize = 2 + 2 * 7 + 1;
const GAP: &str = "     ";

impl Boards<'_> {
    /// The boards as lines, and what the differences are.
    pub fn lines(self, paint: Paint) -> Vec<String> {
        let expected = |square: Square| {
            if self.constrained.contains(square) {
                letter(self.expected.cell(square))
            } else {
                '.'
            }
        };
        let actual = |square: Square| letter(self.actual.cell(square));
        let title = format!("{:<WIDTH$}{GAP}{}", "expected", "actual");
        let mut lines = vec![title];
        for rank in (0..Square::SIDE).rev() {
            let left = self.rank(rank, expected, |text| paint.with(Tone::Good, text));
            let right = self.rank(rank, actual, |text| paint.with(Tone::Bad, text));
            lines.push(format!("{left}{GAP}{right}").trim_end().to_owned());
        }
        let files = "   a b c d e f g";
        lines.push(format!("{files:<WIDTH$}{GAP}{files}"));
        lines.extend(self.differences());
        lines.extend(self.counters());
        lines
    }

    /// A rank with the differing squares in brackets.
    fn rank(
        self,
        rank: u8,
        letter: impl Fn(Square) -> char,
        marked: impl Fn(&str) -> String,
    ) -> String {
        let mut line = format!("{} ", rank + 1);
        let mut before = false;
        for square in (0..Square::SIDE).filter_map(|file| Square::new(file, rank)) {
            let now = self.differing.contains(square);
            // Neighbours share what stands between them.
            line.push(match (before, now) {
                (true, true) => '|',
                (true, false) => ']',
                (false, true) => '[',
                (false, false) => ' ',
            });
            let text = letter(square).to_string();
            line += &if now { marked(&text) } else { text };
            before = now;
        }
        line.push(if before { ']' } else { ' ' });
        line
    }

    fn differences(self) -> Option<String> {
        const MOST: usize = 6;
        let mut parts: Vec<String> = self
            .differing
            .squares()
            .take(MOST)
            .map(|square| {
                let name = |position: &Position| in_words(position.cell(square));
                let (expected, actual) = (name(self.expected), name(self.actual));
                format!("{square} is {actual}, not {expected}")
            })
            .collect();
        let more = (self.differing.count() as usize).saturating_sub(MOST);
        if more > 0 {
            parts.push(format!("and {more} more"));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// Where the boards are the same, the difference may be elsewhere.
    fn counters(self) -> Option<String> {
        if !self.differing.is_empty() {
            return None;
        }
        let about = |position: &Position| {
            format!("{} to move, {} jumps", position.turn(), position.jumps())
        };
        let (expected, actual) = (about(self.expected), about(self.actual));
        (expected != actual).then(|| format!("expected {expected}; actual {actual}"))
    }
}

const fn letter(cell: Cell) -> char {
    match cell {
        Cell::Empty => '-',
        Cell::Piece(Color::Red) => 'r',
        Cell::Piece(Color::Blue) => 'b',
        Cell::Block => 'X',
    }
}

pub const fn in_words(cell: Cell) -> &'static str {
    match cell {
        Cell::Empty => "empty",
        Cell::Piece(Color::Red) => "red",
        Cell::Piece(Color::Blue) => "blue",
        Cell::Block => "blocked",
    }
}
