//! A script as a task: its programs are started, and its lines are performed.

use super::play::{Play, perform_together, step_report};
use super::start::{OwnOptions, start, unsupported};
use super::syntax::{Part, Reading, Script};
use super::wait::not_started;
use super::warnings::{Performed, RESULT_AGAIN, place};
use crate::opponents::Peer;
use crate::opponents::subject::{Options, SubjectChoice};
use crate::session::Dialect;
use crate::tester::divergence::explain;
use crate::tester::performer::Problem;
use crate::tester::report::{Failure, Identity, Report, StepOutcome, StepReport};
use crate::tester::script::harness::{Conditions, HarnessedProgram, OutputChecker};
use crate::tester::{Context, Outcome, Scope, Work};
use ataxx_core::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A script as a task.
pub(super) struct ScriptWork(pub Reading<Script>);

impl Work for ScriptWork {
    fn perform(&self, identity: &Identity, context: &Context) -> Report {
        let mut report = self.perform_with(identity, context, |_, dialect, options| {
            start(dialect, options, folder_of(identity), context)
        });
        if let (Ok(script), Some(SubjectChoice::Program(command))) =
            (&self.0.script, &context.settings.subject)
            && let [part] = &script.parts[..]
        {
            let own = OwnOptions::of(&part.command).dialect;
            let options = Options {
                dialect: own.unwrap_or(script.format.dialect()),
                ..Options::default()
            };
            // A second announcement needs no explanation.
            if !fails_with(&report, RESULT_AGAIN) {
                explain(&mut report, command, &options, context);
            }
        }
        report
    }

    fn waits_for_ai(&self) -> bool {
        let parts = self.0.script.iter().flat_map(|script| &script.parts);
        let mut lines = parts.flat_map(|part| &part.lines);
        lines.any(|line| line.action.waits_for_ai())
    }

    fn scopes(&self) -> Vec<Scope> {
        let Ok(script) = &self.0.script else {
            return Vec::new();
        };
        let scope = |part: &Arc<Part>| Scope {
            dialect: dialect(script, &OwnOptions::of(&part.command)),
            hears_messages: false,
        };
        script.parts.iter().map(scope).collect()
    }
}

/// The dialect of a part with these options in its command line.
fn dialect(script: &Script, options: &OwnOptions) -> Dialect {
    options.dialect.unwrap_or(script.format.dialect())
}

