//! Certificates in parts: certificates of the positions after some first moves of a position, and
//! what several of them prove together.

use super::error::{VerifyError, VerifyErrorKind};
use super::text::{self, Lines};
use super::verify::{after_header, entry, nothing_more};
use super::write::identity;
use super::{Aim, Certificate, Claim, Obligation, Step, Strategy, VerifyCounts};
use super::{HEADER, PART_END, PART_HEADER};
use crate::board::{Color, Move, Position, Rules};
use crate::solver::Plies;
use std::io::{self, BufRead};
use std::ops::ControlFlow;
use thiserror::Error;

/// What several certificates prove together.
#[derive(Clone, Debug)]
pub struct Combined {
    /// The certificate of the best claim that is proved.
    pub certificate: Certificate,
    /// First moves after which the game goes on and nothing is proved.
    pub unproved: Vec<Move>,
}

/// Why certificates cannot be combined.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CombineError {
    /// The game is over.
    #[error("the game is over in this position, so there are no first moves")]
    Over,
    /// A certificate is for other rules.
    #[error("there is a certificate under the rules {0}")]
    OtherRules(Rules),
    /// A certificate is for a position that no first move leads to.
    #[error("no first move leads to `{0}`, which a certificate is about")]
    OtherPosition(String),
}

/// Combines certificates of the positions after first moves of a position to a certificate of
/// the position.
///
/// A side with a winning move wins one ply later than after it; a side all of whose moves lose
/// loses one ply later than after the best of them; and the same is true of holding.
///
/// # Errors
///
/// If the game is over in the position, or a certificate is not for a position after a first
/// move.
pub fn combine(
    rules: &Rules,
    position: &Position,
    certificates: &[Certificate],
) -> Result<Combined, CombineError> {
    if position.outcome(rules).is_some() {
        return Err(CombineError::Over);
    }
    let root = Root::new(rules, position, certificates)?;
    let claim = root.claim();
    let strategies = claim.strategies();
    Ok(Combined {
        certificate: Certificate {
            rules: *rules,
            position: *position,
            claim,
            strategies: strategies
                .iter()
                .map(|&needed| root.strategy(needed))
                .collect(),
        },
        unproved: root.unproved(),
    })
}

/// The number of plies for which a side is proved not to lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Holding {
    Plies(u16),
    Forever,
}

/// The position before the first moves.
struct Root<'a> {
    position: &'a Position,
    branches: Vec<Branch<'a>>,
}

/// A first move, and what is proved about the position after it.
struct Branch<'a> {
    mv: Move,
    next: Position,
    after: After<'a>,
}

enum After<'a> {
    /// The game is over, with a winner or drawn.
    Over(Option<Color>),
    /// The game goes on.
    Proved(Vec<&'a Certificate>),
}

impl<'a> Root<'a> {
    fn new(
        rules: &Rules,
        position: &'a Position,
        certificates: &'a [Certificate],
    ) -> Result<Self, CombineError> {
        let branch = |mv| {
            let next = position.after(mv, rules);
            let after = match next.outcome(rules) {
                Some(outcome) => After::Over(outcome.winner),
                None => After::Proved(Vec::new()),
            };
            let next = identity(next, rules);
            Branch { mv, next, after }
        };
        let mut branches: Vec<_> = position.legal_moves(rules).map(branch).collect();
        for certificate in certificates {
            if certificate.rules != *rules {
                return Err(CombineError::OtherRules(certificate.rules));
            }
            let about = identity(certificate.position, rules);
            let mut leads_there = false;
            for branch in branches.iter_mut().filter(|branch| branch.next == about) {
                leads_there = true;
                if let After::Proved(proofs) = &mut branch.after {
                    proofs.push(certificate);
                }
            }
            if !leads_there {
                let fen = text::fen(&certificate.position, rules);
                return Err(CombineError::OtherPosition(fen));
            }
        }
        Ok(Self { position, branches })
    }

