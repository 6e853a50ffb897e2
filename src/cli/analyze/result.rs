//! The analysis of a position, as text and as JSON.

use crate::cli::output;
use ataxx_core::board::{Outcome, Position, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::engine::{Score, SearchReport};
use ataxx_core::notation::{GameResult, MoveNotation};
use ataxx_core::review::{Assessment, assessment_in_words, outcome_in_words, table_of_lines};
use ataxx_core::solver::Plies;
use serde::{Serialize, Serializer};
use std::time::Duration;

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
}

/// A line of play and its score for the side to move.
#[derive(Clone, Serialize)]
struct WrittenLine {
    score: Shown,
    moves: Vec<String>,
}

impl AnalysisResult {
    /// The result after this time; without a report where the game is over.
    pub fn of(
        report: Option<&SearchReport>,
        position: &Position,
        rules: &Rules,
        notation: MoveNotation,
        time: Duration,
    ) -> Self {
        let lines = report.map_or(&[][..], |report| &report.lines);
        let outcome = position.outcome(rules);
        Self {
            position: position.to_string(),
            depth: report.map_or(0, depth),
            nodes: report.map_or(0, |report| report.nodes),
            seconds: text::seconds(time),
            result: outcome.map(|outcome| GameResult::from(Some(outcome)).to_string()),
            lines: lines
                .iter()
                .map(|line| WrittenLine {
                    score: Shown(line.score),
                    moves: notation.write_line(&line.moves, position, rules),
                })
                .collect(),
        }
    }

    /// The lines, one below the other.
    fn table(&self) -> String {
        let lines: Vec<_> = self
            .lines
            .iter()
            .map(|line| (line.score.0, line.moves.join(" ")))
            .collect();
        table_of_lines(&lines)
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
        let table = self.answer.table();
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
        ];
        let table = self.answer.table();
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

/// A score in JSON: `{"stones":2.45}`, `{"win":3}`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown(pub Score);

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Written {
    Stones(f64),
    Win(u32),
    Loss(u32),
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match self.0 {
            Score::Stones(stones) => Written::Stones(text::rounded(stones, 2)),
            Score::Win(plies) => Written::Win(plies),
            Score::Loss(plies) => Written::Loss(plies),
        };
        written.serialize(serializer)
    }
}

/// A fraction in percent.
pub fn in_percent(fraction: f64) -> String {
    text::percent(fraction, 0)
}
