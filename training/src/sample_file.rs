//! Files of training samples.
//!
//! The games of a generation are stored in several files, so that a long run can be
//! interrupted. The format is little endian: a header of 32 bytes (name, version,
//! generation, first game, number of games, number of samples, zero), the samples in the
//! order of games and plies, and a checksum.

use super::sample::Sample;
use ataxx_core::hash::fnv1a;
use std::ops::Range;
use thiserror::Error;

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
    /// A sample is invalid, or not of these games.
    #[error("sample {0} is none of these games")]
    Sample(usize),
}

const NAME: [u8; 8] = *b"ataxxsam";
const VERSION: u32 = 2;
const HEADER: usize = 32;
const CHECKSUM: usize = 8;

impl SampleFile {
    /// The file format.
    #[must_use]
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
    ///
    /// # Errors
    ///
    /// If the bytes are not exactly what [`to_bytes`](Self::to_bytes) writes.
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
    use ataxx_core::board::Position;

    fn sample_file() -> SampleFile {
        let sample = |game| Sample::new(&Position::start(), 5, game);
        SampleFile {
            generation: 2,
            games: 100..200,
            samples: vec![sample(100), sample(150), sample(150), sample(199)],
        }
    }

    /// The bytes with some changed, and the checksum made to fit.
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
    fn what_is_cut_or_changed_is_refused() {
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
    fn each_reason_for_a_refusal() {
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
