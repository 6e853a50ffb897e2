mod needs;

use super::*;
use crate::report::{Identity, Outcome, Problem, ProblemKind};
use crate::runner::{RunSettings, Work};
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::panics::keep_quiet;
use std::sync::{Barrier, Mutex};

struct Made<F>(F);

impl<F> Work for Made<F>
where
    F: Fn(&Context) -> Outcome + Send + Sync,
{
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        let outcome = (self.0)(context);
        let mut report = Report::new(identity.clone(), outcome);
        if outcome.is_bad() {
            let error = Diagnostic::error("made", "made to fail");
            let failure = Problem::new(ProblemKind::Unmet, error);
            report.failure = Some(failure);
        }
        report
    }
}

fn task(number: usize, work: impl Fn(&Context) -> Outcome + Send + Sync + 'static) -> Task {
    let identity = Identity {
        file: "made.yaml".to_owned(),
        line: number + 1,
        suite: None,
        name: format!("scenario {number}"),
        tags: Vec::new(),
        points: 1,
        visibility: crate::report::Visibility::Visible,
        hint: None,
    };
    Task::new(identity, Made(work))
}

fn tasks(outcomes: &[Outcome]) -> Vec<Task> {
    let numbered = outcomes.iter().copied().enumerate();
    numbered
        .map(|(number, outcome)| task(number, move |_| outcome))
        .collect()
}

fn plan(jobs: usize, fail_fast: bool, retries: u32) -> RunPlan {
    RunPlan {
        jobs: NonZeroUsize::new(jobs).expect("a job"),
        fail_fast,
        attempts: Attempts::Retry(retries),
        exclusive: false,
    }
}

/// The reports in the order in which they came, and how the run ended.
fn run_all(tasks: &[Task], plan: RunPlan) -> (Vec<(usize, Report)>, RunEnd) {
    let stop = Cancellation::new();
    run_until(tasks, plan, &stop, |_| true)
}

fn run_until(
    tasks: &[Task],
    plan: RunPlan,
    stop: &Cancellation,
    mut observe: impl FnMut(&RunEvent) -> bool,
) -> (Vec<(usize, Report)>, RunEnd) {
    let settings = RunSettings::default();
    let context = Context {
        settings: &settings,
        files: &(),
        stop,
    };
    let mut reports = Vec::new();
    let tasks: Vec<&Task> = tasks.iter().collect();
    let ended = run(&tasks, &context, plan, |event| {
        let go_on = observe(&event);
        if let RunEvent::Finished(index, report) = event {
            reports.push((index, *report));
        }
        if go_on {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(Stopped::Interrupted)
        }
    });
    (reports, ended)
}

fn outcomes(reports: &[(usize, Report)]) -> Vec<(usize, Outcome)> {
    let outcome = |(index, report): &(usize, Report)| (*index, report.outcome);
    reports.iter().map(outcome).collect()
}

use Outcome::{Error, Fail, Flaky, NotJudged, Pass, Skipped};

#[test]
fn nothing_to_do() {
    let (reports, ended) = run_all(&[], plan(4, false, 0));
    assert!(reports.is_empty());
    assert_eq!(ended, RunEnd::default());
}

#[test]
fn a_failure_after_the_cancellation_is_no_result() {
    static STOP: Cancellation = Cancellation::new();
    let all = [task(0, |_| {
        STOP.request();
        Fail
    })];
    let (reports, ended) = run_until(&all, plan(1, false, 0), &STOP, |_| true);
    assert!(reports.is_empty());
    assert_eq!(ended.cut_short, [0]);
}

