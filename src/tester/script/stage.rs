//! One or two programs, each with its part, until all is done or something is wrong.

use super::participant::{Exchange, Participant};
use super::play::{Progress, Table};
use super::problem::{Problem, interrupted};
use crate::opponents::dialogue::Dialogue;
use std::sync::atomic::{AtomicBool, Ordering};

/// What went wrong, and whose part says so.
pub(super) type Stopped = (usize, Problem);

/// Carries the parts out. Each gets on until it waits for the other: what they say to
/// each other decides the order, and not how fast they are.
///
/// # Errors
///
/// With the first thing that is wrong.
pub(super) fn perform(
    participants: &mut [Participant],
    dialogue: &mut Dialogue,
    bless: bool,
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    let mut over = vec![false; participants.len()];
    while over.contains(&false) {
        let mut moved = false;
        for index in 0..participants.len() {
            while !over[index] {
                if stop.load(Ordering::Relaxed) {
                    return Err((index, interrupted()));
                }
                let mut table = Table {
                    dialogue,
                    outbox: Vec::new(),
                    bless,
                };
                let participant = &mut participants[index];
                let progress = participant.advance(&mut table);
                let outbox = table.outbox;
                if let Some(other) = participants.get_mut(1 - index) {
                    other.inbox.extend(outbox);
                }
                match progress.map_err(|problem| (index, problem))? {
                    Progress::Step => moved = true,
                    Progress::Waiting => break,
                    Progress::Over => {
                        over[index] = true;
                        moved = true;
                        let finished = participants[index].finish(dialogue);
                        finished.map_err(|problem| (index, problem))?;
                        participants[index].is_finished = true;
                    }
                }
            }
        }
        if !moved {
            return Err(stuck(participants, &over));
        }
    }
    Ok(())
}

/// No part gets on.
fn stuck(participants: &[Participant], over: &[bool]) -> Stopped {
    let index = over.iter().position(|&over| !over).unwrap_or_default();
    let (what, why) = match &participants[index].exchange {
        Some(Exchange::Over { .. }) => ("result", "announces none"),
        _ => ("move", "hands none over"),
    };
    let message = if over.contains(&true) {
        format!("waited in vain for a {what} of the other program: its script ends and {why}")
    } else {
        format!("waited in vain for a {what} of the other program, which waits for this one")
    };
    let help = match participants[index].format {
        super::Format::Spring2022 => {
            "the script of the side that moves first has `#*move` before `#*remote move/win`"
        }
        super::Format::Fall2016 => {
            "the part of the side that moves first has `@send COLOR...`, the other `@recv COLOR...`"
        }
    };
    let problem = Problem::new("stuck", message).help([help.to_owned()]);
    let step = participants[index].step();
    let span = step.map(|step| step.span.clone()).unwrap_or_default();
    (index, problem.within(span))
}
