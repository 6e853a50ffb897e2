//! `ataxx conform`: a suite of scenarios on an engine.

mod report;

use super::arguments::{Json, WrapperOption, values};
use super::exit::{self, Exit};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::progress::Progress;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_opponents::FailureKind;
use ataxx_opponents::subject::{SubjectOptions, UaiSubject};
use ataxx_opponents::uai::client::{EngineClient, EngineTimeouts};
use ataxx_testing::report::{Identity, ProblemKind, Report};
use ataxx_testing::runner::{Context, RunSettings};
use ataxx_testing::scenario::performer::{EngineLimits, Problem, Scenario};
use ataxx_testing::scenario::suites::{KeptEngine, UAI};
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser};
use report::ConformReport;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Check that an engine conforms to the Universal Ataxx Interface.
///
/// COMMAND is a shell command line. Each step checks one requirement of the protocol;
/// `--list` names them. A failed step is shown with the lines that were exchanged.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object"
)))]
pub struct Args {
    /// Command line of the engine.
    #[arg(value_name = "COMMAND", required_unless_present = "list", value_parser = NonEmptyStringValueParser::new())]
    command: Option<String>,
    #[command(flatten)]
    wrapper: WrapperOption,
    /// Run only this step; repeatable.
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(UAI.names()), hide_possible_values = true)]
    only: Vec<String>,
    /// Skip this step; repeatable.
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(UAI.names()), hide_possible_values = true)]
    skip: Vec<String>,
    /// List the steps without running them.
    #[arg(long)]
    list: bool,
    /// Number of random positions for which moves are checked.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Seed of the random positions.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    /// Thinking time for steps with a time limit, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = values::above_zero(3600))]
    move_time: Duration,
    /// Time by which an answer may exceed the limit, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "0.25", value_parser = values::seconds(3600))]
    margin: Duration,
    /// Time to start, up to `uaiok`, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = values::above_zero(3600))]
    start_time: Duration,
    /// Time to answer `isready`, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::above_zero(3600))]
    ready_time: Duration,
    /// Time to answer `stop`, and to exit after `quit`, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = values::above_zero(3600))]
    stop_time: Duration,
    /// Time to answer when no clock is running, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = values::above_zero(3600))]
    think_time: Duration,
    #[command(flatten)]
    json: Json,
}

impl Args {
    /// The scenarios of the steps to try, in their order.
    fn steps(&self) -> Result<Vec<(Identity, Scenario)>, Vec<Diagnostic>> {
        /// The clock of the side that is not to move is this much longer.
        const OTHER_CLOCK_FACTOR: u32 = 600;
        let milliseconds = |time: Duration| time.as_millis().to_string();
        let time = self.move_time;
        let mut steps = UAI.scenarios(&[
            ("move-time", milliseconds(time)),
            ("fifth-of-move-time", milliseconds(time / 5)),
            ("twentieth-of-move-time", milliseconds(time / 20)),
            ("long-time", milliseconds(time * OTHER_CLOCK_FACTOR)),
            ("positions", self.positions.to_string()),
            ("seed", self.seed.to_string()),
        ])?;
        steps.retain(|(Identity { name, .. }, _)| {
            (self.only.is_empty() || self.only.contains(name)) && !self.skip.contains(name)
        });
        Ok(steps)
    }

    /// How long the engine may take.
    const fn limits(&self) -> EngineLimits {
        EngineLimits {
            timeouts: EngineTimeouts {
                start: self.start_time,
                ready: self.ready_time,
                think: self.think_time,
                overrun: self.think_time,
                stop: self.stop_time,
                quit: self.stop_time,
            },
            margin: self.margin,
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, exit::EarlyExit> {
    let steps = match args.steps() {
        Ok(steps) => steps,
        Err(errors) => {
            errors.iter().for_each(output::report);
            return Ok(Exit::Usage);
        }
    };
    if args.list {
        let listed = report::listed(&steps);
        args.json.print(&listed, || report::list(&listed))?;
        return Ok(Exit::Good);
    }
    let command = args.command.as_ref().expect("clap requires it");
    if steps.is_empty() {
        return Ok(exit::nothing_selected("no step is selected"));
    }
    interrupt::settle(OnInterrupt::FinishThenLeave);
    try_all(command, &steps, args)
}

fn try_all(
    command: &str,
    steps: &[(Identity, Scenario)],
    args: &Args,
) -> Result<Exit, exit::EarlyExit> {
    let begun = Instant::now();
    let launch = args.wrapper.launch(command);
    let start = || {
        let engine = EngineClient::start(&launch, &INTERRUPT)?;
        Ok::<_, Problem>(UaiSubject::new(engine, &SubjectOptions::default()))
    };
    let settings = RunSettings::default();
    let context = Context {
        settings: &settings,
        files: &(),
        stop: &INTERRUPT,
    };
    let progress = Progress::lines();
    let name = Cell::new("");
    let reach = |done: usize, of: usize| progress.show(&format!("{}  {done} of {of}", name.get()));
    let mut engine = KeptEngine::new(context, args.limits(), Rc::new(start), Rc::new(reach));
    let mut tried: Vec<Report> = Vec::new();
    let mut given_up = None;
    let mut printed = Ok(());
    for (identity, scenario) in steps {
        name.set(&identity.name);
        progress.show(&identity.name);
        let report = engine.perform(identity, scenario);
        let kind = report.failure.as_ref().map(|failure| failure.kind);
        if kind == Some(ProblemKind::Program(FailureKind::Interrupted)) {
            given_up = Some("stopped by a signal".to_owned());
            break;
        }
        if !args.json.wanted {
            // If the output cannot be written, the exit status still counts.
            printed = printed.and(progress.aside(|| output::data(&report::step(&report))));
        }
        given_up = engine.does_not_start.then(|| report::detail(&report));
        tried.push(report);
        if given_up.is_some() {
            break;
        }
    }
    let mut report = ConformReport::of(command, &engine.identity, &tried, begun.elapsed());
    report.given_up = given_up;
    let summary = || report::summary(&report, steps.len());
    printed = printed.and(args.json.print(&report, summary));
    let exit = match &report.given_up {
        _ if INTERRUPT.is_requested() => Exit::Interrupted,
        Some(_) => Exit::NotStarted,
        None if report.failed > 0 => Exit::Failed,
        None if report.ok == 0 => Exit::NothingSelected,
        None => Exit::Good,
    };
    exit.after(printed)
}
