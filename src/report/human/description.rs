//! The description of a failure: diagnostics, comparison, dialogue, stderr and commands.

use super::comparison;
use crate::opponents::dialogue::{Dialogue, Speaker, Utterance};
use crate::report::display_text::{Tone, readable, shell_quoted};
use crate::report::{Identity, Outcome, Report};
use ataxx_core::diagnostic::{Look, render, text};

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
        // The filter ends before a line end.
        let name: String = identity
            .name
            .chars()
            .take_while(|letter| !letter.is_control())
            .collect();
        let mut words = vec!["ataxx", "test"];
        words.extend(self.options.iter().map(String::as_str));
        words.push(&identity.file);
        if !identity.is_of_file() {
            words.extend(["--filter", &name]);
        }
        let words: Vec<_> = words.into_iter().map(shell_quoted).collect();
        // Control characters cannot be copied from a terminal.
        text::visible(&words.join(" ")).into_owned()
    }
}

/// The description of a failure: diagnostics, comparison, dialogue, stderr and commands.
pub fn described(report: &Report, look: Look, rerun: &Rerun) -> String {
    let mut blocks: Vec<Vec<String>> = Vec::new();
    if report.outcome == Outcome::Flaky {
        let attempt = report.attempts;
        blocks.push(vec![format!(
            "it passed at attempt {attempt}; the first ended like this:"
        )]);
    }
    if let Some(failure) = &report.failure {
        let diagnostics = failure.diagnostics.iter();
        let text: String = diagnostics.map(|one| render(one, look)).collect();
        blocks.push(text.lines().map(str::to_owned).collect());
        let compared = failure.comparison.as_deref();
        blocks.extend(compared.map(|compared| indented(comparison::lines(compared, look))));
    } else {
        blocks.push(vec![readable(&report.message()).into_owned()]);
    }
    blocks.push(indented(dialogue(&report.dialogue, look)));
    let several = report.stderr_lines.len() > 1;
    for (number, stderr_lines) in report.stderr_lines.iter().enumerate() {
        blocks.push(indented(stderr(
            stderr_lines,
            several.then_some(number + 1),
            look,
        )));
    }
    let warnings = report.warnings.iter();
    let warnings: String = warnings.map(|warning| render(warning, look)).collect();
    blocks.push(warnings.lines().map(str::to_owned).collect());
    blocks.push(commands(report, rerun));
    let mut text = String::new();
    for block in blocks.into_iter().filter(|block| !block.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        for line in block {
            text += &line;
            text.push('\n');
        }
    }
    text
}

fn indented(lines: Vec<String>) -> Vec<String> {
    let indent = |line: String| {
        if line.is_empty() {
            line
        } else {
            format!("  {line}")
        }
    };
    lines.into_iter().map(indent).collect()
}

fn stderr(stderr_lines: &str, program: Option<usize>, look: Look) -> Vec<String> {
    let last = last_lines(stderr_lines);
    if last.is_empty() {
        return Vec::new();
    }
    let whose = program.map_or_else(String::new, |number| format!(" of program {number}"));
    let mut lines = vec![format!("the end of stderr{whose}:")];
    let bar = Tone::Faint.paint(look, "|");
    lines.extend(
        last.into_iter()
            .map(|line| format!("{bar} {}", readable(line)).trim_end().to_owned()),
    );
    lines
}

/// The commands that run this scenario again, and that accept the actual output.
fn commands(report: &Report, rerun: &Rerun) -> Vec<String> {
    let again = rerun.command(&report.identity);
    let can_be_blessed =
        report.outcome == Outcome::Fail && !report.patches.is_empty() && !rerun.tests_another;
    let mut lines = vec![format!("  run only this:      {again}")];
    if can_be_blessed {
        lines.push(format!("  accept what it is:  {again} --bless"));
    }
    lines
}

/// The most lines that are shown.
const SHOWN: usize = 12;

/// The last lines of a dialogue: `>` is what was sent, `<` what was received, with the
/// number of the program where there are several.
fn dialogue(dialogue: &Dialogue, look: Look) -> Vec<String> {
    let all = dialogue.utterances();
    if all.is_empty() {
        return Vec::new();
    }
    let total = all.len() + dialogue.dropped();
    let several = has_several(dialogue);
    let signs = if several {
        "1> to program 1, 2< by program 2"
    } else {
        "> to the program, < by it"
    };
    let title = if total > SHOWN {
        format!("the last {SHOWN} of {total} lines said ({signs}):")
    } else {
        format!("what was said ({signs}):")
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
