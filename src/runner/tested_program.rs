//! A program that many tasks test, beside others in the same run.

use crate::opponents::dialogue::Speaker;
use crate::opponents::subject::{self, START_FAILURE_TIME, SubjectChoice, SubjectOptions};
use crate::opponents::{Failure, FailureKind, Wrapper};
use crate::report::{Identity, Outcome, Problem, ProblemKind, Report, StartFailure};
use crate::runner::{Context, RunSettings, Task, Work};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// A program that many tasks test. Once it turns out that it does not start, it is not started
/// for the other tasks.
#[derive(Debug)]
pub struct TestedProgram {
    settings: RunSettings,
    start: StartCheck,
}

/// Whether a program starts, by the reports of its tasks.
#[derive(Debug, Default)]
pub struct StartCheck {
    /// Whether it has printed anything in some task.
    has_printed: AtomicBool,
    /// Why it does not start, found out when it has ended without output for the first time.
    failure: OnceLock<Option<Failure>>,
}

impl TestedProgram {
    /// The program with this name and command line, with these settings otherwise.
    pub fn new(name: &str, command: &str, settings: RunSettings) -> Arc<Self> {
        let wrapper = settings.wrapper.clone().map(|wrapper| Wrapper {
            program_name: Some(name.to_owned()),
            ..wrapper
        });
        let subject = Some(SubjectChoice::Program(command.to_owned()));
        Arc::new(Self {
            settings: RunSettings {
                subject,
                wrapper,
                ..settings
            },
            start: StartCheck::default(),
        })
    }

    /// The task with this program as the subject.
    pub fn task(self: &Arc<Self>, task: Arc<Task>) -> Task {
        Task {
            identity: task.identity.clone(),
            needs: task.needs.clone(),
            work: Arc::new(WithProgram {
                task,
                program: Arc::clone(self),
            }),
        }
    }
}

impl StartCheck {
    /// Why the subject of a run does not start, by the report of a task; `None` if it starts.
    pub fn failure(&self, report: &Report, context: &Context) -> Option<&Failure> {
        let lines = report.dialogue.utterances();
        let mut lines = lines.iter().filter(|line| line.program == 0);
        if lines.any(|line| line.by != Speaker::Runner) {
            self.has_printed.store(true, Ordering::Relaxed);
        }
        if report.outcome != Outcome::Crash || self.has_printed.load(Ordering::Relaxed) {
            return None;
        }
        let check = || {
            let subject = context.settings.subject.as_ref()?;
            let (options, environment) = (SubjectOptions::default(), context.environment());
            subject::start_failure(subject, &options, &environment, START_FAILURE_TIME)
        };
        self.failure.get_or_init(check).as_ref()
    }
}

struct WithProgram {
    task: Arc<Task>,
    program: Arc<TestedProgram>,
}

impl Work for WithProgram {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        if let Some(Some(failure)) = self.program.start.failure.get() {
            return not_started(identity, failure);
        }
        let context = context.with(&self.program.settings);
        let report = self.task.work.perform(identity, &context);
        match self.program.start.failure(&report, &context) {
            Some(failure) => not_started(identity, failure),
            None => report,
        }
    }

    fn is_left_out(&self, context: &Context) -> bool {
        let context = context.with(&self.program.settings);
        self.task.work.is_left_out(&context)
    }

    fn waits_for_ai(&self) -> bool {
        self.task.work.waits_for_ai()
    }
}

/// The report of a task whose program does not start.
fn not_started(identity: &Identity, failure: &Failure) -> Report {
    Report {
        failure: Some(Problem::from(failure.clone())),
        stderr_lines: vec![failure.stderr_end.clone().unwrap_or_default()],
        ..Report::new(identity.clone(), Outcome::Crash)
    }
}

/// Why a program does not start, by the reports of its tasks; `None` if it started for some
/// task, or if none was run.
pub fn start_failure<'a>(reports: impl IntoIterator<Item = &'a Report>) -> Option<StartFailure> {
    let mut first = None;
    for report in reports.into_iter().filter(|one| one.outcome.was_run()) {
        let failure = report.failure.as_ref()?;
        if failure.kind != ProblemKind::Program(FailureKind::NotStarted) {
            return None;
        }
        first.get_or_insert((report, failure));
    }
    let (report, failure) = first?;
    let stderr = report.stderr_lines.join("\n");
    Some(StartFailure::new(&failure.message(), &stderr))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(outcome: Outcome) -> Report {
        Report::new(Identity::of_file("a.yaml", 1), outcome)
    }

    fn failed(kind: FailureKind) -> Report {
        let problem = Problem::from(Failure::new(kind, "`nope` ended"));
        Report {
            failure: Some(problem),
            stderr_lines: vec!["sh: nope: not found\n".to_owned()],
            ..report(Outcome::Crash)
        }
    }

    #[test]
    fn a_program_that_never_started() {
        let crash = || failed(FailureKind::NotStarted);
        let skipped = || report(Outcome::Skipped);
        let failure = start_failure(&[skipped(), crash(), crash()]).expect("not started");
        assert_eq!(
            failure.to_string(),
            "the program could not be started: `nope` ended: sh: nope: not found"
        );
        assert_eq!(start_failure(&[]), None);
        assert_eq!(start_failure(&[skipped()]), None);
        let passed = report(Outcome::Pass);
        assert_eq!(start_failure(&[crash(), passed]), None, "it started once");
        assert_eq!(start_failure(&[crash(), failed(FailureKind::Crash)]), None);
    }
}