#[test]
fn the_order_is_that_of_the_tasks_even_if_the_first_ends_last() {
    // The first waits for the last to have begun, so it cannot end before others have.
    let last_has_begun = std::sync::Arc::new(Barrier::new(2));
    let mut all = tasks(&[Pass; 64]);
    for index in [0, 63] {
        let meet = last_has_begun.clone();
        all[index] = task(index, move |_| {
            meet.wait();
            Fail
        });
    }
    let ended_in = Mutex::new(Vec::new());
    let stop = Cancellation::new();
    let (reports, ended) = run_until(&all, plan(8, false, 0), &stop, |event| {
        if let RunEvent::Ended(index, _) = event {
            ended_in.lock().expect("no panic").push(*index);
        }
        true
    });
    assert_ne!(ended_in.into_inner().expect("no panic")[0], 0);
    assert_eq!(ended, RunEnd::default());
    let order: Vec<usize> = reports.iter().map(|(index, _)| *index).collect();
    assert_eq!(order, (0..64).collect::<Vec<_>>());
    for (index, report) in reports {
        assert_eq!(report.identity.line, index + 1);
    }
}

#[test]
fn reports_do_not_depend_on_the_number_of_jobs() {
    let made: Vec<Outcome> = (0..100)
        .map(|number| if number % 7 == 5 { Fail } else { Pass })
        .collect();
    for fail_fast in [false, true] {
        let (alone, ended) = run_all(&tasks(&made), plan(1, fail_fast, 0));
        for jobs in [2, 8, 200] {
            let (reports, also) = run_all(&tasks(&made), plan(jobs, fail_fast, 0));
            assert_eq!(outcomes(&reports), outcomes(&alone), "{jobs} jobs");
            assert_eq!(also, ended, "{jobs} jobs");
        }
    }
}

#[test]
fn the_first_failure_ends_the_run() {
    let made = [Pass, Skipped, Error, Pass, Fail];
    let (reports, ended) = run_all(&tasks(&made), plan(1, true, 0));
    let expected = [(0, Pass), (1, Skipped), (2, Error)];
    assert_eq!(outcomes(&reports), expected);
    assert_eq!(ended.not_run, [3, 4]);
    assert_eq!(ended.stopped, Some(Stopped::Failures));
    // The last one's failure cuts nothing short.
    let (_, ended) = run_all(&tasks(&made[..3]), plan(1, true, 0));
    assert_eq!(ended, RunEnd::default());
}

#[test]
fn running_tasks_are_stopped_at_the_limit_on_failures() {
    let mut all = tasks(&[Pass, Fail, Pass]);
    let begun = std::sync::Arc::new(Barrier::new(2));
    let meet = begun.clone();
    all[1] = task(1, move |_| {
        meet.wait();
        Fail
    });
    all[2] = task(2, move |context| {
        begun.wait();
        while !context.stop.is_requested() {
            thread::yield_now();
        }
        Pass
    });
    let (reports, ended) = run_all(&all, plan(2, true, 0));
    assert_eq!(outcomes(&reports), [(0, Pass), (1, Fail)]);
    assert_eq!(ended.not_run, [2]);
}

