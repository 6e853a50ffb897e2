//! The one interpreter of actions: what each does, whatever the script is carried out with. That is
//! a program, or nothing but the rules.
//!
//! The audit matches on actions, too, to count the checks.

use super::part::{Action, GameEnd, Opening, Pattern};
use ataxx_core::board::Color;
use std::time::Duration;

/// The progress of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Done,
    /// It waits for the other program, and is carried out again later.
    Waiting,
}

/// What a script is carried out with.
pub(super) trait Driver {
    /// What ends the script before its last line.
    type Problem;
    /// A result that was read.
    type GameResult;

    fn send(&mut self, line: &str) -> Result<(), Self::Problem>;

    /// Changes the time limits that are given.
    fn limit_time(&mut self, each: Option<Duration>, total: Option<Duration>);

    /// Reads a line that must equal this one but for the length of its blanks.
    fn read_line(&mut self, text: &str) -> Result<(), Self::Problem>;

    /// Reads a line that must match.
    fn read_match(&mut self, pattern: &Pattern) -> Result<(), Self::Problem>;

    /// Reads the move of an AI, for the other program.
    fn read_move(&mut self) -> Result<(), Self::Problem>;

    fn read_result(&mut self) -> Result<Self::GameResult, Self::Problem>;

    /// Reads the moves of AIs up to a result; the first is that of `first`, if that is given.
    fn read_game(
        &mut self,
        first: Option<Color>,
        end: &GameEnd,
    ) -> Result<Self::GameResult, Self::Problem>;

    /// Plays against the other program up to a result. `None` while it is the other's turn.
    fn play_other(
        &mut self,
        opening: Opening,
        first: Option<Color>,
        end: &GameEnd,
    ) -> Result<Option<Self::GameResult>, Self::Problem>;

    /// A result must match.
    fn check_result(
        &mut self,
        result: &Self::GameResult,
        pattern: &Pattern,
    ) -> Result<(), Self::Problem>;

    /// Records a result (2022).
    fn record(&mut self, result: Self::GameResult);
}

/// Carries out an action.
pub(super) fn carry_out<D: Driver>(
    action: &Action,
    driver: &mut D,
) -> Result<Progress, D::Problem> {
    match action {
        Action::Send(line) => driver.send(line)?,
        Action::TimeLimit { each, total } => driver.limit_time(*each, *total),
        Action::Line(text) => driver.read_line(text)?,
        Action::Matches(pattern) => driver.read_match(pattern)?,
        Action::AiMove => driver.read_move()?,
        Action::Result => {
            let result = driver.read_result()?;
            driver.record(result);
        }
        Action::Game { first, end } => {
            let result = driver.read_game(*first, end)?;
            end_game(driver, result, end)?;
        }
        Action::Exchange {
            opening,
            first,
            end,
        } => match driver.play_other(*opening, *first, end)? {
            Some(result) => end_game(driver, result, end)?,
            None => return Ok(Progress::Waiting),
        },
    }
    Ok(Progress::Done)
}

/// A game has ended with this result.
fn end_game<D: Driver>(
    driver: &mut D,
    result: D::GameResult,
    end: &GameEnd,
) -> Result<(), D::Problem> {
    match end {
        GameEnd::Any { record: false } => {}
        GameEnd::Any { record: true } => driver.record(result),
        GameEnd::Matching(pattern) => driver.check_result(&result, pattern)?,
    }
    Ok(())
}