    /// The best claim that is proved.
    fn claim(&self) -> Claim {
        let turn = self.position.turn();
        for winner in [turn, !turn] {
            let Some(plies) = self.wins(winner) else {
                continue;
            };
            let none_sooner = Holding::Plies(plies.0 - 1);
            return if self.holds(!winner) >= none_sooner {
                Claim::Exactly { winner, plies }
            } else {
                Claim::Win {
                    winner,
                    within: plies,
                }
            };
        }
        match Color::BOTH.map(|side| self.holds(side)).into_iter().min() {
            Some(Holding::Plies(plies)) => Claim::None {
                within: Plies(plies),
            },
            _ => Claim::Draw,
        }
    }

    /// The number of plies within which a side wins, if it does.
    fn wins(&self, side: Color) -> Option<Plies> {
        let plies = self.branches.iter().map(|branch| branch.wins(side));
        if side == self.position.turn() {
            plies.flatten().min()
        } else {
            // `None` if one of them is missing.
            plies.collect::<Option<Vec<_>>>()?.into_iter().max()
        }
    }

    fn holds(&self, side: Color) -> Holding {
        let plies = self.branches.iter().map(|branch| branch.holds(side));
        let best = if side == self.position.turn() {
            plies.max()
        } else {
            plies.min()
        };
        best.unwrap_or(Holding::Plies(0))
    }

    fn strategy(&self, needed: Obligation) -> Strategy {
        let Obligation { holder, aim, plies } = needed;
        let mut steps = Vec::new();
        if holder == self.position.turn() {
            let moves = self.branches.iter();
            let best = match aim {
                Aim::Win => moves
                    .filter(|branch| branch.wins(holder).is_some())
                    .min_by_key(|branch| branch.wins(holder)),
                Aim::Hold => moves.max_by_key(|branch| branch.holds(holder)),
            };
            if let Some(best) = best {
                steps.push(Step {
                    position: *self.position,
                    plies,
                    mv: best.mv,
                });
                best.add_steps(holder, aim, &mut steps);
            }
        } else {
            for branch in &self.branches {
                branch.add_steps(holder, aim, &mut steps);
            }
        }
        Strategy { holder, aim, steps }
    }

    fn unproved(&self) -> Vec<Move> {
        let unproved =
            |branch: &&Branch| matches!(&branch.after, After::Proved(proofs) if proofs.is_empty());
        self.branches
            .iter()
            .filter(unproved)
            .map(|branch| branch.mv)
            .collect()
    }
}

impl Branch<'_> {
    /// The number of plies, the first move included, within which a side wins.
    fn wins(&self, side: Color) -> Option<Plies> {
        match &self.after {
            After::Over(winner) => (*winner == Some(side)).then_some(Plies(1)),
            After::Proved(proofs) => {
                let wins = |proof: &&Certificate| match proof.claim {
                    Claim::Win {
                        winner,
                        within: plies,
                    }
                    | Claim::Exactly { winner, plies }
                        if winner == side =>
                    {
                        Some(Plies(plies.0.saturating_add(1)))
                    }
                    _ => None,
                };
                proofs.iter().filter_map(wins).min()
            }
        }
    }

    /// For how many plies, the first move included, a side does not lose.
    fn holds(&self, side: Color) -> Holding {
        match &self.after {
            After::Over(winner) if *winner == Some(!side) => Holding::Plies(0),
            After::Over(_) => Holding::Forever,
            After::Proved(proofs) => {
                let holds = |proof: &&Certificate| match proof.claim {
                    Claim::Draw => Holding::Forever,
                    Claim::Win { winner, .. } | Claim::Exactly { winner, .. } if winner == side => {
                        Holding::Forever
                    }
                    Claim::Win { .. } => Holding::Plies(1),
                    Claim::Exactly { plies, .. } => Holding::Plies(plies.0),
                    Claim::None { within } => Holding::Plies(within.0.saturating_add(1)),
                };
                // The game goes on after the move.
                proofs.iter().map(holds).max().unwrap_or(Holding::Plies(1))
            }
        }
    }

    /// Adds the steps of a side that serve an aim. A strategy to win also serves to hold.
    fn add_steps(&self, holder: Color, aim: Aim, steps: &mut Vec<Step>) {
        let After::Proved(proofs) = &self.after else {
            return;
        };
        let strategies = proofs.iter().flat_map(|proof| &proof.strategies);
        for strategy in strategies.filter(|strategy| strategy.holder == holder) {
            match (strategy.aim, aim) {
                (Aim::Hold, Aim::Win) => {}
                (Aim::Win, Aim::Hold) => steps.extend(strategy.steps.iter().map(|step| Step {
                    plies: None,
                    ..*step
                })),
                _ => steps.extend(&strategy.steps),
            }
        }
    }
}

