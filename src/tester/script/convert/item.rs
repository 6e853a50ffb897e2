//! The steps that a script is converted to.

use crate::board::Color;
use crate::notation::BerkeleyMove;
use crate::tester::steps::Ending;
use std::time::Duration;

/// A step of a scenario, or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A line of a comment, with its `#`.
    Comment(String),
    Send(Vec<String>),
    Play(Vec<BerkeleyMove>),
    /// The seven rows.
    Board(Vec<String>),
    /// Who has won, `None` for nobody.
    Result(Option<Color>),
    AiMove {
        color: Option<Color>,
        mv: Option<BerkeleyMove>,
        within: Option<Duration>,
    },
    Game {
        result: Ending,
        within: Option<Duration>,
        total: Option<Duration>,
    },
    /// Matchers.
    Lines(Vec<String>),
    /// The exit status is 0.
    Exit,
}

/// Steps in order, like ones put together.
#[derive(Clone, Debug, Default)]
pub(super) struct Items(pub Vec<Item>);

impl Items {
    /// Whether a step listens to what is announced, other than by lines.
    pub fn listen(&self) -> bool {
        let listens = |item: &Item| {
            matches!(
                item,
                Item::AiMove { .. } | Item::Game { .. } | Item::Result(_)
            )
        };
        self.0.iter().any(listens)
    }

    pub fn push(&mut self, item: Item) {
        match (self.0.last_mut(), item) {
            (Some(Item::Send(lines)), Item::Send(more)) => lines.extend(more),
            (Some(Item::Play(moves)), Item::Play(more)) => moves.extend(more),
            (_, item) => self.0.push(item),
        }
    }
}
