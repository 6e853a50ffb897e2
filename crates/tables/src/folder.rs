//! The folder of a table: a file for each layer.

use crate::file::{Expected, Invalid, LayerFile, TableError, write};
use crate::layers::{Finished, Layer, LayerCounts, Region, Shape, words};
use ataxx_core::board::Rules;
use ataxx_storage::{self as storage, FileError};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Where the layers of a board are.
#[derive(Clone, Debug)]
pub struct TableFolder {
    path: PathBuf,
    board: String,
    rules: Rules,
}

impl TableFolder {
    /// The folder of a board under these rules, in a folder of tables.
    #[must_use]
    pub fn of(tables: &Path, files: u8, ranks: u8, rules: &Rules) -> Self {
        let board = format!("{files}x{ranks}");
        Self {
            path: tables.join(format!("{board}-{rules}")),
            board,
            rules: *rules,
        }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the layer with this number of pieces.
    #[must_use]
    pub fn file(&self, pieces: usize) -> PathBuf {
        self.path.join(format!("{pieces:02}.layer"))
    }

    /// Makes the folder.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn make(&self) -> Result<(), TableError> {
        fs::create_dir_all(&self.path).map_err(|error| Invalid::from(error).of(&self.path))
    }

    /// The file of a layer, if it is there.
    pub(crate) fn open(
        &self,
        region: &Region,
        pieces: usize,
    ) -> Result<Option<LayerFile>, TableError> {
        let path = self.file(pieces);
        let sets = usize::try_from(region.orbits(pieces)).unwrap_or(0);
        let expected = Expected {
            board: &self.board,
            rules: &self.rules,
            pieces,
            pairs: sets * words(pieces),
        };
        match LayerFile::open(&path, &expected) {
            Err(TableError {
                reason: Invalid::File(FileError::Io(error)),
                ..
            }) if error.kind() == ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// The values of a layer that must be there, after `jumps` consecutive jumps.
    pub(crate) fn layer(
        &self,
        shape: &Shape,
        pieces: usize,
        jumps: u32,
    ) -> Result<Layer, TableError> {
        let file = self.open(&shape.region, pieces)?;
        let missing = || Invalid::from(io::Error::from(ErrorKind::NotFound)).of(&self.file(pieces));
        let file = file.ok_or_else(missing)?;
        let words = file.all(jumps)?;
        Ok(Layer { pieces, words })
    }

    /// The last layer that was finished without a gap, and the counts of the layers up to it, the full
    /// board first.
    pub(crate) fn finished(&self, shape: &Shape) -> Result<(Layer, Vec<LayerCounts>), TableError> {
        let mut last = Layer::default();
        let mut counts = Vec::new();
        for pieces in (1..=shape.region.len()).rev() {
            let Some(file) = self.open(&shape.region, pieces)? else {
                break;
            };
            counts.push(file.head.counts);
            last.pieces = pieces;
        }
        if !counts.is_empty() {
            last = self.layer(shape, last.pieces, 0)?;
        }
        Ok((last, counts))
    }

    /// Keeps a layer.
    pub(crate) fn keep(
        &self,
        finished: &mut Finished,
        counts: &LayerCounts,
    ) -> Result<(), TableError> {
        let path = self.file(counts.pieces);
        storage::replace(&path, |out| {
            write(finished, counts, &self.board, &self.rules, out)
        })
        .map_err(|error| Invalid::from(error).of(&path))
    }
}
