//! Training samples, and their files.
//!
//! The games of a generation are stored in several files, so that a long run can be
//! interrupted. The format is little endian: a header of 32 bytes (name, version,
//! generation, first game, number of games, number of samples, zero), the samples in the
//! order of games and plies, and a checksum.

use ataxx_core::board::{Bitboard, Color, Position};
use ataxx_core::engine::Value;
use ataxx_core::internal::fnv1a;
use std::ops::Range;
use thiserror::Error;

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

    /// The position, with Red to move. The counts of jumps and plies are not stored.
    pub fn position(&self) -> Position {
        Position::new(self.own, self.opp, self.blocks, Color::Red).expect("disjoint sets")
    }

    /// The number of empty squares.
    pub fn empty(&self) -> u32 {
        let occupied = self.own | self.opp | self.blocks;
        u32::from(SQUARES.cast_unsigned()) - occupied.count()
    }

    /// The file format, little endian.
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

/// The samples of some games of a generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleFile {
    /// The generation.
    pub generation: u32,
    /// The games.
    pub games: Range<u32>,
    /// The samples, in the order of the games.
    pub samples: Vec<Sample>,
}

/// An error in a file of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidSampleFile {
    /// The header is wrong.
    #[error("it is not a file of samples of this version")]
    Header,
    /// The length is wrong.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// The length according to the header.
        expected: u64,
        /// The actual length.
        found: u64,
    },
    /// The checksum is wrong.
    #[error("its checksum is wrong")]
    Checksum,
    /// A sample is invalid, or belongs to other games.
    #[error("sample {0} is invalid or belongs to another game")]
    Sample(usize),
}

const NAME: [u8; 8] = *b"ataxxsam";
const VERSION: u32 = 2;
const HEADER: usize = 32;
const CHECKSUM: usize = 8;

impl SampleFile {
    /// The file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let length = u32::try_from(self.samples.len()).unwrap_or(u32::MAX);
        let Range { start, end } = self.games;
        let mut bytes = NAME.to_vec();
        for word in [VERSION, self.generation, start, end - start, length, 0] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.samples.iter().flat_map(Sample::to_bytes));
        let sum = fnv1a(bytes.iter().copied());
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the file format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidSampleFile> {
        let (header, _) = bytes
            .split_at_checked(HEADER)
            .ok_or(InvalidSampleFile::Header)?;
        let word = |number: usize| {
            let at = NAME.len() + 4 * number;
            u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
        };
        let end = word(2).checked_add(word(3));
        let (true, VERSION, Some(end), 0) = (header.starts_with(&NAME), word(0), end, word(5))
        else {
            return Err(InvalidSampleFile::Header);
        };
        let (generation, games) = (word(1), word(2)..end);
        let expected = (HEADER + CHECKSUM) as u64 + u64::from(word(4)) * Sample::BYTES as u64;
        let found = bytes.len() as u64;
        if found != expected {
            return Err(InvalidSampleFile::Length { expected, found });
        }
        let (all, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if fnv1a(all.iter().copied()).to_le_bytes() != sum {
            return Err(InvalidSampleFile::Checksum);
        }
        let (records, _) = all[HEADER..].as_chunks();
        let mut earliest = games.start;
        let mut samples = Vec::with_capacity(records.len());
        for (number, record) in records.iter().enumerate() {
            let sample = Sample::from_bytes(record)
                .filter(|sample| (earliest..games.end).contains(&sample.game))
                .ok_or(InvalidSampleFile::Sample(number))?;
            earliest = sample.game;
            samples.push(sample);
        }
        Ok(Self {
            generation,
            games,
            samples,
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
        fn any_bytes_are_refused_or_written_back(bytes: [u8; Sample::BYTES]) {
            if let Some(sample) = Sample::from_bytes(&bytes) {
                prop_assert_eq!(sample.to_bytes(), bytes);
            }
        }
    }

    /// The same bytes on every machine.
    #[test]
    fn a_sample_is_little_endian() {
        let bytes = Sample::new(&Position::start(), -2, 0x0102_0304).to_bytes();
        let words = [
            64, 0, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ];
        let (found, rest) = bytes.split_at(words.len());
        assert_eq!(found, words);
        assert_eq!(rest, [254, 255, 0, 0, 4, 3, 2, 1]);
    }

    #[test]
    fn invalid_samples() {
        let sample = Sample::new(&Position::start(), 7, 3).to_bytes();
        assert!(Sample::from_bytes(&sample).is_some());
        // A bit beyond the board, two pieces on a square, more pieces than squares, and a third
        // colour.
        for (at, byte) in [(7, 1), (16, sample[0]), (26, 50), (27, 2)] {
            let mut changed = sample;
            changed[at] = byte;
            assert_eq!(Sample::from_bytes(&changed), None, "byte {at}");
        }
    }
}

#[cfg(test)]
mod file_tests {
    use super::*;
    use ataxx_core::board::Position;

    fn sample_file() -> SampleFile {
        let sample = |game| Sample::new(&Position::start(), 5, game);
        SampleFile {
            generation: 2,
            games: 100..200,
            samples: vec![sample(100), sample(150), sample(150), sample(199)],
        }
    }

    /// The bytes after a change, with the right checksum.
    fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = sample_file().to_bytes();
        bytes.truncate(bytes.len() - CHECKSUM);
        change(&mut bytes);
        let sum = fnv1a(bytes.iter().copied());
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    #[test]
    fn what_is_written_is_read_back() {
        let empty = SampleFile {
            samples: Vec::new(),
            ..sample_file()
        };
        for sample_file in [sample_file(), empty] {
            assert_eq!(
                SampleFile::from_bytes(&sample_file.to_bytes()),
                Ok(sample_file)
            );
        }
    }

    #[test]
    fn truncated_and_changed_files_are_refused() {
        let bytes = sample_file().to_bytes();
        for length in 0..bytes.len() {
            assert!(
                SampleFile::from_bytes(&bytes[..length]).is_err(),
                "{length}"
            );
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            assert!(SampleFile::from_bytes(&changed).is_err(), "{at}");
        }
        assert!(SampleFile::from_bytes(&[bytes, vec![0]].concat()).is_err());
    }

    #[test]
    fn each_error() {
        let refused = |bytes: &[u8]| SampleFile::from_bytes(bytes).expect_err("it is refused");
        let bytes = sample_file().to_bytes();
        let length = InvalidSampleFile::Length {
            expected: 168,
            found: 167,
        };
        assert_eq!(refused(&bytes[..167]), length);
        assert_eq!(
            refused(b"a text that is longer than any header is"),
            InvalidSampleFile::Header
        );
        let version = changed(|bytes| bytes[8] = 1);
        assert_eq!(refused(&version), InvalidSampleFile::Header);
        let endless = changed(|bytes| bytes[16..24].fill(0xff));
        assert_eq!(refused(&endless), InvalidSampleFile::Header);
        let overlap = changed(|bytes| bytes.copy_within(HEADER..HEADER + 8, HEADER + 8));
        assert_eq!(refused(&overlap), InvalidSampleFile::Sample(0));
        let order = changed(|bytes| bytes[HEADER + 3 * Sample::BYTES + 28] = 149);
        assert_eq!(refused(&order), InvalidSampleFile::Sample(3));
        let mut sum = bytes;
        *sum.last_mut().expect("there is one") ^= 1;
        assert_eq!(refused(&sum), InvalidSampleFile::Checksum);
    }
}
