//! The options of `ataxx train DIR`.

use super::evaluator::identity;
use super::settings::TrainingSettings;
use crate::cli::arguments::AllThreads;
use ataxx_toolkit::opponents::Evaluator;
use std::path::PathBuf;

/// The options.
#[derive(Debug, clap::Args)]
pub struct TrainArgs {
    /// Folder for all files of the training.
    #[arg(value_name = "DIR", required = true)]
    pub folder: Option<PathBuf>,
    /// Number of generations to train.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    pub generations: u32,
    /// Number of games that each generation plays.
    #[arg(long, value_name = "N", default_value = "40000", value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    games: u32,
    /// Node limit for each move, in games and matches.
    #[arg(long, value_name = "N", default_value = "600", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Player of the first games: `material` counts pieces, `embedded` is the network of
    /// this program, anything else is the file of a network.
    #[arg(long, value_name = "PLAYER", default_value = "material")]
    pub from: String,
    /// Number of generations whose games a network is fitted to.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    keep: u32,
    /// Number of passes over the positions when a network is fitted.
    #[arg(long, value_name = "N", default_value = "14", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Weight of the result of a game against the score of the search in the target, from 0
    /// to 1.
    #[arg(long, value_name = "SHARE", default_value = "0.35", value_parser = share)]
    result: f64,
    /// The same for the games of the first generation [default: 0.6 with `--from material`,
    /// whose scores are poor, else --result].
    #[arg(long, value_name = "SHARE", value_parser = share)]
    first_result: Option<f64>,
    /// Initial learning rate.
    #[arg(long, value_name = "RATE", default_value = "0.002", value_parser = rate)]
    rate: f64,
    /// Number of pairs of games in the match of each generation; 0 for no match.
    #[arg(long = "match", value_name = "PAIRS", default_value = "500", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pairs: u32,
    #[command(flatten)]
    pub threads: AllThreads,
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

impl TrainArgs {
    /// The settings of the training, with this player for the first games.
    pub fn settings(&self, first: &Evaluator) -> TrainingSettings {
        let first_result = self.first_result.unwrap_or(match first {
            Evaluator::Material => 0.6,
            Evaluator::Embedded | Evaluator::Network(_) => self.result,
        });
        TrainingSettings {
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
