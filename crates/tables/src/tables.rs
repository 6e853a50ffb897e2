//! The tables in a folder.

use crate::file::{Invalid, LayerFile, TableError, is_alike};
use crate::folder::TableFolder;
use crate::layers::Region;
use crate::lookup::{Layers, OpenLayer, View};
use ataxx_core::board::{Move, Position, Rules, Stuck};
use ataxx_core::internal::live_squares;
use ataxx_core::solver::{KnownValues, Verdict};
use std::fs;
use std::path::Path;

/// Tables of boards, in files.
#[derive(Debug)]
pub struct Tables(Vec<Table>);

/// The table of a board.
#[derive(Debug)]
pub struct Table {
    /// The board, such as `4x5`, and the rules.
    pub name: String,
    files: u8,
    ranks: u8,
    layers: Layers,
}

impl Tables {
    /// Opens all tables in the folders of a folder.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or a layer in it is damaged.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let unreadable = |error| Invalid::Io(error).of(folder);
        let mut tables = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            tables.extend(Table::open(folder, &path)?);
        }
        tables.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Self(tables))
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.0.iter()
    }

    /// The value for the side to move; `None` where no table has it.
    ///
    /// # Errors
    ///
    /// A table cannot be read.
    pub fn probe(&self, position: &Position, rules: &Rules) -> Result<Option<Verdict>, TableError> {
        match self.find(position, rules) {
            Some((layers, view)) => layers.value(view, position),
            None => Ok(None),
        }
    }

    /// All legal moves with what the side that makes them can force then; `None` where no table has
    /// one of them.
    ///
    /// # Errors
    ///
    /// A table cannot be read.
    pub fn moves(
        &self,
        position: &Position,
        rules: &Rules,
    ) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        match self.find(position, rules) {
            Some((layers, view)) => layers.moves(view, position),
            None => Ok(None),
        }
    }

    fn find(&self, position: &Position, rules: &Rules) -> Option<(&Layers, View)> {
        let live = live_squares(position, rules);
        // Empty squares out of reach would count for a side.
        let is_more = rules.stuck == Stuck::StopAndAward && !(position.empty() - live).is_empty();
        if is_more || position.outcome(rules).is_some() {
            return None;
        }
        let layers = self.0.iter().map(|table| &table.layers);
        layers
            .filter(|layers| is_alike(&layers.rules, rules))
            .find_map(|layers| Some((layers, View::of(live, &layers.region)?)))
    }
}

impl KnownValues for Tables {
    fn moves(&self, position: &Position, rules: &Rules) -> Option<Vec<(Move, Verdict)>> {
        Self::moves(self, position, rules).ok().flatten()
    }
}

impl Table {
    /// Opens the layers in a folder; `None` if it is not the folder of a table.
    fn open(tables: &Path, path: &Path) -> Result<Option<Self>, TableError> {
        let name = path.file_name().and_then(|name| name.to_str());
        let Some((files, ranks, rules)) = name.and_then(board_of) else {
            return Ok(None);
        };
        let folder = TableFolder::of(tables, files, ranks, &rules);
        let Some(region) = Region::board(files, ranks, &rules).filter(|_| folder.path() == path)
        else {
            return Ok(None);
        };
        let layer = |pieces| Ok(folder.open(&region, pieces)?.map(OpenLayer::in_file));
        let files_of_layers = (1..=region.len()).map(layer);
        let layers = std::iter::once(Ok(None)).chain(files_of_layers);
        let layers = layers.collect::<Result<_, TableError>>()?;
        Ok(Some(Self {
            name: format!("{files}x{ranks}, rules {rules}"),
            files,
            ranks,
            layers: Layers {
                rules,
                region,
                by_pieces: layers,
            },
        }))
    }

    /// The files of the layers that are there, by the number of pieces.
    pub fn layers(&self) -> impl Iterator<Item = &LayerFile> {
        let layers = self.layers.by_pieces.iter().flatten();
        layers.filter_map(OpenLayer::file)
    }

    /// The number of files and ranks.
    #[must_use]
    pub const fn size(&self) -> (u8, u8) {
        (self.files, self.ranks)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.layers.rules
    }

    /// Whether all layers are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.layers.by_pieces.iter().skip(1).all(Option::is_some)
    }
}

/// The files, ranks and rules in the name of a folder, such as `4x5-uai`.
fn board_of(name: &str) -> Option<(u8, u8, Rules)> {
    let (board, rules) = name.split_once('-')?;
    let (files, ranks) = board.split_once('x')?;
    Some((
        files.parse().ok()?,
        ranks.parse().ok()?,
        rules.parse().ok()?,
    ))
}
