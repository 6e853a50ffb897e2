//! The options of `ataxx-train DIR`.

use super::evaluator::identity;
use super::settings::TrainingSettings;
use ataxx_toolkit::cli::arguments::{AllThreads, values};
use ataxx_toolkit::opponents::Evaluator;
use std::path::PathBuf;
use std::time::Duration;

/// The most games of a generation.
pub const MAX_GAMES: u32 = 10_000_000;

/// The options.
#[derive(Debug, clap::Args)]
pub struct TrainArgs {
    /// Folder for all files of the training.
    #[arg(value_name = "DIR", required = true)]
    pub folder: Option<PathBuf>,
    /// Number of generations to train.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    pub generations: u32,
    /// Number of games that each generation plays; doubled after each generation that its match
    /// does not accept.
    #[arg(long, value_name = "N", default_value = "20000", value_parser = clap::value_parser!(u32).range(20..=i64::from(MAX_GAMES)))]
    games: u32,
    /// Node limit for each move in games.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    seed: u64,
    /// Player of the first games: `material` counts pieces, `embedded` is the network of
    /// this program, anything else is the file of a network.
    #[arg(long, value_name = "PLAYER", default_value = "material")]
    pub from: String,
    /// Number of latest generations whose games a network is fitted to.
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(1..))]
    keep: u32,
    /// Number of passes over the positions when a network is fitted.
    #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Weight of later values in the target of a position, from 0 to 1 (the λ of temporal
    /// differences). 0: the target is the score of the search in this position; 1: the result of
    /// the game; in between: a mean of the later scores and the result.
    #[arg(long, value_name = "SHARE", default_value = "0.8", value_parser = share)]
    persistence: f64,
    /// The same for the games of the first generation [default: 0.9 with `--from material`,
    /// else the value of --persistence].
    #[arg(long, value_name = "SHARE", value_parser = share)]
    first_persistence: Option<f64>,
    /// Initial learning rate for a network that starts from random weights. A fit that starts
    /// from the network before uses half of it.
    #[arg(long, value_name = "RATE", default_value = "0.002", value_parser = rate)]
    rate: f64,
    /// Maximum number of pairs of games in the match of each generation; 0 for no match. The
    /// match ends early when a sequential test of 0 against 20 Elo is decided.
    #[arg(long = "match", value_name = "PAIRS", default_value = "1000", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pairs: u32,
    /// Thinking time for each move in matches, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "0.002", value_parser = values::seconds(3600))]
    match_time: Duration,
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
        let first_persistence = self.first_persistence.unwrap_or(match first {
            Evaluator::Material => 0.9,
            Evaluator::Embedded | Evaluator::Network(_) => self.persistence,
        });
        TrainingSettings {
            from: identity(first),
            games: self.games,
            nodes: self.nodes,
            seed: self.seed,
            keep: self.keep,
            epochs: self.epochs,
            persistence: self.persistence,
            first_persistence,
            rate: self.rate,
            pairs: self.pairs,
            match_time: self.match_time.as_secs_f64(),
        }
    }
}
