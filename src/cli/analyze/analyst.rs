//! The options of `ataxx analyze`, what analyses a position by them, and the result as text and as
//! JSON.

use crate::cli::arguments::{
    Hash, INSTEAD_OF_GAME, Json, Notation, PositionArgs, RecordedGame, SearchLimits, Threads,
};
use crate::cli::interrupt::INTERRUPT;
use crate::cli::tables::TablesOption;
use crate::cli::{batch, output};
use ataxx_core::board::{Move, Outcome, Position, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::engine::{
    Limits, Player, PlayerOptions, Score, SearchReport, SearchTask, Variation,
};
use ataxx_core::notation::GameResult;
use ataxx_core::review::{Assessment, assessment_in_words, outcome_in_words, table_of_lines};
use ataxx_core::solver::{Plies, Verdict, known_moves};
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Find the best variations and their scores, for one position or for each position of a
/// game.
///
/// A score is the lead in pieces that the side to move is expected to have at the end of the game,
/// or a forced win or loss within some plies. Forced results are proved, but may come sooner:
/// `ataxx solve` finds out how soon. Everything else is an estimate. With more than one thread, two
/// runs can differ.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("time", |time| time.help(
        "Time limit for each position, in seconds [default: 5, or 1 with --game, and none with \
         --depth or --nodes]"
    )),
    mut_arg("depth", |depth| depth.help(
        "Depth limit in plies; forced wins within five plies are found all the same"
    )),
    mut_arg("json", |json| json.help(
        "Print a JSON object; with --game, one for each position"
    )),
)]
pub struct Args {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Number of variations to show, each with a different first move.
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        value_parser = clap::value_parser!(u16).range(1..),
    )]
    lines: u16,
    #[command(flatten)]
    limits: SearchLimits,
    #[command(flatten)]
    hash: Hash,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub tables: TablesOption,
    #[command(flatten)]
    pub notation: Notation,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub batch: batch::Args,
    #[command(flatten, next_help_heading = "Games")]
    pub game: GameArgs,
}

/// Options for a game.
#[derive(Debug, clap::Args)]
#[command(mut_arg("game", |game| game.help(
    "Analyze each position of a game record and find the worst mistakes; `-` is standard input"
)))]
pub struct GameArgs {
    #[command(flatten)]
    pub recorded: RecordedGame,
    /// Write a chart of the game to an SVG file.
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = INSTEAD_OF_GAME)]
    pub plot: Option<PathBuf>,
}

/// The default time for a position.
pub const USUAL_TIME: Duration = Duration::from_secs(5);
/// The default time for each position of a game.
pub const USUAL_TIME_IN_A_GAME: Duration = Duration::from_secs(1);

impl Args {
    pub fn limits(&self, usual_time: Duration) -> Limits {
        self.limits.limits_or(Limits::of_time(usual_time))
    }
}

/// Analyses one position after the other with the same player.
pub struct Analyst<'a> {
    pub player: Player<'static>,
    args: &'a Args,
    rules: &'a Rules,
    limits: Limits,
}

impl<'a> Analyst<'a> {
    pub fn new(args: &'a Args, rules: &'a Rules, limits: Limits) -> Self {
        let settings = PlayerOptions {
            table_bytes: args.hash.bytes(),
            ..PlayerOptions::default()
        };
        Self {
            player: Player::new(&settings),
            args,
            rules,
            limits,
        }
    }

    /// Analyses a position; `see` receives the analysis after each depth.
    pub fn analyze(&mut self, position: &Position, see: &mut dyn FnMut(&Analysis)) -> Analysis {
        let begun = Instant::now();
        let task = SearchTask {
            position,
            rules: self.rules,
            limits: self.limits,
            seed: None,
            threads: self.args.threads.threads,
        };
        let (rules, notation) = (self.rules, self.args.notation.notation);
        let outcome = position.outcome(rules);
        let known = known_moves(position, rules);
        let write = |mv: Move| notation.write_line(&[mv], position, rules).concat();
        let analysis = |report: Option<&SearchReport>| {
            let mut report = report.cloned();
            if let Some(report) = &mut report {
                // A later line can change the value of an earlier one.
                report.lines.sort_by_key(|line| Reverse(line.value));
            }
            let lines = report.as_ref().map_or(&[][..], |report| &report.lines);
            let line = |line: &Variation| WrittenLine {
                score: line.score,
                moves: notation.write_line(&line.moves, position, rules),
            };
            Analysis {
                position: *position,
                outcome,
                answer: AnalysisResult {
                    position: position.to_string(),
                    depth: report.as_ref().map_or(0, depth),
                    nodes: report.as_ref().map_or(0, |report| report.nodes),
                    seconds: text::seconds(begun.elapsed()),
                    result: outcome.map(|_| GameResult::from(outcome).to_string()),
                    lines: lines.iter().map(line).collect(),
                    table: known.as_deref().map(|known| ByValue::of(known, &write)),
                },
                report,
            }
        };
        let lines = usize::from(self.args.lines);
        let found = self
            .player
            .analyze(&task, lines, &INTERRUPT, &mut |report| {
                see(&analysis(Some(report)));
            });
        analysis(found.as_ref().map(|(report, _)| report))
    }
}

