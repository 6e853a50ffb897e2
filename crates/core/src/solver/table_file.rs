//! Files of numbers, to continue long work later.
//!
//! A file has a header, words and a checksum. The words have neither the rules nor the squares of
//! the board, so the header has hashes of them, and of a revision.

use crate::board::Rules;
use crate::diagnostic::text::io_error;
use crate::hash;
use std::io::{self, Read, Write};
use thiserror::Error;

/// Why a file is not read as a table of a board.
#[derive(Debug, Error)]
pub enum InvalidTable {
    /// It holds something else.
    #[error("it is not a table of the solver")]
    Format,
    /// Another version has written it.
    #[error("another version of the program has written it")]
    Version,
    /// It was written under other rules.
    #[error("it is for other rules")]
    Rules,
    /// The blocks are others, or the squares that pieces can reach.
    #[error("it is for a board with other blocks, or other squares within reach")]
    Squares,
    /// It is incomplete, something follows its end, or its checksum is wrong.
    #[error("it is damaged")]
    Damaged,
    /// It cannot be read.
    #[error("{}", io_error(.0))]
    Io(#[from] io::Error),
}

/// Hashes of what a file depends on.
pub(super) fn identity(revision: &str, rules: &Rules, squares: u64) -> [u64; 3] {
    let of_text = |text: &str| hash::fnv1a(text.bytes());
    let rules = of_text(&format!("{:?}", rules.unnamed()));
    [of_text(revision), rules, squares]
}

impl InvalidTable {
    /// An error in reading; a file that ends early is damaged.
    pub(super) fn or_damaged(self) -> Self {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => Self::Damaged,
            error => error,
        }
    }
}

/// Words in a stream, little endian, with their checksum.
pub(super) struct Words<T> {
    inner: T,
    checksum: u64,
}

impl<T> Words<T> {
    fn add(&mut self, word: u64) {
        self.checksum = hash::of_words([self.checksum, word]);
    }
}

impl<'a> Words<&'a mut dyn Write> {
    /// Starts a file with its name and what it depends on.
    pub fn begin(out: &'a mut dyn Write, name: [u8; 16], identity: &[u64; 3]) -> io::Result<Self> {
        out.write_all(&name)?;
        let mut words = Self {
            inner: out,
            checksum: 0,
        };
        for &word in identity {
            words.put(word)?;
        }
        Ok(words)
    }

    pub fn put(&mut self, word: u64) -> io::Result<()> {
        self.add(word);
        self.inner.write_all(&word.to_le_bytes())
    }

    /// Ends the file with the checksum.
    pub fn end(mut self) -> io::Result<()> {
        self.put(self.checksum)
    }
}

impl<'a> Words<&'a mut dyn Read> {
    /// Reads the start of a file, which has this name and depends on this.
    pub fn open(
        input: &'a mut dyn Read,
        name: [u8; 16],
        identity: &[u64; 3],
    ) -> Result<Self, InvalidTable> {
        let mut found = Vec::new();
        input.take(name.len() as u64).read_to_end(&mut found)?;
        if found != name {
            return Err(InvalidTable::Format);
        }
        let mut words = Self {
            inner: input,
            checksum: 0,
        };
        let wrong = [
            InvalidTable::Version,
            InvalidTable::Rules,
            InvalidTable::Squares,
        ];
        for (&known, wrong) in identity.iter().zip(wrong) {
            if words.next()? != known {
                return Err(wrong);
            }
        }
        Ok(words)
    }

    pub fn next(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.inner.read_exact(&mut bytes)?;
        let word = u64::from_le_bytes(bytes);
        self.add(word);
        Ok(word)
    }

    /// Checks the checksum, and that nothing follows it.
    pub fn close(mut self) -> Result<(), InvalidTable> {
        let checksum = self.checksum;
        if self.next()? != checksum || self.inner.read(&mut [0])? != 0 {
            return Err(InvalidTable::Damaged);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: [u8; 16] = *b"ataxx numbers 1\n";

    /// The same bytes on every machine.
    #[test]
    fn a_file_is_little_endian() {
        let mut bytes = Vec::new();
        let mut words = Words::begin(&mut bytes, NAME, &[1, 2, 0x0300]).expect("written");
        words.put(0x0102_0304_0506_0708).expect("written");
        words.end().expect("written");
        let (name, rest) = bytes.split_at(NAME.len());
        assert_eq!(name, NAME);
        let (identity, rest) = rest.split_at(24);
        assert_eq!(identity.iter().position(|&byte| byte == 3), Some(17));
        let (word, checksum) = rest.split_at(8);
        assert_eq!(word, [8, 7, 6, 5, 4, 3, 2, 1]);
        assert_eq!(checksum, [4, 188, 111, 194, 21, 103, 160, 8]);
    }
}
