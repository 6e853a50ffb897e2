//! Performing scenarios: as tasks, one step at a time, and several programs together.

use super::execution::{Performer, Scenario};
use super::start::{options, start, why_not_given};
use super::subject::UnderTest;
use crate::divergence::explain;
use crate::report::{Identity, Outcome, Problem, ProblemKind, Report};
use crate::runner::{Context, RunSettings, Scope, Work};
use ataxx_core::board::Rules;
use ataxx_opponents::FailureKind;
use ataxx_opponents::subject::SubjectChoice;
use std::sync::Arc;
use std::time::Instant;

impl Work for Arc<Scenario> {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        let scenario = &under_rules(self, context.settings.rules);
        let left_out = self.skip.clone().or_else(|| unmet_condition(self, context));
        match left_out.or_else(|| assumed_rules(self, scenario, identity, context)) {
            None => {
                let (mut report, _) = perform_on(scenario, identity, || start(scenario, context));
                if let SubjectChoice::Program(command) =
                    self.subject(context.settings.subject.as_ref())
                {
                    mention_files(scenario, &mut report);
                    let options = options(scenario, None, 0, context);
                    explain(&mut report, &command, &options, &context.environment());
                }
                report
            }
            Some(reason) => Report::not_run(identity.clone(), Outcome::Skipped, reason),
        }
    }

    fn is_left_out(&self, context: &Context) -> bool {
        self.skip.is_some() || unmet_condition(self, context).is_some()
    }

    fn unsupported(&self, context: &Context) -> Option<String> {
        let subject = self.subject(context.settings.subject.as_ref());
        let mut steps = self.steps.iter().chain(&*self.after);
        let of_step = || steps.find_map(|at| at.step.unsupported(self, &subject));
        why_not_given(self, &subject).or_else(of_step)
    }

    fn starts_program(&self) -> bool {
        let mut steps = self.steps.iter().chain(&*self.after);
        self.subject(None) != SubjectChoice::Session || steps.any(|at| at.step.starts_program())
    }

    fn waits_for_ai(&self) -> bool {
        self.steps.iter().any(|step| step.step.waits_for_ai())
    }

    fn scopes(&self) -> Vec<Scope> {
        let is_session = self.subject(None) == SubjectChoice::Session && !self.is_bare();
        let scope = Scope {
            dialect: self.dialect,
            tests_messages: true,
        };
        Vec::from_iter(is_session.then_some(scope))
    }
}

/// The scenario with the rules of the run, if it is about a command language.
fn under_rules(scenario: &Arc<Scenario>, rules: Option<Rules>) -> Arc<Scenario> {
    match rules.filter(|rules| *rules != scenario.rules && !scenario.is_bare()) {
        None => Arc::clone(scenario),
        Some(rules) => Arc::new(Scenario {
            dialect: scenario.dialect.with_rules(rules),
            rules,
            ..(**scenario).clone()
        }),
    }
}

/// Why a program is not tested by a scenario under other rules than its own: by these rules our own
/// session does not pass it.
fn assumed_rules(
    scenario: &Arc<Scenario>,
    under_rules: &Arc<Scenario>,
    identity: &Identity,
    context: &Context,
) -> Option<String> {
    let subject = scenario.subject(context.settings.subject.as_ref());
    if scenario.rules == under_rules.rules || !matches!(subject, SubjectChoice::Program(_)) {
        return None;
    }
    let settings = RunSettings::default();
    let own = context.with(&settings);
    let (report, _) = perform_on(under_rules, identity, || start(under_rules, &own));
    let reason = format!("it assumes the rules {}", scenario.rules);
    (report.outcome != Outcome::Pass).then_some(reason)
}

