//! A pool of workers that performs tasks, with retries, and reports them in order. A task that
//! panics becomes a report.

use crate::report::{Outcome, Problem, Report, Stopped};
use crate::runner::{Context, Prerequisites, Task};
use ataxx_core::Cancellation;
use ataxx_opponents::panics::{self, caught};
use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// The number of workers, and when failures end the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunPlan {
    /// The number of tasks to run at once.
    pub jobs: NonZeroUsize,
    /// The run stops at the first failure.
    pub fail_fast: bool,
    /// How often a task is performed.
    pub attempts: Attempts,
    /// Whether tasks that measure time run after the others, one at a time.
    pub exclusive: bool,
}

/// How often a task is performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempts {
    /// Until it passes, with this many retries at most. A task that passes in one is flaky.
    Retry(u32),
    /// This many times, whether it passes or not. A task that fails once has failed.
    Repeat(NonZeroU32),
}

impl Attempts {
    /// Whether there are none after these.
    const fn are_complete(self, attempts: u32, passes: u32) -> bool {
        match self {
            Self::Retry(retries) => passes > 0 || attempts > retries,
            Self::Repeat(times) => attempts >= times.get(),
        }
    }
}

/// The progress of a run. Tasks are named by their index.
#[derive(Debug)]
pub enum RunEvent<'a> {
    /// The task was started.
    Started(usize),
    /// The task has ended, with this report; `None` if it was cut short. The report comes
    /// again later, in order.
    Ended(usize, Option<&'a Report>),
    /// The report of a task. These events come in the order of the tasks. Before a task that is
    /// blocked by one that is not part of the run, the report of that one comes, once.
    Finished(usize, Box<Report>),
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunEnd {
    /// The tasks without a report, in order.
    pub not_run: Vec<usize>,
    /// Those of them that were running when the run was stopped.
    pub cut_short: Vec<usize>,
    /// Why it ended before its end.
    pub stopped: Option<Stopped>,
}

/// The interval at which cancellation is checked.
const TICK: Duration = Duration::from_millis(20);

/// The stack of a worker: as large as that of the main thread usually is, in which the tasks
/// run where no thread can be started.
const STACK_BYTES: usize = 8 * 1024 * 1024;

/// Performs all tasks and passes events to `observe`, until all are done, one has failed
/// that ends the run, or `context.stop` is requested. Unless it is interrupted, the reports do not
/// depend on the number of workers.
///
/// If `observe` breaks with a reason, the run is stopped for it.
///
/// # Panics
///
/// When `observe` panics. A task that panics becomes a report.
pub fn run(
    tasks: &[&Task],
    context: &Context,
    plan: RunPlan,
    observe: impl FnMut(RunEvent) -> ControlFlow<Stopped>,
) -> RunEnd {
    let prerequisites = Prerequisites::new(tasks.iter().map(|task| (0, *task)), []);
    run_all(tasks.len(), &prerequisites, context, plan, observe)
}

/// The same for the first `count` tasks, which may need the others.
pub fn run_all(
    count: usize,
    prerequisites: &Prerequisites,
    context: &Context,
    plan: RunPlan,
    mut observe: impl FnMut(RunEvent) -> ControlFlow<Stopped>,
) -> RunEnd {
    // A failure may stop the tasks, too, and `context.stop` is not theirs.
    let halt = Cancellation::new();
    if context.stop.is_requested() {
        halt.request();
    }
    let shared = Shared {
        prerequisites,
        cancel: context.stop,
        context: Context {
            stop: &halt,
            ..*context
        },
        has_failed: AtomicBool::new(false),
        plan,
    };
    let mut delivery = Delivery::new(plan, count);
    for phase in phases(count, prerequisites, plan) {
        thread::scope(|scope| {
            let messages = shared.begin(scope, &phase);
            // A panic of `observe` stops the workers, too.
            let _halt_on_panic = HaltOnPanic(&halt);
            loop {
                let message = messages.recv_timeout(TICK);
                if context.stop.is_requested() {
                    delivery.stop(Stopped::Interrupted);
                }
                let message = match message {
                    Ok(message) => Some(message),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if let Some(message) = message {
                    delivery.receive(message, &mut observe);
                }
                if delivery.stopped.is_some() {
                    halt.request();
                }
            }
        });
    }
    delivery.finish(&mut observe)
}

/// Tasks that run at the same time.
struct Phase {
    /// Their indices, in the order in which they are started.
    order: Vec<usize>,
    jobs: NonZeroUsize,
    /// The place in `order` of the next one.
    next: AtomicUsize,
}

impl Phase {
    fn new(order: Vec<usize>, jobs: NonZeroUsize) -> Self {
        Self {
            order,
            jobs,
            next: AtomicUsize::new(0),
        }
    }

    /// The index of the task to start next.
    fn next(&self) -> Option<usize> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        self.order.get(place).copied()
    }
}

/// All tasks together, or with `exclusive` first those that do not measure time and then the
/// others one at a time.
fn phases(count: usize, prerequisites: &Prerequisites, plan: RunPlan) -> [Phase; 2] {
    let is_alone = |index: &usize| plan.exclusive && prerequisites.measures_time(*index);
    let (alone, together) = (0..count).partition(is_alone);
    [
        Phase::new(together, plan.jobs),
        Phase::new(alone, NonZeroUsize::MIN),
    ]
}

/// Stops the workers if the thread that observes them panics.
struct HaltOnPanic<'a>(&'a Cancellation);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.request();
        }
    }
}