#[test]
fn a_task_that_passes_in_a_retry_is_flaky() {
    let flaky_after = |failures: usize| {
        let tries = AtomicUsize::new(0);
        task(failures, move |_| {
            if tries.fetch_add(1, Ordering::Relaxed) < failures {
                Fail
            } else {
                Pass
            }
        })
    };
    let all: Vec<Task> = (0..4).map(flaky_after).collect();
    let (reports, _) = run_all(&all, plan(1, false, 2));
    let seen: Vec<_> = reports
        .iter()
        .map(|(_, report)| (report.outcome, report.attempts, report.failure.is_some()))
        .collect();
    let expected = [
        (Pass, 1, false),
        (Flaky, 2, true),
        (Flaky, 3, true),
        (Fail, 3, true),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_scenario_that_is_wrong_is_not_tried_again() {
    let tries = std::sync::Arc::new(AtomicUsize::new(0));
    let count = tries.clone();
    let wrong = task(0, move |_| {
        count.fetch_add(1, Ordering::Relaxed);
        Error
    });
    run_all(&[wrong], plan(1, false, 5));
    assert_eq!(tries.load(Ordering::Relaxed), 1);
}

#[test]
fn a_panic_is_no_failure_of_the_subject() {
    keep_quiet();
    let mut all = tasks(&[Pass, Pass, Pass]);
    all[1] = task(1, |_| panic!("no such {}", "thing"));
    let (reports, ended) = run_all(&all, plan(2, false, 3));
    assert_eq!(outcomes(&reports), [(0, Pass), (1, NotJudged), (2, Pass)]);
    assert_eq!(ended, RunEnd::default());
    assert_eq!(reports[1].1.points().possible, 0);
    let failure = reports[1].1.failure.as_ref().expect("a failure");
    assert_eq!(failure.kind, ProblemKind::Panic);
    let message = failure.message();
    assert!(message.contains("no such thing"), "{message}");
    assert!(message.contains("tests.rs"), "{message}");
}

#[test]
fn an_interruption_keeps_finished_reports() {
    static STOP: Cancellation = Cancellation::new();
    let mut all = tasks(&[Pass, Pass, Fail, Pass, Pass, Pass, Pass]);
    // One that never ends by itself, and one after it that interrupts once the others
    // have run.
    all[1] = task(1, |context| {
        while !context.stop.is_requested() {
            thread::yield_now();
        }
        Outcome::TimeOut
    });
    all[4] = task(4, |context| {
        STOP.request();
        while !context.stop.is_requested() {
            thread::yield_now();
        }
        Pass
    });
    let (reports, ended) = run_until(&all, plan(2, false, 5), &STOP, |_| true);
    assert_eq!(
        outcomes(&reports),
        [(0, Pass), (2, Fail), (3, Pass), (4, Pass)]
    );
    assert_eq!(ended.not_run, [1, 5, 6]);
    assert_eq!(ended.cut_short, [1]);
    assert_eq!(ended.stopped, Some(Stopped::Interrupted));
}

#[test]
fn an_observer_can_stop_the_run() {
    let all = tasks(&[Pass; 10]);
    let stop = Cancellation::new();
    let (reports, ended) = run_until(&all, plan(1, false, 0), &stop, |event| {
        !matches!(event, RunEvent::Finished(0, _))
    });
    assert_eq!(reports.len() + ended.not_run.len(), 10);
    assert_eq!(ended.stopped, Some(Stopped::Interrupted));
    assert!(!stop.is_requested());
}

#[test]
fn a_cancelled_run_starts_nothing() {
    let stop = Cancellation::new();
    stop.request();
    let (reports, ended) = run_until(&tasks(&[Pass; 3]), plan(2, false, 0), &stop, |_| true);
    assert!(reports.is_empty());
    assert_eq!(ended.not_run, [0, 1, 2]);
    assert_eq!(ended.stopped, Some(Stopped::Interrupted));
}

/// A scenario with an AI.
fn with_ai(mut task: Task) -> Task {
    task.identity.tags.push("ai".to_owned());
    task
}

#[test]
fn tasks_with_ais_run_alone_and_last() {
    static RUNNING: AtomicUsize = AtomicUsize::new(0);
    let order = std::sync::Arc::new(Mutex::new(Vec::new()));
    let tasks: Vec<Task> = (0..12)
        .map(|number| {
            let order = std::sync::Arc::clone(&order);
            let is_alone = number % 3 == 0;
            let task = task(number, move |_| {
                let others = RUNNING.fetch_add(1, Ordering::SeqCst);
                order.lock().expect("no panic").push(number);
                thread::sleep(Duration::from_millis(2));
                RUNNING.fetch_sub(1, Ordering::SeqCst);
                if is_alone && others > 0 {
                    Outcome::Fail
                } else {
                    Outcome::Pass
                }
            });
            if is_alone { with_ai(task) } else { task }
        })
        .collect();
    let exclusive = RunPlan {
        exclusive: true,
        ..plan(4, false, 0)
    };
    let (reports, ended) = run_all(&tasks, exclusive);
    assert_eq!(ended, RunEnd::default());
    // The reports come in the order of the tasks all the same.
    let expected: Vec<_> = (0..12).map(|number| (number, Outcome::Pass)).collect();
    assert_eq!(outcomes(&reports), expected);
    let order = order.lock().expect("no panic").clone();
    assert_eq!(order[8..], [0, 3, 6, 9]);
}

/// A task with these outcomes, one after the other; the last is repeated.
fn varying(number: usize, outcomes: &'static [Outcome]) -> Task {
    let tries = AtomicUsize::new(0);
    task(number, move |_| {
        let attempt = tries.fetch_add(1, Ordering::SeqCst);
        outcomes[attempt.min(outcomes.len() - 1)]
    })
}

fn attempts(reports: &[(usize, Report)]) -> String {
    let line = |(_, report): &(usize, Report)| {
        let words = report.attempts_in_words().unwrap_or_default();
        format!("{}: {words}\n", report.outcome)
    };
    reports.iter().map(line).collect()
}

const VARYING: [&[Outcome]; 5] = [
    &[Pass],
    &[Fail],
    &[Fail, Fail, Pass],
    &[Pass, Pass, Outcome::TimeOut, Pass],
    &[Skipped],
];

#[test]
fn retries_say_how_many_attempts_passed() {
    let all = || -> Vec<Task> { (0..).zip(VARYING).map(|(n, o)| varying(n, o)).collect() };
    let (reports, _) = run_all(&all(), plan(1, false, 3));
    insta::assert_snapshot!(attempts(&reports), @"
    pass: 
    fail: failed all 4 attempts
    flaky: passed 1 of 3 attempts
    pass: 
    skipped:
    ");
}

#[test]
fn repetitions_are_counted() {
    let repeated = |fail_fast| {
        let tasks: Vec<Task> = (0..).zip(VARYING).map(|(n, o)| varying(n, o)).collect();
        let plan = RunPlan {
            attempts: Attempts::Repeat(NonZeroU32::new(5).expect("some")),
            ..plan(1, fail_fast, 0)
        };
        attempts(&run_all(&tasks, plan).0)
    };
    insta::assert_snapshot!(repeated(false), @"
    pass: passed all 5 attempts
    fail: failed all 5 attempts
    fail: passed 3 of 5 attempts
    time-out: passed 4 of 5 attempts
    skipped:
    ");
    insta::assert_snapshot!(repeated(true), @"
    pass: passed all 5 attempts
    fail:
    ");
}

#[test]
fn the_first_failure_ends_the_repetitions_if_it_ends_the_run() {
    let plan = RunPlan {
        attempts: Attempts::Repeat(NonZeroU32::new(1000).expect("some")),
        ..plan(1, true, 0)
    };
    let all = [
        varying(0, &[Pass, Pass, Pass, Fail, Pass]),
        task(1, |_| Pass),
    ];
    let (reports, ended) = run_all(&all, plan);
    assert_eq!(attempts(&reports), "fail: passed 3 of 4 attempts\n");
    assert_eq!(ended.stopped, Some(Stopped::Failures));
}

/// Ctrl-C ends the repetitions, and what was counted is reported.
#[test]
fn an_interruption_of_repetitions_loses_nothing() {
    static STOP: Cancellation = Cancellation::new();
    let tries = AtomicUsize::new(0);
    let all = [task(0, move |_| {
        if tries.fetch_add(1, Ordering::SeqCst) < 7 {
            return Pass;
        }
        STOP.request();
        thread::sleep(Duration::from_millis(100));
        Fail
    })];
    let plan = RunPlan {
        attempts: Attempts::Repeat(NonZeroU32::new(1000).expect("some")),
        ..plan(1, false, 0)
    };
    let (reports, _) = run_until(&all, plan, &STOP, |_| true);
    assert_eq!(attempts(&reports), "pass: passed all 7 attempts\n");
}
