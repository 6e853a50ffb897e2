//! What can be said on the command line.

use super::names;
use crate::cli::values;
use ataxx_toolkit::opponents::uai::client::Patience;
use ataxx_toolkit::opponents::uai::conform::{STEPS, Settings, Step};
use clap::builder::PossibleValuesParser;
use std::time::Duration;

/// Try an engine of the Universal Ataxx Interface, step by step.
///
/// COMMAND is a command line that a shell starts. Each step is something that an engine
/// must do; `--list` tells them. What failed is shown with what was said.
///
/// The exit status is 0 when all is well, 1 when a step failed, 2 when the command line is
/// bad, 3 when the engine could not be started or did not shake hands, 4 when no step is
/// left to try, 130 after Ctrl-C.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How the engine is started.
    #[arg(value_name = "COMMAND", required_unless_present = "list")]
    pub command: Option<String>,
    /// Try this step and no other; can be given several times.
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    only: Vec<String>,
    /// Do not try this step; can be given several times.
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    skip: Vec<String>,
    /// List the steps and try none.
    #[arg(long)]
    pub list: bool,
    /// On how many random positions its moves are looked at.
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Which random positions these are.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How long it is told to think, where it is told a time.
    #[arg(long, value_name = "SECONDS", default_value = "0.5", value_parser = above_zero(3600))]
    move_time: Duration,
    /// How much later than it was told an answer may come.
    #[arg(long, value_name = "SECONDS", default_value = "0.25", value_parser = values::seconds(3600))]
    margin: Duration,
    /// How long it may take to start, up to `uaiok`.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = above_zero(3600))]
    start_time: Duration,
    /// How long it may take for `readyok`.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = above_zero(3600))]
    ready_time: Duration,
    /// How long it may take to answer after `stop`, and to end after `quit`.
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = above_zero(3600))]
    stop_time: Duration,
    /// How long it may take for an answer where no clock is running.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = above_zero(3600))]
    think_time: Duration,
    /// Print a JSON object with `command`, `engine`, `steps`, `ok`, `failed`, `skipped` and
    /// `seconds`.
    #[arg(long)]
    pub json: bool,
}

/// A parser for a number of seconds that is not nothing.
fn above_zero(most: u32) -> impl Fn(&str) -> Result<Duration, String> + Clone {
    let seconds = values::seconds(most);
    move |text| match seconds(text) {
        Ok(time) if time < Duration::from_millis(1) => {
            Err("expected a millisecond (0.001) or more".to_owned())
        }
        other => other,
    }
}

impl Args {
    /// The steps to try, in their order.
    pub fn steps(&self) -> Vec<&'static Step> {
        let is_in = |list: &[String], step: &Step| list.iter().any(|name| name == step.name);
        STEPS
            .iter()
            .filter(|step| self.only.is_empty() || is_in(&self.only, step))
            .filter(|step| !is_in(&self.skip, step))
            .collect()
    }

    /// How they are tried.
    pub fn settings(&self) -> Settings {
        Settings {
            patience: Patience {
                start: self.start_time,
                ready: self.ready_time,
                think: self.think_time,
                overrun: self.think_time,
                stop: self.stop_time,
                quit: self.stop_time,
            },
            move_time: self.move_time,
            margin: self.margin,
            positions: self.positions as usize,
            seed: self.seed,
        }
    }
}
