//! A prover by brute force, with the literal rules: it decides whether claims are true, and makes
//! certificates of small endgames.
#[allow(dead_code)] // random positions of another kind
#[path = "../../twins/positions.rs"]
mod positions;

use ataxx_core::board::{Bitboard, Color, Position, Rules, Square};
use ataxx_core::reference::{Cell, LiteralPosition};
use ataxx_core::solver::certificate::{Certificate, Claim, Step, Strategy};
use ataxx_core::solver::{Aim, Plies};
pub use positions::Chance;
use std::collections::HashMap;

/// The budget of positions is exhausted.
#[derive(Debug)]
pub struct TooBig;

/// Proves claims by exhaustive search.
pub struct Prover {
    rules: Rules,
    /// Whether a side wins within this many plies.
    wins: HashMap<(LiteralPosition, Color, u16), bool>,
    /// The winner with best play.
    values: HashMap<LiteralPosition, Option<Color>>,
    /// The number of positions that may still be expanded.
    left: usize,
}

/// The maximum number of positions for one question.
const BUDGET: usize = 1500;

impl Prover {
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            wins: HashMap::new(),
            values: HashMap::new(),
            left: BUDGET,
        }
    }

    /// Resets the budget, for another question.
    pub fn reset(&mut self) {
        self.left = BUDGET;
    }

    /// Resets the budget to a large one.
    pub fn reset_to_large(&mut self) {
        self.left = 1000 * BUDGET;
    }

    fn children(&mut self, position: &LiteralPosition) -> Result<Vec<LiteralPosition>, TooBig> {
        self.left = self.left.checked_sub(1).ok_or(TooBig)?;
        let moves = position.legal_moves(&self.rules);
        let play = |mv| position.play(mv, &self.rules).expect("a legal move");
        Ok(moves.into_iter().map(play).collect())
    }

    /// Whether a side can force a win within this many plies.
    pub fn wins(
        &mut self,
        position: &LiteralPosition,
        side: Color,
        plies: u16,
    ) -> Result<bool, TooBig> {
        if let Some(outcome) = position.outcome(&self.rules) {
            return Ok(outcome.winner == Some(side));
        }
        if plies == 0 {
            return Ok(false);
        }
        let key = (*position, side, plies);
        if let Some(&known) = self.wins.get(&key) {
            return Ok(known);
        }
        let choice = position.turn == side;
        let mut result = !choice;
        for child in self.children(position)? {
            if self.wins(&child, side, plies - 1)? == choice {
                result = choice;
                break;
            }
        }
        self.wins.insert(key, result);
        Ok(result)
    }

    /// The winner with best play. (Under all named rule sets every game ends.)
    pub fn value(&mut self, position: &LiteralPosition) -> Result<Option<Color>, TooBig> {
        if let Some(outcome) = position.outcome(&self.rules) {
            return Ok(outcome.winner);
        }
        if let Some(&known) = self.values.get(position) {
            return Ok(known);
        }
        let mut best = Some(position.turn.opposite());
        for child in self.children(position)? {
            let value = self.value(&child)?;
            if value == Some(position.turn) {
                best = value;
                break;
            }
            if value.is_none() {
                best = None;
            }
        }
        self.values.insert(*position, best);
        Ok(best)
    }

    /// Whether a claim is true.
    pub fn is_true(&mut self, claim: Claim, position: &LiteralPosition) -> Result<bool, TooBig> {
        Ok(match claim {
            Claim::Win { winner, within } => self.wins(position, winner, within.0)?,
            Claim::Exactly { winner, plies } => {
                let sooner = plies.0.checked_sub(1);
                let sooner = sooner.map(|plies| self.wins(position, winner, plies));
                self.wins(position, winner, plies.0)? && !sooner.transpose()?.unwrap_or(false)
            }
            Claim::None { within } => {
                !self.wins(position, Color::Red, within.0)?
                    && !self.wins(position, Color::Blue, within.0)?
            }
            Claim::Draw => self.value(position)?.is_none(),
        })
    }

    /// The certificate of a true claim.
    pub fn certificate(
        &mut self,
        claim: Claim,
        position: &LiteralPosition,
    ) -> Result<Certificate, TooBig> {
        let mut strategies = Vec::new();
        for obligation in claim.strategies() {
            let mut steps = HashMap::new();
            self.collect(
                position,
                obligation.holder,
                obligation.aim,
                obligation.plies,
                &mut steps,
            )?;
            strategies.push(Strategy {
                holder: obligation.holder,
                aim: obligation.aim,
                steps: steps.into_values().map(|(_, step)| step).collect(),
            });
        }
        Ok(Certificate {
            rules: self.rules,
            position: board_of(position),
            claim,
            strategies,
        })
    }

    /// Collects a step for each position that can arise, the best one: the shortest
    /// win, the longest hold.
    fn collect(
        &mut self,
        position: &LiteralPosition,
        holder: Color,
        aim: Aim,
        left: Option<Plies>,
        steps: &mut HashMap<LiteralPosition, (Option<Plies>, Step)>,
    ) -> Result<(), TooBig> {
        if position.outcome(&self.rules).is_some() || left == Some(Plies(0)) {
            return Ok(());
        }
        let less = left.map(|Plies(left)| Plies(left - 1));
        if position.turn != holder {
            for child in self.children(position)? {
                self.collect(&child, holder, aim, less, steps)?;
            }
            return Ok(());
        }
        if let Some((before, _)) = steps.get(position)
            && (aim == Aim::Win || before.is_none() || *before >= left)
        {
            return Ok(());
        }
        let plies = match left {
            None => None,
            Some(Plies(left)) => Some(Plies(self.best(position, holder, aim, left)?)),
        };
        let rest = plies.map(|Plies(plies)| plies - 1);
        for mv in position.legal_moves(&self.rules) {
            let next = position.play(mv, &self.rules).expect("a legal move");
            let good = match (aim, rest) {
                (Aim::Win, rest) => self.wins(&next, holder, rest.expect("a limit"))?,
                (Aim::Hold, Some(rest)) => !self.wins(&next, holder.opposite(), rest)?,
                (Aim::Hold, None) => self.value(&next)? != Some(holder.opposite()),
            };
            if good {
                let step = Step {
                    position: board_of(position),
                    plies,
                    mv,
                };
                steps.insert(*position, (left, step));
                return self.collect(&next, holder, aim, less, steps);
            }
        }
        panic!("no move of {position:?} does what was proved");
    }

    /// The plies of the shortest win, or of the longest hold up to a limit.
    fn best(
        &mut self,
        position: &LiteralPosition,
        holder: Color,
        aim: Aim,
        most: u16,
    ) -> Result<u16, TooBig> {
        for plies in 1..=most {
            if aim == Aim::Win && self.wins(position, holder, plies)? {
                return Ok(plies);
            }
            if aim == Aim::Hold && self.wins(position, holder.opposite(), plies)? {
                return Ok(plies - 1);
            }
        }
        assert_eq!(aim, Aim::Hold, "{position:?} is not won in {most}");
        Ok(most)
    }
}

