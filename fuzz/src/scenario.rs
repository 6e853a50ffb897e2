//! Scenario files, performed with an odd program.

use crate::errors::{assert_no_controls, check_rendered, text};
use crate::files::InMemory;
use crate::odd_program::OddProgram;
use ataxx_core::Cancellation;
use ataxx_core::diagnostic::{Diagnostic, Look};
use ataxx_core::engine::Limits;
use ataxx_opponents::subject::{
    EngineSubject, ProgramSubject, SessionSubject, Subject, SubjectOptions, UaiSubject,
};
use ataxx_opponents::uai::client::EngineClient;
use ataxx_session::{Session, SessionSettings};
use ataxx_testing::report::{
    Csv, Details, Github, Human, Identity, Json, JsonLines, Junit, Report, Reporter, Rerun,
    SourceText, Summary,
};
use ataxx_testing::runner::{Context, RunSettings};
use ataxx_testing::scenario::bless::BlessPlan;
use ataxx_testing::scenario::performer::{
    EngineLimits, EngineUnderTest, Performer, Problem, Scenario, UnderTest, perform_on,
};
use ataxx_testing::scenario::syntax::load;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// The line between the scenarios and what the program does.
const PROGRAM: &str = "%program\n";
/// The line between the scenarios and what the engine of UAI does.
const ENGINE: &str = "%engine\n";
/// More scenarios than this make an input slow and find nothing new.
const MAX_SCENARIOS: usize = 4;
/// The time for all steps of a scenario. The program never has to be waited for.
const LIMIT: Duration = Duration::from_millis(100);

/// Reads the bytes up to a line `%program` or `%engine` as a file of scenarios, and performs each:
/// with our session, or with such a program, which does what the lines after it say (see
/// `odd_program.rs`). Without such a line the session is tested alone, and not by way of text.
///
/// Nothing panics; errors are in order; the file can be formatted, and stays the same when it is
/// formatted again; each report can be written in each format; updated expectations can be read.
///
/// # Panics
///
/// When something does not hold.
pub fn check(data: &[u8]) {
    let text = text(data);
    let (yaml, under_test) = if let Some((yaml, script)) = text.split_once(PROGRAM) {
        (yaml, Kind::Program(script))
    } else if let Some((yaml, script)) = text.split_once(ENGINE) {
        (yaml, Kind::Engine(script))
    } else {
        (&*text, Kind::Session)
    };
    let files = InMemory { input: yaml };
    let source = SourceText::new("fuzz.yaml", yaml);
    let scenarios = match load(&source, &files, &[]) {
        Ok(scenarios) => scenarios,
        Err(errors) => {
            assert!(!errors.is_empty());
            errors.iter().for_each(check_error);
            return;
        }
    };
    let stop = Cancellation::new();
    let mut reports = Vec::new();
    for bless in [false, true] {
        let settings = RunSettings {
            timeout: Some(LIMIT),
            nodes: Some(50),
            seed: Some(1),
            bless,
            all_checks: bless,
            is_confined: true,
            ..RunSettings::default()
        };
        let context = Context {
            settings: &settings,
            files: &files,
            stop: &stop,
        };
        for (identity, scenario) in scenarios.iter().take(MAX_SCENARIOS) {
            let scenario = Arc::new(scenario.clone());
            let (report, _) = perform_on(&scenario, identity, || {
                let subject = subject(under_test, &scenario, &files, &stop);
                let is_ours = matches!(under_test, Kind::Session);
                let mut performer =
                    Performer::new(Arc::clone(&scenario), context, subject, is_ours);
                if let Some((game, place)) = &scenario.start {
                    let deadline = performer.deadline();
                    let set = performer.subject_mut().set_game(game, deadline);
                    set.map_err(Problem::at(place))?;
                }
                Ok(performer)
            });
            check_report(&report);
            reports.push(report);
        }
    }
    check_formats(&reports);
    check_changes(&source, &reports);
}

