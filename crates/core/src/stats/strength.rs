//! Ratings of many players.

use super::encounter::Encounters;
use super::{NINETY_FIVE, Trials};
use std::f64::consts::LN_10;

/// Elo in one unit of the natural logarithm of odds.
const ELO: f64 = 400.0 / LN_10;
/// The number of virtual draws of each player against an average player, if the games alone
/// do not bound the ratings.
const VIRTUAL_DRAWS: f64 = 2.0;
/// The least number of trials from which the dispersion is estimated.
const ENOUGH: f64 = 30.0;

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above the mean of all players that have a rating.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
    /// Whether virtual draws bound this rating, because the games alone do not: some players
    /// scored nothing against the others or never met them.
    pub has_virtual_draws: bool,
}

/// The ratings of players by all their games; `None` for players without games.
///
/// The model is that of Bradley and Terry: a player's strength γ = 10^(elo / 400), and the
/// expected score against another one γ / (γ + γ'). A draw is half a win. The ratings are
/// the likeliest ones, with the mean 0. They exist if there is no group of players that
/// scored nothing against all others (Hunter's first assumption). If there is one, each player
/// gets two virtual draws against an average player.
///
/// The errors come from the inverse of the Fisher information, multiplied by the dispersion
/// of the results relative to coin tosses: draws reduce it, correlated pairs increase it. With
/// less than 30 trials it is taken to be 1.
///
/// Sources: R. Bradley, M. Terry, *Rank Analysis of Incomplete Block Designs*,
/// Biometrika 39 (1952); D. Hunter, *MM Algorithms for Generalized Bradley-Terry
/// Models*, Annals of Statistics 32 (2004), for when the likeliest ratings exist (they are
/// found by Newton's method here, which takes few steps); P. `McCullagh`, J. Nelder,
/// *Generalized Linear Models* (1989), chapter 9, for the spread.
#[must_use]
pub fn ratings(players: usize, encounters: &Encounters) -> Vec<Option<Rating>> {
    let games = Games::of(players, encounters);
    let mut ratings = vec![None; players];
    if games.players.len() < 2 {
        return ratings;
    }
    let has_virtual_draws = !games.is_bounded();
    let draws = if has_virtual_draws {
        VIRTUAL_DRAWS
    } else {
        0.0
    };
    let strengths = games.likeliest(draws);
    let errors = games.errors(&strengths, draws);
    let mean = strengths.iter().sum::<f64>() / count(strengths.len());
    for ((&player, strength), error) in games.players.iter().zip(&strengths).zip(errors) {
        ratings[player] = Some(Rating {
            elo: ELO * (strength - mean),
            error: ELO * NINETY_FIVE * error,
            has_virtual_draws,
        });
    }
    ratings
}

/// All meetings, without players that have played no games.
struct Games {
    /// The indices of the players in the result.
    players: Vec<usize>,
    meetings: Vec<Meeting>,
}

/// Two players, as indices of `players`, and the score of the first.
struct Meeting {
    first: usize,
    second: usize,
    points: f64,
    games: f64,
    trials: Vec<Trials>,
}

impl Games {
    fn of(players: usize, encounters: &Encounters) -> Self {
        let known: Vec<_> = encounters
            .iter()
            .filter(|&(first, second, _)| first.max(second) < players)
            .collect();
        let mut present: Vec<usize> = known
            .iter()
            .flat_map(|&(first, second, _)| [first, second])
            .collect();
        present.sort_unstable();
        present.dedup();
        let number = |player| present.partition_point(|&other| other < player);
        let meetings = known
            .iter()
            .map(|(first, second, encounter)| Meeting {
                first: number(*first),
                second: number(*second),
                points: encounter.tally.points(),
                games: f64::from(encounter.tally.games()),
                trials: encounter.trials().filter(|trial| trial.count > 0).collect(),
            })
            .collect();
        Self {
            players: present,
            meetings,
        }
    }

