//! The folder of a table: a file for each layer.

use crate::file::{Invalid, LayerFile, TableError, write};
use crate::layers::{Alternating, Layer, LayerCounts, Shape, words};
use ataxx_core::board::Rules;
use ataxx_storage as storage;
use std::fs;
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
        fs::create_dir_all(&self.path).map_err(|error| Invalid::Io(error).of(&self.path))
    }

    /// The file of a layer, if it is there.
    pub(crate) fn open(
        &self,
        pieces: usize,
        length: usize,
    ) -> Result<Option<LayerFile>, TableError> {
        let path = self.file(pieces);
        if !path.exists() {
            return Ok(None);
        }
        LayerFile::open(&path)?
            .of(&self.board, &self.rules, pieces, length)
            .map(Some)
    }

    /// The last layer that was finished without a gap, and the counts of the layers up to it, the full
    /// board first.
    pub(crate) fn finished(&self, shape: &Shape) -> Result<(Layer, Vec<LayerCounts>), TableError> {
        let mut last = None;
        let mut counts = Vec::new();
        for pieces in (1..=shape.region.len()).rev() {
            let sets = shape.orbits.representatives(pieces).len();
            let Some(file) = self.open(pieces, sets * words(pieces))? else {
                break;
            };
            counts.push(file.head.counts);
            last = Some((pieces, file));
        }
        let Some((pieces, file)) = last else {
            return Ok((Layer::default(), counts));
        };
        let words = file.all(false)?;
        Ok((Layer { pieces, words }, counts))
    }

    /// Keeps a layer.
    pub(crate) fn keep(
        &self,
        layer: &Layer,
        counts: &LayerCounts,
        alternating: Option<&Alternating>,
    ) -> Result<(), TableError> {
        let path = self.file(counts.pieces);
        storage::replace(&path, |out| {
            write(layer, counts, alternating, &self.board, &self.rules, out)
        })
        .map_err(|error| Invalid::Io(error).of(&path))
    }
}
