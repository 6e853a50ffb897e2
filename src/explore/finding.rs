//! A fault that was found, and the rule that the program breaks.

use super::own_session::carry_out_with_ais;
use crate::divergence::{Deviation, broken_rule_of_board};
use crate::mutants::Fault;
use crate::session::{Dialect, Session, SessionSettings};
use ataxx_core::board::Ending;

/// A fault that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The seed of the session that showed it.
    pub seed: u64,
    /// The shortest session found that shows it.
    pub lines: Vec<String>,
    /// What differs after the last line.
    pub deviation: Deviation,
    /// The known faults that differ in the same way on these lines.
    pub like: Vec<Fault>,
    /// Whether the same lines show it each time, as far as was tried. A wrong move of an AI that
    /// chooses by chance need not come again.
    pub comes_again: bool,
}

/// What is wrong, in a few words: the known fault that behaves alike, or else the rule.
pub fn title(finding: &Finding, dialect: Dialect) -> String {
    match finding.like.first() {
        Some(fault) => fault.description().to_owned(),
        None => broken_rule(finding, dialect),
    }
}

/// The rule that a program breaks, by the last line of the finding and what differs after it.
pub fn broken_rule(finding: &Finding, dialect: Dialect) -> String {
    let Some(last) = finding.lines.last() else {
        return finding.deviation.to_string();
    };
    match &finding.deviation {
        Deviation::Board { .. } => broken_move_rule(finding, dialect)
            .unwrap_or_else(|| format!("the board after `{}`", last.trim())),
        Deviation::Result {
            expected: Some(outcome),
            announced,
            ..
        } => of_end(outcome.ending, announced.is_empty()).to_owned(),
        Deviation::Result { is_over: false, .. } => "no result while the game goes on".to_owned(),
        Deviation::Result { .. } => "one announcement for one end".to_owned(),
        Deviation::IllegalMove(_) => "an AI makes legal moves".to_owned(),
        Deviation::MissedWin(..) => "an AI finds a forced win".to_owned(),
        Deviation::NoMove(_) => "an AI moves when it is its turn".to_owned(),
        Deviation::NoErrorMessage => format!("`{}` causes an error message", last.trim()),
        Deviation::ReservedWord(_) => "words of announcements stand nowhere else".to_owned(),
        Deviation::NoAnswer => format!("`{}` writes something", last.trim()),
        Deviation::Timeout(_) => format!("an answer in time after `{}`", last.trim()),
        Deviation::Crash(_) if last.trim() == "quit" => {
            "the program ends with exit status 0 after `quit`".to_owned()
        }
        Deviation::Crash(_) => format!("the program goes on after `{}`", last.trim()),
        Deviation::Unreadable(_) => "the form of dumps and announcements".to_owned(),
    }
}

/// The rule about the last line, where the board after it is wrong; `None` where it is not clear.
pub fn broken_move_rule(finding: &Finding, dialect: Dialect) -> Option<String> {
    let (last, before) = before_last(&finding.lines, dialect)?;
    broken_rule_of_board(&before, last, &finding.deviation)
}

/// The last line, and the session before it. AIs have made any moves.
pub fn before_last(lines: &[String], dialect: Dialect) -> Option<(&str, Session)> {
    let (last, before) = lines.split_last()?;
    let mut session = Session::new(dialect, SessionSettings::default());
    for line in before {
        carry_out_with_ais(&mut session, line);
    }
    Some((last, session))
}

const fn of_end(ending: Ending, is_silent: bool) -> &'static str {
    match (ending, is_silent) {
        (Ending::NoPieces, true) => "the end when a side has no pieces",
        (Ending::NoPieces, false) => "the winner when a side has no pieces",
        (Ending::JumpLimit, true) => "the end at the limit of consecutive jumps",
        (Ending::JumpLimit, false) => "the winner at the limit of consecutive jumps",
        (_, true) => "the end when neither side can move",
        (_, false) => "the winner when neither side can move",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::own_session::carry_out;
    use crate::session::{Dialect, SessionSettings};

    fn rule(before: &[&str], line: &str, actual: &str) -> String {
        let mut session = Session::new(Dialect::SPRING_2022, SessionSettings::default());
        for line in before {
            carry_out(&mut session, line);
        }
        let was = session.clone();
        carry_out(&mut session, line);
        let expected = *session.position();
        let actual = actual.parse().expect("a position");
        broken_rule_of_board(&was, line, &Deviation::Board { expected, actual }).unwrap_or_default()
    }

    #[test]
    fn the_rule_that_is_broken() {
        let (by_hand, start) = (["manual blue"], "x5o/7/7/7/7/7/o5x x 0 1");
        assert_eq!(
            rule(&by_hand, "a7-a5", start),
            "the move is legal, and the program has not made it"
        );
        assert_eq!(
            rule(&by_hand, "a7-a6", "6o/x6/7/7/7/7/o5x o 0 1"),
            "an extend leaves its origin occupied"
        );
        let beside = ["manual blue", "a7-a5", "a1-a3"];
        assert_eq!(
            rule(&beside, "a5-a4", "6o/7/x6/x6/o6/7/6x o 0 2"),
            "a move flips all pieces of the other side beside its destination"
        );
        let refused = rule(&by_hand, "a7-d7", start);
        let because = "the line is refused by the rules (";
        assert!(refused.starts_with(because), "{refused}");
    }
}