    /// Whether every group of players scored something against the others.
    fn is_bounded(&self) -> bool {
        let reaches_all = |scored_off: &dyn Fn(&Meeting) -> [bool; 2]| {
            let mut reached = vec![false; self.players.len()];
            reached[0] = true;
            // Ends with the round that finds no further player.
            let mut found = true;
            while found {
                found = false;
                for meeting in &self.meetings {
                    let [forwards, backwards] = scored_off(meeting);
                    let (first, second) = (meeting.first, meeting.second);
                    for (from, to, scored) in
                        [(first, second, forwards), (second, first, backwards)]
                    {
                        if scored && reached[from] && !reached[to] {
                            reached[to] = true;
                            found = true;
                        }
                    }
                }
            }
            reached.into_iter().all(|reached| reached)
        };
        let scored = |meeting: &Meeting| [meeting.points > 0.0, meeting.points < meeting.games];
        reaches_all(&scored)
            && reaches_all(&|meeting| {
                let [forwards, backwards] = scored(meeting);
                [backwards, forwards]
            })
    }

    /// The likeliest logarithms of strength.
    fn likeliest(&self, draws: f64) -> Vec<f64> {
        let mut strengths = vec![0.0; self.players.len()];
        let mut likelihood = self.likelihood(&strengths, draws);
        for _ in 0..200 {
            let information = inverse(self.information(&strengths, draws));
            let mut step = times(&information, &self.slope(&strengths, draws));
            // Far from the maximum a whole step can lead beyond it.
            let improved = (0..60).find_map(|_| {
                let tried: Vec<f64> = strengths.iter().zip(&step).map(|(a, b)| a + b).collect();
                let found = self.likelihood(&tried, draws);
                if found >= likelihood {
                    return Some((tried, found));
                }
                for part in &mut step {
                    *part /= 2.0;
                }
                None
            });
            let Some((tried, found)) = improved else {
                break;
            };
            (strengths, likelihood) = (tried, found);
            if step.iter().all(|part| part.abs() < 1e-10) {
                break;
            }
        }
        strengths
    }

    /// The log-likelihood of the results.
    fn likelihood(&self, strengths: &[f64], draws: f64) -> f64 {
        let played = self.meetings.iter().map(|meeting| {
            let ahead = strengths[meeting.first] - strengths[meeting.second];
            meeting.points * ln_expected(ahead)
                + (meeting.games - meeting.points) * ln_expected(-ahead)
        });
        let virtually = strengths
            .iter()
            .map(|&ahead| draws / 2.0 * (ln_expected(ahead) + ln_expected(-ahead)));
        played.sum::<f64>() + virtually.sum::<f64>()
    }

    /// The gradient of the likelihood: the points above those expected.
    fn slope(&self, strengths: &[f64], draws: f64) -> Vec<f64> {
        let mut slope: Vec<f64> = strengths
            .iter()
            .map(|&ahead| draws * (0.5 - expected(ahead)))
            .collect();
        for meeting in &self.meetings {
            let ahead = strengths[meeting.first] - strengths[meeting.second];
            let surplus = meeting.points - meeting.games * expected(ahead);
            slope[meeting.first] += surplus;
            slope[meeting.second] -= surplus;
        }
        slope
    }

    /// The Fisher information. Without virtual draws a term is added that fixes the mean at 0
    /// and changes nothing else.
    fn information(&self, strengths: &[f64], draws: f64) -> Matrix {
        let mut information = zeros(strengths.len());
        for (player, &ahead) in strengths.iter().enumerate() {
            information[player][player] += draws * spread(ahead);
        }
        for meeting in &self.meetings {
            let (first, second) = (meeting.first, meeting.second);
            let part = meeting.games * spread(strengths[first] - strengths[second]);
            information[first][first] += part;
            information[second][second] += part;
            information[first][second] -= part;
            information[second][first] -= part;
        }
        if draws == 0.0 {
            let tie = 1.0 / count(strengths.len());
            for entry in information.iter_mut().flatten() {
                *entry += tie;
            }
        }
        information
    }