/// A position of a few empty squares among pieces and blocks, the jumps often near
/// their limit and the plies near theirs.
pub fn endgame(chance: &mut Chance, rules: &Rules) -> LiteralPosition {
    loop {
        let position = any_endgame(chance, rules);
        // A few that are over will do.
        if position.outcome(rules).is_none() || chance.percent(5) {
            return position;
        }
    }
}

fn any_endgame(chance: &mut Chance, rules: &Rules) -> LiteralPosition {
    let empty = 1 + chance.below(4);
    let blocks = match chance.below(3) {
        // Under rules that have no blocks, positions can still contain them.
        0 => chance.below(60),
        _ => 70 + chance.below(25),
    };
    // With balanced pieces a draw is possible.
    let red = 35 + chance.below(31);
    let turn = *chance.pick(&Color::BOTH);
    let mut cells = Vec::new();
    for _ in Square::all() {
        cells.push(if chance.percent(blocks) {
            Cell::Block
        } else if chance.percent(red) {
            Cell::Red
        } else {
            Cell::Blue
        });
    }
    for _ in 0..empty {
        cells[chance.square().index()] = Cell::Empty;
    }
    let mut position = LiteralPosition::from_cells(turn, |square| cells[square.index()]);
    if let Some(limit) = rules.jump_limit
        && chance.percent(60)
    {
        let limit = u32::from(limit.jumps.get());
        position.jumps = limit - 1 - u32::try_from(chance.below(5)).expect("small");
    }
    if let Some(limit) = rules.ply_limit {
        position.plies = limit.get() - 8 + u32::try_from(chance.below(8)).expect("small");
    }
    // Red plays at even numbers of plies.
    position.plies = position.plies / 2 * 2 + u32::from(turn == Color::Blue);
    position
}

/// The position for the fast engine.
pub fn board_of(position: &LiteralPosition) -> Position {
    let holding = |cell| -> Bitboard {
        let squares = Square::all().filter(|&square| position.cell(square) == cell);
        squares.collect()
    };
    let [red, blue, blocks] = [Cell::Red, Cell::Blue, Cell::Block].map(holding);
    let jumps = u16::try_from(position.jumps).expect("few jumps");
    Position::new(red, blue, blocks, position.turn)
        .expect("a square holds one thing")
        .with_jumps(jumps)
        .with_plies(position.plies)
}

/// The position for the literal rules.
pub fn literal_of(position: &Position) -> LiteralPosition {
    let mut literal =
        LiteralPosition::from_cells(position.turn(), |square| match position.cell(square) {
            ataxx_core::board::Cell::Empty => Cell::Empty,
            ataxx_core::board::Cell::Piece(color) => Cell::piece(color),
            ataxx_core::board::Cell::Block => Cell::Block,
        });
    literal.jumps = position.jumps().into();
    literal.plies = position.plies();
    literal
}

/// All claims about a position within a few plies.
pub fn true_claims(
    prover: &mut Prover,
    position: &LiteralPosition,
    deepest: u16,
) -> Result<Vec<Claim>, TooBig> {
    let mut claims = Vec::new();
    'depths: for plies in 0..=deepest {
        for winner in Color::BOTH {
            if prover.wins(position, winner, plies)? {
                let within = |more| Claim::Win {
                    winner,
                    within: Plies(plies + more),
                };
                let plies = Plies(plies);
                claims.extend([
                    Claim::Exactly { winner, plies },
                    within(0),
                    within(1),
                    within(3),
                ]);
                break 'depths;
            }
        }
        let within = Plies(plies);
        claims.push(Claim::None { within });
    }
    prover.reset();
    if let Ok(None) = prover.value(position) {
        claims.push(Claim::Draw);
    }
    Ok(claims)
}
