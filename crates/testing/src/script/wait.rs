//! Waiting for a program, for a line or for its end, and the problem when nothing can come.

use super::harness::{Bound, FailedWait};
use super::output::{FilteredLine, OutputKind, Unfinished, one_blank};
use super::part::{ScriptFormat, base};
use super::play::{Play, problem, quoted};
use super::standard;
use crate::report::{Place, Problem, ProblemKind};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::nearest;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::{Budget, Plies, Question, Solver, SolverOptions, Verdict};
use ataxx_opponents::{Ended, Failure, FailureKind, ReadError};
use ataxx_session::Announcement;
use std::time::{Duration, Instant};

impl Play<'_, '_> {
    /// The next announcement of a program of 2022, within `limit`. `what` is expected.
    pub fn announcement(
        &mut self,
        what: &str,
        limit: Duration,
    ) -> Result<(Announcement, String), Problem> {
        loop {
            let output = self.wait(what, limit)?;
            match output.kind {
                OutputKind::Announced(announcement) => return Ok((announcement, output.text)),
                OutputKind::Board(_) | OutputKind::Row => {}
                OutputKind::Other => return Err(malformed(&self.place, &output.text)),
            }
        }
    }

    /// The next line that counts, within `limit`. `what` is expected.
    pub fn wait(&mut self, what: &str, limit: Duration) -> Result<FilteredLine, Problem> {
        self.program.wait(self.index, limit).map_err(|failed| {
            if let ReadError::Ended(Some(_)) = failed.error
                && let Some(failure) = self.program.never_started()
            {
                return not_started(&self.part.command_place(), failure);
            }
            let problem = failed_wait(&self.place, what, self.sent_last(), &failed);
            problem.with_help(self.program.checker.situation())
        })
    }

    /// The side that is expected to announce a move.
    pub fn mover(&self, color: Option<Color>) -> String {
        match color.or_else(|| self.program.checker.awaited()) {
            Some(color) => color.to_string(),
            None => "an AI".to_owned(),
        }
    }

    /// What was sent last: `line 14`.
    fn sent_last(&self) -> Option<String> {
        if let Some(mv) = self.program.sent_move {
            return Some(format!("the other program's {mv}"));
        }
        let line = self
            .program
            .sent_at
            .and_then(|at| self.part.lines.get(at))?;
        Some(format!("line {}", self.part.number(line)))
    }
}

const TIMEOUT: ProblemKind = ProblemKind::Program(FailureKind::Timeout(None));
const CRASH: ProblemKind = ProblemKind::Program(FailureKind::Crash);

/// The problem that nothing was read. `what` was expected, after `after`.
pub(super) fn failed_wait(
    place: &Place,
    what: &str,
    after: Option<String>,
    failed: &FailedWait,
) -> Problem {
    let after = after.map_or_else(String::new, |after| format!(", after {after}"));
    let (code, kind, message) = match failed.error {
        ReadError::TimeOut if !failed.limit_reached => (
            "nothing-more",
            ProblemKind::Unmet,
            format!("waited for {what}{after}: nothing more can come"),
        ),
        ReadError::TimeOut => {
            let of = match failed.bound {
                Bound::Answer => String::new(),
                Bound::Game(time) => format!(": that is {} for the game", seconds(time)),
                Bound::Test(time) => format!(": that is {} for the test", seconds(time)),
            };
            let waited = seconds(failed.waited);
            let message = format!("waited {waited} for {what}{after}{of}");
            ("time-out", TIMEOUT, message)
        }
        ReadError::Ended(ended) => {
            let (how, kind) = match ended {
                Some(ended @ Ended::Status(0)) => (format!(" with {ended}"), ProblemKind::Unmet),
                Some(ended @ Ended::Status(_)) => (format!(" with {ended}"), CRASH),
                Some(ended @ Ended::Signal(_)) => (format!(" by {ended}"), CRASH),
                None => (String::new(), CRASH),
            };
            let message = format!("waited for {what}{after}, and the program ended{how}");
            ("ended", kind, message)
        }
        ReadError::Flooded { limit } => (
            "flooded",
            ProblemKind::Program(FailureKind::Flood),
            format!("waited for {what}{after}, and the program printed more than {limit} bytes"),
        ),
        ReadError::NotReading => (
            "deaf",
            TIMEOUT,
            format!("waited for {what}{after}, and the program does not read its input"),
        ),
        ReadError::Interrupted => return Problem::interrupted(place),
    };
    problem(place, code, message, "").of_kind(kind)
}

/// The problem that a program could not be started, for the reason in this failure.
pub(super) fn not_started(command: &Place, failure: Failure) -> Problem {
    let message = format!("the program could not be started: {}", failure.message);
    Problem::at(command)(Failure { message, ..failure })
}

