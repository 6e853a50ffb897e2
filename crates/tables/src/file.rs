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
    /// With so many jumps left or more, values with an even number of jumps less than the limit are
    /// those at the start of a count, and the others stand in the file, too. Without it all values
    /// with at least `rounds` jumps left are those at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternating: Option<u32>,
    /// The number of blocks.
    blocks: usize,
    /// Where the index begins.
    index_start: u64,
    /// The checksum of the index.
    index: u64,
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
    length: usize,
}

impl LayerFile {
    /// Opens a file, and checks its head and its index.
    ///
    /// # Errors
    ///
    /// It is no layer, damaged, or of another version.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::read(path).map_err(|reason| reason.of(path))
    }

    fn read(path: &Path) -> Result<Self, Invalid> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let start = size.saturating_sub(MAX_HEAD);
        let mut tail = vec![0; usize::try_from(size - start).unwrap_or(0)];
        read_at(&file, &mut tail, start)?;
        let tail = tail.strip_suffix(b"\n").ok_or(Invalid::Format)?;
        let before = tail.iter().rposition(|&byte| byte == b'\n');
        let before = before.ok_or(Invalid::Format)?;
        let line = str::from_utf8(&tail[before + 1..]).map_err(|_| Invalid::Format)?;
        let (text, checksum) = line.rsplit_once(' ').ok_or(Invalid::Format)?;
        if !text.starts_with('{') {
            return Err(Invalid::Format);
        }
        if format!("{:016x}", fnv1a(text.bytes())) != checksum {
            return Err(Invalid::Damaged(
                "the checksum of its head differs".to_owned(),
            ));
        }
        let head: Head = serde_json::from_str(text).map_err(|_| Invalid::Version)?;
        if head.format != FORMAT || head.revision != REVISION {
            return Err(Invalid::Version);
        }
        let mut bytes = vec![0; head.blocks * 16];
        let index_end = head.index_start + bytes.len() as u64;
        if index_end != start + before as u64 {
            return Err(Invalid::Damaged("its length is wrong".to_owned()));
        }
        read_at(&file, &mut bytes, head.index_start)?;
        if fnv1a(bytes.iter().copied()) != head.index {
            return Err(Invalid::Damaged(
                "the checksum of its index differs".to_owned(),
            ));
        }
        let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let index: Vec<[u64; 2]> = bytes
            .chunks(16)
            .map(|entry| [word(&entry[..8]), word(&entry[8..])])
            .collect();
        Ok(Self {
            path: path.to_owned(),
            file,
            head,
            index,
            length: 0,
        })
    }

    /// The same, if it is of this board, under these rules, with so many pieces and pairs of words.
    pub(crate) fn of(
        self,
        board: &str,
        rules: &Rules,
        pieces: usize,
        length: usize,
    ) -> Result<Self, TableError> {
        let is_same = self.head.board == board
            && (self.head.rules.parse::<Rules>()).is_ok_and(|found| is_alike(&found, rules));
        if !is_same {
            let name = |board: &str, rules: &str| format!("{board} under the rules {rules}");
            let reason = Invalid::Other {
                found: name(&self.head.board, &self.head.rules),
                expected: name(board, &rules.to_string()),
            };
            return Err(reason.of(&self.path));
        }
        let found = self.head.counts.pieces;
        if found != pieces {
            return Err(self.wrong(format!("it is the layer of {found} pieces")));
        }
        let parts = 1 + usize::from(self.head.alternating.is_some());
        if length.div_ceil(BLOCK) * parts != self.index.len() {
            let reason = Invalid::Damaged("it has another number of blocks".to_owned());
            return Err(reason.of(&self.path));
        }
        Ok(Self { length, ..self })
    }

    /// The block with this number.
    fn block(&self, number: usize) -> Result<Vec<Pair>, Invalid> {
        let damaged = |what: &str| Invalid::Damaged(format!("block {number}: {what}"));
        let start = number
            .checked_sub(1)
            .map_or(0, |before| self.index[before][0]);
        let [end, checksum] = self.index[number];
        let size = end.checked_sub(start).filter(|&size| size <= 1 << 20);
        let size = size.ok_or_else(|| damaged("its place is wrong"))?;
        let mut packed = vec![0; usize::try_from(size).unwrap_or(0)];
        read_at(&self.file, &mut packed, start)?;
        if fnv1a(packed.iter().copied()) != checksum {
            return Err(damaged("its checksum differs"));
        }
        let number_in_part = number % self.length.div_ceil(BLOCK);
        let pairs = BLOCK.min(self.length - number_in_part * BLOCK);
        let bytes = decompress(&packed, pairs * 16).map_err(|_| damaged("it is not packed"))?;
        if bytes.len() != pairs * 16 {
            return Err(damaged("its length is wrong"));
        }
        let word = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let pairs = bytes
            .chunks(16)
            .map(|pair| [word(&pair[..8]), word(&pair[8..])]);
        Ok(pairs.collect())
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
        usize::from(is_before) * self.length.div_ceil(BLOCK)
    }

    /// All pairs, at the start of a count of jumps or with one jump less.
    pub(crate) fn all(&self, is_before: bool) -> Result<Vec<Pair>, TableError> {
        let mut all = Vec::with_capacity(self.length);
        let first = self.first_block(is_before);
        for number in first..first + self.length.div_ceil(BLOCK) {
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
