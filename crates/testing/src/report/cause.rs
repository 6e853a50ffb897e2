//! What failures have in common: those with the same cause are shown together.

use super::{Comparison, Outcome, Report};

/// The cause of a failure, as far as its report tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    outcome: Outcome,
    code: &'static str,
    /// The message, or the rule that is broken, without squares, numbers and quoted lines.
    shape: String,
}

/// The start of the help that names the first difference from the rules.
pub const FIRST_DIFFERENCE: &str = "first difference from the rules: ";
/// The start of the help that names known faults.
pub const BEHAVES_SO: &str = "a program behaves so where ";

impl Cause {
    /// The cause of a failure; `None` if it may have any.
    pub fn of(report: &Report) -> Option<Self> {
        let failure = report.failure.as_ref()?;
        let error = failure.diagnostics.first()?;
        let help = |start: &str| error.help.iter().find_map(|it| it.strip_prefix(start));
        let known = help(BEHAVES_SO).or_else(|| help(FIRST_DIFFERENCE));
        let shape = match (known, failure.comparison.as_deref()) {
            (Some(words), _) => shape(words),
            // What differs can have many causes.
            (
                None,
                Some(Comparison::Boards(_) | Comparison::Texts { .. } | Comparison::Sets { .. }),
            ) => {
                return None;
            }
            (None, _) => shape(&error.message),
        };
        Some(Self {
            outcome: report.outcome,
            code: error.code,
            shape,
        })
    }
}

/// A text without what is different in failures of one cause: quoted lines, squares, numbers and
/// sides.
fn shape(text: &str) -> String {
    let unquoted: String = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let word = |word: &str| {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        let is_side = ["red", "blue"].iter().any(|side| {
            bare.strip_suffix("'s")
                .unwrap_or(bare)
                .eq_ignore_ascii_case(side)
        });
        if is_side || bare.contains(|letter: char| letter.is_ascii_digit()) {
            "#".to_owned()
        } else {
            word.to_owned()
        }
    };
    unquoted
        .split_whitespace()
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_numbers_sides_and_quotes_make_no_difference() {
        let one =
            "after line 3 of those sent (`a7-b7`), c4 is red, and blue by the rules: Red jumps";
        let other =
            "after line 14 of those sent (`a1`), a1 is blue, and red by the rules: Blue jumps";
        assert_eq!(shape(one), shape(other));
        assert_ne!(
            shape("waited 1 s for a move"),
            shape("waited 1 s for an answer")
        );
    }
}
