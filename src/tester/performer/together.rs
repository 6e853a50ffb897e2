//! Performing several programs that play with each other.

use super::Performer;
use super::problem::Problem;
use super::step::Progress;

/// Carries out the steps of several programs, which exchange moves and results. Each runs until
/// one of its steps waits, so that the order does not depend on their speed.
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

/// Carries out the steps of one performer until one waits, and delivers its messages. Returns
/// whether there was any progress.
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
