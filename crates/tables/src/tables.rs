//! The tables in a folder.

use crate::file::{Invalid, LayerFile, TableError, is_alike};
use crate::folder::TableFolder;
use crate::layers::Region;
use crate::lookup::{Layers, OpenLayer, View};
use ataxx_core::board::{Move, Position, Rules, Stuck};
use ataxx_core::internal::live_squares;
use ataxx_core::solver::{KnownValues, Verdict};
use std::fs;
use std::path::{Path, PathBuf};

/// Tables of boards, in files.
#[derive(Debug)]
pub struct Tables {
    tables: Vec<Table>,
    refused: Vec<TableError>,
}

/// The table of a board.
#[derive(Debug)]
pub struct Table {
    /// The board, such as `4x5`, and the rules.
    pub name: String,
    path: PathBuf,
    files: u8,
    ranks: u8,
    layers: Layers,
}

impl Tables {
    /// Opens all tables in the folders of a folder, except those that are [refused](Self::refused).
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let unreadable = |error| Invalid::from(error).of(folder);
        let (mut tables, mut refused) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            match Table::open(folder, &path) {
                Ok(table) => tables.extend(table),
                Err(error) => refused.push(error),
            }
        }
        tables.sort_by(|one, other| one.name.cmp(&other.name));
        refused.sort_by(|one, other| one.file.cmp(&other.file));
        Ok(Self { tables, refused })
    }

    /// What is wrong with the tables that cannot be used: one file of each.
    #[must_use]
    pub fn refused(&self) -> &[TableError] {
        &self.refused
    }

    /// The tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.iter()
    }

    /// The value for the side to move; `None` where no table has it.
    ///
    /// # Errors
    ///
    /// A table cannot be read.
    pub fn probe(&self, position: &Position, rules: &Rules) -> Result<Option<Verdict>, TableError> {
        self.first(position, rules, |layers, view| layers.value(view, position))
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
        self.first(position, rules, |layers, view| layers.moves(view, position))
    }

    /// What the first table that has it has of a position.
    fn first<T>(
        &self,
        position: &Position,
        rules: &Rules,
        look_up: impl Fn(&Layers, View) -> Result<Option<T>, TableError>,
    ) -> Result<Option<T>, TableError> {
        let live = live_squares(position, rules);
        // Empty squares out of reach would count for a side.
        let is_more = rules.stuck == Stuck::StopAndAward && !(position.empty() - live).is_empty();
        if is_more || position.outcome(rules).is_some() {
            return Ok(None);
        }
        let layers = self.tables.iter().map(|table| &table.layers);
        let mut answers = layers
            .filter(|layers| is_alike(&layers.rules, rules))
            .filter_map(|layers| look_up(layers, View::of(live, &layers.region)?).transpose());
        answers.next().transpose()
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
        if !path.is_dir() {
            return Ok(None);
        }
        let layer = |pieces| Ok(folder.open(&region, pieces)?.map(OpenLayer::new));
        let files_of_layers = (1..=region.len()).map(layer);
        let layers = std::iter::once(Ok(None)).chain(files_of_layers);
        let layers = layers.collect::<Result<_, TableError>>()?;
        Ok(Some(Self {
            name: format!("{files}x{ranks}, rules {rules}"),
            path: path.to_owned(),
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
        layers.map(|layer| &layer.file)
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

    /// The number of layers when all are there.
    #[must_use]
    pub fn layers_of_board(&self) -> usize {
        self.layers.region.len()
    }

    /// The error that something is wrong with the table.
    pub(crate) fn wrong(&self, what: &str) -> TableError {
        Invalid::Wrong(what.to_owned()).of(&self.path)
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