/// What the workers share.
struct Shared<'a> {
    prerequisites: &'a Prerequisites<'a>,
    /// Cancels the run.
    cancel: &'a Cancellation,
    /// The context of the tasks, which a failure may stop, too.
    context: Context<'a>,
    /// Whether a task has failed.
    has_failed: AtomicBool,
    plan: RunPlan,
}

enum Message {
    Started(usize),
    Ended {
        index: usize,
        done: Done,
        /// It was cancelled before it ended.
        cut_short: bool,
    },
}

/// The result of a task.
struct Done {
    report: Box<Report>,
    /// The index and the report of a task that blocks it and is not part of the run.
    cause: Option<(usize, Box<Report>)>,
}

impl Shared<'_> {
    /// Starts the workers of a phase.
    fn begin<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        phase: &'scope Phase,
    ) -> Receiver<Message> {
        let (sender, messages) = mpsc::channel();
        for number in 0..phase.jobs.get().min(phase.order.len()) {
            let sender_of_worker = sender.clone();
            let builder = thread::Builder::new()
                .name(format!("scenarios-{number}"))
                .stack_size(STACK_BYTES);
            let begun = builder.spawn_scoped(scope, move || self.work(phase, &sender_of_worker));
            if begun.is_err() && number == 0 {
                // No thread can be started: this one does the work.
                self.work(phase, &sender);
            }
        }
        messages
    }

    /// Performs one task after the other.
    fn work(&self, phase: &Phase, messages: &Sender<Message>) {
        while !self.enough() {
            let Some(index) = phase.next() else { return };
            if messages.send(Message::Started(index)).is_err() {
                return;
            }
            let context = &self.context;
            let attempts = |task: &Task| perform(task, context, self.plan);
            let report = self.prerequisites.perform(index, context, &attempts);
            let (bad, is_incomplete) = (report.outcome.is_bad(), report.is_incomplete);
            if report.outcome.is_own_failure() {
                self.has_failed.store(true, Ordering::Relaxed);
            }
            let cause = self.prerequisites.unselected_cause(index, &report);
            let cause = cause.map(|(place, report)| (place, Box::new(report.clone())));
            let ended = Message::Ended {
                index,
                done: Done {
                    report: Box::new(report),
                    cause,
                },
                // A task that passed all the same has passed, and of a task that is repeated the
                // attempts that were completed count.
                cut_short: bad && !is_incomplete && self.is_stopped(),
            };
            if messages.send(ended).is_err() {
                return;
            }
        }
    }

    /// Whether the tasks are to end early. A cancellation reaches them a little later.
    fn is_stopped(&self) -> bool {
        self.context.stop.is_requested() || self.cancel.is_requested()
    }

    /// Whether no more tasks are started. Tasks of a phase start in order: once one has failed,
    /// those of the phase that are reported have started.
    fn enough(&self) -> bool {
        self.is_stopped() || (self.plan.fail_fast && self.has_failed.load(Ordering::Relaxed))
    }
}

/// Passes reports on in the order of the tasks.
struct Delivery {
    plan: RunPlan,
    tasks: usize,
    /// Reports that wait for earlier ones.
    waiting: BTreeMap<usize, Done>,
    /// The tasks that are not part of the run, and are reported as they block others.
    causes: BTreeSet<usize>,
    next: usize,
    not_run: Vec<usize>,
    cut_short: Vec<usize>,
    stopped: Option<Stopped>,
}

impl Delivery {
    const fn new(plan: RunPlan, tasks: usize) -> Self {
        Self {
            plan,
            tasks,
            waiting: BTreeMap::new(),
            causes: BTreeSet::new(),
            next: 0,
            not_run: Vec::new(),
            cut_short: Vec::new(),
            stopped: None,
        }
    }

    fn stop(&mut self, reason: Stopped) {
        self.stopped.get_or_insert(reason);
    }

    fn stop_if_asked(&mut self, observed: ControlFlow<Stopped>) {
        if let ControlFlow::Break(reason) = observed {
            self.stop(reason);
        }
    }