/// A line that looks like an announcement, and is none.
pub(super) fn malformed(place: &Place, line: &str) -> Problem {
    let forms = [
        "* Red wins.",
        "* Blue wins.",
        "* Draw.",
        "* Red moves a7-b7.",
        "* Blue moves a7-b7.",
        "* Red moves -.",
        "* Blue moves -.",
    ];
    let help = match nearest(line, forms) {
        Some(near) => format!("it is written like `{near}`, to the letter"),
        None => format!(
            "what begins with `*` is one of {}",
            forms.map(quoted).join(", ")
        ),
    };
    let message = format!(
        "a line of output that begins with `*` is a move or a result; found {}",
        quoted(line)
    );
    problem(place, "bad-announcement", message, "read here").with_help([help])
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The time limit for the rest of the output of a program that has ended.
const REST_TIMEOUT: Duration = Duration::from_secs(1);

impl Play<'_, '_> {
    /// Ends the program, reads the rest of its output, and compares what was recorded.
    pub fn finish(&mut self) -> Result<(), Problem> {
        let ended = self.program.close();
        let unread = self.read_rest();
        let end = self.part.end();
        let ended = ended.map_err(|failed| {
            let after = "the end of the script".to_owned();
            failed_wait(&end, "the program to end", Some(after), &failed)
        })?;
        self.check_end(ended)?;
        unread?;
        self.check_record()
    }

    /// Reads the rest: in 2022 announcements are passed over, in 2016 nothing is.
    fn read_rest(&mut self) -> Result<(), Problem> {
        let deadline = Instant::now() + REST_TIMEOUT;
        let end = self.part.end();
        let mut unread = Ok(());
        loop {
            let output = match self.program.next_counted(self.index, deadline) {
                Ok(output) => output,
                Err(ReadError::Interrupted) => return Err(Problem::interrupted(&end)),
                Err(_) => break,
            };
            match (self.program.format, output.kind) {
                (ScriptFormat::Spring2022, OutputKind::Announced(_)) => {
                    self.program.passed_over.push((output.text, self.index));
                }
                (ScriptFormat::Spring2022, OutputKind::Other) => {
                    unread = unread.and(Err(malformed(&end, &output.text)));
                }
                (ScriptFormat::Spring2022, _) => {}
                (ScriptFormat::Fall2016, _) => {
                    let line = quoted(&one_blank(&output.text));
                    let message = format!("nothing expects the line {line}, and it was printed");
                    let label = "the script ends here";
                    unread = unread.and(Err(problem(&end, "unread-output", message, label)));
                }
            }
        }
        self.program.end_board(self.index);
        unread
    }

    fn check_end(&mut self, ended: Ended) -> Result<(), Problem> {
        if let Some(failure) = self.program.never_started() {
            return Err(not_started(&self.part.command_place(), failure));
        }
        let (message, kind) = match ended {
            Ended::Status(0) => return Ok(()),
            Ended::Status(status) => {
                let message = format!("the program ended with exit status {status} instead of 0");
                (message, ProblemKind::Unmet)
            }
            Ended::Signal(_) => (format!("the program was ended by {ended}"), CRASH),
        };
        Err(problem(&self.part.end(), "exit-status", message, "").of_kind(kind))
    }

    fn check_record(&self) -> Result<(), Problem> {
        let record: Vec<&str> = self
            .program
            .record
            .iter()
            .map(|(line, _)| line.as_str())
            .collect();
        standard::compare(self.part, &record, self.program.as_course, |number| {
            let Some(board) = self.program.checker.boards.get(number) else {
                return (None, None);
            };
            let line = board.step.and_then(|step| self.part.lines.get(step));
            let place = line.map(|line| {
                let file = base(&self.part.source.name);
                let (text, number) = (self.part.text(line), self.part.number(line));
                format!("`{text}` on line {number} of {file}")
            });
            (board.by_rules, place)
        })
    }
}

/// How far a missed win is looked for, in plies.
const MISSED_WIN_PLIES: Plies = Plies(5);
/// The node limit of that search.
const NODES: u64 = 1_000_000;

impl Play<'_, '_> {
    /// Fails a game in which a result is awaited that cannot come: the AI has moved, by the rules
    /// the game goes on, and no AI is to move. The original harness waits until its time is over.
    pub fn check_that_a_result_can_come(&self) -> Result<(), Problem> {
        if self.program.as_course {
            return Ok(());
        }
        let Some(unfinished) = self.program.checker.unfinished() else {
            return Ok(());
        };
        let Unfinished { color, mv, .. } = unfinished;
        let message = format!(
            "{color}'s AI has made the move {mv}, after which by the rules the game goes on: no \
             result can come"
        );
        let problem = self.problem("no-result-to-come", message);
        Err(problem
            .with_help(missed_win(&unfinished))
            .with_help(self.program.checker.situation()))
    }
}

/// The win that the AI could have forced, in words.
fn missed_win(unfinished: &Unfinished) -> Option<String> {
    let Unfinished {
        before,
        rules,
        color,
        ..
    } = unfinished;
    let question = Question {
        within: Some(MISSED_WIN_PLIES),
        all_moves: true,
    };
    let budget = Budget {
        nodes: Some(NODES),
        may_continue: &|| true,
    };
    let solution = Solver::new(rules, &SolverOptions::default()).answer(before, question, &budget);
    let Verdict::Win(Some(plies)) = solution.verdict else {
        return None;
    };
    let moves = solution.moves.iter();
    let moves: Vec<String> = moves
        .map(|&mv| BerkeleyMove::of(mv, before).to_string())
        .collect();
    if moves.is_empty() {
        return None;
    }
    let moves = moves.join(" or ");
    Some(match plies {
        Plies(1) => format!("{color} could win at once by {moves}"),
        plies => format!("{color} could force a victory in {plies} by {moves}"),
    })
}
