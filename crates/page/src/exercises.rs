//! Exercises, in which a move on the board answers a question: puzzles, and lessons about the
//! mistakes of a game.

use super::tree::Node;
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::text::counted;
use ataxx_core::notation::BerkeleyMove;
use ataxx_core::puzzles::{Difficulty, Puzzle, PuzzleKind, built_in};
use ataxx_core::review::Assessment;

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
    /// Where the attempt stands in the game.
    pub at: Node,
    /// What became of it.
    pub state: PuzzleState,
}

/// The name of a puzzle, which is the same in another set.
pub fn name_of(puzzle: &Puzzle) -> String {
    format!("{} {}", puzzle.kind, puzzle.position)
}

/// What became of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    /// A move is to be found.
    Asking,
    /// A wrong move and its refutation are on the board.
    Refuted,
    /// The answer was shown.
    Shown,
    /// It is solved.
    Solved,
}

impl OpenPuzzle {
    /// Whether the answer must not be given away.
    pub const fn is_open(&self) -> bool {
        matches!(self.state, PuzzleState::Asking | PuzzleState::Refuted)
    }

    /// Whether a move at this place of the game is an attempt.
    pub const fn is_asking_at(&self, node: Node) -> bool {
        matches!(self.state, PuzzleState::Asking) && self.at == node
    }
}

/// The task of a puzzle in words: `win in 2 moves`, those of the winner.
pub fn task_of(kind: PuzzleKind) -> String {
    let win = counted(usize::from(kind.moves()), "move");
    match kind {
        PuzzleKind::Win2 | PuzzleKind::Win3 => format!("win in {win}"),
        PuzzleKind::Hold2 | PuzzleKind::Hold3 => {
            format!("the only move that holds, against a win in {win}")
        }
    }
}

/// Which puzzles are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PuzzleChoice {
    /// Those of this kind; `None` for all.
    pub kind: Option<PuzzleKind>,
    /// Those of this difficulty; `None` for all.
    pub difficulty: Option<Difficulty>,
}

impl PuzzleChoice {
    /// The puzzles of the set by these rules, with their numbers.
    pub fn all(self, rules: Rules) -> impl Iterator<Item = (usize, Puzzle)> {
        let puzzles = (1..).zip(built_in().iter().copied());
        puzzles.filter(move |(_, puzzle)| {
            puzzle.rules == rules
                && self.kind.is_none_or(|kind| puzzle.kind == kind)
                && self
                    .difficulty
                    .is_none_or(|difficulty| puzzle.difficulty == difficulty)
        })
    }

    /// The next puzzle of the set after this number that is not solved, from the first again after
    /// the last; where all are solved, the next of all. `None` if there is none for these rules.
    pub fn next(
        self,
        rules: &Rules,
        after: usize,
        is_solved: impl Fn(&Puzzle) -> bool,
    ) -> Option<(usize, Puzzle)> {
        let round = || {
            let later = self.all(*rules).filter(move |&(number, _)| number > after);
            later.chain(self.all(*rules))
        };
        let unsolved = round().find(|(_, puzzle)| !is_solved(puzzle));
        unsolved.or_else(|| round().next())
    }
}

/// A lesson: questions for a better move in the positions before mistakes. The review of the game
/// knows the good moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The positions before the mistakes.
    places: Vec<Node>,
    /// The index of the current one.
    at: usize,
    /// What became of the current question.
    pub answer: LessonAnswer,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LessonAnswer {
    /// No move was tried.
    None,
    /// This move is no better: the best answer to it, and what that is worth.
    Wrong(BerkeleyMove, Option<(BerkeleyMove, Assessment)>),
    /// This move is good.
    Right(BerkeleyMove),
    /// The good move is shown.
    Shown,
}

impl Lesson {
    /// A lesson about these positions; `None` if there are none.
    pub fn new(places: Vec<Node>) -> Option<Self> {
        (!places.is_empty()).then_some(Self {
            places,
            at: 0,
            answer: LessonAnswer::None,
        })
    }

    /// The position of the current question.
    pub fn place(&self) -> Node {
        self.places[self.at]
    }

    /// The number of the current question, counted from 1, and of all.
    pub fn progress(&self) -> (usize, usize) {
        (self.at + 1, self.places.len())
    }

    /// Whether the good move must not be shown.
    pub fn is_asking(&self) -> bool {
        matches!(self.answer, LessonAnswer::None | LessonAnswer::Wrong(..))
    }

    /// The lesson at the next question; `None` after the last.
    pub fn next(mut self) -> Option<Self> {
        self.at += 1;
        self.answer = LessonAnswer::None;
        (self.at < self.places.len()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_puzzle_follows_another_round_the_set() {
        let choice = PuzzleChoice {
            kind: Some(PuzzleKind::Win3),
            difficulty: Some(Difficulty::Hard),
        };
        let mut numbers = Vec::new();
        let mut at = 0;
        while let Some((number, puzzle)) = choice.next(&Rules::BERKELEY_2022, at, |_| false) {
            assert_eq!(
                (puzzle.kind, puzzle.difficulty),
                (PuzzleKind::Win3, Difficulty::Hard)
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
        assert_eq!(
            PuzzleChoice::default().next(&Rules::RELOADED, 0, |_| false),
            None
        );
    }

    #[test]
    fn solved_puzzles_do_not_come_again_before_all_are_solved() {
        let rules = Rules::BERKELEY_2022;
        let choice = PuzzleChoice::default();
        let (first, puzzle) = choice.next(&rules, 0, |_| false).expect("a puzzle");
        let next = choice
            .next(&rules, 0, |one| *one == puzzle)
            .expect("another");
        assert!(next.0 > first);
        assert_eq!(choice.next(&rules, 0, |_| true), Some((first, puzzle)));
    }
}
