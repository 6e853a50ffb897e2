//! The solver: questions about a position and their solutions.

use super::budget::Budget;
use super::goal::{Lemma, Plies, Question, Verdict};
use super::node::{SearchProblem, Squares};
use super::prover::Prover;
use super::pruning::{PruningCounts, SolverOptions};
use super::root_search::{RootResult, RootSearch};
use super::table::ProofTable;
use crate::board::{Move, Position, Rules};
use std::sync::Arc;
use std::sync::atomic::AtomicU16;

/// The solution of a question.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Neither side can force a win within this many plies: one less than the distance, or,
    /// for an exhausted budget, as far as the search got.
    pub none_within: Plies,
    /// First moves that keep the verdict and the distance: one, or all if the question asks
    /// for all. Empty if the game is over or the verdict unknown.
    pub moves: Vec<Move>,
    /// Whether `moves` has all that the question asks for; `false` if the budget was
    /// exhausted before, and then each of them keeps the verdict all the same.
    pub moves_complete: bool,
    /// Principal variation to the end of the game, for a win or loss with a known distance.
    pub line: Vec<Move>,
    /// The number of searched positions.
    pub nodes: u64,
    /// How often each pruning rule was used.
    pub pruning_counts: PruningCounts,
    /// The lemmas that together prove the verdict.
    pub(super) proof: Vec<Lemma>,
    /// The lemma that a first move must keep true; `None` if there is no move to make.
    pub(super) keep: Option<Lemma>,
}

/// Finds forced wins and losses; see the [module documentation](super).
pub struct Solver {
    pub(super) rules: Rules,
    pub(super) options: SolverOptions,
    pub(super) table: ProofTable,
    /// The squares that the table is for; `None` for an empty table.
    pub(super) squares: Option<Squares>,
    keeps_table: bool,
    /// The plies within which the search in progress has proved that neither side can force a
    /// win.
    pub(super) reached: Arc<AtomicU16>,
}

impl Solver {
    /// A solver for positions under these rules.
    #[must_use]
    pub fn new(rules: &Rules, options: &SolverOptions) -> Self {
        Self {
            rules: *rules,
            options: *options,
            table: ProofTable::new(options.table_bytes),
            squares: None,
            keeps_table: false,
            reached: Arc::default(),
        }
    }

    /// Keeps the table from one question to the next, as far as it holds there, instead of
    /// clearing it.
    pub fn keep_table(&mut self) {
        self.keeps_table = true;
    }

    /// The plies within which the search in progress has proved that neither side can force a
    /// win, for a display while it goes on.
    #[must_use]
    pub fn reached(&self) -> Arc<AtomicU16> {
        Arc::clone(&self.reached)
    }

    /// Finds a forced win or loss of the side to move within `plies`, and its distance.
    pub fn solve(&mut self, position: &Position, plies: Plies, budget: &Budget) -> Solution {
        let question = Question {
            within: Some(plies),
            all_moves: false,
        };
        self.answer(position, question, budget)
    }

    /// Finds the value of the position with best play.
    ///
    /// Under rules without a limit on the length of a game, a draw by endless play is not
    /// found.
    pub fn exact(&mut self, position: &Position, budget: &Budget) -> Solution {
        let question = Question {
            within: None,
            all_moves: false,
        };
        self.answer(position, question, budget)
    }

    /// Like [`solve`](Self::solve), without moves and line.
    pub fn verdict(&mut self, position: &Position, plies: Plies, budget: &Budget) -> Verdict {
        let (_, result) = self.search(position, Some(plies), budget);
        result.verdict
    }

    /// Answers a question. The table is cleared first, unless it is [kept](Self::keep_table),
    /// so that with one thread the same question always takes the same number of nodes.
    pub fn answer(&mut self, position: &Position, question: Question, budget: &Budget) -> Solution {
        let (mut search, result) = self.search(position, question.within, budget);
        let RootResult {
            verdict,
            keep,
            proof,
        } = result;
        let (moves, moves_complete) = search.moves(keep, question);
        let line = search.line(verdict, &moves);
        Solution {
            verdict,
            none_within: search.none_within,
            moves,
            moves_complete: moves_complete && verdict != Verdict::Unknown,
            line,
            nodes: search.prover.nodes,
            pruning_counts: search.prover.counts,
            proof,
            keep,
        }
    }

