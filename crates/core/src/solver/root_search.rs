//! The search of a root position: iterative deepening, the distance of a win, and the moves and the line
//! that go with a verdict.

use super::budget::Interruption;
use super::goal::{Aim, Goal, Horizon, Lemma, Plies, Question, Verdict};
use super::prover::Prover;
use crate::board::{Color, Move, Position};
use std::sync::atomic::{AtomicU16, Ordering};

/// The search of one root position.
pub(super) struct RootSearch<'a> {
    pub prover: Prover<'a>,
    pub root: Position,
    pub none_within: Plies,
    /// `none_within`, for a display.
    pub reached: &'a AtomicU16,
}

/// The result of a root search: a verdict and its proof.
pub(super) struct RootResult {
    pub verdict: Verdict,
    /// The lemma that a first move must keep true; `None` if there is no move to make.
    pub keep: Option<Lemma>,
    /// The lemmas that together prove the verdict.
    pub proof: Vec<Lemma>,
}

impl RootResult {
    pub fn unknown() -> Self {
        Self {
            verdict: Verdict::Unknown,
            keep: None,
            proof: Vec::new(),
        }
    }

    /// The game is over.
    fn over(winner: Option<Color>, turn: Color) -> Self {
        let proof = winner.map(|winner| Lemma {
            goal: Goal::win(winner, 0),
            holds: true,
        });
        Self {
            verdict: match winner {
                None => Verdict::Draw,
                Some(winner) if winner == turn => Verdict::Win(Some(Plies(0))),
                Some(_) => Verdict::Loss(Some(Plies(0))),
            },
            keep: None,
            proof: proof.into_iter().collect(),
        }
    }

    /// A side wins in exactly this many plies.
    pub fn win(winner: Color, turn: Color, plies: u16) -> Self {
        let can = Lemma {
            goal: Goal::win(winner, plies),
            holds: true,
        };
        let not_sooner = Lemma {
            goal: Goal::win(winner, plies - 1),
            holds: false,
        };
        let distance = Some(Plies(plies));
        let (verdict, keep) = if winner == turn {
            (Verdict::Win(distance), can)
        } else {
            (Verdict::Loss(distance), not_sooner)
        };
        Self {
            verdict,
            keep: Some(keep),
            proof: vec![can, not_sooner],
        }
    }

    /// A side wins; the distance is unknown.
    fn win_in_time(goal: Goal, turn: Color) -> Self {
        let lemma = Lemma { goal, holds: true };
        Self {
            verdict: if goal.attacker == turn {
                Verdict::Win(None)
            } else {
                Verdict::Loss(None)
            },
            keep: Some(lemma),
            proof: vec![lemma],
        }
    }
}

