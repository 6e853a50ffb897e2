//! Performing a scenario one step at a time.

use super::problem::Problem;
use super::scenario::Scenario;
use super::step::StepAt;
use super::{Performer, State};
use crate::opponents::subject::Subject;
use crate::tester::Context;
use std::sync::Arc;

/// Performs a scenario one step at a time. The caller owns the subject, and can change it
/// between two steps.
#[derive(Clone, Debug)]
pub struct Stepper {
    scenario: Arc<Scenario>,
    state: State,
}

impl Stepper {
    /// A stepper before the first step. The caller sets the position of the scenario.
    pub fn new(scenario: Arc<Scenario>) -> Self {
        Self {
            scenario,
            state: State::default(),
        }
    }

    /// The steps.
    pub fn steps(&self) -> &[StepAt] {
        &self.scenario.steps
    }

    /// The index of the next step.
    pub const fn next_index(&self) -> usize {
        self.state.next
    }

    /// Carries out the next step, if there is one.
    pub fn next(
        &mut self,
        subject: Box<dyn Subject + '_>,
        context: Context,
    ) -> Result<(), Problem> {
        let scenario = Arc::clone(&self.scenario);
        let mut performer = Performer::new(scenario, context, subject, true);
        performer.state = std::mem::take(&mut self.state);
        let result = performer.step();
        self.state = performer.state;
        result.transpose().map(|_| ())
    }
}