/// What is tested.
#[derive(Clone, Copy)]
enum Kind<'t> {
    Session,
    Program(&'t str),
    Engine(&'t str),
}

fn subject<'a>(
    kind: Kind<'a>,
    scenario: &Scenario,
    files: &'a InMemory<'a>,
    stop: &'a Cancellation,
) -> UnderTest<'a> {
    let settings = SessionSettings {
        nodes: Some(50),
        solver_nodes: 1000,
        ..SessionSettings::default()
    };
    let options = SubjectOptions {
        dialect: scenario.dialect,
        session: settings,
        engine_options: scenario.engine_options.clone(),
        ..SubjectOptions::default()
    };
    let session = Session::new(scenario.dialect, settings);
    match kind {
        Kind::Session | Kind::Program(_) if scenario.is_bare() => {
            let limits = Limits {
                nodes: Some(50),
                ..Limits::default()
            };
            let subject: Box<dyn Subject> =
                Box::new(EngineSubject::new(scenario.rules, limits, stop));
            subject.into()
        }
        Kind::Session => {
            let subject: Box<dyn Subject> = Box::new(SessionSubject::new(session, files, stop, 0));
            subject.into()
        }
        Kind::Program(script) => {
            let session = SessionSubject::new(session, files, stop, 0);
            let program = OddProgram::new(Box::new(session), script);
            let subject = ProgramSubject::new(
                Box::new(program),
                "./odd",
                scenario.dialect,
                files,
                LIMIT,
                0,
            );
            let subject: Box<dyn Subject> = Box::new(subject);
            subject.into()
        }
        Kind::Engine(script) => {
            let start = move || {
                let engine = OddProgram::engine(script);
                let client = EngineClient::named(Box::new(engine), 0, "`./odd`");
                Ok(UaiSubject::new(client, &options))
            };
            let engine = EngineUnderTest::new(Rc::new(start), EngineLimits::default());
            UnderTest::Engine(Box::new(engine.expect("it is started")))
        }
    }
}

fn check_error(error: &Diagnostic) {
    assert!(!error.message.is_empty());
    check_rendered(error);
}

fn check_report(report: &Report) {
    assert!(report.outcome.was_run());
    let diagnostics = report
        .failure
        .iter()
        .flat_map(|problem| &problem.diagnostics);
    diagnostics.chain(&report.warnings).for_each(check_rendered);
}

/// The reports in each format: none fails, text for people has no control characters, and what is
/// JSON is read as such.
fn check_formats(reports: &[Report]) {
    let mut summary = Summary::default();
    for report in reports {
        summary.count(report);
    }
    let rerun = Rerun::default();
    let mut formats: Vec<(&str, Box<dyn Reporter>)> = vec![
        (
            "human",
            Box::new(Human::new(Look::Plain, rerun, Details::default())),
        ),
        ("json", Box::new(Json::default())),
        ("jsonl", Box::new(JsonLines)),
        ("github", Box::new(Github)),
        ("csv", Box::new(Csv)),
        ("junit", Box::new(Junit::default())),
    ];
    for (name, reporter) in &mut formats {
        let mut written = Vec::new();
        for report in reports {
            reporter.report(report, &mut written).expect("memory");
        }
        reporter.end(&summary, &mut written).expect("memory");
        let written = String::from_utf8(written).expect("UTF-8");
        match *name {
            "human" | "github" => written.split('\n').for_each(assert_no_controls),
            "json" => {
                serde_json::from_str::<serde_json::Value>(&written).expect("JSON");
            }
            "jsonl" => written.lines().for_each(|line| {
                serde_json::from_str::<serde_json::Value>(line).expect("JSON");
            }),
            _ => {}
        }
    }
}

/// A file with its expectations updated is a file of as many scenarios.
fn check_changes(source: &SourceText, reports: &[Report]) {
    let plan = BlessPlan::of(reports);
    for change in &plan.files {
        assert_eq!(change.source.name, source.name);
        let updated = change.text();
        let files = InMemory { input: &updated };
        let names = |text: &SourceText| -> Vec<Identity> {
            let scenarios = load(text, &files, &[]).expect("scenarios");
            scenarios
                .into_iter()
                .map(|(identity, _)| identity)
                .collect()
        };
        let [before, after] = [
            source.clone(),
            SourceText::new("fuzz.yaml", updated.as_str()),
        ]
        .map(|text| {
            let identities = names(&text).into_iter();
            identities.map(|it| it.name).collect::<Vec<_>>()
        });
        assert_eq!(before, after);
    }
}
