//! What `ataxx solve` shows: the progress of a search, and its result as text and as JSON.

use crate::cli::output;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::notation::MoveNotation;
use ataxx_core::review::{outcome_in_words, solution_in_words};
use ataxx_core::solver::{Plies, PruningCounts, PruningRule, Question, Solution, Verdict};
use serde::Serialize;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

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
    /// The number of positions that layers have settled, if they have found the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<u64>,
    /// Whether the value was looked up in a table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub table: bool,
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
        let distance = match solution.verdict {
            Verdict::Win(distance) | Verdict::Loss(distance) => distance,
            Verdict::None | Verdict::Draw | Verdict::Unknown => None,
        };
        let moves = solution.moves.iter();
        Self {
            position: asked.position.to_string(),
            rules: asked.rules.to_string(),
            plies: number(asked.within),
            verdict: solution.verdict.name(),
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
            settled: None,
            table: false,
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
        let positions = |count| text::counted(count, "position");
        let settled = self.settled.map(positions);
        let verdict = format!("{} ({turn} to move)", self.verdict);
        let effort = format!("{}, {:.3} s", positions(self.nodes), self.seconds);
        let rows = [
            ("verdict", Some(verdict)),
            ("meaning", Some(meaning)),
            ("best", best),
            ("line", line.map(|line| line.join(" "))),
            ("layers", settled.map(|settled| settled + " settled")),
            (
                "table",
                self.table.then(|| "the value was looked up".to_owned()),
            ),
            ("effort", Some(effort)),
        ];
        let stats = self.stats.iter().map(|Use { argument, uses }| {
            let uses = text::thousands(*uses);
            ("pruned", Some(format!("{uses:>13} by {argument}")))
        });
        output::rows(rows.into_iter().chain(stats))
    }
}

impl Query {
    pub fn question(&self) -> Question {
        Question {
            within: self.within,
            all_moves: self.all_moves,
        }
    }

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

/// The interval at which the display changes.
const INTERVAL: Duration = Duration::from_millis(100);

/// What a search has proved so far, and when.
pub struct SearchProgress {
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    nodes: u64,
    /// When the display changed last.
    shown: Option<Duration>,
    levels: Levels,
}

/// The numbers of plies that were refuted, and when the last three of them were.
#[derive(Default)]
struct Levels {
    plies: u16,
    times: [Option<Duration>; 3],
}

impl SearchProgress {
    /// A search that begins now.
    pub fn new() -> Self {
        Self {
            begun: Instant::now(),
            state: Mutex::new(State::default()),
        }
    }

    /// Adds nodes. Gives their total and a remark from time to time: what is proved so far
    /// (no win within `plies`; `is_won` if there is a win), the rate and an estimate.
    pub fn advance(&self, nodes: u64, plies: u16, is_won: bool) -> Option<(u64, String)> {
        let now = self.begun.elapsed();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.nodes += nodes;
        state.levels.reach(plies, now);
        if state.shown.is_some_and(|shown| now < shown + INTERVAL) {
            return None;
        }
        state.shown = Some(now);
        let rate = text::per_second(state.nodes, now);
        Some((state.nodes, state.levels.remark(now, rate, is_won)))
    }
}

impl Levels {
    /// Notes that this number of plies is refuted.
    fn reach(&mut self, plies: u16, now: Duration) {
        if plies > self.plies {
            self.plies = plies;
            self.times = [Some(now), self.times[0], self.times[1]];
        }
    }

    /// How long the next level still takes if it grows like the last one.
    fn estimate(&self, now: Duration) -> Option<Duration> {
        let [Some(last), Some(middle), Some(first)] = self.times else {
            return None;
        };
        let (earlier, later) = (
            middle.saturating_sub(first).as_secs_f64(),
            last.saturating_sub(middle).as_secs_f64(),
        );
        let next = Duration::try_from_secs_f64(later * (later / earlier)).ok()?;
        last.checked_add(next)?.checked_sub(now)
    }

    fn remark(&self, now: Duration, rate: u64, is_won: bool) -> String {
        let won = if is_won { ", a win" } else { "" };
        let proved = match self.plies {
            0 => String::new(),
            plies => format!(", none within {plies} plies"),
        };
        let left = self.estimate(now).map_or_else(String::new, |left| {
            format!(
                ", the next step in about {} s",
                text::thousands(left.as_secs() + 1)
            )
        });
        format!("{won}{proved}, {}/s{left}", text::thousands(rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remark_on_a_search() {
        let at = Duration::from_secs;
        let mut levels = Levels::default();
        assert_eq!(levels.remark(at(1), 2000, false), ", 2,000/s");
        levels.reach(5, at(2));
        levels.reach(5, at(3));
        levels.reach(7, at(4));
        assert_eq!(levels.remark(at(5), 1, false), ", none within 7 plies, 1/s");
        // Two seconds, then six: the next takes eighteen.
        levels.reach(9, at(10));
        let remark = levels.remark(at(12), 1, true);
        let expected = ", a win, none within 9 plies, 1/s, the next step in about 17 s";
        assert_eq!(remark, expected);
        // It takes longer than estimated.
        let late = levels.remark(at(100), 1, false);
        assert_eq!(late, ", none within 9 plies, 1/s");
    }

    #[test]
    fn levels_at_one_time_give_no_estimate() {
        let mut levels = Levels::default();
        for plies in 1..=3 {
            levels.reach(plies, Duration::ZERO);
        }
        assert_eq!(levels.estimate(Duration::ZERO), None);
    }
}
