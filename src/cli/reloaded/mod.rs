//! `ataxx reloaded`.

mod board;
mod human;
mod player;
mod report;

use super::arguments::{Json, Notation, OnIllegal, values};
use super::exit::{Exit, Failure};
use super::interrupt::{self, INTERRUPT, OnInterrupt};
use super::output;
use super::result_file::ResultFile;
use crate::opponents::Absence;
use crate::opponents::game::{self, Conditions, Ended, Penalty};
use crate::storage;
use ataxx_core::board::{Color, Game, Rules};
use ataxx_core::diagnostic::{Diagnostic, text};
use player::Player;
use report::{Match, Report};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Referee games of Ataxx Reloaded between agents, this program and people.
///
/// A player is the command line of an agent, `ai` for this program, `human` for a person at the
/// terminal, or `random` for random legal moves. An agent is started anew for every move.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object for each game, and one for the players"
)))]
pub struct Args {
    /// Player of black in the first game: 'COMMAND', ai, human or random.
    black: String,
    /// Player of white in the first game; colours are exchanged after each game.
    white: String,
    /// Number of games.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Response to an illegal, late or missing move: a random move instead, or a forfeit of the
    /// move.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = OnIllegal::Random.name(),
        value_parser = values::choice(OnIllegal::ALL, OnIllegal::name),
    )]
    illegal: OnIllegal,
    /// Time limit of an agent for each move from its start, in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::seconds(3600))]
    move_time: Duration,
    /// Thinking time of `ai` for each move, in seconds; more than 3.5 are not used [default: 1,
    /// or no limit with --ai-nodes].
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds(5))]
    ai_time: Option<Duration>,
    /// Node limit of `ai` for each move; its moves are then the same in every run.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "ai_time",
    )]
    ai_nodes: Option<u64>,
    /// Seed of random moves, and with --ai-nodes of the moves of `ai`.
    #[arg(long, value_name = "N", default_value = "0", value_parser = values::seed)]
    seed: u64,
    /// Print every move and the board after it.
    #[arg(long, conflicts_with = "json")]
    show: bool,
    /// Write the game records to a file.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    notation: Notation,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut records = args.record.as_deref().map(Records::at).transpose()?;
    interrupt::settle(OnInterrupt::FinishThenLeave);
    let mut players = [&args.black, &args.white].map(|given| Player::of(given, args));
    for player in &mut players {
        if let Err(absence) = player.identify() {
            return absent(player, absence);
        }
        if let Some(what) = player.unidentified() {
            let message = format!("`{}` does not say its name: {what}", player.given());
            output::report(&Diagnostic::warning("identify", message));
        }
    }
    let report = Report::new(args);
    report.begun(&players)?;
    for number in 1..=args.games {
        let game = Match {
            number,
            black: ((number - 1) % 2) as usize,
        };
        let finished = match play(args, game, &players, &report)? {
            Ok(finished) => finished,
            Err((color, absence)) => {
                report.end(&players)?;
                return absent(&players[game.player(color)], absence);
            }
        };
        for color in Color::BOTH {
            players[game.player(color)].tally.add(&finished, color);
        }
        if let Some(records) = &mut records {
            records.add(game, &players, &finished)?;
        }
        report.game(game, &players, &finished)?;
    }
    report.end(&players)?;
    let faultless = players
        .iter()
        .all(|player| player.tally.faults() == 0 && player.unidentified().is_none());
    Ok(if faultless { Exit::Good } else { Exit::Failed })
}

/// Plays a game, and reports its plies.
fn play(
    args: &Args,
    game: Match,
    players: &[Player; 2],
    report: &Report,
) -> Result<Result<Ended, (Color, Absence)>, Failure> {
    let seed = args.seed.wrapping_add(u64::from(game.number - 1));
    let penalty = match args.illegal {
        OnIllegal::Forfeit => Penalty::Move,
        OnIllegal::Random => Penalty::RandomMove,
    };
    let conditions = Conditions::reloaded(penalty, seed, args.move_time);
    let mut reported = Ok(());
    let mut black = players[game.player(Color::Red)].opponent(seed);
    let mut white = players[game.player(Color::Blue)].opponent(seed);
    let ended = game::play(
        [&mut *black, &mut *white],
        &Game::new(Rules::RELOADED),
        &conditions,
        &INTERRUPT,
        &mut |after, ply| {
            if reported.is_ok() {
                reported = report.ply(game, players, after, ply);
            }
        },
    );
    reported?;
    Ok(ended)
}

/// The end of the run when a player cannot go on.
fn absent(player: &Player, absence: Absence) -> Result<Exit, Failure> {
    match absence {
        Absence::NotStarted(reason) => Err(Failure::not_started(Diagnostic::error(
            "not-started",
            reason,
        ))),
        Absence::Left => {
            output::message(&format!("{} has left\n", player.name()));
            Ok(Exit::Good)
        }
        Absence::Interrupted => Err(Failure::Interrupted),
    }
}

/// A file of records. Each is written when its game is over; the first replaces what was there.
struct Records {
    name: String,
    path: PathBuf,
    file: Option<File>,
}

impl Records {
    fn at(path: &Path) -> Result<Self, Diagnostic> {
        ResultFile::at(path)?;
        Ok(Self {
            name: text::visible(&path.to_string_lossy()).into_owned(),
            path: path.to_owned(),
            file: None,
        })
    }

    fn add(
        &mut self,
        game: Match,
        players: &[Player; 2],
        finished: &Ended,
    ) -> Result<(), Diagnostic> {
        let text = report::record(game, players, finished);
        self.append(&text)
            .map_err(|error| unwritable(&self.name, &error))
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => File::create(&self.path)?,
        };
        file.write_all(text.as_bytes())?;
        self.file = Some(file);
        Ok(())
    }
}

fn unwritable(name: &str, error: &io::Error) -> Diagnostic {
    let message = format!(
        "`{name}` cannot be written: {}",
        storage::why_unwritable(error)
    );
    Diagnostic::error("file", message)
}
