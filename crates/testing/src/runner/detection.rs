//! Which of the known faults a collection of scenarios detects.
//!
//! [`check`] performs a collection on the correct session, [`Trials`] on the session with each
//! of the faults that the collection can show. A scenario that fails then has caught the fault.

use crate::report::{Identity, Outcome, Report, Stopped};
use crate::runner::{self, Context, RunEvent, RunPlan, RunSettings, Scope, Task, Work};
use ataxx_session::mutants::{Fault, MoveCache, Shown};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// The collection on the correct session.
#[derive(Default)]
pub struct Baseline<'t> {
    /// What failed.
    pub failed: Vec<Report>,
    /// The tasks that passed and test a session.
    pub sound: Vec<PassingTask<'t>>,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// A task that passes on the correct session.
#[derive(Clone, Copy)]
pub struct PassingTask<'t> {
    task: &'t Task,
    /// How long it took.
    took: Duration,
    /// Fewer nodes for each move of an AI, with which it still passes.
    nodes: Option<u64>,
}

/// The least time limit of a task with a fault.
const LEAST_LIMIT: Duration = Duration::from_secs(1);
/// How much longer a task may take with a fault than without.
const LIMIT_FACTOR: u32 = 8;
/// A task that takes longer is tried with fewer nodes.
const REDUCED_FROM: Duration = Duration::from_millis(20);
/// So few nodes that a game of two AIs takes a moment.
const FEW_NODES: u64 = 200;

impl PassingTask<'_> {
    /// The time limit with a fault, which may keep a game from ending.
    fn limit(&self) -> Duration {
        LEAST_LIMIT.max(self.took * LIMIT_FACTOR)
    }
}

/// Performs the tasks on the correct session. `observe` receives the events of the run.
pub fn check<'t>(
    tasks: &[&'t Task],
    context: &Context,
    plan: RunPlan,
    mut observe: impl FnMut(&RunEvent),
) -> Baseline<'t> {
    let mut baseline = Baseline::default();
    let ended = runner::run(tasks, context, plan, |event| {
        observe(&event);
        if let RunEvent::Finished(index, report) = event {
            baseline.take(tasks[index], *report);
        }
        ControlFlow::Continue(())
    });
    baseline.interrupted = ended.stopped == Some(Stopped::Interrupted);
    baseline.reduce_nodes(context, plan);
    baseline
}

impl<'t> Baseline<'t> {
    fn take(&mut self, task: &'t Task, report: Report) {
        if report.outcome.is_bad() {
            self.failed.push(report);
        } else if report.outcome == Outcome::Pass && !task.work.scopes().is_empty() {
            self.sound.push(PassingTask {
                task,
                took: report.duration,
                nodes: None,
            });
        }
    }

    /// Lets AIs search fewer nodes where the task passes all the same: each task is performed
    /// many times.
    fn reduce_nodes(&mut self, context: &Context, plan: RunPlan) {
        let settings = RunSettings {
            nodes: Some(FEW_NODES),
            ..context.settings.clone()
        };
        let context = context.with(&settings);
        let mut long: Vec<&mut PassingTask> = self.sound.iter_mut().collect();
        long.retain(|one| one.took > REDUCED_FROM);
        let tasks: Vec<&Task> = long.iter().map(|one| one.task).collect();
        runner::run(&tasks, &context, plan, |event| {
            if let RunEvent::Finished(index, report) = event
                && report.outcome == Outcome::Pass
                && report.duration < long[index].took
            {
                (long[index].took, long[index].nodes) = (report.duration, Some(FEW_NODES));
            }
            ControlFlow::Continue(())
        });
    }
}

/// What became of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The fault.
    pub fault: Fault,
    /// The scenarios that caught it, in the order of the collection.
    pub caught_by: Vec<Identity>,
    /// Whether all scenarios were performed that can show it.
    pub complete: bool,
}

impl Tried {
    /// Whether a scenario caught it.
    pub const fn is_caught(&self) -> bool {
        !self.caught_by.is_empty()
    }

    /// Whether no scenario caught it, and all were tried.
    pub const fn has_survived(&self) -> bool {
        self.complete && !self.is_caught()
    }

    /// Whether it counts for the score: a document excludes it.
    pub fn counts(&self) -> bool {
        self.fault.is_in_a_document()
    }
}