    fn receive(
        &mut self,
        message: Message,
        observe: &mut impl FnMut(RunEvent) -> ControlFlow<Stopped>,
    ) {
        match message {
            Message::Started(index) => {
                self.stop_if_asked(observe(RunEvent::Started(index)));
            }
            Message::Ended {
                index,
                done,
                cut_short,
            } => {
                let known = (!cut_short).then_some(done.report.as_ref());
                self.stop_if_asked(observe(RunEvent::Ended(index, known)));
                if cut_short {
                    self.cut_short.push(index);
                } else {
                    self.waiting.insert(index, done);
                }
                while let Some(done) = self.waiting.remove(&self.next) {
                    self.pass_on(self.next, done, observe);
                    self.next += 1;
                }
            }
        }
    }

    /// Passes a report on, unless the run has ended before it.
    fn pass_on(
        &mut self,
        index: usize,
        done: Done,
        observe: &mut impl FnMut(RunEvent) -> ControlFlow<Stopped>,
    ) {
        let cause = done.cause.filter(|(place, _)| self.causes.insert(*place));
        for (index, report) in cause.into_iter().chain([(index, done.report)]) {
            if self.is_over() {
                self.not_run.extend((index < self.tasks).then_some(index));
                continue;
            }
            let has_failed = report.outcome.is_own_failure();
            self.stop_if_asked(observe(RunEvent::Finished(index, report)));
            if self.plan.fail_fast && has_failed && index + 1 != self.tasks {
                self.stop(Stopped::Failures);
            }
        }
    }

    /// Whether nothing more is reported.
    const fn is_over(&self) -> bool {
        matches!(self.stopped, Some(Stopped::Failures | Stopped::NotStarted))
    }

    /// Passes on the reports behind a task that has none.
    fn finish(mut self, observe: &mut impl FnMut(RunEvent) -> ControlFlow<Stopped>) -> RunEnd {
        for index in self.next..self.tasks {
            match self.waiting.remove(&index) {
                Some(done) => self.pass_on(index, done, observe),
                None => self.not_run.push(index),
            }
        }
        if self.is_over() {
            // They would not have been reported anyway.
            self.cut_short.clear();
        }
        self.cut_short.sort_unstable();
        RunEnd {
            not_run: self.not_run,
            cut_short: self.cut_short,
            stopped: self.stopped,
        }
    }
}

/// Performs a task as often as the plan requires.
///
/// If it passes and fails, the outcome is that of its [attempts](Attempts), and the report is that
/// of its first failure. An error in the scenario itself is not retried.
fn perform(task: &Task, context: &Context, plan: RunPlan) -> Report {
    let mut report = once(task, context);
    if !can_change(report.outcome) {
        return report;
    }
    let (mut attempts, mut passes) = (1, u32::from(passes(report.outcome)));
    while !plan.attempts.are_complete(attempts, passes) && !context.stop.is_requested() {
        let is_stress = matches!(plan.attempts, Attempts::Repeat(_));
        if is_stress && plan.fail_fast && passes < attempts {
            break;
        }
        let again = once(task, context);
        let has_passed = self::passes(again.outcome);
        if !has_passed && context.stop.is_requested() {
            // It was cut short.
            break;
        }
        if again.is_of_failed_wrapper() {
            return again;
        }
        report.duration = again.duration;
        if !has_passed && passes == attempts {
            report = again;
        }
        attempts += 1;
        passes += u32::from(has_passed);
    }
    (report.attempts, report.passes) = (attempts, passes);
    report.is_incomplete = attempts > 1
        && matches!(plan.attempts, Attempts::Repeat(times) if attempts < times.get())
        && context.stop.is_requested();
    if passes > 0 && passes < attempts {
        // The expectation can be right.
        report.patches.clear();
        if matches!(plan.attempts, Attempts::Retry(_)) {
            report.outcome = Outcome::Flaky;
        }
    }
    report
}

/// Whether another attempt can have another outcome.
const fn can_change(outcome: Outcome) -> bool {
    outcome.was_run() && !matches!(outcome, Outcome::Error)
}

const fn passes(outcome: Outcome) -> bool {
    outcome.was_run() && !outcome.is_bad()
}

fn once(task: &Task, context: &Context) -> Report {
    let begun = Instant::now();
    caught(|| task.work.perform(&task.identity, context)).unwrap_or_else(|words| {
        let help = "it costs no points; the other scenarios are not affected; please report it \
                    with this scenario";
        let problem = Problem::panic(panics::message(&words)).with_help([help.to_owned()]);
        Report {
            failure: Some(problem),
            duration: begun.elapsed(),
            ..Report::new(task.identity.clone(), Outcome::NotJudged)
        }
    })
}

#[cfg(test)]
mod tests;
