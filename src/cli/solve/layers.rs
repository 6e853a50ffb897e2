//! `ataxx solve --exact` on small boards: by a table, or by settling every position.

use super::options::{Args, Limits};
use super::result::{Query, SolveResult};
use crate::cli::arguments::Hash;
use crate::cli::exit::EarlyExit;
use crate::cli::output;
use crate::cli::tables::build::{Work, check_memory, free_memory, memory_limit, settle};
use ataxx_core::board::Move;
use ataxx_core::solver::{Budget, Solution, Solver, Verdict, known_moves};
use ataxx_tables::{Board, Settled, TableInMemory};
use std::time::Instant;

/// The search before the layers gets as many positions: near wins are found with their distance.
const SEARCHED_FIRST: u64 = 1 << 16;
/// The search for a distance after the layers gets as many.
const SEARCHED_AFTERWARDS: u64 = 1 << 24;
/// In a batch a board with more positions than this is not settled: it takes about a minute.
const MAX_IN_BATCH: u64 = 4_000_000_000;

/// Solves positions of small boards exactly.
#[derive(Default)]
pub struct SmallBoards {
    /// Tables that were built for earlier lines of a batch, and the memory in MiB that each takes.
    built: Vec<(u64, TableInMemory)>,
}

impl SmallBoards {
    /// Solves a position by a table, or else by its layers. `None` if a search answers at once, or if
    /// layers are not possible, not wanted or take too much memory.
    pub fn solve(
        &mut self,
        args: &Args,
        solver: &mut Solver,
        asked: &Query,
        limits: &Limits,
    ) -> Result<Option<(Solution, SolveResult)>, EarlyExit> {
        if !args.may_use_layers() || asked.position.outcome(&asked.rules).is_some() {
            return Ok(None);
        }
        let begun = Instant::now();
        if let Some(moves) = self.known(asked) {
            return Ok(Some(from_table(&moves, solver, asked, limits, begun)));
        }
        let Ok(board) = Board::of_position(&asked.position, &asked.rules) else {
            return Ok(None);
        };
        let go_on = || limits.allow_more();
        let budget = |nodes| Budget {
            nodes: Some(nodes),
            may_continue: &go_on,
        };
        let searched = solver.exact(&asked.position, &budget(SEARCHED_FIRST));
        if searched.verdict != Verdict::Unknown {
            return Ok(None);
        }
        let is_batch = args.batch.batch.is_some();
        let limit = memory_limit(args.hash, free_memory());
        if is_batch {
            let needed = board.table_memory().div_ceil(1 << 20);
            if needed > limit || board.positions(true) > MAX_IN_BATCH {
                return Ok(None);
            }
            let held = |built: &[(u64, _)]| built.iter().map(|(size, _)| size).sum::<u64>();
            while held(&self.built) + needed > limit {
                self.built.remove(0);
            }
            let (position, rules) = (&asked.position, &asked.rules);
            let table = TableInMemory::build(position, rules, args.threads.threads, &go_on);
            self.built.extend(table.map(|table| (needed, table)));
            let moves = self.known(asked);
            return Ok(moves.map(|moves| from_table(&moves, solver, asked, limits, begun)));
        }
        if check_memory(&board, false, limit).is_err() {
            let needed = board.memory(false).div_ceil(1 << 20);
            if (limit + 1..=Hash::MAX).contains(&needed) {
                output::message(&format!(
                    "with `--hash {needed}` the layers of this board give the value\n"
                ));
            }
            return Ok(None);
        }
        let mut settled = Settled::default();
        let work = Work {
            threads: args.threads.threads,
            all: false,
            folder: None,
            go_on: &go_on,
        };
        settle(&board, &work, &mut settled)?;
        let mut solution = settled.solution(args.all_moves, &searched);
        let nodes = solution.nodes + SEARCHED_AFTERWARDS;
        solution = solver.complete(&asked.position, asked.question(), solution, &budget(nodes));
        let mut answer = SolveResult::of(&solution, asked, begun.elapsed());
        if settled.value != Verdict::Unknown {
            answer.settled = Some(board.positions(false));
        }
        Ok(Some((solution, answer)))
    }

    /// The moves with their values, by a table.
    fn known(&self, asked: &Query) -> Option<Vec<(Move, Verdict)>> {
        let (position, rules) = (&asked.position, &asked.rules);
        let mut built = self.built.iter();
        known_moves(position, rules)
            .or_else(|| built.find_map(|(_, table)| table.moves(position, rules)))
    }
}

/// The solution by the values of the moves. A short search may find the distance.
fn from_table(
    moves: &[(Move, Verdict)],
    solver: &mut Solver,
    asked: &Query,
    limits: &Limits,
    begun: Instant,
) -> (Solution, SolveResult) {
    let budget = Budget {
        nodes: Some(SEARCHED_FIRST),
        may_continue: &|| limits.allow_more(),
    };
    let solution = Solution::of_values(moves, asked.all_moves);
    let solution = solver.complete(&asked.position, asked.question(), solution, &budget);
    let mut answer = SolveResult::of(&solution, asked, begun.elapsed());
    answer.table = true;
    (solution, answer)
}
