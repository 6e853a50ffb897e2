//! Ends a match between two players early.

use super::played::PlayedGame;
use super::schedule::Results;
use ataxx_core::stats::{Pairs, Sprt, Verdict};

/// Applies a sequential test to the pairs of games of a match between two players. The pairs
/// are taken in the order of their numbers, so that the decision does not depend on the order
/// in which games end.
#[derive(Clone, Debug)]
pub struct Decider {
    sprt: Sprt,
    pairs: Pairs,
    /// The number of the first game that is not counted yet.
    next: u64,
    is_decided: bool,
}

impl Decider {
    /// Decides by this test of the first player against the second.
    pub fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            pairs: Pairs::default(),
            next: 0,
            is_decided: false,
        }
    }

    /// Counts the games that are new. Returns whether the match is decided.
    pub fn see(&mut self, results: &Results) -> bool {
        while !self.is_decided
            && let Some(first) = results.get(&self.next)
            && let Some(second) = results.get(&(self.next + 1))
        {
            self.next += 2;
            if let (Some(first), Some(second)) = (half_points(first), half_points(second)) {
                self.pairs.add(first + second);
                self.is_decided = self.sprt.judge(&self.pairs).verdict != Verdict::GoOn;
            }
        }
        self.is_decided
    }

    /// Removes the games that were played after the match was decided.
    pub fn cut(&mut self, results: &mut Results) {
        if self.see(results) {
            results.retain(|&number, _| number < self.next);
        }
    }
}

/// The half points of the first player, if the game was finished.
fn half_points(game: &PlayedGame) -> Option<usize> {
    let score = game.score()?;
    Some(match score.players {
        [0, _] => score.half_points,
        _ => 2 - score.half_points,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::End;
    use ataxx_core::board::Color;
    use ataxx_core::notation::GameResult;

    /// A game that the first player wins.
    fn won(number: u64) -> PlayedGame {
        let (red, blue) = if number.is_multiple_of(2) {
            (0, 1)
        } else {
            (1, 0)
        };
        let color = if red == 0 { Color::Red } else { Color::Blue };
        PlayedGame {
            number,
            opening: number / 2,
            red,
            blue,
            result: GameResult::Win(color),
            end: End::Rules,
            random_moves: Vec::new(),
            record: String::new(),
        }
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).expect("a test");
        let all: Results = (0..200).map(|number| (number, won(number))).collect();
        let mut cut = all.clone();
        Decider::new(sprt).cut(&mut cut);
        assert!(
            cut.len() > 2 && cut.len() < 100 && cut.len().is_multiple_of(2),
            "{}",
            cut.len()
        );
        // One game after the other, the last of each ten first.
        let mut decider = Decider::new(sprt);
        let mut some = Results::new();
        for number in 0..200 {
            let number = number / 10 * 10 + 9 - number % 10;
            some.insert(number, won(number));
            if decider.see(&some) {
                break;
            }
        }
        decider.cut(&mut some);
        assert_eq!(some, cut);
        // A game that is missing holds it up.
        let mut hole = all;
        hole.remove(&3);
        assert!(!Decider::new(sprt).see(&hole));
    }

    #[test]
    fn points_are_those_of_the_first_player() {
        let of = |number, result| {
            half_points(&PlayedGame {
                result,
                ..won(number)
            })
        };
        assert_eq!(of(1, GameResult::Win(Color::Red)), Some(0));
        assert_eq!(of(1, GameResult::Draw), Some(1));
        assert_eq!(of(0, GameResult::Win(Color::Blue)), Some(0));
        assert_eq!(of(0, GameResult::Unfinished), None);
    }
}
