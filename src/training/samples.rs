//! Positions with what became of them.

use crate::ai::Value;
use crate::board::{Bitboard, Color, Position};

/// A position of a game, as its side to move saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The pieces of the side to move.
    pub own: Bitboard,
    /// The pieces of the other side.
    pub opp: Bitboard,
    /// The blocks.
    pub blocks: Bitboard,
    /// What the search said.
    pub value: i16,
    /// The difference in pieces at the end of the game: more than 0 if the side to move
    /// won.
    pub stones: i8,
    /// Which game it was.
    pub game: u32,
}

/// How many bytes a sample has in a file.
const BYTES: usize = 32;

impl Sample {
    /// Of a position; how the game ended is to be filled in.
    #[must_use]
    pub fn new(position: &Position, value: Value, game: u32) -> Self {
        let limit = Value::from(i16::MAX);
        #[allow(clippy::cast_possible_truncation)]
        let value = value.clamp(-limit, limit) as i16;
        Self {
            own: position.pieces(position.turn()),
            opp: position.pieces(!position.turn()),
            blocks: position.blocks(),
            value,
            stones: 0,
            game,
        }
    }

    /// The position, the side to move being Red.
    ///
    /// # Panics
    ///
    /// When a square is in two sets.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::new(self.own, self.opp, self.blocks, Color::Red).expect("one thing a square")
    }

    /// As it stands in a file, least significant bytes first.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.own.bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.opp.bits().to_le_bytes());
        bytes[16..24].copy_from_slice(&self.blocks.bits().to_le_bytes());
        bytes[24..26].copy_from_slice(&self.value.to_le_bytes());
        bytes[26] = self.stones.cast_unsigned();
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads it back; `None` if it is none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Self> {
        let word = |at: usize| {
            let word = u64::from_le_bytes(bytes[at..at + 8].try_into().ok()?);
            let set = Bitboard::from_bits(word);
            (set.bits() == word).then_some(set)
        };
        let (own, opp, blocks) = (word(0)?, word(8)?, word(16)?);
        let apart = !own.intersects(opp) && !blocks.intersects(own | opp);
        apart.then_some(Self {
            own,
            opp,
            blocks,
            value: i16::from_le_bytes([bytes[24], bytes[25]]),
            stones: bytes[26].cast_signed(),
            game: u32::from_le_bytes(bytes[28..].try_into().ok()?),
        })
    }

    /// The samples of a file; `None` if one of them is none.
    #[must_use]
    pub fn read_all(bytes: &[u8]) -> Option<Vec<Self>> {
        let (samples, rest) = bytes.as_chunks();
        rest.is_empty()
            .then(|| samples.iter().map(Self::from_bytes).collect())?
    }
}
