//! The options of a match, and the values of those that consist of `KEY=VALUE`.

use crate::cli::arguments::{Json, OnIllegal, ShardOption, WrapperOption, values};
use crate::cli::result_file::ResultFile;
use ataxx_arena::TournamentFormat;
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::{Diagnostic, nearest};
use ataxx_core::stats::{EloModel, Sprt};
use ataxx_opponents::{AtMostPlies, DrawRule, ResignRule, Timing};
use clap::builder::TypedValueParser;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
#[command(mut_arg("shard", |shard| shard.value_name("K/N").requires("out").help(
    "Play only one part of the games, the K-th of N; `match merge` combines the parts"
)))]
pub struct MatchArgs {
    /// A player; repeatable.
    #[arg(
        long = "player",
        value_name = "PLAYER",
        required_unless_present = "listed"
    )]
    pub players: Vec<String>,
    /// Further players from a file, one per line; a line that begins with `#` is a comment.
    #[arg(long = "players", value_name = "FILE", id = "listed")]
    pub listed: Option<PathBuf>,
    #[command(flatten)]
    pub wrapper: WrapperOption,
    /// Default settings of all players, such as `tc=1+0.02,option.Hash=64`; a kind of player
    /// without a setting ignores it.
    #[arg(long, value_name = "KEY=VALUE,…")]
    pub each: Option<String>,
    /// Tournament format: round robin, or gauntlet (the first player against each of the
    /// others).
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = values::choice(TournamentFormat::ALL, TournamentFormat::name))]
    pub format: TournamentFormat,
    /// Number of games in each encounter of two players; even, because each opening is played with
    /// both colours [default: 10; with --sprt until the test is decided].
    #[arg(long, value_name = "N", value_parser = even)]
    pub games: Option<u32>,
    /// Rules to play by: a name, or a name with settings; by default those that the players know,
    /// or `uai`.
    #[arg(
        long,
        value_name = "RULES",
        ignore_case = true,
        value_parser = values::RulesText,
    )]
    pub rules: Option<Rules>,
    /// Number of games to play at the same time, each with its own processes.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads())]
    pub concurrency: NonZeroUsize,
    /// Bind each of these games and its programs to a processor core of its own.
    #[arg(long)]
    pub affinity: bool,
    #[command(flatten)]
    pub shard: ShardOption,
    /// End the match as soon as this file exists, which is looked for after each game.
    #[arg(long, value_name = "FILE")]
    pub stop_file: Option<PathBuf>,
    /// Keep the match in a folder: `match.json`, and the games in `games.txt`; an unfinished match
    /// in it is resumed.
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Print the dialogue with the programs during the match, or append it to a file; with --out it
    /// is always in `engines.log`.
    #[arg(long, value_name = "engine[=FILE]", value_parser = engine_output)]
    pub log: Option<EngineOutput>,
    #[command(flatten, next_help_heading = "Time")]
    pub time: Time,
    #[command(flatten, next_help_heading = "Openings")]
    pub openings: Openings,
    #[command(flatten, next_help_heading = "Ends")]
    pub ends: Ends,
    #[command(flatten, next_help_heading = "Results")]
    pub outcome: ReportArgs,
}

/// Where `--log engine` goes.
#[derive(Clone, Debug)]
pub enum EngineOutput {
    Stderr,
    /// To the end of this file.
    File(PathBuf),
}

fn engine_output(text: &str) -> Result<EngineOutput, String> {
    match text.split_once('=') {
        None if text == "engine" => Ok(EngineOutput::Stderr),
        Some(("engine", file)) if !file.is_empty() => Ok(EngineOutput::File(file.into())),
        _ => Err("expected `engine` or `engine=FILE`".to_owned()),
    }
}

#[derive(Debug, clap::Args)]
pub struct Time {
    /// Time control for each player: SECONDS for the game, or for every MOVES moves, plus an
    /// increment of SECONDS after each move: `10+0.1`, `40/60`.
    #[arg(
        long,
        value_name = "[MOVES/]SECONDS[+SECONDS]",
        conflicts_with = "each_move"
    )]
    pub tc: Option<Timing>,
    /// Time for each move, in seconds [default: 1, or none with another limit; 5 with agents].
    #[arg(long = "move-time", visible_alias = "st", value_name = "SECONDS", value_parser = values::seconds(3600))]
    pub each_move: Option<Duration>,
    /// Node limit of a player for each move.
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// Depth limit of a player in plies, at most 200.
    #[arg(long, value_name = "N", value_parser = TypedValueParser::try_map(values::depth(), NonZeroU32::try_from))]
    pub depth: Option<NonZeroU32>,
    /// Time by which a move may exceed the limit without a forfeit, in seconds; not where a random
    /// move is made instead.
    #[arg(long = "time-margin", value_name = "SECONDS", default_value = "0.1", value_parser = values::seconds(3600))]
    pub margin: Duration,
    /// Time to wait for a player after its time has run out, in seconds, before it forfeits by a
    /// stall; without a clock, a minute if that is longer.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = values::seconds(24 * 3600))]
    pub patience: Duration,
    /// Time for a program to start, and to get ready for a game, in seconds.
    #[arg(long = "start-time", value_name = "SECONDS", default_value = "10", value_parser = values::above_zero(3600))]
    pub start: Duration,
}

