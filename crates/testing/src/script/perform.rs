//! Actions performed with a program: its output is read and checked.

use super::harness::{Exchange, RESULT_TIMEOUT};
use super::interpreter::Driver;
use super::output::{FilteredLine, OutputKind, is_kept, one_blank};
use super::part::{GameEnd, Opening, Pattern, ScriptFormat, is_idle_line};
use super::play::{Message, Play, problem, quoted};
use crate::report::{Comparison, Patch, Problem, ProblemKind};
use ataxx_core::board::Color;
use ataxx_opponents::{FailureKind, ReadError};
use ataxx_session::Announcement;
use std::time::Duration;

/// A line that counts, and what it announces: nothing where a line of 2016 is neither a move
/// nor a result.
type Announced = (Option<Announcement>, String);

impl Driver for Play<'_, '_> {
    type Problem = Problem;
    /// The line that announces it.
    type GameResult = String;

    fn send(&mut self, line: &str) -> Result<(), Problem> {
        if !is_idle_line(line) {
            self.program.sent_at = Some(self.index);
            self.program.sent_move = None;
        }
        self.send_line(line)
    }

    fn limit_time(&mut self, each: Option<Duration>, total: Option<Duration>) {
        self.program.clock.limit(each, total);
    }

    fn read_line(&mut self, text: &str) -> Result<(), Problem> {
        let what = format!("the line {}", quoted(&one_blank(text)));
        let output = self.wait(&what, self.program.clock.each)?;
        let (expected, actual) = (one_blank(text), one_blank(&output.text));
        if expected == actual {
            return Ok(());
        }
        let message = format!("expected {}, found {}", quoted(&expected), quoted(&actual));
        let label = format!("found {}", quoted(&actual));
        let mut problem = problem(&self.place, "unexpected-line", message, &label)
            .with_help(not_announced(&output, text))
            .with_patch(Some(self.line_patch(&output.text)))
            .with(Comparison::values("line", expected, actual));
        let is_row = matches!(output.kind, OutputKind::Row | OutputKind::Board(_));
        if is_row
            && !self.bless
            && let Some(boards) = self.compare_rows(&output)
        {
            problem = problem.with(boards);
        }
        Err(problem)
    }

    fn read_match(&mut self, pattern: &Pattern) -> Result<(), Problem> {
        let what = format!("a line that matches {}", quoted(&pattern.text));
        let output = self.wait(&what, self.program.clock.each)?;
        self.check(pattern, "line", &output.text)
    }

    fn read_move(&mut self) -> Result<(), Problem> {
        let what = format!("{} to announce a move", self.mover(None));
        match self.announcement(&what, self.program.clock.each)? {
            (Announcement::Move { mv, .. }, _) => {
                self.outbox.push(Message::Move(mv));
                Ok(())
            }
            (Announcement::Result { .. }, text) => {
                let found = quoted(&text);
                let message = format!("expected an AI to announce a move, found {found}");
                let help = "`#*move/win` takes what moves there are up to the result";
                let code = "result-instead-of-move";
                let problem = problem(&self.place, code, message, &format!("found {found}"));
                Err(problem.with_help([help.to_owned()]))
            }
        }
    }

    /// Moves before it are skipped.
    fn read_result(&mut self) -> Result<String, Problem> {
        loop {
            match self.announcement("a result", RESULT_TIMEOUT)? {
                (Announcement::Result { .. }, text) => return Ok(text),
                (Announcement::Move { .. }, text) => {
                    self.program.passed_over.push((text, self.index));
                    self.check_that_a_result_can_come()?;
                }
            }
        }
    }

    fn read_game(&mut self, first: Option<Color>, _: &GameEnd) -> Result<String, Problem> {
        let mut to_move = first;
        loop {
            match self.turn(to_move)? {
                (Some(Announcement::Move { .. }), _) => {
                    to_move = to_move.map(|color| !color);
                    self.check_that_a_result_can_come()?;
                }
                (Some(Announcement::Result { .. }), text) => return Ok(text),
                (None, text) => return Err(self.no_announcement(&text)),
            }
        }
    }

