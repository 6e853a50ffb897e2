//! Sessions that take no time: their AIs make any moves.

use ataxx_core::Cancellation;
use ataxx_core::board::{Color, Game, Move};
use ataxx_core::notation::BerkeleyMove;
use ataxx_session::{Chooser, Dialect, Session, SessionSettings};
use std::cell::Cell;

/// Lets AIs play any moves, but for the first ones, which they search for.
#[derive(Default)]
pub struct AnyMoves {
    /// The number of moves that AIs search for.
    pub searches: usize,
    chosen: Cell<usize>,
}

impl AnyMoves {
    /// Any moves after this number of searches.
    pub fn after(searches: usize) -> Self {
        Self {
            searches,
            ..Self::default()
        }
    }
}

impl Chooser for AnyMoves {
    fn choose(&self, game: &Game, _: Color, _: &Cancellation) -> Option<Move> {
        let number = self.chosen.replace(self.chosen.get() + 1);
        let moves: Vec<Move> = game.position().legal_moves(game.rules()).collect();
        (number >= self.searches).then(|| moves[number * 7 % moves.len()])
    }
}

/// The dialect that the first line may name, and the lines after it.
pub fn split_dialect(text: &str) -> (Dialect, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    Dialect::named(first).map_or((Dialect::default(), text), |dialect| (dialect, rest))
}

/// A session whose AIs search a few nodes, where they search at all.
pub fn quick_session(dialect: Dialect) -> Session {
    let settings = SessionSettings {
        nodes: Some(50),
        solver_nodes: 1000,
        ..SessionSettings::default()
    };
    Session::new(dialect, settings)
}

/// The line itself, or the legal move that `%n` stands for.
pub fn typed(line: &str, session: &Session) -> String {
    let number = line.strip_prefix('%').and_then(|n| n.parse::<usize>().ok());
    match number {
        Some(number) => legal_move(number, session),
        None => line.to_owned(),
    }
}

/// The legal move with this number, counted on after the last; a pass where there is none.
pub fn legal_move(number: usize, session: &Session) -> String {
    let position = session.position();
    let moves: Vec<Move> = position.legal_moves(session.game().rules()).collect();
    match number.checked_rem(moves.len()) {
        Some(index) => BerkeleyMove::of(moves[index], position).to_string(),
        None => "-".to_owned(),
    }
}
