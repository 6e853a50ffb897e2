//! A text program as the test harness of a course runs it: lines are sent to it, and its output is
//! read in order, within the time limits of the harness. It is used by scripts alone.

use super::output::{Filter, FilteredLine, OutputChecker, OutputKind};
use super::part::ScriptFormat;
use crate::runner::RunSettings;
use ataxx_core::board::Color;
use ataxx_core::notation::BerkeleyMove;
use ataxx_opponents::conversation::Conversation;
use ataxx_opponents::{Ended, Failure, FailureKind, Peer, ReadError};
use std::time::{Duration, Instant};

/// A text program run by a course's harness.
pub struct HarnessedProgram<'a> {
    /// The harness.
    pub format: ScriptFormat,
    /// Its number in the test, counted from 0.
    pub number: usize,
    /// The time limits.
    pub clock: Clock,
    /// Compares its output with the rules.
    pub checker: OutputChecker<'a>,
    /// The output that is recorded (2022), each line with the step at the time.
    pub record: Vec<(String, usize)>,
    /// Announcements that no step has read, each with the step at the time.
    pub passed_over: Vec<(String, usize)>,
    /// Whether the harness is followed to the letter.
    pub as_course: bool,
    /// All output so far, where it is kept.
    kept: Option<String>,
    /// The number of lines of output so far.
    printed: usize,
    /// The number of the last line of output that counted.
    counted: usize,
    /// The state of the game against the other program, if there is one.
    pub exchange: Option<Exchange>,
    /// The step that sent the last line, but for idle ones.
    pub sent_at: Option<usize>,
    /// The last move of the other program, where that was sent after it.
    pub sent_move: Option<BerkeleyMove>,
    /// The dialogue with it.
    pub conversation: Conversation<'a>,
    filter: Filter,
    games: usize,
}

/// The most lines of output that the harness of 2022 reads.
pub const MAX_LINES: usize = 1000;

/// The state of a game against the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// The other program is to move.
    Theirs,
    /// The AI of this program is to move.
    Ours,
    /// This program has announced a result; the other is to announce it.
    Over {
        /// The winner; `None` for a draw.
        winner: Option<Color>,
        /// The line that announced it.
        text: String,
    },
}

/// A wait without success.
#[derive(Clone, Debug)]
pub struct FailedWait {
    /// Why nothing was read.
    pub error: ReadError,
    /// How long was waited.
    pub waited: Duration,
    /// The time limit of the wait.
    pub bound: Bound,
    /// Whether the limit was reached. The wait for a session in this process ends before it.
    pub limit_reached: bool,
}

impl<'a> HarnessedProgram<'a> {
    /// A program that was just started, and the checker of its output.
    pub fn new(
        peer: Box<dyn Peer + 'a>,
        number: usize,
        format: ScriptFormat,
        settings: &RunSettings,
        checker: OutputChecker<'a>,
    ) -> Self {
        Self {
            format,
            number,
            clock: Clock::new(format, settings.timeout),
            checker,
            as_course: settings.as_course,
            kept: settings.keeps_output.then(String::new),
            printed: 0,
            counted: 0,
            record: Vec::new(),
            passed_over: Vec::new(),
            exchange: None,
            sent_at: None,
            sent_move: None,
            conversation: Conversation::new(peer, number, "program", ""),
            filter: Filter::new(format),
            games: 0,
        }
    }

    /// Sends a line in this step.
    pub fn send(&mut self, step: usize, line: &str) -> Result<(), ReadError> {
        self.checker.sent(step, line);
        let games = self.checker.games();
        if games != self.games {
            self.games = games;
            self.clock.new_game();
        }
        match self.conversation.send_line(line) {
            Err(error @ (ReadError::Interrupted | ReadError::NotReading)) => Err(error),
            _ => Ok(()),
        }
    }

    /// The next line that counts, within `limit`.
    pub fn wait(&mut self, step: usize, limit: Duration) -> Result<FilteredLine, FailedWait> {
        let begun = Instant::now();
        let (deadline, bound) = self.clock.deadline(limit);
        let line = self.next_counted(step, deadline);
        let waited = self.conversation.silence(begun);
        self.clock.waited(waited);
        line.map_err(|error| FailedWait {
            error,
            waited,
            bound,
            limit_reached: Instant::now() >= deadline,
        })
    }