    fn play_other(
        &mut self,
        opening: Opening,
        first: Option<Color>,
        _: &GameEnd,
    ) -> Result<Option<String>, Problem> {
        let (mut stage, ours) = match opening {
            Opening::Ours => (Exchange::Ours, first),
            Opening::Theirs => (Exchange::Theirs, first.map(|color| !color)),
        };
        if let Some(reached) = self.program.exchange.take() {
            stage = reached;
        }
        loop {
            stage = match stage {
                Exchange::Ours => match self.turn(ours)? {
                    (Some(Announcement::Move { mv, .. }), _) => {
                        self.outbox.push(Message::Move(mv));
                        Exchange::Theirs
                    }
                    (Some(Announcement::Result { winner }), text) => {
                        self.outbox.push(Message::Result(winner));
                        Exchange::Over { winner, text }
                    }
                    (None, text) => return Err(self.no_announcement(&text)),
                },
                waiting => match (self.inbox.pop_front(), waiting) {
                    (None, waiting) => {
                        self.program.exchange = Some(waiting);
                        return Ok(None);
                    }
                    (Some(Message::Move(mv)), Exchange::Over { text, .. }) => {
                        let text = quoted(&one_blank(&text));
                        let message = format!(
                            "this program has announced {text}, and the other goes on with {mv}"
                        );
                        return Err(self.problem("different-results", message));
                    }
                    (Some(Message::Move(mv)), _) => {
                        self.program.sent_at = Some(self.index);
                        self.program.sent_move = None;
                        self.send_line(&mv.to_string())?;
                        self.program.sent_move = Some(mv);
                        Exchange::Ours
                    }
                    (Some(Message::Result(theirs)), waiting) => {
                        let (winner, text) = if let Exchange::Over { winner, text } = waiting {
                            (winner, text)
                        } else {
                            let (winner, text) = self.own_result()?;
                            self.outbox.push(Message::Result(winner));
                            (winner, text)
                        };
                        self.agree(winner, theirs)?;
                        return Ok(Some(text));
                    }
                },
            };
        }
    }

    fn check_result(&mut self, result: &String, pattern: &Pattern) -> Result<(), Problem> {
        self.check(pattern, "result", result)
    }

    fn record(&mut self, result: String) {
        self.program.record.push((result, self.index));
    }
}

impl Play<'_, '_> {
    fn send_line(&mut self, line: &str) -> Result<(), Problem> {
        let sent = self.program.send(self.index, line);
        sent.map_err(|error| match error {
            ReadError::Interrupted => Problem::interrupted(&self.place),
            _ => self
                .problem("deaf", "the program does not read its input")
                .of_kind(ProblemKind::Program(FailureKind::Timeout(None))),
        })
    }

    /// The change that makes this line expect another one.
    fn line_patch(&self, line: &str) -> Patch {
        const MARK: usize = "@<".len();
        let span = &self.place.span;
        let place = self.place.with_span(span.start + MARK..span.end);
        place.patch(line.to_owned())
    }

    /// The next announcement in a game, which must be that of the side to move.
    fn turn(&mut self, to_move: Option<Color>) -> Result<Announced, Problem> {
        let what = format!("{} to announce a move, or a result", self.mover(to_move));
        let (announcement, text) = self.announced(&what, self.program.clock.each)?;
        match (announcement, to_move) {
            (Some(Announcement::Move { color, .. }), Some(expected)) if color != expected => {
                let found = quoted(&one_blank(&text));
                let message = format!("expected {expected}'s AI to announce a move, found {found}");
                let label = format!("found {found}");
                Err(problem(&self.place, "wrong-turn", message, &label))
            }
            _ => Ok((announcement, text)),
        }
    }

