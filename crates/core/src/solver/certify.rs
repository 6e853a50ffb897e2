//! Certificates of solutions: the strategies that prove a verdict, extracted from the search.

use super::Plies;
use super::budget::{Budget, Interruption};
use super::certificate::{Certificate, Claim, Step, Strategy, identity};
use super::goal::{Aim, Goal, Horizon, Lemma, Verdict};
use super::prover::Prover;
use super::solve::{Solution, Solver};
use crate::board::{Position, Rules};
use std::collections::{HashMap, HashSet, VecDeque};
use thiserror::Error;

/// What a certificate of a win or loss proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The win, within the distance that was found.
    Win,
    /// In addition, that there is no shorter win. This takes a strategy of the loser against
    /// all moves of the winner, and is far longer.
    Distance,
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// There is no verdict to certify.
    #[error("there is no verdict to certify")]
    NoVerdict,
    /// The distance is unknown and cannot be certified.
    #[error("the distance is not known, so it cannot be certified")]
    NoDistance,
    /// The game is over and drawn: there are no strategies.
    #[error("the game is over, a draw, so there is nothing to certify")]
    Over,
    /// The budget was exhausted.
    #[error("the budget ran out before the certificate was complete")]
    Budget,
}

impl Solver {
    /// The certificate of a solution that this solver has found last, under the
    /// solver's rules. `progress` gets the number of steps found so far.
    ///
    /// # Errors
    ///
    /// If there is nothing to certify, or the budget is exhausted.
    pub fn certificate(
        &mut self,
        position: &Position,
        solution: &Solution,
        extent: Extent,
        budget: &Budget,
        progress: &dyn Fn(usize),
    ) -> Result<Certificate, CertifyError> {
        let turn = position.turn();
        let proof = &solution.proof[..];
        let (winner, distance) = match solution.verdict {
            Verdict::Unknown => return Err(CertifyError::NoVerdict),
            Verdict::Draw if proof.is_empty() => return Err(CertifyError::Over),
            Verdict::Win(distance) => (Some(turn), distance),
            Verdict::Loss(distance) => (Some(turn.opposite()), distance),
            Verdict::None | Verdict::Draw => (None, None),
        };
        let proof = match (winner, extent, distance) {
            (Some(_), Extent::Distance, None) => return Err(CertifyError::NoDistance),
            (Some(_), Extent::Win, _) => &proof[..1],
            _ => proof,
        };
        let strategies = self
            .strategies(position, proof, budget, progress)
            .map_err(|_| CertifyError::Budget)?;
        let claim = match (solution.verdict, winner) {
            (Verdict::Draw, _) => Claim::Draw,
            (_, None) => Claim::None {
                within: solution.none_within,
            },
            (_, Some(winner)) => match (extent, distance) {
                (Extent::Distance, Some(plies)) => Claim::Exactly { winner, plies },
                (_, distance) => Claim::Win {
                    winner,
                    within: distance.unwrap_or_else(|| strategies[0].length(position, &self.rules)),
                },
            },
        };
        Ok(Certificate {
            rules: self.rules,
            position: *position,
            claim,
            strategies,
        })
    }

    fn strategies(
        &mut self,
        position: &Position,
        proof: &[Lemma],
        budget: &Budget,
        progress: &dyn Fn(usize),
    ) -> Result<Vec<Strategy>, Interruption> {
        let (rules, options) = (&self.rules, self.options);
        let mut prover = Prover::new(position, rules, options, &mut self.table, budget);
        let mut strategies = Vec::new();
        let mut before = 0;
        for &lemma in proof {
            let strategy = prover.strategy(position, lemma, &|steps| progress(before + steps))?;
            before += strategy.steps.len();
            strategies.push(strategy);
        }
        Ok(strategies)
    }
}

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
            seen: HashSet::new(),
        };
        if root.turn() == holder {
            traversal.enqueue(*root, goal);
        } else {
            traversal.enqueue_replies(root, goal);
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
                traversal.enqueue_replies(&next, goal);
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
    seen: HashSet<Position>,
}

impl Traversal<'_> {
    fn enqueue_replies(&mut self, position: &Position, goal: Goal) {
        for mv in position.legal_moves(self.rules) {
            if let Some(goal) = goal.after(position, mv) {
                self.enqueue(position.after(mv, self.rules), goal);
            }
        }
    }

    fn enqueue(&mut self, position: Position, goal: Goal) {
        let prevented = !self.holds && goal.horizon.is_exhausted();
        if prevented || position.outcome(self.rules).is_some() {
            return;
        }
        let position = identity(position, self.rules);
        if self.seen.insert(position) {
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
