//! Formatting of scenario files.
//!
//! The values stay, and so do comments, the order of keys and the kind of quotes. What changes
//! is indentation, blanks at the ends of lines and around the signs of YAML, and blank lines.
//! Two passes: one changes blanks within a line, the other moves whole lines.
//!
//! No crate does this. The emitters of `serde_yaml` and `saphyr` drop comments. `pretty_yaml`
//! 0.5 keeps them, and leaves 44 of our 49 scenario files as they are, but it has no setting
//! that keeps quotes (it rewrote those of the other five), nor one for blank lines between
//! scenarios. It would also add ten crates.

mod layout;
mod levels;
mod line;
mod parts;
mod same;
mod spacing;

use super::syntax::{Node, NotYaml, value_of};
use ataxx_core::diagnostic::Diagnostic;

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
        ended = format!("{text}{}", layout::line_end(text));
        &ended
    };
    let before = read(text)?;
    let formatted = stable(text, &before.0);
    match formatted {
        Some(formatted) if same::is_same(text, &before, &formatted) => Ok(formatted),
        _ => {
            let message = "this cannot be made even without changing what it means";
            let help = "the file is left as it is: some part of it is written in a rare form";
            Err(Diagnostic::error("tidy", message).with_help([help.to_owned()]))
        }
    }
}

/// The formatted text, unless formatting it again would change it.
fn stable(text: &str, root: &Node) -> Option<String> {
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
    let wrong = |error: NotYaml| Diagnostic::error("yaml", error.message).at(error.span);
    let root = Node::parse(text).map_err(wrong)?;
    Ok((root, value_of(text).map_err(wrong)?))
}
