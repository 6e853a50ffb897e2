//! Best-first search for a proof or refutation within a horizon.

use super::bounds::Assessment;
use super::budget::Interruption;
use super::goal::{Horizon, Side};
use super::node::{Key, Node};
use super::pruning::PruningRule;
use super::search::{Child, Search};
use super::table::Numbers;
use crate::board::Move;

/// What a search has found.
enum Finding {
    /// Whether the attacker can force its aim, and the move that decides.
    Decided(bool, Option<Move>),
    /// The numbers exceed their limits.
    Open(Numbers),
}

/// The move to search next.
struct Choice {
    /// Its place among the children.
    at: usize,
    /// The numbers of the position that it is played in.
    numbers: Numbers,
    /// The limits of the search of the position after it.
    limit: Numbers,
}

/// Depth-first search takes over at this distance from the root, in plies.
pub const HANDOVER: usize = 256;

impl Search<'_> {
    /// Whether the attacker can force its aim within the horizon, in a game that is not
    /// over: the position that seems to need the least work for a decision is searched first.
    ///
    /// This is df-pn (A. Nagai, 'Df-pn Algorithm for Searching AND/OR Trees and Its
    /// Applications', 2002) with weak proof numbers, which do not count a position twice that
    /// two moves lead to (T. Ueda et al., 'Weak Proof-Number Search', CG 2008), and generous
    /// limits (J. Pawlewicz and Ł. Lew, 'Improving Depth-First PN-Search: 1 + ε Trick',
    /// CG 2006).
    pub fn search_best_first(
        &mut self,
        node: &Node,
        horizon: Horizon,
    ) -> Result<bool, Interruption> {
        let key = self.key(node, horizon);
        loop {
            let found = self.explore(node, horizon, key, Numbers::UNLIMITED)?;
            if let Finding::Decided(wins, _) = found {
                return Ok(wins);
            }
        }
    }

    /// Searches a position until it is decided or a number reaches its limit.
    fn explore(
        &mut self,
        node: &Node,
        horizon: Horizon,
        key: Option<Key>,
        limit: Numbers,
    ) -> Result<Finding, Interruption> {
        let Some(key) = key.filter(|_| self.length < HANDOVER) else {
            return Ok(Finding::Decided(self.search(node, horizon)?, None));
        };
        self.count_node(node, horizon)?;
        let known = self.table.get(key).and_then(|known| known.wins(horizon));
        if let Some(wins) = known {
            self.bounds.counts[PruningRule::Table] += 1;
            return Ok(Finding::Decided(wins, None));
        }
        let (before, first) = (self.nodes, self.children.len());
        let underway = self.underway;
        self.length += 1;
        let found = underway.during(key, || self.compare(node, horizon, limit));
        self.length -= 1;
        self.children.truncate(first);
        let found = found?;
        let numbers = match found {
            Finding::Decided(wins, mv) => {
                self.store(key, horizon, (wins, mv), before)?;
                Numbers::decided(wins == (node.turn == Side::Attacker))
            }
            Finding::Open(numbers) => numbers,
        };
        self.table.numbers.put(key, horizon, numbers);
        Ok(found)
    }

    /// Searches the moves of a position, the most promising one first.
    fn compare(
        &mut self,
        node: &Node,
        horizon: Horizon,
        limit: Numbers,
    ) -> Result<Finding, Interruption> {
        let wanted = node.turn == Side::Attacker;
        let first = self.children.len();
        let problem = self.problem;
        let decided = problem.each(node, horizon, false, |mv, horizon, successor| {
            let node = match self.bounds.assess(successor, horizon) {
                Assessment::Open(node) => node,
                assessment => return (assessment.value() == Some(wanted)).then_some(mv),
            };
            let key = self.key(&node, horizon);
            self.children.push(Child {
                mv,
                node,
                horizon,
                key,
                numbers: Numbers::estimate(problem, &node, horizon),
            });
            None
        });
        if decided.is_some() {
            return Ok(Finding::Decided(wanted, decided));
        }
        if let Some(mv) = self.look_up(first, wanted) {
            return Ok(Finding::Decided(wanted, Some(mv)));
        }
        while let Some(choice) = self.choose(first, limit) {
            let Choice { at, numbers, .. } = choice;
            if numbers.success >= limit.success || numbers.failure >= limit.failure {
                return Ok(Finding::Open(numbers));
            }
            let Child {
                mv,
                node,
                horizon,
                key,
                ..
            } = self.children[at];
            match self.explore(&node, horizon, key, choice.limit)? {
                Finding::Decided(wins, _) if wins == wanted => {
                    return Ok(Finding::Decided(wanted, Some(mv)));
                }
                Finding::Decided(..) => {
                    self.children.swap_remove(at);
                }
                Finding::Open(numbers) => self.children[at].numbers = numbers,
            }
        }
        Ok(Finding::Decided(!wanted, None))
    }

    /// Sets the numbers of the children from `first` on that were searched before, and removes
    /// those that are decided. Returns a move with the wanted result, if one is found.
    fn look_up(&mut self, first: usize, wanted: bool) -> Option<Move> {
        for child in &mut self.children[first..] {
            let known = child
                .key
                .and_then(|key| self.table.numbers.get(key, child.horizon));
            child.numbers = known.unwrap_or(child.numbers);
        }
        let mut at = first;
        while at < self.children.len() {
            let child = &self.children[at];
            if child.numbers.is_decided() {
                let known = child.key.and_then(|key| self.table.get(key));
                match known.and_then(|known| known.wins(child.horizon)) {
                    Some(wins) if wins == wanted => return Some(child.mv),
                    Some(_) => {
                        self.children.swap_remove(at);
                        continue;
                    }
                    None => {
                        let numbers = Numbers::estimate(self.problem, &child.node, child.horizon);
                        self.children[at].numbers = numbers;
                    }
                }
            }
            at += 1;
        }
        None
    }

    /// The move to search next, of the children from `first` on; `None` if there is none.
    ///
    /// A side succeeds where the other fails after one of its moves, and fails where the other
    /// succeeds after all.
    fn choose(&self, first: usize, limit: Numbers) -> Option<Choice> {
        let children = &self.children[first..];
        let mut at = None;
        let (mut least, mut chosen, mut second, mut hardest) = (u32::MAX, u32::MAX, u32::MAX, 0);
        for (index, child) in children.iter().enumerate() {
            let Numbers { success, failure } = child.numbers;
            hardest = hardest.max(success);
            least = least.min(failure);
            let cost = failure.saturating_add(self.detour(child));
            if at.is_none() || cost < chosen {
                (at, second, chosen) = (Some(first + index), chosen, cost);
            } else {
                second = second.min(cost);
            }
        }
        let at = at?;
        #[allow(clippy::cast_possible_truncation)] // moves in a position
        let others = children.len() as u32 - 1;
        let enough = limit.success.min(second.saturating_add(1 + second / 4));
        Some(Choice {
            at,
            numbers: Numbers {
                success: least,
                failure: hardest.saturating_add(others),
            },
            limit: Numbers {
                success: limit.failure.saturating_sub(others),
                // More than it is: another thread may have the best move.
                failure: enough.max(self.children[at].numbers.failure.saturating_add(1)),
            },
        })
    }

    /// What a position seems to cost more if another thread is searching it.
    fn detour(&self, child: &Child) -> u32 {
        let taken =
            self.underway.is_shared() && child.key.is_some_and(|key| self.underway.contains(key));
        if taken { child.numbers.failure / 2 } else { 0 }
    }
}
