//! The definition of a forced win, by exhaustive search with the literal rules.

use ataxx_core::board::{Color, Move, Outcome, Rules};
use ataxx_core::reference::LiteralPosition;
use ataxx_core::solver::{Plies, Verdict};
use std::collections::HashMap;

/// Solves positions by exhaustive search.
///
/// Each position is expanded once with the literal rules and stored whole: positions
/// that differ in anything are different.
pub struct ExhaustiveSolver<'a> {
    rules: &'a Rules,
    numbers: HashMap<LiteralPosition, usize>,
    seen: Vec<Seen>,
    /// The number of moves that it may still play; see [`OutOfBudget`].
    left: usize,
    /// Values without a limit on plies, as far as they have been computed.
    values: HashMap<usize, Value>,
}

struct Seen {
    position: LiteralPosition,
    outcome: Option<Outcome>,
    moves: Option<Vec<(Move, usize)>>,
}

/// The search has played as many moves as its budget allows.
#[derive(Debug)]
pub struct OutOfBudget;

/// The result of best play without a limit on plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A side wins in this many plies, with best play of both sides.
    Wins(Color, u16),
    /// Neither side can force a win.
    Draw,
}

impl<'a> ExhaustiveSolver<'a> {
    /// A solver that plays at most this many moves.
    pub fn new(rules: &'a Rules, budget: usize) -> Self {
        Self {
            rules,
            numbers: HashMap::new(),
            seen: Vec::new(),
            left: budget,
            values: HashMap::new(),
        }
    }

    /// Adds this many moves to the budget.
    pub fn allow(&mut self, budget: usize) {
        self.left += budget;
    }

    /// The verdict within this many plies, by the definition: the least d for which the side
    /// to move forces the end of the game in its win within d plies, or else the other
    /// side does.
    pub fn verdict(
        &mut self,
        position: &LiteralPosition,
        plies: u16,
    ) -> Result<Verdict, OutOfBudget> {
        let root = self.number(*position);
        if let Some(verdict) = self.over(root) {
            return Ok(verdict);
        }
        let turn = position.turn;
        for within in 0..=plies {
            if self.forces(root, turn, within)? {
                return Ok(Verdict::Win(Some(Plies(within))));
            }
            if self.forces(root, !turn, within)? {
                return Ok(Verdict::Loss(Some(Plies(within))));
            }
        }
        Ok(Verdict::None)
    }

    /// The moves that keep the verdict: after a win those that leave the other side a loss
    /// in one ply less, after a loss those that leave it a win in one ply less, otherwise
    /// those after which neither side wins within one ply less.
    pub fn moves(
        &mut self,
        position: &LiteralPosition,
        plies: u16,
        verdict: Verdict,
    ) -> Result<Vec<Move>, OutOfBudget> {
        let root = self.number(*position);
        let mut kept = Vec::new();
        for (mv, child) in self.children(root)? {
            let after = self.seen[child].position;
            let wanted = |distance: Option<Plies>| distance.map(|Plies(d)| Plies(d - 1));
            let keeps = match verdict {
                Verdict::Win(d) => self.verdict(&after, plies - 1)? == Verdict::Loss(wanted(d)),
                Verdict::Loss(d) => self.verdict(&after, plies - 1)? == Verdict::Win(wanted(d)),
                // With no plies left nothing is lost.
                Verdict::None if plies == 0 => true,
                Verdict::None => {
                    let attacker = !position.turn;
                    !self.forces(child, attacker, plies - 1)?
                }
                Verdict::Draw | Verdict::Unknown => false,
            };
            if keeps {
                kept.push(mv);
            }
        }
        kept.sort_unstable();
        Ok(kept)
    }

    /// The value with best play, without a limit on plies. Under the rules every game must
    /// end.
    pub fn value(&mut self, position: &LiteralPosition) -> Result<Value, OutOfBudget> {
        let root = self.number(*position);
        self.value_of(root)
    }

