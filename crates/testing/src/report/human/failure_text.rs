//! A failure as text: its diagnostics, the values that differ, the dialogue, stderr, and the
//! commands that run it again.

use crate::report::display_text::{Tone, is_copied, readable, shell_quoted};
use crate::report::{Boards, Comparison, Identity, Outcome, Report};
use ataxx_core::board::{Position, Square};
use ataxx_core::diagnostic::{Diagnostic, Look, render};
use ataxx_core::notation::dump_letter;
use ataxx_opponents::dialogue::{Dialogue, Speaker, Utterance};
use similar::{ChangeTag, TextDiff};
use std::time::Duration;

/// The options of a run, to run a scenario again in the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rerun {
    /// Options and values as words: `--program`, `java ataxx.Main`, ….
    pub options: Vec<String>,
    /// Whether the run tests another program than the files name, whose output must not become
    /// their expectation.
    pub tests_another: bool,
}

impl Rerun {
    /// The command line that runs only this scenario.
    pub fn command(&self, identity: &Identity) -> String {
        let file = match &*identity.file {
            // It would be an option.
            file if file.starts_with('-') => format!("./{file}"),
            file => file.to_owned(),
        };
        let path = if identity.is_of_file() {
            file
        } else if is_copied(&identity.name) {
            format!("{file}::{}", identity.name)
        } else {
            format!("{file}:{}", identity.line)
        };
        let mut words = vec!["ataxx", "test"];
        words.extend(self.options.iter().map(String::as_str));
        words.push(&path);
        let words: Vec<_> = words.into_iter().map(shell_quoted).collect();
        words.join(" ")
    }
}

/// The description of a failure: diagnostics, comparison, dialogue, stderr and commands.
pub fn described(report: &Report, look: Look, rerun: &Rerun) -> String {
    let mut blocks: Vec<String> = Vec::new();
    if let Some(attempts) = report.attempts_in_words() {
        blocks.push(format!("{attempts}; the first failure:\n"));
    }
    if let Some(failure) = &report.failure {
        blocks.push(rendered(&failure.diagnostics, look));
        let compared = failure.comparison.as_ref();
        blocks.extend(compared.map(|compared| indented(comparison_lines(compared, look))));
    } else {
        blocks.push(format!("{}\n", readable(&report.message())));
    }
    let hint = report.hint();
    blocks.extend(
        hint.map(|hint| format!("hint: {}\n", ataxx_core::diagnostic::text::visible(hint))),
    );
    blocks.push(indented(dialogue_text(&report.dialogue, look)));
    let several = report.stderr_lines.len() > 1;
    for (number, stderr_lines) in (1..).zip(&report.stderr_lines) {
        let lines = stderr_text(stderr_lines, several.then_some(number), look);
        blocks.push(indented(lines));
    }
    blocks.push(rendered(&report.warnings, look));
    blocks.push(indented(commands(report, rerun)));
    blocks.retain(|block| !block.is_empty());
    blocks.join("\n")
}

fn rendered(diagnostics: &[Diagnostic], look: Look) -> String {
    diagnostics.iter().map(|one| render(one, look)).collect()
}

/// The description of a failure, without colours.
pub fn described_plainly(report: &Report, rerun: &Rerun) -> String {
    described(report, Look::Plain, rerun)
}

/// Lines as a text.
fn indented(lines: Vec<String>) -> String {
    let indent = |line: String| match &*line {
        "" => "\n".to_owned(),
        line => format!("  {line}\n"),
    };
    lines.into_iter().map(indent).collect()
}

/// The last lines of stderr under a title; none if it is empty.
pub fn stderr_text(stderr_lines: &str, program: Option<usize>, look: Look) -> Vec<String> {
    let last = last_lines(stderr_lines);
    if last.is_empty() {
        return Vec::new();
    }
    let whose = program.map_or_else(String::new, |number| format!(" of program {number}"));
    let mut lines = vec![format!("the end of stderr{whose}:")];
    let bar = Tone::Faint.paint(look, "|");
    let line = |line: &str| format!("{bar} {}", readable(line)).trim_end().to_owned();
    lines.extend(last.into_iter().map(line));
    lines
}

