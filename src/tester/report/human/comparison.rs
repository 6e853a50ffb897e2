//! Comparisons as text.

use super::boards;
use crate::tester::report::Comparison;
use crate::tester::report::tone::Tone;
use crate::tester::report::words::readable;
use ataxx_core::diagnostic::Look;
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
        Comparison::Boards(boards) => boards::lines(boards, look),
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
