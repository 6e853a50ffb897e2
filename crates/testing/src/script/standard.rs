//! Comparing what was recorded with `NAME-1.std`, and boards row by row.

use super::output::{FRAME, FilteredLine, OutputKind, one_blank, same_board};
use super::part::{self, Action, Line, Part};
use super::play::{Play, problem, quoted};
use crate::report::{Boards, Comparison, Patch, Place, SourceText};
use crate::scenario::performer::Problem;
use crate::scenario::syntax::Grid;
use ataxx_core::board::Position;
use ataxx_core::notation::Dump;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The code of the problem that the record differs.
const CODE: &str = "not-as-recorded";

/// What the harness of 2022 makes of a last line without a newline.
pub(super) const UNTERMINATED: &str =
    "the course's harness fails this: the last line of the file has no newline";

/// Compares what was recorded with the standard; with `as_course` to the letter of the course's
/// harness. `asked` returns the n-th board by the rules,
/// and the place that printed it in words.
pub(super) fn compare(
    part: &Part,
    recorded: &[&str],
    as_course: bool,
    asked: impl Fn(usize) -> (Option<Position>, Option<String>),
) -> Result<(), Problem> {
    let Some(standard) = &part.standard else {
        return Ok(());
    };
    let expected: Vec<Line> = lines(&standard.text).collect();
    let wanted: Vec<&str> = expected.iter().map(|line| line.text).collect();
    let actual = recorded.iter().flat_map(|line| lines(line));
    let actual: Vec<&str> = actual.map(|line| line.text).collect();
    let pairs = wanted.iter().zip(&actual);
    let first = pairs
        .take_while(|(wanted, actual)| wanted == actual)
        .count();
    if first == wanted.len() && first == actual.len() {
        return match unterminated(standard).filter(|_| as_course) {
            Some(span) => Err(problem(
                &Place::new(standard.clone(), span),
                CODE,
                UNTERMINATED,
                "",
            )),
            None => Ok(()),
        };
    }
    let end = || expected.last().map_or(0, |line| line.span().end);
    let span = expected.get(first).map_or_else(|| end()..end(), Line::span);
    let place = Place::new(standard.clone(), span);
    let mut problem = match boards_around(&wanted, &actual, first) {
        Some((number, boards)) => {
            let (by_rules, asked_at) = asked(number);
            different_board(&place, boards, by_rules, asked_at)
        }
        None => different_line(&place, &wanted, &actual, first),
    };
    problem.patches = Some(patches(standard, &expected, &actual));
    Err(problem)
}

/// The number of lines that count before the line with this number.
pub(super) fn lines_before(standard: &SourceText, number: usize) -> usize {
    let lines = lines(&standard.text);
    let before = lines.take_while(|line| standard.line_of(line.start) < number);
    before.count()
}

/// The last line, if no newline ends it.
pub(super) fn unterminated(standard: &SourceText) -> Option<Range<usize>> {
    let text = &standard.text;
    let begins = text.rfind('\n').map_or(0, |newline| newline + 1);
    (begins < text.len()).then_some(begins..text.len())
}

/// Whether nothing is to be recorded.
pub(super) fn is_empty(standard: &SourceText) -> bool {
    lines(&standard.text).next().is_none()
}

/// The lines that count, as texts.
pub(super) fn texts(standard: &SourceText) -> Vec<String> {
    let lines = lines(&standard.text);
    lines.map(|line| line.text.to_owned()).collect()
}

/// The lines that count, without comments and trailing blanks.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    part::lines(text).filter_map(|Line { text, start }| {
        let text = text.split('#').next().unwrap_or_default().trim_end();
        (!text.is_empty()).then_some(Line { text, start })
    })
}

