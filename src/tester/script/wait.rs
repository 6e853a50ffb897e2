//! Waiting for a program, and the problem when nothing comes.

use super::harness::{Bound, FailedWait, Heard, Kind};
use super::play::{Play, problem, quoted};
use crate::opponents::{Ended, ReadError};
use crate::session::Announcement;
use crate::tester::performer::Problem;
use crate::tester::runner::NOT_STARTED;
use crate::tester::{Outcome, Place};
use ataxx_core::board::Color;
use ataxx_core::diagnostic::nearest;
use std::time::Duration;

impl Play<'_, '_> {
    /// The next announcement of a program of 2022, within `limit`. `what` is expected.
    pub fn announcement(
        &mut self,
        what: &str,
        limit: Duration,
    ) -> Result<(Announcement, String), Problem> {
        loop {
            let heard = self.wait(what, limit)?;
            match heard.kind {
                Kind::Announced(announcement) => return Ok((announcement, heard.text)),
                Kind::Board(_) | Kind::Row => {}
                Kind::Other => return Err(malformed(&self.place, &heard.text)),
            }
        }
    }

    /// The next line that counts, within `limit`. `what` is expected.
    pub fn wait(&mut self, what: &str, limit: Duration) -> Result<Heard, Problem> {
        self.program.wait(self.index, limit).map_err(|vain| {
            if let ReadError::Ended(Some(_)) = vain.silence
                && let Some(reason) = self.program.never_started()
            {
                return not_started(&self.part.command_place(), &reason);
            }
            let problem = in_vain(&self.place, what, self.sent_last(), &vain);
            problem.with_help(self.program.judge.situation())
        })
    }

    /// The side that is expected to announce a move.
    pub fn mover(&self, color: Option<Color>) -> String {
        match color.or_else(|| self.program.judge.awaited()) {
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

/// The problem that nothing was read. `what` was expected, after `after`.
pub(super) fn in_vain(
    place: &Place,
    what: &str,
    after: Option<String>,
    vain: &FailedWait,
) -> Problem {
    let after = after.map_or_else(String::new, |after| format!(", after {after}"));
    let (code, outcome, message) = match vain.silence {
        ReadError::TimeOut if !vain.is_up => (
            "nothing-more",
            Outcome::Fail,
            format!("waited in vain for {what}{after}: nothing more can come"),
        ),
        ReadError::TimeOut => {
            let of = match vain.bound {
                Bound::Answer => String::new(),
                Bound::Game(time) => format!(": that is {} for the game", seconds(time)),
                Bound::Test(time) => format!(": that is {} for the test", seconds(time)),
            };
            let waited = seconds(vain.waited);
            let message = format!("waited {waited} for {what}{after}{of}");
            ("time-out", Outcome::TimeOut, message)
        }
        ReadError::Ended(ended) => {
            let (how, outcome) = match ended {
                Some(ended @ Ended::Status(0)) => (format!(" with {ended}"), Outcome::Fail),
                Some(ended @ Ended::Status(_)) => (format!(" with {ended}"), Outcome::Crash),
                Some(ended @ Ended::Signal(_)) => (format!(" by {ended}"), Outcome::Crash),
                None => (String::new(), Outcome::Crash),
            };
            let message = format!("waited for {what}{after}, and the program ended{how}");
            ("ended", outcome, message)
        }
        ReadError::Flooded { limit } => (
            "flooded",
            Outcome::Fail,
            format!("waited for {what}{after}, and the program printed more than {limit} bytes"),
        ),
        ReadError::Deaf => (
            "deaf",
            Outcome::TimeOut,
            format!("waited for {what}{after}, and the program does not read its input"),
        ),
        ReadError::Interrupted => return Problem::interrupted(place),
    };
    problem(place, code, message, "").ending(outcome)
}

/// The problem that a program could not be started, for this reason.
pub(super) fn not_started(command: &Place, reason: &str) -> Problem {
    let message = format!("the program could not be started: {reason}");
    problem(command, NOT_STARTED, message, "").ending(Outcome::Crash)
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
    problem(place, "bad-announcement", message, "heard here").with_help([help])
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
