//! What has to be proved of a puzzle, and the certificates that prove it.

use super::puzzle::Difficulty;
use super::puzzle::Puzzle;
use crate::board::{Color, Move, Position, Rules};
use crate::notation::BerkeleyMove;
use crate::solver::certificate::{Certificate, Claim, Strategy, identity, verify};
use crate::solver::{Aim, Budget, CertifyError, Extent, Plies, Solver, SolverOptions, Verdict};
use std::io;
use std::ops::ControlFlow;
use thiserror::Error;

/// A part of what a puzzle claims: something about its position, or about the one after a wrong
/// first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The wrong first move; `None` for the position of the puzzle.
    pub mv: Option<Move>,
    /// The position that it is about.
    pub position: Position,
    /// What is required of it.
    pub required: Required,
}

/// What is required of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Required {
    /// This side forces a win in this many plies and not in fewer.
    WinIn(Color, Plies),
    /// This side forces a win within this many plies.
    WinWithin(Color, Plies),
    /// This side forces no win within this many plies.
    NoWinWithin(Color, Plies),
    /// Neither side forces a win within this many plies.
    NoneWithin(Plies),
}

impl Required {
    /// The plies of a question whose solution decides this.
    #[must_use]
    pub const fn plies(self) -> Plies {
        match self {
            Self::WinIn(_, plies)
            | Self::WinWithin(_, plies)
            | Self::NoWinWithin(_, plies)
            | Self::NoneWithin(plies) => plies,
        }
    }

    /// Whether it follows from a claim.
    #[must_use]
    pub fn follows_from(self, claim: Claim) -> bool {
        let quiet = |plies: Plies| match claim {
            Claim::None { within } => within >= plies,
            Claim::Draw => true,
            Claim::Win { .. } | Claim::Exactly { .. } => false,
        };
        let win = match claim {
            Claim::Win { winner, within } => Some((winner, within)),
            Claim::Exactly { winner, plies } => Some((winner, plies)),
            Claim::None { .. } | Claim::Draw => None,
        };
        match self {
            Self::WinIn(winner, plies) => claim == Claim::Exactly { winner, plies },
            Self::WinWithin(side, plies) => {
                win.is_some_and(|(winner, within)| winner == side && within <= plies)
            }
            Self::NoWinWithin(side, plies) => {
                quiet(plies) || win.is_some_and(|(winner, _)| winner != side)
            }
            Self::NoneWithin(plies) => quiet(plies),
        }
    }
}

impl Statement {
    /// Whether the solver finds that it is true; `None` if the budget ran out.
    pub fn holds(&self, solver: &mut Solver, budget: &Budget) -> Option<bool> {
        let turn = self.position.turn();
        let within = self.required.plies();
        let exactly = |winner, plies: Option<Plies>| Claim::Exactly {
            winner,
            plies: plies.unwrap_or(within),
        };
        let claim = match solver.verdict(&self.position, within, budget) {
            Verdict::Win(plies) => exactly(turn, plies),
            Verdict::Loss(plies) => exactly(!turn, plies),
            Verdict::None => Claim::None { within },
            Verdict::Draw => Claim::Draw,
            Verdict::Unknown => return None,
        };
        Some(self.required.follows_from(claim))
    }

    fn certificate(
        &self,
        rules: &Rules,
        solver: &mut Solver,
        budget: &Budget,
    ) -> Result<Certificate, CertifyError> {
        let solution = solver.solve(&self.position, self.required.plies(), budget);
        let extent = match self.required {
            Required::WinIn(..) => Extent::Distance,
            _ => Extent::Win,
        };
        match solver.certificate(&self.position, &solution, extent, budget, &|_| ()) {
            // Strategies that never have to move.
            Err(CertifyError::Over) => Ok(Certificate {
                rules: *rules,
                position: self.position,
                claim: Claim::Draw,
                strategies: Color::BOTH
                    .map(|holder| Strategy {
                        holder,
                        aim: Aim::Hold,
                        steps: Vec::new(),
                    })
                    .to_vec(),
            }),
            certificate => certificate,
        }
    }
}

