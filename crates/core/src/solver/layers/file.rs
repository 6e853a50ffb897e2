//! A layer in a file: a header with the counts of the layers so far, the values, and a checksum.

use super::layer::{Layer, LayerCounts, Shape};
use crate::board::Rules;
use crate::hash;
use crate::solver::InvalidTable;
use crate::solver::table_file::{Words, identity};
use std::io::{self, Read, Write};

/// The first bytes of a file.
const NAME: [u8; 16] = *b"ataxx layers 1\r\n";

/// To be changed with the order of the values, and when an error in them is corrected.
const REVISION: &str = "2";

/// Where finished layers are kept.
pub trait LayerStore {
    /// The numbers of pieces of the layers there.
    ///
    /// # Errors
    ///
    /// When they cannot be listed.
    fn list(&mut self) -> io::Result<Vec<usize>>;

    /// Opens the layer with this number of pieces.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    fn open(&mut self, pieces: usize) -> io::Result<Box<dyn Read>>;

    /// Keeps the layer with this number of pieces, as `write` writes it: as a whole or not at all.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    fn keep(
        &mut self,
        pieces: usize,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// Gets the layers that are needed no longer, to go on after an interruption.
    ///
    /// # Errors
    ///
    /// When they cannot be removed.
    fn release(&mut self, pieces: usize) -> io::Result<()>;
}

/// What the files of a board depend on.
pub fn identity_of(shape: &Shape, rules: &Rules) -> [u64; 3] {
    let squares = (0..shape.region.len()).map(|square| shape.region.place(square));
    let bytes = squares.flat_map(|(file, rank)| [file, rank]);
    let squares = hash::of_words([hash::fnv1a(bytes), shape.region.dead.into()]);
    identity(REVISION, rules, squares)
}

/// Writes a layer, with the counts of it and those above.
pub fn write(
    layer: &Layer,
    counts: &[LayerCounts],
    identity: &[u64; 3],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut out = Words::begin(out, NAME, identity)?;
    out.put(counts.len() as u64)?;
    for counts in counts {
        for word in [counts.won, counts.lost, counts.drawn, counts.rounds.into()] {
            out.put(word)?;
        }
    }
    for &word in layer.words.as_flattened() {
        out.put(word)?;
    }
    out.end()
}

/// Reads the layer with this number of pieces, and the counts of it and those above.
pub fn read(
    pieces: usize,
    shape: &Shape,
    identity: &[u64; 3],
    input: &mut dyn Read,
) -> Result<(Layer, Vec<LayerCounts>), InvalidTable> {
    let mut input = Words::open(input, NAME, identity)?;
    let expected = pieces..=shape.region.len();
    if input.next()? != expected.clone().count() as u64 {
        return Err(InvalidTable::Damaged);
    }
    let mut counts = Vec::new();
    for pieces in expected.rev() {
        let [won, lost, drawn, rounds] =
            [input.next()?, input.next()?, input.next()?, input.next()?];
        counts.push(LayerCounts {
            pieces,
            won,
            lost,
            drawn,
            rounds: u32::try_from(rounds).map_err(|_| InvalidTable::Damaged)?,
        });
    }
    let mut layer = Layer::new(pieces, &shape.orbits);
    for word in layer.words.as_flattened_mut() {
        *word = input.next()?;
    }
    input.close()?;
    Ok((layer, counts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::layers::tests::options;
    use crate::solver::layers::{Board, Incomplete, LayerOptions, Settled};
    use std::collections::HashMap;

    /// Files in memory.
    #[derive(Default)]
    struct Memory {
        files: HashMap<usize, Vec<u8>>,
        released: usize,
    }

    impl LayerStore for Memory {
        fn list(&mut self) -> io::Result<Vec<usize>> {
            Ok(self.files.keys().copied().collect())
        }

        fn open(&mut self, pieces: usize) -> io::Result<Box<dyn io::Read>> {
            Ok(Box::new(io::Cursor::new(self.files[&pieces].clone())))
        }

        fn keep(
            &mut self,
            pieces: usize,
            write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
        ) -> io::Result<()> {
            write(self.files.entry(pieces).or_default())
        }

        fn release(&mut self, pieces: usize) -> io::Result<()> {
            self.files.remove(&pieces);
            self.released += 1;
            Ok(())
        }
    }

    #[test]
    fn work_goes_on_after_an_interruption() {
        let board = Board::of_size(3, 4, &Rules::UAI).expect("small");
        let mut whole = Settled::default();
        board.settle(options(1), &mut whole).expect("not stopped");
        let mut store = Memory::default();
        let mut part = Settled::default();
        let stopped = board.settle(
            LayerOptions {
                store: Some(&mut store),
                proceed: &|progress| progress.pieces > 7,
                ..options(2)
            },
            &mut part,
        );
        assert!(matches!(stopped, Err(Incomplete::Stopped)), "{stopped:?}");
        assert_eq!(part.counts, whole.counts[..5]);
        assert_eq!(store.list().expect("a list"), [8]);
        // What an earlier interruption may have left goes.
        store.files.insert(11, Vec::new());
        let mut rest = Settled::default();
        let continued = LayerOptions {
            store: Some(&mut store),
            proceed: &|progress| progress.pieces <= 7,
            ..options(1)
        };
        board.settle(continued, &mut rest).expect("not stopped");
        assert_eq!(
            (&rest.counts, &rest.first_moves),
            (&whole.counts, &whole.first_moves)
        );
        assert_eq!(store.list().expect("a list"), [5]);

        // A damaged layer, and one for other rules, are refused.
        let layer = store.files.get_mut(&5).expect("the last that is needed");
        layer[200] ^= 1;
        let refused = |rules: &Rules, store: &mut Memory| {
            let board = Board::of_size(3, 4, rules).expect("small");
            let options = LayerOptions {
                store: Some(store),
                ..options(1)
            };
            board
                .settle(options, &mut Settled::default())
                .expect_err("refused")
                .to_string()
        };
        assert_eq!(
            refused(&Rules::UAI, &mut store),
            "the layer of 5 pieces cannot be used: it is damaged"
        );
        assert_eq!(
            refused(&Rules::BERKELEY_2022, &mut store),
            "the layer of 5 pieces cannot be used: it is for other rules"
        );
    }
}
