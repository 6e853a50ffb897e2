//! Two boards side by side as text.

use crate::tester::report::Boards;
use crate::tester::report::tone::Tone;
use ataxx_core::board::{Position, Square};
use ataxx_core::diagnostic::Look;
use ataxx_core::notation::dump_letter;

/// The width of a board with the numbers of its ranks.
const WIDTH: usize = 2 + 2 * 7 + 1;
const GAP: &str = "     ";

/// The boards as lines, and what the differences are.
pub fn lines(boards: &Boards, look: Look) -> Vec<String> {
    let expected = |square: Square| {
        if boards.open.contains(square) {
            '.'
        } else {
            dump_letter(boards.expected.cell(square))
        }
    };
    let actual = |square: Square| dump_letter(boards.actual.cell(square));
    let title = format!("{:<WIDTH$}{GAP}{}", "expected", "actual");
    let mut lines = vec![title];
    for number in (0..Square::SIDE).rev() {
        let left = rank(boards, number, expected, |text| {
            Tone::Good.paint(look, text)
        });
        let right = rank(boards, number, actual, |text| Tone::Bad.paint(look, text));
        lines.push(format!("{left}{GAP}{right}").trim_end().to_owned());
    }
    let files = "   a b c d e f g";
    lines.push(format!("{files:<WIDTH$}{GAP}{files}"));
    lines.extend(differences(boards));
    lines.extend(counters(boards));
    lines
}

/// A rank with the differing squares in brackets.
fn rank(
    boards: &Boards,
    number: u8,
    letter: impl Fn(Square) -> char,
    marked: impl Fn(&str) -> String,
) -> String {
    let mut line = format!("{} ", number + 1);
    let mut before = false;
    for square in (0..Square::SIDE).filter_map(|file| Square::new(file, number)) {
        let now = boards.differing.contains(square);
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

fn differences(boards: &Boards) -> Option<String> {
    const MOST: usize = 6;
    let mut parts: Vec<String> = boards.differences().take(MOST).collect();
    let more = (boards.differing.count() as usize).saturating_sub(MOST);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The difference where the squares are the same.
fn counters(boards: &Boards) -> Option<String> {
    if !boards.differing.is_empty() {
        return None;
    }
    let about =
        |position: &Position| format!("{} to move, {} jumps", position.turn(), position.jumps());
    let (expected, actual) = (about(&boards.expected), about(&boards.actual));
    (expected != actual).then(|| format!("expected {expected}; actual {actual}"))
}
