//! Learning from mistakes: the positions before them, as questions for a better move.

use super::tree::Node;
use ataxx_core::notation::BerkeleyMove;

/// A series of questions. Which move is good is known from the review of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The positions before the mistakes.
    places: Vec<Node>,
    /// The index of the current one.
    at: usize,
    /// What became of the current question.
    pub answer: LessonAnswer,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonAnswer {
    /// No move was tried.
    None,
    /// This move is no better.
    Wrong(BerkeleyMove),
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
        matches!(self.answer, LessonAnswer::None | LessonAnswer::Wrong(_))
    }

    /// The lesson at the next question; `None` after the last.
    pub fn next(mut self) -> Option<Self> {
        self.at += 1;
        self.answer = LessonAnswer::None;
        (self.at < self.places.len()).then_some(self)
    }
}
