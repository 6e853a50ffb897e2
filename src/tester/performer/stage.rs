//! A scenario under way.

use super::problem::{Problem, Unmet};
use crate::board::Position;
use crate::diagnostic::Diagnostic;
use crate::opponents::dialogue::Dialogue;
use crate::opponents::subject::{Seen, Subject, Trouble};
use crate::tester::report::{Checked, Patch};
use crate::tester::syntax::step::{Board, Scenario, Step, StepAt};
use crate::tester::{Context, Place};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A scenario under way.
pub struct Stage<'a> {
    /// What is played.
    pub scenario: &'a Scenario,
    /// What all scenarios of the run have in common.
    pub context: &'a Context<'a>,
    /// What is tested.
    pub subject: Box<dyn Subject + 'a>,
    /// What groups of matchers have captured.
    pub captures: BTreeMap<String, String>,
    /// Lines that were written, and that no check has read yet.
    pub unread: Vec<String>,
    /// All lines that were written.
    pub written: Vec<String>,
    /// Errors since the last line was said, and where that stands.
    pub errors: Vec<String>,
    /// The board before the last line was said, where a check asks for it.
    pub before: Option<Position>,
    /// What is odd.
    pub warnings: Vec<Diagnostic>,
    /// What would make unmet expectations true.
    pub patches: Vec<Patch>,
    /// Why a check could not be made.
    pub unsupported: Option<String>,
    /// What was checked, where expectations that are not met are to be changed.
    pub checked: Vec<Checked>,
    /// The first expectation that was not met and is to be changed.
    pub unmet: Option<Box<Unmet>>,
    /// What was said with other programs that had a part in it.
    pub dialogues: Vec<Dialogue>,
    /// The end of what these wrote to stderr.
    pub others: Vec<String>,
    /// What was said last stands here.
    said: Option<Place>,
    /// Whether errors are looked for after each line.
    watches_errors: bool,
    /// When all must be over.
    end: Instant,
}

impl<'a> Stage<'a> {
    /// The stage of a scenario, with the subject on it. `is_cheap` says that it costs nothing
    /// to ask the subject for errors.
    #[must_use]
    pub fn new(
        scenario: &'a Scenario,
        context: &'a Context<'a>,
        subject: Box<dyn Subject + 'a>,
        is_cheap: bool,
    ) -> Self {
        let asks = |step: &StepAt| matches!(step.step, Step::Error(_));
        let limit = context.settings.timeout.unwrap_or(scenario.limit);
        Self {
            scenario,
            context,
            subject,
            captures: BTreeMap::new(),
            unread: Vec::new(),
            written: Vec::new(),
            errors: Vec::new(),
            before: None,
            warnings: Vec::new(),
            patches: Vec::new(),
            unsupported: None,
            checked: Vec::new(),
            unmet: None,
            dialogues: Vec::new(),
            others: Vec::new(),
            said: None,
            watches_errors: is_cheap || scenario.steps.iter().any(asks),
            end: Instant::now() + limit,
        }
    }

    /// When a step that begins now must be over.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.deadline_in(self.scenario.step_limit)
    }

    /// When something must be over that may take so long.
    #[must_use]
    pub fn deadline_in(&self, time: Duration) -> Instant {
        (Instant::now() + time).min(self.end)
    }

    /// Whether there is time left for another step.
    #[must_use]
    pub fn is_late(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Whether errors are looked for after each line.
    #[must_use]
    pub const fn watches_errors(&self) -> bool {
        self.watches_errors
    }

    /// Takes note of what is to be said next. `next` are the steps that come after.
    ///
    /// # Errors
    ///
    /// When the subject cannot be asked for what a check needs.
    pub fn before_saying(&mut self, place: &Place, next: &[StepAt]) -> Result<(), Problem> {
        self.note_unnoticed(place)?;
        let upcoming = next.iter().take_while(|step| step.step.is_check());
        let mut boards = upcoming.filter(|step| matches!(step.step, Step::Board(Board::Unchanged)));
        self.before = match boards.next() {
            Some(_) => Some(self.look(place)?.position),
            None => None,
        };
        self.said = Some(place.clone());
        Ok(())
    }

    /// Warns of an error that no check has asked for.
    fn note_unnoticed(&mut self, place: &Place) -> Result<(), Problem> {
        if self.watches_errors {
            self.gather_errors(place)?;
        }
        let (errors, said) = (std::mem::take(&mut self.errors), self.said.take());
        if let (Some(error), Some(said)) = (errors.first(), said) {
            let message = format!("this was refused, and no check asks for it: {error}");
            let help = "an `error` check after it says that it is to be refused".to_owned();
            let warning = Diagnostic::warning("unnoticed-error", message);
            self.warnings
                .push(said.blame(warning, "").with_help([help]));
        }
        Ok(())
    }

    /// Warns of what is left at the end.
    pub fn end(&mut self) {
        let place = self.scenario.place.clone();
        // A subject that cannot be asked any more has no errors to tell of.
        let _ = self.note_unnoticed(&place);
    }

    /// Asks for the errors since the last line was said.
    ///
    /// # Errors
    ///
    /// When the subject cannot be asked.
    pub fn gather_errors(&mut self, place: &Place) -> Result<(), Problem> {
        let deadline = self.deadline();
        let errors = self.subject.take_errors(deadline);
        self.errors
            .extend(errors.map_err(|trouble| Problem::Trouble(trouble, place.clone()))?);
        Ok(())
    }

    /// Asks for the lines that were written.
    ///
    /// # Errors
    ///
    /// When the subject cannot be asked.
    pub fn gather_output(&mut self, place: &Place) -> Result<(), Problem> {
        let deadline = self.deadline();
        let lines = self.subject.take_output(deadline);
        let lines = lines.map_err(|trouble| Problem::Trouble(trouble, place.clone()))?;
        self.written.extend(lines.iter().cloned());
        self.unread.extend(lines);
        Ok(())
    }

    /// What is on the board.
    ///
    /// # Errors
    ///
    /// When the subject cannot be asked.
    pub fn look(&mut self, place: &Place) -> Result<Seen, Problem> {
        let deadline = self.deadline();
        let seen = self.subject.look(deadline);
        seen.map_err(|trouble| Problem::Trouble(trouble, place.clone()))
    }

    /// What is on the board, whose turn it is, and how many jumps were made, all by the word of
    /// the subject itself.
    ///
    /// # Errors
    ///
    /// When the subject cannot be asked for all of it.
    pub fn look_closely(&mut self, place: &Place, what: &str) -> Result<Position, Problem> {
        let seen = self.look(place)?;
        if seen.knows_turn {
            return Ok(seen.position);
        }
        let reason = format!("a program with a command language cannot be asked for {what}");
        Err(Problem::Trouble(
            Trouble::Unsupported(reason),
            place.clone(),
        ))
    }
}
