//! Tasks with faults.

use super::{Detection, Sound, Tried, why_not};
use crate::tester::faults::{Fault, MoveCache};
use crate::tester::report::{Identity, Report};
use crate::tester::runner::{self, Event, Plan};
use crate::tester::{Context, RunSettings, Scope, Task, Work};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// All tasks with all faults that they can show.
pub struct Trials {
    /// The faults, without what catches them.
    detection: Detection,
    tasks: Vec<Task>,
    /// The index of the fault of each task.
    faults: Vec<usize>,
}

impl Trials {
    /// The trials of tasks with faults.
    pub fn new(faults: &[Fault], sound: &[Sound]) -> Self {
        let mut trials = Self {
            detection: untried(faults, sound),
            tasks: Vec::new(),
            faults: Vec::new(),
        };
        for (index, tried) in trials.detection.tried.iter().enumerate() {
            let can_show = |one: &&Sound| why_not(tried.fault, &one.task.work.scopes()).is_none();
            for one in sound.iter().filter(can_show) {
                trials.tasks.push(with_fault(one, tried.fault));
                trials.faults.push(index);
            }
        }
        trials
    }

    /// The trials as tasks, in the order in which they are performed.
    pub fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Performs all of them. `observe` receives the events of the run.
    pub fn perform(
        mut self,
        context: &Context,
        plan: Plan,
        mut observe: impl FnMut(&Event, &[Task]),
    ) -> Detection {
        let settings = RunSettings {
            memory: MoveCache::new(),
            ..context.settings.clone()
        };
        let context = &Context {
            settings: &settings,
            ..*context
        };
        let tasks: Vec<&Task> = self.tasks.iter().collect();
        let tried = &mut self.detection.tried;
        let ended = runner::run(&tasks, context, plan, |event| {
            observe(&event, &self.tasks);
            if let Event::Finished(index, report) = event
                && report.outcome.is_bad()
            {
                tried[self.faults[index]].caught_by.push(report.identity);
            }
            ControlFlow::Continue(())
        });
        for index in ended.not_run {
            tried[self.faults[index]].complete = false;
        }
        self.detection
    }
}

/// The faults, sorted into those that the tasks can show and the others.
fn untried(faults: &[Fault], sound: &[Sound]) -> Detection {
    let identity = |one: &Sound| one.task.identity.clone();
    let mut detection = Detection {
        scenarios: sound.iter().map(identity).collect(),
        ..Detection::default()
    };
    let scopes = sound.iter().flat_map(|one| one.task.work.scopes());
    let scopes: Vec<Scope> = scopes.collect();
    for &fault in faults {
        match why_not(fault, &scopes) {
            Some(reason) => detection.not_tried.push((fault, reason)),
            None => detection.tried.push(Tried {
                fault,
                caught_by: Vec::new(),
                complete: true,
            }),
        }
    }
    detection
}

fn with_fault(sound: &Sound, fault: Fault) -> Task {
    Task {
        identity: sound.task.identity.clone(),
        work: Arc::new(WithFault {
            work: Arc::clone(&sound.task.work),
            fault,
            limit: sound.limit(),
            nodes: sound.nodes,
        }),
    }
}

struct WithFault {
    work: Arc<dyn Work>,
    fault: Fault,
    limit: Duration,
    nodes: Option<u64>,
}

impl Work for WithFault {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        let settings = RunSettings {
            fault: Some(self.fault),
            nodes: self.nodes.or(context.settings.nodes),
            timeout: context.settings.timeout.or(Some(self.limit)),
            ..context.settings.clone()
        };
        let context = Context {
            settings: &settings,
            ..*context
        };
        self.work.perform(identity, &context)
    }
}
