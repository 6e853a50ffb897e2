//! The files of a training, and its log.
//!
//! ```text
//! settings.json                      the options that all files depend on
//! generation-1/games-000000.samples  positions of its games, 25 games a file
//! generation-1.network               the network fitted to them
//! log.jsonl                          a line for each generation
//! ```
//!
//! Files are replaced as a whole.

use super::options::TrainingSettings;
use ataxx_console::exit::EarlyExit;
use ataxx_console::input;
use ataxx_console::result_file::{ResultFile, make_folder};
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::diagnostic::text::{rounded, thousands};
use ataxx_core::engine::Network;
use ataxx_session::LoadError;
use ataxx_training::{MatchResult, Sample, SampleFile};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The folder of a training.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

/// The files of samples of a generation, by their games.
#[derive(Debug)]
pub struct Files {
    pub present: Vec<Range<u32>>,
    pub missing: Vec<Range<u32>>,
}

impl Files {
    /// The number of games in the present files.
    pub fn games(&self) -> u64 {
        self.present.iter().map(|games| games.len() as u64).sum()
    }
}

/// The number of games in a file of samples.
const GAMES_A_FILE: u32 = 25;

impl Folder {
    /// Opens a folder that was made with these settings, or makes one.
    pub fn open(path: &Path, settings: &TrainingSettings) -> Result<Self, EarlyExit> {
        let folder = Self {
            path: path.to_owned(),
        };
        make_folder(path)?;
        let file = path.join("settings.json");
        if let Some(bytes) = read(&file)? {
            settings.check(&input::name(&file), &String::from_utf8_lossy(&bytes))?;
        } else if fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()) {
            let name = input::name(path);
            let message = format!("`{name}` is not empty and has no `settings.json`");
            let help = "choose an empty or a new folder".to_owned();
            return Err(Diagnostic::error("file", message).with_help([help]).into());
        } else {
            write(&file, settings.to_text().as_bytes())?;
        }
        Ok(folder)
    }

    fn games_file(&self, generation: u32, first: u32) -> PathBuf {
        let name = format!("games-{first:06}.samples");
        self.path
            .join(format!("generation-{generation}"))
            .join(name)
    }

    fn network_file(&self, generation: u32) -> PathBuf {
        self.path.join(format!("generation-{generation}.network"))
    }

    /// The present and the missing files of samples of a generation.
    pub fn games(&self, generation: u32, games: u32) -> Result<Files, Diagnostic> {
        make_folder(&self.path.join(format!("generation-{generation}")))?;
        let files = (0..games.div_ceil(GAMES_A_FILE)).map(|number| {
            let first = number * GAMES_A_FILE;
            first..first.saturating_add(GAMES_A_FILE).min(games)
        });
        let is_present = |games: &Range<u32>| self.games_file(generation, games.start).exists();
        let (present, missing) = files.partition(is_present);
        Ok(Files { present, missing })
    }

    /// Writes a file of samples.
    pub fn write_games(&self, shard: &SampleFile) -> Result<(), EarlyExit> {
        let file = self.games_file(shard.generation, shard.games.start);
        write(&file, &shard.to_bytes())
    }

    /// Reads a file of samples.
    pub fn read_games(
        &self,
        generation: u32,
        games: Range<u32>,
    ) -> Result<Vec<Sample>, Diagnostic> {
        let file = self.games_file(generation, games.start);
        let bytes = input::bytes(&file).map_err(|error| error.diagnostic(&input::name(&file)))?;
        let refused = |reason: &str| {
            let message = format!(
                "`{}` is not a file of this training: {reason}",
                input::name(&file)
            );
            let help = "delete it to play its games again".to_owned();
            Diagnostic::error("file", message).with_help([help])
        };
        let shard = SampleFile::from_bytes(&bytes).map_err(|error| refused(&error.to_string()))?;
        if (shard.generation, &shard.games) != (generation, &games) {
            return Err(refused("it has other games"));
        }
        Ok(shard.samples)
    }

    /// The network of a generation, if there is one.
    pub fn network(&self, generation: u32) -> Result<Option<Network>, Diagnostic> {
        let file = self.network_file(generation);
        if file.exists() {
            input::network(&file).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Writes the network of a generation.
    pub fn write_network(&self, generation: u32, network: &Network) -> Result<(), EarlyExit> {
        write(&self.network_file(generation), &network.to_bytes())
    }

    /// The log, from the first generation on.
    pub fn log(&self) -> Result<Vec<GenerationLog>, Diagnostic> {
        let file = self.path.join("log.jsonl");
        let Some(bytes) = read(&file)? else {
            return Ok(Vec::new());
        };
        let refused = |line: usize, reason: &str| {
            let file = input::name(&file);
            let message =
                format!("line {line} of `{file}` is not the log of a generation: {reason}");
            Diagnostic::error("file", message)
        };
        let mut entries: Vec<GenerationLog> = Vec::new();
        for (line, text) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
            let entry: GenerationLog =
                serde_json::from_str(text).map_err(|error| refused(line, &error.to_string()))?;
            if usize::try_from(entry.generation) != Ok(line) {
                let reason = format!("expected generation {line}");
                return Err(refused(line, &reason));
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Writes the log.
    pub fn write_log(&self, entries: &[GenerationLog]) -> Result<(), EarlyExit> {
        let line = |entry| serde_json::to_string(entry).expect("numbers can be written") + "\n";
        let text: String = entries.iter().map(line).collect();
        write(&self.path.join("log.jsonl"), text.as_bytes())
    }
}

fn read(file: &Path) -> Result<Option<Vec<u8>>, Diagnostic> {
    match input::bytes(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(LoadError::NotFound) => Ok(None),
        Err(error) => Err(error.diagnostic(&input::name(file))),
    }
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), EarlyExit> {
    ResultFile::in_place(file)?.write(|out| out.write_all(bytes))
}

/// The log of a generation: a line of `log.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationLog {
    pub generation: u32,
    /// Its own games, and their positions.
    pub games: u32,
    pub positions: u64,
    /// The number of positions that its network was fitted to, including those of earlier
    /// generations, and the number of held-out positions.
    pub fitted: u64,
    pub held_out: u64,
    /// The mean loss of the network over the positions that it was fitted to.
    pub loss: f64,
    pub loss_held_out: f64,
    /// Whether the next generation plays with the network.
    pub accepted: bool,
    /// The match against the network that played the games.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none", default)]
    pub against: Option<MatchLog>,
}

/// The log of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchLog {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub elo: f64,
    /// Half the width of the 95 % confidence interval; `None` with too few games.
    pub error: Option<f64>,
}

impl MatchLog {
    /// The games of a pair are correlated, so the trials are the pairs.
    pub fn of(result: &MatchResult) -> Self {
        let MatchResult { tally, pairs } = result;
        let elo = pairs.score().map(|score| score.elo()).unwrap_or_default();
        Self {
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            elo: rounded(elo.difference, 1),
            error: Some(elo.error())
                .filter(|error| error.is_finite())
                .map(|error| rounded(error, 1)),
        }
    }
}

impl fmt::Display for GenerationLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "generation {}", self.generation)?;
        let (games, positions) = (thousands(self.games.into()), thousands(self.positions));
        writeln!(f, "  games  {games}, {positions} positions")?;
        let (fitted, held_out) = (thousands(self.fitted), thousands(self.held_out));
        let (loss, loss_held_out) = (self.loss, self.loss_held_out);
        writeln!(
            f,
            "  loss   {loss:.5} over {fitted} positions, {loss_held_out:.5} over {held_out} held out"
        )?;
        if let Some(against) = &self.against {
            writeln!(f, "  match  {against}")?;
        }
        if !self.accepted {
            writeln!(
                f,
                "  not clearly better: the next generation plays with the network before"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for MatchLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (won, drawn, lost) = (self.won, self.drawn, self.lost);
        write!(f, "{won} won, {drawn} drawn, {lost} lost: {:+.1}", self.elo)?;
        match self.error {
            Some(error) => write!(f, " ± {error:.1} Elo"),
            None => f.write_str(" Elo, of too few games to bound it"),
        }
    }
}
