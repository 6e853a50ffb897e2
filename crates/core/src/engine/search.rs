//! Principal variation search (T. A. Marsland and M. Campbell, 'Parallel search of strongly
//! ordered game trees', ACM Computing Surveys 14, 1982) with pruning and reductions.

use super::count_limits::CountLimits;
use super::limits::{Counter, Meter, StopReason};
use super::order::{Candidate, Criteria, History, Order, Situation, list_candidates};
use super::score::{DECIDED, Evaluation, INFINITE, Value, WIN, static_value};
use super::table::{Bound, TableEntry, TranspositionTable, value_from_table, value_to_table};
use super::techniques::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, FUTILITY_PIECE, HISTORY_PARTS, MAX_EXTENSIONS, PLY,
    PREFETCH_DEPTH, REDUCTIONS, REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN, SINGULAR_DEPTH,
    SINGULAR_PLIES, STATIC_RANGE, STATIC_REDUCTION, SearchTechniques, late_move_count,
};
use crate::board::{Move, Position, Rules};
use crate::processor::Processor;

/// The maximum distance from the root, in plies.
pub(super) const MAX_PLY: u32 = 250;

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub(super) struct SearchContext<'a> {
    pub rules: &'a Rules,
    pub evaluation: &'a dyn Evaluation,
    pub techniques: SearchTechniques,
    pub table: &'a TranspositionTable,
    pub meter: &'a Meter<'a>,
}

/// The search of one thread.
pub(super) struct Search<'a> {
    pub context: SearchContext<'a>,
    pub history: &'a mut History,
    /// A stack of the moves of all positions of the current line.
    moves: Vec<Candidate>,
    /// Where they end.
    listed: usize,
    /// The principal variation from each ply of the current line.
    lines: Vec<Vec<Move>>,
    processor: Processor,
    limits: CountLimits,
    /// The greatest distance from the root that was reached (selective depth).
    pub deepest: u32,
    pub counter: Counter<'a>,
}

/// A position with its remaining depth and its distance from the root.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub position: &'p Position,
    pub depth: u32,
    pub ply: u32,
    /// The move before.
    pub previous: Option<Move>,
    /// How many moves from here on may still be extended.
    pub extensions: u32,
    /// A move that is not searched, in the search for a singular move.
    pub excluded: Option<Move>,
}

impl<'p> Node<'p> {
    /// The position after a first move.
    pub fn first(position: &'p Position, mv: Move, depth: u32) -> Self {
        Self {
            position,
            depth,
            ply: 1,
            previous: Some(mv),
            extensions: MAX_EXTENSIONS,
            excluded: None,
        }
    }
}

/// The result of a search that excludes the table move.
enum OtherMoves {
    /// All are worse than the table move by a margin: it is singular.
    Worse,
    /// One reaches this value.
    Reach(Value),
}

impl<'a> Search<'a> {
    pub fn new(context: SearchContext<'a>, history: &'a mut History) -> Self {
        Self {
            context,
            history,
            moves: Vec::new(),
            listed: 0,
            lines: vec![Vec::new(); MAX_PLY as usize + 2],
            processor: Processor::detect(),
            limits: CountLimits::of(context.rules),
            deepest: 0,
            counter: Counter::new(context.meter),
        }
    }

    /// The principal variation of the last search at this ply.
    pub fn line(&self, ply: u32) -> &[Move] {
        &self.lines[ply as usize]
    }

    fn uses(&self, technique: SearchTechniques) -> bool {
        self.context.techniques.contains(technique)
    }