impl ScriptWork {
    /// Performs the script with programs that `start` starts. It takes the index of the
    /// program, its dialect and the options in its command line.
    pub fn perform_with<'a>(
        &self,
        identity: &Identity,
        context: &Context,
        start: impl Fn(usize, Dialect, OwnOptions) -> Result<Box<dyn Peer + 'a>, String>,
    ) -> Report {
        let begun = Instant::now();
        let mut report = match &self.0.script {
            Ok(script) => self.perform_script(script, identity, context, start),
            Err(errors) => Report::of_errors(identity.clone(), errors.clone()),
        };
        report.warnings.splice(0..0, self.0.warnings.clone());
        report.duration = begun.elapsed();
        report
    }

    fn perform_script<'a>(
        &self,
        script: &Script,
        identity: &Identity,
        context: &Context,
        start: impl Fn(usize, Dialect, OwnOptions) -> Result<Box<dyn Peer + 'a>, String>,
    ) -> Report {
        if let Some(reason) = unsupported(context) {
            let mut report = Report::new(identity.clone(), Outcome::Unsupported);
            report.reason = Some(reason);
            return report;
        }
        let mut plays = Vec::new();
        let mut stopped = None;
        for (number, part) in script.parts.iter().enumerate() {
            let options = OwnOptions::of(&part.command);
            let dialect = dialect(script, &options);
            match start(number, dialect, options) {
                Ok(peer) => {
                    let conditions = Conditions {
                        format: script.format,
                        allowed: context.settings.timeout,
                        as_course: context.settings.as_course,
                        keeps_output: context.settings.keeps_output,
                    };
                    // Other programs look for files in the working directory only.
                    let is_own =
                        !matches!(context.settings.subject, Some(SubjectChoice::Program(_)));
                    let checker =
                        OutputChecker::new(dialect, context.files, folder_of(identity), is_own);
                    let program = HarnessedProgram::new(peer, number, conditions, checker);
                    let bless = context.settings.bless;
                    let prefix = prefix(script, number);
                    plays.push(Play::new(part, program, prefix, bless, context.stop));
                }
                Err(reason) => {
                    stopped = Some((number, not_started(&part.command_place(), &reason)));
                    break;
                }
            }
        }
        if stopped.is_none() {
            stopped = perform_together(&mut plays).err();
        }
        self.report(script, identity, plays, stopped)
    }

    fn report(
        &self,
        script: &Script,
        identity: &Identity,
        mut plays: Vec<Play>,
        stopped: Option<(usize, Problem)>,
    ) -> Report {
        let mut report = Report::new(identity.clone(), Outcome::Pass);
        for play in &mut plays {
            play.program.checker.end_of_output();
        }
        let is_met = stopped.is_none() && plays.iter().all(|it| it.unmet.is_none());
        let violation = is_met.then(|| violation(&plays)).flatten();
        for (index, part) in script.parts.iter().enumerate() {
            let is_stopped = stopped.as_ref().is_some_and(|(at, _)| *at == index);
            let reports = plays
                .get_mut(index)
                .map(|it| std::mem::take(&mut it.reports));
            let mut steps = step_reports(script, index, reports.unwrap_or_default(), is_stopped);
            if let Some(at) = violation.as_ref().filter(|it| it.part == index)
                && let Some(step) = steps.get_mut(at.step)
            {
                step.outcome = StepOutcome::Failed;
            }
            let is_idle = |line: usize| part.lines.get(line).is_some_and(|it| it.action.is_idle());
            let steps = steps.into_iter().enumerate();
            report.steps.extend(
                steps
                    .filter(|(line, _)| !is_idle(*line))
                    .map(|(_, step)| step),
            );
        }
        // With `bless` the first unmet expectation did not stop the test.
        let unmet = plays.iter_mut().find_map(|play| play.unmet.take());
        let problem = stopped.map(|(_, problem)| problem).or(unmet);
        report.outcome = problem
            .as_ref()
            .map_or(Outcome::Pass, |problem| problem.outcome);
        if matches!(report.outcome, Outcome::Pass | Outcome::Fail) {
            let patches = plays
                .iter_mut()
                .flat_map(|it| std::mem::take(&mut it.patches));
            report.patches = patches.collect();
            let more = problem.iter().flat_map(|problem| &problem.patches);
            report.patches.extend(more.flatten().cloned());
        }
        let performed = plays.iter().map(|play| {
            let (part, program) = (play.part, &play.program);
            (Performed { part, program }, play.has_untaken_move())
        });
        match problem {
            None => {
                let suspects = self.suspects();
                let warnings = performed
                    .flat_map(|(it, has_untaken_move)| it.warnings(&suspects, has_untaken_move));
                report.warnings = warnings.collect();
                if let Some(Violation { error, .. }) = violation {
                    let is_other = |warning: &Diagnostic| warning.message != error.message;
                    report.warnings.retain(is_other);
                    report.outcome = Outcome::Fail;
                    report.failure = Some(Failure::new(error));
                }
            }
            Some(mut problem) => {
                let help = performed.flat_map(|(it, _)| it.remarks().into_iter().chain(it.cut()));
                problem.diagnostic.help.extend(help);
                if problem.diagnostic.code == "interrupted" {
                    "told to stop".clone_into(&mut problem.diagnostic.message);
                }
                report.failure = Some(Failure {
                    diagnostics: vec![*problem.diagnostic],
                    comparison: problem.comparison.map(|comparison| *comparison),
                });
            }
        }
        for play in &mut plays {
            report.printed.extend(play.program.take_printed());
            report.stderr_lines.push(play.program.stderr_lines());
            report.dialogue.merge(play.program.take_dialogue());
        }
        report
    }

    /// The starts of the lines that have a warning already.
    fn suspects(&self) -> Vec<usize> {
        let starts = self.0.warnings.iter().filter_map(|warning| {
            let source = warning.source.as_ref().map_or("", |source| &source.text);
            place(warning, source)
        });
        starts.collect()
    }
}

/// Whether a report is of an error with this code.
fn fails_with(report: &Report, code: &str) -> bool {
    let failure = report.failure.as_ref();
    let first = failure.and_then(|failure| failure.diagnostics.first());
    first.is_some_and(|error| error.code == code)
}

/// What a program did against the rules although every check of the script is met.
struct Violation {
    /// The index of the part of the program.
    part: usize,
    step: usize,
    error: Diagnostic,
}

/// The first violation of the rules that the course's harness does not notice.
fn violation(plays: &[Play]) -> Option<Violation> {
    plays.iter().enumerate().find_map(|(index, play)| {
        let (part, program) = (play.part, &play.program);
        let (step, error) = Performed { part, program }.violation()?;
        Some(Violation {
            part: index,
            step,
            error,
        })
    })
}

/// The folder of a script.
fn folder_of(identity: &Identity) -> Option<PathBuf> {
    let folder = Path::new(&identity.file).parent();
    folder.map(Path::to_owned)
}

/// What the names of the steps of a part begin with.
const fn prefix(script: &Script, number: usize) -> &'static str {
    match (script.parts.len(), number) {
        (1, _) => "",
        (_, 0) => "program 1: ",
        _ => "program 2: ",
    }
}

/// The reports of all steps of a part: those that were carried out, and the rest.
fn step_reports(
    script: &Script,
    number: usize,
    mut reports: Vec<StepReport>,
    is_stopped: bool,
) -> Vec<StepReport> {
    // An expectation that is to be rewritten does not fail.
    let last = reports.len().saturating_sub(1);
    for report in &mut reports[..last] {
        report.outcome = StepOutcome::Done;
    }
    let has_failed = |last: &StepReport| last.outcome == StepOutcome::Failed;
    let mut outcome = if is_stopped && !reports.last().is_some_and(has_failed) {
        StepOutcome::Failed
    } else {
        StepOutcome::NotRun
    };
    let (part, prefix) = (&script.parts[number], prefix(script, number));
    for index in reports.len()..=part.lines.len() {
        reports.push(step_report(part, prefix, index, outcome, Duration::ZERO));
        outcome = StepOutcome::NotRun;
    }
    reports
}
