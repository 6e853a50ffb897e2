//! `ataxx convert`.

use super::exit::Exit;
use super::failure::Failure;
use super::interrupt::{self, OnInterrupt};
use super::terminal::view;
use super::{batch, output, position, record};
use anstream::adapter::strip_str;
use ataxx_toolkit::board::Game;
use ataxx_toolkit::diagnostic::Diagnostic;
use ataxx_toolkit::notation::picture::{Arrow, Orientation, PictureOptions, svg};
use ataxx_toolkit::notation::{BerkeleyMove, Dump, Fen, MoveRequest, ReloadedRows, Rows};
use clap::ValueEnum;
use serde::Serialize;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

/// Write a position in another notation, or as a picture.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: position::Args,
    #[command(flatten)]
    recorded: Recorded,
    /// What to write.
    #[arg(long, value_name = "NOTATION", ignore_case = true)]
    to: Target,
    /// Print a JSON object with `position` (a FEN), `to` and `text`.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    batch: batch::Args,
    #[command(flatten, next_help_heading = "Pictures")]
    picture: Picture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Target {
    /// A line as UAI writes it.
    Fen,
    /// The rows of the `dump` command.
    Dump,
    /// The same rows on one line, with the side to move and the count of jumps.
    Rows,
    /// Rows of Ataxx Reloaded, as the side to move sees them.
    Reloaded,
    /// A request for a move in Ataxx Reloaded.
    Request,
    /// A board for people, with labels and the last move.
    Board,
    /// A picture, with the last of the moves marked.
    Svg,
}

/// A game to take the position from.
#[derive(Debug, clap::Args)]
#[group(skip)]
struct Recorded {
    /// Take the last position of a game record; `-` is standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["position", "surplus", "moves", "rules", "batch"],
    )]
    game: Option<PathBuf>,
    /// Which game of a file with several, by its `game:`.
    #[arg(long, value_name = "N", requires = "game")]
    number: Option<NonZeroU64>,
    /// The position after so many plies of it.
    #[arg(long, value_name = "N", requires = "game")]
    ply: Option<usize>,
}

impl Recorded {
    /// The game as far as it is wanted.
    fn read(&self, file: &Path) -> Result<Game, Diagnostic> {
        let mut game = record::read(file, self.number)?.into_game();
        let plies = game.moves().len();
        let wanted = self.ply.unwrap_or(plies);
        if wanted > plies {
            let message = format!("the game has no ply {wanted}: it is {plies} plies long");
            return Err(Diagnostic::error("game", message));
        }
        for _ in wanted..plies {
            game.undo();
        }
        Ok(game)
    }
}

/// Options that only a picture has.
#[derive(Debug, clap::Args)]
struct Picture {
    /// Width and height in pixels [default: 400].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    size: Option<u32>,
    /// Turn the board around: g7 at the bottom left.
    #[arg(long)]
    turned: bool,
    /// Leave the labels of files and ranks out.
    #[arg(long)]
    no_coordinates: bool,
    /// An arrow (`a7-c5`) or a diamond (`d4`) over the pieces; may be repeated.
    #[arg(long, value_name = "SQUARES", value_parser = arrow)]
    arrow: Vec<Arrow>,
    /// A title instead of one that says who is to move.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// What was written.
#[derive(Serialize)]
struct Answer {
    position: String,
    to: Target,
    text: String,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    interrupt::settle(OnInterrupt::Leave);
    if args.to != Target::Svg
        && let Some(option) = args.picture.first_given()
    {
        let message = format!("`{option}` belongs to `--to svg`");
        return Err(Diagnostic::error("usage", message).into());
    }
    if let Some(file) = &args.batch.batch {
        let rules = args.position.rules;
        return batch::run(file, args.batch.shard, |position| {
            Ok(args.answer(&Game::from_position(rules.clone(), position))?)
        });
    }
    let game = match &args.recorded.game {
        Some(file) => args.recorded.read(file)?,
        None => args.position.game()?,
    };
    if args.json {
        output::json(&args.answer(&game)?)?;
    } else {
        output::data(&format!("{}\n", args.text(&game)?))?;
    }
    Ok(Exit::Good)
}

impl Args {
    fn answer(&self, game: &Game) -> Result<Answer, Diagnostic> {
        Ok(Answer {
            position: Fen(*game.position()).to_string(),
            to: self.to,
            text: strip_str(&self.text(game)?).to_string(),
        })
    }

    /// The text, without the end of its last line. A board is in colour.
    fn text(&self, game: &Game) -> Result<String, Diagnostic> {
        let position = *game.position();
        let blocked = |error: ataxx_toolkit::notation::NoBlocksInReloaded| {
            Diagnostic::error("convert", error.to_string())
        };
        Ok(match self.to {
            Target::Fen => Fen(position).to_string(),
            Target::Dump => Dump(position).to_string(),
            Target::Rows => Rows(position).to_string(),
            Target::Reloaded => ReloadedRows::new(&position).map_err(blocked)?.to_string(),
            Target::Request => MoveRequest::new(&position).map_err(blocked)?.to_string(),
            Target::Board => view::board(&position, game.last_move())
                .trim_end()
                .to_owned(),
            Target::Svg => svg(&position, &self.picture.options(game)),
        })
    }
}

impl Picture {
    fn options(&self, game: &Game) -> PictureOptions {
        let usual = PictureOptions::default();
        PictureOptions {
            size: self.size.unwrap_or(usual.size),
            orientation: if self.turned {
                Orientation::Turned
            } else {
                Orientation::Usual
            },
            coordinates: !self.no_coordinates,
            last_move: game.last_move(),
            arrows: self.arrow.clone(),
            title: self.title.clone(),
        }
    }

    /// The first of these options that was given.
    fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("--size", self.size.is_some()),
            ("--turned", self.turned),
            ("--no-coordinates", self.no_coordinates),
            ("--arrow", !self.arrow.is_empty()),
            ("--title", self.title.is_some()),
        ];
        given
            .into_iter()
            .find_map(|(name, given)| given.then_some(name))
    }
}

/// Two squares with a hyphen between, or one.
fn arrow(text: &str) -> Result<Arrow, String> {
    if let Ok(square) = text.parse() {
        return Ok(Arrow {
            from: square,
            to: square,
        });
    }
    match text.parse() {
        Ok(BerkeleyMove::Step { from, to }) => Ok(Arrow { from, to }),
        Ok(BerkeleyMove::Pass) => Err("expected squares, such as a7-c5 or d4".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
