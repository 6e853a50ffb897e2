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
