//! A script as a task: its programs are started, and its lines are performed.

use super::harness::HarnessedProgram;
use super::parts::{Loaded, ProgramPart, Script};
use super::play::ScriptStep;
use super::start::cast;
use super::wait::not_started;
use super::warnings::{Performed, place, step_name};
use super::{Cast, Starter};
use crate::session::Dialect;
use crate::tester::performer::{Performer, Problem, Scenario, StepAt, UnderTest, perform_together};
use crate::tester::report::{Failure, Identity, Report, StepOutcome, StepReport};
use crate::tester::syntax::{Kind, Node};
use crate::tester::{Context, Outcome, Place, Work};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A script as something to perform.
pub(super) struct ScriptWork {
    loaded: Loaded,
    starter: Arc<dyn Starter>,
}

impl ScriptWork {
    pub fn new(loaded: Loaded, starter: Arc<dyn Starter>) -> Self {
        Self { loaded, starter }
    }
}

impl Work for ScriptWork {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        let begun = Instant::now();
        let mut report = match &self.loaded.script {
            Ok(script) => self.perform_script(script, identity, context),
            Err(errors) => {
                let mut report = Report::new(identity.clone(), Outcome::Error);
                report.failure = Some(Failure {
                    diagnostics: errors.clone(),
                    comparison: None,
                });
                report
            }
        };
        report.warnings.splice(0..0, self.loaded.warnings.clone());
        report.duration = begun.elapsed();
        report
    }
}

impl ScriptWork {
    fn perform_script(&self, script: &Script, identity: &Identity, context: &Context) -> Report {
        let commands = script.parts.iter().map(|part| &part.command.text);
        let casts: Result<Vec<_>, String> = commands
            .map(|command| cast(command, script.format, context))
            .collect();
        let casts = match casts {
            Ok(casts) => casts,
            Err(reason) => {
                let mut report = Report::new(identity.clone(), Outcome::Unsupported);
                report.reason = Some(reason);
                return report;
            }
        };
        let mut performers = Vec::new();
        let mut stopped = None;
        for (number, (cast, dialect)) in casts.iter().enumerate() {
            match self.performer(script, number, cast, *dialect, context) {
                Ok(performer) => performers.push(performer),
                Err(reason) => {
                    let command = script.parts[number].command_place();
                    stopped = Some((number, not_started(&command, &reason)));
                    break;
                }
            }
        }
        if stopped.is_none() {
            stopped = perform_together(&mut performers).err();
        }
        self.report(script, identity, performers, stopped)
    }

    /// A program that was just started, with its part of the script.
    fn performer<'a>(
        &self,
        script: &Script,
        number: usize,
        cast: &Cast,
        dialect: Dialect,
        context: &Context<'a>,
    ) -> Result<Performer<'a>, String> {
        let peer = self.starter.start(cast, number, context)?;
        let allowed = context.settings.timeout;
        let program = HarnessedProgram::new(peer, number, script.format, dialect, allowed);
        let scenario = scenario(script, number, dialect);
        let performer = Performer::new(
            Arc::new(scenario),
            *context,
            UnderTest::Script(Box::new(program)),
            false,
        );
        Ok(performer.without_limit())
    }

    fn report(
        &self,
        script: &Script,
        identity: &Identity,
        mut performers: Vec<Performer>,
        stopped: Option<(usize, Problem)>,
    ) -> Report {
        let mut report = Report::new(identity.clone(), Outcome::Pass);
        for (index, part) in script.parts.iter().enumerate() {
            let is_stopped = stopped.as_ref().is_some_and(|(at, _)| *at == index);
            let reports = performers
                .get_mut(index)
                .map(|it| std::mem::take(&mut it.reports));
            let steps = steps(script, index, reports.unwrap_or_default(), is_stopped);
            let is_idle = |line: usize| part.lines.get(line).is_some_and(|it| it.action.is_idle());
            let steps = steps.into_iter().enumerate();
            report.steps.extend(
                steps
                    .filter(|(line, _)| !is_idle(*line))
                    .map(|(_, step)| step),
            );
        }
        // With bless the first unmet expectation is not what stopped the test.
        let unmet = performers
            .iter_mut()
            .find_map(|performer| performer.unmet.take());
        let problem = stopped.map(|(_, problem)| problem).or(unmet);
        report.outcome = problem
            .as_ref()
            .map_or(Outcome::Pass, |problem| problem.outcome);
        if matches!(report.outcome, Outcome::Pass | Outcome::Fail) {
            let patches = performers
                .iter_mut()
                .flat_map(|it| std::mem::take(&mut it.patches));
            report.patches = patches.collect();
            let more = problem.iter().flat_map(|problem| &problem.patches);
            report.patches.extend(more.flatten().cloned());
        }
        let performed = performers
            .iter()
            .zip(&script.parts)
            .filter_map(|(performer, part)| {
                let UnderTest::Script(program) = &performer.subject else {
                    return None;
                };
                Some((Performed { part, program }, !performer.inbox.is_empty()))
            });
        match problem {
            None => {
                let suspects = self.suspects();
                let warnings = performed
                    .flat_map(|(it, has_untaken_move)| it.warnings(&suspects, has_untaken_move));
                report.warnings = warnings.collect();
            }
            Some(mut problem) => {
                problem
                    .diagnostic
                    .help
                    .extend(performed.flat_map(|(it, _)| it.remarks()));
                if problem.diagnostic.code == "interrupted" {
                    "told to stop".clone_into(&mut problem.diagnostic.message);
                }
                report.failure = Some(Failure {
                    diagnostics: vec![*problem.diagnostic],
                    comparison: problem.comparison.map(|comparison| *comparison),
                });
            }
        }
        for performer in &mut performers {
            report.complaints.push(performer.subject.complaints());
            report.dialogue.merge(performer.subject.take_dialogue());
        }
        report
    }

    /// The starts of the lines that there is a warning about already.
    fn suspects(&self) -> Vec<usize> {
        let starts = self.loaded.warnings.iter().filter_map(|warning| {
            let source = warning.source.as_ref().map_or("", |source| &source.text);
            place(warning, source)
        });
        starts.collect()
    }
}

