//! A layer of a board in a file.
//!
//! ```text
//! blocks   the values, compressed with LZ4, one block after the other
//! index    for each block where it ends, and its checksum: two numbers of 64 bits, little endian
//! head     the last line: a JSON object, a blank, and its checksum in hexadecimal digits
//! ```
//!
//! The values are pairs of 64-bit words, little endian: for each set of occupied squares, and 64
//! colourings after 64, those in which the side that has just moved wins, and those in which it does
//! not lose. The sets are the least of their orbits under the symmetries of the board, in ascending
//! order; square `n` is bit `n`, rank by rank from a1. Bit `i` of a word stands for the colouring in
//! which that side has the occupied squares whose bits are set in `i`. A set of less than six squares
//! has one word.
//!
//! These are the values at the start of a count of jumps. Where the head has `alternating`, those with
//! one jump less follow in the same order, from a new block on. Then come those with few jumps left: for
//! each number from 1 to before `alternating`, or else before `rounds`, the bits in which they differ
//! from those with one more jump left, or two where the limit lets the side with more pieces win; again
//! from a new block on. A block without bytes is all zeros.
//! All checksums are FNV-1a of 64 bits.

use crate::differences::{BLOCK, packed, step_of_differences};
use crate::layers::{Finished, LayerCounts, Pair};
use ataxx_core::board::Rules;
use ataxx_core::internal::fnv1a;
use ataxx_storage::{self as storage, FileError};
use lz4_flex::block::decompress;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a file is called in its head.
const FORMAT: &str = "ataxx table 1";
/// To be changed with the order of the values, and when an error in them is corrected.
const REVISION: u32 = 4;
/// No block takes more bytes, packed.
const MAX_PACKED: u64 = 1 << 20;
/// The longest head.
const MAX_HEAD: u64 = 1 << 12;

/// Why a table cannot be used.
#[derive(Debug, Error)]
#[error("`{}`: {reason}", file.display())]
pub struct TableError {
    /// The file, or the folder.
    pub file: PathBuf,
    /// What is wrong with it.
    pub reason: Invalid,
}

/// What is wrong with a file of a table.
#[derive(Debug, Error)]
pub enum Invalid {
    /// It holds something else, or its end is missing.
    #[error("it is no layer of a table, or it was cut short")]
    Format,
    /// Another version has written it.
    #[error("another version of the program has written it")]
    Version,
    /// It was written for another board, or under other rules.
    #[error("it is for {found}, and should be for {expected}")]
    Other {
        /// The board and rules in the file.
        found: String,
        /// Those that it should have.
        expected: String,
    },
    /// Its checksum is wrong, or what it holds cannot be.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// A value in it is wrong.
    #[error("{0}")]
    Wrong(String),
    /// It cannot be read or written.
    #[error("{0}")]
    File(#[from] FileError),
}

impl From<io::Error> for Invalid {
    fn from(error: io::Error) -> Self {
        FileError::from(error).into()
    }
}

impl Invalid {
    pub(crate) fn of(self, file: &Path) -> TableError {
        TableError {
            file: file.to_owned(),
            reason: self,
        }
    }
}

/// What the last line of a file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    format: String,
    revision: u32,
    /// The board, such as `4x5`: its files and ranks.
    pub board: String,
    /// The rules.
    pub rules: String,
    /// How many positions are won, lost and drawn for the side to move.
    #[serde(flatten)]
    pub counts: LayerCounts,
    /// For layers whose rounds change values up to the limit: with at least this number of jumps left,
    /// values after an even number of jumps are those at the start of a count, and values after an odd
    /// number are those with one jump less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternating: Option<u32>,
    /// The number of blocks.
    blocks: usize,
    /// Where the index begins.
    index_start: u64,
}

