//! The result of a match.

use super::keys::sprt as read_sprt;
use crate::arena::report::{Heading, Scoreboard, games_csv, page};
use crate::arena::{Decider, Description, PlayedGame, Results};
use crate::cli::arguments::Json;
use crate::cli::exit::Failure;
use crate::cli::result_file::ResultFile;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::stats::Sprt;
use std::path::PathBuf;

/// How to report the result of a match.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(mut_arg("json", |json| json.help("Print a JSON object instead of the tables")))]
pub struct ReportArgs {
    #[command(flatten)]
    json: Json,
    /// Write the standings to a CSV file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the list of games to a CSV file.
    #[arg(long, value_name = "FILE")]
    games_csv: Option<PathBuf>,
    /// Write an HTML page with all tables and a replay of the games.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The files for the standings and the games as CSV, and for the page.
pub type Files = [Option<ResultFile>; 3];

impl ReportArgs {
    /// Checks before the work that the files can be written.
    pub fn files(&self) -> Result<Files, Diagnostic> {
        let file = |path: &Option<PathBuf>| path.as_deref().map(ResultFile::at).transpose();
        Ok([file(&self.csv)?, file(&self.games_csv)?, file(&self.html)?])
    }
}

/// The names of all players.
pub fn names(description: &Description) -> Vec<String> {
    let names = description.players.iter().map(|player| player.name.clone());
    names.collect()
}

/// The scoreboard of a match after some games; `planned` is the number of all games, if it
/// is known.
pub fn scoreboard(
    description: &Description,
    games: &[PlayedGame],
    planned: Option<u64>,
) -> Scoreboard {
    let heading = Heading {
        title: title(description),
        settings: settings(description),
        planned,
        sprt: sprt(description),
    };
    Scoreboard::new(heading, &names(description), games)
}

/// The test that ends the match.
fn sprt(description: &Description) -> Option<Sprt> {
    read_sprt(description.sprt.as_deref()?).ok()
}

fn title(description: &Description) -> String {
    match &description.players[..] {
        [first, second] => format!("{} against {}", first.name, second.name),
        players => format!("{}, {} players", description.format, players.len()),
    }
}

/// The settings of the match, for the scoreboard.
fn settings(description: &Description) -> Vec<(String, String)> {
    let mut rows = vec![
        ("rules", description.rules.clone()),
        ("time", description.time.clone()),
        ("openings", description.openings.clone()),
    ];
    if description.adjudication != "none" {
        rows.push(("adjudication", description.adjudication.clone()));
    }
    if let Some(seed) = &description.random_moves {
        rows.push((
            "random moves",
            format!("for the faulty ones of agents, {seed}"),
        ));
    }
    if let Some(shard) = &description.shard {
        rows.push(("shard", shard.clone()));
    }
    let described = description.players.iter();
    let described = described.filter(|player| player.name != player.player);
    let named: Vec<(String, String)> = described
        .map(|player| (player.name.clone(), player.player.clone()))
        .collect();
    rows.into_iter()
        .map(|(what, value)| (what.to_owned(), value))
        .chain(named)
        .collect()
}

/// Reports the result of a match, without games that were played after it was decided. Returns
/// whether a test has decided it.
pub fn report(
    description: &Description,
    games: &Results,
    options: &ReportArgs,
    files: Files,
) -> Result<bool, Failure> {
    let mut games = games.clone();
    let mut is_decided = false;
    if let Some(sprt) = sprt(description) {
        let mut decider = Decider::new(sprt);
        is_decided = decider.count_new(&games);
        decider.truncate(&mut games);
    }
    let planned = description.plan().map(|plan| plan.games(&games));
    let planned = planned
        .filter(|known| known.complete && !is_decided && description.shard.is_none())
        .map(|known| known.games.len() as u64);
    let winner = description.plan().and_then(|plan| plan.winner(&games));
    let games: Vec<PlayedGame> = games.into_values().collect();
    let mut scoreboard = scoreboard(description, &games, planned);
    if let Some(winner) = winner.and_then(|player| description.players.get(player)) {
        let row = ("winner".to_owned(), winner.name.clone());
        scoreboard.settings.push(row);
    }
    // The files are written even if stdout cannot be.
    let printed = options.json.print(&scoreboard, || scoreboard.text());
    let [csv, list, html] = files;
    if let Some(file) = csv {
        file.write_text(&scoreboard.csv())?;
    }
    if let Some(file) = list {
        file.write_text(&games_csv(&names(description), &games))?;
    }
    if let Some(file) = html {
        file.write_text(&page(&scoreboard, &games))?;
    }
    printed?;
    Ok(is_decided)
}
