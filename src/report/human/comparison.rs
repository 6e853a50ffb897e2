//! Comparisons as text.

use crate::report::display_text::{Tone, readable};
use crate::report::{Boards, Comparison};
use ataxx_core::board::{Position, Square};
use ataxx_core::diagnostic::Look;
use ataxx_core::notation::dump_letter;
use similar::{ChangeTag, TextDiff};
use std::time::Duration;

/// A comparison as lines.
pub fn lines(comparison: &Comparison, look: Look) -> Vec<String> {
    match comparison {
        Comparison::Values {
            what,
            expected,
            actual,
        } => values(what, expected, actual, look),
        Comparison::Texts { expected, actual } => texts(expected, actual, look),
        Comparison::Boards(compared) => boards(compared, look),
        Comparison::Sets {
            what,
            missing,
            surplus,
            common,
        } => sets(what, missing, surplus, *common, look),
    }
}

fn values(what: &str, expected: &str, actual: &str, look: Look) -> Vec<String> {
    let mut lines = vec![format!("{}:", readable(what))];
    for (name, text, tone) in [
        ("expected", expected, Tone::Good),
        ("actual", actual, Tone::Bad),
    ] {
        let mut name = name;
        for line in text.split('\n') {
            lines.push(format!("  {name:<10}{}", tone.paint(look, &readable(line))));
            name = "";
        }
    }
    lines.extend(first_difference(expected, actual));
    lines
}

/// A caret under the first letter that differs, unless the texts are short.
fn first_difference(expected: &str, actual: &str) -> Option<String> {
    const OBVIOUS: usize = 4;
    if expected.contains('\n') || actual.contains('\n') {
        return None;
    }
    let pairs = expected.chars().zip(actual.chars());
    let equal = pairs.take_while(|(one, other)| one == other).count();
    let (shown, tabs) = (readable(actual), actual.contains('\t'));
    (equal > OBVIOUS && equal <= shown.chars().count() && !tabs)
        .then(|| format!("  {}^", " ".repeat(10 + equal)))
}

fn texts(expected: &str, actual: &str, look: Look) -> Vec<String> {
    let [wanted, there] = [(Tone::Good, "- expected"), (Tone::Bad, "+ actual")]
        .map(|(tone, words)| tone.paint(look, words));
    let painted = |line: String| match line.as_bytes().first() {
        Some(b'-') => Tone::Good.paint(look, &line),
        Some(b'+') => Tone::Bad.paint(look, &line),
        _ => line,
    };
    let mut lines = vec![format!("{wanted}, {there}:")];
    lines.extend(diff(expected, actual).into_iter().map(painted));
    lines
}

/// All places where two texts differ, line by line: `- ` begins what was expected, `+ `
/// what there is, and two blanks what both have.
pub fn diff(expected: &str, actual: &str) -> Vec<String> {
    const AROUND: usize = 3;
    /// The time limit of the search for a minimal difference.
    const PATIENCE: Duration = Duration::from_secs(2);
    let mut lines = Vec::new();
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(expected, actual);
    for (number, hunk) in diff.grouped_ops(AROUND).iter().enumerate() {
        if number > 0 {
            lines.push("  …".to_owned());
        }
        for change in hunk.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = change.value();
            let line = text.strip_suffix('\n').unwrap_or(text);
            lines.push(match change.tag() {
                ChangeTag::Equal => format!("  {}", readable(line)).trim_end().to_owned(),
                ChangeTag::Delete => format!("- {}", exact(line)),
                ChangeTag::Insert => format!("+ {}", exact(line)),
            });
        }
    }
    if lines.is_empty() {
        lines.push("  they differ in the line end at the very end alone".to_owned());
    }
    lines
}

/// A line with blanks at its end made visible.
fn exact(line: &str) -> String {
    let (line, returns) = match line.strip_suffix('\r') {
        Some(line) => (line, "␍"),
        None => (line, ""),
    };
    let bare = line.trim_end_matches([' ', '\t']);
    let blanks: String = line[bare.len()..]
        .chars()
        .map(|blank| if blank == ' ' { '·' } else { '→' })
        .collect();
    format!("{}{blanks}{returns}", readable(bare))
}

fn sets(
    what: &str,
    missing: &[String],
    surplus: &[String],
    common: usize,
    look: Look,
) -> Vec<String> {
    let mut lines = vec![format!("{}: {common} as expected", readable(what))];
    for (name, items, tone) in [
        ("missing", missing, Tone::Good),
        ("surplus", surplus, Tone::Bad),
    ] {
        if items.is_empty() {
            continue;
        }
        let title = format!("{name} ({})", items.len());
        let mut begin = format!("  {title:<14}");
        for row in items.chunks(10) {
            let row: Vec<_> = row.iter().map(|item| readable(item)).collect();
            lines.push(format!("{begin}{}", tone.paint(look, &row.join(", "))));
            begin = " ".repeat(16);
        }
    }
    lines
}

/// The width of a board with the numbers of its ranks.
const WIDTH: usize = 2 + 2 * 7 + 1;
const GAP: &str = "     ";

/// The boards as lines, and what the differences are.
fn boards(boards: &Boards, look: Look) -> Vec<String> {
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