impl Head {
    /// Reads the last line of a file.
    fn read(line: &str) -> Result<Self, Invalid> {
        let (text, checksum) = line.rsplit_once(' ').ok_or(Invalid::Format)?;
        if !text.starts_with('{') {
            return Err(Invalid::Format);
        }
        if format!("{:016x}", fnv1a(text.bytes())) != checksum {
            return Err(damaged("the checksum of its head differs"));
        }
        let head: Self = serde_json::from_str(text).map_err(|_| Invalid::Version)?;
        if head.format != FORMAT || head.revision != REVISION {
            return Err(Invalid::Version);
        }
        Ok(head)
    }

    /// Checks that the file is the one that is expected. Returns the number of its blocks.
    fn check(&self, expected: &Expected) -> Result<usize, Invalid> {
        let rules = self.rules.parse::<Rules>();
        if self.board != expected.board
            || !rules.is_ok_and(|found| is_alike(&found, expected.rules))
        {
            let name = |board: &str, rules: &str| format!("{board} under the rules {rules}");
            return Err(Invalid::Other {
                found: name(&self.board, &self.rules),
                expected: name(expected.board, &expected.rules.to_string()),
            });
        }
        if self.counts.pieces != expected.pieces {
            let found = self.counts.pieces;
            return Err(Invalid::Wrong(format!("it is the layer of {found} pieces")));
        }
        let parts = self
            .first_difference()
            .saturating_add(self.differences() as usize);
        let blocks = expected.pairs.div_ceil(BLOCK).saturating_mul(parts);
        if self.blocks != blocks {
            return Err(damaged("it has another number of blocks"));
        }
        Ok(blocks)
    }

    /// From this number of jumps left on, values are those at the start of a count, or with one jump
    /// less.
    const fn is_as_at_start_from(&self) -> u32 {
        match self.alternating {
            Some(from) => from,
            None => self.counts.rounds,
        }
    }

    /// For how many numbers of jumps left, from one on, there are differences.
    pub(crate) const fn differences(&self) -> u32 {
        self.is_as_at_start_from().saturating_sub(1)
    }

    /// The number of parts before the differences.
    const fn first_difference(&self) -> usize {
        1 + self.alternating.is_some() as usize
    }
}

fn damaged(what: &str) -> Invalid {
    Invalid::Damaged(what.to_owned())
}

/// Pairs of words, little endian.
fn pairs_of(bytes: &[u8]) -> Vec<Pair> {
    let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
    let pairs = bytes.chunks(16);
    pairs
        .map(|pair| [word(&pair[..8]), word(&pair[8..])])
        .collect()
}

/// Writes a layer of this board.
pub(crate) fn write(
    finished: &mut Finished,
    counts: &LayerCounts,
    board: &str,
    rules: &Rules,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Finished {
        layer,
        alternating,
        differences,
        ..
    } = finished;
    let mut places: Vec<[u64; 2]> = Vec::new();
    let before = alternating
        .as_ref()
        .map_or(&[][..], |alternating| &alternating.before.words);
    for block in layer.words.chunks(BLOCK).chain(before.chunks(BLOCK)) {
        let packed = packed(block);
        out.write_all(&packed)?;
        let start = places.last().map_or(0, |&[end, _]| end);
        places.push([start + packed.len() as u64, fnv1a(packed)]);
    }
    if let Some(differences) = differences {
        differences.write(out, &mut places)?;
    }
    let words = places.as_flattened().iter();
    let index: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
    out.write_all(&index)?;
    let head = Head {
        format: FORMAT.to_owned(),
        revision: REVISION,
        board: board.to_owned(),
        rules: rules.to_string(),
        counts: *counts,
        alternating: alternating.as_ref().map(|alternating| alternating.from),
        blocks: places.len(),
        index_start: places.last().map_or(0, |&[end, _]| end),
    };
    let head = serde_json::to_string(&head)?;
    let checksum = fnv1a(head.bytes());
    writeln!(out, "\n{head} {checksum:016x}")
}

/// What a file should hold.
pub(crate) struct Expected<'a> {
    pub board: &'a str,
    pub rules: &'a Rules,
    pub pieces: usize,
    /// The number of pairs of words.
    pub pairs: usize,
}

