//! In what the values of a layer with few jumps left differ from those with more, packed as a file has
//! them.

use crate::layers::Pair;
use ataxx_core::board::{LimitResult, Rules};
use ataxx_core::internal::fnv1a;
use lz4_flex::block::compress;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use tempfile::{SpooledTempFile, spooled_tempfile, spooled_tempfile_in};

/// The pairs of words in a block: 16 KiB.
pub const BLOCK: usize = 1 << 10;

/// The number of further jumps left of the values that differ least from those with few left. If the side with more pieces
/// wins at the limit, it matters who jumps last.
pub fn step_of_differences(rules: &Rules) -> u32 {
    match rules.jump_limit.map(|limit| limit.result) {
        Some(LimitResult::MorePieces) => 2,
        Some(LimitResult::Draw) | None => 1,
    }
}

/// Blocks of values, packed one after the other.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    bytes: Vec<u8>,
    /// For each block where it ends, and its checksum.
    index: Vec<[u64; 2]>,
}

impl Blocks {
    /// Packs pairs of words into blocks of their own.
    pub fn of(pairs: &[Pair]) -> Self {
        let mut blocks = Self::default();
        for block in pairs.chunks(BLOCK) {
            blocks.add(&packed(block));
        }
        blocks
    }

    fn add(&mut self, packed: &[u8]) {
        self.bytes.extend_from_slice(packed);
        let checksum = fnv1a(packed.iter().copied());
        self.index.push([self.bytes.len() as u64, checksum]);
    }
}

/// Blocks one after the other, in a temporary file beside the table unless they are few.
#[derive(Debug)]
pub struct Differences {
    bytes: SpooledTempFile,
    index: Vec<[u64; 2]>,
    end: u64,
    /// Why some could not be kept.
    failed: Option<io::Error>,
}

impl Differences {
    /// Without a folder they are in memory.
    pub fn new(folder: Option<&Path>) -> Self {
        /// The most bytes in memory.
        const FEW: usize = 64 << 20;
        Self {
            bytes: match folder {
                Some(folder) => spooled_tempfile_in(FEW, folder),
                None => spooled_tempfile(usize::MAX),
            },
            index: Vec::new(),
            end: 0,
            failed: None,
        }
    }

    /// Adds blocks.
    pub fn append(&mut self, blocks: &Blocks) {
        let index = blocks.index.iter();
        self.index
            .extend(index.map(|&[end, checksum]| [self.end + end, checksum]));
        self.end += blocks.bytes.len() as u64;
        if let Err(error) = self.bytes.write_all(&blocks.bytes) {
            self.failed = Some(error);
        }
    }

    /// Keeps the blocks of the first `parts` parts, each with this number of pairs of words.
    pub fn keep(&mut self, parts: u32, pairs: usize) {
        self.index.truncate(parts as usize * pairs.div_ceil(BLOCK));
        self.end = self.index.last().map_or(0, |&[end, _]| end);
    }

    /// As many, with nothing in them.
    #[cfg(test)]
    pub fn emptied(&self) -> Self {
        let mut empty = Self::new(None);
        for _ in &self.index {
            empty.append(&Blocks::of(&[[0; 2]]));
        }
        empty
    }

    /// Writes them, and adds where they are to an index.
    pub fn write(&mut self, out: &mut dyn Write, places: &mut Vec<[u64; 2]>) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.bytes.rewind()?;
        io::copy(&mut (&mut self.bytes).take(self.end), out)?;
        let start = places.last().map_or(0, |&[end, _]| end);
        let index = self.index.iter();
        places.extend(index.map(|&[end, checksum]| [start + end, checksum]));
        Ok(())
    }
}

/// A block as it is kept; one of zeros has no bytes.
pub fn packed(block: &[Pair]) -> Vec<u8> {
    let words = block.as_flattened();
    if words.iter().all(|&word| word == 0) {
        return Vec::new();
    }
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    compress(&bytes)
}
