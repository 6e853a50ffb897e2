//! A game: a position with the way that led to it.

use super::{BlockError, IllegalMove, Move, Outcome, Position, Rules, Square};

/// A game in progress or finished: rules, position, and all that is needed to
/// take moves back.
///
/// Every move keeps the whole position before it (32 bytes), so undoing restores
/// exactly what was there: pieces, blocks, counters, side to move.
///
/// ```
/// use ataxx_toolkit::board::{Game, Position, Rules, Square};
/// use ataxx_toolkit::position;
///
/// let mut game = Game::new(Rules::BERKELEY_2022);
/// game.place_block(Square::D4).expect("an empty square");
/// game.play_between(Square::A7, Square::B6).expect("a legal move");
/// assert_eq!(*game.position(), position! {
///     r - - - - - b
///     - r - - - - -
///     - - - - - - -
///     - - - X - - -
///     - - - - - - -
///     - - - - - - -
///     b - - - - - r
///     blue to move
/// }.with_plies(1));
/// assert!(game.play_between(Square::A1, Square::D1).is_err(), "out of reach");
/// game.undo();
/// assert_eq!(game.position().blocks().count(), 1);
/// assert_eq!(game.moves().len(), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    position: Position,
    history: Vec<(Position, PlayedMove)>,
}

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Where it started: for an extend the neighbour that was named, or the first
    /// in the order of squares if none was; `None` for a pass.
    pub from: Option<Square>,
}

impl PlayedMove {
    /// The square that got a piece; `None` for a pass.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        self.mv.to()
    }
}

impl Game {
    /// A game from the start position.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self::from_position(rules, Position::start())
    }

    /// A game from any position.
    #[must_use]
    pub const fn from_position(rules: Rules, position: Position) -> Self {
        Self {
            rules,
            position,
            history: Vec::new(),
        }
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.history
            .first()
            .map_or(&self.position, |(before, _)| before)
    }

    /// The moves played so far that have not been taken back.
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = PlayedMove> + ExactSizeIterator {
        self.history.iter().map(|&(_, played)| played)
    }

    /// The last move played.
    #[must_use]
    pub fn last_move(&self) -> Option<PlayedMove> {
        self.history.last().map(|&(_, played)| played)
    }

    /// The result; `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.rules)
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// When the move is not legal; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<PlayedMove, IllegalMove> {
        self.position.check(mv, &self.rules)?;
        Ok(self.push(PlayedMove {
            mv,
            from: self.position.origins(mv).first(),
        }))
    }

    /// Plays the move from one square to another, remembering the origin also
    /// where any neighbour would have done.
    ///
    /// # Errors
    ///
    /// When the move is not legal; the game is then as it was.
    pub fn play_between(&mut self, from: Square, to: Square) -> Result<PlayedMove, IllegalMove> {
        let mv = self.position.move_between(from, to, &self.rules)?;
        Ok(self.push(PlayedMove {
            mv,
            from: Some(from),
        }))
    }

    /// The side to move gives its move away, whether it could move or not. No rules have a
    /// move like this; in Ataxx Reloaded it is what becomes of a move that is illegal or
    /// does not come in time.
    ///
    /// # Errors
    ///
    /// [`IllegalMove::GameOver`] when there is nothing to give away.
    pub fn forfeit_move(&mut self) -> Result<PlayedMove, IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        Ok(self.push(PlayedMove {
            mv: Move::Pass,
            from: None,
        }))
    }

    fn push(&mut self, played: PlayedMove) -> PlayedMove {
        self.history.push((self.position, played));
        self.position = self.position.after(played.mv, &self.rules);
        played
    }

    /// Takes the last move back; `None` when there is none.
    pub fn undo(&mut self) -> Option<PlayedMove> {
        let (before, played) = self.history.pop()?;
        self.position = before;
        Some(played)
    }

    /// Replaces the position and keeps the moves, which need not lead there: for fault
    /// injection.
    #[cfg(feature = "tester")]
    pub(crate) const fn falsify(&mut self, position: Position) {
        self.position = position;
    }

    /// Places a block and its reflections. A square that is blocked already stays
    /// so; whether that is an error is for the caller to say.
    ///
    /// A block that is placed between moves is taken back with the move before it.
    ///
    /// # Errors
    ///
    /// As [`Position::with_block`]; the game is then as it was.
    pub fn place_block(&mut self, square: Square) -> Result<(), BlockError> {
        self.position = self.position.with_block(square, &self.rules)?;
        Ok(())
    }
}