    /// The standard errors of the strengths relative to their mean.
    fn errors(&self, strengths: &[f64], draws: f64) -> Vec<f64> {
        let covariance = inverse(self.information(strengths, draws));
        let players = count(strengths.len());
        let rows: Vec<f64> = covariance.iter().map(|row| row.iter().sum()).collect();
        let all: f64 = rows.iter().sum();
        let dispersion = self.dispersion(strengths);
        (0..strengths.len())
            .map(|player| {
                let own = covariance[player][player] - 2.0 * rows[player] / players
                    + all / (players * players);
                (dispersion * own.max(0.0)).sqrt()
            })
            .collect()
    }

    /// The dispersion of the results relative to coin tosses.
    fn dispersion(&self, strengths: &[f64]) -> f64 {
        let (mut trials, mut found, mut tosses) = (0.0, 0.0, 0.0);
        for meeting in &self.meetings {
            let ahead = strengths[meeting.first] - strengths[meeting.second];
            for same in &meeting.trials {
                let number = f64::from(same.count);
                trials += number;
                found += number * (same.points - same.games * expected(ahead)).powi(2);
                tosses += number * same.games * spread(ahead);
            }
        }
        // One strength less is estimated than there are players.
        let free = trials - (count(strengths.len()) - 1.0);
        if free < ENOUGH || found <= 0.0 || tosses <= 0.0 {
            1.0
        } else {
            found / tosses * trials / free
        }
    }
}

/// The expected score of a player who is ahead by this much.
fn expected(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

/// Its logarithm.
fn ln_expected(ahead: f64) -> f64 {
    if ahead > 0.0 {
        -(-ahead).exp().ln_1p()
    } else {
        ahead - ahead.exp().ln_1p()
    }
}

/// The variance of a coin toss with this expectation.
fn spread(ahead: f64) -> f64 {
    expected(ahead) * expected(-ahead)
}

/// A number of players as `f64`.
fn count(players: usize) -> f64 {
    f64::from(u32::try_from(players).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// A matrix of zeros.
pub(super) fn zeros(size: usize) -> Matrix {
    vec![vec![0.0; size]; size]
}

/// The product of a matrix and a column.
pub(super) fn times(matrix: &Matrix, column: &[f64]) -> Vec<f64> {
    let dot = |row: &Vec<f64>| row.iter().zip(column).map(|(a, b)| a * b).sum();
    matrix.iter().map(dot).collect()
}

/// The inverse of a symmetric positive definite matrix, by Gauss and Jordan. Such a matrix
/// needs no exchange of rows.
pub(super) fn inverse(mut matrix: Matrix) -> Matrix {
    let size = matrix.len();
    let mut inverse = zeros(size);
    for (index, row) in inverse.iter_mut().enumerate() {
        row[index] = 1.0;
    }
    for pivot in 0..size {
        let scale = matrix[pivot][pivot].recip();
        for entry in matrix[pivot].iter_mut().chain(&mut inverse[pivot]) {
            *entry *= scale;
        }
        let (pivot_row, pivot_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * pivot_row[column];
                inverse[row][column] -= factor * pivot_inverse[column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod matrix_tests {
    use super::*;

    #[test]
    fn an_inverse_by_hand() {
        let found = inverse(vec![vec![2.0, 1.0], vec![1.0, 3.0]]);
        let expected = [[0.6, -0.2], [-0.2, 0.4]];
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            assert!((found - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_product_with_the_inverse() {
        let mut matrix = zeros(12);
        for (i, row) in (0_u32..).zip(&mut matrix) {
            for (j, entry) in (0_u32..).zip(row) {
                *entry = if i == j {
                    20.0
                } else {
                    f64::from(1 + i + j).recip()
                };
            }
        }
        let column: Vec<f64> = (0..12).map(|i| f64::from(i) - 3.0).collect();
        let back = times(&inverse(matrix.clone()), &times(&matrix, &column));
        for (found, expected) in back.iter().zip(&column) {
            assert!((found - expected).abs() < 1e-9);
        }
    }
}
