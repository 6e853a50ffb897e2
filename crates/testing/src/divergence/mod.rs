//! The first line after which a program under test differs from the rules.

mod deviation;
mod trial;

pub use deviation::{Deviation, Difference, broken_rule_of_board};
pub use trial::{
    MISSED_WIN_PLIES, TimeLimits, difference_with_fault, first_difference, winning_move,
};

use crate::report::{BEHAVES_SO, FIRST_DIFFERENCE, Outcome, Report};
use ataxx_core::board::{Cell, Position, Square};
use ataxx_opponents::dialogue::Speaker;
use ataxx_opponents::subject::{
    Environment, ProgramSubject, Subject, SubjectOptions, open_program,
};
use ataxx_opponents::{Failure, within};
use ataxx_session::mutants::Fault;
use ataxx_session::oracle::Oracle;
use ataxx_session::{Command, Session, parse};
use deviation::wrong_board;
use std::fmt::{self, Write as _};
use std::time::Duration;

/// The first line after which a program differs from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The line, counted from 0 among those that were sent.
    pub number: usize,
    /// The text of the line.
    pub line: String,
    /// What differs.
    pub deviation: Deviation,
    /// The rule that the program breaks, where it is known.
    pub reason: Option<String>,
    /// The known faults that differ in the same way on these lines.
    pub like: Vec<Fault>,
}

/// The most known faults that a message names.
const MAX_FAULTS: usize = 3;

impl Divergence {
    /// The known faults that behave alike, for a message, where no broken rule is known.
    fn similar_faults(&self) -> Option<String> {
        let all = self.like.iter().take(MAX_FAULTS);
        let all: Vec<&str> = all.map(|fault| fault.description()).collect();
        let is_needed = self.reason.is_none() && !all.is_empty();
        is_needed.then(|| format!("{BEHAVES_SO}{}", all.join(", or ")))
    }
}

/// The time for the answer to a line.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// The most squares that a message names.
const MAX_SQUARES: usize = 3;

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, line) = (self.number + 1, &self.line);
        write!(
            f,
            "{FIRST_DIFFERENCE}after line {number} of those sent (`{line}`), "
        )?;
        match &self.deviation {
            Deviation::Board { expected, actual } => write!(f, "{}", squares(expected, actual))?,
            other => write!(f, "{other}")?,
        }
        if let Some(reason) = &self.reason {
            write!(f, ": {reason}")?;
        }
        Ok(())
    }
}

/// The squares that differ: `c4 is red; by the rules it is blue`.
fn squares(expected: &Position, actual: &Position) -> String {
    let differing: Vec<Square> = Square::all()
        .filter(|&square| expected.cell(square) != actual.cell(square))
        .collect();
    let shown = differing.iter().take(MAX_SQUARES).map(|&square| {
        let (is, should) = (word(actual.cell(square)), word(expected.cell(square)));
        format!("{square} is {is}, and {should} by the rules")
    });
    let mut text = shown.collect::<Vec<_>>().join("; ");
    if differing.len() > MAX_SQUARES {
        let more = differing.len() - MAX_SQUARES;
        let _ = write!(text, "; and {more} more differ");
    }
    text
}

const fn word(cell: Cell) -> &'static str {
    match cell {
        Cell::Piece(color) => color.name(),
        Cell::Empty => "empty",
        Cell::Block => "blocked",
    }
}

/// Adds the first difference from the rules to the report of a program that has failed. The
/// program is run again, with a `dump` after each line that it was sent.
pub fn explain(
    report: &mut Report,
    command: &str,
    options: &SubjectOptions,
    environment: &Environment,
) {
    if report.outcome != Outcome::Fail {
        return;
    }
    let Some(lines) = lines_sent(report) else {
        return;
    };
    let divergence = first_divergence(command, options, environment, &lines);
    let Some(diagnostic) = report
        .failure
        .as_mut()
        .and_then(|failure| failure.diagnostics.first_mut())
    else {
        return;
    };
    if let Some(divergence) = divergence {
        diagnostic.help.push(divergence.to_string());
        diagnostic.help.extend(divergence.similar_faults());
    }
}