/// The boards in which the first differing line is a row, and how many boards come
/// before.
fn boards_around(wanted: &[&str], actual: &[&str], first: usize) -> Option<(usize, Boards)> {
    let is_frame = |&index: &usize| wanted[index].trim() == FRAME;
    let frames: Vec<usize> = (0..first).filter(is_frame).collect();
    if frames.len().is_multiple_of(2) {
        return None;
    }
    let start = *frames.last()?;
    let board = |lines: &[&str]| board(lines.get(start..start + LINES)?.iter().copied());
    let boards = Grid::exactly(&board(wanted)?).compare(&board(actual)?)?;
    Some((frames.len() / 2, boards))
}

fn different_board(
    place: &Place,
    boards: Boards,
    by_rules: Option<Position>,
    asked_at: Option<String>,
) -> Problem {
    let differing = differing(&boards);
    let message = match asked_at {
        Some(asked_at) => format!("{differing}: {asked_at} printed another"),
        None => differing,
    };
    problem(place, CODE, message, "")
        .with_help(judgement(&boards, by_rules))
        .with(boards)
}

/// The squares that differ, in words.
fn differing(boards: &Boards) -> String {
    /// More squares than this are not named.
    const NAMED: usize = 6;
    let names = boards.differing.squares().map(|square| square.to_string());
    let names: Vec<String> = names.collect();
    match names.len() {
        0..=NAMED => format!("the board differs on {}", names.join(", ")),
        number => format!("the board differs on {number} squares"),
    }
}

/// Which of two boards is right by the rules.
fn judgement(boards: &Boards, by_rules: Option<Position>) -> Option<String> {
    let by_rules = by_rules?;
    let who = if same_board(&boards.actual, &by_rules) {
        "as the program printed it, not as it is written here"
    } else if same_board(&boards.expected, &by_rules) {
        "as it is written here"
    } else {
        "neither as the program printed it nor as it is written here"
    };
    Some(format!("by the rules the board is {who}"))
}

fn different_line(place: &Place, wanted: &[&str], actual: &[&str], first: usize) -> Problem {
    let texts = Comparison::Texts {
        expected: wanted.join("\n"),
        actual: actual.join("\n"),
    };
    let message = match (wanted.get(first), actual.get(first)) {
        (Some(wanted_line), Some(actual_line)) => {
            let (expected, found) = (one_blank(wanted_line), one_blank(actual_line));
            let message = format!("expected {}, found {}", quoted(&expected), quoted(&found));
            let label = format!("found {}", quoted(&found));
            let comparison = if wanted[first + 1..] == actual[first + 1..] {
                Comparison::values("line", expected, found)
            } else {
                texts
            };
            return problem(place, CODE, message, &label).with(comparison);
        }
        (Some(wanted), None) => {
            format!("expected {}, and nothing more was recorded", quoted(wanted))
        }
        (None, actual) => {
            let actual = quoted(actual.copied().unwrap_or_default());
            format!("expected nothing more, and {actual} was recorded")
        }
    };
    problem(place, CODE, message, "").with(texts)
}

/// The patches after which the standard is as recorded. Comments and equal lines stay.
fn patches(standard: &SourceText, expected: &[Line], actual: &[&str]) -> Vec<Patch> {
    let text = &*standard.text;
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let wanted: Vec<&str> = expected.iter().map(|line| line.text).collect();
    let patch = |span: Range<usize>, replacement: String| Patch {
        source: standard.clone(),
        span,
        replacement,
    };
    let mut patches = Vec::new();
    if wanted.len() == actual.len() {
        // Boards keep their rows.
        let pairs = expected
            .iter()
            .zip(actual)
            .filter(|(line, text)| line.text != **text);
        return pairs
            .map(|(line, text)| patch(line.span(), (*text).to_owned()))
            .collect();
    }
    let mut next = 0;
    for change in capture_diff_slices(Algorithm::Myers, &wanted, actual) {
        let (tag, old, new) = change.as_tag_tuple();
        // Where lines are inserted, `similar` 2 may name an earlier line than the one reached.
        let old = next..next + old.len();
        next = old.end;
        if tag == DiffTag::Equal {
            continue;
        }
        let both = old.len().min(new.len());
        for (line, text) in expected[old.clone()].iter().zip(&actual[new.clone()]) {
            patches.push(patch(line.span(), (*text).to_owned()));
        }
        for line in &expected[old.start + both..old.end] {
            let span = line.span();
            let line = whole_line(text, &span);
            let is_alone = text[span.end..line.end].trim().is_empty();
            let gone = if is_alone { line } else { span };
            patches.push(patch(gone, String::new()));
        }
        let added = &actual[new.start + both..new.end];
        if added.is_empty() {
            continue;
        }
        // New lines follow the last line that stays before them.
        let place = (old.start + both)
            .checked_sub(1)
            .map(|index| &expected[index]);
        let added: String = added.iter().flat_map(|line| [*line, feed]).collect();
        let at = match (place, expected.first()) {
            (Some(line), _) => whole_line(text, &line.span()).end,
            (None, Some(first)) => first.start,
            (None, None) => text.len(),
        };
        let begins = text[..at].is_empty() || text[..at].ends_with('\n');
        let before = if begins { "" } else { feed };
        patches.push(patch(at..at, format!("{before}{added}")));
    }
    patches
}

