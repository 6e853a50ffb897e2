//! Extracts winning and holding strategies from the search.

use super::Plies;
use super::budget::Interruption;
use super::certificate::{Step, Strategy, identity};
use super::goal::{Goal, Lemma};
use super::horizon::Horizon;
use super::prover::Prover;
use super::roles::Aim;
use crate::board::{Position, Rules};
use std::collections::{HashMap, HashSet, VecDeque};

impl Prover<'_> {
    /// The strategy that proves a lemma about a position: of the attacker, or of the
    /// defender if the attacker cannot force the goal.
    ///
    /// `progress` gets the number of steps found so far.
    pub fn strategy(
        &mut self,
        root: &Position,
        lemma: Lemma,
        progress: &dyn Fn(usize),
    ) -> Result<Strategy, Interruption> {
        let Lemma { goal, holds } = lemma;
        let holder = if holds {
            goal.attacker
        } else {
            goal.attacker.opposite()
        };
        let mut traversal = Traversal {
            rules: self.rules,
            holds,
            waiting: VecDeque::new(),
            met: HashSet::new(),
        };
        if root.turn() == holder {
            traversal.meet(*root, goal);
        } else {
            traversal.meet_replies(root, goal);
        }
        let mut steps = Vec::new();
        while let Some((position, goal)) = traversal.waiting.pop_front() {
            self.check_budget()?;
            progress(steps.len());
            let goal = if holds {
                self.shortest(&position, goal)?
            } else {
                goal
            };
            let mv = self
                .one_move(&position, goal, holds)?
                .expect("a side that can force a goal has a move that keeps it");
            steps.push(Step {
                position,
                plies: match goal.horizon {
                    Horizon::Plies(plies) if goal.aim == Aim::Win => Some(Plies(plies)),
                    _ => None,
                },
                mv,
            });
            let next = position.after(mv, self.rules);
            if let Some(goal) = goal.after(&position, mv) {
                traversal.meet_replies(&next, goal);
            }
        }
        let aim = if holds && goal.aim == Aim::Win {
            if !matches!(goal.horizon, Horizon::Plies(_)) {
                count_plies(&mut steps, self.rules);
            }
            Aim::Win
        } else {
            Aim::Hold
        };
        Ok(Strategy { holder, aim, steps })
    }

    /// The goal with the least horizon that is enough. One step then serves a position, whichever
    /// line leads to it, and without a limit on jumps no line returns to a position: each jump of
    /// the attacker needs one non-extend less, and each extend fills a square.
    fn shortest(&mut self, position: &Position, goal: Goal) -> Result<Goal, Interruption> {
        let (less, of): (_, fn(u16) -> Horizon) = match goal.horizon {
            _ if goal.aim == Aim::Hold => return Ok(goal),
            Horizon::Plies(plies) => (1..plies, Horizon::Plies),
            Horizon::NonExtends(most) if self.rules.jump_limit.is_none() => {
                (0..most, Horizon::NonExtends)
            }
            Horizon::NonExtends(_) | Horizon::Unlimited => return Ok(goal),
        };
        for horizon in less.map(of) {
            let shorter = Goal { horizon, ..goal };
            if self.can_force(position, shorter)? {
                return Ok(shorter);
            }
        }
        Ok(goal)
    }
}

impl Strategy {
    /// The maximum number of plies until it wins from a position in a game that is not over.
    pub(super) fn length(&self, position: &Position, rules: &Rules) -> Plies {
        let plies: HashMap<Position, Plies> = self
            .steps
            .iter()
            .filter_map(|step| Some((identity(step.position, rules), step.plies?)))
            .collect();
        let after = |position| plies.get(&identity(position, rules)).copied();
        if position.turn() == self.holder {
            return after(*position).unwrap_or_default();
        }
        let replies = position.legal_moves(rules);
        let longest = replies.map(|mv| after(position.after(mv, rules)).unwrap_or_default());
        Plies(1 + longest.max().unwrap_or_default().0)
    }
}

/// A breadth-first traversal of the positions that can arise.
struct Traversal<'a> {
    rules: &'a Rules,
    holds: bool,
    /// Positions without a step yet, with the goal to reach or prevent from there. Positions
    /// with more plies left come first.
    waiting: VecDeque<(Position, Goal)>,
    met: HashSet<Position>,
}

impl Traversal<'_> {
    fn meet_replies(&mut self, position: &Position, goal: Goal) {
        for mv in position.legal_moves(self.rules) {
            if let Some(goal) = goal.after(position, mv) {
                self.meet(position.after(mv, self.rules), goal);
            }
        }
    }

    fn meet(&mut self, position: Position, goal: Goal) {
        let prevented = !self.holds && goal.horizon.is_exhausted();
        if prevented || position.outcome(self.rules).is_some() {
            return;
        }
        let position = identity(position, self.rules);
        if self.met.insert(position) {
            self.waiting.push_back((position, goal));
        }
    }
}

/// Computes the maximum number of plies in which each step of a winning strategy wins.
///
/// Games that follow the strategy end, so each position can be computed after its
/// successors.
fn count_plies(steps: &mut [Step], rules: &Rules) {
    let index: HashMap<Position, usize> = steps
        .iter()
        .enumerate()
        .map(|(index, step)| (step.position, index))
        .collect();
    // A position stays on the stack until its successors have been computed.
    let mut open: Vec<usize> = (0..steps.len()).collect();
    while let Some(&at) = open.last() {
        if steps[at].plies.is_some() {
            open.pop();
            continue;
        }
        let next = steps[at].position.after(steps[at].mv, rules);
        let mut longest = Some(1);
        if next.outcome(rules).is_none() {
            for mv in next.legal_moves(rules) {
                let reply = next.after(mv, rules);
                let after = if reply.outcome(rules).is_some() {
                    Some(0)
                } else {
                    let known = index.get(&identity(reply, rules));
                    let known = known.expect("a strategy has all positions that arise");
                    if steps[*known].plies.is_none() {
                        open.push(*known);
                    }
                    steps[*known].plies.map(|Plies(plies)| plies)
                };
                longest = longest.and_then(|longest| Some(longest.max(after? + 2)));
            }
        }
        if let Some(plies) = longest {
            steps[at].plies = Some(Plies(plies));
            open.pop();
        }
    }
}
