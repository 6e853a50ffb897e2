//! Puzzles on the board.

use super::{Job, Keeper};
use crate::display::order::{PuzzleStep, Reply};
use crate::display::puzzle::OpenPuzzle;
use crate::display::snapshot::Play;
use crate::puzzles::{Attempt, JUDGING_NODES};
use crate::session::Flow;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::solver::Budget;

impl Keeper<'_> {
    /// Goes on with puzzles.
    pub(super) fn puzzle(&mut self, step: PuzzleStep, job: &mut Job) -> Reply {
        let cancel = self.handle.cancel();
        let budget = Budget {
            nodes: Some(JUDGING_NODES),
            may_continue: &|| !cancel.is_requested(),
        };
        match (step, &mut self.shown.puzzle, &mut self.attempt) {
            (PuzzleStep::Next(choice), open, _) => {
                let rules = job.interpreter.session().dialect().rules();
                let after = open.as_ref().map_or(0, |open| open.number);
                let Some((number, puzzle)) = choice.next(&rules, after) else {
                    return Reply::refused("there is no such puzzle for these rules");
                };
                let attempt = Attempt::new(&puzzle);
                let reply = self.begin(attempt.game().clone(), job);
                if reply.why_refused().is_none() {
                    self.shown.play = Play::Exercise;
                    self.attempt = Some(attempt);
                    self.shown.puzzle = Some(OpenPuzzle {
                        number,
                        puzzle,
                        choice,
                        message: String::new(),
                        is_solved: false,
                    });
                }
                return reply;
            }
            (PuzzleStep::Hint, Some(open), Some(attempt)) => {
                let hint = attempt.hint(&budget);
                let hint = hint.map(|hint| attempt.hint_in_words(hint));
                open.message = hint.unwrap_or_else(|| "there is no hint".to_owned());
            }
            (PuzzleStep::Answer, Some(open), Some(attempt)) => {
                let line = attempt.answer(&budget);
                open.message = format!("the answer: {}", attempt.line_in_words(&line));
            }
            (PuzzleStep::End, open, attempt) => {
                *open = None;
                *attempt = None;
            }
            _ => return Reply::refused("no puzzle is on the board"),
        }
        Reply::done(Flow::GoOn)
    }

    /// Tries a move in the puzzle.
    pub(super) fn try_move(&mut self, mv: BerkeleyMove, job: &mut Job) -> Reply {
        let (Some(open), Some(attempt)) = (&mut self.shown.puzzle, &mut self.attempt) else {
            return Reply::refused("no puzzle is on the board");
        };
        let cancel = self.handle.cancel();
        let budget = Budget {
            nodes: Some(JUDGING_NODES),
            may_continue: &|| !cancel.is_requested(),
        };
        let position = attempt.game().position();
        let played = mv.on(position).map(|mv| attempt.play(mv, &budget));
        let Some(Ok(reply)) = played else {
            return Reply::refused(format!("{mv} is not legal"));
        };
        open.message = attempt.in_words(mv, &reply);
        open.is_solved = attempt.is_solved();
        match job
            .interpreter
            .session_mut()
            .set_game(attempt.game().clone())
        {
            Ok(()) => Reply::done(Flow::GoOn),
            Err(error) => Reply::refused(error.to_string()),
        }
    }
}