#[derive(Debug, clap::Args)]
pub struct Openings {
    /// Start from the positions of a file, one per line (optionally `; id NAME`), or from the ends
    /// of its game records or cuteataxx games; after the last one from the first again.
    #[arg(long = "openings", value_name = "FILE", conflicts_with_all = ["plies", "blocks"])]
    pub file: Option<PathBuf>,
    /// Order of the openings of a file: as in the file, or at random by --seed.
    #[arg(long = "opening-order", value_name = "ORDER", default_value = "file", requires = "file", conflicts_with_all = ["plies", "blocks"])]
    pub order: OpeningOrder,
    /// Start with this number of random plies [default: a balanced opening of the program, of 6 to
    /// 8 plies; with agents 0 plies; with rules or players that the openings do not suit 8 plies].
    #[arg(long = "opening-plies", value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub plies: Option<u32>,
    /// Place blocks on a third of the boards.
    #[arg(long = "opening-blocks")]
    pub blocks: bool,
    /// Seed of the order of openings, of random plies, and of the random moves of --illegal.
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::seed)]
    pub seed: u64,
}

/// The order of the openings of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OpeningOrder {
    File,
    Random,
}

#[derive(Debug, clap::Args)]
pub struct Ends {
    /// Response to an illegal move of an Ataxx Reloaded agent: a random move instead, or a forfeit
    /// of the move, which is also the response to a late or missing one [default: random].
    #[arg(long, value_name = "WHAT")]
    pub illegal: Option<OnIllegal>,
    /// Adjudicate a game as soon as one side can only pass and the result is certain, or the
    /// solver proves a forced win.
    #[arg(long)]
    pub adjudicate_forced: bool,
    /// Adjudicate a game when at most N squares are empty and the solver proves its exact
    /// result within 100,000 nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=49))]
    pub adjudicate_solved: Option<u32>,
    /// End a game as a draw when both players have reported scores of at most `score`
    /// hundredths of a piece for `movecount` turns in a row, from turn `movenumber` on.
    #[arg(long, value_name = "movenumber=…,movecount=…,score=…", value_parser = draw)]
    pub draw: Option<DrawRule>,
    /// End a game as a loss for a player that has reported a score of `score` hundredths of a
    /// piece or more against itself for `movecount` turns in a row; with `twosided=true` the
    /// other player must report the same.
    #[arg(long, value_name = "movecount=…,score=…[,twosided=…]", value_parser = resign)]
    pub resign: Option<ResignRule>,
    /// End a game after this many plies, plies of the opening included.
    #[arg(long, value_name = "N")]
    pub max_plies: Option<NonZeroUsize>,
    /// Result of a game that --max-plies ends: a draw, or a win for the side with more
    /// pieces.
    #[arg(
        long,
        value_name = "RESULT",
        default_value = "draw",
        requires = "max_plies",
        value_parser = values::choice([AtMostPlies::Draw, AtMostPlies::Pieces], at_most_plies),
    )]
    pub at_max_plies: AtMostPlies,
    /// End the match by a sequential probability ratio test of two hypotheses: the first
    /// player is stronger by `elo0` or less, or by `elo1` or more; alpha and beta are the
    /// error rates, `model=normalized` makes the differences normalised Elo. With --shard it is
    /// `ataxx merge --sprt` that decides.
    #[arg(
        long,
        value_name = "elo0=…,elo1=…[,alpha=…,beta=…,model=…]",
        value_parser = sprt,
    )]
    pub sprt: Option<Sprt>,
}

const fn at_most_plies(result: AtMostPlies) -> &'static str {
    match result {
        AtMostPlies::Draw => "draw",
        AtMostPlies::Pieces => "pieces",
    }
}

impl MatchArgs {
    /// The number of games in each encounter.
    pub fn games(&self) -> u32 {
        /// No test of use is undecided for so long, and a list of all games is small.
        const MAX_SPRT_GAMES: u32 = 100_000;
        let usual = if self.ends.sprt.is_some() {
            MAX_SPRT_GAMES
        } else {
            10
        };
        self.games.unwrap_or(usual)
    }
}

fn even(text: &str) -> Result<u32, String> {
    const MAX: u32 = 1_000_000;
    match text.parse() {
        Ok(games) if games > 0 && games <= MAX && games % 2 == 0 => Ok(games),
        _ => Err(format!("expected an even number from 2 to {MAX}")),
    }
}

