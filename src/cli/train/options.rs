//! The options of `ataxx train DIR`.

use super::contestant::{Contestant, identity};
use super::settings::Settings;
use crate::cli::values;
use ataxx_toolkit::opponents::Evaluator;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What can be asked for.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The folder that everything is written to.
    #[arg(value_name = "DIR", required = true)]
    pub folder: Option<PathBuf>,
    /// Up to which generation to go.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    pub generations: u32,
    /// How many games a generation plays.
    #[arg(long, value_name = "N", default_value = "40000", value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    games: u32,
    /// How many positions a player looks at before each move, in games and matches.
    #[arg(long, value_name = "N", default_value = "600", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What all that is left to chance comes from.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Who plays the first games: `material`, which counts pieces, `embedded`, which is
    /// the player of this program, or the file of a network.
    #[arg(long, value_name = "PLAYER", default_value = "material")]
    pub from: Contestant,
    /// To the games of how many generations a network is fitted.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    keep: u32,
    /// How often each position is shown to a network.
    #[arg(long, value_name = "N", default_value = "14", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// How much the end of a game counts against what the player thought, from 0 to 1.
    #[arg(long, value_name = "SHARE", default_value = "0.35", value_parser = share)]
    result: f64,
    /// The same for the games of the first generation; 0.6 where these are of the player
    /// that counts pieces, whose thoughts are worth less, and else --result.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    first_result: Option<f64>,
    /// How fast the weights of a network change at the beginning.
    #[arg(long, value_name = "RATE", default_value = "0.002", value_parser = rate)]
    rate: f64,
    /// How many pairs of games a network plays against the one before; 0 is no match.
    #[arg(long = "match", value_name = "PAIRS", default_value = "500", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pairs: u32,
    /// How many threads to use; unless told otherwise as many as the machine has.
    #[arg(long, value_name = "N", value_parser = values::threads())]
    pub threads: Option<NonZeroUsize>,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text
        .parse()
        .ok()
        .filter(|&rate: &f64| rate > 0.0 && rate <= 1.0);
    rate.ok_or_else(|| "expected a number above 0, and at most 1".to_owned())
}

impl Options {
    /// What everything depends on, if this is who plays the first games.
    pub fn settings(&self, first: &Evaluator) -> Settings {
        let first_result = self.first_result.unwrap_or(match first {
            Evaluator::Material => 0.6,
            Evaluator::Embedded | Evaluator::Network(_) => self.result,
        });
        Settings {
            from: identity(first),
            games: self.games,
            nodes: self.nodes,
            seed: self.seed,
            keep: self.keep,
            epochs: self.epochs,
            result: self.result,
            first_result,
            rate: self.rate,
            pairs: self.pairs,
        }
    }
}
