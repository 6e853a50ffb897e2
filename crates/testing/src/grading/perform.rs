//! Running a class: its scenarios with all its programs.

use super::class::{ClassResults, Pair};
use super::journal::Journal;
use crate::report::{Outcome, Report, Stopped};
use crate::runner::{
    self, Context, Prerequisites, RunEvent, RunPlan, RunSettings, Task, TestedProgram,
};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::Failure;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The progress of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassEvent<'a> {
    /// A scenario was started with a program. The text names both.
    Started(Pair, &'a str),
    /// It has ended.
    Ended(Pair),
}

/// Runs these scenarios with all programs, except pairs that have a result, and writes each
/// result to the journal as it comes.
///
/// A scenario may need some of `others`, which are not part of the class.
pub fn perform(
    scenarios: Vec<Task>,
    others: Vec<Task>,
    context: &Context,
    plan: RunPlan,
    journal: &mut Journal,
    results: &mut ClassResults,
    mut observe: impl FnMut(ClassEvent),
) -> Result<(), ClassError> {
    let all = ClassTasks::new(scenarios, others, context.settings, results);
    let prerequisites = all.prerequisites(results);
    let mut failed_write = None;
    let mut wrapper = WrapperCheck::default();
    runner::run_all(all.missing, &prerequisites, context, plan, |event| {
        match event {
            RunEvent::Started(index) => {
                let pair = all.pairs[index];
                let program = &results.run.programs[pair.program].name;
                let name = format!("{program}: {}", all.tasks[index].identity.name);
                observe(ClassEvent::Started(pair, &name));
            }
            RunEvent::Ended(index, report) => {
                let pair = all.pairs[index];
                observe(ClassEvent::Ended(pair));
                if let Some(report) = report.map(|report| shortened(report.clone())) {
                    wrapper.check(pair.program, &report);
                    // After a failed write the last line may be incomplete: nothing may follow it.
                    if failed_write.is_none() {
                        failed_write = journal.write(pair, &report).err();
                    }
                    results.add(pair, report);
                }
            }
            RunEvent::Finished(..) => {}
        }
        match (&failed_write, &wrapper.failure) {
            (None, None) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(Stopped::Interrupted),
        }
    });
    if let Some(failed) = failed_write {
        return Err(ClassError::Results(Box::new(failed)));
    }
    journal
        .sync()
        .map_err(|failed| ClassError::Results(Box::new(failed)))?;
    wrapper
        .failure
        .map_or(Ok(()), |why| Err(ClassError::Wrapper(Box::new(why))))
}

/// The tasks of a class that are left.
struct ClassTasks {
    /// First those without a result, then what these may need: pairs that have a result, and
    /// scenarios that are not part of the class, numbered after the others.
    pairs: Vec<Pair>,
    /// A task for each pair.
    tasks: Vec<Task>,
    /// The number of pairs without a result.
    missing: usize,
}

impl ClassTasks {
    fn new(
        scenarios: Vec<Task>,
        others: Vec<Task>,
        settings: &RunSettings,
        results: &ClassResults,
    ) -> Self {
        let of_class = scenarios.len();
        let scenarios = scenarios.into_iter().chain(others);
        let scenarios: Vec<Arc<Task>> = scenarios.map(Arc::new).collect();
        let mut pairs = results.missing();
        let missing = pairs.len();
        let mut running: Vec<usize> = pairs.iter().map(|pair| pair.program).collect();
        running.dedup();
        for program in running {
            let all = (0..scenarios.len()).map(|scenario| Pair { program, scenario });
            pairs.extend(all.filter(|pair| pair.scenario >= of_class || results.has(*pair)));
        }
        let programs = results.run.programs.iter();
        let programs: Vec<Arc<TestedProgram>> = programs
            .map(|one| TestedProgram::new(&one.name, &one.command, settings.clone()))
            .collect();
        let task = |pair: &Pair| programs[pair.program].task(Arc::clone(&scenarios[pair.scenario]));
        Self {
            tasks: pairs.iter().map(task).collect(),
            pairs,
            missing,
        }
    }

    /// The tasks with those of the same program that they need. What has a result is not performed
    /// again.
    fn prerequisites(&self, results: &ClassResults) -> Prerequisites<'_> {
        let programs = self.pairs.iter().map(|pair| pair.program);
        let all = programs.zip(&self.tasks);
        let (to_run, others) = (all.clone().take(self.missing), all.skip(self.missing));
        let mut prerequisites = Prerequisites::new(to_run, others);
        for (index, pair) in self.pairs.iter().enumerate().skip(self.missing) {
            if let Some(report) = results.report(*pair) {
                prerequisites.set(index, report);
            }
        }
        prerequisites
    }
}

/// Why a run of a class has ended early.
#[derive(Debug)]
pub enum ClassError {
    /// The results cannot be written.
    Results(Box<Diagnostic>),
    /// The wrapper starts none of the programs.
    Wrapper(Box<Diagnostic>),
}

/// Whether the wrapper starts programs at all.
#[derive(Default)]
struct WrapperCheck {
    has_started: bool,
    /// The programs that it has not started.
    failed: BTreeSet<usize>,
    /// How that ended, for the first of them.
    how: Option<String>,
    failure: Option<Diagnostic>,
}

/// A wrapper is at fault if this number of programs were not started in the same way, and none was.
const MAX_UNSTARTED: usize = 3;

impl WrapperCheck {
    /// Takes the report of a program.
    fn check(&mut self, program: usize, report: &Report) {
        let Some(failure) = report
            .failure
            .as_ref()
            .filter(|_| report.is_of_failed_wrapper())
        else {
            // What is not run says nothing.
            self.has_started |= report.outcome.was_run();
            return;
        };
        let message = failure.message();
        let how = message.rsplit_once(Failure::NOT_STARTED);
        let how = how.map_or(&*message, |(_, how)| how);
        self.has_started |= self.how.get_or_insert_with(|| how.to_owned()) != how;
        self.failed.insert(program);
        let is_at_fault = self.failed.len() >= MAX_UNSTARTED;
        if is_at_fault && !self.has_started && self.failure.is_none() {
            let stderr = failure.stderr_end.as_deref().unwrap_or_default();
            let stderr = stderr.trim_end().lines().map(str::to_owned);
            let message = format!("no program can be started: {how}");
            self.failure = Some(Diagnostic::error("wrapper", message).with_help(stderr));
        }
    }
}

/// A report without what the reports of a class do not show.
fn shortened(mut report: Report) -> Report {
    /// The most lines of the dialogue of a scenario that passed.
    const WHEN_PASSED: usize = 200;
    if report.outcome == Outcome::Pass {
        report.dialogue.keep_last(WHEN_PASSED);
    }
    // The output of students' programs must not become the expectation.
    report.patches.clear();
    report
}