/// Why a fault was not tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotTried {
    /// It belongs to other dialects than those of the collection.
    OtherDialect,
    /// It shows in output that scripts of the course do not compare.
    NotCompared,
}

impl NotTried {
    /// The reason, as in JSON and CSV.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OtherDialect => "other-dialect",
            Self::NotCompared => "not-compared",
        }
    }

    /// The reason in words, about a fault.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OtherDialect => "of other dialects",
            Self::NotCompared => "in output that scripts of the course do not compare",
        }
    }
}

/// The faults that a collection detects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detection {
    /// The scenarios that were performed.
    pub scenarios: Vec<Identity>,
    /// The faults that were tried.
    pub tried: Vec<Tried>,
    /// The others.
    pub not_tried: Vec<(Fault, NotTried)>,
}

impl Detection {
    /// The faults that count for the score and were caught.
    pub fn caught(&self) -> usize {
        self.counted().filter(|tried| tried.is_caught()).count()
    }

    /// The faults that count for the score.
    pub fn of(&self) -> usize {
        self.counted().count()
    }

    /// The faults that count for the score and that no scenario caught.
    pub fn survivors(&self) -> impl Iterator<Item = &Tried> {
        self.counted().filter(|tried| tried.has_survived())
    }

    /// Whether all scenarios were performed with all faults.
    pub fn is_complete(&self) -> bool {
        self.tried.iter().all(|tried| tried.complete)
    }

    /// The scenarios that caught no fault.
    pub fn idle(&self) -> impl Iterator<Item = &Identity> {
        let caught = self.tried.iter().flat_map(|tried| &tried.caught_by);
        let active: BTreeSet<(String, usize)> = caught.map(|one| (one.key(), one.line)).collect();
        let is_idle = move |one: &&Identity| !active.contains(&(one.key(), one.line));
        self.scenarios.iter().filter(is_idle)
    }

    fn counted(&self) -> impl Iterator<Item = &Tried> {
        self.tried.iter().filter(|tried| tried.counts())
    }

    pub fn extras(&self) -> impl Iterator<Item = &Tried> {
        self.tried.iter().filter(|tried| !tried.counts())
    }
}

/// Why a fault cannot show in any of these scopes; `None` if it can.
fn why_not(fault: Fault, scopes: &[Scope]) -> Option<NotTried> {
    let of_dialect =
        |scope: &&Scope| !fault.is_in_a_document() || fault.is_excluded_by(scope.dialect);
    let mut possible = scopes.iter().filter(of_dialect).peekable();
    if possible.peek().is_none() {
        return Some(NotTried::OtherDialect);
    }
    let is_tested = |scope: &Scope| fault.shown() == Shown::Compared || scope.tests_messages;
    (!possible.any(is_tested)).then_some(NotTried::NotCompared)
}

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
    pub fn new(faults: &[Fault], sound: &[PassingTask]) -> Self {
        let mut trials = Self {
            detection: untried(faults, sound),
            tasks: Vec::new(),
            faults: Vec::new(),
        };
        for (index, tried) in trials.detection.tried.iter().enumerate() {
            let can_show =
                |one: &&PassingTask| why_not(tried.fault, &one.task.work.scopes()).is_none();
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
        plan: RunPlan,
        mut observe: impl FnMut(&RunEvent, &[Task]),
    ) -> Detection {
        let settings = RunSettings {
            memory: MoveCache::new(),
            ..context.settings.clone()
        };
        let context = &context.with(&settings);
        let tasks: Vec<&Task> = self.tasks.iter().collect();
        let tried = &mut self.detection.tried;
        let ended = runner::run(&tasks, context, plan, |event| {
            observe(&event, &self.tasks);
            if let RunEvent::Finished(index, report) = event {
                let tried = &mut tried[self.faults[index]];
                if report.outcome == Outcome::NotJudged {
                    tried.complete = false;
                } else if report.outcome.is_bad() {
                    tried.caught_by.push(report.identity);
                }
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
fn untried(faults: &[Fault], sound: &[PassingTask]) -> Detection {
    let identity = |one: &PassingTask| one.task.identity.clone();
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

fn with_fault(sound: &PassingTask, fault: Fault) -> Task {
    Task {
        identity: sound.task.identity.clone(),
        needs: Vec::new(),
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
        let context = context.with(&settings);
        self.work.perform(identity, &context)
    }
}

#[cfg(test)]
mod tests;
