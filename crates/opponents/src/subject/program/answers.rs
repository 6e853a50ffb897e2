//! What the program answers to the questions of scenarios.

use super::{News, ProgramSubject, not_followed};
use crate::dialogue::Dialogue;
use crate::subject::interface::{AiMove, Announced, Subject, group_stderr};
use crate::{Ended, Failure, FailureKind, within};
use ataxx_core::board::{Game, Position};
use ataxx_session::CommandName;
use ataxx_session::oracle::{OutputLine, OutputReader, may_begin_anew, no_ai_turn};
use std::time::{Duration, Instant};

/// How long passes before the board is looked at again for a move that need not be announced.
const BOARD_INTERVAL: Duration = Duration::from_millis(100);

/// How long a result that is due is waited for after the board.
const RESULT_TIMEOUT: Duration = Duration::from_secs(1);

/// How long an error that is expected is waited for after the board.
const ERROR_TIMEOUT: Duration = Duration::from_secs(1);

/// The interval in which it is looked for.
const ERROR_INTERVAL: Duration = Duration::from_millis(50);

impl Subject for ProgramSubject<'_> {
    fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Failure> {
        if self.has_ended {
            return Err(Failure::refused(format!(
                "the program has ended before `{line}`"
            )));
        }
        // A later result must belong to the game that this line begins, and the time to start is
        // not the time of an AI.
        let is_starting =
            !self.conversation.has_received() && self.by_rules().is_followed_by_ai(line);
        let has_unseen_move = !self.announces_moves()
            && self.by_rules().ai_turn().is_some()
            && !self.by_rules().is_game_of_ais();
        if is_starting || has_unseen_move || self.is_behind && may_begin_anew(line, self.session())
        {
            self.catch_up(deadline)?;
        }
        self.send_line(line)
    }

    /// The game is set up by commands. Both sides are played by hand then, where the dialect has
    /// a command for that.
    fn set_game(&mut self, game: &Game, deadline: Instant) -> Result<(), Failure> {
        self.set_up(game, deadline)?;
        if self.session().dialect().has_states() {
            self.send_line("start")?;
        }
        Ok(())
    }

    fn look(&mut self, deadline: Instant) -> Result<Position, Failure> {
        if self.has_ended || self.by_rules().is_to_quit() {
            let message = "the program has ended, and has no board any more";
            return Err(Failure::refused(message));
        }
        self.catch_up(deadline)?;
        let board = self.board.unwrap_or_default();
        let rest = self.oracle.game().position();
        Ok(board
            .with_turn(rest.turn())
            .with_jumps(rest.jumps())
            .with_plies(rest.plies()))
    }

    /// The move may come after the result that it leads to.
    fn ai_move(&mut self, deadline: Instant) -> Result<AiMove, Failure> {
        let mut has_result = false;
        let mut next_glance = Instant::now();
        // A dump that was asked for earlier may show the board before the last line.
        let mut awaits_board = false;
        loop {
            if let Some(made) = self.moves.pop_front() {
                return Ok(made);
            }
            let Some(color) = self.by_rules().ai_turn() else {
                return Err(Failure::refused(no_ai_turn(self.session())));
            };
            let mut until = deadline;
            if !self.announces_moves() && !awaits_board {
                // It may think on after an answer: the board is looked at again and again.
                if next_glance <= Instant::now() {
                    self.ask_for_board()?;
                    awaits_board = true;
                } else {
                    until = until.min(next_glance);
                }
            }
            let what = format!("for {color} to announce a move");
            match self.read_line(until, &what) {
                Ok(News::OwnBoard) => {
                    self.take_move_from_board(&self.board.unwrap_or_default())?;
                    awaits_board = false;
                    next_glance = within(BOARD_INTERVAL);
                }
                Ok(news) => has_result |= news == News::Result,
                Err(failure) if failure.is_timeout() && Instant::now() < deadline => {}
                Err(failure) if failure.is_timeout() && self.may_have_passed => {
                    self.take_silent_pass(color);
                }
                Err(failure)
                    if failure.is_timeout() && !self.announces_moves() && self.is_silent_game() =>
                {
                    return Err(not_followed());
                }
                Err(failure)
                    if has_result
                        && (failure.is_timeout() || failure.kind == FailureKind::Crash) =>
                {
                    return Err(Failure::bad_answer(format!(
                        "a result was announced when {color} was to move, and no move"
                    )));
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Some programs write the result a little later than the board.
    fn announced(&mut self, deadline: Instant) -> Result<Option<Announced>, Failure> {
        self.catch_up_if_behind(deadline)?;
        let until = deadline.min(within(RESULT_TIMEOUT));
        while self.lacks_result() && self.read_line(until, "for the result").is_ok() {}
        Ok(self.announced)
    }

    fn take_output(&mut self, deadline: Instant) -> Result<Vec<String>, Failure> {
        self.catch_up_if_behind(deadline)?;
        self.reset_output_limit();
        Ok(std::mem::take(&mut self.output))
    }

    fn has_output_before_prompt(&self) -> bool {
        let [prompt, before] = &self.before_dump;
        let more = match &**prompt {
            "" => before.clone(),
            prompt => before.replace(prompt, ""),
        };
        !more.trim().is_empty()
    }

    /// Moves, results and dumps: other words are free.
    fn repeatable(&self, lines: &[String]) -> Vec<String> {
        let mut reader = OutputReader::new(self.session().dialect());
        let is_fixed = |line: &&String| reader.classify(line).0 != OutputLine::Line;
        lines.iter().filter(is_fixed).cloned().collect()
    }

    /// What it has written to stderr, and lines on stdout that begin with `error`.
    fn take_errors(&mut self, deadline: Instant) -> Result<Vec<String>, Failure> {
        self.catch_up_if_behind(deadline)?;
        let mut errors = group_stderr(&self.conversation.peer().take_stderr_lines());
        errors.append(&mut self.errors);
        Ok(errors)
    }

    /// Some programs write an error a little later than the board.
    fn await_errors(&mut self, deadline: Instant) -> Result<Vec<String>, Failure> {
        let mut errors = self.take_errors(deadline)?;
        let until = deadline.min(within(ERROR_TIMEOUT));
        let mut lines = Vec::new();
        let mut may_come = errors.is_empty();
        while may_come && !self.has_ended && Instant::now() < until {
            match self.read_line(until.min(within(ERROR_INTERVAL)), "for an error") {
                Err(failure) if !failure.is_timeout() => return Err(failure),
                Ok(_) | Err(_) => {}
            }
            // It may have several lines.
            let new = self.conversation.peer().take_stderr_lines();
            may_come = !new.is_empty() || lines.is_empty() && self.errors.is_empty();
            lines.extend(new);
        }
        errors.extend(group_stderr(&lines));
        errors.append(&mut self.errors);
        Ok(errors)
    }

    fn finish(&mut self, deadline: Instant) -> Result<Ended, Failure> {
        if self.conversation.last_sent.trim() == CommandName::Quit.word() {
            // The end of its input must not do what `quit` should.
            self.read_to_the_end(deadline)?;
        }
        let begun = Instant::now();
        let finished = self
            .conversation
            .finish(self.conversation.extended(deadline));
        let awaited = "for the program to end after the end of its input";
        let ended = self.conversation.ended(finished, begun, awaited, None)?;
        self.read_to_the_end(deadline)?;
        Ok(ended)
    }

    fn referee(&self) -> &Game {
        self.oracle.game()
    }

    fn wrong_announcement(&self) -> Option<&str> {
        self.wrong_announcement.as_deref()
    }

    fn remarks(&self) -> Vec<String> {
        let depends = match self.ai_plies {
            0 => None,
            1 => Some("the game depends on a move that the program's AI has chosen".to_owned()),
            n => Some(format!(
                "the game depends on {n} moves that the program's AI has chosen"
            )),
        };
        self.illegal_move().into_iter().chain(depends).collect()
    }

    fn unflushed(&mut self) -> Option<String> {
        self.conversation.unflushed()
    }

    fn take_dialogue(&mut self) -> Dialogue {
        self.conversation.take_dialogue()
    }

    fn uncounted_time(&self) -> Duration {
        self.conversation.start_time() + self.conversation.paused()
    }

    fn stderr_lines(&self) -> String {
        self.conversation.stderr_lines()
    }
}
