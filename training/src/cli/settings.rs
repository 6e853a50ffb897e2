//! The settings that all files in a folder of training depend on.

use ataxx_core::diagnostic::Diagnostic;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
        #[allow(clippy::cast_possible_truncation)] // as near as a 32-bit number can be
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
        // Any odd numbers keep the seeds apart.
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
    ///
    /// # Errors
    ///
    /// When the text says otherwise, or is no settings.
    pub fn check(&self, file: &str, text: &str) -> Result<(), Diagnostic> {
        let there: Self = serde_json::from_str(text).map_err(|error| {
            Diagnostic::error("file", format!("`{file}` holds no settings: {error}"))
        })?;
        if there == *self {
            return Ok(());
        }
        let differences = self.differences(&there).join(", ");
        let message = format!("`{file}` says that the folder was made otherwise: {differences}");
        let help = "give the same options, or another folder".to_owned();
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

/// What a seed is for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    Games = 0,
    Weights = 1,
    Order = 2,
    Match = 3,
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
    fn a_folder_keeps_its_settings() {
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
            "`settings.json` says that the folder was made otherwise: \
             --nodes 600, not 300, --persistence 0.5, not 0.4"
        );
    }

    #[test]
    fn which_games_count() {
        let kept = |generation| settings().kept(generation).collect::<Vec<_>>();
        assert_eq!(kept(1), [1]);
        assert_eq!(kept(3), [1, 2, 3]);
        assert_eq!(kept(5), [3, 4, 5]);
        assert!(settings().persistence(1) > 0.8 && settings().persistence(2) < 0.8);
    }
}
