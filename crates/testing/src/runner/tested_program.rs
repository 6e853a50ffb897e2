//! A program that many tasks test, beside others in the same run.

use crate::report::{Identity, Outcome, Problem, ProblemKind, Report, StartFailure};
use crate::runner::{Context, RunSettings, Task, Work};
use ataxx_opponents::dialogue::Speaker;
use ataxx_opponents::subject::{self, SubjectChoice, SubjectOptions, TRY_START_TIME};
use ataxx_opponents::{Failure, FailureKind, Wrapper};
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
    /// Why it does not start, tried out when it has ended without output for the first time.
    failure: OnceLock<Option<Failure>>,
    /// Why its wrapper has not started it in some task.
    failed_wrapper: OnceLock<Failure>,
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
    /// Why the subject of a run does not start, by the report of a task; `None` if it starts. The
    /// report of a crash leaves that open as long as the subject has printed nothing in any task:
    /// then `try_start` is called, once in all. A wrapper may fail at any time.
    pub fn failure(
        &self,
        report: &Report,
        try_start: impl FnOnce() -> Option<Failure>,
    ) -> Option<&Failure> {
        if let Some(problem) = report
            .failure
            .as_ref()
            .filter(|_| report.is_of_failed_wrapper())
        {
            return Some(self.failed_wrapper.get_or_init(|| Failure {
                kind: FailureKind::WrapperFailed,
                message: problem.message(),
                stderr_end: problem.stderr_end.clone(),
            }));
        }
        let lines = report.dialogue.utterances();
        let mut lines = lines.iter().filter(|line| line.program == 0);
        if lines.any(|line| line.by != Speaker::Runner) {
            self.has_printed.store(true, Ordering::Relaxed);
        }
        if report.outcome != Outcome::Crash || self.has_printed.load(Ordering::Relaxed) {
            return None;
        }
        self.failure.get_or_init(try_start).as_ref()
    }

    /// Why the subject does not start, if that is known.
    fn known_failure(&self) -> Option<&Failure> {
        let failure = self.failure.get().and_then(Option::as_ref);
        self.failed_wrapper.get().or(failure)
    }
}

/// Starts the subject of a run, and returns why it does not start; `None` if it does.
pub fn try_start(context: &Context) -> Option<Failure> {
    let subject = context.settings.subject.as_ref()?;
    let (options, environment) = (SubjectOptions::default(), context.environment());
    subject::try_start(subject, &options, &environment, TRY_START_TIME)
}

struct WithProgram {
    task: Arc<Task>,
    program: Arc<TestedProgram>,
}

impl Work for WithProgram {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        if let Some(failure) = self.program.start.known_failure() {
            return not_started(identity, failure);
        }
        let context = context.with(&self.program.settings);
        let report = self.task.work.perform(identity, &context);
        let failure = self.program.start.failure(&report, || try_start(&context));
        failure.map_or(report, |failure| not_started(identity, failure))
    }

    fn is_left_out(&self, context: &Context) -> bool {
        let context = context.with(&self.program.settings);
        self.task.work.is_left_out(&context)
    }

    fn unsupported(&self, context: &Context) -> Option<String> {
        let context = context.with(&self.program.settings);
        self.task.work.unsupported(&context)
    }

    fn waits_for_ai(&self) -> bool {
        self.task.work.waits_for_ai()
    }
}

/// The report of a task whose program does not start.
fn not_started(identity: &Identity, failure: &Failure) -> Report {
    let problem = Problem::from(failure.clone());
    let outcome = problem.outcome();
    Report {
        failure: Some(problem),
        stderr_lines: vec![failure.stderr_end.clone().unwrap_or_default()],
        ..Report::new(identity.clone(), outcome)
    }
}

/// Why a program does not start, by the reports of its tasks; `None` if it started for some
/// task, or if none was run. One task for which its wrapper has not started it is enough: what
/// the program is worth is not known then.
pub fn start_failure<'a>(
    reports: impl IntoIterator<Item = &'a Report, IntoIter: Clone>,
) -> Option<StartFailure> {
    let reports = reports.into_iter();
    let failed_wrapper = reports.clone().find(|one| one.is_of_failed_wrapper());
    let report = failed_wrapper.or_else(|| first_if_never_started(reports))?;
    let failure = report.failure.as_ref()?;
    let mut stderr = report.stderr_lines.join("\n");
    if stderr.is_empty() {
        stderr = failure.stderr_end.clone().unwrap_or_default();
    }
    Some(StartFailure::new(&failure.message(), &stderr))
}

/// The first report of a task that was run, if the program was started for none.
fn first_if_never_started<'a>(
    reports: impl Iterator<Item = &'a Report> + Clone,
) -> Option<&'a Report> {
    let never_started = ProblemKind::Program(FailureKind::NotStarted);
    let kind = |report: &Report| report.failure.as_ref().map(|failure| failure.kind);
    let mut run = reports.filter(|one| one.outcome.was_run());
    let first = run.clone().next();
    first.filter(|_| run.all(|report| kind(report) == Some(never_started)))
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
        let failed_wrapper = failed(FailureKind::WrapperFailed);
        assert!(start_failure(&[report(Outcome::Pass), failed_wrapper]).is_some());
    }
}