    /// Answers a question as fully as the budget allows, in this order: the value of the position,
    /// then its distance, then the other moves.
    ///
    /// Within a number of plies one search finds all of it: this is [`answer`](Self::answer).
    /// Without a limit on plies the value comes first, with one move that keeps it;
    /// `value_found` is called then. The distance of a win or loss is searched for from below
    /// with what is left of the budget. All moves, if the question asks for them, come last: those
    /// that keep a distance are found faster than those that keep a win at any distance. If the
    /// budget is exhausted before the distance is found, only
    /// [`none_within`](Solution::none_within) has grown.
    pub fn answer_in_full(
        &mut self,
        position: &Position,
        question: Question,
        budget: &Budget,
        value_found: &dyn Fn(),
    ) -> Solution {
        if question.within.is_some() {
            return self.answer(position, question, budget);
        }
        let solution = self.exact(position, budget);
        value_found();
        self.complete(position, question, solution, budget)
    }

    /// Adds to the value of a position what the budget allows, which covers the search for the value,
    /// too: the distance of a win or loss, and then, if the question asks for them, all moves.
    pub fn complete(
        &mut self,
        position: &Position,
        question: Question,
        mut solution: Solution,
        budget: &Budget,
    ) -> Solution {
        let nodes = budget.nodes;
        let rest = Budget {
            nodes: nodes.map(|limit| limit.saturating_sub(solution.nodes)),
            ..*budget
        };
        let turn = position.turn();
        let winner = match solution.verdict {
            Verdict::Win(None) => Some(turn),
            Verdict::Loss(None) => Some(!turn),
            _ => None,
        };
        let mut search = self.root_search(position, &rest);
        search.none_within = solution.none_within;
        let distance = winner.and_then(|winner| Some((winner, search.distance(winner).ok()?)));
        if let Some((winner, Plies(distance))) = distance {
            let result = RootResult::win(winner, turn, distance);
            solution.verdict = result.verdict;
            solution.keep = result.keep;
            solution.proof = result.proof;
        }
        if solution.keep.is_some() && (distance.is_some() || question.all_moves) {
            let (moves, complete) = search.moves(solution.keep, question);
            solution.moves_complete = complete;
            if distance.is_some() || !moves.is_empty() {
                solution.moves = moves;
            }
            solution.line = search.line(solution.verdict, &solution.moves);
        }
        solution.none_within = search.none_within;
        solution.nodes += search.prover.nodes;
        solution.pruning_counts.add(&search.prover.counts);
        solution
    }

    pub(super) fn squares_of(&self, position: &Position) -> Squares {
        Squares {
            blocks: position.blocks(),
            live: SearchProblem::new(position, &self.rules, position.turn()).live,
        }
    }

    fn search<'a>(
        &'a mut self,
        position: &Position,
        within: Option<Plies>,
        budget: &'a Budget<'a>,
    ) -> (RootSearch<'a>, RootResult) {
        let squares = Some(self.squares_of(position));
        if !self.keeps_table || self.squares != squares {
            self.table.clear();
            self.squares = squares;
        }
        let mut search = self.root_search(position, budget);
        search.reach(Plies(0));
        let found = match within {
            Some(plies) => search.within(plies.min(Plies::MAX)),
            None => search.ever(),
        };
        (search, found.unwrap_or_else(|_| RootResult::unknown()))
    }

    fn root_search<'a>(
        &'a mut self,
        position: &Position,
        budget: &'a Budget<'a>,
    ) -> RootSearch<'a> {
        let table = &mut self.table;
        RootSearch {
            prover: Prover::new(position, &self.rules, self.options, table, budget),
            root: *position,
            none_within: Plies(0),
            reached: &self.reached,
        }
    }
}