/// How to report the result of a match.
#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(mut_arg("json", |json| json.help("Print a JSON object instead of the tables")))]
pub struct ReportArgs {
    #[command(flatten)]
    pub json: Json,
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

/// The values of these keys, each at most once.
fn values_of<'a, const N: usize>(
    text: &'a str,
    keys: [&str; N],
) -> Result<[Option<&'a str>; N], String> {
    let mut values = [None; N];
    for field in text.split(',') {
        let (key, value) = field
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| format!("expected KEY=VALUE, found `{field}`"))?;
        let place = keys.iter().position(|&known| known == key).ok_or_else(|| {
            let near = nearest(key, keys)
                .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            format!("expected one of {}, found `{key}`{near}", keys.join(", "))
        })?;
        if values[place].replace(value).is_some() {
            return Err(format!("`{key}=` is given twice"));
        }
    }
    Ok(values)
}

/// Reads the hypotheses and error rates of `--sprt`.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];
    let given = values_of(text, KEYS)?;
    let model = match given[4] {
        None | Some("logistic") => EloModel::Logistic,
        Some("normalized" | "normalised") => EloModel::Normalised,
        Some(other) => {
            return Err(format!(
                "`model`: expected `logistic` or `normalized`, found `{other}`"
            ));
        }
    };
    let mut values = [None, None, Some(0.05), Some(0.05)];
    for ((key, text), value) in KEYS.into_iter().zip(given).zip(&mut values) {
        if let Some(text) = text {
            let number = text.parse::<f64>();
            let wrong = |_| format!("`{key}`: expected a number, found `{text}`");
            *value = Some(number.map_err(wrong)?);
        }
    }
    let [Some(elo0), Some(elo1), Some(alpha), Some(beta)] = values else {
        return Err("expected elo0=… and elo1=…".to_owned());
    };
    Sprt::of_model(model, elo0, elo1, alpha, beta).map_err(|error| error.to_string())
}

/// Reads the value of `--draw`.
fn draw(text: &str) -> Result<DrawRule, String> {
    const KEYS: [&str; 3] = ["movenumber", "movecount", "score"];
    let [Some(number), Some(count), Some(score)] = values_of(text, KEYS)? else {
        return Err("expected movenumber=…, movecount=… and score=…".to_owned());
    };
    Ok(DrawRule {
        move_number: whole("movenumber", number, 0, MAX_MOVES)?,
        move_count: whole("movecount", count, 1, MAX_MOVES)?,
        score: whole("score", score, 0, MAX_SCORE)?,
    })
}

/// Reads the value of `--resign`.
fn resign(text: &str) -> Result<ResignRule, String> {
    const KEYS: [&str; 3] = ["movecount", "score", "twosided"];
    let [Some(count), Some(score), two_sided] = values_of(text, KEYS)? else {
        return Err("expected movecount=… and score=…".to_owned());
    };
    Ok(ResignRule {
        move_count: whole("movecount", count, 1, MAX_MOVES)?,
        score: whole("score", score, 1, MAX_SCORE)?,
        two_sided: match two_sided {
            None | Some("false") => false,
            Some("true") => true,
            Some(other) => {
                return Err(format!(
                    "`twosided`: expected `true` or `false`, found `{other}`"
                ));
            }
        },
    })
}

const MAX_MOVES: u32 = 10_000;
const MAX_SCORE: u32 = 1_000_000;

fn whole(key: &str, text: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| {
            format!("`{key}`: expected a whole number from {least} to {most}, found `{text}`")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_by_scores() {
        let rule = DrawRule {
            move_number: 34,
            move_count: 8,
            score: 20,
        };
        assert_eq!(draw("movenumber=34, score=20,movecount=8"), Ok(rule));
        let rule = ResignRule {
            move_count: 3,
            score: 600,
            two_sided: false,
        };
        assert_eq!(resign("movecount=3,score=600"), Ok(rule));
        let two_sided = ResignRule {
            two_sided: true,
            ..rule
        };
        assert_eq!(resign("movecount=3,score=600,twosided=true"), Ok(two_sided));
    }

    #[test]
    fn what_is_no_rule() {
        let no_draw = |text: &str| draw(text).expect_err(text);
        insta::assert_snapshot!(no_draw(""), @"expected KEY=VALUE, found ``");
        insta::assert_snapshot!(no_draw("movecount=8,score=20"), @"expected movenumber=…, movecount=… and score=…");
        insta::assert_snapshot!(no_draw("movenumbr=8"), @"expected one of movenumber, movecount, score, found `movenumbr`; did you mean `movenumber`?");
        insta::assert_snapshot!(no_draw("score=1,score=2"), @"`score=` is given twice");
        insta::assert_snapshot!(no_draw("movenumber=0,movecount=0,score=20"), @"`movecount`: expected a whole number from 1 to 10000, found `0`");
        let no_resignation = |text: &str| resign(text).expect_err(text);
        insta::assert_snapshot!(no_resignation("movecount=3"), @"expected movecount=… and score=…");
        insta::assert_snapshot!(no_resignation("movecount=3,score=-600"), @"`score`: expected a whole number from 1 to 1000000, found `-600`");
        insta::assert_snapshot!(no_resignation("movecount=3,score=600,twosided=yes"), @"`twosided`: expected `true` or `false`, found `yes`");
    }
}
