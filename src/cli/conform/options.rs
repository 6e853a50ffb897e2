//! The command-line options.

use crate::cli::arguments::{Json, values};
use crate::opponents::uai::client::Patience;
use crate::tester::performer::{EngineLimits, Scenario};
use crate::tester::report::Identity;
use crate::tester::suites::UAI;
use ataxx_core::diagnostic::Diagnostic;
use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser};
use std::time::Duration;

/// Check that an engine conforms to the Universal Ataxx Interface.
///
/// COMMAND is a shell command line. Each step checks one requirement of the protocol;
/// `--list` names them. A failed step is shown with the lines that were exchanged.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object with `command`, `engine`, `steps`, `ok`, `failed`, `skipped` and `seconds`"
)))]
pub struct Args {
    /// Command line of the engine.
    #[arg(value_name = "COMMAND", required_unless_present = "list", value_parser = NonEmptyStringValueParser::new())]
    pub command: Option<String>,
    /// Run only this step; can be given several times.
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(UAI.names()), hide_possible_values = true)]
    only: Vec<String>,
    /// Skip this step; can be given several times.
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(UAI.names()), hide_possible_values = true)]
    skip: Vec<String>,
    /// List the steps without running them.
    #[arg(long)]
    pub list: bool,
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
    pub json: Json,
}

impl Args {
    /// The scenarios of the steps to try, in their order.
    pub fn steps(&self) -> Result<Vec<(Identity, Scenario)>, Vec<Diagnostic>> {
        /// The clock of the side that is not to move is this much longer.
        const MUCH: u32 = 600;
        let milliseconds = |time: Duration| time.as_millis().to_string();
        let time = self.move_time;
        let mut steps = UAI.scenarios(&[
            ("move-time", milliseconds(time)),
            ("fifth-of-move-time", milliseconds(time / 5)),
            ("twentieth-of-move-time", milliseconds(time / 20)),
            ("long-time", milliseconds(time * MUCH)),
            ("positions", self.positions.to_string()),
            ("seed", self.seed.to_string()),
        ])?;
        steps.retain(|(Identity { name, .. }, _)| {
            (self.only.is_empty() || self.only.contains(name)) && !self.skip.contains(name)
        });
        Ok(steps)
    }

    /// How long the engine may take.
    pub const fn limits(&self) -> EngineLimits {
        EngineLimits {
            patience: Patience {
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
