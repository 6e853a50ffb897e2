//! Numbers and texts, made fit to be shown.

use super::scoreboard::{Forfeits, StandingRating};
use crate::board::Ending;
use crate::notation::GameRecord;
use crate::opponents::{End, FaultKind};
use std::borrow::Cow;

/// A text from a program or a person with `�` for what is to be seen rather than obeyed,
/// and `…` for the end of one that nobody would read.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 120;
    let is_unwanted = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
    };
    let end = text.char_indices().nth(LONGEST).map(|(end, _)| end);
    if end.is_none() && !text.contains(is_unwanted) {
        return Cow::Borrowed(text);
    }
    let mut shown = text[..end.unwrap_or(text.len())].replace(is_unwanted, "\u{fffd}");
    if end.is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

/// A number with so many digits after the point.
pub(super) fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    let rounded = (number * scale).round() / scale;
    // There is no need for two zeros.
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// A number with its sign: `+12.3`, `-4.0`, `0.0`.
pub(super) fn signed(number: f64) -> String {
    let number = rounded(number, 1);
    if number == 0.0 {
        "0.0".to_owned()
    } else {
        format!("{number:+.1}")
    }
}

/// Points as they are counted: `12`, `12.5`.
pub(super) fn points(points: f64) -> String {
    points.to_string()
}

/// A part of 1: `72.5 %`.
pub(super) fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part)
}

/// Where a rating may be: `between +12.0 and +40.0`.
pub(super) fn between(rating: &StandingRating) -> String {
    let (low, high) = (rating.elo - rating.error, rating.elo + rating.error);
    format!("between {} and {}", signed(low), signed(high))
}

/// Which games were given away: `2 time, 1 crash`, or nothing.
pub(super) fn given_away(forfeits: &Forfeits) -> String {
    let kinds = forfeits.by_kind();
    let some = kinds.iter().filter(|(_, count)| *count > 0);
    let words: Vec<String> = some
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    words.join(", ")
}

/// Why a game ended. Where it was by the rules, the record says by which one.
pub(super) fn reason(end: &End, record: Option<&GameRecord>) -> String {
    match end {
        End::Rules => {
            let outcome = record.and_then(|record| record.game().outcome());
            match outcome.map(|outcome| outcome.ending) {
                None => "by the rules",
                Some(Ending::NoPieces) => "no pieces left",
                Some(Ending::NoMoves) => "neither side can move",
                Some(Ending::JumpLimit) => "limit on jumps in a row",
                Some(Ending::PlyLimit) => "limit on length",
                Some(Ending::Stuck) => "the side to move cannot",
            }
            .to_owned()
        }
        End::Adjudicated(reason) => format!("judged: {}", shown(reason)),
        End::Forfeit(fault) if fault.what.is_empty() => kind(fault.kind).to_owned(),
        End::Forfeit(fault) => format!("{}: {}", kind(fault.kind), shown(&fault.what)),
    }
}

/// The kind of fault by which a game was forfeited.
pub(super) const fn kind(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::IllegalMove => "illegal move",
        FaultKind::Time => "time",
        FaultKind::Crash => "crash",
        FaultKind::Stall | FaultKind::Flood => "stall",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_shown_is_obeyed() {
        assert_eq!(shown("a\u{1b}[31m\n\u{202e}b\u{ffff}"), "a�[31m��b�");
        assert_eq!(shown(&"ä".repeat(300)).chars().count(), 121);
        assert_eq!(shown(&"ä".repeat(120)), "ä".repeat(120));
    }

    #[test]
    fn numbers() {
        assert_eq!(signed(-0.04), "0.0");
        assert_eq!(signed(-0.06), "-0.1");
        assert_eq!(signed(12.25), "+12.3");
        assert_eq!(
            (points(3.0), points(3.5)),
            ("3".to_owned(), "3.5".to_owned())
        );
        assert_eq!(percent(0.5), "50.0 %");
    }
}