    /// The next line that counts, until `deadline`.
    pub fn next_counted(
        &mut self,
        step: usize,
        deadline: Instant,
    ) -> Result<FilteredLine, ReadError> {
        loop {
            if self.as_course && self.is_cut() {
                return Err(ReadError::TimeOut);
            }
            let line = self.next_line(deadline)?;
            self.printed += 1;
            let Some(output) = self.filter.read(&line) else {
                continue;
            };
            self.counted = self.printed;
            match &output.kind {
                OutputKind::Announced(announcement) => self.checker.announced(step, *announcement),
                OutputKind::Board(rows) => self.take_board(step, rows),
                OutputKind::Row | OutputKind::Other => {}
            }
            return Ok(output);
        }
    }

    fn next_line(&mut self, deadline: Instant) -> Result<String, ReadError> {
        let line = self.conversation.next_line(deadline)?;
        if let Some(kept) = &mut self.kept {
            kept.push_str(&line);
            kept.push('\n');
        }
        Ok(line)
    }

    /// Takes all that it has printed, also what nothing has read, where that is kept.
    pub fn take_printed(&mut self) -> Option<String> {
        if self.kept.is_some() {
            while self.next_line(Instant::now()).is_ok() {}
        }
        self.kept.take()
    }

    /// Whether the harness reads no more of the output.
    pub fn is_cut(&self) -> bool {
        self.format == ScriptFormat::Spring2022 && self.printed >= MAX_LINES
    }

    /// Whether output counted that the harness does not read.
    pub fn exceeds_harness(&self) -> bool {
        self.format == ScriptFormat::Spring2022 && self.counted > MAX_LINES
    }

    fn take_board(&mut self, step: usize, rows: &[String]) {
        self.checker.board(step, rows);
        if self.format == ScriptFormat::Spring2022 {
            let rows = rows.iter().map(|row| (row.clone(), step));
            self.record.extend(rows);
        }
    }

    /// Ends an unfinished board.
    pub fn end_board(&mut self, step: usize) {
        if let Some(rows) = self.filter.take_unfinished() {
            self.take_board(step, &rows);
        }
    }

    /// Closes its input, and waits for its end.
    pub fn close(&mut self) -> Result<Ended, FailedWait> {
        let begun = Instant::now();
        let deadline = begun + self.clock.end();
        let ended = self.conversation.finish(deadline);
        ended.map_err(|error| FailedWait {
            error,
            waited: begun.elapsed(),
            bound: Bound::Answer,
            limit_reached: Instant::now() >= deadline,
        })
    }

    /// Why it could not be started, if it has ended for that reason.
    pub fn never_started(&mut self) -> Option<Failure> {
        if !self.conversation.peer().could_not_start() {
            return None;
        }
        let stderr_lines = self.conversation.stderr_lines();
        let reason = stderr_lines.lines().last();
        if let Some(wrapper) = self.conversation.peer().unfinished_wrapper() {
            let reason = reason.unwrap_or("it does not say why");
            let message = format!("the wrapper `{wrapper}` has not started it: {reason}");
            return Some(Failure::new(FailureKind::WrapperFailed, message));
        }
        let reason = reason.unwrap_or("the shell does not say why");
        Some(Failure::new(FailureKind::NotStarted, reason))
    }
}

/// The time limits of a program, and the time it has taken.
#[derive(Clone, Debug)]
pub struct Clock {
    format: ScriptFormat,
    /// The limit for an answer.
    pub each: Duration,
    /// The limit for a game (2022) or the whole test (2016).
    total: Duration,
    /// The time waited in this game. Only in 2022, where no other time counts.
    waited: Option<Duration>,
    begun: Instant,
    /// The limit for the test that the run sets; it replaces `total`.
    allowed: Option<Duration>,
}

/// The time limit of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// That of this answer.
    Answer,
    /// That of a game (2022), which is this.
    Game(Duration),
    /// That of the whole test, which is this.
    Test(Duration),
}

