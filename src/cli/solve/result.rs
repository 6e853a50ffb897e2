//! The result of `ataxx solve`, as text and as JSON.

use crate::cli::output;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::notation::MoveNotation;
use ataxx_core::review::{outcome_in_words, solution_in_words};
use ataxx_core::solver::{Plies, PruningCounts, PruningRule, Solution, Verdict};
use serde::Serialize;
use std::time::Duration;

/// The result.
#[derive(Serialize)]
pub struct SolveResult {
    position: String,
    rules: String,
    /// The plies within which a win was looked for; missing with `--exact`.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<u16>,
    /// Without a value or a distance: neither side can force a win within this many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    none_within: Option<u16>,
    moves: Vec<String>,
    /// With `--all-moves`: whether `moves` has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    /// The line of play in a batch, where `line` is the number of the input line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<String>>,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stats: Vec<Use>,
}

/// How often a pruning rule was used.
#[derive(Serialize)]
struct Use {
    argument: &'static str,
    uses: u64,
}

/// The question, and the options of the output.
pub struct Query {
    pub position: Position,
    pub rules: Rules,
    pub within: Option<Plies>,
    pub all_moves: bool,
    pub notation: MoveNotation,
    pub stats: bool,
}

impl SolveResult {
    /// The result of a search that took this time.
    pub fn of(solution: &Solution, asked: &Query, time: Duration) -> Self {
        let number = |plies: Option<Plies>| plies.map(|Plies(plies)| plies);
        let (verdict, distance) = match solution.verdict {
            Verdict::Win(distance) => ("win", distance),
            Verdict::Loss(distance) => ("loss", distance),
            Verdict::None => ("none", None),
            Verdict::Draw => ("draw", None),
            Verdict::Unknown => ("unknown", None),
        };
        let moves = solution.moves.iter();
        Self {
            position: asked.position.to_string(),
            rules: asked.rules.to_string(),
            plies: number(asked.within),
            verdict,
            distance: number(distance),
            none_within: match solution.verdict {
                Verdict::Unknown | Verdict::Win(None) | Verdict::Loss(None) => {
                    Some(solution.none_within.0)
                }
                _ => None,
            },
            moves: moves
                .map(|&mv| asked.notation.write_in(mv, &asked.position))
                .collect(),
            moves_complete: asked.all_moves.then_some(solution.moves_complete),
            line: Some(asked.written(&solution.line)),
            pv: None,
            nodes: solution.nodes,
            seconds: text::seconds(time),
            stats: if asked.stats {
                stats(&solution.pruning_counts)
            } else {
                Vec::new()
            },
        }
    }

    /// The form for a batch.
    pub fn in_batch(mut self) -> Self {
        self.pv = self.line.take();
        self
    }

    /// The result as text.
    pub fn text(&self, solution: &Solution, asked: &Query) -> String {
        let turn = asked.position.turn();
        let outcome = asked.position.outcome(&asked.rules);
        let meaning = match outcome {
            Some(outcome) => outcome_in_words(outcome),
            None => solution_in_words(solution, turn),
        };
        let best = match &self.moves[..] {
            [] if outcome.is_some() || solution.verdict == Verdict::Unknown => None,
            [] => Some("not found before the search ended".to_owned()),
            moves if !solution.moves_complete => {
                Some(format!("{} (not all: the search ended)", moves.join(" ")))
            }
            moves => Some(moves.join(" ")),
        };
        let line = self.line.as_deref().filter(|line| !line.is_empty());
        let rows = [
            (
                "verdict",
                Some(format!("{} ({turn} to move)", self.verdict)),
            ),
            ("meaning", Some(meaning)),
            ("best", best),
            ("line", line.map(|line| line.join(" "))),
            ("effort", Some(self.effort())),
        ];
        let stats = self.stats.iter().map(|Use { argument, uses }| {
            (
                "pruned",
                Some(format!("{:>13} by {argument}", text::thousands(*uses))),
            )
        });
        output::rows(rows.into_iter().chain(stats))
    }

    fn effort(&self) -> String {
        let positions = text::counted(self.nodes, "position");
        format!("{positions}, {:.3} s", self.seconds)
    }
}

impl Query {
    fn written(&self, line: &[Move]) -> Vec<String> {
        self.notation.write_line(line, &self.position, &self.rules)
    }
}

fn stats(uses: &PruningCounts) -> Vec<Use> {
    PruningRule::ALL
        .into_iter()
        .map(|argument| Use {
            argument: argument.name(),
            uses: uses[argument],
        })
        .collect()
}
