//! A script as a task: its programs are started, and its lines are performed.

use super::harness::HarnessedProgram;
use super::output::OutputChecker;
use super::part::{Part, Reading, Script, base};
use super::play::{Play, perform_together, step_report};
use super::wait::not_started;
use super::warnings::{RESULT_AGAIN, line_of};
use crate::divergence::explain;
use crate::report::{Identity, Outcome, Problem, ProblemKind, Report, StepOutcome, StepReport};
use crate::runner::{Context, Scope, Work};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::subject::{SessionSubject, SubjectChoice, SubjectOptions, launch};
use ataxx_opponents::{Failure, FailureKind, Peer, Program};
use ataxx_session::mutants::{Fault, FaultySession};
use ataxx_session::{Command, Dialect, Executor, Session, SessionSettings};
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
            // A second announcement needs no explanation.
            && report.first_error().is_none_or(|error| error.code != RESULT_AGAIN)
        {
            let options = SubjectOptions {
                dialect: dialect(script, &OwnOptions::of(&part.command)),
                ..SubjectOptions::default()
            };
            explain(&mut report, command, &options, &context.environment());
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
            tests_messages: false,
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
        start: impl Fn(usize, Dialect, OwnOptions) -> Result<Box<dyn Peer + 'a>, Failure>,
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
        start: impl Fn(usize, Dialect, OwnOptions) -> Result<Box<dyn Peer + 'a>, Failure>,
    ) -> Report {
        if let Some(reason) = unsupported(context) {
            return Report::not_run(identity.clone(), Outcome::Unsupported, reason);
        }
        let mut plays = Vec::new();
        let mut stopped = None;
        for (number, part) in script.parts.iter().enumerate() {
            let options = OwnOptions::of(&part.command);
            let dialect = dialect(script, &options);
            match start(number, dialect, options) {
                Ok(peer) => {
                    // Other programs look for files in the working directory only.
                    let is_own =
                        !matches!(context.settings.subject, Some(SubjectChoice::Program(_)));
                    let checker =
                        OutputChecker::new(dialect, context.files, folder_of(identity), is_own);
                    let (format, settings) = (script.format, context.settings);
                    let program = HarnessedProgram::new(peer, number, format, settings, checker);
                    plays.push(Play::new(part, program, prefix(script, number), context));
                }
                Err(failure) => {
                    stopped = Some((number, not_started(&part.command_place(), failure)));
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
            if let Some((_, step, _)) = violation.as_ref().filter(|(part, ..)| *part == index)
                && let Some(step) = steps.get_mut(*step)
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
        report.outcome = problem.as_ref().map_or(Outcome::Pass, Problem::outcome);
        if matches!(report.outcome, Outcome::Pass | Outcome::Fail) {
            let patches = plays
                .iter_mut()
                .flat_map(|it| std::mem::take(&mut it.patches));
            report.patches = patches.collect();
            let more = problem.iter().flat_map(|problem| &problem.patches);
            report.patches.extend(more.flatten().cloned());
        }
        match problem {
            None => {
                let suspects = self.suspects();
                let warnings = plays.iter().flat_map(|play| play.warnings(&suspects));
                report.warnings = warnings.collect();
                if let Some((_, _, error)) = violation {
                    let is_other = |warning: &Diagnostic| warning.message != error.message;
                    report.warnings.retain(is_other);
                    report.outcome = Outcome::Fail;
                    report.failure = Some(Problem::new(ProblemKind::Unmet, error));
                }
            }
            Some(mut problem) => {
                let is_timeout =
                    matches!(problem.kind, ProblemKind::Program(FailureKind::Timeout(_)));
                let silent = plays.iter_mut().filter(|_| is_timeout);
                let silent = silent.filter_map(|play| play.program.conversation.unflushed());
                let unflushed: Vec<String> = silent.collect();
                let help = |play: &Play| play.remarks().into_iter().chain(play.cut());
                let help = unflushed.into_iter().chain(plays.iter().flat_map(help));
                let is_interrupted = problem.kind == ProblemKind::Program(FailureKind::Interrupted);
                if let Some(diagnostic) = problem.diagnostics.first_mut() {
                    diagnostic.help.extend(help);
                    if is_interrupted {
                        "interrupted".clone_into(&mut diagnostic.message);
                    }
                }
                report.failure = Some(problem);
            }
        }
        for play in &mut plays {
            report.printed.extend(play.program.take_printed());
            report
                .stderr_lines
                .push(play.program.conversation.stderr_lines());
            report
                .dialogue
                .merge(play.program.conversation.take_dialogue());
        }
        report
    }

    /// The starts of the lines that have a warning already.
    fn suspects(&self) -> Vec<usize> {
        self.0.warnings.iter().filter_map(line_of).collect()
    }
}

/// The first violation of the rules that the course's harness does not notice, although every check
/// is met: the index of the part, the step and the error.
fn violation(plays: &[Play]) -> Option<(usize, usize, Diagnostic)> {
    let mut plays = plays.iter().enumerate();
    plays.find_map(|(index, play)| {
        let (step, error) = play.violation()?;
        Some((index, step, error))
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

/// The nodes that an AI of this program searches for a move where the command line does not
/// say: a game takes a moment, and is the same every time.
const NODES: u64 = 20_000;

/// Why what is tested cannot take the part of a program in a script.
fn unsupported(context: &Context) -> Option<String> {
    let what = match &context.settings.subject {
        None | Some(SubjectChoice::Session | SubjectChoice::Program(_)) => return None,
        Some(SubjectChoice::Uai(_)) => "a UAI engine",
        Some(SubjectChoice::Agent(_)) => "a Reloaded agent",
    };
    Some(format!(
        "the script speaks the language of a text session, which {what} does not"
    ))
}

/// Starts what takes the part of a program: the session of this program, with these options and
/// files looked up in the folder too, or the program that the run names.
fn start<'a>(
    dialect: Dialect,
    options: OwnOptions,
    folder: Option<PathBuf>,
    context: &Context<'a>,
) -> Result<Box<dyn Peer + 'a>, Failure> {
    if let Some(SubjectChoice::Program(command)) = &context.settings.subject {
        let launch = launch(command, &SubjectOptions::default(), &context.environment());
        let program = Program::start(&launch, context.stop);
        let program = program.map_err(|error| Failure {
            message: error.to_string(),
            ..Failure::of_start(command, &error)
        })?;
        return Ok(Box::new(program));
    }
    let settings = SessionSettings {
        move_time: options.move_time,
        nodes: context.settings.nodes.or(options.nodes).or(Some(NODES)),
        ..SessionSettings::default()
    };
    let mut session = Session::new(dialect, settings);
    if let Some(seed) = context.settings.seed {
        // A session at its beginning takes any seed.
        let _ = session.execute(&Command::Seed(seed));
    }
    // A fault can keep a game of two AIs from ending.
    let limit = context.settings.timeout;
    let until = limit.and_then(|limit| Instant::now().checked_add(limit));
    let Some(fault) = context.settings.fault.or(options.fault) else {
        return Ok(in_this_process(session, folder, until, context));
    };
    let faulty = FaultySession::new(session, fault).with_memory(context.settings.memory.clone());
    Ok(in_this_process(faulty, folder, until, context))
}

fn in_this_process<'a>(
    session: impl Executor + 'a,
    folder: Option<PathBuf>,
    until: Option<Instant>,
    context: &Context<'a>,
) -> Box<dyn Peer + 'a> {
    let subject = SessionSubject::new(session, context.files, context.stop, 0);
    Box::new(subject.in_folder(folder).until(until))
}

/// The options of this program in a command line of a script. They count for what takes its
/// place, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnOptions {
    pub dialect: Option<Dialect>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    pub fault: Option<Fault>,
}

