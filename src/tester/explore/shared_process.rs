//! A program that carries out one session after the other in one process.

use super::deviation::{Deviation, Difference};
use super::patience::Patience;
use super::trial::first_difference;
use crate::opponents::subject::{
    Environment, Options, Subject, SubjectChoice, SubjectError, back_to_start, open,
};
use crate::session::Session;

/// A program that is brought back to its start by commands, and started again only where that
/// fails.
pub struct Reused<'a> {
    choice: &'a SubjectChoice,
    options: &'a Options,
    environment: &'a Environment<'a>,
    patience: Patience,
    /// What was left by the last session.
    running: Option<Running<'a>>,
}

/// A program, and the session that follows it.
type Running<'a> = (Box<dyn Subject + 'a>, Session);

impl<'a> Reused<'a> {
    pub const fn new(
        choice: &'a SubjectChoice,
        options: &'a Options,
        environment: &'a Environment<'a>,
        patience: Patience,
    ) -> Self {
        Self {
            choice,
            options,
            environment,
            patience,
            running: None,
        }
    }

    /// The first difference on these lines.
    pub fn first_difference(
        &mut self,
        lines: &[String],
    ) -> Result<Option<Difference>, SubjectError> {
        let mut running = if let Some(running) = self.kept()? {
            running
        } else {
            let session = Session::new(self.options.dialect, self.options.session);
            (open(self.choice, self.options, self.environment)?, session)
        };
        let (subject, model) = &mut running;
        let difference = first_difference(subject.as_mut(), model, lines, self.patience)?;
        let goes_on = match &difference {
            None => true,
            Some(difference) => matches!(
                difference.deviation,
                Deviation::Board { .. }
                    | Deviation::Result { .. }
                    | Deviation::NoAnswer
                    | Deviation::Untold
                    | Deviation::ReservedWord(_)
            ),
        };
        let has_quit = lines.iter().any(|line| line == "quit");
        self.running = (goes_on && !has_quit).then_some(running);
        Ok(difference)
    }

    /// The running program, brought back to its start, if it gets there.
    fn kept(&mut self) -> Result<Option<Running<'a>>, SubjectError> {
        let Some((mut subject, mut model)) = self.running.take() else {
            return Ok(None);
        };
        let lines = back_to_start(self.options.dialect).iter();
        let lines: Vec<String> = lines.map(|line| (*line).to_owned()).collect();
        let difference = first_difference(subject.as_mut(), &mut model, &lines, self.patience)?;
        Ok(difference.is_none().then_some((subject, model)))
    }
}