/// An open file of a layer.
#[derive(Debug)]
pub struct LayerFile {
    path: PathBuf,
    source: Source,
    /// What it says of itself.
    pub head: Head,
    /// The number of pairs of words.
    pairs: usize,
    /// The limit on consecutive jumps.
    limit: Option<u32>,
    /// See [`step_of_differences`].
    step: u32,
}

/// Where the bytes of a layer are.
#[derive(Debug)]
enum Source {
    File(File),
    Memory(Vec<u8>),
}

impl Source {
    fn size(&self) -> io::Result<u64> {
        Ok(match self {
            Self::File(file) => file.metadata()?.len(),
            Self::Memory(bytes) => bytes.len() as u64,
        })
    }

    fn read(&self, out: &mut [u8], start: u64) -> io::Result<()> {
        match self {
            Self::File(file) => read_at(file, out, start),
            Self::Memory(bytes) => {
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                let part = bytes.get(start..).and_then(|rest| rest.get(..out.len()));
                out.copy_from_slice(part.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

impl LayerFile {
    /// Opens a file, and checks its head.
    pub(crate) fn open(path: &Path, expected: &Expected) -> Result<Self, TableError> {
        let read = || {
            let file = storage::open(path)?;
            Self::read(path, Source::File(file), expected)
        };
        read().map_err(|reason| reason.of(path))
    }

    /// A layer as it would be in a file.
    pub(crate) fn in_memory(
        finished: &mut Finished,
        counts: &LayerCounts,
        rules: &Rules,
    ) -> Result<Self, Invalid> {
        let mut bytes = Vec::new();
        write(finished, counts, "", rules, &mut bytes)?;
        let expected = Expected {
            board: "",
            rules,
            pieces: counts.pieces,
            pairs: finished.layer.words.len(),
        };
        Self::read(Path::new(""), Source::Memory(bytes), &expected)
    }

    fn read(path: &Path, source: Source, expected: &Expected) -> Result<Self, Invalid> {
        let size = source.size()?;
        let start = size.saturating_sub(MAX_HEAD);
        let mut tail = vec![0; usize::try_from(size - start).unwrap_or(0)];
        source.read(&mut tail, start)?;
        let tail = tail.strip_suffix(b"\n").ok_or(Invalid::Format)?;
        let before = tail.iter().rposition(|&byte| byte == b'\n');
        let before = before.ok_or(Invalid::Format)?;
        let line = str::from_utf8(&tail[before + 1..]).map_err(|_| Invalid::Format)?;
        let head = Head::read(line)?;
        let length = (head.check(expected)? as u64).saturating_mul(16);
        if head.index_start.checked_add(length) != Some(start + before as u64) {
            return Err(damaged("its length is wrong"));
        }
        let limit = expected.rules.jump_limit;
        Ok(Self {
            path: path.to_owned(),
            source,
            head,
            pairs: expected.pairs,
            limit: limit.map(|limit| limit.jumps.get().into()),
            step: step_of_differences(expected.rules),
        })
    }

    /// Combines pairs with those of a block by exclusive or.
    fn add(&self, number: usize, pairs: &mut [Pair]) -> Result<(), Invalid> {
        let damaged = |what: &str| Invalid::Damaged(format!("block {number}: {what}"));
        let mut entries = [0; 32];
        let place = self.head.index_start + 16 * number as u64;
        // The first has none before it.
        if number == 0 {
            self.source.read(&mut entries[16..], place)?;
        } else {
            self.source.read(&mut entries, place - 16)?;
        }
        let [[start, _], [end, checksum]] = pairs_of(&entries)[..] else {
            return Err(damaged("its place is wrong"));
        };
        let size = end.checked_sub(start).filter(|&size| size <= MAX_PACKED);
        let size = size.ok_or_else(|| damaged("its place is wrong"))?;
        let mut packed = vec![0; usize::try_from(size).unwrap_or(0)];
        self.source.read(&mut packed, start)?;
        if fnv1a(packed.iter().copied()) != checksum {
            return Err(damaged("its checksum differs"));
        }
        if packed.is_empty() {
            return Ok(());
        }
        let length = pairs.len() * 16;
        let bytes = decompress(&packed, length).map_err(|_| damaged("it is not packed"))?;
        if bytes.len() != length {
            return Err(damaged("its length is wrong"));
        }
        for (pair, [win, hold]) in pairs.iter_mut().zip(pairs_of(&bytes)) {
            pair[0] ^= win;
            pair[1] ^= hold;
        }
        Ok(())
    }

    const fn blocks_of_part(&self) -> usize {
        self.pairs.div_ceil(BLOCK)
    }

    /// The pairs of the block with this number, by their place.
    fn block(&self, number: usize, place: Place) -> Result<Vec<Pair>, TableError> {
        let mut pairs = vec![[0; 2]; BLOCK.min(self.pairs - number * BLOCK)];
        let differences = place.left..=self.head.differences();
        let differences = differences.step_by(self.step as usize);
        let differences = differences.map(|left| self.head.first_difference() + left as usize - 1);
        for part in std::iter::once(usize::from(place.one_less)).chain(differences) {
            self.add(part * self.blocks_of_part() + number, &mut pairs)
                .map_err(|reason| reason.of(&self.path))?;
        }
        Ok(pairs)
    }

    fn place(&self, jumps: u32) -> Place {
        let left = self
            .limit
            .map_or(u32::MAX, |limit| limit.saturating_sub(jumps));
        let others_from = self.head.differences() + 1;
        // Differences from one more jump lead to the values with that many left.
        let jumps = match others_from.checked_sub(left) {
            Some(before) if self.step == 1 => jumps.saturating_sub(before),
            _ => jumps,
        };
        Place {
            left: left.clamp(1, others_from),
            one_less: self.head.alternating.is_some() && jumps % 2 == 1,
        }
    }

    /// The pair with this number, after `jumps` consecutive jumps: fewer than the limit.
    pub(crate) fn pair(
        &self,
        number: usize,
        jumps: u32,
        cache: &mut Cache,
    ) -> Result<Pair, TableError> {
        let wanted = (number / BLOCK, self.place(jumps));
        if cache.wanted != Some(wanted) {
            cache.pairs = self.block(wanted.0, wanted.1)?;
            cache.wanted = Some(wanted);
        }
        Ok(cache.pairs[number % BLOCK])
    }

    /// All pairs, after `jumps` consecutive jumps.
    pub(crate) fn all(&self, jumps: u32) -> Result<Vec<Pair>, TableError> {
        let mut all = Vec::with_capacity(self.pairs);
        for number in 0..self.blocks_of_part() {
            all.extend(self.block(number, self.place(jumps))?);
        }
        Ok(all)
    }

    /// The bits in which the pairs with `left` jumps left differ from those with [more](step_of_differences).
    pub(crate) fn difference(&self, left: u32) -> Result<Vec<Pair>, TableError> {
        let first = (self.head.first_difference() + left as usize - 1) * self.blocks_of_part();
        let mut all = vec![[0; 2]; self.pairs];
        for (number, pairs) in (first..).zip(all.chunks_mut(BLOCK)) {
            self.add(number, pairs)
                .map_err(|reason| reason.of(&self.path))?;
        }
        Ok(all)
    }

    /// The error that something in the file is wrong.
    pub(crate) fn wrong(&self, what: String) -> TableError {
        Invalid::Wrong(what).of(&self.path)
    }

    /// The size of the file, in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.source.size().unwrap_or(0)
    }
}

/// Whether two sets of rules are the same, whatever they are called.
pub(crate) fn is_alike(one: &Rules, other: &Rules) -> bool {
    one.unnamed() == other.unnamed()
}

/// The block that was read last.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    wanted: Option<(usize, Place)>,
    pairs: Vec<Pair>,
}

/// Where the values after a count of jumps are: which values, and from which differences on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    left: u32,
    one_less: bool,
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut start: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        let read = file.seek_read(bytes, start)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        start += read as u64;
    }
    Ok(())
}
