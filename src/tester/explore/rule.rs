//! The rule that a program breaks.

use super::Finding;
use super::deviation::Deviation;
use super::reason;
use super::trial::carry_out_with_ais;
use crate::session::{Dialect, Session, SessionSettings};
use ataxx_core::board::Ending;

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
        Deviation::Untold => format!("`{}` causes an error message", last.trim()),
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

/// The rule about the last line, where the board after it is wrong; `None` where it cannot be told.
pub(super) fn broken_move_rule(finding: &Finding, dialect: Dialect) -> Option<String> {
    let (last, before) = before_last(&finding.lines, dialect)?;
    reason::of(&before, last, &finding.deviation)
}

/// The last line, and the session before it. AIs have made any moves.
pub(super) fn before_last(lines: &[String], dialect: Dialect) -> Option<(&str, Session)> {
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