/// A part of a script as a scenario.
fn scenario(script: &Script, number: usize, dialect: Dialect) -> Scenario {
    const NEVER: Duration = Duration::MAX;
    let part = &script.parts[number];
    // Lines of scripts have no values.
    let node = Arc::new(Node {
        span: 0..0,
        kind: Kind::Sequence(Vec::new()),
        in_flow: false,
    });
    let at = |index| StepAt {
        step: Arc::new(ScriptStep {
            part: Arc::clone(part),
            index,
        }),
        name: name(script, number, index),
        place: step_place(part, index),
        node: Arc::clone(&node),
    };
    Scenario {
        description: None,
        place: part.command_place(),
        dialect,
        rules: dialect.rules(),
        subject: None,
        engine_options: Vec::new(),
        nodes: None,
        move_time: None,
        step_limit: NEVER,
        limit: Duration::ZERO,
        skip: None,
        conditions: Vec::new(),
        expected_failure: None,
        start: None,
        steps: (0..=part.lines.len()).map(at).collect(),
        after: Arc::new([]),
        fault: None,
    }
}

/// What a step is called in a report: a line, or the comparison at the end.
fn name(script: &Script, number: usize, index: usize) -> String {
    let part = &script.parts[number];
    let name = match (part.lines.get(index), &part.standard) {
        (Some(line), _) => step_name(part.text(line)),
        (None, Some(standard)) => super::format::base(&standard.name).to_owned(),
        (None, None) => "the end".to_owned(),
    };
    match script.parts.len() {
        1 => name,
        _ => format!("program {}: {name}", number + 1),
    }
}

/// Where a step stands; the comparison at the end begins at the start of its file.
fn step_place(part: &ProgramPart, index: usize) -> Place {
    match (part.lines.get(index), &part.standard) {
        (Some(line), _) => part.place(line),
        (None, Some(standard)) => Place::new(standard.clone(), 0..0),
        (None, None) => match part.lines.last() {
            Some(last) => part.place(last),
            None => part.command_place(),
        },
    }
}

/// The reports of all steps of a part: those that were carried out, and the rest.
fn steps(
    script: &Script,
    number: usize,
    mut reports: Vec<StepReport>,
    is_stopped: bool,
) -> Vec<StepReport> {
    let part = &script.parts[number];
    // An expectation that is to be rewritten does not fail.
    let last = reports.len().saturating_sub(1);
    for report in &mut reports[..last] {
        report.outcome = StepOutcome::Done;
    }
    let is_told = |last: &StepReport| last.outcome == StepOutcome::Failed;
    let mut outcome = if is_stopped && !reports.last().is_some_and(is_told) {
        StepOutcome::Failed
    } else {
        StepOutcome::NotRun
    };
    for index in reports.len()..=part.lines.len() {
        reports.push(StepReport {
            name: name(script, number, index),
            line: step_place(part, index).line(),
            outcome,
            duration: Duration::ZERO,
        });
        outcome = StepOutcome::NotRun;
    }
    reports
}
