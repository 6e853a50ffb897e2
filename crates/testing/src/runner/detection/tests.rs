use super::*;
use crate::report::SourceText;
use crate::runner::Attempts;
use crate::runner::detection_formats::{csv, json, page, table};
use crate::runner::{RunSettings, Work};
use crate::scenario::tasks;
use crate::script;
use ataxx_core::Cancellation;
use ataxx_session::Dialect;
use std::num::NonZeroUsize;

const FAULTS: [Fault; 6] = [
    Fault::JumpKeepsOrigin,
    Fault::LimitOneMore,
    Fault::UndoKeepsTurn,
    Fault::ColorIgnored,
    Fault::ErrorSilent,
    Fault::BoardUnmarked,
];

const SCENARIOS: &str = "\
dialect: 2022
scenarios:
  - name: a jump leaves its square
    steps:
      - send: [manual blue, a7-a5]
      - pieces: { red: 2, blue: 2 }
  - name: red begins
    steps:
      - turn: red
";

fn context<'a>(settings: &'a RunSettings, stop: &'a Cancellation) -> Context<'a> {
    Context {
        settings,
        files: &(),
        stop,
    }
}

const PLAN: RunPlan = RunPlan {
    jobs: NonZeroUsize::MIN,
    fail_fast: false,
    attempts: Attempts::Retry(0),
    exclusive: false,
};

fn detected(tasks: &[Task]) -> Detection {
    let (settings, stop) = (RunSettings::default(), Cancellation::new());
    let context = context(&settings, &stop);
    let tasks: Vec<&Task> = tasks.iter().collect();
    let baseline = check(&tasks, &context, PLAN, |_| {});
    assert_eq!(baseline.failed.len(), 0);
    Trials::new(&FAULTS, &baseline.sound).perform(&context, PLAN, |_, _| {})
}

fn scenarios(text: &str) -> Vec<Task> {
    tasks(&SourceText::new("all.yaml", text), &()).expect("scenarios")
}

#[test]
fn survivors_come_with_a_test() {
    let detection = detected(&scenarios(SCENARIOS));
    insta::assert_snapshot!(table(&detection), @"
    fault              caught by  the first of them
    jump-keeps-origin          1  a jump leaves its square

    not caught:
      limit-one-more: the limit of consecutive jumps is one higher
          Jump up to the limit, and expect the result there; or enter another move and dump the board.
      undo-keeps-turn: undo does not give the turn back
          Make a move, take it back, make another one of the same side, and dump the board.
      error-silent: errors are not reported
          Enter an illegal move, and expect an error message.

    2 scenarios caught 1 of 4 faults (25 %)
    0 of 1 fault that no document excludes; these do not count
    not tried: 1 fault of other dialects
    1 scenario caught nothing: red begins
    ");
    let json: serde_json::Value =
        serde_json::from_str(&json(&detection).expect("JSON")).expect("JSON");
    assert_eq!((&json["caught"], &json["of"]), (&1.into(), &4.into()));
    assert_eq!(json["faults"][0]["name"], "jump-keeps-origin");
    assert_eq!(
        json["faults"][0]["caught_by"][0],
        "all.yaml::a jump leaves its square"
    );
    let page = page(&detection);
    assert!(page.contains("1 of 4 faults"), "{page}");
    assert!(page.contains("Jump up to the limit"), "{page}");
    let csv = csv(&detection);
    assert!(csv.contains("\njump-keeps-origin,a jump keeps its origin,true,caught,"));
    assert!(csv.contains("\ncolor-ignored,`color` has no effect,false,other-dialect,"));
}

#[test]
fn a_script_is_not_asked_for_what_its_harness_does_not_compare() {
    let text = "java -ea ataxx.Main\nmanual blue\na7-a5\nstart\ndump\n@<===\n";
    let board = "@<  - - - - - - b\n@<  - - - - - - -\n@<  r - - - - - -\n@<  - - - - - - -\n\
                 @<  - - - - - - -\n@<  - - - - - - -\n@<  b - - - - - r\n@<===\n";
    let source = SourceText::new("jump.inp", format!("{text}{board}"));
    let detection = detected(&script::tasks(&source, &()).expect("a script"));
    let not_tried: Vec<(Fault, NotTried)> = detection.not_tried.clone();
    assert!(not_tried.contains(&(Fault::ErrorSilent, NotTried::NotCompared)));
    assert!(not_tried.contains(&(Fault::UndoKeepsTurn, NotTried::OtherDialect)));
    assert!(detection.tried[0].is_caught());
    assert_eq!((detection.caught(), detection.of()), (1, 2));
}

#[test]
fn what_fails_on_the_correct_session_is_not_sound() {
    let text = SCENARIOS.replace("turn: red", "turn: blue");
    let tasks = scenarios(&text);
    let (settings, stop) = (RunSettings::default(), Cancellation::new());
    let all: Vec<&Task> = tasks.iter().collect();
    let baseline = check(&all, &context(&settings, &stop), PLAN, |_| {});
    assert_eq!((baseline.failed.len(), baseline.sound.len()), (1, 1));
}

#[test]
fn what_was_not_run_survives_nothing() {
    let tasks = scenarios(SCENARIOS);
    let (settings, stop) = (RunSettings::default(), Cancellation::new());
    let all: Vec<&Task> = tasks.iter().collect();
    let baseline = check(&all, &context(&settings, &stop), PLAN, |_| {});
    stop.request();
    let trials = Trials::new(&FAULTS, &baseline.sound);
    let detection = trials.perform(&context(&settings, &stop), PLAN, |_, _| {});
    assert!(!detection.is_complete());
    assert_eq!(detection.survivors().count(), 0);
    assert!(csv(&detection).contains(",unfinished,"));
}

/// Takes a while, and fails with fewer nodes.
struct NeedsNodes;

impl Work for NeedsNodes {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        let mut report = Report::new(identity.clone(), Outcome::Fail);
        if context.settings.nodes.is_none() {
            (report.outcome, report.duration) = (Outcome::Pass, REDUCED_FROM * 100);
        }
        report
    }

    fn scopes(&self) -> Vec<Scope> {
        vec![Scope {
            dialect: Dialect::SPRING_2022,
            tests_messages: true,
        }]
    }
}

#[test]
fn fewer_nodes_are_taken_only_where_the_task_passes() {
    let task = Task::new(Identity::of_file("a.yaml", 1), NeedsNodes);
    let (settings, stop) = (RunSettings::default(), Cancellation::new());
    let baseline = check(&[&task], &context(&settings, &stop), PLAN, |_| {});
    let sound = baseline.sound[0];
    assert_eq!((sound.nodes, sound.took), (None, REDUCED_FROM * 100));
    assert_eq!(sound.limit(), REDUCED_FROM * 100 * LIMIT_FACTOR);
}
