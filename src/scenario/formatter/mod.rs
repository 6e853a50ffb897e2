//! Formatting of scenario files.
//!
//! Whole lines are moved: indentation changes, blanks at the ends of lines, and blank lines. Values
//! stay, and so do comments, the order of keys, quotes and blanks within a line, but
//! for those after the `-` of an item.
//!
//! No crate does this. The emitters of `serde_yaml` and `saphyr` drop comments. `pretty_yaml` 0.6
//! keeps them, but has no setting that keeps quotes, and takes out the blank line after
//! `scenarios:`: it would change 9 of our scenario files.

mod layout;
mod parts;

use crate::scenario::syntax::{Node, line_end};
use ataxx_core::diagnostic::{Diagnostic, SyntaxError};
use layout::laid_out;

/// Formats a file of scenarios or of steps: two blanks for each level, also for the
/// items of lists; one blank line between scenarios and at most one elsewhere; no blanks at
/// the ends of lines; one line end at the end of the file.
pub fn format_text(text: &str) -> Result<String, Diagnostic> {
    let text = text.trim_start_matches('\u{feff}');
    let ended;
    // The last line is treated like the others.
    let text = if text.is_empty() || text.ends_with('\n') {
        text
    } else {
        ended = format!("{text}{}", line_end(text, 0));
        &ended
    };
    let before = read(text)?;
    match stable(text, &before.0) {
        Some(formatted) if is_same(&before, &formatted) => Ok(formatted),
        _ => {
            let message = "this file cannot be formatted without changing its meaning";
            let help = "the file is left unchanged: a part of it has an unusual form";
            Err(Diagnostic::error("tidy", message).with_help([help.to_owned()]))
        }
    }
}

/// The formatted text, unless formatting it again would change it.
fn stable(text: &str, root: &Node) -> Option<String> {
    let once = laid_out(text, root);
    let again = laid_out(&once, &Node::parse(&once).ok()?);
    (once == again).then_some(once)
}

/// A text by two readers: where its values stand, and what they are.
type Read = (Node, serde_yaml::Value);

/// A text is formatted only if a second reader takes it for YAML, too, with the same values
/// before and after.
fn read(text: &str) -> Result<Read, Diagnostic> {
    let wrong = |error: SyntaxError| {
        Diagnostic::error("yaml", error.message)
            .with_help(error.help)
            .at(error.span)
    };
    let root = Node::parse(text).map_err(wrong)?;
    let value = serde_yaml::from_str(text).map_err(|error| {
        let at = error.location().map_or(0, |location| location.index());
        Diagnostic::error("yaml", error.to_string()).at(at..at)
    })?;
    Ok((root, value))
}

/// Whether another text has the same values in the same style.
fn is_same(before: &Read, other: &str) -> bool {
    read(other).is_ok_and(|after| *before == after)
}
