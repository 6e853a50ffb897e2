//! What games came to.

/// What the first player's games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that it won.
    pub won: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games that it lost.
    pub lost: u32,
}

/// A difference in strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    /// By how much the first player is stronger.
    pub difference: f64,
    /// Half the width of the interval that holds it in 95 of 100 cases.
    pub error: f64,
}

/// How many standard deviations to either side hold 95 of 100 cases.
const NINETY_FIVE: f64 = 1.96;
/// Where nothing has happened in n trials, it happens in at most 3 of n with 95 %
/// certainty.
const RULE_OF_THREE: f64 = 3.0;

impl Tally {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The difference in strength that these games show; 0 if there are none.
    #[must_use]
    pub fn elo(self) -> Elo {
        if self.games() == 0 {
            return Elo::default();
        }
        let games = f64::from(self.games());
        let score = (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games;
        let square = |part: u32, result: f64| f64::from(part) * (result - score).powi(2);
        let squares = square(self.won, 1.0) + square(self.drawn, 0.5) + square(self.lost, 0.0);
        let deviation = (squares / games / games).sqrt();
        // Games that all ended alike have no deviation, and leave a doubt all the same.
        let width = (NINETY_FIVE * deviation).max(RULE_OF_THREE / games);
        let elo = |score: f64| {
            let score = score.clamp(0.5 / games, 1.0 - 0.5 / games);
            400.0 * (score / (1.0 - score)).log10()
        };
        Elo {
            difference: elo(score),
            error: (elo(score + width) - elo(score - width)) / 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(won: u32, drawn: u32, lost: u32) -> (f64, f64) {
        let Elo { difference, error } = Tally { won, drawn, lost }.elo();
        (difference, error)
    }

    #[test]
    fn known_values() {
        // Worked out by hand: three quarters are 190.85 Elo; the score of these games is
        // known to within 1.96 · 0.0433, that of even ones to within 1.96 · 0.05.
        let (difference, error) = elo(75, 0, 25);
        assert!((difference - 190.85).abs() < 0.01, "{difference}");
        assert!((error - 81.16).abs() < 0.01, "{error}");
        let (difference, error) = elo(50, 0, 50);
        assert!(difference.abs() < 1e-9, "{difference}");
        assert!((error - 68.99).abs() < 0.01, "{error}");
    }

    #[test]
    fn sides_exchanged() {
        let ((one, first), (other, second)) = (elo(60, 10, 30), elo(30, 10, 60));
        assert!((one + other).abs() < 1e-9 && (first - second).abs() < 1e-9);
    }

    #[test]
    fn more_games_and_more_draws_are_more_certain() {
        assert!(elo(200, 0, 200).1 < elo(100, 0, 100).1);
        assert!(elo(50, 100, 50).1 < elo(100, 0, 100).1);
    }

    #[test]
    fn no_games_and_games_that_end_alike() {
        assert_eq!(elo(0, 0, 0), (0.0, 0.0));
        let (difference, error) = elo(100, 0, 0);
        assert!(
            difference > 900.0 && error > 100.0,
            "{difference} ± {error}"
        );
        let (difference, error) = elo(0, 100, 0);
        assert!(difference.abs() < 1e-9 && error > 10.0, "{error}");
    }
}
