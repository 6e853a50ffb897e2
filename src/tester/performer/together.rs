//! Several programs in one scenario, each with its steps.

use super::Performer;
use super::problem::Problem;
use super::step::Progress;

/// Carries out the steps of several programs, which hand each other moves and results. Each
/// goes on until one of its steps waits: what they say to each other decides the order, and not
/// how fast they are.
///
/// # Errors
///
/// With the first problem, and the index of the performer that has it.
pub fn perform_together(performers: &mut [Performer]) -> Result<(), (usize, Problem)> {
    loop {
        let mut has_moved = false;
        for index in 0..performers.len() {
            has_moved |= go_on(performers, index).map_err(|problem| (index, problem))?;
        }
        let waiting = performers.iter().position(|it| it.current().is_some());
        let Some(waiting) = waiting else {
            return Ok(());
        };
        if !has_moved {
            let others_are_done = performers
                .iter()
                .enumerate()
                .any(|(index, it)| index != waiting && it.current().is_none());
            let problem = performers[waiting].stuck(others_are_done);
            return Err((waiting, problem));
        }
    }
}

/// Carries out the steps of one performer until one waits, and hands over what it has for the
/// others. Says whether anything has happened.
fn go_on(performers: &mut [Performer], index: usize) -> Result<bool, Problem> {
    let mut has_moved = false;
    loop {
        let progress = performers[index].step();
        let messages = std::mem::take(&mut performers[index].outbox);
        has_moved |= !messages.is_empty();
        for (other, performer) in performers.iter_mut().enumerate() {
            if other != index {
                performer.inbox.extend(messages.iter().copied());
            }
        }
        match progress.transpose()? {
            Some(Progress::Done) => has_moved = true,
            Some(Progress::Waiting) | None => return Ok(has_moved),
        }
    }
}