/// From the start of a span to the start of the next line.
fn whole_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let end = text[span.end..]
        .find('\n')
        .map_or(text.len(), |feed| span.end + feed + 1);
    span.start..end
}

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
    pub fn compare_rows(&mut self, output: &FilteredLine) -> Option<Boards> {
        let expected = self.rows_around()?;
        let rows = match &output.kind {
            OutputKind::Board(rows) => rows.clone(),
            _ => loop {
                let deadline = Instant::now() + Duration::from_secs(1);
                let output = self.program.next_counted(self.index, deadline).ok()?;
                if let OutputKind::Board(rows) = output.kind {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The text after all patches.
    fn patched(text: &str, patches: &[Patch]) -> String {
        let mut patches: Vec<&Patch> = patches.iter().collect();
        patches.sort_by_key(|patch| (patch.span.start, patch.span.end));
        let mut text = text.to_owned();
        for patch in patches.into_iter().rev() {
            text.replace_range(patch.span.clone(), &patch.replacement);
        }
        text
    }

    fn blessed(text: &str, actual: &[&str]) -> String {
        let standard = SourceText::new("a.std", text);
        let expected: Vec<Line> = lines(text).collect();
        patched(text, &patches(&standard, &expected, actual))
    }

    #[test]
    fn comments_and_blank_lines_are_no_matter() {
        let lines: Vec<&str> = lines("# a\n\n===  # b\n  r -\t\r\n \n* Draw.")
            .map(|line| line.text)
            .collect();
        assert_eq!(lines, ["===", "  r -", "* Draw."]);
    }

    #[test]
    fn what_is_blessed_keeps_its_comments() {
        let text = "# one\na # first\n\nb\n# two\nc\n";
        assert_eq!(blessed(text, &["x", "b", "c"]), text.replace("a #", "x #"));
        assert_eq!(
            blessed(text, &["a", "b", "x", "y"]),
            text.replace("\nc\n", "\nx\ny\n")
        );
        assert_eq!(blessed(text, &["a", "b"]), text.replace("\nc\n", "\n"));
        assert_eq!(
            blessed(text, &["z", "a", "b", "c"]),
            text.replace("\na #", "\nz\na #")
        );
        assert_eq!(blessed("a # x\nb\n", &["b"]), " # x\nb\n");
        assert_eq!(blessed("# none", &["a"]), "# none\na\n");
        assert_eq!(blessed("a\r\nb", &["a", "b", "c"]), "a\r\nb\r\nc\r\n");
    }

    proptest! {
        #[test]
        fn what_is_blessed_is_as_recorded(
            text in "([abc]{0,2}( # x)?\r?\n){0,8}([abc]|# x)?",
            actual in prop::collection::vec("[abc]{1,2}", 0..10),
        ) {
            let actual: Vec<&str> = actual.iter().map(String::as_str).collect();
            let new = blessed(&text, &actual);
            let read: Vec<&str> = lines(&new).map(|line| line.text).collect();
            prop_assert_eq!(read, actual);
        }
    }
}
