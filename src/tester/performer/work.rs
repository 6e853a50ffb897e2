//! Scenarios as the tasks of a run.

use super::problem::Problem;
use super::stage::Stage;
use crate::diagnostic::Diagnostic;
use crate::engine::Limits;
use crate::opponents::subject::{
    BareSubject, Options, Subject, SubjectChoice, Trouble, open, session_subject,
};
use crate::session::{Files, Session, Settings};
use crate::tester::faults::{Fault, FaultySession};
use crate::tester::report::{Failure, Identity, Report};
use crate::tester::runner::NOT_STARTED;
use crate::tester::syntax::load;
use crate::tester::syntax::step::{Condition, Scenario};
use crate::tester::{Context, Outcome, Place, SourceText, Task, Work};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many positions an AI of this program looks at where nobody says otherwise: so few that
/// a game takes a moment, and nobody's clock has a say in it.
const NODES: u64 = 20_000;
/// How long a program may take to start.
const START: Duration = Duration::from_secs(10);

/// The scenarios of a file.
///
/// # Errors
///
/// All that is wrong with the file.
pub fn tasks(source: &SourceText, files: &dyn Files) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let loaded = load(source, files)?;
    let task = |(identity, scenario)| Task {
        identity,
        work: Box::new(scenario),
    };
    Ok(loaded.into_iter().map(task).collect())
}

/// The scenarios of a file, to be tried on a session that is wrong in this way.
///
/// # Errors
///
/// As [`tasks`].
pub fn tasks_with_fault(
    source: &SourceText,
    files: &dyn Files,
    fault: Fault,
) -> Result<Vec<Task>, Vec<Diagnostic>> {
    let loaded = load(source, files)?;
    let task = |(identity, scenario)| Task {
        identity,
        work: Box::new(Scenario {
            fault: Some(fault),
            ..scenario
        }),
    };
    Ok(loaded.into_iter().map(task).collect())
}

impl Work for Scenario {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        let begun = Instant::now();
        let mut report = Report::new(identity.clone(), Outcome::Pass);
        if let Some(reason) = self.skip.clone().or_else(|| unmet_condition(self, context)) {
            report.outcome = Outcome::Skipped;
            report.reason = Some(reason);
            return report;
        }
        let problem = match set_up(self, context) {
            Err(problem) => Some(problem),
            Ok(mut stage) => {
                let (steps, mut problem) = stage.perform(&self.steps);
                report.steps = steps;
                let (after, further) = stage.perform(&self.after);
                report.steps.extend(after);
                problem = problem.or(further);
                stage.end();
                if let Some(mut unmet) = stage.unmet.take() {
                    report.mended = problem.is_none();
                    unmet.patches = None;
                    problem = problem.or(Some(Problem::Unmet(unmet)));
                }
                report.complaints = vec![stage.subject.complaints()];
                report.complaints.append(&mut stage.others);
                report.dialogue = stage.subject.take_dialogue();
                for other in stage.dialogues.drain(..) {
                    report.dialogue.merge(other);
                }
                report.warnings = stage.warnings;
                if let (None, Some(reason)) = (&problem, stage.unsupported) {
                    report.outcome = Outcome::Unsupported;
                    report.reason = Some(reason);
                }
                report.patches = stage.patches;
                report.checked = stage.checked;
                problem
            }
        };
        if let Some(problem) = problem {
            told(problem, &mut report);
        }
        if let Some(reason) = &self.expected_failure {
            expected(reason, &mut report);
        }
        report.duration = begun.elapsed();
        report
    }
}

/// The subject of a scenario with its position on the board.
///
/// # Errors
///
/// When it cannot be started, or the position cannot get there.
pub(super) fn set_up<'a>(
    scenario: &'a Scenario,
    context: &'a Context<'a>,
) -> Result<Stage<'a>, Problem> {
    let trouble = |trouble| Problem::Trouble(trouble, scenario.place.clone());
    let choice = chosen(scenario, context);
    let is_ours = choice == SubjectChoice::Session;
    let subject = subject(scenario, &choice, context).map_err(trouble)?;
    let mut stage = Stage::new(scenario, context, subject, is_ours);
    if let Some((game, place)) = &scenario.start {
        let deadline = stage.deadline();
        let set = stage.subject.set_game(game, deadline);
        set.map_err(|trouble| Problem::Trouble(trouble, place.clone()))?;
    }
    if let Some(seed) = context
        .settings
        .seed
        .filter(|_| is_ours && !is_bare(scenario))
    {
        let deadline = stage.deadline();
        let sent = stage.subject.send(&format!("seed {seed}"), deadline);
        sent.map_err(trouble)?;
    }
    Ok(stage)
}

/// What is tested: what the run says, or else the scenario.
fn chosen(scenario: &Scenario, context: &Context) -> SubjectChoice {
    let choice = context
        .settings
        .subject
        .as_ref()
        .or(scenario.subject.as_ref());
    choice.cloned().unwrap_or(SubjectChoice::Session)
}

/// Whether the scenario needs no session, but rules that no session plays by.
fn is_bare(scenario: &Scenario) -> bool {
    scenario.rules.to_string() != scenario.dialect.name()
}