    /// The next announcement, within `limit`; in 2016 the next line that counts, where a result
    /// may have something around it.
    fn announced(&mut self, what: &str, limit: Duration) -> Result<Announced, Problem> {
        if self.program.format == ScriptFormat::Spring2022 {
            let (announcement, text) = self.announcement(what, limit)?;
            return Ok((Some(announcement), text));
        }
        let output = self.wait(what, limit)?;
        match output.kind {
            OutputKind::Announced(announcement) => Ok((Some(announcement), output.text)),
            _ => Ok((mentioned_result(&output.text), output.text)),
        }
    }

    /// The result that this program announces after the other has.
    fn own_result(&mut self) -> Result<(Option<Color>, String), Problem> {
        let what = "the result that the other program has announced";
        let limit = match self.program.format {
            ScriptFormat::Spring2022 => RESULT_TIMEOUT,
            ScriptFormat::Fall2016 => self.program.clock.each,
        };
        let found = self.announced(what, limit)?;
        match found {
            (Some(Announcement::Result { winner }), text) => Ok((winner, text)),
            (_, text) => {
                let text = quoted(&one_blank(&text));
                let message = format!(
                    "the other program has announced a result, and this one goes on with {text}"
                );
                Err(self.problem("different-results", message))
            }
        }
    }

    /// A line in a game that is neither a move nor a result.
    fn no_announcement(&self, line: &str) -> Problem {
        let line = quoted(&one_blank(line));
        let message = format!("expected a move of an AI or a result, found {line}");
        problem(
            &self.place,
            "bad-announcement",
            message,
            &format!("found {line}"),
        )
    }

    /// A line must match.
    fn check(&self, pattern: &Pattern, what: &str, line: &str) -> Result<(), Problem> {
        let line = line.trim();
        let (wanted, found) = (quoted(&pattern.text), quoted(line));
        match pattern.within_limit(line) {
            Some(true) => return Ok(()),
            Some(false) => {}
            None => {
                let message = format!("{wanted} needs too many steps to compare it with {found}");
                return Err(Problem::wrong(&self.place, "slow-expression", message));
            }
        }
        let message = format!("expected a {what} that matches {wanted}, found {found}");
        let problem = problem(&self.place, "no-match", message, &format!("found {found}"));
        let (expected, actual) = (pattern.text.clone(), line.to_owned());
        Err(problem.with(Comparison::values(what, expected, actual)))
    }

    /// Both programs must have announced the same result.
    fn agree(&self, ours: Option<Color>, theirs: Option<Color>) -> Result<(), Problem> {
        if ours == theirs {
            return Ok(());
        }
        let result = |winner: Option<Color>| match winner {
            Some(color) => format!("{color} wins"),
            None => "Draw".to_owned(),
        };
        let (actual, expected) = (result(ours), result(theirs));
        let message = format!(
            "the programs announce different results: this one `{actual}`, the other `{expected}`"
        );
        let problem = self.problem("different-results", message);
        Err(problem.with(Comparison::values("result", expected, actual)))
    }
}

/// Help where a move came instead of another line.
fn not_announced(output: &FilteredLine, expected: &str) -> Option<String> {
    let is_move = matches!(
        output.kind,
        OutputKind::Announced(Announcement::Move { .. })
    );
    (is_move && !is_kept(expected))
        .then(|| "an AI made a move before it: `manual COLOR` keeps it from that".to_owned())
}

/// The result that a line mentions.
fn mentioned_result(line: &str) -> Option<Announcement> {
    let line = line.to_lowercase();
    let winner = if let Some((before, _)) = line.split_once("wins") {
        let place = |color: Color| before.rfind(&color.to_string().to_lowercase());
        let named = Color::BOTH.into_iter().max_by_key(|color| place(*color))?;
        Some(place(named).map(|_| named)?)
    } else if line.contains("draw") {
        None
    } else {
        return None;
    };
    Some(Announcement::Result { winner })
}
