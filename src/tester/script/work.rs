//! A script, performed and reported.

use super::load::Loaded;
use super::participant::Participant;
use super::parts::Script;
use super::problem::{Blamed, Problem};
use super::stage::{self, Stopped};
use super::start::cast;
use super::warnings::{place, step_name};
use super::{Cast, Starter};
use crate::diagnostic::Diagnostic;
use crate::opponents::dialogue::{Dialogue, Wire};
use crate::session::Dialect;
use crate::tester::report::{Failure, Identity, Report, StepOutcome, StepReport};
use crate::tester::{Context, Outcome, Work};
use std::sync::Arc;
use std::time::Instant;

/// A script as something to do.
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
        let mut dialogue = Dialogue::default();
        let mut participants = Vec::new();
        let mut stopped = None;
        for (number, (cast, dialect)) in casts.into_iter().enumerate() {
            match self.participant(script, number, &cast, dialect, context) {
                Ok(participant) => participants.push(participant),
                Err(reason) => {
                    stopped = Some((number, Problem::not_started(&reason)));
                    break;
                }
            }
        }
        if stopped.is_none() {
            let bless = context.settings.bless;
            stopped = stage::perform(&mut participants, &mut dialogue, bless, context.stop).err();
        }
        let mut report = self.report(script, identity, &mut participants, stopped.as_ref());
        report.dialogue = dialogue;
        report
    }

    fn participant<'a>(
        &self,
        script: &'a Script,
        number: usize,
        cast: &Cast,
        dialect: Dialect,
        context: &Context<'a>,
    ) -> Result<Participant<'a>, String> {
        let peer = self.starter.start(cast, number, context)?;
        let wire = Wire::new(peer, number);
        let (part, allowed) = (&script.parts[number], context.settings.timeout);
        Ok(Participant::new(
            part,
            script.format,
            dialect,
            number,
            wire,
            allowed,
        ))
    }

    fn report(
        &self,
        script: &Script,
        identity: &Identity,
        participants: &mut [Participant],
        stopped: Option<&Stopped>,
    ) -> Report {
        // With bless the first thing that is wrong is not what stopped the test.
        let unmet = participants
            .iter()
            .enumerate()
            .flat_map(|(index, it)| it.unmet.iter().map(move |problem| (index, problem.clone())));
        let mut problems: Vec<Stopped> = unmet.chain(stopped.cloned()).collect();
        let outcome = match stopped {
            Some((_, problem)) => problem.outcome,
            None if problems.is_empty() => Outcome::Pass,
            None => Outcome::Fail,
        };
        let mut report = Report::new(identity.clone(), outcome);
        if matches!(outcome, Outcome::Pass | Outcome::Fail) {
            let patches = problems
                .iter()
                .flat_map(|(_, problem)| problem.patches.clone());
            report.patches = patches.collect();
        }
        report.steps = steps(script, participants, stopped);
        if problems.is_empty() {
            let texts = self.loaded.warnings.iter().map(|warning| {
                let source = warning.source.as_ref().map_or("", |source| &source.text);
                place(warning, source)
            });
            let suspects: Vec<usize> = texts.flatten().collect();
            report.warnings = participants
                .iter_mut()
                .flat_map(|participant| participant.warnings(&suspects))
                .collect();
        } else {
            // What cannot be rewritten counts more than what can.
            let is_final = |(_, problem): &Stopped| problem.patches.is_empty();
            let first = problems.iter().position(is_final).unwrap_or(0);
            let (index, problem) = problems.swap_remove(first);
            let remarks = participants.iter().flat_map(Participant::remarks);
            report.failure = Some(failure(script, index, problem, remarks.collect()));
        }
        report.complaints = participants
            .iter_mut()
            .map(Participant::complaints)
            .collect();
        report
    }
}

/// What went wrong, with its place.
fn failure(script: &Script, index: usize, problem: Problem, remarks: Vec<String>) -> Failure {
    let (part, problem) = (&script.parts[index], problem.into_details());
    let end = part.source.text.trim_end().len();
    let (source, span) = match problem.place {
        Blamed::Step => (&part.source, problem.span.unwrap_or(end..end)),
        Blamed::Command => (&part.source, part.command.span.clone()),
        Blamed::End => (&part.source, end..end),
        Blamed::Standard(span) => (part.standard.as_ref().unwrap_or(&part.source), span),
    };
    let diagnostic = Diagnostic::error(problem.code, problem.message)
        .label(span, problem.label)
        .with_help(problem.help)
        .with_help(remarks)
        .with_source(source.for_diagnostic());
    Failure {
        diagnostics: vec![diagnostic],
        comparison: problem.comparison,
    }
}

/// What became of each line, and of the comparison at the end.
fn steps(
    script: &Script,
    participants: &[Participant],
    stopped: Option<&Stopped>,
) -> Vec<StepReport> {
    let mut steps = Vec::new();
    for (index, part) in script.parts.iter().enumerate() {
        let prefix = if script.parts.len() > 1 {
            format!("program {}: ", index + 1)
        } else {
            String::new()
        };
        let participant = participants.get(index);
        let next = participant.map_or(0, |participant| participant.next);
        let problem = stopped.filter(|(whose, _)| *whose == index);
        let outcome = |step: usize| match (step < next, problem) {
            (true, _) => StepOutcome::Done,
            (false, Some(_)) if step == next => StepOutcome::Failed,
            (false, _) => StepOutcome::NotRun,
        };
        let all = part.lines.iter().enumerate();
        steps.extend(
            all.filter(|(_, step)| !step.action.is_idle())
                .map(|(at, step)| StepReport {
                    name: format!("{prefix}{}", step_name(part.text(step))),
                    line: step.number,
                    outcome: outcome(at),
                    duration: participant.map_or_else(Default::default, |it| it.took[at]),
                }),
        );
        let name = match &part.standard {
            Some(standard) => super::format::base(&standard.name).to_owned(),
            None => "the end".to_owned(),
        };
        let last = part
            .lines
            .last()
            .map_or(part.command.number, |step| step.number);
        let line = if part.standard.is_some() { 1 } else { last };
        steps.push(StepReport {
            name: format!("{prefix}{name}"),
            line,
            outcome: match participant {
                Some(participant) if participant.is_finished => StepOutcome::Done,
                _ => outcome(part.lines.len()),
            },
            duration: std::time::Duration::ZERO,
        });
    }
    steps
}