/// Certificates of positions after first moves, for [`combine`](super::combine).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The rules.
    pub rules: Rules,
    /// The position before the first moves.
    pub position: Position,
    /// A certificate for each first move of the part that is solved.
    pub certificates: Vec<Certificate>,
}

impl Part {
    /// Whether a text that starts like this is a part.
    #[must_use]
    pub fn is_start(text: &str) -> bool {
        text.lines().next() == Some(PART_HEADER)
    }

    /// Writes the part.
    ///
    /// # Errors
    ///
    /// As for [`Certificate::write`].
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "{PART_HEADER}")?;
        writeln!(out, "rules {}", self.rules)?;
        writeln!(out, "position {}", text::fen(&self.position, &self.rules))?;
        for certificate in &self.certificates {
            certificate.write(out)?;
        }
        writeln!(out, "{PART_END}")
    }

    /// Reads a part and verifies each of its certificates. `watch` is called after every checked
    /// step and can cancel the verification.
    ///
    /// # Errors
    ///
    /// If the text is not a part or a certificate in it does not prove its claim, if it cannot
    /// be read, or if `watch` breaks.
    pub fn read(
        input: impl BufRead,
        mut watch: impl FnMut(VerifyCounts) -> ControlFlow<()>,
    ) -> Result<Self, VerifyError> {
        let mut lines = Lines::of(input);
        let first = lines.expect(PART_HEADER)?;
        if first.text != PART_HEADER {
            return Err(first.error_for_line(VerifyErrorKind::Unexpected {
                expected: format!("`{PART_HEADER}`"),
                found: format!("`{}`", first.text),
            }));
        }
        let rules = entry(&mut lines, "rules", |fields| fields.next().rules())?;
        let position = entry(&mut lines, "position", |fields| fields.position(&rules))?;
        let mut certificates = Vec::new();
        loop {
            let line = lines.expect("a certificate or the end of the part")?;
            match &line.text[..] {
                HEADER => certificates.push(certificate(&mut lines, &mut watch)?),
                PART_END => break,
                found => {
                    return Err(line.error_for_line(VerifyErrorKind::Unexpected {
                        expected: format!("`{HEADER}` or `{PART_END}`"),
                        found: format!("`{found}`"),
                    }));
                }
            }
        }
        nothing_more(&mut lines)?;
        Ok(Self {
            rules,
            position,
            certificates,
        })
    }
}

/// Reads and verifies a certificate, from its second line to its last one.
fn certificate<R: BufRead>(
    lines: &mut Lines<R>,
    watch: &mut impl FnMut(VerifyCounts) -> ControlFlow<()>,
) -> Result<Certificate, VerifyError> {
    let mut steps: Vec<(_, Vec<Step>)> = Vec::new();
    let verified = after_header(
        lines,
        watch,
        &mut |obligation, step| match steps.last_mut() {
            Some((last, steps)) if *last == obligation => steps.push(step),
            _ => steps.push((obligation, vec![step])),
        },
    )?;
    let strategies = verified.claim.strategies().into_iter().map(|obligation| {
        let found = steps.iter_mut().find(|(of, _)| *of == obligation);
        Strategy {
            holder: obligation.holder,
            aim: obligation.aim,
            // The game may be over before the holder has a move.
            steps: found
                .map(|(_, steps)| std::mem::take(steps))
                .unwrap_or_default(),
        }
    });
    Ok(Certificate {
        rules: verified.rules,
        position: verified.position,
        claim: verified.claim,
        strategies: strategies.collect(),
    })
}