    /// The value of a position for its side to move.
    ///
    /// A result of at most `alpha` is an upper bound, a result of at least `beta` a lower
    /// bound; between them it is exact.
    pub fn search(
        &mut self,
        node: Node,
        mut alpha: Value,
        beta: Value,
    ) -> Result<Value, StopReason> {
        let Node { position, ply, .. } = node;
        self.counter.count()?;
        self.lines[ply as usize].clear();
        if let Some(outcome) = position.outcome(self.context.rules) {
            let win = WIN - ply.cast_signed();
            return Ok(match outcome.winner {
                None => 0,
                Some(winner) if winner == position.turn() => win,
                Some(_) => -win,
            });
        }
        if node.depth == 0 || ply >= MAX_PLY {
            self.deepest = self.deepest.max(ply);
            return Ok(self.evaluate(position));
        }
        // Mate distance pruning: a win cannot be nearer than the next ply.
        let beta = beta.min(WIN - ply.cast_signed() - 1);
        alpha = alpha.max(ply.cast_signed() - WIN);
        if alpha >= beta {
            return Ok(alpha);
        }
        let open_window = beta - alpha > 1;
        let mut depth = node.depth;
        // Near the leaves a search is faster than a memory access.
        let skips_table = depth == 1 && !open_window;
        let key = self.limits.key(position, depth);
        let entry = if skips_table {
            None
        } else {
            self.context.table.get(key)
        };
        if let Some(entry) = entry
            && !open_window
            && node.excluded.is_none()
            && self.uses(SearchTechniques::TABLE)
        {
            let value = value_from_table(entry.value, ply);
            let entry = TableEntry { value, ..entry };
            if entry.is_cutoff(depth, alpha, beta)
                && self.limits.are_after(position, depth, value, ply)
            {
                return Ok(value);
            }
        }
        let table_move = entry
            .and_then(|entry| entry.mv)
            .filter(|_| self.uses(SearchTechniques::TABLE_MOVE));
        let eval = match entry {
            Some(entry) => entry.eval,
            None => self.evaluate(position),
        };
        if !open_window
            && node.excluded.is_none()
            && self.uses(SearchTechniques::REVERSE_FUTILITY)
            && depth <= REVERSE_FUTILITY_DEPTH
            && beta.abs() < DECIDED
            && eval - REVERSE_FUTILITY_MARGIN * depth.cast_signed() >= beta
        {
            return Ok(eval);
        }
        let extended = match self.search_other_moves(node, entry)? {
            Some(OtherMoves::Worse) => table_move,
            Some(OtherMoves::Reach(value)) if value >= beta && !open_window => return Ok(value),
            _ => None,
        };
        if table_move.is_none()
            && depth >= 4
            && self.uses(SearchTechniques::INTERNAL_REDUCTIONS | SearchTechniques::TABLE_MOVE)
        {
            depth -= 1;
        }

        if node.depth >= PREFETCH_DEPTH
            && let Some(mv) = table_move
        {
            self.prefetch(node, mv);
        }
        let first = self.list_moves(node, table_move);
        let found = self.search_moves(Node { depth, ..node }, (alpha, beta), eval, first, extended);
        self.listed = first;
        let (best, mv) = found?;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if !skips_table && node.excluded.is_none() {
            let entry = TableEntry {
                value: value_to_table(best, ply),
                bound,
                depth: u8::try_from(depth).unwrap_or(u8::MAX),
                mv: mv.or(table_move),
                eval,
            };
            self.context.table.put(key, entry);
        }
        Ok(best)
    }

    /// Appends the moves of a position to the stack, and returns where they begin.
    fn list_moves(&mut self, node: Node, table_move: Option<Move>) -> usize {
        let position = node.position;
        let first = self.listed;
        let criteria = Criteria {
            techniques: self.context.techniques,
            scores: self.history.scores(self.situation(node)),
            best: table_move,
        };
        let rules = self.context.rules;
        let (processor, moves) = (self.processor, &mut self.moves);
        let mut end = list_candidates(processor, position, rules, criteria, moves, first);
        if let Some(mv) = node.excluded
            && let Some(at) = (first..end).find(|&at| moves[at].mv() == mv)
        {
            end -= 1;
            moves.swap(at, end);
        }
        self.listed = end;
        first
    }

    /// Searches the moves other than the table move to half the depth, against the value of the
    /// table move less a margin (T. Anantharaman, M. Campbell and F. Hsu, 'Singular extensions:
    /// adding selectivity to brute-force searching', Artificial Intelligence 43, 1990; for a move
    /// that reaches beta Y. Björnsson and T. Marsland, 'Multi-cut alpha-beta pruning in game-tree
    /// search', Theoretical Computer Science 252, 2001). `None` if there is no table move to rely
    /// on, or if it must not be extended.
    fn search_other_moves(
        &mut self,
        node: Node,
        entry: Option<TableEntry>,
    ) -> Result<Option<OtherMoves>, StopReason> {
        let depth = node.depth;
        let Some(entry) = entry.filter(|entry| {
            entry.mv.is_some()
                && entry.bound != Bound::Upper
                && u32::from(entry.depth) + 3 >= depth
                && entry.value.abs() < DECIDED
        }) else {
            return Ok(None);
        };
        if depth < SINGULAR_DEPTH
            || node.excluded.is_some()
            || node.extensions == 0
            || !self.uses(SearchTechniques::SINGULAR_EXTENSIONS)
            // Values that depend on counts are stored under keys with these counts.
            || self.limits.within(node.position, depth + node.extensions) != (false, false)
        {
            return Ok(None);
        }
        let singular_beta = entry.value - depth.cast_signed() / SINGULAR_PLIES;
        let others = Node {
            depth: (depth - 1) / 2,
            excluded: entry.mv,
            ..node
        };
        let value = self.search(others, singular_beta - 1, singular_beta)?;
        self.lines[node.ply as usize].clear();
        Ok(Some(if value < singular_beta {
            OtherMoves::Worse
        } else {
            OtherMoves::Reach(singular_beta)
        }))
    }