fn subject<'a>(
    scenario: &Scenario,
    choice: &SubjectChoice,
    context: &Context<'a>,
) -> Result<Box<dyn Subject + 'a>, Trouble> {
    let nodes = scenario.nodes.or(match scenario.move_time {
        None => Some(NODES),
        Some(_) => None,
    });
    if is_bare(scenario) {
        if let SubjectChoice::Program(_) = choice {
            return Err(Trouble::Unsupported(format!(
                "a program with a command language plays by its own rules, and not by {}",
                scenario.rules
            )));
        }
        if *choice == SubjectChoice::Session {
            let limits = Limits {
                time: scenario.move_time,
                nodes,
                depth: None,
            };
            return Ok(Box::new(BareSubject::new(
                scenario.rules,
                limits,
                context.stop,
            )));
        }
    }
    open_subject(
        scenario,
        choice,
        &options(scenario, nodes, 0, context),
        context,
    )
}

/// Starts a program, or a session with the fault that the scenario is tried on.
fn open_subject<'a>(
    scenario: &Scenario,
    choice: &SubjectChoice,
    options: &Options,
    context: &Context<'a>,
) -> Result<Box<dyn Subject + 'a>, Trouble> {
    let environment = context.environment();
    match (scenario.fault, choice) {
        (Some(fault), SubjectChoice::Session) => {
            let session = Session::new(options.dialect, options.session);
            let faulty = FaultySession::new(session, fault);
            Ok(session_subject(faulty, options, &environment))
        }
        _ => open(choice, options, &environment),
    }
}

/// Starts a program that takes part in a scenario besides what is tested.
///
/// # Errors
///
/// When it cannot be started.
pub(super) fn open_another<'a>(
    scenario: &Scenario,
    choice: &SubjectChoice,
    context: &Context<'a>,
) -> Result<Box<dyn Subject + 'a>, Trouble> {
    open_subject(
        scenario,
        choice,
        &options(scenario, None, 1, context),
        context,
    )
}

fn options(scenario: &Scenario, nodes: Option<u64>, program: usize, context: &Context) -> Options {
    let folder = Path::new(&*scenario.place.source.name).parent();
    // A program that the run names is named from where the run was started.
    let is_of_file = program > 0
        || matches!(
            context.settings.subject,
            None | Some(SubjectChoice::Session)
        );
    let folder = folder.filter(|folder| is_of_file && *folder != Path::new(""));
    Options {
        dialect: scenario.dialect,
        session: Settings {
            move_time: scenario.move_time,
            nodes,
            threads: NonZeroUsize::MIN,
        },
        start: START.min(scenario.limit),
        folder: folder.map(Path::to_owned),
        // They are those of what is tested, and of no other.
        engine_options: match program {
            0 => scenario.engine_options.clone(),
            _ => Vec::new(),
        },
        program,
    }
}

/// Why the scenario is not to be run here.
fn unmet_condition(scenario: &Scenario, context: &Context) -> Option<String> {
    let choice = chosen(scenario, context);
    let holds = |condition: Condition| match condition {
        Condition::Session => choice == SubjectChoice::Session,
        Condition::Program => matches!(choice, SubjectChoice::Program(_)),
        Condition::Uai => matches!(choice, SubjectChoice::Uai(_)),
        Condition::Agent => matches!(choice, SubjectChoice::Agent(_)),
        Condition::Unix => cfg!(unix),
        Condition::Windows => cfg!(windows),
    };
    let unmet = scenario
        .conditions
        .iter()
        .find(|condition| !holds(**condition))?;
    let named = Condition::ALL
        .iter()
        .find(|(_, condition)| condition == unmet);
    named.map(|(name, _)| format!("only if {name}"))
}

/// Puts a problem into the report.
fn told(problem: Problem, report: &mut Report) {
    let (outcome, failure) = match problem {
        Problem::Unmet(unmet) => {
            report.patches.extend(unmet.patches.into_iter().flatten());
            let failure = Failure {
                diagnostics: vec![unmet.diagnostic],
                comparison: unmet.comparison,
            };
            (Outcome::Fail, failure)
        }
        Problem::Late(diagnostic) => (Outcome::TimeOut, Failure::new(diagnostic)),
        Problem::Wrong(diagnostic) => (Outcome::Error, Failure::new(diagnostic)),
        Problem::Trouble(Trouble::Unsupported(reason), _) => {
            report.outcome = Outcome::Unsupported;
            report.reason = Some(reason);
            return;
        }
        Problem::Trouble(trouble, place) => of_trouble(trouble, &place),
    };
    report.outcome = outcome;
    report.failure = Some(failure);
}

fn of_trouble(trouble: Trouble, place: &Place) -> (Outcome, Failure) {
    let (outcome, code, message) = match trouble {
        Trouble::TimeOut(message) => (Outcome::TimeOut, "time-out", message),
        Trouble::NotStarted(message) => (Outcome::Crash, NOT_STARTED, message),
        Trouble::Crash(message) => (Outcome::Crash, "crash", message),
        Trouble::Wrong(message) => (Outcome::Fail, "protocol", message),
        Trouble::Refused(message) | Trouble::Unsupported(message) => {
            (Outcome::Error, "refused", message)
        }
        Trouble::Interrupted => (Outcome::Error, "interrupted", "interrupted".to_owned()),
    };
    let diagnostic = place.blame(Diagnostic::error(code, message), "");
    (outcome, Failure::new(diagnostic))
}

/// What becomes of a scenario that says it fails.
fn expected(reason: &str, report: &mut Report) {
    match report.outcome {
        Outcome::Pass => {
            report.outcome = Outcome::UnexpectedPass;
            report.reason = Some(reason.to_owned());
        }
        Outcome::Fail | Outcome::TimeOut | Outcome::Crash => {
            report.outcome = Outcome::ExpectedFailure;
            report.reason = Some(reason.to_owned());
            // What is expected is not to be rewritten.
            report.patches.clear();
        }
        _ => {}
    }
}
