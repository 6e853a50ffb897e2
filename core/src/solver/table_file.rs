//! The table in a file, to continue a long search later.
//!
//! The file has a header, the entries and a checksum. Keys have neither the rules nor the squares
//! of the board, so the header has hashes of them, and of the revision of the solver.

use super::solve::Solver;
use crate::board::{Bitboard, Position, Rules};
use crate::diagnostic::text::io_error;
use crate::hash;
use std::io::{self, Read, Write};
use thiserror::Error;

/// Why a file is not read as a table.
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
    /// It has more entries than the table in memory, which would lose some of them.
    #[error("it has {entries} entries, and the table in memory has room for {room}")]
    TooBig {
        /// Those of the file.
        entries: u64,
        /// As many as the table can have.
        room: u64,
    },
    /// It cannot be read.
    #[error("{}", io_error(.0))]
    Io(#[from] io::Error),
}

/// The first bytes of a file.
const NAME: [u8; 16] = *b"ataxx solver 1\r\n";

impl Solver {
    /// Keeps the table from one question to the next, as far as it holds there, instead of
    /// clearing it.
    pub fn keep_table(&mut self) {
        self.keeps_table = true;
    }

    /// Writes the table, for positions like this one: under the same rules, with the same blocks
    /// and squares in reach.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write_table(&self, position: &Position, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Words::begin(out, NAME, &self.identity(position))?;
        let entries = || self.table.entries();
        out.put(entries().count() as u64)?;
        for entry in entries() {
            for word in entry {
                out.put(word)?;
            }
        }
        out.end()
    }

    /// Reads a table that was [written](Self::write_table) for a position like this one, in place
    /// of the present one. After an error the table is empty.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged or was written for something else.
    pub fn read_table(
        &mut self,
        position: &Position,
        input: &mut dyn Read,
    ) -> Result<(), InvalidTable> {
        self.table.clear();
        let read = self.read_entries(position, input);
        if read.is_ok() {
            self.squares = Some(self.squares_of(position));
        } else {
            self.table.clear();
        }
        read.map_err(InvalidTable::or_damaged)
    }

    fn read_entries(
        &mut self,
        position: &Position,
        input: &mut dyn Read,
    ) -> Result<(), InvalidTable> {
        let mut input = Words::open(input, NAME, &self.identity(position))?;
        let count = input.next()?;
        self.table.reserve(count);
        for _ in 0..count {
            let entry = [input.next()?, input.next()?, input.next()?];
            self.table.restore(entry);
        }
        input.close()?;
        let room = self.table.room();
        if count > room {
            let entries = count;
            return Err(InvalidTable::TooBig { entries, room });
        }
        Ok(())
    }

    /// Hashes of what the entries depend on: the solver, the rules and the squares.
    fn identity(&self, position: &Position) -> [u64; 3] {
        let squares = self.squares_of(position);
        let squares = hash::of_words([squares.blocks, squares.live].map(Bitboard::bits));
        identity(REVISION, &self.rules, squares)
    }
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

/// Must be changed when the keys of the table change, and when an error in a result is corrected, so
/// that wrong results are not read by later versions.
const REVISION: &str = "2";

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
    use crate::solver::{Budget, Plies, Solution, SolverOptions, Verdict};

    fn position() -> Position {
        "x5o/7/7/3-3/7/7/o5x x 0 1".parse().expect("a position")
    }

    fn solve(solver: &mut Solver, plies: u16) -> Solution {
        solver.solve(&position(), Plies(plies), &Budget::unlimited())
    }

    fn solver(rules: &Rules) -> Solver {
        let mut solver = Solver::new(rules, &SolverOptions::default());
        solver.keep_table();
        solver
    }

    fn written() -> (Vec<u8>, u64) {
        let mut solver = solver(&Rules::BERKELEY_2022);
        let nodes = solve(&mut solver, 7).nodes;
        let mut bytes = Vec::new();
        solver
            .write_table(&position(), &mut bytes)
            .expect("written");
        (bytes, nodes)
    }

    /// The same bytes on every machine, in tables and in layers.
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

    #[test]
    fn a_search_continues_from_a_file() {
        let (bytes, nodes) = written();
        let mut again = solver(&Rules::BERKELEY_2022);
        again
            .read_table(&position(), &mut &bytes[..])
            .expect("it is whole");
        let mut copy = Vec::new();
        again.write_table(&position(), &mut copy).expect("written");
        assert_eq!(copy.len(), bytes.len());
        let solution = solve(&mut again, 7);
        assert_eq!(solution.verdict, Verdict::None);
        assert!(solution.nodes * 10 < nodes, "{} {nodes}", solution.nodes);
    }

    #[test]
    fn a_kept_table_is_not_used_for_other_squares() {
        let mut one = solver(&Rules::BERKELEY_2022);
        solve(&mut one, 7);
        let other = "x5o/7/7/7/7/7/o5x x 0 1".parse().expect("a position");
        let budget = Budget::unlimited();
        let nodes = one.solve(&other, Plies(7), &budget).nodes;
        let mut fresh = solver(&Rules::BERKELEY_2022);
        assert_eq!(fresh.solve(&other, Plies(7), &budget).nodes, nodes);
    }

    #[test]
    fn other_tables_and_damaged_ones_are_refused() {
        let (bytes, _) = written();
        let read = |position: &Position, rules: &Rules, bytes: &[u8]| {
            let mut solver = solver(rules);
            let read = solver.read_table(position, &mut &*bytes);
            // After an error the table is empty.
            let mut left = Vec::new();
            solver.write_table(position, &mut left).expect("written");
            assert!(
                read.is_ok() || left.len() == NAME.len() + 40,
                "{}",
                left.len()
            );
            read
        };
        let rules = Rules::BERKELEY_2022;
        let found = read(&position(), &Rules::UAI, &bytes);
        assert!(matches!(found, Err(InvalidTable::Rules)), "{found:?}");
        let other = "x5o/7/7/7/7/7/o5x x 0 1".parse().expect("a position");
        let found = read(&other, &rules, &bytes);
        assert!(matches!(found, Err(InvalidTable::Squares)), "{found:?}");
        let mut older = bytes.clone();
        older[NAME.len()] ^= 1;
        let found = read(&position(), &rules, &older);
        assert!(matches!(found, Err(InvalidTable::Version)), "{found:?}");
        for length in (0..bytes.len()).step_by(97) {
            assert!(
                read(&position(), &rules, &bytes[..length]).is_err(),
                "{length}"
            );
        }
        let longer = [&bytes[..], b"\n"].concat();
        assert!(read(&position(), &rules, &longer).is_err());
        for at in (0..bytes.len()).step_by(89) {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << (at % 8);
            assert!(read(&position(), &rules, &bytes).is_err(), "byte {at}");
        }
    }
}
