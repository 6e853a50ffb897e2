//! The steps of a scenario, one by one.

use super::check_output::stored_in;
use super::problem::Problem;
use super::stage::Stage;
use crate::diagnostic::Diagnostic;
use crate::notation::{BerkeleyMove, Rows};
use crate::opponents::subject::Trouble;
use crate::tester::Place;
use crate::tester::report::{Checked, Comparison, StepOutcome, StepReport};
use crate::tester::syntax::put_captures;
use crate::tester::syntax::step::{Ending, Placed, PlayedGame, Snapshot, Step, StepAt, Stored};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

impl Stage<'_> {
    /// Carries steps out until one ends the scenario, and tells of them all.
    pub(super) fn perform(&mut self, steps: &[StepAt]) -> (Vec<StepReport>, Option<Problem>) {
        let mut told = Vec::with_capacity(steps.len());
        let mut problem = None;
        for (index, at) in steps.iter().enumerate() {
            let begun = Instant::now();
            let mut outcome = StepOutcome::NotRun;
            if problem.is_none() {
                let changed = self.patches.len();
                problem = self.one(at, &steps[..index], &steps[index + 1..]).err();
                if let Some(Problem::Trouble(Trouble::Unsupported(reason), _)) = &problem
                    && at.step.only_looks()
                {
                    // The rest may still show that something is wrong.
                    self.unsupported.get_or_insert_with(|| reason.clone());
                    problem = None;
                }
                outcome = match problem {
                    None if self.patches.len() == changed => StepOutcome::Done,
                    _ => StepOutcome::Failed,
                };
            }
            told.push(StepReport {
                name: at.summary(),
                line: at.place.line(),
                outcome,
                duration: begun.elapsed(),
            });
        }
        (told, problem)
    }

    /// Carries a step out. Where expectations are to be rewritten, one that is not met and can
    /// be is no problem.
    fn one(&mut self, at: &StepAt, before: &[StepAt], next: &[StepAt]) -> Result<(), Problem> {
        if self.context.stop.load(Ordering::Relaxed) {
            return Err(Problem::Trouble(Trouble::Interrupted, at.place.clone()));
        }
        if self.is_late() {
            let message = "the time of the scenario is over before this step";
            let diagnostic = Diagnostic::error("late", message);
            return Err(Problem::Late(at.place.blame(diagnostic, "")));
        }
        let done = self.carry_out(at, before, next);
        // What is expected to fail stays as it is.
        if !self.context.settings.bless || self.scenario.expected_failure.is_some() {
            return done;
        }
        let first = self.patches.len();
        match done {
            Ok(()) => {}
            Err(Problem::Unmet(unmet)) => {
                let Some(patches) = &unmet.patches else {
                    return Err(Problem::Unmet(unmet));
                };
                self.patches.extend(patches.iter().cloned());
                self.unmet.get_or_insert(unmet);
            }
            other => return other,
        }
        if at.step.is_check() {
            self.checked.push(Checked {
                place: expectation(at),
                patches: first..self.patches.len(),
            });
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        at: &StepAt,
        before: &[StepAt],
        next: &[StepAt],
    ) -> Result<(), Problem> {
        match &at.step {
            Step::Send(lines) => self.send(lines, at, next),
            Step::Play(moves) => self.play(moves, at, next),
            Step::Position(game) => {
                let deadline = self.deadline();
                let done = self.subject.set_game(game, deadline);
                done.map_err(|trouble| Problem::Trouble(trouble, at.value()))
            }
            Step::Board(board) => self.check_board(board, at),
            Step::Pieces(counts) => self.check_pieces(*counts, at),
            Step::Turn(color) => self.check_turn(*color, at),
            Step::Jumps(jumps) => self.check_jumps(*jumps, at),
            Step::Result(ending) => self.check_result(*ending, at, None),
            Step::Legal(legal) => self.check_legal(legal, at),
            Step::Error(check) => self.check_error(check, at),
            Step::Output(text) => self.check_all_output(text, at),
            Step::Lines(matchers) => self.check_lines(matchers, at),
            Step::AnyOrder(matchers) => self.check_any_order(matchers, at),
            Step::Snapshot(snapshot) => self.check_snapshot(snapshot, at),
            Step::Perft(perft) => self.check_perft(*perft, at),
            Step::ForcedWin(forced) => self.check_forced(forced, at),
            Step::NoForcedWin { within } => self.check_not_forced(*within, at),
            Step::AiMove(check) => self.check_ai_move(check, at),
            Step::Game(game) => self.check_game(game, at),
            Step::SameAgain(times) => self.check_same(*times, before, at),
            Step::Exit(status) => self.check_exit(*status, at),
        }
    }

    fn send(
        &mut self,
        lines: &[Placed<String>],
        at: &StepAt,
        next: &[StepAt],
    ) -> Result<(), Problem> {
        self.before_saying(&at.value(), next)?;
        for line in lines {
            let text = put_captures(&line.text, &self.captures);
            let deadline = self.deadline();
            let sent = self.subject.send(&text, deadline);
            sent.map_err(|trouble| Problem::Trouble(trouble, line.place.clone()))?;
        }
        Ok(())
    }

    /// Makes moves by hand. By the rules each must be legal, and the subject must take it.
    fn play(
        &mut self,
        moves: &[Placed<BerkeleyMove>],
        at: &StepAt,
        next: &[StepAt],
    ) -> Result<(), Problem> {
        self.before_saying(&at.value(), next)?;
        for mv in moves {
            let mut game = self.subject.referee().clone();
            if let Err(error) = mv.text.play(&mut game) {
                let help = format!("in {}", Rows(*game.position()));
                let message = format!("{} is not legal: {error}", mv.text);
                let diagnostic = Diagnostic::error("illegal-move", message);
                let diagnostic = mv.place.blame(diagnostic, "").with_help([help]);
                return Err(Problem::Wrong(diagnostic));
            }
            let deadline = self.deadline();
            let sent = self.subject.send(&mv.text.to_string(), deadline);
            sent.map_err(|trouble| Problem::Trouble(trouble, mv.place.clone()))?;
            if self.watches_errors() {
                self.gather_errors(&mv.place)?;
                if let Some(error) = self.errors.first() {
                    let message = format!("the legal move {} was refused: {error}", mv.text);
                    self.errors.clear();
                    return Err(Problem::unmet(&mv.place, message));
                }
            }
        }
        Ok(())
    }

    /// Lets AIs play to the end by the rules.
    fn check_game(&mut self, game: &PlayedGame, at: &StepAt) -> Result<(), Problem> {
        if let Some(command) = &game.against {
            return self.check_versus(command, game, at);
        }
        let end = self.deadline_in(game.total.unwrap_or(self.scenario.limit));
        let mut plies = 0;
        while self.subject.referee().outcome().is_none() {
            let limit = self.time_for_move(game, plies, end, at)?;
            self.next_ai_move(limit, &at.value())?;
            plies += 1;
        }
        self.check_ending(game, at)
    }

    /// How long the next move may take, if there may be another.
    pub(super) fn time_for_move(
        &self,
        game: &PlayedGame,
        plies: u32,
        end: Instant,
        at: &StepAt,
    ) -> Result<Duration, Problem> {
        if game.plies.is_some_and(|most| plies >= most) {
            let message = format!("the game is not over after {plies} plies");
            return Err(Problem::unmet(&at.field("plies"), message));
        }
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let seconds = game.total.unwrap_or(self.scenario.limit).as_secs_f64();
            let message = format!("the game is not over after {seconds:.1} s and {plies} plies");
            let diagnostic = Diagnostic::error("late", message);
            return Err(Problem::Late(at.value().blame(diagnostic, "")));
        }
        Ok(game.within.unwrap_or(self.scenario.step_limit).min(left))
    }

    /// Whether a game that is over by the rules was announced so, and ended as it was to.
    pub(super) fn check_ending(&mut self, game: &PlayedGame, at: &StepAt) -> Result<(), Problem> {
        // What is announced must be what the rules say, whatever the scenario expects.
        if let Some(outcome) = self.subject.referee().outcome() {
            match self.other_result(Ending::With(outcome.winner), &at.value()) {
                Ok(None) => {}
                // Who announces nothing can still play a game to its end.
                Err(Problem::Trouble(Trouble::Unsupported(_), _)) if game.ending == Ending::Any => {
                }
                Ok(Some((problem, _))) | Err(problem) => return Err(problem),
            }
        }
        match game.ending {
            Ending::Any | Ending::None => Ok(()),
            ending @ Ending::With(_) => self.check_result(ending, at, Some("result")),
        }
    }

    /// Does all that was done so far again from the start, and compares what was written.
    fn check_same(&mut self, times: u32, before: &[StepAt], at: &StepAt) -> Result<(), Problem> {
        let place = at.value();
        self.gather_output(&place)?;
        let is_other = |step: &&StepAt| !matches!(step.step, Step::SameAgain(_));
        let steps: Vec<StepAt> = before.iter().filter(is_other).cloned().collect();
        for time in 1..=times {
            let mut other = super::work::set_up(self.scenario, self.context)?;
            let (_, problem) = other.perform(&steps);
            if let Some(problem) = problem {
                return Err(problem);
            }
            other.gather_output(&place)?;
            if other.written != self.written {
                let again = if time == 1 { "again" } else { "once more" };
                let message = format!("done {again}, it gave another output");
                let text = |lines: &[String]| lines.join("\n") + "\n";
                return Err(Problem::unmet(&place, message).with(Comparison::Texts {
                    expected: text(&self.written),
                    actual: text(&other.written),
                }));
            }
        }
        Ok(())
    }
}

/// Where a step says what it expects: in the file of scenarios, or in one of its own.
fn expectation(at: &StepAt) -> Place {
    let value = at.value();
    match &at.step {
        Step::Snapshot(Snapshot {
            stored: Stored::File(name, text),
            ..
        }) => stored_in(&value, name, text.as_deref().unwrap_or_default()),
        _ => value,
    }
}