    /// The value after each move.
    pub fn values(
        &mut self,
        position: &LiteralPosition,
    ) -> Result<Vec<(Move, Value)>, OutOfBudget> {
        let root = self.number(*position);
        let children = self.children(root)?;
        children
            .into_iter()
            .map(|(mv, child)| Ok((mv, self.value_of(child)?)))
            .collect()
    }

    fn value_of(&mut self, number: usize) -> Result<Value, OutOfBudget> {
        if let Some(outcome) = self.seen[number].outcome {
            return Ok(match outcome.winner {
                Some(winner) => Value::Wins(winner, 0),
                None => Value::Draw,
            });
        }
        if let Some(&value) = self.values.get(&number) {
            return Ok(value);
        }
        let turn = self.seen[number].position.turn;
        let mut best = None;
        for (_, child) in self.children(number)? {
            let value = match self.value_of(child)? {
                Value::Wins(winner, plies) => Value::Wins(winner, plies + 1),
                Value::Draw => Value::Draw,
            };
            if best.is_none_or(|best| rank(value, turn) > rank(best, turn)) {
                best = Some(value);
            }
        }
        let value = best.expect("a game that goes on has a move");
        self.values.insert(number, value);
        Ok(value)
    }

    /// Whether the attacker can force the game to end in its win within this many plies.
    fn forces(&mut self, number: usize, attacker: Color, plies: u16) -> Result<bool, OutOfBudget> {
        if let Some(outcome) = self.seen[number].outcome {
            return Ok(outcome.winner == Some(attacker));
        }
        if plies == 0 {
            return Ok(false);
        }
        let own = self.seen[number].position.turn == attacker;
        self.expand(number)?;
        for index in 0.. {
            let Some(&(_, child)) = self.moves_of(number).get(index) else {
                break;
            };
            if self.forces(child, attacker, plies - 1)? == own {
                return Ok(own);
            }
        }
        Ok(!own)
    }

    fn over(&self, number: usize) -> Option<Verdict> {
        let Seen {
            position, outcome, ..
        } = &self.seen[number];
        let outcome = (*outcome)?;
        let at_once = Some(Plies(0));
        Some(match outcome.winner {
            None => Verdict::Draw,
            Some(winner) if winner == position.turn => Verdict::Win(at_once),
            Some(_) => Verdict::Loss(at_once),
        })
    }

    fn children(&mut self, number: usize) -> Result<Vec<(Move, usize)>, OutOfBudget> {
        self.expand(number)?;
        Ok(self.moves_of(number).to_vec())
    }

    fn moves_of(&self, number: usize) -> &[(Move, usize)] {
        self.seen[number].moves.as_deref().unwrap_or_default()
    }

    fn expand(&mut self, number: usize) -> Result<(), OutOfBudget> {
        if self.seen[number].moves.is_some() {
            return Ok(());
        }
        let position = self.seen[number].position;
        let mut moves = Vec::new();
        for mv in position.legal_moves(self.rules) {
            self.left = self.left.checked_sub(1).ok_or(OutOfBudget)?;
            let after = position.play(mv, self.rules).expect("a move of the list");
            moves.push((mv, self.number(after)));
        }
        self.seen[number].moves = Some(moves);
        Ok(())
    }

    fn number(&mut self, position: LiteralPosition) -> usize {
        let next = self.seen.len();
        let number = *self.numbers.entry(position).or_insert(next);
        if number == next {
            self.seen.push(Seen {
                position,
                outcome: position.outcome(self.rules),
                moves: None,
            });
        }
        number
    }
}

/// Greater for values that are better for a side: early wins, late wins, draws, late
/// losses, early losses.
fn rank(value: Value, side: Color) -> i32 {
    const FAR: i32 = 1 << 20;
    match value {
        Value::Draw => 0,
        Value::Wins(winner, plies) if winner == side => FAR - i32::from(plies),
        Value::Wins(_, plies) => i32::from(plies) - FAR,
    }
}
