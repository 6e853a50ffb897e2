//! Training samples.

use ataxx_core::board::{Bitboard, Color, Position};
use ataxx_core::engine::Value;

/// A training sample: a position of a game from the point of view of its side to move, with
/// the value of the search and the result of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The pieces of the side to move.
    pub own: Bitboard,
    /// The pieces of the other side.
    pub opp: Bitboard,
    /// The blocks.
    pub blocks: Bitboard,
    /// The side to move.
    pub turn: Color,
    /// The value of the search.
    pub value: i16,
    /// The piece difference at the end of the game: positive if the side to move won, 0 for a
    /// draw.
    pub stones: i8,
    /// The number of the game.
    pub game: u32,
}

/// The number of squares of the board.
const SQUARES: i8 = 49;

impl Sample {
    /// The size of a sample in a file.
    pub const BYTES: usize = 32;

    /// A sample of a position, without the result of the game.
    #[must_use]
    pub fn new(position: &Position, value: Value, game: u32) -> Self {
        let limit = Value::from(i16::MAX);
        #[allow(clippy::cast_possible_truncation)]
        let value = value.clamp(-limit, limit) as i16;
        Self {
            own: position.pieces(position.turn()),
            opp: position.pieces(!position.turn()),
            blocks: position.blocks(),
            turn: position.turn(),
            value,
            stones: 0,
            game,
        }
    }

    /// The position, with Red to move. The counts of jumps and plies are lost.
    ///
    /// # Panics
    ///
    /// If a square is in two sets.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::new(self.own, self.opp, self.blocks, Color::Red).expect("one thing a square")
    }

    /// The number of empty squares.
    #[must_use]
    pub fn empty(&self) -> u32 {
        let occupied = self.own | self.opp | self.blocks;
        u32::from(SQUARES.cast_unsigned()) - occupied.count()
    }

    /// The file format, little endian.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.own.bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&self.opp.bits().to_le_bytes());
        bytes[16..24].copy_from_slice(&self.blocks.bits().to_le_bytes());
        bytes[24..26].copy_from_slice(&self.value.to_le_bytes());
        bytes[26] = self.stones.cast_unsigned();
        bytes[27] = u8::from(self.turn == Color::Blue);
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads the file format; `None` if the bytes are not a valid sample.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let word = |at: usize| {
            let word = u64::from_le_bytes(bytes[at..at + 8].try_into().ok()?);
            let set = Bitboard::from_bits(word);
            (set.bits() == word).then_some(set)
        };
        let (own, opp, blocks) = (word(0)?, word(8)?, word(16)?);
        let apart = !own.intersects(opp) && !blocks.intersects(own | opp);
        let stones = bytes[26].cast_signed();
        let possible = (-SQUARES..=SQUARES).contains(&stones) && bytes[27] < 2;
        (apart && possible).then_some(Self {
            own,
            opp,
            blocks,
            turn: Color::BOTH[usize::from(bytes[27] % 2)],
            value: i16::from_le_bytes([bytes[24], bytes[25]]),
            stones,
            game: u32::from_le_bytes(bytes[28..].try_into().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            cells in proptest::collection::vec(0..4_u8, 49),
            value: i16,
            stones in -SQUARES..=SQUARES,
            game: u32,
            blue: bool,
        ) {
            let squares = |kind| {
                let of_kind = cells.iter().enumerate().filter(|&(_, &cell)| cell == kind);
                Bitboard::from_bits(of_kind.map(|(at, _)| 1 << at).sum())
            };
            let (own, opp, blocks) = (squares(1), squares(2), squares(3));
            let turn = if blue { Color::Blue } else { Color::Red };
            let sample = Sample { own, opp, blocks, turn, value, stones, game };
            prop_assert_eq!(Sample::from_bytes(&sample.to_bytes()), Some(sample));
            prop_assert_eq!(Sample::new(&sample.position(), value.into(), game).own, own);
        }

        #[test]
        fn junk_is_refused_or_written_back_as_it_was(bytes: [u8; Sample::BYTES]) {
            if let Some(sample) = Sample::from_bytes(&bytes) {
                prop_assert_eq!(sample.to_bytes(), bytes);
            }
        }
    }

    #[test]
    fn what_no_sample_can_be_is_refused() {
        let sample = Sample::new(&Position::start(), 7, 3).to_bytes();
        assert!(Sample::from_bytes(&sample).is_some());
        // Beyond the board, a second thing on a square, more pieces than squares, and a
        // third colour.
        for (at, byte) in [(7, 1), (16, sample[0]), (26, 50), (27, 2)] {
            let mut changed = sample;
            changed[at] = byte;
            assert_eq!(Sample::from_bytes(&changed), None, "byte {at}");
        }
    }
}
