//! A program as a contestant.

use super::{Absence, Choice, Contestant, Fault, FaultKind, Situation};
use crate::opponents::Launch;
use crate::opponents::reloaded::{AgentName, NoAnswer, Patience, Request, Said, ask};
use std::sync::atomic::AtomicBool;

/// A program as a contestant: an agent, which is started anew for each move.
pub struct ProgramContestant<'a> {
    launch: Launch,
    patience: Patience,
    stop: &'a AtomicBool,
}

/// Why it is not known what an agent calls itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unidentified {
    /// It cannot play at all.
    #[error(transparent)]
    Absent(#[from] Absence),
    /// It does not say, or says something that is no name: what it does.
    #[error("{0}")]
    Fault(String),
}

impl<'a> ProgramContestant<'a> {
    /// An agent that is started like this and waited for so long. Once `stop` is set, it is
    /// killed.
    #[must_use]
    pub const fn new(launch: Launch, patience: Patience, stop: &'a AtomicBool) -> Self {
        Self {
            launch,
            patience,
            stop,
        }
    }

    /// Asks it for its name.
    ///
    /// # Errors
    ///
    /// When it cannot be started, or does not answer with a name.
    pub fn identify(&self) -> Result<AgentName, Unidentified> {
        let asked = ask(
            &self.launch,
            &Request::Identify,
            self.patience,
            self.stop,
            &mut |_| {},
        );
        let answer = match asked.answer {
            Ok(answer) => answer,
            Err(reason) => {
                let fault = fault(&reason)?;
                return Err(Unidentified::Fault(fault.what));
            }
        };
        if let Some(more) = answer.more {
            let message = format!("after its name the agent says `{}`", printable(&more));
            return Err(Unidentified::Fault(message));
        }
        answer.line.trim_end_matches('\r').parse().map_err(
            |error: crate::opponents::reloaded::BadName| {
                let shown = printable(&answer.line);
                Unidentified::Fault(format!("`{shown}` is no name of an agent: {error}"))
            },
        )
    }
}

impl Contestant for ProgramContestant<'_> {
    fn choose(&mut self, situation: &Situation) -> Result<Choice, Absence> {
        let request = situation
            .request()
            .map_err(|error| Absence::NotStarted(error.to_string()))?;
        let request = Request::Move(request);
        let hear = &mut |_: Said| {};
        let asked = ask(&self.launch, &request, self.patience, self.stop, hear);
        Ok(match asked.answer {
            Ok(answer) => answer
                .to_move()
                .map_err(|error| Fault::new(FaultKind::Illegal, printable(&error.to_string()))),
            Err(reason) => Err(fault(&reason)?),
        })
    }
}

/// What fault it is that there is no answer.
fn fault(reason: &NoAnswer) -> Result<Fault, Absence> {
    let kind = match reason {
        NoAnswer::NotStarted { .. } => return Err(Absence::NotStarted(reason.to_string())),
        NoAnswer::Interrupted => return Err(Absence::Interrupted),
        NoAnswer::Late(_) => FaultKind::Late,
        NoAnswer::Silent(_) => FaultKind::Crash,
        NoAnswer::Flooded(_) => FaultKind::Illegal,
    };
    Ok(Fault::new(kind, reason.to_string()))
}

/// What can be shown of a text of somebody else's: its beginning, without the characters
/// that do things to a terminal.
fn printable(text: &str) -> String {
    const MOST: usize = 200;
    let shown = |letter: char| {
        if letter.is_control() {
            char::REPLACEMENT_CHARACTER
        } else {
            letter
        }
    };
    text.chars().take(MOST).map(shown).collect()
}
