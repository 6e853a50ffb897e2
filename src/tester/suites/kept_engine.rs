//! Scenarios on one engine, which is kept from one to the next.

use crate::opponents::uai::client::Identity as EngineIdentity;
use crate::tester::performer::{
    EngineLimits, EngineUnderTest, Performer, Scenario, StartEngine, UnderTest, perform_on,
};
use crate::tester::report::{Identity, Report};
use crate::tester::{Context, Outcome};
use std::rc::Rc;
use std::sync::Arc;

/// Performs scenarios on one engine. Another one is started after each scenario that did not
/// pass, so that one fault does not affect later scenarios.
pub struct KeptEngine<'a> {
    context: Context<'a>,
    start: Rc<StartEngine<'a>>,
    limits: EngineLimits,
    on_progress: Rc<dyn Fn(usize, usize) + 'a>,
    engine: Option<Box<EngineUnderTest<'a>>>,
    identity: EngineIdentity,
    does_not_start: bool,
}

impl<'a> KeptEngine<'a> {
    /// An engine that `start` starts when one is needed. `on_progress` is called during long
    /// checks with the number of parts that are done, and of all parts.
    pub fn new(
        context: Context<'a>,
        limits: EngineLimits,
        start: Rc<StartEngine<'a>>,
        on_progress: Rc<dyn Fn(usize, usize) + 'a>,
    ) -> Self {
        Self {
            context,
            start,
            limits,
            on_progress,
            engine: None,
            identity: EngineIdentity::default(),
            does_not_start: false,
        }
    }

    /// What the engine told of itself in the last handshake.
    pub const fn identity(&self) -> &EngineIdentity {
        &self.identity
    }

    /// Whether the engine failed to start or to complete the handshake in the last scenario.
    pub const fn does_not_start(&self) -> bool {
        self.does_not_start
    }

    /// Performs a scenario, whatever its conditions.
    pub fn perform(&mut self, identity: &Identity, scenario: &Scenario) -> Report {
        let kept = self.engine.take();
        let (report, subject) = perform_on(scenario, identity, || {
            let engine = if let Some(engine) = kept {
                engine
            } else {
                let mut engine = EngineUnderTest::new(Rc::clone(&self.start), self.limits)?;
                engine.on_progress = Some(Rc::clone(&self.on_progress));
                Box::new(engine)
            };
            let scenario = Arc::new(scenario.clone());
            Ok(Performer::new(
                scenario,
                self.context,
                UnderTest::Engine(engine),
                false,
            ))
        });
        let Some(UnderTest::Engine(mut engine)) = subject else {
            self.does_not_start = true;
            return report;
        };
        self.does_not_start = engine.does_not_start();
        if !self.does_not_start {
            self.identity = engine.engine().identity().clone();
        }
        if report.outcome == Outcome::Pass {
            self.engine = Some(engine);
        }
        report
    }
}
