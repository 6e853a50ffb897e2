//! Dialogues as text.

use crate::opponents::dialogue::{Dialogue, Speaker, Utterance};
use crate::tester::report::tone::Tone;
use crate::tester::report::words::readable;
use ataxx_core::diagnostic::Look;

/// The most lines that are shown.
const SHOWN: usize = 12;

/// The last lines of a dialogue: `>` is what was sent, `<` what was received, with the
/// number of the program where there are several.
pub fn lines(dialogue: &Dialogue, look: Look) -> Vec<String> {
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
    lines.extend(last.map(|utterance| line(utterance, several, look)));
    lines
}

/// All lines of a dialogue, in the same form.
pub fn line_by_line(dialogue: &Dialogue) -> Vec<String> {
    let several = has_several(dialogue);
    let all = dialogue.utterances().iter();
    all.map(|utterance| line(utterance, several, Look::Plain))
        .collect()
}

/// Whether several programs take part.
pub fn has_several(dialogue: &Dialogue) -> bool {
    let mut all = dialogue.utterances().iter();
    all.any(|utterance| utterance.program > 0)
}

fn line(utterance: &Utterance, several: bool, look: Look) -> String {
    let Utterance { at, by, text, .. } = utterance;
    let time = Tone::Faint.paint(look, &format!("{:8.3} s", at.as_secs_f64()));
    let text = readable(text);
    let text = match by {
        Speaker::Runner => Tone::Strong.paint(look, &text),
        Speaker::Program => text.into_owned(),
    };
    let sign = spoken_by(utterance, several);
    format!("{time}  {sign} {text}").trim_end().to_owned()
}

/// The sign of a line: `>` sent, `<` received, with the number of the program if needed.
pub fn spoken_by(utterance: &Utterance, several: bool) -> String {
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
pub fn worth_showing(stderr_lines: &str) -> Vec<&str> {
    let lines: Vec<&str> = stderr_lines.trim_end().lines().collect();
    let from = lines.len().saturating_sub(SHOWN);
    lines[from..].to_vec()
}
