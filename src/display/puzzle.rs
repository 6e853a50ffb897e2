//! The puzzle on the board.

use crate::puzzles::{Difficulty, Kind, Puzzle, built_in};
use ataxx_core::board::Rules;

/// The puzzle on the board, as pages show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPuzzle {
    /// Its number in the set, counted from 1.
    pub number: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Which puzzles follow.
    pub choice: PuzzleChoice,
    /// The answer to the last move, or a hint.
    pub message: String,
    /// Whether it is solved.
    pub is_solved: bool,
}

/// Which puzzles are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PuzzleChoice {
    /// Those of this kind; `None` for all.
    pub kind: Option<Kind>,
    /// Those of this difficulty; `None` for all.
    pub difficulty: Option<Difficulty>,
}

impl PuzzleChoice {
    /// The next puzzle of the set after this number, from the first again after the last; `None`
    /// if there is none for these rules.
    pub fn next(self, rules: &Rules, after: usize) -> Option<(usize, Puzzle)> {
        let is_wanted = |puzzle: &Puzzle| {
            puzzle.rules == *rules
                && self.kind.is_none_or(|kind| puzzle.kind == kind)
                && self
                    .difficulty
                    .is_none_or(|difficulty| puzzle.difficulty == difficulty)
        };
        let puzzles = || (1..).zip(built_in().iter().copied());
        let later = puzzles().filter(|&(number, _)| number > after);
        later.chain(puzzles()).find(|(_, puzzle)| is_wanted(puzzle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_puzzle_follows_another_round_the_set() {
        let choice = PuzzleChoice {
            kind: Some(Kind::Win3),
            difficulty: Some(Difficulty::Hard),
        };
        let mut numbers = Vec::new();
        let mut at = 0;
        while let Some((number, puzzle)) = choice.next(&Rules::BERKELEY_2022, at) {
            assert_eq!(
                (puzzle.kind, puzzle.difficulty),
                (Kind::Win3, Difficulty::Hard)
            );
            assert_eq!(puzzle.rules, Rules::BERKELEY_2022);
            if numbers.contains(&number) {
                break;
            }
            numbers.push(number);
            at = number;
        }
        assert!(numbers.len() > 3, "{numbers:?}");
        assert!(numbers.is_sorted());
    }

    #[test]
    fn rules_without_puzzles() {
        assert_eq!(PuzzleChoice::default().next(&Rules::RELOADED, 0), None);
    }
}
