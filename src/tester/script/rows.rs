//! Boards in scripts, row by row.

use super::action::Action;
pub(super) use super::harness::FRAME;
use super::harness::{Heard, Kind};
use super::play::Play;
use crate::tester::report::Boards;
use crate::tester::syntax::Grid;
use ataxx_core::board::Position;
use ataxx_core::notation::Dump;
use std::time::{Duration, Instant};

/// The number of lines of a dump, with its frame.
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

impl Play<'_, '_> {
    /// The board that this line and those around it expect, beside the one that was printed,
    /// if they differ. Reads the board to its end.
    pub fn compare_rows(&mut self, heard: &Heard) -> Option<Boards> {
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
        Grid::exactly(&expected).compare(&board(rows.iter().map(String::as_str))?)
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
