//! `ataxx convert`.

use super::arguments::{INSTEAD_OF_GAME, Json, PositionArgs, ReadGames, RecordedGame};
use super::batch;
use super::exit::{EarlyExit, Exit, usage};
use super::interrupt::{self, OnInterrupt};
use super::terminal::view;
use anstream::adapter::strip_str;
use ataxx_core::board::Game;
use ataxx_core::diagnostic::Diagnostic;
use ataxx_core::notation::picture::{Arrow, Orientation, PictureOptions, animated, svg};
use ataxx_core::notation::{BerkeleyMove, Dump, GameRecord, MoveRequest, Pgn, ReloadedRows, Rows};
use ataxx_core::replay;
use clap::ValueEnum;
use serde::Serialize;

/// Write a position or a game in another notation, as a picture or as a page.
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print a JSON object with `position` (a FEN), `to` and `text`"
)))]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    recorded: Recorded,
    /// Notation to convert to.
    #[arg(long, value_name = "NOTATION", ignore_case = true)]
    to: Target,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    batch: batch::Args,
    #[command(flatten, next_help_heading = "Pictures")]
    picture: Picture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Target {
    /// A FEN, as in UAI.
    Fen,
    /// The rows that the command `dump` prints.
    Dump,
    /// The same rows on one line, with side to move and jump count.
    Rows,
    /// Rows of Ataxx Reloaded, from the view of the side to move.
    Reloaded,
    /// A move request of Ataxx Reloaded.
    Request,
    /// A board with labels and the last move.
    Board,
    /// An SVG picture with the last move marked.
    Svg,
    /// The whole game as an animated SVG picture, one second per ply.
    Animation,
    /// The whole game as an HTML page to replay it.
    Html,
    /// The whole game as a game record; all games of a file without --number.
    Record,
    /// The whole game in the form of PGN that cuteataxx writes; all games of a file without
    /// --number.
    Pgn,
}

impl Target {
    const fn is_picture(self) -> bool {
        matches!(self, Self::Svg | Self::Animation)
    }

    const fn is_for_all_games(self) -> bool {
        matches!(self, Self::Record | Self::Pgn)
    }
}

/// The game record to take the position from.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(mut_arg("game", |game| game.help(
    "Take the last position of a game record or a cuteataxx game, or the whole game; `-` \
     is standard input"
)))]
struct Recorded {
    #[command(flatten)]
    game: RecordedGame,
    /// Take the position after N plies.
    #[arg(long, value_name = "N", requires = "game", conflicts_with_all = INSTEAD_OF_GAME)]
    ply: Option<usize>,
}

impl Recorded {
    /// The game up to `--ply`; `None` without `--game`.
    fn read(&self) -> Result<Option<ReadGames<GameRecord>>, Diagnostic> {
        let Some(mut read) = self.game.read()? else {
            return Ok(None);
        };
        let plies = read.games.game().moves().len();
        let wanted = self.ply.unwrap_or(plies);
        if wanted > plies {
            let message = format!("the game has no ply {wanted}: it is {plies} plies long");
            return Err(Diagnostic::error("game", message));
        }
        if wanted < plies {
            let particulars = read.games.particulars().clone();
            let mut game = read.games.into_game();
            for _ in wanted..plies {
                game.undo();
            }
            read.games = recorded(&game)?.with_particulars(particulars);
        }
        Ok(Some(read))
    }
}

/// Options that only a picture has.
#[derive(Debug, clap::Args)]
struct Picture {
    /// Width and height in pixels [default: 400].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    size: Option<u32>,
    /// Turn the board by 180 degrees: g7 at the bottom left.
    #[arg(long)]
    turned: bool,
    /// Omit the labels of files and ranks.
    #[arg(long)]
    no_coordinates: bool,
    /// An arrow (`a7-c5`) or a diamond (`d4`) on top of the pieces; repeatable.
    #[arg(long, value_name = "SQUARES", value_parser = arrow)]
    arrow: Vec<Arrow>,
    /// Title of the picture [default: who is to move].
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// The result.
#[derive(Serialize)]
struct Conversion {
    position: String,
    to: Target,
    text: String,
}

pub fn run(args: &Args) -> Result<Exit, EarlyExit> {
    interrupt::settle(OnInterrupt::Leave);
    if let Some(option) = args.picture.first_given() {
        let targets = match option {
            "--arrow" => "`--to svg`",
            _ => "`--to svg` and `--to animation`",
        };
        if !args.to.is_picture() || (option == "--arrow" && args.to != Target::Svg) {
            return Err(usage(format!("`{option}` belongs to {targets}")).into());
        }
    }
    if let Some(file) = &args.batch.batch {
        let rules = args.position.rules.rules;
        return batch::run(file, args.batch.shard, |position| {
            let record = recorded(&Game::from_position(rules, position))?;
            Ok(args.answer(&record, &args.text(&record)?))
        });
    }
    let (records, exit) = if args.to.is_for_all_games()
        && args.recorded.ply.is_none()
        && let Some(read) = args.recorded.game.read_all()?
    {
        (read.games, read.exit)
    } else if let Some(read) = args.recorded.read()? {
        (vec![read.games], read.exit)
    } else {
        (vec![recorded(&args.position.game()?)?], Exit::Good)
    };
    for (index, record) in records.iter().enumerate() {
        let between = if index == 0 { "" } else { "\n" };
        let text = args.text(record)?;
        args.json
            .print(&args.answer(record, &text), || format!("{between}{text}\n"))?;
    }
    Ok(exit)
}

/// The record of a game that begins with its position.
fn recorded(game: &Game) -> Result<GameRecord, Diagnostic> {
    GameRecord::new(*game.rules(), game)
        .map_err(|error| Diagnostic::error("convert", error.to_string()))
}

impl Args {
    fn answer(&self, record: &GameRecord, text: &str) -> Conversion {
        Conversion {
            position: record.game().position().to_string(),
            to: self.to,
            text: strip_str(text).to_string(),
        }
    }

    /// The text, without the end of its last line. A board is in colour.
    fn text(&self, record: &GameRecord) -> Result<String, Diagnostic> {
        let game = record.game();
        let position = *game.position();
        let blocked = |error: ataxx_core::notation::NoBlocksInReloaded| {
            Diagnostic::error("convert", error.to_string())
        };
        Ok(match self.to {
            Target::Fen => position.to_string(),
            Target::Dump => Dump(position).to_string(),
            Target::Rows => Rows(position).to_string(),
            Target::Reloaded => ReloadedRows::new(&position).map_err(blocked)?.to_string(),
            Target::Request => MoveRequest::new(&position).map_err(blocked)?.to_string(),
            Target::Board => view::board(&position, game.last_move())
                .trim_end()
                .to_owned(),
            Target::Svg => svg(&position, &self.picture.options(game)),
            Target::Animation => animated(game, &self.picture.options(game)),
            Target::Html => replay::page(record),
            Target::Record => record.to_string(),
            Target::Pgn => Pgn(record).to_string(),
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

/// Reads two squares with a hyphen between, or one.
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
