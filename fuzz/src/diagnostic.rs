//! Diagnostics of any make.

use crate::errors::{check_masked, check_rendered, text};
use ataxx_core::diagnostic::{Diagnostic, Severity, Source, nearest};

/// Makes a diagnostic of the bytes and writes it out: no control characters come
/// through, wherever the places lie, and no reserved words when they are masked.
///
/// The bytes are fields with `|` between them, each after a letter: `w` makes a
/// warning of it, `m` is the message, `n` the name of the source, `f` its first
/// line, `t` its text, `x` how many times that is repeated, `l` a label as `2 5 what
/// it says`, `h` a line of help.
pub fn check(data: &[u8]) {
    let text = text(data);
    check_masked(&text);
    let diagnostic = made_of(&text);
    check_rendered(&diagnostic);
    if let Some(source) = &diagnostic.source {
        check_nearest(&diagnostic.message, &source.text);
    }
}

fn made_of(text: &str) -> Diagnostic {
    let mut made = Diagnostic::error("fuzz", "");
    let mut source = Source {
        name: None,
        first_line: 1,
        text: String::new(),
    };
    for field in text.split('|') {
        let mut letters = field.chars();
        let kind = letters.next();
        let rest = letters.as_str();
        match kind {
            Some('w') => made.severity = Severity::Warning,
            Some('m') => rest.clone_into(&mut made.message),
            Some('n') => source.name = Some(rest.to_owned()),
            Some('f') => source.first_line = rest.parse::<u32>().map_or(1, |line| line as usize),
            Some('t') => rest.clone_into(&mut source.text),
            Some('x') => {
                // More than the longest text that is shown whole, and never too much.
                let most = 8000 / (source.text.len() + 1);
                let times = rest.parse::<usize>().unwrap_or(1).clamp(1, most.max(1));
                source.text = source.text.repeat(times);
            }
            Some('l') => made = labelled(made, rest),
            Some('h') => made.help.push(rest.to_owned()),
            _ => {}
        }
    }
    if !source.text.is_empty() || source.name.is_some() {
        made = made.with_source(source);
    }
    made
}

fn labelled(made: Diagnostic, field: &str) -> Diagnostic {
    let mut words = field.splitn(3, ' ');
    let mut number = || words.next().and_then(|word| word.parse().ok());
    let (start, end) = (number().unwrap_or(0), number().unwrap_or(usize::MAX));
    made.label(start..end, words.next().unwrap_or_default())
}

/// The nearest word is one of the words.
fn check_nearest(word: &str, candidates: &str) {
    let candidates: Vec<&str> = candidates.split_whitespace().take(20).collect();
    if let Some(found) = nearest(word, candidates.iter().copied()) {
        assert!(candidates.contains(&found));
    }
}
