//! Faults that were found, the rules that the program breaks, and which faults have one cause.

use super::line_kind::LineKind;
use super::own_session::carry_out_with_ais;
use crate::divergence::{Deviation, broken_rule_of_board};
use ataxx_core::board::Ending;
use ataxx_session::{Dialect, Session, SessionSettings};

/// A file: its name and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFile {
    /// The name.
    pub name: String,
    /// The text.
    pub text: String,
}

/// A fault that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The seed of the session that showed it.
    pub seed: u64,
    /// The shortest session found that shows it.
    pub lines: Vec<String>,
    /// What differs after the last line.
    pub deviation: Deviation,
    /// The steps of a scenario that shows it each time it is run; none for what was seen once and
    /// not reproduced, such as an answer that was late once.
    pub steps: Vec<String>,
    /// The files of a script of the course that shows it each time, if they are wanted.
    pub script: Vec<ScriptFile>,
}

/// What is wrong, in a few words: the rule that a program breaks, by the last line of the finding
/// and what differs after it.
pub fn title(finding: &Finding, dialect: Dialect) -> String {
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
        Deviation::NeedlessError(_) => "an empty line or a comment is no error".to_owned(),
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
fn broken_move_rule(finding: &Finding, dialect: Dialect) -> Option<String> {
    let (last, before) = before_last(&finding.lines, dialect)?;
    broken_rule_of_board(&before, last, &finding.deviation)
}

/// The last line, and the session before it. AIs have made any moves.
fn before_last(lines: &[String], dialect: Dialect) -> Option<(&str, Session)> {
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

/// What is wrong with a program once: findings that break the same rule with lines of the same
/// kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The findings, the first one found first: at least one, and no more than
    /// [`MAX_EXAMPLES`](Self::MAX_EXAMPLES).
    pub examples: Vec<Finding>,
    signature: Signature,
}

/// What findings with one cause have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Signature {
    rule: String,
    /// Where the rule alone is not enough.
    kind: Option<LineKind>,
}

impl Cause {
    /// The most examples of one cause.
    pub const MAX_EXAMPLES: usize = 3;

    /// The cause of a finding.
    pub(super) fn new(finding: Finding, dialect: Dialect) -> Self {
        Self {
            signature: Signature::of(&finding, dialect),
            examples: vec![finding],
        }
    }

    /// What is wrong, in a few words.
    pub fn title(&self, dialect: Dialect) -> String {
        let first = self.examples.first();
        first.map_or_else(String::new, |first| title(first, dialect))
    }

    /// Whether a finding has this cause.
    pub(super) fn explains(&self, finding: &Finding, dialect: Dialect) -> bool {
        self.signature == Signature::of(finding, dialect)
    }

    /// Whether a difference that was not shrunk surely has this cause, and would be no other
    /// example of it.
    pub(super) fn is_known(&self, finding: &Finding, dialect: Dialect) -> bool {
        let is_full = self.examples.len() >= Self::MAX_EXAMPLES;
        let kind = last_kind(finding, dialect);
        let is_shown = || {
            let mut kinds = self.examples.iter().map(|it| last_kind(it, dialect));
            kinds.any(|known| known == kind)
        };
        self.explains(finding, dialect) && (is_full || is_shown())
    }

    /// Adds a finding of this cause. It becomes an example if its last line is of another kind
    /// than those of the others.
    pub(super) fn add(&mut self, finding: Finding, dialect: Dialect) -> bool {
        let kind = last_kind(&finding, dialect);
        let is_full = self.examples.len() >= Self::MAX_EXAMPLES;
        let mut examples = self.examples.iter();
        let is_example = !is_full && examples.all(|it| last_kind(it, dialect) != kind);
        if is_example {
            self.examples.push(finding);
        }
        is_example
    }
}

