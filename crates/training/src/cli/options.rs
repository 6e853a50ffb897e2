//! The options of `ataxx-train DIR`, the settings that all files in its folder depend on, and
//! helpers of all subcommands.

use ataxx_console::exit::EarlyExit;
use ataxx_console::{command_line::AllThreads, values};
use ataxx_console::{input, output};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::engine::Network;
use ataxx_opponents::Evaluator;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most games of a generation.
pub const MAX_GAMES: u32 = 10_000_000;

/// The options of `ataxx-train DIR`.
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

/// The settings that all files in a folder depend on; the names are those of the options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrainingSettings {
    /// The player of the games of the first generation.
    pub from: String,
    pub games: u32,
    pub nodes: u64,
    pub seed: u64,
    pub keep: u32,
    pub epochs: u32,
    pub persistence: f64,
    pub first_persistence: f64,
    pub rate: f64,
    #[serde(rename = "match")]
    pub pairs: u32,
    /// The time for each move in matches, in seconds.
    pub match_time: f64,
}

impl TrainingSettings {
    /// The persistence of the targets in the games of a generation.
    pub fn persistence(&self, generation: u32) -> f32 {
        #[allow(clippy::cast_possible_truncation)] // rounded to 32 bits
        let persistence = match generation {
            1 => self.first_persistence as f32,
            _ => self.persistence as f32,
        };
        persistence
    }

    /// The generations whose games a network is fitted to.
    pub fn kept(&self, generation: u32) -> impl Iterator<Item = u32> + use<> {
        generation.saturating_sub(self.keep - 1).max(1)..=generation
    }

    /// A seed for one purpose in one generation.
    pub fn seed(&self, purpose: Purpose, generation: u32) -> u64 {
        // Odd factors keep the seeds apart.
        let purpose = purpose as u64;
        self.seed
            .wrapping_add(u64::from(generation).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_add(purpose.wrapping_mul(0xd1b5_4a32_d192_ed03))
    }

    pub fn to_text(&self) -> String {
        let text = serde_json::to_string_pretty(self);
        text.expect("numbers and names can be written") + "\n"
    }

    /// Checks that a folder was made with these settings.
    pub fn check(&self, file: &str, text: &str) -> Result<(), Diagnostic> {
        let there: Self = serde_json::from_str(text).map_err(|error| {
            Diagnostic::error(
                "file",
                format!("`{file}` is not a file of settings: {error}"),
            )
        })?;
        if there == *self {
            return Ok(());
        }
        let differences = self.differences(&there).join(", ");
        let message = format!("`{file}` has other options: {differences}");
        let help = "use the same options, or another folder".to_owned();
        Err(Diagnostic::error("settings", message).with_help([help]))
    }

    fn differences(&self, there: &Self) -> Vec<String> {
        let fields = |settings: &Self| match serde_json::to_value(settings) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (wanted, there) = (fields(self), fields(there));
        wanted
            .iter()
            .filter_map(|(name, wanted)| {
                let there = there.get(name).filter(|there| *there != wanted)?;
                let shown = |value: &Value| value.to_string().replace('"', "");
                let (there, wanted) = (shown(there), shown(wanted));
                Some(format!("--{name} {there}, not {wanted}"))
            })
            .collect()
    }
}

/// The purpose of a seed.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    Games = 0,
    Weights = 1,
    Order = 2,
    Match = 3,
}

/// The evaluator of a player on the command line: `material`, `embedded` or the file of a
/// network.
pub fn evaluator(player: &str) -> Result<Evaluator, Diagnostic> {
    match player {
        "material" => Ok(Evaluator::Material),
        "embedded" => Ok(Evaluator::Embedded),
        file => Ok(Evaluator::Network(Box::new(input::network(Path::new(
            file,
        ))?))),
    }
}

/// The identity of an evaluator, whatever its source.
pub fn identity(evaluator: &Evaluator) -> String {
    let of_network = |network: &Network| format!("network {:016x}", network.fingerprint());
    match evaluator {
        Evaluator::Material => "material".to_owned(),
        Evaluator::Embedded => of_network(Network::embedded()),
        Evaluator::Network(network) => of_network(network),
    }
}

/// Runs an action in a pool of threads; by default one for each core.
pub fn with_threads<T: Send>(
    threads: AllThreads,
    action: impl FnOnce() -> Result<T, EarlyExit> + Send,
) -> Result<T, EarlyExit> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(|error| {
            let message = format!("the threads cannot be started: {error}");
            Diagnostic::error("threads", message)
        })?
        .install(action)
}

/// Reports the state of interrupted work.
pub fn report_stopped(state: &str) {
    output::message(&format!("stopped: {state}\n"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> TrainingSettings {
        TrainingSettings {
            from: "material".to_owned(),
            games: 40_000,
            nodes: 600,
            seed: 1,
            keep: 3,
            epochs: 14,
            persistence: 0.5,
            first_persistence: 0.9,
            rate: 0.002,
            pairs: 500,
            match_time: 0.05,
        }
    }

    #[test]
    fn other_settings_are_refused() {
        let text = settings().to_text();
        assert_eq!(settings().check("settings.json", &text), Ok(()));
        let other = TrainingSettings {
            nodes: 300,
            persistence: 0.4,
            ..settings()
        };
        let refused = other.check("settings.json", &text).expect_err("others");
        assert_eq!(
            refused.message,
            "`settings.json` has other options: \
             --nodes 600, not 300, --persistence 0.5, not 0.4"
        );
    }

    #[test]
    fn the_games_of_the_last_generations_are_used() {
        let kept = |generation| settings().kept(generation).collect::<Vec<_>>();
        assert_eq!(kept(1), [1]);
        assert_eq!(kept(3), [1, 2, 3]);
        assert_eq!(kept(5), [3, 4, 5]);
        assert!(settings().persistence(1) > 0.8 && settings().persistence(2) < 0.8);
    }
}
