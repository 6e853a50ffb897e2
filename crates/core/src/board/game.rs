//! A game: a position and the moves that led to it.

use super::{BlockError, IllegalMove, Move, Outcome, Position, Rules, Square};

/// A game in progress or finished: rules, position and history.
///
/// Every move keeps the whole position before it (32 bytes), so undoing restores
/// exactly what was there: pieces, blocks, counters, side to move.
///
/// ```
/// use ataxx_core::board::{Game, Position, Rules, Square};
/// use ataxx_core::position;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Its origin: for an extend the neighbour that was named, else the first neighbour in
    /// the order of squares; `None` for a pass.
    pub from: Option<Square>,
}

impl PlayedMove {
    /// The move with its first possible origin in the order of squares.
    #[must_use]
    pub fn of(mv: Move, position: &Position) -> Self {
        let from = position.origins(mv).first();
        Self { mv, from }
    }

    /// The move with each possible origin: an extend once for each own neighbour of its
    /// destination, a jump or a pass once.
    pub fn with_each_origin(mv: Move, position: &Position) -> impl Iterator<Item = Self> + use<> {
        let origins = position.origins(mv);
        let pass = origins.is_empty().then_some(None);
        let from = origins.squares().map(Some).chain(pass);
        from.map(move |from| Self { mv, from })
    }

    /// The square that got a piece; `None` for a pass.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        self.mv.to()
    }
}

