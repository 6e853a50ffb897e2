//! Answers of the search and the solver to questions about the position of a session.

use super::{Player, Session, SessionSettings};
use crate::Study;
use ataxx_core::Cancellation;
use ataxx_core::board::{Move, Position, Rules};
use ataxx_core::diagnostic::text;
use ataxx_core::engine::{self, MoveBudget, PlayerOptions, Score, SearchReport, SearchTask};
use ataxx_core::notation::{BerkeleyMove, MoveNotation};
use ataxx_core::review::{
    Assessment, assessment_in_words, outcome_in_words, solution_in_words, table_of_lines,
};
use ataxx_core::solver::{Budget, Plies, Solution, Solver, SolverOptions, Verdict, known_moves};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The number of lines that an analysis shows.
const LINES: usize = 3;
/// The time for an analysis.
const LONG: MoveBudget = MoveBudget {
    usual: Duration::from_secs(3),
    longest: SessionSettings::MAX_THINKING_TIME,
};
/// The size of the transposition table, in bytes.
const TABLE: usize = 16 << 20;

impl Session {
    /// The answer to a question about the position, in whole lines. Once `cancel` is set it is
    /// what has been found so far.
    pub fn answer(&self, study: Study, cancel: &Cancellation) -> String {
        let (position, rules) = (self.position(), self.game().rules());
        if let Some(outcome) = position.outcome(rules) {
            return format!("{}\n", outcome_in_words(outcome));
        }
        if let Study::Solve(plies) = study {
            return self.solve(plies, cancel);
        }
        let Some(report) = self.search(study, cancel) else {
            return String::new();
        };
        let Some(best) = report.lines.first() else {
            return String::new();
        };
        let assessment = assessment_in_words(Assessment::of(best), position.turn());
        match (study, best.moves.first()) {
            (Study::Hint, Some(&mv)) => format!("hint: {}\n", BerkeleyMove::of(mv, position)),
            (Study::Analyze, _) => {
                let nodes = text::thousands(report.nodes);
                let table = table(&report, position, rules);
                format!(
                    "{table}{assessment}\ndepth {}, {nodes} positions\n",
                    report.depth
                )
            }
            _ => format!("{assessment}\n"),
        }
    }

    fn solve(&self, within: Plies, cancel: &Cancellation) -> String {
        let (position, rules) = (self.position(), self.game().rules());
        let budget = Budget {
            nodes: Some(self.settings().solver_nodes),
            may_continue: &|| !cancel.is_requested(),
        };
        let options = SolverOptions {
            table_bytes: TABLE,
            ..SolverOptions::default()
        };
        let solution = Solver::new(rules, &options).solve(position, within, &budget);
        let mut meaning = solution_in_words(&solution, position.turn());
        if !matches!(solution.verdict, Verdict::Win(_) | Verdict::Loss(_))
            && let Some(moves) = known_moves(position, rules)
        {
            let mut known = Solution::of_values(&moves, true);
            known.none_within = solution.none_within;
            let value = solution_in_words(&known, position.turn());
            let moves: Vec<String> = known
                .moves
                .iter()
                .map(|mv| written(&[*mv], position, rules))
                .collect();
            let moves = moves.join(" ");
            meaning = format!("{meaning}\nby the table: {value}, with {moves}");
        }
        match written(&solution.line, position, rules) {
            line if line.is_empty() => format!("{meaning}\n"),
            line => format!("{meaning}\nline: {line}\n"),
        }
    }

    fn search(&self, study: Study, cancel: &Cancellation) -> Option<SearchReport> {
        let seed = self.seed;
        let settings = self.settings();
        let (lines, limits) = match study {
            Study::Analyze => (
                LINES,
                LONG.limits(settings.move_time, settings.nodes, seed.is_some()),
            ),
            _ => (1, self.limits(Player::Ai { seed })),
        };
        let task = SearchTask {
            position: self.position(),
            rules: self.game().rules(),
            limits,
            seed: None,
            threads: if seed.is_some() {
                NonZeroUsize::MIN
            } else {
                settings.threads
            },
        };
        let options = PlayerOptions {
            table_bytes: TABLE,
            ..PlayerOptions::default()
        };
        let found = engine::Player::new(&options).analyze(&task, lines, cancel, &mut |_| {});
        let (mut report, _) = found?;
        // A later line can change the value of an earlier one.
        report
            .lines
            .sort_by_key(|line| std::cmp::Reverse(line.value));
        Some(report)
    }
}

fn table(report: &SearchReport, position: &Position, rules: &Rules) -> String {
    let rows: Vec<(Score, String)> = report
        .lines
        .iter()
        .map(|line| (line.score, written(&line.moves, position, rules)))
        .collect();
    table_of_lines(&rows)
}

fn written(line: &[Move], position: &Position, rules: &Rules) -> String {
    MoveNotation::Berkeley
        .write_line(line, position, rules)
        .join(" ")
}