/// The analysis of a position.
pub struct Analysis {
    pub position: Position,
    /// The outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// The report of the search, unless the game is over.
    pub report: Option<SearchReport>,
    pub answer: AnalysisResult,
}

/// The part of an analysis that is written as JSON.
#[derive(Clone, Serialize)]
pub struct AnalysisResult {
    position: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    /// The result of a finished game.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    lines: Vec<WrittenLine>,
    /// The legal moves by their values, where a table has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<ByValue>,
}

/// Moves by what the side that makes them can force then.
#[derive(Clone, Default, Serialize)]
struct ByValue {
    win: Vec<String>,
    draw: Vec<String>,
    loss: Vec<String>,
}

impl ByValue {
    fn of(known: &[(Move, Verdict)], write: &dyn Fn(Move) -> String) -> Self {
        let mut found = Self::default();
        for &(mv, value) in known {
            let with_value = match value {
                Verdict::Win(_) => &mut found.win,
                Verdict::Loss(_) => &mut found.loss,
                _ => &mut found.draw,
            };
            with_value.push(write(mv));
        }
        found
    }

    /// `a win: b7-c7, a7-a5; a draw: a7-b6`
    fn in_words(&self) -> String {
        let values = [
            ("a win", &self.win),
            ("a draw", &self.draw),
            ("a loss", &self.loss),
        ];
        let values = values.iter().filter(|(_, moves)| !moves.is_empty());
        let values: Vec<_> = values
            .map(|(value, moves)| format!("{value}: {}", moves.join(", ")))
            .collect();
        values.join("; ")
    }
}

/// A line of play and its score for the side to move.
#[derive(Clone, Serialize)]
struct WrittenLine {
    #[serde(serialize_with = "write_score")]
    score: Score,
    moves: Vec<String>,
}

impl AnalysisResult {
    /// The lines, one below the other.
    fn lines(&self) -> String {
        let lines = self.lines.iter();
        let lines = lines.map(|line| (line.score, line.moves.join(" ")));
        table_of_lines(&lines.collect::<Vec<_>>())
    }
}

/// The depth to which all lines were searched. A win that the solver found counts as
/// searched to its end.
fn depth(report: &SearchReport) -> u32 {
    match report.lines[..] {
        [ref only] if report.depth == 0 => match only.score {
            Score::Win(plies) | Score::Loss(plies) => plies,
            Score::Stones(_) => 0,
        },
        _ => report.depth,
    }
}

impl Analysis {
    /// The lines to show during the search.
    pub fn live(&self) -> String {
        let AnalysisResult { depth, nodes, .. } = self.answer;
        let nodes = text::thousands(nodes);
        let table = self.answer.lines();
        format!("{table}depth {depth}, {nodes} positions")
    }

    /// The result as text.
    pub fn text(&self) -> String {
        let depth = self.report.as_ref().map(|report| {
            let depth = Plies::saturating(self.answer.depth);
            if report.deepest > self.answer.depth {
                format!("{depth}, and up to {} in places", report.deepest)
            } else {
                depth.to_string()
            }
        });
        let rows = [
            ("meaning", Some(self.meaning())),
            ("depth", depth),
            ("effort", self.report.as_ref().map(|_| self.effort())),
            ("table", self.answer.table.as_ref().map(ByValue::in_words)),
        ];
        let table = self.answer.lines();
        let gap = if table.is_empty() { "" } else { "\n" };
        table + gap + &output::rows(rows)
    }

    fn meaning(&self) -> String {
        if let Some(outcome) = self.outcome {
            return outcome_in_words(outcome);
        }
        let best = self.report.as_ref().and_then(|report| report.lines.first());
        best.map_or_else(
            || "nothing was found out before the search ended".to_owned(),
            |line| assessment_in_words(Assessment::of(line), self.position.turn()),
        )
    }

    fn effort(&self) -> String {
        let AnalysisResult { nodes, seconds, .. } = self.answer;
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let rate = text::thousands(text::per_second(nodes, time));
        let positions = text::counted(nodes, "position");
        format!("{positions}, {seconds:.3} s, {rate} a second")
    }
}

/// Writes a score in JSON: `{"stones":2.45}`, `{"win":3}`.
pub fn write_score<S: Serializer>(score: &Score, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Written {
        Stones(f64),
        Win(u32),
        Loss(u32),
    }
    let written = match *score {
        Score::Stones(stones) => Written::Stones(text::rounded(stones, 2)),
        Score::Win(plies) => Written::Win(plies),
        Score::Loss(plies) => Written::Loss(plies),
    };
    written.serialize(serializer)
}