    /// Searches the moves from `first` on, the `extended` one a ply deeper. Returns the best value,
    /// and the move that raised it above `alpha`.
    fn search_moves(
        &mut self,
        node: Node,
        (mut alpha, beta): (Value, Value),
        eval: Value,
        first: usize,
        extended: Option<Move>,
    ) -> Result<(Value, Option<Move>), StopReason> {
        let Node {
            position,
            depth,
            ply,
            ..
        } = node;
        let open_window = beta - alpha > 1;
        let end = self.listed;
        let mut best = -INFINITE;
        let mut best_move = None;
        let most = if self.uses(SearchTechniques::LATE_MOVE_PRUNING) && !open_window {
            late_move_count(depth)
        } else {
            usize::MAX
        };
        let mut order = Order::new(most);
        for number in 0..end - first {
            if number >= most && best > -DECIDED {
                break;
            }
            let mv = order.get(&mut self.moves[first..end], number);
            if number > 0
                && !open_window
                && depth <= FUTILITY_DEPTH
                && best > -DECIDED
                && self.uses(SearchTechniques::FUTILITY)
                && eval + FUTILITY_PIECE * position.gain(mv) + FUTILITY_MARGIN * depth.cast_signed()
                    <= alpha
            {
                continue;
            }
            if depth >= PREFETCH_DEPTH && number + 1 < most.min(end - first) {
                let next = order.get(&mut self.moves[first..end], number + 1);
                self.prefetch(node, next);
            }
            let child = position.after(mv, self.context.rules);
            let extension = u32::from(extended == Some(mv));
            let next = |depth| Node {
                position: &child,
                depth,
                ply: ply + 1,
                previous: Some(mv),
                extensions: node.extensions - extension,
                excluded: None,
            };
            let full = depth - 1 + extension;
            let value = if number == 0 || !self.uses(SearchTechniques::NULL_WINDOWS) {
                -self.search(next(full), -beta, -alpha)?
            } else {
                let offset = || self.history_offset(node, mv) + self.static_offset(eval, alpha);
                let reduced = self.reduced(depth, number, open_window, offset);
                let mut value = -self.search(next(reduced), -alpha - 1, -alpha)?;
                if value > alpha && reduced < full {
                    value = -self.search(next(full), -alpha - 1, -alpha)?;
                }
                if value > alpha && open_window {
                    value = -self.search(next(full), -beta, -alpha)?;
                }
                value
            };
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = Some(mv);
                self.extend_line(ply, mv);
                if alpha >= beta {
                    self.update_history(node, first, first + number);
                    break;
                }
            }
        }
        Ok((best, best_move))
    }

    /// Starts to load what the table has of the position after a move.
    ///
    /// A table move can be illegal if keys collide; then the loaded entry is useless.
    #[inline]
    fn prefetch(&self, node: Node, mv: Move) {
        let child = node.position.after(mv, self.context.rules);
        let key = self.limits.key(&child, node.depth - 1);
        self.context.table.prefetch(key);
    }

    /// The depth of the first search of a move, after late-move reduction. `depth` is the
    /// depth of the position, `number` the number of moves before it, `offset` gives the parts
    /// of a ply by which it is reduced less than others.
    pub fn reduced(
        &self,
        depth: u32,
        number: usize,
        open_window: bool,
        offset: impl FnOnce() -> i32,
    ) -> u32 {
        let full = depth - 1;
        if depth < 3 || number < 2 || !self.uses(SearchTechniques::LATE_MOVE_REDUCTIONS) {
            return full;
        }
        let parts = i32::from(REDUCTIONS[depth.min(63) as usize][number.min(63)]);
        let parts = (parts - offset()).max(0).cast_unsigned();
        let reduction = (parts / PLY).saturating_sub(open_window.into());
        full.saturating_sub(reduction).max(1)
    }

    fn situation(&self, node: Node) -> Situation {
        Situation {
            turn: node.position.turn(),
            previous: node.previous,
            techniques: self.context.techniques,
        }
    }

    /// The parts of a ply by which a move is reduced less because of its history.
    fn history_offset(&self, node: Node, mv: Move) -> i32 {
        if self.uses(SearchTechniques::HISTORY_REDUCTIONS) {
            self.history.scores(self.situation(node)).of(mv) * HISTORY_PARTS / 5
        } else {
            0
        }
    }

    /// The parts of a ply by which the moves of a position are reduced less because of its static
    /// value.
    fn static_offset(&self, eval: Value, alpha: Value) -> i32 {
        if self.uses(SearchTechniques::STATIC_REDUCTIONS) {
            STATIC_REDUCTION * (eval - alpha).clamp(-STATIC_RANGE, STATIC_RANGE)
        } else {
            0
        }
    }

    fn update_history(&mut self, node: Node, first: usize, index: usize) {
        let situation = self.situation(node);
        let bonus = (node.depth * node.depth).min(400).cast_signed() * 10;
        let good = self.moves[index].mv();
        self.history.update(situation, good, bonus);
        for at in first..index {
            let bad = self.moves[at].mv();
            self.history.update(situation, bad, -bonus / 2);
        }
    }

    pub fn extend_line(&mut self, ply: u32, mv: Move) {
        let (here, after) = self.lines.split_at_mut(ply as usize + 1);
        here[ply as usize].clear();
        here[ply as usize].push(mv);
        here[ply as usize].extend_from_slice(&after[0]);
    }

    #[inline]
    fn evaluate(&self, position: &Position) -> Value {
        static_value(position, self.context.evaluation)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Network;
    use super::super::limits::Limits;
    use super::*;
    use crate::Cancellation;

    #[test]
    fn late_moves_are_reduced_more_the_lower_the_static_value_is() {
        let table = TranspositionTable::new(1 << 6);
        let cancel = Cancellation::new();
        let meter = Meter::start(&Limits::of_depth(4), &cancel);
        let reduced = |techniques, eval| {
            let context = SearchContext {
                rules: &Rules::UAI,
                evaluation: Network::embedded(),
                techniques,
                table: &table,
                meter: &meter,
            };
            let mut history = History::new();
            let search = Search::new(context, &mut history);
            search.reduced(12, 20, false, || search.static_offset(eval, 0))
        };
        let depths = |techniques| [-200, 0, 200].map(|eval| reduced(techniques, eval));
        let [below, at, above] = depths(SearchTechniques::all());
        assert!(below < at && at < above, "{below} {at} {above}");
        let without = SearchTechniques::all() - SearchTechniques::STATIC_REDUCTIONS;
        assert_eq!(depths(without), [at; 3]);
    }

    /// A search that excludes the best move must not take its value from the table or store its
    /// result: a search that is interrupted right after it would find a wrong entry.
    #[test]
    fn a_search_that_excludes_a_move_leaves_the_table_unchanged() {
        let position: Position = "x5o/7/3ooo1/3o1o1/3ooo1/2x4/o5x x 0 1"
            .parse()
            .expect("valid");
        let rules = Rules::UAI;
        let table = TranspositionTable::new(1 << 16);
        let cancel = Cancellation::new();
        let meter = Meter::start(&Limits::of_depth(4), &cancel);
        let context = SearchContext {
            rules: &rules,
            evaluation: Network::embedded(),
            // They would store a smaller depth, which causes no cut-off.
            techniques: SearchTechniques::all() - SearchTechniques::INTERNAL_REDUCTIONS,
            table: &table,
            meter: &meter,
        };
        let mut history = History::new();
        let mut search = Search::new(context, &mut history);
        let node = |excluded| Node {
            position: &position,
            depth: 4,
            ply: 1,
            previous: None,
            extensions: 0,
            excluded,
        };
        let key = search.limits.key(&position, 4);
        let mut value = |excluded, alpha, beta| {
            let value = search.search(node(excluded), alpha, beta);
            value.expect("no limit")
        };
        let best = value(None, -INFINITE, INFINITE);
        let stored = table.get(key).expect("stored");
        assert!(value(stored.mv, -INFINITE, INFINITE) < best);
        // A null window, in which an entry of the same depth decides.
        assert!(value(stored.mv, best - 1, best) < best);
        assert_eq!(table.get(key), Some(stored));
    }
}
