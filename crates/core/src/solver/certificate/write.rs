//! Writes certificates.

use super::{Aim, Certificate, Obligation, Strategy, text};
use super::{CountsInUse, HEADER, plies};
use crate::board::{Color, Move, Position, Rules};
use crate::notation::BerkeleyMove;
use crate::solver::Plies;
use std::collections::{HashMap, HashSet};
use std::io;

impl Certificate {
    /// Writes the certificate.
    ///
    /// Each strategy is written with the positions that can arise, each once, ordered by
    /// plies left; superfluous steps are omitted. This does not prove the claim: use
    /// [`verify`](super::verify).
    ///
    /// # Errors
    ///
    /// If a required strategy or step is missing or a win takes longer than claimed (the
    /// text written until then is not a complete certificate), or if `out` fails.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let rules = self.rules;
        writeln!(out, "{HEADER}")?;
        writeln!(out, "rules {}", self.rules)?;
        writeln!(out, "position {}", text::fen(&self.position, &rules))?;
        writeln!(out, "claim {}", self.claim)?;
        let mut count = 0_u64;
        for obligation in self.claim.strategies() {
            let strategy = self
                .strategies
                .iter()
                .find(|strategy| {
                    (strategy.holder, strategy.aim) == (obligation.holder, obligation.aim)
                })
                .ok_or_else(|| invalid_input(&format!("there is no `{obligation}`")))?;
            writeln!(out, "{obligation}")?;
            let traversal = Traversal::of(strategy, obligation, &rules)?;
            for (position, left, mv) in traversal.lines(&self.position)? {
                let fen = text::fen(&position, &rules);
                let mv = BerkeleyMove::of(mv, &position);
                writeln!(out, "{fen} {} {mv}", plies(left))?;
                count += 1;
            }
        }
        writeln!(out, "end {count}")
    }
}

/// A line of the output: position, plies left, move.
type Written = (Position, Option<Plies>, Move);

/// The positions that can arise while a strategy is followed.
struct Traversal<'a> {
    obligation: Obligation,
    rules: &'a Rules,
    moves: HashMap<Position, (Option<Plies>, Move)>,
}

impl<'a> Traversal<'a> {
    fn of(strategy: &Strategy, obligation: Obligation, rules: &'a Rules) -> io::Result<Self> {
        let mut moves = HashMap::with_capacity(strategy.steps.len());
        for step in &strategy.steps {
            let position = identity(step.position, rules);
            position.check(step.mv, rules).map_err(|error| {
                let fen = text::fen(&position, rules);
                invalid_input(&format!("the step for `{fen}` cannot be played: {error}"))
            })?;
            let best = moves.entry(position).or_insert((step.plies, step.mv));
            // `None` means no limit and is more than any number.
            let plies = |plies: Option<Plies>| plies.map_or(u32::MAX, |Plies(n)| n.into());
            let better = match strategy.aim {
                Aim::Win => plies(step.plies) < plies(best.0),
                Aim::Hold => plies(step.plies) > plies(best.0),
            };
            if better {
                *best = (step.plies, step.mv);
            }
        }
        Ok(Self {
            obligation,
            rules,
            moves,
        })
    }

    /// The positions with the holder to move that can arise from `start`, in output order.
    ///
    /// The traversal is breadth-first; layers are a move and a reply apart. A position that
    /// is reached by several lines gets the plies of the most demanding one: for a win the
    /// longest, which leaves the fewest plies; for a hold the shortest.
    fn lines(&self, start: &Position) -> io::Result<Vec<Written>> {
        let start = identity(*start, self.rules);
        let mut layers: Vec<Vec<Position>> = Vec::new();
        let mut layer_of: HashMap<Position, usize> = HashMap::new();
        let mut left = self.obligation.plies;
        let mut layer = Vec::new();
        if self.goes_on(&start, left)? {
            if start.turn() == self.obligation.holder {
                layer.push(start);
            } else {
                left = left.map(Plies::less_one);
                self.replies(&start, left, |next| layer.push(next))?;
            }
        }
        let first_left = left;
        while !layer.is_empty() {
            let number = layers.len();
            let mut next_layer = Vec::new();
            let mut known = HashSet::new();
            layer_of.extend(layer.iter().map(|position| (*position, number)));
            for position in &layer {
                let next = position.after(self.move_in(position)?, self.rules);
                let next = identity(next, self.rules);
                let after_move = left.map(Plies::less_one);
                if !self.goes_on(&next, after_move)? {
                    continue;
                }
                self.replies(&next, after_move.map(Plies::less_one), |reply| {
                    let is_known =
                        self.obligation.aim == Aim::Hold && layer_of.contains_key(&reply);
                    if !is_known && known.insert(reply) {
                        next_layer.push(reply);
                    }
                })?;
            }
            left = left.map(Plies::less_one).map(Plies::less_one);
            layers.push(std::mem::replace(&mut layer, next_layer));
        }
        let mut lines = Vec::with_capacity(layer_of.len());
        let mut left = first_left;
        for (number, layer) in layers.into_iter().enumerate() {
            for position in layer {
                if layer_of[&position] == number {
                    lines.push((position, left, self.move_in(&position)?));
                }
            }
            left = left.map(Plies::less_one).map(Plies::less_one);
        }
        Ok(lines)
    }

    /// Calls `visit` with each position after a reply in which the game goes on.
    fn replies(
        &self,
        position: &Position,
        left: Option<Plies>,
        mut visit: impl FnMut(Position),
    ) -> io::Result<()> {
        for reply in position.legal_moves(self.rules) {
            let next = identity(position.after(reply, self.rules), self.rules);
            if self.goes_on(&next, left)? {
                visit(next);
            }
        }
        Ok(())
    }

    /// Whether the game goes on and plies are left.
    fn goes_on(&self, position: &Position, left: Option<Plies>) -> io::Result<bool> {
        if position.outcome(self.rules).is_some() {
            return Ok(false);
        }
        match (left, self.obligation.aim) {
            (Some(Plies(0)), Aim::Hold) => Ok(false),
            (Some(Plies(0)), Aim::Win) => Err(invalid_input(&format!(
                "`{}` is not kept: the game goes on at the end",
                self.obligation
            ))),
            _ => Ok(true),
        }
    }

    fn move_in(&self, position: &Position) -> io::Result<Move> {
        self.moves.get(position).map(|&(_, mv)| mv).ok_or_else(|| {
            let fen = text::fen(position, self.rules);
            invalid_input(&format!("`{}` has no step for `{fen}`", self.obligation))
        })
    }
}

/// The position with the counts that the rules do not use set to 0, as in the lines.
#[must_use]
pub fn identity(position: Position, rules: &Rules) -> Position {
    let in_use = CountsInUse::under(rules);
    let plies = if in_use.plies {
        // As read back from a FEN.
        position.plies() / 2 * 2 + u32::from(position.turn() == Color::Blue)
    } else {
        0
    };
    let jumps = if in_use.jumps { position.jumps() } else { 0 };
    position.with_plies(plies).with_jumps(jumps)
}

fn invalid_input(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
