//! Games.

use crate::arguments::{MoveArgument, PositionArgument, illegal, read_rules};
use crate::board::{self, Outcome, Position};
use crate::moves::{self, Move};
use ataxx_core::board as core;
use pyo3::prelude::*;

/// A game: the moves from a position, under one set of rules.
///
/// >>> game = Game(rules="2022")
/// >>> for move in ["g2", "a2", "g1e3"]:
/// ...     _ = game.play(move)
/// >>> game.position.turn, game.position.jumps, game.moves
/// ('blue', 1, [Move('g2'), Move('a2'), Move('g1e3')])
/// >>> game.undo()
/// Move('g1e3')
/// >>> len(game.moves), game.result
/// (2, '*')
#[pyclass(module = "ataxx_toolkit")]
pub struct Game(core::Game);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (position = None, rules = "uai"))]
    fn new(position: Option<PositionArgument>, rules: &str) -> PyResult<Self> {
        let position = position.map_or(Ok(core::Position::start()), PositionArgument::read)?;
        let rules = read_rules(rules)?;
        Ok(Self(core::Game::from_position(rules, position)))
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.0.position())
    }

    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.0.start())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    /// The moves so far.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        moves::list(self.0.moves().map(|played| played.mv))
    }

    /// The legal moves; none if the game is over.
    fn legal_moves(&self) -> Vec<Move> {
        moves::list(self.0.position().legal_moves(self.0.rules()))
    }

    /// Plays a move, and returns it. The game stays as it was if the move is illegal.
    fn play(&mut self, r#move: MoveArgument) -> PyResult<Move> {
        let mv = r#move.read()?;
        let played = self.0.play(mv);
        played
            .map(|played| Move(played.mv))
            .map_err(|error| illegal(mv, error))
    }

    /// Takes the last move back, and returns it; `None` at the start.
    fn undo(&mut self) -> Option<Move> {
        self.0.undo().map(|played| Move(played.mv))
    }

    /// The result, `None` if the game goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(Outcome)
    }

    /// The result as in a record: "1-0" if Red has won, "0-1", "1/2-1/2", or "*" if the game goes on.
    #[getter]
    fn result(&self) -> &'static str {
        board::result(self.0.position(), self.0.rules())
    }

    fn __repr__(&self) -> String {
        format!(
            "<Game {} after {} plies>",
            self.0.position(),
            self.0.moves().len()
        )
    }
}