/// Carries out a scenario with the performer that `start` returns; also returns what it tested.
pub fn perform_on<'a>(
    scenario: &Scenario,
    identity: &Identity,
    start: impl FnOnce() -> Result<Performer<'a>, Problem>,
) -> (Report, Option<UnderTest<'a>>) {
    let begun = Instant::now();
    let mut report = Report::new(identity.clone(), Outcome::Pass);
    let (problem, subject) = match start() {
        Err(problem) => (Some(problem), None),
        Ok(performer) => {
            let (problem, subject) = perform(performer, &mut report);
            (problem, Some(subject))
        }
    };
    if let Some(problem) = problem {
        take_problem(problem, &mut report);
    }
    if let Some(reason) = &scenario.expected_failure {
        expect_failure(reason, &mut report);
    }
    report.duration = begun.elapsed();
    (report, subject)
}

/// Carries out all steps, and reports everything but the problem.
fn perform<'a>(
    mut performer: Performer<'a>,
    report: &mut Report,
) -> (Option<Problem>, UnderTest<'a>) {
    let scenario = Arc::clone(&performer.scenario);
    let mut problem = performer.perform(&scenario.steps);
    let further = performer.perform(&scenario.after);
    problem = problem.or(further);
    performer.end();
    problem = problem.or_else(|| performer.wrong_announcement());
    if let Some(unmet) = performer.unmet.take() {
        report.passes_with_patches = problem.is_none();
        problem = problem.or(Some(unmet));
    }
    let mut failed = std::mem::take(&mut performer.failed_checks).into_iter();
    if let Some(mut first) = failed.next() {
        let others = failed.chain(problem);
        let others = others.flat_map(|problem| problem.diagnostics);
        first.diagnostics.extend(others);
        problem = Some(first);
    }
    let timeout = problem
        .take_if(|problem| matches!(problem.kind, ProblemKind::Program(FailureKind::Timeout(_))));
    if let Some(timeout) = timeout {
        problem = Some(timeout.with_help(performer.subject_mut().unflushed()));
    }
    report.stderr_lines = vec![performer.subject().stderr_lines()];
    report.stderr_lines.append(&mut performer.others);
    report.dialogue = performer.subject_mut().take_dialogue();
    report.remark = performer.remark;
    report.steps = performer.reports;
    for other in performer.dialogues {
        report.dialogue.merge(other);
    }
    report.warnings = performer.warnings;
    if let (None, Some(reason)) = (&problem, performer.unsupported) {
        report.outcome = Outcome::Unsupported;
        report.reason = Some(reason);
    }
    report.patches = performer.patches;
    report.checked = performer.checked;
    (problem, performer.under_test)
}

/// Says where the files were that a program may not have been able to read.
fn mention_files(scenario: &Scenario, report: &mut Report) {
    let folder = scenario.files.as_ref().map(|files| files.folder());
    let failure = report.failure.as_mut();
    if let (Some(Ok(folder)), Some(failure)) = (folder, failure)
        && let Some(first) = failure.diagnostics.first_mut()
    {
        let help = format!(
            "its files are in a temporary folder, `{folder}`, which the program must be able to read"
        );
        first.help.push(help);
    }
}

/// The condition that does not hold, if there is one.
fn unmet_condition(scenario: &Scenario, context: &Context) -> Option<String> {
    let subject = scenario.subject(context.settings.subject.as_ref());
    let mut conditions = scenario.conditions.iter();
    let unmet = conditions.find(|condition| !condition.holds(&subject))?;
    Some(format!("only if {}", unmet.name()))
}

fn take_problem(mut problem: Problem, report: &mut Report) {
    report.outcome = problem.outcome();
    if report.outcome == Outcome::Unsupported {
        report.reason = Some(problem.message());
        return;
    }
    report
        .patches
        .extend(problem.patches.take().into_iter().flatten());
    report.failure = Some(problem);
}

/// Changes the outcome of a scenario that is expected to fail.
fn expect_failure(reason: &str, report: &mut Report) {
    match report.outcome {
        Outcome::Pass => {
            report.outcome = Outcome::UnexpectedPass;
            report.reason = Some(reason.to_owned());
        }
        Outcome::Fail | Outcome::TimeOut | Outcome::Crash => {
            report.outcome = Outcome::ExpectedFailure;
            report.reason = Some(reason.to_owned());
            // An expected failure is not updated.
            report.patches.clear();
        }
        _ => {}
    }
}
