//! Boards that stand in scripts row by row.

use super::action::Action;
pub(super) use super::harness::FRAME;
use super::harness::{Heard, Kind, same_board};
use super::play::Play;
use crate::board::{Bitboard, Position, Square};
use crate::notation::Dump;
use crate::tester::report::Comparison;
use std::time::{Duration, Instant};

/// So many lines a dump has, with its frame.
pub(super) const LINES: usize = 9;

/// The board that these lines show, frame and all.
pub(super) fn board<'t>(lines: impl IntoIterator<Item = &'t str>) -> Option<Position> {
    let lines: Vec<&str> = lines.into_iter().map(str::trim).collect();
    let framed =
        lines.len() == LINES && lines.first() == Some(&FRAME) && lines.last() == Some(&FRAME);
    if !framed {
        return None;
    }
    lines
        .join("\n")
        .parse::<Dump>()
        .ok()
        .map(|Dump(position)| position)
}

/// Two boards side by side, if they differ.
pub(super) fn compare(expected: Position, actual: Position) -> Option<Comparison> {
    if same_board(&expected, &actual) {
        return None;
    }
    let differs = |square| expected.cell(square) != actual.cell(square);
    let differing = Square::all()
        .filter(|&square| differs(square))
        .fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square));
    Some(Comparison::Boards {
        expected: Box::new(expected),
        constrained: Bitboard::FULL,
        actual: Box::new(actual),
        differing,
    })
}

/// More squares than this are not named.
const NAMED: usize = 6;

/// The squares of a comparison that differ, in words.
pub(super) fn differing(comparison: &Comparison) -> Option<String> {
    let Comparison::Boards { differing, .. } = comparison else {
        return None;
    };
    let names: Vec<String> = differing
        .squares()
        .map(|square| square.to_string())
        .collect();
    Some(match names.len() {
        1 => format!("the board differs on {}", names[0]),
        2..=NAMED => format!("the board differs on {}", names.join(", ")),
        number => format!("the board differs on {number} squares"),
    })
}

impl Play<'_, '_> {
    /// The board that this line and those around it expect, beside the one that was printed,
    /// if they differ. Reads the board to its end.
    pub fn compare_rows(&mut self, heard: &Heard) -> Option<Comparison> {
        let expected = self.rows_around()?;
        let rows = match &heard.kind {
            Kind::Board(rows) => rows.clone(),
            _ => loop {
                let deadline = Instant::now() + Duration::from_secs(1);
                let heard = self.program.hear(self.index, deadline).ok()?;
                if let Kind::Board(rows) = heard.kind {
                    break rows;
                }
            },
        };
        compare(expected, board(rows.iter().map(String::as_str))?)
    }

    /// The board that the lines around this one expect.
    fn rows_around(&self) -> Option<Position> {
        let line = |index: usize| match &self.part.lines.get(index)?.action {
            Action::Line(text) => Some(text.as_str()),
            _ => None,
        };
        // Which frame is the first of a board is seen by what follows.
        let earliest = self.index.saturating_sub(LINES - 1);
        (earliest..=self.index).rev().find_map(|start| {
            let lines: Option<Vec<&str>> = (start..start + LINES).map(line).collect();
            board(lines?)
        })
    }
}
