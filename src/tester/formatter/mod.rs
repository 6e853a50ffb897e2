//! Files of scenarios in an even form.
//!
//! What a file means stays, and so do its comments, the order of its keys and its quotes.
//! What becomes even is how far lines are indented, blanks at the ends of lines and around
//! the signs of YAML, and blank lines. Two passes: one evens what stands on a line, the other
//! moves whole lines.

mod layout;
mod levels;
mod line;
mod parts;
mod same;
mod spacing;

use super::syntax::Node;
use crate::diagnostic::Diagnostic;

/// A file of scenarios, or of steps, in an even form: two blanks for each level, also for the
/// items of lists; one blank line between scenarios and at most one elsewhere; no blanks at
/// the ends of lines; one line end at the end of the file.
///
/// # Errors
///
/// When it is no YAML of the kind that scenarios are written in, or so unusual that it cannot
/// be made even without changing what it means. The places in the diagnostic are bytes of the
/// text.
pub fn format_text(text: &str) -> Result<String, Diagnostic> {
    let text = text.trim_start_matches('\u{feff}');
    let ended;
    // What its last line says is then said of a whole line.
    let text = if text.is_empty() || text.ends_with('\n') {
        text
    } else {
        ended = format!("{text}{}", layout::line_end(text));
        &ended
    };
    let before = read(text)?;
    let formatted = even(text, &before.0);
    match formatted {
        Some(formatted) if same::is_same(text, &before, &formatted) => Ok(formatted),
        _ => {
            let message = "this cannot be made even without changing what it means";
            let help = "the file is left as it is: some part of it is written in a rare form";
            Err(Diagnostic::error("tidy", message).with_help([help.to_owned()]))
        }
    }
}

/// A text in an even form, if that is one that stays as it is.
fn even(text: &str, root: &Node) -> Option<String> {
    let once = passed(text, root)?;
    let again = passed(&once, &Node::parse(&once).ok()?)?;
    (once == again).then_some(once)
}

fn passed(text: &str, root: &Node) -> Option<String> {
    let spaced = spacing::spaced(text, root);
    let root = Node::parse(&spaced).ok()?;
    Some(layout::laid_out(&spaced, &root))
}

/// A text by both readers: where its values stand, and what they are.
type Read = (Node, serde_yaml::Value);

fn read(text: &str) -> Result<Read, Diagnostic> {
    let root = Node::parse(text)
        .map_err(|error| Diagnostic::error("yaml", error.message).at(error.span))?;
    let value = serde_yaml::from_str(text).map_err(|error| {
        let at = error.location().map_or(0, |location| location.index());
        Diagnostic::error("yaml", error.to_string()).at(at..at)
    })?;
    Ok((root, value))
}