/// The commands that run this scenario again, and that accept the actual output.
fn commands(report: &Report, rerun: &Rerun) -> Vec<String> {
    let again = rerun.command(&report.identity);
    let can_be_blessed = report.outcome == Outcome::Fail
        && !report.patches.is_empty()
        && !rerun.tests_another
        // The two are not allowed together.
        && !rerun.options.iter().any(|option| option == "--repeat");
    let mut lines = vec![format!("run only this:      {again}")];
    if can_be_blessed {
        lines.push(format!("accept this output: {again} --bless"));
    }
    lines
}

/// The most lines that are shown.
const SHOWN: usize = 12;

/// The last lines of a dialogue under a title: `>` is what was sent, `<` what was received, with
/// the number of the program where there are several.
pub fn dialogue_text(dialogue: &Dialogue, look: Look) -> Vec<String> {
    let all = dialogue.utterances();
    if all.is_empty() {
        return Vec::new();
    }
    let total = all.len() + dialogue.dropped();
    let several = has_several(dialogue);
    let signs = if several {
        "1> to program 1, 2< from program 2"
    } else {
        "> to the program, < from it"
    };
    let title = if total > SHOWN {
        format!("last {SHOWN} of {total} lines of the dialogue ({signs}):")
    } else {
        format!("dialogue ({signs}):")
    };
    let mut lines = vec![title];
    let last = all.iter().skip(all.len().saturating_sub(SHOWN));
    lines.extend(last.map(|utterance| dialogue_line(utterance, several, look)));
    lines
}

/// All lines of a dialogue, in the same form.
pub fn line_by_line(dialogue: &Dialogue) -> Vec<String> {
    let several = has_several(dialogue);
    let all = dialogue.utterances().iter();
    all.map(|utterance| dialogue_line(utterance, several, Look::Plain))
        .collect()
}

/// Whether several programs take part.
pub fn has_several(dialogue: &Dialogue) -> bool {
    let mut all = dialogue.utterances().iter();
    all.any(|utterance| utterance.program > 0)
}

fn dialogue_line(utterance: &Utterance, several: bool, look: Look) -> String {
    let Utterance { at, by, text, .. } = utterance;
    let time = Tone::Faint.paint(look, &format!("{:8.3} s", at.as_secs_f64()));
    let text = readable(text);
    let text = match by {
        Speaker::Runner => Tone::Strong.paint(look, &text),
        Speaker::Program => text.into_owned(),
    };
    let sign = sign(utterance, several);
    format!("{time}  {sign} {text}").trim_end().to_owned()
}

/// The sign of a line: `>` sent, `<` received, with the number of the program if needed.
pub fn sign(utterance: &Utterance, several: bool) -> String {
    let sign = match utterance.by {
        Speaker::Runner => '>',
        Speaker::Program => '<',
    };
    if several {
        format!("{}{sign}", utterance.program + 1)
    } else {
        sign.to_string()
    }
}

/// The last lines that a program wrote to stderr.
fn last_lines(stderr_lines: &str) -> Vec<&str> {
    let lines: Vec<&str> = stderr_lines.trim_end().lines().collect();
    let from = lines.len().saturating_sub(SHOWN);
    lines[from..].to_vec()
}

/// A comparison as lines.
fn comparison_lines(comparison: &Comparison, look: Look) -> Vec<String> {
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
    const CONTEXT_LINES: usize = 3;
    /// The time limit of the search for a minimal difference.
    const DIFF_TIMEOUT: Duration = Duration::from_secs(2);
    let mut lines = Vec::new();
    let diff = TextDiff::configure()
        .timeout(DIFF_TIMEOUT)
        .diff_lines(expected, actual);
    for (number, hunk) in diff.grouped_ops(CONTEXT_LINES).iter().enumerate() {
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
        lines.push("  only the line end at the end of the text differs".to_owned());
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
    const MAX: usize = 6;
    let mut parts: Vec<String> = boards.differences().take(MAX).collect();
    let more = (boards.differing.count() as usize).saturating_sub(MAX);
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