impl Game {
    /// A game from the start position.
    ///
    /// ```
    /// use ataxx_core::{board::{Game, Rules}, position};
    ///
    /// let game = Game::new(Rules::BERKELEY_2022);
    /// assert_eq!(*game.position(), position! {
    ///     r - - - - - b
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     red to move
    /// });
    /// ```
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self::from_position(rules, Position::start())
    }

    /// A game from any position.
    ///
    /// ```
    /// use ataxx_core::{board::{Game, Rules}, position};
    ///
    /// let game = Game::from_position(Rules::UAI, position! {
    ///     r - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     blue to move
    /// }.with_jumps(99));
    /// assert_eq!(game.outcome(), None);
    /// assert_eq!(game.moves().len(), 0);
    /// ```
    #[must_use]
    pub const fn from_position(rules: Rules, position: Position) -> Self {
        Self {
            rules,
            position,
            history: Vec::new(),
        }
    }

    /// The rules it is played by.
    ///
    /// ```
    /// use ataxx_core::{board::{Game, Rules}, position};
    ///
    /// let game = Game::from_position(Rules::UAI, position! {
    ///     r - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// });
    /// assert_eq!(*game.rules(), Rules::UAI);
    /// assert_eq!(game.position().legal_moves(game.rules()).count(), 8);
    /// ```
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position on the board.
    ///
    /// ```
    /// use ataxx_core::board::{Game, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::new(Rules::UAI);
    /// game.play_between(Square::A7, Square::B6)?;
    /// assert_eq!(*game.position(), position! {
    ///     r - - - - - b
    ///     - r - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     b - - - - - r
    ///     blue to move
    /// }.with_plies(1));
    /// # Ok::<(), ataxx_core::board::IllegalMove>(())
    /// ```
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position before the first move.
    ///
    /// ```
    /// use ataxx_core::board::{Game, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let start = position! {
    ///     r - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - X - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// };
    /// let mut game = Game::from_position(Rules::UAI, start);
    /// game.play_between(Square::A7, Square::B6)?;
    /// assert_eq!(*game.start(), start);
    /// assert_ne!(*game.position(), start);
    /// # Ok::<(), ataxx_core::board::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> &Position {
        self.history
            .first()
            .map_or(&self.position, |(before, _)| before)
    }

    /// The moves that led from the start to the position, without undone ones.
    ///
    /// ```
    /// use ataxx_core::board::{Game, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::from_position(Rules::UAI, position! {
    ///     r - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// });
    /// game.play_between(Square::A7, Square::B6)?;
    /// game.play_between(Square::G1, Square::E3)?;
    /// let moves: Vec<String> = game.moves().map(|played| played.mv.to_string()).collect();
    /// assert_eq!(moves, ["b6", "g1e3"]);
    /// # Ok::<(), ataxx_core::board::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = PlayedMove> + ExactSizeIterator {
        self.history.iter().map(|&(_, played)| played)
    }

    /// The positions from the start to the current one.
    ///
    /// ```
    /// use ataxx_core::board::{Game, Rules, Square};
    ///
    /// let mut game = Game::new(Rules::UAI);
    /// game.play_between(Square::A7, Square::B7)?;
    /// let positions: Vec<_> = game.positions().collect();
    /// assert_eq!(positions, [game.start(), game.position()]);
    /// # Ok::<(), ataxx_core::board::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        let before = self.history.iter().map(|(position, _)| position);
        before.chain([&self.position])
    }

    /// The last move played.
    ///
    /// ```
    /// use ataxx_core::board::{Game, Move, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::from_position(Rules::UAI, position! {
    ///     r r - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// });
    /// assert_eq!(game.last_move(), None);
    /// game.play(Move::Extend { to: Square::B6 })?;
    /// // Both pieces could have made it: the first in the order of squares did.
    /// assert_eq!(game.last_move().and_then(|played| played.from), Some(Square::A7));
    /// # Ok::<(), ataxx_core::board::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn last_move(&self) -> Option<PlayedMove> {
        self.history.last().map(|&(_, played)| played)
    }

    /// The result; `None` while the game goes on.
    ///
    /// ```
    /// use ataxx_core::board::{Color, Ending, Game, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::from_position(Rules::UAI, position! {
    ///     r - b - - - -
    ///     - - b - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     red to move
    /// });
    /// assert_eq!(game.outcome(), None);
    /// game.play_between(Square::A7, Square::B7)?;
    /// let outcome = game.outcome().expect("Blue has no pieces left");
    /// assert_eq!((outcome.winner, outcome.ending), (Some(Color::Red), Ending::NoPieces));
    /// # Ok::<(), ataxx_core::board::IllegalMove>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.rules)
    }

    /// Plays a move.
    ///
    /// ```
    /// use ataxx_core::board::{Game, IllegalMove, Move, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::from_position(Rules::UAI, position! {
    ///     r - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// });
    /// assert_eq!(game.play(Move::Pass), Err(IllegalMove::CanMove));
    /// let played = game.play(Move::Extend { to: Square::A6 })?;
    /// assert_eq!(played.from, Some(Square::A7));
    /// # Ok::<(), IllegalMove>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the move is not legal; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<PlayedMove, IllegalMove> {
        self.position.check(mv, &self.rules)?;
        Ok(self.push(PlayedMove::of(mv, &self.position)))
    }

    /// Plays the move from one square to another. The origin is recorded even if an extend
    /// has several.
    ///
    /// ```
    /// use ataxx_core::board::{Game, IllegalMove, Move, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::from_position(Rules::UAI, position! {
    ///     r r - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// });
    /// let played = game.play_between(Square::B7, Square::B6)?;
    /// assert_eq!(played.mv, Move::Extend { to: Square::B6 });
    /// assert_eq!(played.from, Some(Square::B7));
    /// # Ok::<(), IllegalMove>(())
    /// ```
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

    /// Skips the side to move, whether it could move or not. This is no move of any rules:
    /// Ataxx Reloaded skips a side whose move is illegal or late.
    ///
    /// ```
    /// use ataxx_core::board::{Color, Game, IllegalMove, Rules};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::from_position(Rules::RELOADED, position! {
    ///     r - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// });
    /// game.forfeit_move()?;
    /// assert_eq!(game.position().turn(), Color::Blue);
    /// assert_eq!(game.position().plies(), 1);
    /// # Ok::<(), IllegalMove>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalMove::GameOver`] if the game is over.
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

    /// Undoes the last move; `None` when there is none.
    ///
    /// ```
    /// use ataxx_core::board::{Game, IllegalMove, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let start = position! {
    ///     r - - - - - -
    ///     - - b - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - b
    ///     red to move
    /// }.with_jumps(7);
    /// let mut game = Game::from_position(Rules::UAI, start);
    /// let played = game.play_between(Square::A7, Square::B7)?;
    /// assert_eq!(game.undo(), Some(played));
    /// assert_eq!(*game.position(), start);
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), IllegalMove>(())
    /// ```
    pub fn undo(&mut self) -> Option<PlayedMove> {
        let (before, played) = self.history.pop()?;
        self.position = before;
        Some(played)
    }

    /// Sets up a position without a move, as when a block is placed. The moves so far stay, and
    /// [`undo`](Self::undo) restores what was there before the last of them.
    ///
    /// ```
    /// use ataxx_core::board::{Game, Position, Rules, Square};
    ///
    /// let mut game = Game::new(Rules::UAI);
    /// game.play_between(Square::A7, Square::B7)?;
    /// game.set_up(game.position().with_jumps(7));
    /// assert_eq!((game.position().jumps(), game.moves().len()), (7, 1));
    /// game.undo();
    /// assert_eq!(*game.position(), Position::start());
    /// # Ok::<(), ataxx_core::board::IllegalMove>(())
    /// ```
    pub const fn set_up(&mut self, position: Position) {
        self.position = position;
    }

    /// Places a block and its reflections. A square that is already blocked stays blocked;
    /// this is not an error.
    ///
    /// Undoing the move before a block removes the block.
    ///
    /// ```
    /// use ataxx_core::board::{BlockError, Game, Rules, Square};
    /// use ataxx_core::position;
    ///
    /// let mut game = Game::new(Rules::BERKELEY_2022);
    /// game.place_block(Square::D6)?;
    /// assert_eq!(*game.position(), position! {
    ///     r - - - - - b
    ///     - - - X - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - - - - -
    ///     - - - X - - -
    ///     b - - - - - r
    ///     red to move
    /// });
    /// assert_eq!(game.place_block(Square::A1), Err(BlockError::Corner));
    /// # Ok::<(), BlockError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Position::with_block`]; the game is then as it was.
    pub fn place_block(&mut self, square: Square) -> Result<(), BlockError> {
        self.set_up(self.position.with_block(square, &self.rules)?);
        Ok(())
    }
}
