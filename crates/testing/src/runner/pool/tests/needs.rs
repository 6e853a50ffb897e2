//! Tasks that need others.

use super::*;
use crate::runner::Prerequisites;

/// A task that needs others, by their numbers.
fn needing(task: Task, needs: &[usize]) -> Task {
    let name = |number: &usize| format!("scenario {number}");
    Task {
        needs: needs.iter().map(name).collect(),
        ..task
    }
}

fn made(number: usize, outcome: Outcome, needs: &[usize]) -> Task {
    needing(task(number, move |_| outcome), needs)
}

fn described(reports: &[(usize, Report)]) -> String {
    let line = |(index, report): &(usize, Report)| {
        let reason = report.reason.as_deref().unwrap_or_default();
        let points = report.points();
        let (outcome, earned, possible) = (report.outcome, points.earned, points.possible);
        format!("{index}: {outcome} {earned}/{possible} {reason}\n")
    };
    reports.iter().map(line).collect()
}

#[test]
fn what_needs_a_failed_task_is_not_run() {
    for jobs in [1, 4] {
        let all = [
            // The order of the file does not matter.
            made(0, Pass, &[1]),
            made(1, Fail, &[]),
            made(2, Pass, &[4, 1]),
            made(3, Pass, &[2]),
            made(4, Pass, &[]),
            made(5, Fail, &[4]),
        ];
        let (reports, ended) = run_all(&all, plan(jobs, false, 0));
        assert_eq!(ended, RunEnd::default());
        insta::allow_duplicates! {
            insta::assert_snapshot!(described(&reports), @"
            0: blocked 0/1 it needs `scenario 1`, which failed
            1: fail 0/1 
            2: blocked 0/1 it needs `scenario 1`, which failed
            3: blocked 0/1 it needs `scenario 1`, which failed
            4: pass 1/1 
            5: fail 0/1
            ");
        }
    }
}

/// What is not known to fail blocks nothing: a program that cannot do one thing is not accused
/// of others.
#[test]
fn only_a_failure_blocks() {
    for outcome in Outcome::ALL {
        let all = [made(0, outcome, &[]), made(1, Pass, &[0])];
        let (reports, _) = run_all(&all, plan(1, false, 0));
        let blocks = matches!(
            outcome,
            Fail | Error | Outcome::TimeOut | Outcome::Crash | Outcome::Blocked | NotJudged
        );
        let expected = match outcome {
            NotJudged => NotJudged,
            _ if blocks => Outcome::Blocked,
            _ => Pass,
        };
        assert_eq!(reports[1].1.outcome, expected, "{outcome}");
    }
}

/// One accident of the first does not cost all that need it.
#[test]
fn a_failure_is_confirmed_before_it_blocks() {
    let tries = AtomicUsize::new(0);
    let tries: &'static AtomicUsize = Box::leak(Box::new(tries));
    let first = task(0, move |_| match tries.fetch_add(1, Ordering::SeqCst) {
        0 => Outcome::TimeOut,
        _ => Pass,
    });
    let all = [first, made(1, Pass, &[0]), made(2, Pass, &[0])];
    let (reports, _) = run_all(&all, plan(4, false, 0));
    assert_eq!(
        outcomes(&reports),
        [(0, Outcome::TimeOut), (1, Pass), (2, Pass)]
    );
    assert_eq!(tries.load(Ordering::SeqCst), 2);
}

#[test]
fn each_is_performed_once() {
    let tries: &'static AtomicUsize = Box::leak(Box::new(AtomicUsize::new(0)));
    let first = task(0, move |_| {
        tries.fetch_add(1, Ordering::SeqCst);
        thread::sleep(Duration::from_millis(20));
        Pass
    });
    let mut all = vec![first];
    all.extend((1..20).map(|number| made(number, Pass, &[0])));
    let (reports, _) = run_all(&all, plan(8, false, 0));
    assert!(reports.iter().all(|(_, report)| report.outcome == Pass));
    assert_eq!(tries.load(Ordering::SeqCst), 1);
}

#[test]
fn what_is_blocked_does_not_end_the_run() {
    let mut all: Vec<Task> = (0..8).map(|number| made(number, Pass, &[8])).collect();
    all.extend([made(8, Fail, &[]), made(9, Pass, &[])]);
    for jobs in [1, 4] {
        let (reports, ended) = run_all(&all, plan(jobs, true, 0));
        assert_eq!(reports.len(), 9, "{jobs} jobs");
        assert_eq!(ended.stopped, Some(Stopped::Failures));
        assert_eq!(ended.not_run, [9]);
    }
}

#[test]
fn a_retry_that_passes_blocks_nothing() {
    let tries: &'static AtomicUsize = Box::leak(Box::new(AtomicUsize::new(0)));
    let first = task(0, move |_| match tries.fetch_add(1, Ordering::SeqCst) {
        0 => Fail,
        _ => Pass,
    });
    let all = [first, made(1, Pass, &[0])];
    let (reports, _) = run_all(&all, plan(1, false, 3));
    assert_eq!(outcomes(&reports), [(0, Flaky), (1, Pass)]);
}

/// A task that is not selected is performed for those that need it, and reported where it blocks
/// them; groups, as of programs, have nothing to do with each other.
#[test]
fn what_is_not_selected_is_performed_all_the_same() {
    let selected = [
        made(1, Pass, &[0]),
        made(1, Pass, &[0]),
        made(1, Pass, &[0]),
    ];
    let others = [made(0, Fail, &[]), made(0, Pass, &[])];
    let prerequisites = Prerequisites::new(
        selected.iter().enumerate(),
        [(0, &others[0]), (1, &others[1])],
    );
    let settings = RunSettings::default();
    let stop = Cancellation::new();
    let context = Context {
        settings: &settings,
        files: &(),
        stop: &stop,
    };
    let mut found = Vec::new();
    let plan = plan(2, false, 0);
    let ended = super::super::run_all(3, &prerequisites, &context, plan, |event| {
        if let RunEvent::Finished(index, report) = event {
            found.push((index, report.outcome));
        }
        ControlFlow::Continue(())
    });
    assert_eq!(ended, RunEnd::default());
    // What is not part of the run is reported where it blocks a part of it.
    let expected = [(3, Fail), (0, Outcome::Blocked), (1, Pass), (2, Pass)];
    assert_eq!(found, expected);
}

#[test]
fn what_needs_an_ai_runs_after_the_others() {
    let order: &'static Mutex<Vec<usize>> = Box::leak(Box::new(Mutex::new(Vec::new())));
    let noting = |number: usize| {
        task(number, move |_| {
            order.lock().expect("no panic").push(number);
            Pass
        })
    };
    let all = [
        needing(noting(0), &[1]),
        with_ai(noting(1)),
        noting(2),
        needing(noting(3), &[2]),
    ];
    let exclusive = RunPlan {
        exclusive: true,
        ..plan(1, false, 0)
    };
    run_all(&all, exclusive);
    assert_eq!(*order.lock().expect("no panic"), [2, 3, 1, 0]);
}
