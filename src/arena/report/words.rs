//! Numbers and texts of scoreboards.

use crate::opponents::End;
use ataxx_core::diagnostic::text;
use ataxx_core::notation::GameRecord;
use serde::Serializer;
use std::borrow::Cow;

/// A text from a program or a person, shortened and without control characters.
pub(super) fn shown(content: &str) -> Cow<'_, str> {
    match text::shortened(content, 120) {
        Cow::Borrowed(content) => text::visible(content),
        Cow::Owned(content) => Cow::Owned(text::visible(&content).into_owned()),
    }
}

/// Serializes a number rounded to tenths.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(super) fn tenths<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(text::rounded(*number, 1))
}

/// Serializes a number rounded to thousandths.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(super) fn thousandths<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(text::rounded(*number, 3))
}

/// A number with its sign: `+12.3`, `-4.0`, `0.0`.
pub(super) fn signed(number: f64) -> String {
    let number = text::rounded(number, 1);
    if number == 0.0 {
        "0.0".to_owned()
    } else {
        format!("{number:+.1}")
    }
}

/// A fraction in percent: `72.5 %`.
pub(super) fn percent(fraction: f64) -> String {
    text::percent(fraction, 1)
}

/// Why a game ended. For an end by the rules, the record says which rule.
pub(super) fn reason(end: &End, record: Option<&GameRecord>) -> String {
    match end {
        End::Rules => {
            let outcome = record.and_then(|record| record.game().outcome());
            outcome.map_or("by the rules".to_owned(), |outcome| {
                outcome.ending.to_string()
            })
        }
        End::Adjudicated(reason) => format!("judged: {}", shown(reason)),
        End::Forfeit(fault) if fault.message.is_empty() => fault.kind.in_results().to_owned(),
        End::Forfeit(fault) => format!("{}: {}", fault.kind.in_results(), shown(&fault.message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(signed(-0.04), "0.0");
        assert_eq!(signed(-0.06), "-0.1");
        assert_eq!(signed(12.25), "+12.3");
        assert_eq!(percent(0.5), "50.0 %");
    }
}
