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
//! has one word. Where the head has `alternating`, the values with one jump less follow in the same
//! order, from a new block on. All checksums are FNV-1a of 64 bits.

use crate::layers::{Alternating, Layer, LayerCounts, Pair};
use ataxx_core::board::Rules;
use ataxx_core::diagnostic::text::io_error;
use ataxx_core::internal::fnv1a;
use lz4_flex::block::{compress, decompress};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a file is called in its head.
const FORMAT: &str = "ataxx table 1";
/// To be changed with the order of the values, and when an error in them is corrected.
const REVISION: u32 = 3;
/// The pairs of words in a block: 16 KiB.
const BLOCK: usize = 1 << 10;
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
    #[error("{}", io_error(.0))]
    Io(#[from] io::Error),
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
    /// The checksum of the index.
    index: u64,
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
        let parts = 1 + usize::from(self.alternating.is_some());
        let blocks = expected.pairs.div_ceil(BLOCK) * parts;
        if self.blocks != blocks {
            return Err(damaged("it has another number of blocks"));
        }
        Ok(blocks)
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
    layer: &Layer,
    counts: &LayerCounts,
    alternating: Option<&Alternating>,
    board: &str,
    rules: &Rules,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut index = Vec::new();
    let mut end = 0;
    let before = alternating.map_or(&[][..], |alternating| &alternating.before.words);
    for block in layer.words.chunks(BLOCK).chain(before.chunks(BLOCK)) {
        let bytes: Vec<u8> = block
            .as_flattened()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let packed = compress(&bytes);
        out.write_all(&packed)?;
        end += packed.len() as u64;
        index.extend([end, fnv1a(packed)].map(u64::to_le_bytes));
    }
    let index = index.concat();
    out.write_all(&index)?;
    let head = Head {
        format: FORMAT.to_owned(),
        revision: REVISION,
        board: board.to_owned(),
        rules: rules.to_string(),
        counts: *counts,
        alternating: alternating.map(|alternating| alternating.from),
        blocks: index.len() / 16,
        index_start: end,
        index: fnv1a(index),
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
    file: File,
    /// What it says of itself.
    pub head: Head,
    /// For each block where it ends, and its checksum.
    index: Vec<[u64; 2]>,
    /// The number of pairs of words.
    pairs: usize,
}

impl LayerFile {
    /// Opens a file, and checks its head and its index.
    pub(crate) fn open(path: &Path, expected: &Expected) -> Result<Self, TableError> {
        Self::read(path, expected).map_err(|reason| reason.of(path))
    }

    fn read(path: &Path, expected: &Expected) -> Result<Self, Invalid> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let start = size.saturating_sub(MAX_HEAD);
        let mut tail = vec![0; usize::try_from(size - start).unwrap_or(0)];
        read_at(&file, &mut tail, start)?;
        let tail = tail.strip_suffix(b"\n").ok_or(Invalid::Format)?;
        let before = tail.iter().rposition(|&byte| byte == b'\n');
        let before = before.ok_or(Invalid::Format)?;
        let line = str::from_utf8(&tail[before + 1..]).map_err(|_| Invalid::Format)?;
        let head = Head::read(line)?;
        let blocks = head.check(expected)?;
        let mut bytes = vec![0; blocks * 16];
        if head.index_start.checked_add(bytes.len() as u64) != Some(start + before as u64) {
            return Err(damaged("its length is wrong"));
        }
        read_at(&file, &mut bytes, head.index_start)?;
        if fnv1a(bytes.iter().copied()) != head.index {
            return Err(damaged("the checksum of its index differs"));
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            head,
            index: pairs_of(&bytes),
            pairs: expected.pairs,
        })
    }

    /// The block with this number.
    fn block(&self, number: usize) -> Result<Vec<Pair>, Invalid> {
        let damaged = |what: &str| Invalid::Damaged(format!("block {number}: {what}"));
        let start = number
            .checked_sub(1)
            .map_or(0, |before| self.index[before][0]);
        let [end, checksum] = self.index[number];
        let size = end.checked_sub(start).filter(|&size| size <= MAX_PACKED);
        let size = size.ok_or_else(|| damaged("its place is wrong"))?;
        let mut packed = vec![0; usize::try_from(size).unwrap_or(0)];
        read_at(&self.file, &mut packed, start)?;
        if fnv1a(packed.iter().copied()) != checksum {
            return Err(damaged("its checksum differs"));
        }
        let number_in_part = number % self.pairs.div_ceil(BLOCK);
        let length = BLOCK.min(self.pairs - number_in_part * BLOCK) * 16;
        let bytes = decompress(&packed, length).map_err(|_| damaged("it is not packed"))?;
        if bytes.len() != length {
            return Err(damaged("its length is wrong"));
        }
        Ok(pairs_of(&bytes))
    }

    /// The pair with this number, at the start of a count of jumps or with one jump less.
    pub(crate) fn pair(
        &self,
        number: usize,
        is_before: bool,
        cache: &mut Cache,
    ) -> Result<Pair, TableError> {
        let wanted = number / BLOCK + self.first_block(is_before);
        if cache.number != Some(wanted) {
            cache.pairs = self.block(wanted).map_err(|reason| reason.of(&self.path))?;
            cache.number = Some(wanted);
        }
        Ok(cache.pairs[number % BLOCK])
    }

    fn first_block(&self, is_before: bool) -> usize {
        usize::from(is_before) * self.pairs.div_ceil(BLOCK)
    }

    /// All pairs, at the start of a count of jumps or with one jump less.
    pub(crate) fn all(&self, is_before: bool) -> Result<Vec<Pair>, TableError> {
        let mut all = Vec::with_capacity(self.pairs);
        let first = self.first_block(is_before);
        for number in first..first + self.pairs.div_ceil(BLOCK) {
            all.extend(self.block(number).map_err(|reason| reason.of(&self.path))?);
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
        self.file.metadata().map_or(0, |metadata| metadata.len())
    }
}

/// Whether two sets of rules are the same, whatever they are called.
pub(crate) fn is_alike(one: &Rules, other: &Rules) -> bool {
    one.unnamed() == other.unnamed()
}

/// The block that was read last.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    number: Option<usize>,
    pairs: Vec<Pair>,
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
