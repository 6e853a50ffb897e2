//! From what was found to a certificate of it.

use super::Plies;
use super::budget::{Budget, Interruption};
use super::certificate::{Certificate, Claim};
use super::goal::Lemma;
use super::prover::Prover;
use super::solve::{Solution, Solver, Verdict};
use crate::board::{Color, Position};
use thiserror::Error;

/// How much a certificate is to prove of a win or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// That it is one, within the distance that was found.
    Win,
    /// That it takes no less than the distance, as well. This is a strategy of the
    /// loser's against everything that the winner can try, and far longer.
    Distance,
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CertifyError {
    /// There is no verdict to certify.
    #[error("there is no verdict to certify")]
    NoVerdict,
    /// How far away the win is has not been found, so no distance can be certified.
    #[error("the distance is not known, so it cannot be certified")]
    NoDistance,
    /// A game that is over and drawn has no strategies in it.
    #[error("the game is over and nobody has won, so there is nothing to certify")]
    Over,
    /// The budget ran out.
    #[error("the budget ran out before the certificate was complete")]
    Budget,
}

impl Solver {
    /// The certificate of a solution that this solver has found last, under the
    /// solver's rules. `progress` gets the number of steps found so far.
    ///
    /// # Errors
    ///
    /// When there is nothing that could be certified, or the budget runs out.
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
        let (rules, settings) = (&self.rules, self.settings);
        let mut prover = Prover::new(position, rules, settings, &mut self.table, budget);
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