impl Signature {
    fn of(finding: &Finding, dialect: Dialect) -> Self {
        const PASS: LineKind = LineKind::AiTurn { must_pass: true };
        let kind = last_kind(finding, dialect);
        let rule = || title(finding, dialect);
        let (rule, kind) = match &finding.deviation {
            Deviation::Board { .. } if kind.is_some_and(LineKind::is_refused) => {
                ("a line that is refused changes nothing".to_owned(), kind)
            }
            Deviation::Board { .. } => match broken_move_rule(finding, dialect) {
                Some(rule) => (rule, None),
                None => ("the board".to_owned(), kind),
            },
            Deviation::Crash(_) => ("the program goes on".to_owned(), kind),
            Deviation::Timeout(_) => ("an answer in time".to_owned(), kind),
            Deviation::NoErrorMessage => ("an error causes a message".to_owned(), None),
            Deviation::Result { expected, .. } => {
                let is_draw = expected.is_some_and(|outcome| outcome.winner.is_none());
                (format!("{}; a draw: {is_draw}", rule()), None)
            }
            // An AI that cannot pass may do all else.
            _ => (rule(), kind.filter(|kind| *kind == PASS)),
        };
        Self { rule, kind }
    }
}

/// The kind of the line that shows a finding.
fn last_kind(finding: &Finding, dialect: Dialect) -> Option<LineKind> {
    let (last, before) = before_last(&finding.lines, dialect)?;
    Some(LineKind::of(&before, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::own_session::carry_out;
    use ataxx_core::board::Position;

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

    const SPRING: Dialect = Dialect::SPRING_2022;

    fn finding(lines: &str, deviation: Deviation) -> Finding {
        Finding {
            seed: 1,
            lines: lines.split("; ").map(str::to_owned).collect(),
            deviation,
            steps: Vec::new(),
            script: Vec::new(),
        }
    }

    fn is_same(one: Finding, other: &Finding) -> bool {
        Cause::new(one, SPRING).explains(other, SPRING)
    }

    fn silent_at(line: &str) -> Finding {
        finding(line, Deviation::NoErrorMessage)
    }

    #[test]
    fn a_program_that_reports_no_errors_has_one_fault() {
        let mut cause = Cause::new(silent_at("fly"), SPRING);
        for (line, is_shown) in [
            ("manual blue; a7-a3", true),
            ("manual blue; g1-d1", false),
            ("a7-h3", true),
            ("-", false),
        ] {
            let other = silent_at(line);
            assert!(cause.explains(&other, SPRING), "{line}");
            assert_eq!(cause.add(other.clone(), SPRING), is_shown, "{line}");
            assert!(cause.is_known(&other, SPRING), "{line}");
        }
        assert_eq!(cause.examples.len(), Cause::MAX_EXAMPLES);
    }

    #[test]
    fn crashes_at_lines_of_one_kind_are_one_fault() {
        let crash = |lines| finding(lines, Deviation::Crash("it ends".to_owned()));
        let [extend, jump] = ["manual blue; a7-a6 # x", "manual blue; a7-a5 # y"].map(crash);
        assert!(is_same(extend.clone(), &jump));
        assert!(!is_same(extend, &crash("help")));
        let ends = crash("manual blue; a7-a4");
        assert!(is_same(ends.clone(), &crash("manual blue; a7-a6; a1-a5")));
        assert!(!is_same(ends, &crash("fly")));
        let late = finding("help", Deviation::Timeout(String::new()));
        assert!(!is_same(crash("help"), &late));
    }

    /// Whichever board the program has then, and whichever move was made.
    #[test]
    fn moves_after_the_end_are_one_fault() {
        let end = "manual blue; a7-a6; g7-g6; g1-g3; g7-g5; g3-f5; a1-c3; a6-a5; c3-e5; g6-f6";
        let moved = |line: &str| {
            let expected = Position::start();
            let actual = Position::default();
            let lines = format!("{end}; {line}");
            finding(&lines, Deviation::Board { expected, actual })
        };
        assert!(is_same(moved("a5-a4"), &moved("f6-f7")));
    }
}
