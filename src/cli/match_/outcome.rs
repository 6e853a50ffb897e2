//! What a match came to.

use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::result_file::ResultFile;
use ataxx::arena::rating::{Encounters, Sprt};
use ataxx::arena::{Description, PlayedGame, Results};
use ataxx::diagnostic::Diagnostic;
use std::path::PathBuf;

/// How to tell what a match came to.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub struct Options {
    /// Print a JSON object in place of the tables.
    #[arg(long)]
    pub json: bool,
    /// Write how everybody stands as a table for spreadsheets.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page with all tables and games.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The files that it goes to.
pub struct Files {
    csv: Option<ResultFile>,
    html: Option<ResultFile>,
}

impl Options {
    /// Finds out whether the files can be written, before the work and not after it.
    ///
    /// # Errors
    ///
    /// When one cannot.
    pub fn files(&self) -> Result<Files, Diagnostic> {
        let file = |path: &Option<PathBuf>| path.as_deref().map(ResultFile::at).transpose();
        Ok(Files {
            csv: file(&self.csv)?,
            html: file(&self.html)?,
        })
    }
}

/// What a match came to.
pub struct Outcome {
    names: Vec<String>,
    games: Vec<PlayedGame>,
}

impl Outcome {
    pub fn of(description: &Description, games: &Results, _sprt: Option<Sprt>) -> Self {
        let names = description.players.iter().map(|player| player.name.clone());
        Self {
            names: names.collect(),
            games: games.values().cloned().collect(),
        }
    }

    /// How everybody stands.
    pub fn table(&self) -> String {
        let encounters = Encounters::of(&self.games);
        let mut text = String::new();
        for (player, name) in self.names.iter().enumerate() {
            let tally = encounters.tally(player);
            let (won, drawn, lost) = (tally.won, tally.drawn, tally.lost);
            text.push_str(&format!("{name}: {won} won, {drawn} drawn, {lost} lost\n"));
        }
        text
    }

    /// Prints it and writes it to the files.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, options: &Options, files: Files) -> Result<(), Failure> {
        let _ = (options.json, files.csv, files.html);
        output::data(&self.table())?;
        Ok(())
    }
}