impl Puzzle {
    /// What has to be true of this puzzle: first of its position, then of those after the
    /// wrong moves.
    pub fn statements(&self) -> impl Iterator<Item = Statement> {
        let Self {
            position,
            rules,
            kind,
            answer,
            ..
        } = *self;
        let turn = position.turn();
        let Plies(plies) = kind.plies();
        let (of_position, of_others) = match kind.aim() {
            Aim::Win => (
                Required::WinIn(turn, Plies(plies)),
                Required::NoWinWithin(turn, Plies(plies + 1)),
            ),
            Aim::Hold => (
                Required::NoneWithin(Plies(plies + 2)),
                Required::WinWithin(!turn, Plies(plies - 1)),
            ),
        };
        let first = Statement {
            mv: None,
            position,
            required: of_position,
        };
        let others = position.legal_moves(&rules).filter(move |&mv| mv != answer);
        let others = others.map(move |mv| Statement {
            mv: Some(mv),
            position: position.after(mv, &rules),
            required: of_others,
        });
        std::iter::once(first).chain(others)
    }
}

/// A proof of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// A name for a file: `position`, or the wrong first move.
    pub name: String,
    /// The certificate as text.
    pub certificate: Vec<u8>,
}

/// Why a puzzle is not proved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unproved {
    /// The budget ran out.
    #[error("the budget ran out")]
    Budget,
    /// The solver proves something else.
    #[error("{} is false; proved instead: {claim}", statement_about(.name))]
    False {
        /// The name of the proof.
        name: String,
        /// What is proved instead.
        claim: Claim,
    },
    /// A certificate of the solver is not accepted.
    #[error("a certificate is not accepted: {0}")]
    Refused(String),
    /// The difficulty is another.
    #[error("it is {0}")]
    Difficulty(Difficulty),
}

/// The name of the proof about the position of a puzzle.
const POSITION: &str = "position";

fn statement_about(name: &str) -> String {
    match name {
        POSITION => "the task".to_owned(),
        mv => format!("that {mv} is wrong"),
    }
}

/// Proves a puzzle: the solver writes a certificate of each statement, and each is verified with
/// the reference rules. The budget is that of one certificate.
pub fn proofs<'a>(
    puzzle: &Puzzle,
    budget: &'a Budget,
) -> impl Iterator<Item = Result<Proof, Unproved>> + use<'a> {
    let (position, rules) = (puzzle.position, puzzle.rules);
    let mut solver = Solver::new(&rules, &SolverOptions::default());
    let statements: Vec<_> = puzzle.statements().collect();
    statements.into_iter().map(move |statement| {
        let name = match statement.mv {
            None => POSITION.to_owned(),
            Some(mv) => BerkeleyMove::of(mv, &position).to_string(),
        };
        let written = statement.certificate(&rules, &mut solver, budget);
        let certificate = written.map_err(|_| Unproved::Budget)?;
        let mut text = Vec::new();
        let refused = |error: io::Error| Unproved::Refused(error.to_string());
        certificate.write(&mut text).map_err(refused)?;
        let verified = verify(&text[..], |_| ControlFlow::Continue(()))
            .map_err(|error| Unproved::Refused(error.to_string()))?;
        let [one, other] = [verified.position, statement.position];
        let is_same = identity(one, &rules) == identity(other, &rules);
        if verified.rules == rules && is_same && statement.required.follows_from(verified.claim) {
            Ok(Proof {
                name,
                certificate: text,
            })
        } else {
            let claim = verified.claim;
            Err(Unproved::False { name, claim })
        }
    })
}

/// All [`proofs`] of a puzzle, and that its difficulty is right.
///
/// # Errors
///
/// A statement is false, or was not proved within the budget.
pub fn certify(puzzle: &Puzzle, budget: &Budget) -> Result<Vec<Proof>, Unproved> {
    let graded = Difficulty::of(&puzzle.position, &puzzle.rules, puzzle.kind, puzzle.answer);
    if graded != puzzle.difficulty {
        return Err(Unproved::Difficulty(graded));
    }
    proofs(puzzle, budget).collect()
}