impl OwnOptions {
    /// The options in a command line; none where it starts another program.
    pub fn of(command: &str) -> Self {
        let is_ours = |word: &str| {
            let base = base(word);
            base == "ataxx" || base == "ataxx.exe"
        };
        let mut words = command.split_whitespace().skip_while(|word| !is_ours(word));
        let mut options = Self::default();
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            let mut value = || value.or_else(|| words.next()).unwrap_or_default();
            match name {
                "--dialect" => options.dialect = Dialect::named(value()),
                "--fault" => options.fault = Fault::named(value()),
                "--nodes" => options.nodes = value().parse().ok().filter(|nodes| *nodes > 0),
                "--move-time" => {
                    let seconds = value().parse().ok();
                    options.move_time =
                        seconds.and_then(|time| Duration::try_from_secs_f64(time).ok());
                }
                _ => {}
            }
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_our_program_are_heeded() {
        let options = OwnOptions::of(
            "./target/debug/ataxx --dialect 2016 --nodes=50 --move-time 0.5 --fault long-jump",
        );
        let expected = OwnOptions {
            dialect: Some(Dialect::FALL_2016),
            nodes: Some(50),
            move_time: Some(Duration::from_millis(500)),
            fault: Some(Fault::LongJump),
        };
        assert_eq!(options, expected);
        for command in [
            "java -ea ataxx.Main --dialect 2016",
            "ataxx --dialect 1999 --nodes 0 --move-time -1",
            "ataxx --nodes",
            "",
        ] {
            assert_eq!(OwnOptions::of(command), OwnOptions::default(), "{command}");
        }
    }
}