/// The lines that the only program of a report was sent, without dumps; `None` if they are not
/// all known, or there were several programs.
fn lines_sent(report: &Report) -> Option<Vec<String>> {
    let all = report.dialogue.utterances();
    if report.dialogue.dropped() > 0 || all.iter().any(|line| line.program > 0) {
        return None;
    }
    let sent = all.iter().filter(|line| line.by == Speaker::Runner);
    let lines = sent.map(|line| line.text.clone());
    Some(lines.filter(|line| line.trim() != "dump").collect())
}

/// Runs a program and compares it with the rules after each line. `None` where it does not differ,
/// or where that is not known.
pub fn first_divergence(
    command: &str,
    options: &SubjectOptions,
    environment: &Environment,
    lines: &[String],
) -> Option<Divergence> {
    let mut subject = open_program(command, options, environment).ok()?;
    for (number, line) in lines.iter().enumerate() {
        let before = subject.session().clone();
        if is_quit(line, &before) {
            return None;
        }
        let Some(deviation) = deviation_after(&mut subject, line).ok()? else {
            continue;
        };
        let difference = Difference {
            line: number,
            deviation,
        };
        return Some(Divergence {
            number,
            line: line.clone(),
            reason: subject
                .illegal_move()
                .or_else(|| broken_rule_of_board(&before, line, &difference.deviation)),
            like: faults_like(&lines[..=number], &difference, options, environment),
            deviation: difference.deviation,
        });
    }
    None
}

fn is_quit(line: &str, session: &Session) -> bool {
    let parsed = parse(line, session.dialect());
    matches!(parsed, Ok(Some(line)) if line.command == Command::Quit)
}

fn deviation_after(subject: &mut ProgramSubject, line: &str) -> Result<Option<Deviation>, Failure> {
    let deadline = within(ANSWER_TIME);
    subject.send(line, deadline)?;
    let seen = subject.look(deadline)?;
    let announced = subject.announced(deadline)?;
    let announced = Vec::from_iter(announced.map(|announced| announced.winner));
    let oracle = subject.oracle();
    let wrong = wrong_board(oracle.game().position(), &seen);
    Ok(wrong.or_else(|| {
        let is_allowed = oracle.allows_results(&announced);
        let expected = oracle.result_by_now();
        (!is_allowed).then(|| Deviation::of_results(oracle.game(), expected, announced))
    }))
}

/// The known faults of our own session that differ from the rules in the same way on these lines.
/// None where an AI takes part.
fn faults_like(
    lines: &[String],
    difference: &Difference,
    options: &SubjectOptions,
    environment: &Environment,
) -> Vec<Fault> {
    let session = Session::new(options.dialect, options.session);
    let mut oracle = Oracle::new(session, environment.files);
    for (number, line) in lines.iter().enumerate() {
        oracle.sent(number, line);
        if oracle.referee().ai_turn().is_some() {
            return Vec::new();
        }
    }
    let limits = TimeLimits::new(ANSWER_TIME, ANSWER_TIME);
    let is_like = |fault: &Fault| {
        let first = difference_with_fault(*fault, lines, options, environment.files, limits);
        first.as_ref() == Some(difference)
    };
    Fault::ALL.iter().copied().filter(is_like).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Identity;
    use ataxx_opponents::dialogue::Utterance;
    use std::time::Duration;

    fn sent(lines: &[(usize, &str)]) -> Option<Vec<String>> {
        let mut report = Report::new(Identity::of_file("a.yaml", 1), Outcome::Fail);
        for &(program, text) in lines {
            report.dialogue.push(Utterance {
                at: Duration::ZERO,
                program,
                by: Speaker::Runner,
                text: text.to_owned(),
            });
        }
        lines_sent(&report)
    }

    #[test]
    fn lines_of_two_programs_are_no_session() {
        let one = sent(&[(0, "a7-b7"), (0, "dump")]);
        assert_eq!(one, Some(vec!["a7-b7".to_owned()]));
        assert_eq!(sent(&[(0, "a7-b7"), (1, "a1-b1")]), None);
    }

    #[test]
    fn squares_that_are_not_named_are_counted() {
        let from_start = |fen: &str| squares(&Position::start(), &fen.parse().expect(fen));
        assert!(!from_start("x6/7/7/7/7/7/7 x 0 1").contains("more"));
        let many = from_start("1xxxxx1/7/7/7/7/7/7 x 0 1");
        assert!(many.ends_with("; and 6 more differ"), "{many}");
    }
}
