//! Running the scenarios of a class.

use super::journal::Journal;
use super::results::{ClassResults, Pair};
use crate::report::{Outcome, Report, Stopped};
use crate::runner::{self, Context, Event, Plan, Task, TestedProgram};
use ataxx_core::diagnostic::Diagnostic;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Runs these scenarios with all programs, except pairs that have a result, and writes each
/// result to the journal as it comes. `observe` receives the start of each pair with what it is
/// called, and its end, by their indices in [`ClassResults::missing`].
pub fn perform(
    scenarios: Vec<Task>,
    context: &Context,
    plan: Plan,
    journal: &mut Journal,
    results: &mut ClassResults,
    mut observe: impl FnMut(usize, Option<&str>),
) -> Result<(), Diagnostic> {
    let pairs = results.missing();
    let tasks = tasks(scenarios, context, &pairs, results);
    let tasks: Vec<&Task> = tasks.iter().collect();
    let programs = results.run.programs.iter();
    let names: Vec<String> = programs.map(|one| one.name.clone()).collect();
    let mut failed_write = None;
    runner::run(&tasks, context, plan, |event| {
        match event {
            Event::Started(index) => {
                let program = &names[pairs[index].program];
                let name = format!("{program}: {}", tasks[index].identity.name);
                observe(index, Some(&name));
            }
            Event::Ended(index, report) => {
                observe(index, None);
                if let Some(report) = report.map(|report| shortened(report.clone())) {
                    // After a failed write the last line may be incomplete: nothing may follow it.
                    if failed_write.is_none() {
                        failed_write = journal.write(pairs[index], &report).err();
                    }
                    results.add(pairs[index], report);
                }
            }
            Event::Finished(..) => {}
        }
        match failed_write {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(Stopped::Interrupted),
        }
    });
    failed_write.map_or(Ok(()), Err)
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

/// The tasks of pairs of programs and scenarios.
fn tasks(
    scenarios: Vec<Task>,
    context: &Context,
    pairs: &[Pair],
    results: &ClassResults,
) -> Vec<Task> {
    let scenarios: Vec<Arc<Task>> = scenarios.into_iter().map(Arc::new).collect();
    let programs = results.run.programs.iter();
    let programs: Vec<Arc<TestedProgram>> = programs
        .map(|program| TestedProgram::new(&program.command, context.settings.clone()))
        .collect();
    let task = |pair: &Pair| {
        let scenario = Arc::clone(&scenarios[pair.scenario]);
        programs[pair.program].task(scenario)
    };
    pairs.iter().map(task).collect()
}