impl RootSearch<'_> {
    /// Notes that neither side can force a win within this many plies.
    pub fn reach(&mut self, plies: Plies) {
        self.none_within = plies;
        self.reached.store(plies.0, Ordering::Relaxed);
    }

    /// The verdict within a number of plies.
    pub fn within(&mut self, plies: Plies) -> Result<RootResult, Interruption> {
        let turn = self.root.turn();
        if let Some(outcome) = self.root.outcome(self.prover.rules) {
            return Ok(RootResult::over(outcome.winner, turn));
        }
        // Steps of two end at the number asked for: an additional ply of the defender seldom
        // changes anything, and if it does, the number in between is searched as well.
        while self.none_within < plies {
            self.prover.check_nodes()?;
            let first = self.none_within.0 < 2;
            let step = if !first && (plies.0 - self.none_within.0).is_multiple_of(2) {
                2
            } else {
                1
            };
            let next = self.none_within.0 + step;
            for attacker in [turn, !turn] {
                if self.can_force(Goal::win(attacker, next))? {
                    let sooner = step == 2 && self.can_force(Goal::win(attacker, next - 1))?;
                    let distance = next - u16::from(sooner);
                    self.none_within = Plies(distance - 1);
                    return Ok(RootResult::win(attacker, turn, distance));
                }
            }
            self.reach(Plies(next));
        }
        let cannot = |attacker| Lemma {
            goal: Goal::win(attacker, plies.0),
            holds: false,
        };
        Ok(RootResult {
            verdict: Verdict::None,
            keep: Some(cannot(!turn)),
            proof: vec![cannot(turn), cannot(!turn)],
        })
    }

    /// The verdict without a limit on plies.
    ///
    /// First finds near wins with their distance. Then searches for any number of plies until
    /// one side can win or both can hold; the latter is a draw.
    pub fn ever(&mut self) -> Result<RootResult, Interruption> {
        let empty = u16::try_from(self.root.empty().count()).unwrap_or(0);
        let near = self.within(Plies(empty + 2))?;
        if near.verdict != Verdict::None {
            return Ok(near);
        }
        let (root, turn) = (self.root, self.root.turn());
        let mut holds = [None; 2];
        let mut conclude = |goal: Goal| {
            if goal.aim == Aim::Win {
                return Some(RootResult::win_in_time(goal, turn));
            }
            holds[goal.attacker.index()] = Some(Lemma { goal, holds: true });
            let [Some(red), Some(blue)] = holds else {
                return None;
            };
            Some(RootResult {
                verdict: Verdict::Draw,
                keep: holds[turn.index()],
                proof: vec![red, blue],
            })
        };
        let questions =
            [Aim::Win, Aim::Hold].map(|aim| [turn, !turn].map(|attacker| (attacker, aim)));
        let questions = questions.as_flattened();
        let Some(plies) = self.prover.plies_allowed(&root) else {
            return self.prover.ask_in_turns(&root, questions, conclude);
        };
        for &(attacker, aim) in questions {
            let horizon = Horizon::Plies(plies);
            let goal = Goal {
                attacker,
                aim,
                horizon,
            };
            if self.can_force(goal)?
                && let Some(result) = conclude(goal)
            {
                return Ok(result);
            }
        }
        Err(Interruption::TooDeep)
    }

    /// The least number of plies within which a side wins that is known to win.
    pub fn distance(&mut self, winner: Color) -> Result<Plies, Interruption> {
        self.prover.check_budget()?;
        // A win mostly ends with a ply of the winner: steps of two end with one.
        let odd = winner == self.root.turn();
        while self.none_within < Plies::MAX {
            let next = self.none_within.0 + 1;
            let step = u16::from((next % 2 == 1) != odd);
            if self.can_force(Goal::win(winner, next + step))? {
                let sooner = step == 1 && self.can_force(Goal::win(winner, next))?;
                let distance = if sooner { next } else { next + step };
                self.none_within = Plies(distance - 1);
                return Ok(Plies(distance));
            }
            self.reach(Plies(next + step));
        }
        Err(Interruption::TooDeep)
    }

    fn can_force(&mut self, goal: Goal) -> Result<bool, Interruption> {
        self.prover.can_force_alive(&self.root, goal)
    }

    /// First moves that keep a lemma true, one or all, and whether these are all that the
    /// question asks for.
    pub fn moves(&mut self, lemma: Option<Lemma>, question: Question) -> (Vec<Move>, bool) {
        let Some(Lemma { goal, holds }) = lemma else {
            return (Vec::new(), true);
        };
        let root = self.root;
        let mut moves = Vec::new();
        if question.all_moves {
            let found = if matches!(goal.horizon, Horizon::NonExtends(_)) {
                self.prover
                    .all_moves_in_time(&root, goal.attacker, goal.aim, &mut moves)
            } else {
                self.prover.all_moves(&root, goal, holds, &mut moves)
            };
            if found.is_ok() || !moves.is_empty() {
                return (moves, found.is_ok());
            }
        }
        // The move that the search has just proved is found although the budget is exhausted.
        moves.extend(self.prover.one_move(&root, goal, holds).ok().flatten());
        let complete = !question.all_moves && !moves.is_empty();
        (moves, complete)
    }

    /// The principal variation, as far as the budget allows.
    pub fn line(&mut self, verdict: Verdict, first: &[Move]) -> Vec<Move> {
        let turn = self.root.turn();
        let (attacker, mut plies_left) = match verdict {
            Verdict::Win(Some(plies)) => (turn, plies.0),
            Verdict::Loss(Some(plies)) => (!turn, plies.0),
            _ => return Vec::new(),
        };
        let mut position = self.root;
        let mut line = Vec::new();
        if let Some(&mv) = first.first() {
            line.push(mv);
            position = position.after(mv, self.prover.rules);
            plies_left -= 1;
        }
        while plies_left > 0 {
            let holds = position.turn() == attacker;
            let goal = Goal::win(attacker, if holds { plies_left } else { plies_left - 1 });
            let Ok(Some(mv)) = self.prover.one_move(&position, goal, holds) else {
                break;
            };
            line.push(mv);
            position = position.after(mv, self.prover.rules);
            plies_left -= 1;
        }
        line
    }
}