/// Time limit in 2022 for a result, and for the end of a program.
pub const RESULT_TIMEOUT: Duration = Duration::from_secs(5);

impl Clock {
    /// The clock of a test that begins now.
    pub fn new(format: ScriptFormat, allowed: Option<Duration>) -> Self {
        let (total, waited) = match format {
            ScriptFormat::Spring2022 => (60, Some(Duration::ZERO)),
            ScriptFormat::Fall2016 => (120, None),
        };
        Self {
            format,
            each: Duration::from_secs(10),
            total: Duration::from_secs(total),
            waited,
            begun: Instant::now(),
            allowed,
        }
    }

    /// Changes the limits that are given.
    pub fn limit(&mut self, each: Option<Duration>, total: Option<Duration>) {
        self.each = each.unwrap_or(self.each);
        if let Some(total) = total {
            self.total = total;
            self.new_game();
        }
    }

    /// The limit for the end of a program after the end of its script.
    pub const fn end(&self) -> Duration {
        match self.format {
            ScriptFormat::Spring2022 => RESULT_TIMEOUT,
            ScriptFormat::Fall2016 => self.each,
        }
    }

    /// Starts the time of another game.
    pub fn new_game(&mut self) {
        self.waited = self.waited.map(|_| Duration::ZERO);
    }

    /// Adds a wait to the time of the game.
    pub fn waited(&mut self, time: Duration) {
        self.waited = self.waited.map(|waited| waited + time);
    }

    /// The deadline of something with this time limit, and the limit that it comes from.
    pub fn deadline(&self, answer: Duration) -> (Instant, Bound) {
        let now = Instant::now();
        let (whole, bound) = match (self.allowed, self.waited) {
            (Some(allowed), _) => (self.begun + allowed, Bound::Test(allowed)),
            (None, Some(waited)) => {
                let left = self.total.saturating_sub(waited);
                (now + left, Bound::Game(self.total))
            }
            (None, None) => (self.begun + self.total, Bound::Test(self.total)),
        };
        if now + answer <= whole {
            (now + answer, Bound::Answer)
        } else {
            (whole, bound)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_game_ends_with_its_time() {
        let mut clock = Clock::new(ScriptFormat::Spring2022, None);
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
        clock.waited(Duration::from_secs(58));
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Game(MINUTE));
        clock.new_game();
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
        clock.limit(None, Some(Duration::from_secs(2)));
        assert_eq!(
            clock.deadline(RESULT_TIMEOUT).1,
            Bound::Game(Duration::from_secs(2))
        );
    }

    #[test]
    fn a_test_ends_with_its_time() {
        let mut clock = Clock::new(ScriptFormat::Fall2016, None);
        clock.waited(3 * MINUTE);
        assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
        clock.limit(Some(Duration::from_secs(1)), Some(Duration::from_secs(2)));
        assert_eq!(clock.deadline(clock.each).1, Bound::Answer);
        assert_eq!(
            clock.deadline(RESULT_TIMEOUT).1,
            Bound::Test(Duration::from_secs(2))
        );
    }

    #[test]
    fn each_harness_has_its_limit_for_the_end() {
        let mut clock = Clock::new(ScriptFormat::Spring2022, None);
        clock.limit(Some(MINUTE), Some(MINUTE));
        assert_eq!(clock.end(), RESULT_TIMEOUT);
        let mut clock = Clock::new(ScriptFormat::Fall2016, None);
        assert_eq!(clock.end(), Duration::from_secs(10));
        clock.limit(Some(MINUTE), None);
        assert_eq!(clock.end(), MINUTE);
    }

    #[test]
    fn the_time_limit_of_the_run_replaces_those_of_the_script() {
        for format in [ScriptFormat::Spring2022, ScriptFormat::Fall2016] {
            let mut clock = Clock::new(format, Some(MINUTE));
            clock.limit(None, Some(Duration::from_secs(2)));
            assert_eq!(clock.deadline(RESULT_TIMEOUT).1, Bound::Answer);
            assert_eq!(clock.deadline(2 * MINUTE).1, Bound::Test(MINUTE));
        }
    }
}
