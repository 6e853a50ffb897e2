//! Certificates of solutions.

use super::Plies;
use super::budget::{Budget, Interruption};
use super::certificate::{Certificate, Claim};
use super::goal::Lemma;
use super::prover::Prover;
use super::solve::{Solution, Solver, Verdict};
use crate::board::{Color, Position};
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
            (_, Some(winner)) => claim_of_win(winner, extent, distance, || {
                strategies[0].length(position, &self.rules)
            }),
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
    ) -> Result<Vec<super::certificate::Strategy>, Interruption> {
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

fn claim_of_win(
    winner: Color,
    extent: Extent,
    distance: Option<Plies>,
    length: impl FnOnce() -> Plies,
) -> Claim {
    match (extent, distance) {
        (Extent::Distance, Some(plies)) => Claim::Exactly { winner, plies },
        (_, distance) => Claim::Win {
            winner,
            within: distance.unwrap_or_else(length),
        },
    }
}
